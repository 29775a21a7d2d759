"""Addresses and databases that DuckDB reads by its extensions: the answer of arrays."""

import http.server
import io
import shutil
import sqlite3
import threading
from importlib.util import find_spec
from pathlib import Path

import duckdb
import numpy as np
import pytest

import veracity as vc
from veracity.errors import VeracityError

Y = (np.arange(400) * 7) % 2
P = ((np.arange(400) * 37) % 101) / 100
EXACT = vc.evaluate(Y, y_proba=P)["auroc"].value


@pytest.fixture(autouse=True)
def installed(tmp_path, monkeypatch):
    """A home whose DuckDB has the extensions of the wheels."""
    monkeypatch.setenv("HOME", str(tmp_path))
    platform = duckdb.sql("PRAGMA platform").fetchone()[0]
    home = tmp_path / ".duckdb" / "extensions" / f"v{duckdb.__version__}" / platform
    home.mkdir(parents=True)
    for name in ("httpfs", "sqlite_scanner", "postgres_scanner"):
        found = find_spec(f"duckdb_extension_{name}")
        if found is None:
            pytest.skip(f"duckdb_extension_{name} is not installed")
        folder = Path(found.origin).parent / "extensions"
        shutil.copy(next(folder.rglob("*.duckdb_extension")), home)


class Ranges(http.server.SimpleHTTPRequestHandler):
    """Files with the parts of them that a reader asks for."""

    def log_message(self, *words):
        pass

    def send_head(self):
        asked = self.headers.get("Range")
        if not asked:
            return super().send_head()
        whole = Path(self.translate_path(self.path)).read_bytes()
        first, last = asked.removeprefix("bytes=").split("-")
        part = slice(int(first), min(int(last or len(whole)), len(whole) - 1) + 1)
        self.send_response(206)
        self.send_header("Content-Range", f"bytes {part.start}-{part.stop - 1}/{len(whole)}")
        self.send_header("Content-Length", str(part.stop - part.start))
        self.end_headers()
        return io.BytesIO(whole[part])


@pytest.fixture
def address(tmp_path):
    folder = tmp_path / "web" / "g=1"
    folder.mkdir(parents=True)
    with duckdb.connect() as connection:
        connection.register("t", {"y": Y, "p": P})
        for name in ("rows.parquet", "rows.csv"):
            connection.execute(f"COPY (SELECT * FROM t) TO '{folder / name}'")

    def handler(*given):
        return Ranges(*given, directory=str(tmp_path / "web"))

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/g=1"
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize("name", ["rows.parquet", "rows.csv"])
def test_the_web(address, name):
    found = vc.evaluate("y", y_proba="p", group="g", data=f"{address}/{name}")
    assert found["auroc"].value == EXACT
    assert list(found.by_group) == [1]


def test_what_is_not_there(address):
    with pytest.raises(VeracityError, match="404"):
        vc.evaluate("y", y_proba="p", data=f"{address}/none.parquet")


def test_sqlite(tmp_path):
    path = tmp_path / "rows.db"
    made = sqlite3.connect(path)
    made.execute("CREATE TABLE scores (y INTEGER, p REAL)")
    made.executemany("INSERT INTO scores VALUES (?, ?)", zip(Y.tolist(), P.tolist(), strict=True))
    made.commit()
    made.close()
    for data in (str(path), f"{path}#scores"):
        assert vc.evaluate("y", y_proba="p", data=data)["auroc"].value == EXACT
    with pytest.raises(VeracityError, match="'scores'"):
        vc.evaluate("y", y_proba="p", data=f"{path}#other")


def test_postgresql(postgres):
    import psycopg

    address = f"postgresql://tester@127.0.0.1:{postgres.port}/postgres"
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute("CREATE TABLE scores (y INTEGER, p DOUBLE PRECISION)")
        with connection.cursor().copy("COPY scores FROM STDIN") as copy:
            for row in zip(Y.tolist(), P.tolist(), strict=True):
                copy.write_row(row)
    found = vc.evaluate("y", y_proba="p", data=f"{address}#scores")
    assert found["auroc"].value == EXACT
