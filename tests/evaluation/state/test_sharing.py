"""Scores shared with a least count: the areas stay true, and nothing small can be worked out."""

import numpy as np
import pytest

from tests.statistics.refusals import refused
from veracity.evaluation import evaluate, load

RNG = np.random.default_rng(5)
N = 3000
TRUTH = (RNG.random(N) < 0.02).astype(int)
SCORES = RNG.normal(1.4 * TRUTH, 1.0)
PROBA = 1 / (1 + np.exp(-SCORES))


def kept(ev, tmp_path, **options):
    ev.save(tmp_path / "kept", **options)
    return load(tmp_path / "kept")


GIVEN = {
    "scores": {"y_score": SCORES},
    "probabilities": {"y_proba": PROBA},
    "threshold with small cells": {"y_proba": PROBA, "threshold": 0.95},
    "both": {"y_score": SCORES, "y_proba": PROBA},
    "weights": {"y_score": SCORES, "sample_weight": RNG.lognormal(0, 0.5, N)},
    "grid": {"y_proba": PROBA, "resolution": 12},
    "groups": {"y_score": SCORES, "group": np.arange(N) % 2},
}


@pytest.mark.parametrize("least", [2, 5])
@pytest.mark.parametrize("kind", GIVEN)
def test_a_rare_class_does_not_vanish(kind, least, tmp_path):
    """Emptied cells made 0.996 of an area of 0.836, with a bound of 0."""
    ev = evaluate(TRUTH, **GIVEN[kind])
    shared = kept(ev, tmp_path, bits=10, min_count=least)
    told, true = shared["auroc"], ev["auroc"]
    assert abs(told.value - true.value) <= told.bound < 0.3
    assert told.low <= true.value <= told.high
    assert shared.rows == ev.rows
    assert float(shared.scores.total) == pytest.approx(float(ev.scores.total), rel=1e-12)
    if not shared.weight_kind:
        cells = shared.scores.table.weight
        assert cells[cells > 0].min() >= least
    assert any("merged with neighbours" in note for note in shared.notes)


@pytest.mark.parametrize("threshold", [0.3, 0.5, 0.9, 0.99])
def test_the_matrix_tells_no_more_than_the_cells(threshold, tmp_path):
    """Counts above an edge less those of the matrix are 0 or no small cell."""
    ev = evaluate(TRUTH, y_proba=PROBA, threshold=threshold)
    shared = kept(ev, tmp_path, bits=10, min_count=5)
    matrices = [shared.confusion, shared.held.fewest]
    for matrix in (one for one in matrices if one is not None):
        called = np.array([matrix.fp, matrix.tp])
        above = np.concatenate([[[0], [0]], shared.scores.table.weight.cumsum(1)], 1)
        apart = np.abs(above - called[:, None])
        assert ((apart == 0) | (apart >= 5)).all()
    low, high = (shared.held.fewest or shared.confusion), shared.confusion
    assert low.tp <= ev.confusion.tp <= high.tp
    assert low.fp <= ev.confusion.fp <= high.fp
    small = ev.confusion.counts[ev.confusion.counts > 0].min() < 5
    assert (shared.held.fewest is not None) == small
    told, true = shared["recall"], ev["recall"]
    assert abs(told.value - true.value) <= told.bound + 1e-12


def test_emptied_cells_of_labels_beside_scores_cannot_be_worked_out(tmp_path):
    """The scores tell how many positives there are: one empty cell would be a subtraction."""
    called = (SCORES > 3.0).astype(int)
    called[np.flatnonzero(TRUTH)[4:]] = 0
    called[np.flatnonzero(TRUTH)[:4]] = 1
    ev = evaluate(TRUTH, called, y_score=SCORES)
    assert 0 < ev.confusion.tp < 5 < ev.confusion.fp
    shared = kept(ev, tmp_path, bits=8, min_count=5)
    counts = shared.confusion.counts
    assert counts[1].tolist() == [0, 0]
    assert counts[0].tolist() == ev.confusion.counts[0].tolist()
    assert any("omits cells" in note for note in shared.notes)
    assert shared["auroc"].bound > 0


def test_a_class_below_the_least_count_is_refused(tmp_path):
    truth = np.zeros(100, int)
    truth[:3] = 1
    ev = evaluate(truth, y_score=RNG.normal(size=100))
    refused(lambda: ev.save(tmp_path / "x", bits=8, min_count=5), "min_count=5", "fewer rows")
    assert not (tmp_path / "x").exists()


def test_columns_are_joined_one_by_one(tmp_path):
    truth = RNG.integers(0, 3, 600)
    three = RNG.dirichlet([1, 1, 1], 600) * 0.5 + np.eye(3)[truth] * 0.5
    ev = evaluate(truth, y_proba=three)
    shared = kept(ev, tmp_path, bits=8, min_count=5)
    for key in ("auroc_ovr_macro", "auroc_ovo_macro"):
        assert abs(shared[key].value - ev[key].value) <= shared[key].bound
    for grid in shared.scores.tables:
        cells = grid.table.weight
        assert cells[cells > 0].min() >= 5
        assert cells.sum() == 600
