"""Every kind of column a user may give: how to draw its values and how to build it."""

import datetime
import itertools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
from hypothesis import strategies as st


@dataclass(frozen=True)
class Kind:
    """Python values and the column that holds them."""

    values: Any
    build: Callable[[list[Any]], Any]


WORDS = st.one_of(
    st.sampled_from(["", "a", "A", " a", "é", "e\u0301", "世界", "🙂", "class_007"]),
    st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=6),
)
WHOLE = st.one_of(
    st.integers(-3, 3),
    st.sampled_from([2**53, 2**53 + 1, 2**62, -(2**63), 2**63 - 1, 10**15, 10**15 + 1]),
)
FLOATS = st.one_of(
    st.sampled_from([0.0, -0.0, 1.0, -1.0, 0.1, 2.0**53, 1e300, 5e-324]),
    st.floats(allow_nan=False, allow_infinity=False),
)
MOMENTS = st.datetimes(datetime.datetime(1700, 1, 1), datetime.datetime(2250, 1, 1))
SPANS = st.timedeltas(datetime.timedelta(-9999), datetime.timedelta(9999))
SMALL = st.integers(0, 3)


def _strided(values):
    """Every second element of an array."""
    return np.repeat(np.array(values, np.int64), 2)[::2]


def _categorical(values):
    """With categories that do not occur, in no order."""
    return pd.Categorical(values, categories=["never", *sorted(set(values), reverse=True)])


def _chunked(values):
    half = len(values) // 2
    return pa.chunked_array([pa.array(values[:half], pa.string()), pa.array(values[half:])])


def _chunked_dictionary(values):
    """Chunks whose dictionaries differ."""
    half = len(values) // 2
    parts = [
        pa.array(part, pa.string()).dictionary_encode() for part in (values[half:], values[:half])
    ]
    return pa.chunked_array(parts[::-1])


def _enum(values):
    return pl.Series(values, dtype=pl.Enum(["never", *dict.fromkeys(values)]))


