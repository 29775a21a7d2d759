"""Workers of a cluster, to tell which were lost while it worked: others do their work again."""

from __future__ import annotations

import sys
from typing import Any

Workers = frozenset[str]


def workers_of(table: object) -> Workers:
    """The addresses of the workers that a lazy table is read by; none where nobody can tell.

    Spark lists its executors, but where it takes idle ones away by itself, and to clients of
    Spark Connect; Dask lists those of the client in use.
    """
    module = type(table).__module__
    if module.startswith("pyspark.sql") and "connect" not in module:
        return _executors(getattr(table, "sparkSession", None))
    if module.startswith(("dask.", "dask_expr")) and "distributed" in sys.modules:
        try:
            client = sys.modules["distributed"].default_client()
            return frozenset(client.scheduler_info()["workers"])
        except ValueError:  # there is no client
            return Workers()
    return Workers()


def _executors(session: object) -> Workers:
    context: Any = getattr(session, "sparkContext", None)
    if context.getConf().get("spark.dynamicAllocation.enabled", "false") == "true":
        return Workers()
    known: str = context._jsc.sc().getExecutorMemoryStatus().keys().mkString(" ")
    return frozenset(known.split())
