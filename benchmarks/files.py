"""Counting labels in files: beside DuckDB's own group-by, a clock, and a limit of memory.

VERACITY_BENCH_ROWS sets the rows of the Parquet file: 10^7 unless told, 10^8 for the full test.
"""

from __future__ import annotations

import atexit
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

import duckdb

from benchmarks.case import Case, Measured
from veracity.engines.reading.reading_labels import group_sum
from veracity.engines.validation.threshold_key import ThresholdKey

ROWS = int(float(os.environ.get("VERACITY_BENCH_ROWS", "1e7")))
LABELS = ("y_true", "y_pred")
KEYS = {name: name for name in LABELS}
# VmHWM and not ru_maxrss: the latter remembers the process that started this one.
_PROGRAM = """
import re, sys
if sys.argv[1:]:
    from veracity.engines.reading.reading_labels import group_sum
    names = ("y_true", "y_pred")
    group_sum(sys.argv[1], dict(zip(names, names)), label_keys=names)
print(re.search(r"VmHWM:\\s+(\\d+)", open("/proc/self/status").read())[1])
"""


@dataclass(frozen=True)
class Start:
    """A process from its start to the matrix of a file, without the start of Python itself."""

    path: Path
    limit: float
    rounds: int = 5

    def measured(self, rounds: int | None = None) -> Measured:
        """The limit in milliseconds, and the best time."""
        bare, whole = [], []
        for _ in range(rounds or self.rounds):
            bare.append(_seconds())
            whole.append(_seconds(str(self.path)))
        return Measured("a limit", self.limit * 1e3, (min(whole) - min(bare)) * 1e3, 1.0)


@dataclass(frozen=True)
class Peak:
    """The most memory a process holds that counts a file, Python and all packages included."""

    path: Path
    limit: float

    def measured(self, rounds: int | None = None) -> Measured:
        """The limit in megabytes, and the peak."""
        peaks = [int(_run(str(self.path))) / 1e3 for _ in range(rounds or 1)]
        return Measured("a limit", self.limit, max(peaks), 1.0, "MB")


def _run(*arguments: str) -> str:
    # Without this variable Python keeps what it compiled, as it does for users.
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    command = [sys.executable, "-c", _PROGRAM, *arguments]
    done = subprocess.run(command, check=True, capture_output=True, text=True, env=environment)
    return done.stdout


def _seconds(*arguments: str) -> float:
    start = time.perf_counter()
    _run(*arguments)
    return time.perf_counter() - start


@cache
def _folder() -> Path:
    """A folder that is gone when the benchmarks end."""
    folder = Path(tempfile.mkdtemp(prefix="veracity-bench-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


@cache
def _written(name: str, columns: str, rows: int) -> Path:
    """A file that DuckDB writes."""
    path = _folder() / name
    if not path.exists():
        drawn = f"SELECT {columns} FROM range({rows}) r(i)"
        duckdb.connect().execute(f"COPY ({drawn}) TO '{path}'")
    return path


def _words(name: str, rows: int) -> Path:
    label = "'class_' || lpad((hash(i + {}) % 10)::VARCHAR, 3, '0')"
    truth, called = label.format(0), label.format(rows)
    return _written(name, f"i AS id, {truth} AS y_true, {called} AS y_pred", rows)


def _codes() -> Path:
    columns = (
        "(hash(i) % 2)::TINYINT AS y_true, (hash(i + 1) % 2)::TINYINT AS y_pred, "
        "((hash(i + 2) % 100000) / 100000)::FLOAT AS score, (hash(i + 3) % 7 + 0.5)::DOUBLE AS w"
    )
    return _written("codes.parquet", columns, ROWS)


def _bare(statement: str, path: Path) -> list[Any]:
    """What DuckDB takes for the same, written by hand."""
    with duckdb.connect() as connection:
        rows: list[Any] = connection.execute(statement.format(f"'{path}'")).fetchall()
    return rows


def _beside_duckdb(
    keys: dict[str, Any], by: str, weight: str | None = None, target: float | None = None
) -> Case:
    path = _codes()
    sums = "count(*)" if weight is None else f"sum({weight}), sum({weight} * {weight})"
    statement = f"SELECT {by}, {sums} FROM read_parquet({{}}) GROUP BY ALL ORDER BY ALL"
    return Case(
        "DuckDB by hand",
        partial(_bare, statement, path),
        lambda: group_sum(path, keys, weight=weight, label_keys=LABELS),
        lambda theirs, mine: _agree(theirs, mine, weight),
        target,
        rounds=5,
    )


def _agree(theirs: list[Any], mine: Any, weight: str | None) -> bool:
    grouped = mine[0]
    counts = (grouped.rows if weight is None else grouped.weight).tolist()
    expected = [row[2] for row in theirs]
    if weight is None:
        return bool(counts == expected)
    return all(abs(a - b) <= 1e-9 * b for a, b in zip(counts, expected, strict=True))


_POWER = f"10^{len(str(ROWS)) - 1}" if str(ROWS).strip("0") == "1" else f"{ROWS}"
_SCORED = {"y_true": "y_true", "y_proba": ThresholdKey("score", 0.7)}
CASES: dict[str, Callable[[], Any]] = {
    "start to matrix, 10^6 words in CSV": lambda: Start(_words("words.csv", 10**6), 0.6),
    "start to matrix, 10^6 words in Parquet": lambda: Start(_words("words.parquet", 10**6), 0.6),
    f"{_POWER} int8 in Parquet": lambda: _beside_duckdb(KEYS, "y_true, y_pred", target=0.77),
    f"{_POWER} float32 scores cut in Parquet": lambda: _beside_duckdb(
        _SCORED, "y_true, score::DOUBLE >= 0.7::DOUBLE AS cut"
    ),
    f"{_POWER} int8 in Parquet, weighted": lambda: _beside_duckdb(KEYS, "y_true, y_pred", "w"),
    f"memory of {_POWER} int8 in Parquet": lambda: Peak(_codes(), 300.0),
}
