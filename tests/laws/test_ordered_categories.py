"""Ordered categories keep their order, whatever table holds them."""

from __future__ import annotations

import pickle
from fractions import Fraction

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import veracity as vc
from veracity.errors import InputError

ORDER = ["low", "mid", "high"]
TRUTH = ["low", "low", "low", "mid", "mid", "mid", "high", "high", "high", "high"]
CALLED = ["low", "low", "mid", "mid", "mid", "high", "high", "high", "high", "mid"]


def quadratic_kappa(truth, called, order):
    """1 − Σ w·observed / Σ w·expected with w = (i − j)², in fractions."""
    index = {label: i for i, label in enumerate(order)}
    n = len(truth)
    observed = sum(
        Fraction((index[t] - index[p]) ** 2, n) for t, p in zip(truth, called, strict=True)
    )
    expected = sum(Fraction((index[t] - index[p]) ** 2, n * n) for t in truth for p in called)
    return float(1 - observed / expected)


def in_pandas(values, order=ORDER):
    return pd.Series(pd.Categorical(values, categories=order, ordered=True))


def in_polars(values, order=ORDER):
    return pl.Series(values, dtype=pl.Enum(order))


def in_arrow(values, order=ORDER):
    codes = pa.array([order.index(v) for v in values], pa.int8())
    return pa.DictionaryArray.from_arrays(codes, pa.array(order), ordered=True)


KINDS = {"pandas": in_pandas, "polars": in_polars, "arrow": in_arrow}
RIGHT = quadratic_kappa(TRUTH, CALLED, ORDER)
WRONG = quadratic_kappa(TRUTH, CALLED, sorted(ORDER))


def test_the_order_matters_here():
    assert (round(RIGHT, 3), round(WRONG, 3)) == (0.762, 0.4)


@pytest.mark.parametrize("kind", KINDS)
def test_columns(kind):
    truth, called = KINDS[kind](TRUTH), KINDS[kind](CALLED)
    for ev in (
        vc.evaluate(truth, called),
        vc.evaluate(truth, CALLED),
        vc.evaluate(TRUTH, called),
        vc.evaluate(truth, called, group=["a", "b"] * 5),
    ):
        assert ev.confusion.labels == tuple(ORDER)
        assert ev["kappa_quadratic"].value == pytest.approx(RIGHT, abs=1e-12)
        assert "alphabetical" not in str(ev["kappa_quadratic"].note)
    matrix = vc.ConfusionMatrix.from_labels(truth, called)
    assert matrix.labels == tuple(ORDER)
    assert matrix.metric("kappa_quadratic") == pytest.approx(RIGHT, abs=1e-12)


def tables():
    frame = pd.DataFrame({"t": in_pandas(TRUTH), "p": in_pandas(CALLED)})
    other = pl.DataFrame({"t": in_polars(TRUTH), "p": in_polars(CALLED)})
    enum = ", ".join(f"'{label}'" for label in ORDER)
    plain = pd.DataFrame({"t": TRUTH, "p": CALLED})
    relation = duckdb.sql(f"SELECT t::ENUM({enum}) AS t, p::ENUM({enum}) AS p FROM plain")
    assert len(plain)
    return {
        "pandas": frame,
        "polars": other,
        "lazy": other.lazy(),
        "arrow": pa.table({"t": in_arrow(TRUTH), "p": in_arrow(CALLED)}),
        "mapping": {"t": frame["t"], "p": CALLED},
        "duckdb": relation,
        "pandas through arrow": pa.Table.from_pandas(frame),
    }


@pytest.mark.parametrize("kind", list(tables()))
def test_tables(kind):
    ev = vc.evaluate("t", "p", data=tables()[kind])
    assert ev.confusion.labels == tuple(ORDER)
    assert ev["kappa_quadratic"].value == pytest.approx(RIGHT, abs=1e-12)


def test_sorted_text_is_noted_where_the_order_counts():
    ev = vc.evaluate(TRUTH, CALLED)
    assert ev["kappa_quadratic"].value == pytest.approx(WRONG, abs=1e-12)
    for key in ("kappa_quadratic", "kappa_linear"):
        assert "alphabetical order ('high', 'low', 'mid')" in str(ev[key].note)
    assert "alphabetical" not in str(ev["kappa"].note)
    both = ev + vc.evaluate(TRUTH[3:], CALLED[3:])
    assert "alphabetical" in str(both["kappa_quadratic"].note)
    given = vc.evaluate(TRUTH, CALLED, labels=ORDER)
    assert given["kappa_quadratic"].value == pytest.approx(RIGHT, abs=1e-12)
    assert "alphabetical" not in str(given["kappa_quadratic"].note)
    numbers = vc.evaluate([1, 2, 3] * 4, [1, 3, 3] * 4)
    assert "alphabetical" not in str(numbers["kappa_quadratic"].note)
    two = vc.evaluate(["a", "b"] * 6, ["a", "b", "b", "a"] * 3)
    assert "alphabetical" not in str(two["kappa_quadratic"].note)


def test_unordered_categories_are_sorted_as_text():
    truth = pd.Series(TRUTH, dtype=pd.CategoricalDtype(ORDER))
    ev = vc.evaluate(truth, CALLED)
    assert ev.confusion.labels == ("high", "low", "mid")
    assert "alphabetical" in str(ev["kappa_quadratic"].note)


