"""Batches of numbers from DuckDB, without pyarrow."""

import subprocess
import sys

import duckdb
import numpy as np
import pytest

from veracity.engines.sql.arrow_stream import StreamFailed, batches

TYPES = {
    "TINYINT": np.int8,
    "SMALLINT": np.int16,
    "INTEGER": np.int32,
    "BIGINT": np.int64,
    "UTINYINT": np.uint8,
    "USMALLINT": np.uint16,
    "UINTEGER": np.uint32,
    "UBIGINT": np.uint64,
    "FLOAT": np.float32,
    "DOUBLE": np.float64,
}


def test_every_type_of_number_in_the_order_of_the_rows():
    wanted = ", ".join(f"(i % 100)::{name} AS c{name}" for name in TYPES)
    capsule = duckdb.sql(f"SELECT {wanted} FROM range(300000) r(i)").__arrow_c_stream__()
    found = list(batches(capsule))
    assert len(found) > 1 or duckdb.__version__ < "2"
    for column, kind in zip(zip(*found, strict=True), TYPES.values(), strict=True):
        whole = np.concatenate(column)
        assert whole.dtype == kind
        assert np.array_equal(whole, np.arange(300_000) % 100)


def test_no_rows():
    assert list(batches(duckdb.sql("SELECT 1 AS x WHERE false").__arrow_c_stream__())) == []


def test_batches_outlive_the_stream():
    connection = duckdb.connect()
    stream = batches(connection.sql("SELECT i FROM range(10) r(i)").__arrow_c_stream__())
    first = next(stream)[0]
    stream.close()
    connection.close()
    assert first.tolist() == list(range(10))


def test_an_error_on_the_way_is_raised():
    failing = (
        "SELECT CASE WHEN i = 250000 THEN error('boom')::BIGINT ELSE i END FROM range(300000) r(i)"
    )
    with pytest.raises((StreamFailed, duckdb.Error), match="boom"):
        list(batches(duckdb.sql(failing).__arrow_c_stream__()))


def test_neither_pyarrow_nor_pandas_is_needed(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("t,s\nno,0.5\nyes,0.75\n")
    program = (
        "import sys\n"
        "for name in ('pyarrow', 'pandas', 'polars'): sys.modules[name] = None\n"
        "from veracity.engines.reading.reading_scores import ReadRequest, read_rows\n"
        f"asked = ReadRequest(data={str(path)!r}, truth='t', scores={{'s': 's'}}, predicted='t')\n"
        "scored = read_rows(asked)\n"
        "print([piece.scores['s'].tolist() for piece in scored.pieces()])\n"
        "print('narwhals' in sys.modules)\n"
    )
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (said.stdout, said.stderr) == ("[[0.5, 0.75]]\nFalse\n", "")
