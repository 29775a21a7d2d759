"""Engines by name: each reads what it reads, and says so of the rest."""

import pandas as pd
import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet
import pytest

from tests.engines.refusals import refused
from tests.engines.scanned_twice import every_source
from veracity.engines.reading.reading_scores import checked_engine


@pytest.mark.parametrize("name", ["array", "duckdb", "narwhals"])
def test_engines_by_name(name, tmp_path):
    columns = {"t": [0, 1], "s": [1, 2]}
    sources = every_source(columns, tmp_path)
    pa.feather.write_feather(pa.table(columns), str(tmp_path / "a.feather"))
    fits = {
        "array": [None, columns, pd.DataFrame(columns), sources["frame"], tmp_path / "a.feather"],
        "duckdb": [sources["csv"], str(sources["parquet"]), [sources["json"]], sources["relation"]],
        "narwhals": [sources["polars"], sources["other"]],
    }
    for engine, every in fits.items():
        for data in every:
            checked_engine(None, data)
            if engine == name:
                checked_engine(name, data)
            else:
                refused(lambda d=data: checked_engine(name, d), repr(name), repr(engine))
    refused(lambda: checked_engine("spark", None), "'spark'", "'array', 'duckdb', 'narwhals'")
    refused(lambda: checked_engine("duckdb", "nowhere.csv"), "nowhere.csv")
