"""The law of scores wherever they lie: one table, what is asked of it, and what must come of it."""

from dataclasses import dataclass
from functools import cache

import numpy as np

import veracity as vc
from veracity.engines.rows import size_limits, tables
from veracity.statistics.grid.score_grid import ScoreGrid

ROWS = 1500


@cache
def columns():
    """Return one table as numpy columns: odd scores, rows that are bad, many clusters, weights."""
    draw = np.random.default_rng(20)
    truth = draw.integers(0, 2, ROWS)
    proba = np.clip(draw.beta(2, 3, ROWS) + 0.2 * truth, 0, 1)
    proba[::11] = np.round(proba[::11], 1)
    proba[5:9] = 0.5, np.nextafter(0.5, 0), 1 - 2.0**-53, 5e-324
    crowded = 0.3 + 1e-11 * draw.normal(truth, 1.0)
    score = draw.normal(truth, 1.0) * 10.0 ** draw.integers(-3, 4, ROWS)
    score[3:9] = np.inf, -np.inf, 0.0, -0.0, 1.7e308, -5e-324
    spoiled = proba.copy()
    spoiled[[17, 400]] = 1.25, -0.5
    spoiled[[18, 401, 402]] = np.nan
    doubtful = np.where(proba >= 0.4, 1.0, 0.0)
    doubtful[[30, 500, 501]] = np.nan, np.inf, np.nan
    shares = draw.dirichlet([1.0, 1.0, 1.0], ROWS)
    person = draw.integers(-4000, 4000, ROWS)
    return {
        "truth": truth,
        "called": np.where(proba >= 0.4, 1, 0),
        "doubtful": doubtful,
        "proba": proba,
        "spoiled": spoiled,
        "crowded": crowded,
        "score": score,
        "short": proba.astype(np.float32),
        "weight": draw.choice([0.0, 0.1, 1.0, 2.5], ROWS),
        "site": draw.choice(["north", "süd", "it's"], ROWS),
        "ward": draw.integers(0, 2, ROWS),
        "patient": draw.integers(0, 12, ROWS),
        "person": person,
        "name": np.array([f"p{i}" for i in person]),
        "animal": np.array(["cat", "dog", "fox"])[draw.integers(0, 3, ROWS)],
        "cat": shares[:, 0],
        "dog": shares[:, 1],
        "fox": shares[:, 2],
    }


ROLES = ("y_true", "y_pred", "y_score", "y_proba", "sample_weight", "cluster", "group")


@dataclass(frozen=True)
class Plan:
    """What is asked: arguments of `evaluate`, and the keys whose values are looked at."""

    asked: dict
    keys: tuple = ("auroc", "average_precision", "mcc")


ANIMALS = {"cat": "cat", "dog": "dog", "fox": "fox"}
PLANS = {
    "probabilities": Plan({"y_proba": "proba"}),
    "odd threshold": Plan({"y_proba": "short", "threshold": 0.37}),
    "bad rows": Plan({"y_proba": "spoiled", "on_invalid": "drop"}),
    "bad predictions": Plan({"y_proba": "proba", "y_pred": "doubtful", "on_invalid": "drop"}),
    "weighted scores": Plan({"y_score": "score", "threshold": -0.25, "sample_weight": "weight"}),
    "crowded": Plan({"y_proba": "crowded"}, ("auroc",)),
    "groups": Plan({"y_proba": "proba", "y_pred": "called", "group": ["site", "ward"]}),
    "clusters": Plan(
        {"y_proba": "proba", "cluster": "patient", "sample_weight": "weight", "group": "site"}
    ),
    "many clusters": Plan({"y_proba": "proba", "cluster": "person"}),
    "named clusters": Plan({"y_proba": "proba", "cluster": "name"}),
    "both": Plan({"y_proba": "proba", "y_score": "score"}),
    "three classes": Plan(
        {"y_true": "animal", "y_proba": ANIMALS, "sample_weight": "weight", "group": "ward"},
        ("auroc_ovr_macro", "top_k_accuracy(2)", "macro_f1"),
    ),
}


def with_low_limits(monkeypatch):
    """Let every lazy table be a large one."""
    monkeypatch.setattr(size_limits, "LAZY_ROWS", 100)
    monkeypatch.setattr(tables, "FEW_SCORES", 64)


