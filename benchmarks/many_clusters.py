"""Twenty million rows in two million clusters and a thousand groups, with 1 GB for DuckDB.

A process of its own prints its time of the processor and its peak of memory; the limit is 1.3
times what DuckDB may take. VERACITY_BENCH_CLUSTERED_ROWS sets the rows.

2026-11-18, AMD EPYC, 2 cores shared with other work: scores 926 MB (27 s of the processor, ROC area
known to 6.1e-5); labels 852 MB (8.5 s of the processor). `python -m benchmarks many_clusters`
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

ROWS = int(float(os.environ.get("VERACITY_BENCH_CLUSTERED_ROWS", "2e7")))
_COLUMNS = """
    (hash(i) % 1000003) / 1000003.0 < p AS y, p, (hash(i + 5) % ({n} // 10))::INTEGER AS c,
    (hash(i + 6) % 1000)::SMALLINT AS g
"""
_DRAWN = (
    "SELECT i, 1 / (1 + exp(4 - 8 * ((hash(i + 7) % 100000007) / 1e8))) AS p FROM range({n}) r(i)"
)
_PROGRAM = """
import re, resource, sys
import veracity as vc
from veracity.engines.sql.progress import running

path, *given = sys.argv[1:]
with running(memory_limit="1GB"):
    found = vc.evaluate("y", data=path, **dict(pair.split("=") for pair in given))
str(found)
used = resource.getrusage(resource.RUSAGE_SELF)
peak = re.search(r"VmHWM:\\s+(\\d+)", open("/proc/self/status").read())[1]
print(used.ru_utime + used.ru_stime, int(peak) / 1e3)
"""


@cache
def _rows() -> Path:
    path = _folder() / "clustered.parquet"
    drawn = f"SELECT {_COLUMNS.format(n=ROWS)} FROM ({_DRAWN.format(n=ROWS)})"
    duckdb.connect(config={"memory_limit": "2GB"}).execute(f"COPY ({drawn}) TO '{path}'")
    return path


@dataclass(frozen=True)
class Peak:
    """The peak of memory of an evaluation beside 1.3 times the limit of DuckDB."""

    asked: tuple[str, ...]

    def measured(self, rounds: int | None = None) -> Measured:
        """Once."""
        del rounds
        command = [sys.executable, "-c", _PROGRAM, str(_rows()), *self.asked]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        peak = float(done.stdout.split()[-1])
        return Measured("1.3 times the limit", 1300.0, peak, 1.0, "MB")


CASES: dict[str, Callable[[], Any]] = {
    "memory, labels": lambda: Peak(("y_pred=y", "cluster=c", "group=g")),
    "memory, scores": lambda: Peak(("y_proba=p", "cluster=c", "group=g")),
}
