"""Labels that differ are told apart or refused, and what is no label is not taken for one."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import veracity as vc
from veracity.errors import InputError, InvalidRows

FINE = np.array(["2026-01-01T00:00:00.000000001", "2026-01-01T00:00:00.000000002"] * 6, "M8[ns]")
WHOLE = np.array(["2026-01-01T00:00:00.000001", "2026-01-01T00:00:00.000002"] * 6, "M8[ns]")


def columns_of(values):
    return {
        "numpy": values,
        "objects": list(values),
        "pandas": pd.Series(values),
        "polars": pl.Series(values),
        "arrow": pa.array(values),
        "durations": values - values[0],
        "polars durations": pl.Series(values - values[0]),
    }


OLD_POLARS = tuple(map(int, pl.__version__.split(".")[:2])) < (1, 20)
WHY = "older polars ends the process when it hands out such moments"


@pytest.mark.parametrize("kind", columns_of(FINE))
def test_moments_a_nanosecond_apart_are_refused(kind):
    if "polars" in kind and OLD_POLARS:
        pytest.skip(WHY)
    fine, whole = columns_of(FINE)[kind], columns_of(WHOLE)[kind]
    with pytest.raises(InputError, match="finer than a microsecond"):
        vc.evaluate(fine, fine)
    with pytest.raises(InputError, match="finer than a microsecond"):
        vc.ConfusionMatrix.from_labels(fine, fine)
    assert len(vc.evaluate(whole, whole).confusion.labels) == 2


@pytest.mark.parametrize("holder", ["parquet", "relation", "lazy", "frame"])
def test_the_same_in_tables(holder, tmp_path):
    if holder == "lazy" and OLD_POLARS:
        pytest.skip(WHY)

    def held(values):
        frame = pd.DataFrame({"t": values, "p": values, "other": [Decimal(1)] * 12})
        if holder == "parquet":
            path = tmp_path / f"{len(np.unique(values.astype('M8[us]')))}.parquet"
            frame.to_parquet(path)
            return path
        if holder == "relation":
            return duckdb.from_df(frame)
        return pl.from_pandas(frame).lazy() if holder == "lazy" else frame

    with pytest.raises(InputError, match="finer than a microsecond"):
        vc.evaluate("t", "p", data=held(FINE), group=["other"])
    assert len(vc.evaluate("t", "p", data=held(WHOLE)).confusion.labels) == 2


def test_long_floats_are_the_whole_numbers_they_are():
    truth = np.array([2, 2] * 6, np.longdouble) ** 60
    truth[1::2] += 1
    if truth[0] == truth[1]:
        pytest.skip("long floats are no longer than others here")
    called = [2**60, 2**60 + 1] * 6
    ev = vc.evaluate(truth, called)
    assert ev.confusion.labels == (2**60, 2**60 + 1)
    assert ev["accuracy"].value == 1
    assert vc.evaluate(called, truth)["accuracy"].value == 1


@pytest.mark.parametrize("nothing", [Decimal("NaN"), complex("nan"), np.timedelta64("NaT")])
def test_what_is_no_number_is_no_label(nothing):
    with pytest.raises(InvalidRows, match="no value"):
        vc.evaluate([nothing, 0] * 6, [0] * 12)
    with pytest.raises(InputError, match="missing value"):
        vc.evaluate([0] * 12, [0] * 12, labels=[0, nothing])
    assert vc.evaluate([nothing, 0] * 6, [0] * 12, on_invalid="drop").rows.used == 6


def test_an_infinite_decimal_is_infinite():
    with pytest.raises(InvalidRows, match="infinite"):
        vc.evaluate([Decimal("Infinity"), 0] * 6, [0, 1] * 6)


def test_two_columns_of_one_name_are_refused(tmp_path):
    table = pa.Table.from_arrays(
        [
            pa.array([0, 1] * 6),
            pa.array([1, 1] * 6),
            pa.array([0, 1] * 6),
            pa.array([{"y": 1}] * 12),
        ],
        names=["y", "p", "y", "nested"],
    )
    path = tmp_path / "twice.parquet"
    pq.write_table(table, path)
    with pytest.raises(InputError, match="2 columns named 'y'"):
        vc.evaluate("y", "p", data=path)
    pq.write_table(table.select([0, 1, 3]), path)
    assert vc.evaluate("y", "p", data=path).rows.used == 12
    other = tmp_path / "other.parquet"
    pq.write_table(table, other)
    with pytest.raises(InputError):
        vc.evaluate("y", "p", data=[path, other])


def test_micro_averages_leave_out_classes_that_never_occur():
    truth, called = [0, 0, 1, 1, 2, 2], [0, 1, 1, 1, 2, 0]
    wrong = Fraction(2)  # false positives of all classes, as false negatives
    negatives = Fraction(3 * 6 - 6)
    expected = 1 - wrong / negatives
    for labels in ([0, 1, 2], list(range(6)), [7, 0, 1, 8, 2]):
        ev = vc.evaluate(truth, called, labels=labels)
        assert ev["micro_specificity"].value == pytest.approx(float(expected), abs=1e-15)
        assert ev["micro_mcc"].value == pytest.approx(
            vc.evaluate(truth, called)["micro_mcc"].value, abs=1e-15
        )
    weighted = vc.evaluate(truth, called, labels=range(6), sample_weight=[1.5] * 6)
    assert weighted["micro_specificity"].value == pytest.approx(float(expected), abs=1e-12)


def test_micro_averages_of_sparse_and_stacked_tables():
    plain = np.array([[3, 1, 0], [1, 4, 0], [0, 0, 0]])
    two = vc.ConfusionMatrix(plain[:2, :2], labels=[0, 1])
    both = vc.ConfusionMatrix(np.stack([plain, plain + np.diag([0, 0, 5])]), labels=[0, 1, 2])
    values = both.metric("micro_specificity")
    assert values[0] == two.metric("micro_specificity")
    assert values[1] == vc.ConfusionMatrix(both.counts[1], labels=[0, 1, 2]).metric(
        "micro_specificity"
    )
