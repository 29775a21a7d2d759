"""Run the demo on every Python that pyproject.toml names, where this machine has it.

python scripts/pythons.py    run `veracity demo` in this and in each .venv-pythons/3.x

A version without an interpreter here is said to be not shown; a demo that fails, or that prints
other figures than the first, ends with exit code 1.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).parents[1]
ENVIRONMENTS = ROOT / ".venv-pythons"
NAMED = re.compile(r"Programming Language :: Python :: (3\.\d+)$")
PIP = ("-m", "pip", "--quiet", "--quiet", "--disable-pip-version-check")


def versions() -> list[str]:
    """The versions among the classifiers."""
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    found = map(NAMED.match, declared["project"]["classifiers"])
    return [match[1] for match in found if match]


def interpreter(version: str) -> str | None:
    """A Python of this version: on the path, or one that pyenv keeps."""
    kept = (Path.home() / ".pyenv" / "versions").glob(f"{version}.*/bin/python")
    for one in filter(None, [shutil.which(f"python{version}"), *map(str, sorted(kept))]):
        asked = run(one, "-c", "import sys, venv, ensurepip; print('%d.%d' % sys.version_info[:2])")
        if asked.returncode == 0 and asked.stdout.strip() == version:
            return one
    return None


def prepared(version: str, python: str) -> Path | None:
    """A Python with the package; None where its packages cannot be installed.

    It is this one for its own version, else one of an environment with the package alone.
    """
    if version == "{}.{}".format(*sys.version_info) and find_spec("veracity"):
        return Path(sys.executable)
    folder = ENVIRONMENTS / version
    ready, asked = folder / ".ready", [ROOT / "pyproject.toml", ROOT / "constraints.txt"]
    inside = folder / "bin" / "python"
    if ready.exists() and ready.stat().st_mtime > max(one.stat().st_mtime for one in asked):
        return inside
    print(f"Preparing {folder.relative_to(ROOT)} (once, about a minute) ...", flush=True)
    shutil.rmtree(folder, ignore_errors=True)
    install = (*PIP, "install", "-c", str(ROOT / "constraints.txt"), "-e", str(ROOT))
    for step in ((python, "-m", "venv", str(folder)), (str(inside), *install)):
        done = run(*step)
        if done.returncode:
            print(done.stderr.strip().splitlines()[-1:])
            return None
    ready.touch()
    return inside


def demo(version: str, python: Path) -> tuple[int, str]:
    """How the demo ended, and what it printed: figures, without the folder of the pages."""
    out = ROOT / "build" / f"demo-{version}"
    done = run(str(python), "-m", "veracity", "demo", "--out", str(out))
    return done.returncode, (done.stdout + done.stderr).replace(str(out), "")


def run(*command: str) -> subprocess.CompletedProcess[str]:
    """A command, quietly."""
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def shown() -> Iterator[tuple[str, bool]]:
    """What is said of each version, and whether it is a failure."""
    first = ""
    for version in versions():
        python = interpreter(version)
        inside = python and prepared(version, python)
        if not inside:
            why = "its packages cannot be installed" if python else "no interpreter"
            yield f"Python {version}: not shown here ({why})", False
            continue
        code, said = demo(version, inside)
        first = first or said
        if code or said != first:
            yield f"Python {version}: the demo fails, or prints other figures:\n{said}", True
        else:
            yield f"Python {version}: the demo runs and prints the same figures", False


def main() -> int:
    """Say it of each version; 1 where any fails."""
    failed = 0
    for line, broken in shown():
        print(line, flush=True)
        failed |= broken
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
