"""Rounded class probabilities: every engine accepts the same rows, and divides them alike."""

from __future__ import annotations

import math
from fractions import Fraction

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from pyarrow import feather

import veracity as vc
from veracity.errors import InvalidRows

ENGINES = (
    "list",
    "array",
    "pandas",
    "polars",
    "lazy",
    "csv",
    "parquet",
    "jsonl",
    "arrow",
    "duckdb",
)


def rounded_rows(rows, classes, decimals, seed=0):
    rng = np.random.default_rng(seed)
    p = rng.dirichlet(np.full(classes, 10.0), rows)
    y = np.array([rng.choice(classes, p=row) for row in p])
    return y, np.round(p, decimals)


def arguments(engine, y, p, folder):
    """The same rows as this engine is given them."""
    names = [f"p{i}" for i in range(p.shape[1])]
    if engine == "list":
        return {"y_true": y.tolist(), "y_proba": p.tolist()}
    if engine == "array":
        return {"y_true": y, "y_proba": p}
    frame = pd.DataFrame({"y": y, **{name: p[:, i] for i, name in enumerate(names)}})
    asked = {"y_true": "y", "y_proba": names}
    if engine == "pandas":
        return asked | {"data": frame}
    if engine == "polars":
        return asked | {"data": pl.from_pandas(frame)}
    if engine == "lazy":
        return asked | {"data": pl.from_pandas(frame).lazy()}
    if engine == "duckdb":
        return asked | {"data": duckdb.from_df(frame)}
    path = folder / f"rows.{engine}"
    if engine == "csv":
        frame.to_csv(path, index=False)
    elif engine == "parquet":
        frame.to_parquet(path)
    elif engine == "jsonl":
        pl.from_pandas(frame).write_ndjson(path)
    else:
        feather.write_feather(pa.Table.from_pandas(frame), str(path), compression="uncompressed")
    return asked | {"data": path}


def allowed(classes, decimals):
    """The rule as it is written, in exact arithmetic but for the root."""
    most = min(classes / 2, 6 * math.sqrt(classes / 12))
    return min(most * 10.0**-decimals, 0.05)


@pytest.mark.parametrize("decimals", [2, 3, 4, 5])
@pytest.mark.parametrize("classes", [3, 10])
def test_rounded_columns_are_accepted_by_every_engine(decimals, classes, tmp_path):
    y, p = rounded_rows(1000, classes, decimals)
    exact = [sum(Fraction(str(v)) for v in row) for row in p.tolist()]
    assert any(one != 1 for one in exact)
    shares = np.array(
        [
            [float(Fraction(str(v)) / t) for v in row]
            for row, t in zip(p.tolist(), exact, strict=True)
        ]
    )
    expected = -np.mean(np.log(shares[np.arange(len(y)), y]))
    notes = set()
    for engine in ENGINES:
        ev = vc.evaluate(**arguments(engine, y, p, tmp_path))
        got = ev["log_loss"].value
        tight = 1e-12 if decimals < 5 else 1e-5  # sums within 1e-5 stay as they are
        assert got == expected or abs(got - expected) <= tight * abs(expected), engine
        notes.add(tuple(str(note) for note in ev.notes))
    assert len(notes) == 1
    (said,) = notes
    if decimals < 5 or classes == 10:
        assert sum(f"rounded to {decimals} decimals" in one for one in said) == 1


@pytest.mark.parametrize("engine", ENGINES)
def test_a_row_beyond_what_rounding_does_is_refused_with_its_number(engine, tmp_path):
    y, p = rounded_rows(1000, 3, 3)
    p[17] = [0.4, 0.3, 0.298]  # 0.002 off where 0.0015 can be
    with pytest.raises(InvalidRows) as error:
        vc.evaluate(**arguments(engine, y, p, tmp_path))
    said = str(error.value)
    assert "in 1 row," in said
    assert "row 17" in said
    assert "0.998" in said
    assert "3 decimals" in said
    ev = vc.evaluate(**arguments(engine, y, p, tmp_path), on_invalid="drop")
    assert ev.rows.used == 999


@pytest.mark.parametrize("engine", ENGINES)
def test_full_numbers_keep_the_tight_tolerance(engine, tmp_path):
    y, p = rounded_rows(200, 3, 3)
    p[5] = [1 / 3, 1 / 3, 1 / 3]  # one value that is not rounded: none is taken for rounded
    off = np.abs(p.sum(1) - 1) > 1e-5
    with pytest.raises(InvalidRows, match=f"in {off.sum()} rows"):
        vc.evaluate(**arguments(engine, y, p, tmp_path))


