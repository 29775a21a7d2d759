"""More rows than are held at once, from every source: counts are exact, areas within bounds.

The limits are lowered, so that a few thousand rows take the way of twenty million.
"""

from fractions import Fraction

import numpy as np
import pytest

import veracity as vc
from tests.engines.scanned_twice import every_source
from veracity.engines.out_of_core import second_pass
from veracity.engines.rows import size_limits, tables
from veracity.statistics.clusters.random_groups import group_ids, groups_of
from veracity.statistics.scores.score_table import ScoreTable

ROWS = 3000
SOURCES = ("frame", "parquet", "csv", "json", "relation", "polars", "other")


@pytest.fixture(autouse=True)
def few_rows_are_many(monkeypatch):
    monkeypatch.setattr(tables, "EXACT_ROWS", 1000)
    monkeypatch.setattr(tables, "FEW_SCORES", 200)
    monkeypatch.setattr(tables, "AUTO_BITS", 9)
    monkeypatch.setattr(second_pass, "PIECE", 700)


def columns(decimals=None):
    random = np.random.default_rng(11)
    p = random.beta(1.5, 2.5, ROWS)
    y = (random.random(ROWS) < p).astype(int)
    if decimals is not None:
        p = np.round(p, decimals)
    both = random.dirichlet((1.0, 1.0, 1.0), ROWS)
    return {
        "y": y,
        "p": p,
        "s": 10 * p - 4,
        "w": random.integers(1, 5, ROWS) / 2,
        "g": np.array(["east", "west", "north"])[random.integers(0, 3, ROWS)],
        "c": random.integers(0, 80, ROWS),
        "k": (both.cumsum(1) < random.random((ROWS, 1))).sum(1).clip(0, 2),
        "p0": both[:, 0],
        "p1": both[:, 1],
        "p2": 1 - both[:, 0] - both[:, 1],
    }


@pytest.fixture(params=SOURCES)
def source(request, tmp_path):
    return lambda held: every_source(held, tmp_path)[request.param]


def area(truth, scores, weight):
    """Of every pair, in whole numbers: halves of weights, and halves of ties."""
    doubled = np.round(2 * weight).astype(int)
    yes, no = truth == 1, truth == 0
    gap = np.sign(scores[yes][:, None] - scores[no][None, :]).astype(int) + 1
    pairs = int(doubled[yes] @ gap @ doubled[no])
    return Fraction(pairs, 2 * int(doubled[yes].sum()) * int(doubled[no].sum()))


def agrees(found, held, scores, weight, threshold):
    """One evaluation, or that of a group, against its rows."""
    estimate = found["auroc"]
    exact = float(area(held["y"], scores, weight))
    assert abs(estimate.value - exact) <= (estimate.bound or 0) + 1e-12
    assert (estimate.bound or 0) < 2e-3
    cells = found.confusion.cells.array()
    for truth in (0, 1):
        for called in (0, 1):
            hit = (held["y"] == truth) & ((scores >= threshold) == called)
            assert cells[truth, called] == pytest.approx(weight[hit].sum(), rel=1e-12)


def part(held, rows):
    return {name: column[rows] for name, column in held.items()}


CASES = {
    "plain": {"y_proba": "p"},
    "weights": {"y_proba": "p", "sample_weight": "w"},
    "groups": {"y_score": "s", "group": "g"},
    "clusters": {"y_score": "s", "cluster": "c"},
    "everything": {"y_proba": "p", "sample_weight": "w", "group": "g", "cluster": "c"},
    "predictions": {"y_pred": "called", "y_proba": "p", "group": "g"},
    "exact": {"y_proba": "p", "group": "g", "cluster": "c", "resolution": "exact"},
    "bits": {"y_proba": "p", "group": "g", "resolution": 10},
}


FEW_SCORES = [(case, 2) for case in ("groups", "clusters", "everything")]


@pytest.mark.parametrize(("case", "decimals"), [*((case, None) for case in CASES), *FEW_SCORES])
def test_one_column(source, case, decimals):
    held, asked = columns(decimals), dict(CASES[case])
    column, threshold = (asked.get("y_proba", "s"), 0.3 if "y_proba" in asked else -1.0)
    held["called"] = (held[column] >= threshold).astype(int)
    if "y_pred" not in asked:
        asked["threshold"] = threshold
    found = vc.evaluate("y", data=source(held), **asked)
    weight = held["w"] if "sample_weight" in asked else np.ones(ROWS)
    assert found.rows.used == ROWS
    if case != "bits":
        exact = case == "exact" or decimals is not None
        assert isinstance(found.held.scores, ScoreTable) == exact
    agrees(found, held, held[column], weight, threshold)
    values = ("east", "north", "west") if "group" in asked else ()
    assert tuple(found.by_group) == values
    for value in values:
        rows = np.flatnonzero(held["g"] == value)
        agrees(found.by_group[value], part(held, rows), held[column][rows], weight[rows], threshold)


@pytest.mark.parametrize("asked", [{}, {"sample_weight": "w", "group": "g", "cluster": "c"}])
def test_a_column_for_each_class(source, asked):
    held = columns()
    found = vc.evaluate("k", y_proba={i: f"p{i}" for i in range(3)}, data=source(held), **asked)
    weight = held["w"] if asked else np.ones(ROWS)
    called = np.argmax([held[f"p{i}"] for i in range(3)], 0)
    for value in (None, *("east", "north", "west")[: 3 * bool(asked)]):
        rows = np.flatnonzero((held["g"] == value) | (value is None))
        some = found if value is None else found.by_group[value]
        right = (called == held["k"])[rows]
        assert some["accuracy"].value == pytest.approx(
            weight[rows] @ right / weight[rows].sum(), rel=1e-12
        )
        areas = [
            float(area((held["k"][rows] == i) * 1, held[f"p{i}"][rows], weight[rows]))
            for i in range(3)
        ]
        estimate = some["auroc_ovr_macro"]
        assert abs(estimate.value - np.mean(areas)) <= (estimate.bound or 0) + 1e-12
        assert 0 < estimate.bound < 2e-3


