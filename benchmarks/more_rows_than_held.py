"""Twenty million rows with scores: more than are held at once, from every source.

Each is a process of its own, which evaluates, compares the ROC area with DuckDB's exact one and
prints its time (of the processor, so that a busy machine does not matter) and its peak of memory.
VERACITY_BENCH_SCORED_ROWS sets the rows.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import duckdb

from benchmarks.case import Measured
from benchmarks.files import _folder

ROWS = int(float(os.environ.get("VERACITY_BENCH_SCORED_ROWS", "2e7")))
_COLUMNS = """
    p, (u < p)::TINYINT AS y, (i % 20)::TINYINT AS g, (hash(i + 5) % (n // 10))::INTEGER AS c,
    (hash(i + 6) % 7 + 1) / 2 AS w, p * 0.5 AS p1, p * 0.5 AS p2, 1 - p AS p0,
    CASE WHEN u < p THEN 1 + (i % 2) ELSE 0 END::TINYINT AS k
"""
_DRAWN = """
    SELECT i, {n} AS n, (hash(i) % 1000003) / 1000003.0 AS u,
    1 / (1 + exp(4 - 8 * ((hash(i + 7) % 100000007) / 100000007.0))) AS p FROM range({n}) r(i)
"""
_EXACT = """
    WITH t AS (
        SELECT p, sum(({w}) * y) AS yes, sum(({w}) * (1 - y)) AS no FROM '{path}' GROUP BY p
    ),
    c AS (SELECT yes, no, sum(no) OVER (ORDER BY p) AS below FROM t)
    SELECT sum(yes * (below - no / 2)) / (sum(yes) * sum(no)) FROM c
"""
_PROGRAM = """
import re, resource, sys
import veracity as vc
from veracity.engines.sql.progress import running

path, source, exact, given = sys.argv[1], sys.argv[2], float(sys.argv[3]), sys.argv[4:]
asked = dict(pair.split("=") for pair in given)
data = path
if source == "relation":
    import duckdb
    data = duckdb.connect(config={"memory_limit": "1GB"}).read_parquet(path)
if source == "lazy":
    import polars as pl
    data = pl.scan_parquet(path)
if source == "arrays":
    import duckdb
    names = ", ".join(["y", *asked.values()])
    data = duckdb.sql(f"SELECT {names} FROM '{path}'").fetchnumpy()
if "threshold" in asked:
    asked["threshold"] = float(asked["threshold"])
truth = "y"
if "classes" in asked:
    del asked["classes"]
    truth, asked["y_proba"] = "k", {0: "p0", 1: "p1", 2: "p2"}
with running(memory_limit="1GB"):
    found = vc.evaluate(truth, data=data, **asked)
if truth == "y":
    area = found["auroc"]
    assert abs(area.value - exact) <= area.bound + 1e-9, (area.value, exact, area.bound)
    assert 0 < area.bound < 1e-4, area.bound
str(found)
used = resource.getrusage(resource.RUSAGE_SELF)
peak = re.search(r"VmHWM:\\s+(\\d+)", open("/proc/self/status").read())[1]
print(used.ru_utime + used.ru_stime, int(peak) / 1e3)
"""
PLAIN = {"y_proba": "p"}


@cache
def _rows(ending: str) -> Path:
    """The file, written by DuckDB."""
    path = _folder() / f"scored.{ending}"
    drawn = f"SELECT {_COLUMNS} FROM ({_DRAWN.format(n=ROWS)})"
    duckdb.connect().execute(f"COPY ({drawn}) TO '{path}'")
    return path


@cache
def _exact(weight: str) -> float:
    statement = _EXACT.format(w=weight, path=_rows("parquet"))
    return float(duckdb.connect().execute(statement).fetchall()[0][0])


@cache
def _ran(source: str, *asked: tuple[str, str]) -> tuple[float, float]:
    """Seconds and megabytes of an evaluation."""
    path = _rows("csv" if source == "csv" else "parquet")
    exact = _exact("w" if "sample_weight" in dict(asked) else "1")
    given = [str(path), source, repr(exact), *(f"{name}={value}" for name, value in asked)]
    command = [sys.executable, "-c", _PROGRAM, *given]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    seconds, peak = map(float, done.stdout.split()[-2:])  # after a bar of progress
    return seconds, peak


@dataclass(frozen=True)
class Ends:
    """An evaluation: its peak of memory beside a limit, or its time beside that of a plain one."""

    source: str
    asked: dict[str, str]
    megabytes: float | None = None
    times: float | None = None

    def measured(self, rounds: int | None = None) -> Measured:
        """Once: this is no matter of milliseconds."""
        del rounds
        seconds, peak = _ran(self.source, *(PLAIN | self.asked).items())
        if self.times is None:
            return Measured("a limit", self.megabytes or peak, peak, 1.0, "MB")
        plain = _ran(self.source, *PLAIN.items())[0]
        peer = f"{self.times:g} times the plain one"
        return Measured(peer, self.times * plain * 1e3, seconds * 1e3, 1.0)


KINDS: dict[str, dict[str, str]] = {
    "plain": {},
    "weights": {"sample_weight": "w"},
    "20 groups": {"group": "g"},
    "clusters, a tenth of the rows": {"cluster": "c"},
    "threshold": {"threshold": "0.3"},
    "weights, groups, clusters": {"sample_weight": "w", "group": "g", "cluster": "c"},
    "three class columns": {"classes": "3"},
}
CASES: dict[str, Callable[[], Any]] = {
    f"memory, Parquet, {kind}": lambda asked=asked: Ends("parquet", asked, megabytes=1500.0)
    for kind, asked in KINDS.items()
}
CASES |= {
    f"memory, {source}": lambda source=source: Ends(source, {}, megabytes=2000.0)
    for source in ("csv", "relation", "lazy", "arrays")
}
CASES |= {
    "time, 20 groups": lambda: Ends("parquet", KINDS["20 groups"], times=3.0),
    "time, clusters": lambda: Ends("parquet", KINDS["clusters, a tenth of the rows"], times=8.0),
}
