"""PyArrow datasets: columns whose types DuckDB lacks, the limit of memory, the folder for spill."""

import decimal
import tempfile
from pathlib import Path

import duckdb
import numpy as np
import pyarrow
import pyarrow.dataset
import pytest

import veracity as vc
from veracity.engines.sql.progress import running
from veracity.engines.sql.relations import relation_scan
from veracity.errors import VeracityError

TRUTH = [0, 1, 0, 1, 1, 0]
SCORES = [0.25, 0.5, 0.125, 0.75, 0.0625, 0.875]  # exact in half precision; 4 of 9 pairs in order
HALF = pyarrow.array(np.array(SCORES, "f2"))
DECIMAL = pyarrow.array([decimal.Decimal(str(s)) for s in SCORES], pyarrow.decimal256(60, 4))


def dataset(**columns):
    return pyarrow.dataset.dataset(pyarrow.table({"y": TRUTH, "p": SCORES, **columns}))


@pytest.mark.parametrize("scores", [HALF, DECIMAL], ids=["half", "decimal256"])
def test_types_that_duckdb_lacks(scores):
    for data in (dataset(p=scores), dataset(other=scores)):
        found = vc.evaluate("y", y_proba="p", data=data)
        assert found["auroc"].value == pytest.approx(4 / 9, abs=1e-15)


def test_an_unknown_column_is_named():
    with pytest.raises(VeracityError, match="absent"):
        vc.evaluate("absent", y_proba="p", data=dataset(p=HALF))


def test_a_dataset_is_scanned_within_the_limit_and_spills_into_the_temporary_folder():
    with running(memory_limit="64MB"):
        scan = relation_scan(dataset(), ["y", "p"])
    asked = "SELECT current_setting('memory_limit'), current_setting('temp_directory')"
    limit, folder = scan.connection.execute(asked).fetchone()
    assert limit.startswith("61")  # 64 MB are 61.0 MiB
    assert Path(folder).parent == Path(tempfile.gettempdir())


def test_a_relation_that_needs_more_memory_than_its_connection_has_is_refused():
    connection = duckdb.connect(config={"memory_limit": "30MB", "temp_directory": ""})
    rows = connection.sql("SELECT i % 2 AS y, (i + 1) % 2 AS p, i AS c FROM range(3000000) t(i)")
    with pytest.raises(VeracityError, match="memory limit is too small"):
        vc.evaluate("y", y_pred="p", data=rows, group="c")
