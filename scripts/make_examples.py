"""Make the data that veracity ships with: `src/veracity/examples/*.csv` and their checksums.

    python scripts/make_examples.py            make the files anew
    python scripts/make_examples.py --check    make them in memory and compare with those there

It needs `pip install numpy scipy pandas scikit-learn` and no network: the one table that none of
them brings along lies in `scripts/data/`, with its source and licence. How each file is made
stands in the module of its name beside this one.

The same versions on the same machine give the same bytes. Elsewhere another BLAS may turn a last
digit, so `--check` asks for equal rows, labels and decisions, and for probabilities that are equal
to 2e-6 or one part in ten thousand.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import sys
from pathlib import Path
from types import ModuleType

import digits
import infections
import numpy as np
import pandas as pd
import ripple_events
import ripples

FOLDER = Path(__file__).resolve().parents[1] / "src" / "veracity" / "examples"
SUMS = "SHA256SUMS"
MADE = {
    "digits.csv": digits,
    "infections.csv": infections,
    "ripple_events.csv": ripple_events,
    "ripples.csv": ripples,
}


def main() -> int:
    """Write the files, or check them; the exit code says whether they are as they should be."""
    parser = argparse.ArgumentParser(description="Make the data that veracity ships with.")
    parser.add_argument("--check", action="store_true", help="compare, write nothing")
    check = parser.parse_args().check
    made = {name: as_csv(module) for name, module in MADE.items()}
    if not check:
        for name, text in {**made, SUMS: checksums(made)}.items():
            write(FOLDER / name, text)
            say(f"{name}: {len(text)} bytes written")
        return 0
    shipped = {name: (FOLDER / name).read_bytes() for name in made}
    verdicts = {name: compared(shipped[name], made[name]) for name in made}
    if (FOLDER / SUMS).read_bytes() != checksums(shipped):
        verdicts[SUMS] = "DIFFERENT: not the checksums of the files there"
    for name, verdict in verdicts.items():
        say(f"{name}: {verdict}")
    return int(any(verdict.startswith("DIFFERENT") for verdict in verdicts.values()))


def as_csv(module: ModuleType) -> bytes:
    """The table of a module as the bytes of its file."""
    rows = module.table()
    if rows.isna().any(axis=None):
        raise ValueError(f"{module.__name__}: a value is missing")
    for column, form in module.FORMATS.items():
        rows[column] = [form % value for value in rows[column]]
    return rows.to_csv(index=False, lineterminator="\n").encode("utf-8")


def checksums(contents: dict[str, bytes]) -> bytes:
    """What `sha256sum --check` reads."""
    lines = (f"{hashlib.sha256(text).hexdigest()}  {name}\n" for name, text in contents.items())
    return "".join(lines).encode("ascii")


def compared(shipped: bytes, made: bytes) -> str:
    """How two files differ, in words."""
    if shipped == made:
        return "identical"
    there, here = (pd.read_csv(io.BytesIO(content)) for content in (shipped, made))
    if list(there) != list(here) or len(there) != len(here):
        return "DIFFERENT columns or number of rows"
    for column in here:
        if here[column].dtype.kind != "f":
            if not there[column].equals(here[column]):
                return f"DIFFERENT {column}"
        elif not np.allclose(there[column], here[column], rtol=1e-4, atol=2e-6):
            return f"DIFFERENT {column}, by up to {np.abs(there[column] - here[column]).max():.2g}"
    return "equal up to rounding"


def write(path: Path, content: bytes) -> None:
    """Write a file whole or not at all."""
    new = path.with_name(f".{path.name}.new")
    new.write_bytes(content)
    new.replace(path)


def say(line: str) -> None:
    """One line to the terminal."""
    sys.stdout.write(line + "\n")


if __name__ == "__main__":
    sys.exit(main())
