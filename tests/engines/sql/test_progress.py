"""Long work: a memory limit that holds, progress that is told, Ctrl-C that is heard."""

import os
import signal
import subprocess
import sys
import tempfile
import textwrap
import threading
import time
from pathlib import Path

import duckdb
import pytest

from tests.engines.refusals import refused
from tests.engines.rows_read import scored_rows
from veracity.engines.reading.reading_labels import group_sum
from veracity.engines.sql import session
from veracity.engines.sql.progress import RunOptions, current, running

KEYS = {"y_true": "t", "y_pred": "p"}


@pytest.fixture(scope="module")
def large(tmp_path_factory):
    """Enough rows for a query of a second or so."""
    path = tmp_path_factory.mktemp("large") / "a.parquet"
    duckdb.connect().execute(
        "COPY (SELECT hash(i) % 1000 AS t, hash(i + 1) % 1000 AS p, i AS id "
        f"FROM range(6000000) r(i)) TO '{path}'"
    )
    return path


def test_nothing_holds_outside_the_block():
    told = print
    with running("1GB", told) as inside:
        assert current() is inside
        assert inside == RunOptions("1GB", told)
        with running():
            assert current() == RunOptions()
        assert current() is inside
    assert current() == RunOptions()


def test_the_block_ends_with_an_error():
    with pytest.raises(KeyError), running("1GB"):
        raise KeyError
    assert current() == RunOptions()


def test_another_thread_has_its_own():
    seen = []
    with running("1GB"):
        thread = threading.Thread(target=lambda: seen.append(current()))
        thread.start()
        thread.join()
    assert seen == [RunOptions()]


def test_settings_of_the_session():
    def setting(connection, name):
        return connection.execute("SELECT current_setting(?)", [name]).fetchone()[0]

    with running("300MB"), session.session() as connection:
        assert setting(connection, "memory_limit").startswith(("286", "300"))
        assert setting(connection, "autoinstall_known_extensions") is False
        assert setting(connection, "autoload_known_extensions") is False
        folder = Path(setting(connection, "temp_directory"))
        assert folder.parent == Path(tempfile.gettempdir())
        assert folder.is_dir()
    assert not folder.exists()


def test_a_limit_that_is_none(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("t,p\n1,1\n")
    with running("much"):
        refused(lambda: group_sum(path, KEYS), "memory limit 'much'", "2GB")


def test_the_limit_holds(large):
    """A million groups do not fit into 20 MB, and do fit into 500 MB."""
    keys = {**KEYS, "cluster": "id"}
    with running("15MB"):
        refused(lambda: group_sum(large, keys), "memory limit is too small")
    with running("500MB"):
        assert group_sum(large, KEYS)[1].read == 6_000_000


def test_progress(large, monkeypatch):
    monkeypatch.setattr(session, "_POLL", 0.01)
    shares, threads = [], set()

    def told(share):
        shares.append(share)
        threads.add(threading.get_ident())

    with running(on_progress=told):
        group_sum(large, KEYS)
    assert len(shares) > 1
    assert min(shares) >= 0
    assert shares[-1] == max(shares) == 1
    assert threads == {threading.get_ident()}


def test_what_progress_raises_stops_the_work(large, monkeypatch, tmp_path):
    monkeypatch.setattr(session, "_POLL", 0.01)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))

    def stop(share):
        raise RuntimeError("enough")

    with running(on_progress=stop), pytest.raises(RuntimeError, match="enough"):
        group_sum(large, {**KEYS, "cluster": "id"})
    assert list(tmp_path.iterdir()) == []
    assert not [t for t in threading.enumerate() if t.name == "veracity-query"]


PROGRAM = """
    import signal, sys, threading, time
    import pyarrow.dataset
    from veracity.engines.reading.reading_labels import group_sum
    signal.signal(signal.SIGINT, signal.default_int_handler)  # also of tests in the background
    path, kind = sys.argv[1:]
    data = pyarrow.dataset.dataset(path) if kind == "dataset" else path
    print("ready", flush=True)
    try:
        group_sum(data, {"a": "t", "b": "p", "c": "id"})
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        print("stopped", threading.active_count(), flush=True)
        sys.exit(130)
    print("done", flush=True)
"""


@pytest.mark.parametrize("kind", ["file", "dataset"])
def test_ctrl_c(kind, large, tmp_path):
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    process = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(PROGRAM), str(large), kind],
        stdout=subprocess.PIPE,
        text=True,
        env=environment,
    )
    assert process.stdout.readline() == "ready\n"
    deadline = time.monotonic() + 20
    while kind == "file" and not list(tmp_path.glob("*")) and time.monotonic() < deadline:
        time.sleep(0.01)
    start = time.monotonic()
    for press in range(200):  # a person presses it again where one fell into the start of the work
        time.sleep(0.3 if press else 0.05)
        if process.poll() is not None:
            break
        process.send_signal(signal.SIGINT)
    said, _ = process.communicate(timeout=30)
    assert (said, process.returncode) == ("stopped 1\n", 130)
    assert time.monotonic() - start < 60
    assert list(tmp_path.iterdir()) == []


def test_nothing_heavy_is_imported_to_begin_with():
    program = (
        "import sys, veracity.engines.reading.reading_labels; "
        "print(*{'duckdb', 'narwhals', 'pandas', 'polars', 'pyarrow'} & set(sys.modules))"
    )
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (said.stdout, said.stderr) == ("\n", "")


def test_only_what_is_needed_is_imported(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("t,p\n1,1\n")
    program = (
        "import sys; from veracity.engines.reading.reading_labels import group_sum; "
        f"group_sum({str(path)!r}, "
        "{'a': 't'}); print(*{'narwhals', 'pandas', 'polars', 'pyarrow'} & set(sys.modules))"
    )
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (said.stdout, said.stderr) == ("\n", "")


SCORES = {"y_score": "p"}


def test_progress_over_two_scans(large, monkeypatch):
    monkeypatch.setattr(session, "_POLL", 0.01)
    shares = []
    with running(on_progress=shares.append):
        scored = scored_rows(large, "t", SCORES)
        judged = len(shares)
        rows = sum(len(piece.truth) for piece in scored.pieces())
        told = len(shares)
        assert sum(1 for _ in scored.pieces()) > 1
    assert rows == 6_000_000
    assert judged > 1
    assert shares[judged - 1] == 0.5
    assert min(shares[judged:]) > 0.5
    assert shares[judged:] == sorted(shares[judged:])
    assert shares[-1] == 1
    assert len(shares) == told  # a second reading is not told again


def test_what_progress_raises_stops_the_second_scan(large, monkeypatch, tmp_path):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))

    def stop(share):
        if share > 0.6:
            raise RuntimeError("enough")

    with running(on_progress=stop):
        scored = scored_rows(large, "t", SCORES)
        with pytest.raises(RuntimeError, match="enough"):
            list(scored.pieces())
    assert list(tmp_path.iterdir()) == []


def test_a_reading_that_is_given_up_leaves_nothing(large, monkeypatch, tmp_path):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    pieces = scored_rows(large, "t", SCORES).pieces()
    next(pieces)
    assert len(list(tmp_path.iterdir())) == 1
    del pieces
    assert list(tmp_path.iterdir()) == []
