"""10^8 rows of labels and scores in Parquet, 1 GB for DuckDB: beside its bare group-by and others.

Each side is a process of its own that prints its time of the processor (so that a busy machine does
not matter), its peak of memory and the ROC area it found; the sides take turns.
VERACITY_BENCH_HUGE_ROWS sets the rows, VERACITY_BENCH_FOLDER a folder with room for the file.

2026-11-19, AMD EPYC, 2 cores that ten other processes used as well, 10^8 rows, time of the
processor, the range of four turns (pandas and exact once): DuckDB's group-by 1.8 to 3.2 s, 122 MB;
ours 3.8 to 4.5 s, 206 MB, so 2.1 times the least of the group-by; pandas and scikit-learn 53.6 s,
7.8 GB: 12 to 14 times as long, 38 times the memory. Exact, by spilling: 31 s, 4.4 GB.
On the clock, where those processes count, ours took 5.4 s at best and pandas 467 s. A day before,
with twenty processes beside it: group-by 5.7 s, ours 11.4 s, pandas 99.6 s; exact,
by spilling: 38 s, 4.4 GB. In one other run, of the side "exact" alone (37 s), memory was read from
/proc twice a second: memory of its own (RssAnon) was about 0.5 GB while rows were read, sorted and
added up, and 3.0 GB when the running sums of the table were made; pages of temporary files
(RssFile), which the system may take back, were up to 2.3 GB. Peaks between samples are not seen.
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

ROWS = int(float(os.environ.get("VERACITY_BENCH_HUGE_ROWS", "1e8")))
_DRAWN = """
    SELECT (u < p)::TINYINT AS y, (p >= 0.4)::TINYINT AS called, p FROM (
        SELECT (hash(i) % 1000003) / 1000003.0 AS u,
        1 / (1 + exp(4 - 8 * ((hash(i + 7) % 100000007) / 100000007.0))) AS p FROM range({n}) r(i)
    )
"""
_PROGRAMS = {
    "group-by": """
connection = duckdb.connect(config={"memory_limit": "1GB"})
cell = "(p * 65536)::INTEGER"
connection.execute(f"SELECT y, called, {cell}, count(*) FROM '{path}' GROUP BY ALL").fetchnumpy()
area = "nan"
""",
    "ours": """
with running(memory_limit="1GB"):
    found = vc.evaluate("y", "called", y_proba="p", data=path)
area = found["auroc"].value
""",
    "exact": """
with running(memory_limit="1GB"):
    found = vc.evaluate("y", y_proba="p", data=path, metrics=["auroc"], resolution="exact")
area = found.scores.metric("auroc")
""",
    "pandas": """
import pandas as pd
from sklearn.metrics import roc_auc_score
frame = pd.read_parquet(path, columns=["y", "p"])
area = roc_auc_score(frame["y"], frame["p"])
""",
}
_IMPORTS = {"ours": True, "exact": True}
_BEGIN = """
import re, resource, sys
path = sys.argv[1]
"""
_END = """
used = resource.getrusage(resource.RUSAGE_SELF)
peak = re.search(r"VmHWM:\\s+(\\d+)", open("/proc/self/status").read())[1]
print(used.ru_utime + used.ru_stime, int(peak) / 1e3, area)
"""
_OURS = "import veracity as vc\nfrom veracity.engines.sql.progress import running\n"


@cache
def _rows() -> Path:
    """The file, written by DuckDB; kept where a folder was named."""
    named = os.environ.get("VERACITY_BENCH_FOLDER")
    path = (Path(named) if named else _folder()) / f"huge-{ROWS}.parquet"
    if not path.exists():
        duckdb.connect(config={"memory_limit": "2GB"}).execute(
            f"COPY ({_DRAWN.format(n=ROWS)}) TO '{path}'"
        )
    return path


def _ran(side: str) -> tuple[float, float, float]:
    """Seconds of the processor, megabytes, and the ROC area."""
    head = _BEGIN + (_OURS if side in _IMPORTS else "import duckdb\n")
    command = [sys.executable, "-c", head + _PROGRAMS[side] + _END, str(_rows())]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    seconds, peak, area = map(float, done.stdout.split()[-3:])
    print(f"  {side}: {seconds:.1f} s, {peak:.0f} MB, {area}", file=sys.stderr, flush=True)
    return seconds, peak, area


@cache
def _turns(rounds: int, *sides: str) -> dict[str, tuple[float, float]]:
    """The best time and the highest peak of each side."""
    found: dict[str, list[tuple[float, float, float]]] = {side: [] for side in sides}
    for _ in range(rounds):
        for side in sides:
            found[side].append(_ran(side))
    areas = [one[2] for side in sides if side != "group-by" for one in found[side]]
    if max(areas) - min(areas) > 1e-4:
        raise AssertionError(f"the ROC areas differ: {areas}")
    return {
        side: (min(r[0] for r in runs), max(r[1] for r in runs)) for side, runs in found.items()
    }


@dataclass(frozen=True)
class Beside:
    """One side beside another, by time or by memory."""

    peer: str
    sides: tuple[str, str]
    target: float
    memory: bool = False
    rounds: int = 3

    def measured(self, rounds: int | None = None) -> Measured:
        """In turns."""
        found = _turns(rounds or self.rounds, *self.sides)
        theirs, ours = (found[side][self.memory] for side in self.sides)
        if self.memory:
            return Measured(self.peer, theirs, ours, self.target, "MB")
        return Measured(self.peer, theirs * 1e3, ours * 1e3, self.target)


@dataclass(frozen=True)
class Peak:
    """The peak of memory of one side beside a limit in megabytes."""

    sides: tuple[str, ...]
    limit: float
    rounds: int = 3

    def measured(self, rounds: int | None = None) -> Measured:
        """From the same runs as the times."""
        peak = _turns(rounds or self.rounds, *self.sides)[self.sides[-1]][1]
        return Measured("a limit", self.limit, peak, 1.0, "MB")


_BARE, _OTHER = ("group-by", "ours"), ("pandas", "ours")
_SKLEARN = "pandas + roc_auc_score"
CASES: dict[str, Callable[[], Any]] = {
    f"{ROWS:.0e} rows, time": lambda: Beside("DuckDB's group-by, 2^16 cells", _BARE, 0.25),
    f"{ROWS:.0e} rows, memory": lambda: Peak(_BARE, 1300.0),
    f"{ROWS:.0e} rows, time beside pandas": lambda: Beside(_SKLEARN, _OTHER, 8.0, rounds=1),
    f"{ROWS:.0e} rows, memory beside pandas": lambda: Beside(_SKLEARN, _OTHER, 4.0, True, 1),
    f"{ROWS:.0e} rows, exact AUROC, time": lambda: Beside(
        _SKLEARN, ("pandas", "exact"), 1.0, rounds=1
    ),
}