def evaluated(plan, data, **settings):
    """Return the evaluation of columns by name; without data the columns themselves are given."""
    asked = {"y_true": "truth", **plan.asked}
    if data is None:
        asked = {role: _columns_for(role, named) for role, named in asked.items()}
    return vc.evaluate(data=data, **{**asked, **settings})


def _columns_for(role, named):
    if role == "group" and isinstance(named, list):
        return {name: columns()[name] for name in named}
    if isinstance(named, dict):
        return {label: columns()[name] for label, name in named.items()}
    return columns()[named] if role in ROLES else named


@cache
def _exact(name):
    return evaluated(PLANS[name], columns())


@cache
def _on_polars(name):
    """Return what one lazy engine finds: all others must find the same cells."""
    import polars as pl

    return evaluated(PLANS[name], pl.DataFrame(columns()).lazy())


def check(name, data, *, lazy, **settings):
    """Hold the law for one plan on one table."""
    return hold(name, evaluated(PLANS[name], data, **settings), lazy=lazy)


def hold(name, found, *, lazy=False, widest=1e-4):
    """Hold the law for an evaluation of one plan, with no bound of a grid above `widest`."""
    plan, exact = PLANS[name], _exact(name)
    assert found.rows == exact.rows
    _check_figures(plan, found, exact, widest)
    assert set(found.by_group) == set(exact.by_group)
    for value in exact.by_group:
        _check_figures(plan, found.by_group[value], exact.by_group[value], widest)
    if lazy:
        assert any(isinstance(one, ScoreGrid) for one in _tables(found))
        for mine, his in zip(_tables(found), _tables(_on_polars(name)), strict=True):
            _same_cells(mine, his)
    if plan.asked.get("y_proba") != ANIMALS:
        for mine, his in zip(_tables(found), _tables(exact), strict=True):
            _same_counts(mine, his)
    return found


def _check_figures(plan, found, exact, widest):
    if exact.confusion is not None:
        close = {"rtol": 1e-12, "atol": 0} if "sample_weight" in plan.asked else {"rtol": 0}
        assert np.allclose(found.confusion.counts, exact.confusion.counts, **close)
    for key in plan.keys:
        mine, his = found[key], exact[key]
        assert abs(mine.value - his.value) <= mine.bound + 1e-12
        assert mine.bound <= widest or "cluster" in plan.asked or "group" in plan.asked


def _tables(ev):
    held = (ev.scores, ev.probabilities) if hasattr(ev, "probabilities") else (ev.scores,)
    every = [getattr(one, "tables", (one,)) for one in held if one is not None]
    return [table for some in every for table in some]


def _ends(one):
    return (one.low, one.high) if isinstance(one, ScoreGrid) else (one.scores, one.scores)


def _inner(one):
    return one.table if isinstance(one, ScoreGrid) else one


def _same_cells(mine, his):
    """Hold the buckets to be the same bit for bit, and sums to 1e-12."""
    assert type(mine) is type(his)
    for one, other in zip(_ends(mine), _ends(his), strict=True):
        assert np.array_equal(one, other)
    a, b = _inner(mine), _inner(his)
    assert np.allclose(a.weight, b.weight, rtol=1e-12, atol=0)
    if a.clusters is not None:
        assert a.clusters.ids == b.clusters.ids
        assert np.array_equal(a.clusters.cluster, b.clusters.cluster)
        assert np.array_equal(a.clusters.cell, b.clusters.cell)
        assert np.allclose(a.clusters.weight, b.clusters.weight, rtol=1e-12, atol=0)


def _same_counts(found, exact):
    """Hold every bucket to what the exact scores between its ends sum up to."""
    low, high = _ends(found)
    mine, his = _inner(found), _inner(exact)
    assert (low[:-1] > high[1:]).all()
    place = np.searchsorted(-low, -his.scores, "left")
    assert ((his.scores >= low[place]) & (his.scores <= high[place])).all()
    for part in ("weight", "squares"):
        sums = getattr(his, part)
        if sums is None:
            assert getattr(mine, part) is None
            continue
        expected = [np.bincount(place, row, len(low)) for row in sums]
        assert np.allclose(getattr(mine, part), expected, rtol=1e-12, atol=0)
        if part == "weight" and his.squares is None:
            assert np.array_equal(mine.weight, expected)