def test_categories_between_count_and_others_do_not():
    order = ["none", "low", "mid", "high", "top"]
    names = {"low": "low", "mid": "high", "high": "top"}
    truth, called = [names[v] for v in TRUTH], [names[v] for v in CALLED]
    ev = vc.evaluate(in_pandas(truth, order), in_pandas(called, order))
    assert ev.confusion.labels == ("low", "mid", "high", "top")
    assert ev["kappa_quadratic"].value == pytest.approx(quadratic_kappa(truth, called, order))
    two = vc.evaluate(in_pandas(["low", "top"] * 5, order), ["low", "top"] * 5, pos_label="top")
    assert two.confusion.labels == ("low", "top")
    scored = vc.evaluate(
        in_pandas(["low", "top"] * 5, order), y_proba=[0.2, 0.7] * 5, pos_label="low"
    )
    assert scored["auroc"].value == 0


def test_comparisons_keep_it_too():
    models = {"A": CALLED, "B": TRUTH[1:] + TRUTH[:1]}
    found = vc.compare(in_pandas(TRUTH), models, kind="y_pred", metrics="kappa_quadratic")
    values = found["A", "B", "kappa_quadratic"]
    other = quadratic_kappa(TRUTH, models["B"], ORDER)
    assert values.difference.value == pytest.approx(RIGHT - other, abs=1e-12)
    assert "alphabetical" not in str(found.note)
    plain = vc.compare(TRUTH, models, kind="y_pred", metrics="kappa_quadratic")
    assert "alphabetical" in str(plain.note)


def probabilities():
    rng = np.random.default_rng(3)
    p = rng.dirichlet(np.ones(3), len(TRUTH))
    p[0] = [0.4, 0.4, 0.2]  # a tie goes to the first label
    return {label: p[:, i] for i, label in enumerate(ORDER)}


def ranked_probability_score(columns):
    """Mean over rows of Σ_k (F_k − O_k)² / (K − 1)."""
    rows = []
    for i, truth in enumerate(TRUTH):
        cumulated = np.cumsum([columns[label][i] for label in ORDER])
        happened = np.array([ORDER.index(truth) <= k for k in range(3)])
        rows.append(((cumulated - happened)[:2] ** 2).sum() / 2)
    return float(np.mean(rows))


def test_named_columns_follow_the_categories():
    columns = probabilities()
    mixed = {label: columns[label] for label in ("mid", "high", "low")}
    for kind in KINDS.values():
        ev = vc.evaluate(kind(TRUTH), y_proba=mixed)
        assert ev.confusion.labels == tuple(ORDER)
        assert ev["rps"].value == pytest.approx(ranked_probability_score(columns), abs=1e-12)


def test_columns_without_names_and_two_orders_are_refused():
    array = np.column_stack(list(probabilities().values()))
    with pytest.raises(InputError, match="two possible orders"):
        vc.evaluate(in_pandas(TRUTH), y_proba=array)
    with pytest.raises(InputError, match="two possible orders"):
        vc.compare(in_pandas(TRUTH), {"A": array, "B": array[::-1]})
    ev = vc.evaluate(in_pandas(TRUTH), y_proba=array, labels=ORDER)
    assert ev["rps"].value == pytest.approx(ranked_probability_score(probabilities()), abs=1e-12)
    plain = vc.evaluate(TRUTH, y_proba=array)
    assert "alphabetical" in str(plain["rps"].note)
    letters = {"low": "a", "mid": "b", "high": "c"}
    truth = in_pandas([letters[v] for v in TRUTH], ["a", "b", "c"])
    ev = vc.evaluate(truth, y_proba=array)
    assert ev["rps"].value == pytest.approx(ranked_probability_score(probabilities()), abs=1e-12)


def parts():
    """Rows of which the first have no "mid", and the last no "low"."""
    rows = sorted(zip(TRUTH, CALLED, strict=True), key=lambda row: ("mid" in row, "low" not in row))
    cut = sum("mid" not in row for row in rows)
    return rows[:cut], rows[cut:]


@pytest.mark.parametrize("kind", KINDS)
def test_parts_without_some_of_the_categories(kind, tmp_path):
    made = KINDS[kind]
    evaluations = [
        vc.evaluate(made([t for t, _ in rows]), made([p for _, p in rows])) for rows in parts()
    ]
    assert evaluations[0].confusion.labels == ("low", "high")
    for whole in (evaluations[0] + evaluations[1], evaluations[1] + evaluations[0]):
        assert whole.confusion.labels == tuple(ORDER)
        assert whole["kappa_quadratic"].value == pytest.approx(RIGHT, abs=1e-12)
    stream = vc.Stream()
    for rows in parts():
        stream.update(made([t for t, _ in rows]), made([p for _, p in rows]))
    assert stream.compute()["kappa_quadratic"].value == pytest.approx(RIGHT, abs=1e-12)
    evaluations[0].save(tmp_path / "first")
    saved = vc.load(tmp_path / "first") + evaluations[1]
    assert saved["kappa_quadratic"].value == pytest.approx(RIGHT, abs=1e-12)
    again = pickle.loads(pickle.dumps(evaluations[0])) + evaluations[1]
    assert again.confusion.labels == tuple(ORDER)


def test_two_parts_of_which_neither_holds_all():
    order = ["low", "mid", "high", "top"]
    first = vc.evaluate(in_pandas(["low", "high"] * 6, order), ["low", "high"] * 6)
    second = vc.evaluate(in_pandas(["low", "top"] * 6, order), ["low", "top"] * 6)
    assert (first + second).confusion.labels == tuple(order)
    assert (second + first).confusion.labels == tuple(order)
