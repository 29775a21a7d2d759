"""The DuckDB connection behind every query: in memory, without network, interruptible."""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from veracity.engines.sql.progress import current
from veracity.errors import refuse

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_POLL = 0.2


@contextmanager
def session() -> Iterator[DuckDBPyConnection]:
    """A connection that spills into a temporary folder and takes both with it when it ends."""
    with tempfile.TemporaryDirectory(prefix="veracity-") as folder:
        connection = own_connection(folder)
        try:
            # DuckDB would print a bar of its own on standard output, where JSON may be expected
            connection.execute("SET enable_progress_bar_print = false")
            if current().on_progress is not None:
                connection.execute("SET enable_progress_bar = true")
            yield connection
        finally:
            connection.close()


def own_connection(folder: str) -> DuckDBPyConnection:
    """A connection in memory, within the limit that holds here, that spills into this folder.

    Extensions are never fetched or loaded: what reads local files is built in.
    """
    import duckdb

    config: dict[str, Any] = {
        "temp_directory": folder,
        "autoinstall_known_extensions": "false",
        "autoload_known_extensions": "false",
    }
    limit = current().memory_limit
    if limit is not None:
        config["memory_limit"] = str(limit)
    try:
        return duckdb.connect(":memory:", config=config)
    except duckdb.Error as error:
        if limit is None:
            raise
        raise refuse("memory_limit_unknown", given=repr(limit)) from error


def waited_for(connection: DuckDBPyConnection, work: Callable[[], Any]) -> Any:
    """What `work` gives, done in another thread, so that Ctrl-C is heard at once here."""
    outcome: list[Any] = []
    failure: list[BaseException] = []
    done = threading.Event()

    def run() -> None:
        try:
            outcome.append(work())
        except BaseException as error:  # handed to the thread that waits
            failure.append(error)
        finally:
            done.set()

    worker = threading.Thread(target=run, name="veracity-query", daemon=True)
    worker.start()
    try:
        while not done.wait(_POLL):
            report_progress(connection.query_progress() / 100)
    except BaseException:
        connection.interrupt()
        worker.join()
        raise
    worker.join()
    if failure:
        raise failure[0]
    return outcome[0]


def report_progress(share: float) -> None:
    """Whoever wants to know hears how far the work is."""
    on_progress = current().on_progress
    if on_progress is not None and share >= 0:
        on_progress(min(share, 1.0))
