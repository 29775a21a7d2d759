"""10^8 rows on a Spark cluster of two workers on this machine, beside Spark's own group-by.

In the environment of `make test-engines`: `.venv-engines/bin/python -m benchmarks.spark`. Both
sides take turns in one session, and every number is of the same runs: seconds on the clock, seconds
of the processor of the workers and of the driver (its Python and its Java, read from /proc), and
the peak of memory of both processes of the driver. VERACITY_BENCH_HUGE_ROWS sets the rows,
VERACITY_BENCH_FOLDER a folder with room for the file.

2026-11-18, AMD EPYC, 2 cores that 20 other processes used as well, pyspark 4.3.0, Java 17, one turn
of 10^8 rows: Spark's group-by 245 s, 59 s of the processor; ours 462 s, 84 s of the processor, in
one pass, 556,143 values brought home; so 1.89 times on the clock and 1.42 of the processor. Driver:
194 MB of Python and 478 MB of Java, whose heap Spark does not let be below 450 MB.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from benchmarks.hundred_million import ROWS, _rows

TURNS = int(os.environ.get("VERACITY_BENCH_TURNS", "2"))
_FEW = 4 * 10**6
_TICKS = os.sysconf("SC_CLK_TCK")
_OPTIONS = {
    "spark.driver.memory": "450m",
    "spark.executor.memory": "700m",
    "spark.ui.enabled": "false",
    "spark.sql.shuffle.partitions": "4",
    "spark.sql.execution.arrow.pyspark.enabled": "true",
}


def main() -> None:
    """Print what each turn took, and the ratios of the best."""
    path = str(_rows())
    with _session() as (spark, workers):
        table = spark.read.parquet(path)
        sides = {"Spark's group-by": lambda: _bare(table), "ours": lambda: _ours(table)}
        took: dict[str, list[tuple[float, float]]] = {name: [] for name in sides}
        for side in (_bare, _ours):  # Java compiles what it runs often
            side(table.limit(_FEW))
        for _ in range(TURNS):
            for name, side in sides.items():
                took[name].append(_timed(name, side, workers))
        best = {name: [min(one) for one in zip(*runs, strict=True)] for name, runs in took.items()}
        bare, ours = best.values()
        print(f"{ROWS:.0e} rows: {ours[0] / bare[0]:.2f} of the time on the clock")
        print(f"{ours[1] / bare[1]:.2f} of the time of the processor")
        java = _java_of(os.getpid())
        print(f"driver: {_peak(os.getpid()):.0f} MB of Python, {_peak(java):.0f} MB of Java")


def _bare(table: Any) -> str:
    from pyspark.sql import functions as f

    cell = (f.col("p") * 65536).cast("int").alias("cell")
    found = table.groupBy("y", "called", cell).count().toArrow()
    return f"{found.num_rows} cells of {sum(found['count'].to_pylist())} rows"


def _ours(table: Any) -> str:
    import veracity as vc

    found = vc.evaluate("y", "called", y_proba="p", data=table)
    return f"{found['auroc'].value} within {found['auroc'].bound:.1e}; {found.reading}"


def _timed(
    name: str, side: Callable[[], str], workers: Callable[[], list[int]]
) -> tuple[float, float]:
    def used() -> float:
        return sum(map(_seconds, (os.getpid(), _java_of(os.getpid()), *workers())))

    clock, before = time.perf_counter(), used()
    said = side()
    took = time.perf_counter() - clock, used() - before
    print(f"  {name}: {took[0]:.1f} s, {took[1]:.1f} s of the processor; {said}", flush=True)
    return took


@contextmanager
def _session() -> Iterator[tuple[Any, Callable[[], list[int]]]]:
    """A session on a cluster of its own, and a way to list the processes that run its work."""
    from pyspark.sql import SparkSession

    from tests.other_engines.conftest import HERE, SparkCluster

    os.environ |= {"SPARK_LOCAL_IP": HERE, "PYSPARK_PYTHON": sys.executable}
    with tempfile.TemporaryDirectory() as folder:
        cluster = SparkCluster(Path(folder))
        try:
            builder = SparkSession.builder.master(cluster.url)
            own = {"spark.driver.host": HERE, "spark.driver.bindAddress": HERE}
            for option, value in (_OPTIONS | own).items():
                builder = builder.config(option, value)
            session = builder.getOrCreate()
            session.sparkContext.setLogLevel("ERROR")
            yield session, lambda: [p for one in cluster.started[1:] for p in _below(one.pid)]
            session.stop()
        finally:
            cluster.stop()


def _below(process: int) -> list[int]:
    """The processes that this one has started, and theirs."""
    task = Path(f"/proc/{process}/task/{process}/children")
    own = [int(word) for word in task.read_text().split()]
    for thread in Path(f"/proc/{process}/task").iterdir():
        own += [int(word) for word in (thread / "children").read_text().split()]
    own = list(dict.fromkeys(own))
    return own + [further for one in own for further in _below(one)]


def _java_of(process: int) -> int:
    return next(one for one in _below(process) if b"SparkSubmit" in _words_of(one))


def _words_of(process: int) -> bytes:
    return Path(f"/proc/{process}/cmdline").read_bytes()


def _seconds(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS


def _peak(process: int) -> float:
    status = Path(f"/proc/{process}/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0]) / 1e3


if __name__ == "__main__":
    main()