@pytest.mark.parametrize("engine", ENGINES)
def test_the_mean_of_the_sums(engine, tmp_path):
    """Ten rows of which one is off by 0.01 are 0.001 off on average, and that is allowed."""
    p = np.array([[0.2, 0.3, 0.5]] * 9 + [[0.33, 0.33, 0.33]])
    y = np.array([0, 1, 2, 2, 1, 0, 2, 1, 2, 0])
    ev = vc.evaluate(**arguments(engine, y, p, tmp_path))
    assert ev["log_loss"].value == pytest.approx(
        -np.mean([*np.log(np.array([0.2, 0.3, 0.5])[y[:9]]), math.log(1 / 3)]), rel=1e-12
    )
    with pytest.raises(InvalidRows, match="sums average"):
        vc.evaluate(**arguments(engine, y[1:], p[1:], tmp_path))


@pytest.mark.parametrize("classes", [2, 4, 12, 13, 40])
def test_the_edge_of_what_is_allowed(classes):
    """Sums are whole numbers of the last decimal: the most that is allowed is accepted."""
    clusters = math.floor(allowed(classes, 3) * 1000 + 1e-9)
    base = np.full(classes, Fraction(1000 // classes))
    base[0] += 1000 - sum(base)
    for more, good in ((clusters, True), (clusters + 1, False)):
        row = base.copy()
        row[0] -= more
        other = base.copy()
        other[0] += more
        p = np.array([[float(v / 1000) for v in one] for one in (row, other)] * 6)
        y = np.arange(12) % classes
        labels = list(range(classes))
        if good:
            assert vc.evaluate(y, y_proba=p, labels=labels).rows.used == 12
        else:
            with pytest.raises(InvalidRows):
                vc.evaluate(y, y_proba=p, labels=labels)


def test_never_more_than_a_twentieth():
    classes = 4000  # 6·√(K/12) is 110 of the last decimal: 1.1 for two of them
    p = np.zeros((40, classes))
    p[:, 0] = 0.9
    p[::2, 1], p[1::2, 1] = 0.15, 0.05  # off by 0.05, on average by nothing
    y = np.zeros(40, int)
    labels = list(range(classes))
    table = vc.evaluate(y, y_proba=dict(zip(labels, p.T, strict=True)), metrics="accuracy")
    assert table.rows.used == 40
    p[0, 1], p[1, 1] = 0.16, 0.04
    with pytest.raises(InvalidRows, match=r"0\.05"):
        vc.evaluate(y, y_proba=dict(zip(labels, p.T, strict=True)), metrics="accuracy")


@pytest.mark.parametrize(
    "engine", ["array", "pandas", "polars", "lazy", "parquet", "arrow", "duckdb"]
)
def test_short_floats_are_rounded_too(engine, tmp_path):
    y, p = rounded_rows(1000, 3, 3)
    short = p.astype(np.float32)
    ev = vc.evaluate(**arguments(engine, y, short, tmp_path))
    whole = vc.evaluate(y, y_proba=p)
    assert ev["log_loss"].value == pytest.approx(whole["log_loss"].value, abs=1e-7)
    assert ev.notes == whole.notes


def test_comparisons_divide_too(tmp_path):
    y, p = rounded_rows(500, 3, 3)
    _, q = rounded_rows(500, 3, 2, seed=1)
    found = vc.compare(y, {"A": p, "B": q}, metrics="top_k_accuracy(1)")
    assert "rounded to 2, 3 decimals" in str(found.note)
    q[3] = [0.5, 0.5, 0.5]
    with pytest.raises(InvalidRows, match=r"model B.*row 3"):
        vc.compare(y, {"A": p, "B": q})


def test_two_columns():
    p = np.array([[0.13, 0.88], [0.5, 0.5]] * 10 + [[0.12, 0.87]] * 10)
    ev = vc.evaluate([1, 0] * 15, y_proba=p)
    top = Fraction(88, 101), Fraction(87, 99)
    assert ev.scores.scores.max() == float(max(top))


def test_a_stream_says_it_once():
    y, p = rounded_rows(4000, 4, 3)
    stream = vc.Stream()
    for start in range(0, 4000, 1000):
        stream.update(y[start : start + 1000], y_proba=p[start : start + 1000])
    assert sum("rounded to 3" in str(note) for note in stream.compute().notes) == 1
