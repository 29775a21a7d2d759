"""Random groups of clusters that are named by text, computed where the text lies.

Narwhals knows no hash, so each engine is asked for its own MD5: the group is the one that
`random_groups` gives to the same text. An engine that is not here is refused by name.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from importlib import import_module
from typing import Any

import narwhals as nw

from veracity.engines.frames.number_groups import group_of_numbers
from veracity.errors import refuse
from veracity.statistics.clusters.random_groups import GROUPS, WHOLE_NUMBER

Native = Any  # a table of the engine
_DIGITS, _TEXT = "veracity_md5", "veracity_whole"


def with_text_groups(native: Native, name: str) -> Native:
    """The table with the number of the group instead of a column of texts."""
    engine = nw.from_native(native).implementation
    hashed = _HASHED.get(engine.name)
    if hashed is None:
        raise refuse("clusters_not_poolable", column=name)
    text, whole = nw.col(name), nw.col(name).str.contains(f"^{WHOLE_NUMBER}$")
    frame = nw.from_native(hashed(native, name))
    frame = frame.with_columns(**{_TEXT: nw.when(whole).then(text).otherwise(nw.lit("0"))})
    frame = frame.with_columns(**{_TEXT: nw.col(_TEXT).str.replace_all(r"\.0*$", "")})
    number = group_of_numbers(nw.col(_TEXT))
    group = nw.when(whole).then(number).otherwise(nw.col(_DIGITS) % GROUPS)
    frame = frame.with_columns(**{name: nw.when(~text.is_null()).then(group)})
    return frame.drop(_DIGITS, _TEXT).to_native()


def _first_digits(text: object) -> int | None:
    if not isinstance(text, str):
        return None
    digest = hashlib.md5(text.encode("utf-8", "surrogatepass"), usedforsecurity=False)
    return int(digest.hexdigest()[:3], 16)


def _of_duckdb(relation: Native, name: str) -> Any:
    from duckdb import SQLExpression, StarExpression

    quoted = name.replace('"', '""')
    number = SQLExpression(f"('0x' || substr(md5(\"{quoted}\"), 1, 3))::BIGINT")
    return relation.select(StarExpression(), number.alias(_DIGITS))


def _of_spark(frame: Native, name: str) -> Any:
    connect = "connect" in type(frame).__module__
    functions: Any = import_module(f"pyspark.sql{'.connect' * connect}.functions")
    quoted = name.replace("`", "``")
    digits = functions.substring(functions.md5(functions.col(f"`{quoted}`")), 1, 3)
    return frame.withColumn(_DIGITS, functions.conv(digits, 16, 10).cast("long"))


def _of_ibis(table: Native, name: str) -> Any:
    def md5(text: str) -> str:
        """The function of that name, which most databases have."""
        raise NotImplementedError

    ibis: Any = import_module("ibis")
    digest = ibis.udf.scalar.builtin(md5)(table[name])
    number: Any = 0
    for index, power in enumerate((256, 16, 1)):
        code = digest.substr(index, 1).ascii_str()
        number = number + (code % 16 + (code > 64).ifelse(9, 0)) * power
    return table.mutate(**{_DIGITS: number.cast("int64")})


def _of_polars(frame: Native, name: str) -> Any:
    import polars as pl

    def hashed(column: pl.Series) -> pl.Series:
        return pl.Series([_first_digits(text) for text in column.to_list()], dtype=pl.Int64)

    digits = pl.col(name).map_batches(hashed, return_dtype=pl.Int64, is_elementwise=True)
    return frame.with_columns(digits.alias(_DIGITS))


def _of_dask(frame: Native, name: str) -> Any:
    digits = frame[name].map(_first_digits, meta=(_DIGITS, "float64")).fillna(0).astype("int64")
    return frame.assign(**{_DIGITS: digits})


_HASHED: dict[str, Callable[[Native, str], Any]] = {
    "DUCKDB": _of_duckdb,
    "PYSPARK": _of_spark,
    "PYSPARK_CONNECT": _of_spark,
    "IBIS": _of_ibis,
    "POLARS": _of_polars,
    "DASK": _of_dask,
}