NOT_NEVER = WORDS.filter(lambda text: text != "never")
KINDS = {
    "list": Kind(WHOLE | FLOATS | st.booleans(), list),
    "list of words": Kind(WORDS, list),
    "tuple of words": Kind(WORDS, tuple),
    "tuples": Kind(st.tuples(SMALL, WORDS), list),
    "dates": Kind(st.dates(), list),
    "numpy objects": Kind(WHOLE | FLOATS | st.booleans(), lambda v: np.array(v, object)),
    "numpy object words": Kind(WORDS, lambda v: np.array(v, object)),
    "numpy words": Kind(WORDS, np.array),
    "numpy words, other byte order": Kind(
        WORDS, lambda v: np.array(v).astype(np.array(v).dtype.newbyteorder())
    ),
    "numpy letters": Kind(st.sampled_from(["a", "é", "世", "🙂", ""]), lambda v: np.array(v, "U1")),
    "numpy bytes": Kind(st.sampled_from([b"", b"a", b"abc", b"\xff"]), np.array),
    "bool": Kind(st.booleans(), np.array),
    "int8": Kind(st.integers(-128, 127), lambda v: np.array(v, np.int8)),
    "uint8": Kind(st.integers(0, 255), lambda v: np.array(v, np.uint8)),
    "int16": Kind(st.integers(-(2**15), 2**15 - 1), lambda v: np.array(v, np.int16)),
    "uint32": Kind(st.integers(0, 2**32 - 1), lambda v: np.array(v, np.uint32)),
    "int64": Kind(WHOLE, lambda v: np.array(v, np.int64)),
    "int64, one column": Kind(WHOLE, lambda v: np.array(v, np.int64)[:, None]),
    "int64, strided": Kind(WHOLE, _strided),
    "int64, big-endian": Kind(WHOLE, lambda v: np.array(v, ">i8")),
    "uint64": Kind(
        st.sampled_from([0, 1, 2**63 - 1, 2**63, 2**64 - 1]), lambda v: np.array(v, np.uint64)
    ),
    "uint64, narrow and far": Kind(
        st.integers(2**63 - 5, 2**63 - 1), lambda v: np.array(v, np.uint64)
    ),
    "int64, narrow and far": Kind(
        st.integers(-(2**63), -(2**63) + 4), lambda v: np.array(v, np.int64)
    ),
    "float16": Kind(
        st.sampled_from([0.0, -0.0, 0.5, 1.0, 65504.0, 2.0**-24]), lambda v: np.array(v, np.float16)
    ),
    "float32": Kind(
        st.floats(width=32, allow_nan=False, allow_infinity=False),
        lambda v: np.array(v, np.float32),
    ),
    "float64": Kind(FLOATS, lambda v: np.array(v, np.float64)),
    "float64, whole": Kind(SMALL.map(float), lambda v: np.array(v, np.float64)),
    "longdouble": Kind(FLOATS, lambda v: np.array(v, np.longdouble)),
    "moments": Kind(MOMENTS, lambda v: np.array(v, "M8[us]")),
    "durations": Kind(SPANS, lambda v: np.array(v, "m8[us]")),
    "pandas ints": Kind(WHOLE, lambda v: pd.Series(v, dtype="int64")),
    "pandas Int8": Kind(SMALL, lambda v: pd.Series(v, dtype="Int8")),
    "pandas Float64": Kind(FLOATS, lambda v: pd.Series(v, dtype="Float64")),
    "pandas boolean": Kind(st.booleans(), lambda v: pd.Series(v, dtype="boolean")),
    "pandas words": Kind(WORDS, lambda v: pd.Series(v)),
    "pandas python string": Kind(WORDS, lambda v: pd.Series(v, dtype="string[python]")),
    "pandas arrow string": Kind(WORDS, lambda v: pd.Series(v, dtype="string[pyarrow]")),
    "pandas arrow int": Kind(WHOLE, lambda v: pd.Series(v, dtype="int64[pyarrow]")),
    "pandas frame": Kind(WHOLE, lambda v: pd.DataFrame({"x": v}, dtype="int64")),
    "pandas index": Kind(WHOLE, lambda v: pd.Index(v, dtype="int64")),
    "pandas moments": Kind(MOMENTS, lambda v: pd.Series(np.array(v, "M8[us]"))),
    "pandas categorical": Kind(NOT_NEVER, lambda v: pd.Series(_categorical(v))),
    "pandas bare categorical": Kind(NOT_NEVER, _categorical),
    "pandas categorical numbers": Kind(WHOLE, lambda v: pd.Series(v, dtype="category")),
    "polars ints": Kind(WHOLE, lambda v: pl.Series(v, dtype=pl.Int64)),
    "polars floats": Kind(FLOATS, lambda v: pl.Series(v, dtype=pl.Float64)),
    "polars booleans": Kind(st.booleans(), lambda v: pl.Series(v, dtype=pl.Boolean)),
    "polars words": Kind(WORDS, lambda v: pl.Series(v, dtype=pl.String)),
    "polars categorical": Kind(WORDS, lambda v: pl.Series(v, dtype=pl.Categorical)),
    "polars enum": Kind(NOT_NEVER, _enum),
    "polars dates": Kind(st.dates(), lambda v: pl.Series(v, dtype=pl.Date)),
    "polars frame": Kind(WHOLE, lambda v: pl.DataFrame({"x": pl.Series(v, dtype=pl.Int64)})),
    "arrow ints": Kind(WHOLE, lambda v: pa.array(v, pa.int64())),
    "arrow floats": Kind(FLOATS, lambda v: pa.array(v, pa.float64())),
    "arrow booleans": Kind(st.booleans(), lambda v: pa.array(v, pa.bool_())),
    "arrow words": Kind(WORDS, lambda v: pa.array(v, pa.large_string())),
    "arrow chunked words": Kind(WORDS, _chunked),
    "arrow dictionary": Kind(WORDS, lambda v: pa.array(v, pa.string()).dictionary_encode()),
    "arrow chunked dictionary": Kind(WORDS, _chunked_dictionary),
    "arrow dates": Kind(st.dates(), lambda v: pa.array(v, pa.date32())),
    "arrow moments": Kind(MOMENTS, lambda v: pa.array(v, pa.timestamp("us"))),
    "arrow decimals": Kind(st.decimals(0, 9, places=1), lambda v: pa.array(v, pa.decimal128(9, 1))),
    "arrow table": Kind(WHOLE, lambda v: pa.table({"x": pa.array(v, pa.int64())})),
}
if hasattr(np.dtypes, "StringDType"):
    KINDS["numpy StringDType"] = Kind(WORDS, lambda v: np.array(v, np.dtypes.StringDType()))

# The same with nulls in it: values may be None.
NULLABLE = {
    "list": list,
    "numpy objects": lambda v: np.array(v, object),
    "numpy NaN": lambda v: np.array([np.nan if x is None else x for x in v], np.float64),
    "numpy NaT": lambda v: np.array(
        [np.datetime64("NaT") if x is None else np.datetime64(x, "D") for x in v], "M8[D]"
    ),
    "numpy masked": lambda v: np.ma.array([x or 0 for x in v], mask=[x is None for x in v]),
    "pandas Int64": lambda v: pd.Series(v, dtype="Int64"),
    "pandas Float32": lambda v: pd.Series(v, dtype="Float32"),
    "pandas objects": lambda v: pd.Series([pd.NA if x is None else x for x in v], dtype=object),
    "pandas category": lambda v: pd.Series(v, dtype="category"),
    "pandas arrow": lambda v: pd.Series(v, dtype="int64[pyarrow]"),
    "polars": lambda v: pl.Series(v, dtype=pl.Int32),
    "polars categorical": lambda v: pl.Series(
        [None if x is None else str(x) for x in v], dtype=pl.Categorical
    ),
    "arrow": lambda v: pa.array(v, pa.int16()),
    "arrow dictionary": lambda v: pa.array(v, pa.int16()).dictionary_encode(),
}


def drawn(values, rows):
    """A list of that many values."""
    return st.lists(values, min_size=rows, max_size=rows)


def repeated(values, rows):
    """Some values again and again, in an order that is not theirs."""
    return list(itertools.islice(itertools.cycle(values), rows))