def many_clusters(rows=ROWS, clusters=1500):
    """Rows of clusters, alike within each: standard errors are far from those of rows."""
    random = np.random.default_rng(3)
    cluster = random.integers(0, clusters, rows)
    y = random.integers(0, 2, clusters)[cluster]
    s = y * 1.2 + random.normal(0, 1.5, clusters)[cluster] + random.normal(0, 0.3, rows)
    return {"y": y, "s": s, "c": cluster, "g": np.array(["a", "b"])[random.integers(0, 2, rows)]}


@pytest.mark.parametrize("entries", [1 << 23, 1 << 17])
def test_very_many_clusters_are_put_together_at_random(source, entries, monkeypatch):
    """Values stay within bounds, standard errors near those of all clusters, and it is said."""
    held = many_clusters()
    asked = {"y_score": "s", "threshold": 0.5, "cluster": "c", "group": "g"}
    monkeypatch.setattr(size_limits, "MOST_ENTRIES", entries)
    found = vc.evaluate("y", data=source(held), **asked)
    monkeypatch.setattr(tables, "EXACT_ROWS", 1 << 24)
    exact = vc.evaluate("y", data=source(held), **asked)
    alone = vc.evaluate("y", data=source(held), y_score="s", threshold=0.5)
    said = [note.en for note in found.notes if "at random into" in note.en]
    groups = int(said[0].partition("into ")[2].split()[0].rstrip(","))
    assert groups == (1024 if entries == 1 << 23 else 128)
    assert len(said) == 1
    assert [str(n.zh) for n in found.notes if f"归入 {groups} 组" in str(n.zh)]
    assert not any("at random" in note.en for note in exact.notes)
    wide = {key: exact[key].high - exact[key].low for key in ("auroc", "recall", "accuracy")}
    for key, width in wide.items():
        assert found[key].high - found[key].low == pytest.approx(
            width + 2 * found[key].bound, rel=5 / np.sqrt(2 * groups)
        )
    assert wide["auroc"] > 1.15 * (alone["auroc"].high - alone["auroc"].low)
    agrees(found, held, held["s"], np.ones(ROWS), 0.5)
    for value in "ab":
        rows = np.flatnonzero(held["g"] == value)
        agrees(found.by_group[value], part(held, rows), held["s"][rows], np.ones(len(rows)), 0.5)


def test_random_groups_are_the_same_from_every_source(tmp_path):
    held = many_clusters()
    asked = {"y_score": "s", "threshold": 0.5, "cluster": "c"}
    found = [
        vc.evaluate("y", data=data, **asked).held.scores.table.clusters
        for data in every_source(held, tmp_path).values()
    ]
    assert len(found[0].ids) > 700
    assert all(clusters == found[0] for clusters in found)


def test_random_groups_are_saved_and_merged(tmp_path):
    """Halves that share clusters: merged they are the whole, and a file keeps the groups."""
    held = many_clusters(8000, 3000)
    asked = {"y_score": "s", "threshold": 0.5, "cluster": "c", "resolution": 6}
    whole = vc.evaluate("y", data=held, **asked)
    halves = [vc.evaluate("y", data=part(held, slice(i, None, 2)), **asked) for i in range(2)]
    merged = halves[0] + halves[1]
    assert merged["accuracy"].value == whole["accuracy"].value
    assert merged.confusion.clusters == whole.confusion.clusters
    whole.save(tmp_path / "a.veracity")
    loaded = vc.load(tmp_path / "a.veracity")
    assert loaded.notes == whole.notes
    assert loaded["auroc"] == whole["auroc"]


def test_labels_of_many_clusters_are_summed_in_random_groups(source, monkeypatch):
    """2,000 clusters in 3,000 rows: what comes home is bounded, the same from every source."""
    monkeypatch.setattr(size_limits, "LAZY_ROWS", 1000)
    held = columns()
    held["c"] = np.random.default_rng(3).integers(-(10**6), 10**6, 2000)[np.arange(ROWS) % 2000]
    held["called"] = (held["p"] >= 0.4).astype(int)
    asked = {"cluster": "c", "group": "g", "sample_weight": "w"}
    found = vc.evaluate("y", "called", data=source(held), **asked)
    units = found.confusion.clusters
    used, group = np.unique(groups_of(held["c"].tolist()), return_inverse=True)
    assert units.ids == group_ids(used.tolist())
    for cluster, name in enumerate(units.ids):
        mine = units.weight[units.cluster == cluster].sum()
        assert mine == pytest.approx(held["w"][group == units.ids.index(name)].sum(), rel=1e-12)
    for value in found.by_group:
        rows = held["g"] == value
        inside = found.by_group[value].confusion.clusters
        assert inside.ids == group_ids(np.unique(groups_of(held["c"][rows].tolist())).tolist())
    monkeypatch.setattr(tables, "EXACT_ROWS", 1 << 24)
    monkeypatch.setattr(size_limits, "LAZY_ROWS", 1 << 20)
    exact = vc.evaluate("y", "called", data=held, **asked)
    assert np.allclose(found.confusion.counts, exact.confusion.counts, rtol=1e-12, atol=0)
    mine, his = (one["accuracy"].high - one["accuracy"].low for one in (found, exact))
    assert mine == pytest.approx(his, rel=0.15)
