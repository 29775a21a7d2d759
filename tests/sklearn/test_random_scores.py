"""Functions of scores and probabilities on small random inputs, beside scikit-learn's."""

from typing import Any

import numpy as np
import pytest

import veracity.sklearn
from tests.sklearn.side_by_side import assert_same, theirs
from tests.sklearn.test_random_labels import KINDS, weights

AVERAGES = [None, "micro", "macro", "weighted", "samples"]


def binary(rng: np.random.Generator, n: int, kind: str) -> Any:
    return KINDS[kind](rng.integers(0, 2, n))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(4))
def test_two_classes(kind: str, seed: int) -> None:
    rng = np.random.default_rng([seed, len(kind)])
    n = int(rng.integers(1, 40))
    y_true, given = binary(rng, n, kind), weights(rng, n)
    scores = [
        rng.random(n),
        np.round(rng.random(n), 1),
        rng.integers(-3, 3, n),
        rng.random(n).astype(np.float32),
    ][seed]
    found = np.unique(y_true)
    positive = {"pos_label": found[rng.integers(0, len(found))]} if seed % 2 else {}
    for name in ("roc_curve", "precision_recall_curve", "det_curve"):
        for drop in (False, True):
            assert_same(name, y_true, scores, drop_intermediate=drop, **positive, **given)
    assert_same("confusion_matrix_at_thresholds", y_true, scores, **positive, **given)
    assert_same("average_precision_score", y_true, scores, **positive, **given)
    for part in (None, 1, 0.3, 0.05):
        assert_same("roc_auc_score", y_true, scores, max_fpr=part, **given)
    p = np.round(rng.random(n), 1 + 2 * (seed % 2))
    for strategy in ("uniform", "quantile"):
        for bins in (1, 4, 10):
            assert_same("calibration_curve", y_true, p, n_bins=bins, strategy=strategy, **positive)
    for name in ("brier_score_loss", "d2_brier_score"):
        assert_same(name, y_true, p, **positive, **given)
    for name in ("log_loss", "d2_log_loss_score"):
        assert_same(name, y_true, p, **given)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "bool"])
@pytest.mark.parametrize("seed", range(2))
def test_several_classes(kind: str, seed: int) -> None:
    rng = np.random.default_rng([seed, len(kind), 5])
    n, classes = int(rng.integers(2, 40)), int(rng.integers(3, 6))
    y_true, given = KINDS[kind](rng.integers(0, classes, n)), weights(rng, n)
    p = rng.dirichlet(np.ones(classes), n)
    labels: dict[str, Any] = {}
    if seed:
        labels["labels"] = np.unique(KINDS[kind](np.arange(classes)))
    for name in ("log_loss", "brier_score_loss", "d2_log_loss_score", "d2_brier_score"):
        assert_same(name, y_true, p, **labels, **given)
    assert_same("log_loss", y_true, p, normalize=False, **labels, **given)
    for k in (1, 2, 9):
        assert_same("top_k_accuracy_score", y_true, np.round(p, 1), k=k, **labels)
    assert_same("hinge_loss", y_true, p * 4 - 2, **labels)
    for average in AVERAGES:
        for multi_class in ("ovr", "ovo", "raise"):
            common = {"average": average, "multi_class": multi_class, **labels, **given}
            assert_same("roc_auc_score", y_true, p, **common)
        assert_same("average_precision_score", y_true, p, average=average, **given)


@pytest.mark.parametrize("seed", range(8))
def test_several_labels(seed: int) -> None:
    rng = np.random.default_rng([seed, 6])
    n, count = int(rng.integers(1, 40)), int(rng.integers(2, 5))
    y_true, scores = (rng.random((n, count)) < 0.5).astype(int), np.round(rng.random((n, count)), 1)
    given = {"sample_weight": rng.random(n)} if seed % 2 else {}
    for name in ("coverage_error", "label_ranking_loss", "label_ranking_average_precision_score"):
        assert_same(name, y_true, scores, **given)
    for average in AVERAGES:
        assert_same("roc_auc_score", y_true, scores, average=average, **given)
        assert_same("average_precision_score", y_true, scores, average=average, **given)
    gains = rng.integers(0, 4, (n, count + 1))
    ranked = np.round(rng.random((n, count + 1)), 1)
    for k in (None, 1, 2, 9):
        assert_same("dcg_score", gains, ranked, k=k, log_base=[2, 10, 0.5][seed % 3], **given)
        assert_same("ndcg_score", gains, ranked, k=k, **given)


def test_small_floats_are_added_up_as_large_ones() -> None:
    """Theirs adds up float32 as such: seven digits are the same, and clipping is by that type."""
    rng = np.random.default_rng(9)
    p = rng.dirichlet(np.ones(3), 200).astype(np.float32)
    y_true = rng.integers(0, 3, 200)
    p[0], y_true[0] = (0.0, 0.0, 1.0), 0  # a wrong certainty costs -ln(2^-23)
    mine = veracity.sklearn.log_loss(y_true, p)
    assert mine == pytest.approx(theirs("log_loss")(y_true, p), rel=1e-6)
    given = p.astype(np.float64)[np.arange(200), y_true]
    assert mine == pytest.approx(-np.log(np.clip(given, 2.0**-23, 1 - 2.0**-23)).mean(), rel=1e-12)


def test_any_function_at_thresholds() -> None:
    from sklearn.metrics import accuracy_score, fbeta_score

    rng = np.random.default_rng(8)
    y_true, scores = rng.integers(0, 2, 30), np.round(rng.random(30), 1)
    assert_same("metric_at_thresholds", y_true, scores, accuracy_score)
    assert_same(
        "metric_at_thresholds",
        y_true,
        scores.astype(np.uint8),
        fbeta_score,
        metric_params={"beta": 2},
        sample_weight=rng.integers(0, 3, 30),
    )


def test_the_area_under_points() -> None:
    assert_same("auc", [0, 1, 3], [1, 2, 0])
    assert_same("auc", [3, 1, 0], [1, 2, 0])
    assert_same("auc", [0, 2, 1], [1, 2, 0])
    assert_same("auc", [0], [1])
