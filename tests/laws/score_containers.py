"""The table of the law of scores in everything that holds rows in this process."""

import narwhals as nw
import polars as pl
import pyarrow as pa
import pyarrow.dataset
import pyarrow.parquet

from tests.engines.containers import CONNECTION
from tests.laws import score_law


def arrays(table, folder):
    """None: columns are given themselves, as `score_law.columns` has them."""
    return


def pandas(table, folder):
    return table.to_pandas()


def polars(table, folder):
    return pl.from_arrow(table)


def polars_lazy(table, folder):
    return pl.from_arrow(table).lazy()


def arrow(table, folder):
    return table


def dataset(table, folder):
    pa.parquet.write_table(table.slice(0, 700), folder / "a.parquet")
    pa.parquet.write_table(table.slice(700), folder / "b.parquet")
    return pa.dataset.dataset(folder)


def parquet(table, folder):
    pa.parquet.write_table(table, folder / "a.parquet")
    return folder / "a.parquet"


def relation(table, folder):
    return CONNECTION.from_arrow(table)


def lazy_relation(table, folder):
    return nw.from_native(relation(table, folder))


LAZY = (polars_lazy, lazy_relation)
EVERY = (arrays, pandas, polars, polars_lazy, arrow, dataset, parquet, relation, lazy_relation)


def check(build, name, folder):
    """Hold the law for one plan on the table in one of them."""
    data = build(pa.table(score_law.columns()), folder)
    return score_law.check(name, data, lazy=build in LAZY)
