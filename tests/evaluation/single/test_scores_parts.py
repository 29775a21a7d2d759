"""Scores by class, by group, in clusters and with weights of three kinds."""

import numpy as np
import pytest
from sklearn import metrics as sk

from veracity.evaluation import evaluate
from veracity.statistics.grid.score_grid import ScoreGrid

RNG = np.random.default_rng(8)
N = 240
TRUTH = RNG.integers(0, 2, N)
SCORES = np.round(RNG.normal(TRUTH, 1.0), 1)
PROBA = np.round(1 / (1 + np.exp(-SCORES)), 3)
CLASS = RNG.integers(0, 3, N)
THREE = RNG.dirichlet([1, 1, 1], N)
SITE = RNG.choice(["a", "b", "c"], N)
PATIENT = np.arange(N) // 4


def test_both_classes_of_one_column_of_scores() -> None:
    ev = evaluate(TRUTH, y_score=SCORES)
    other = ev.by_class[0]
    assert other.scores.pos_label == 0
    assert ev.by_class[1]["auroc"] == ev["auroc"]
    assert other["auroc"].value == pytest.approx(ev["auroc"].value, abs=1e-15)
    expected = sk.average_precision_score(1 - TRUTH, -SCORES)
    assert other["average_precision"].value == pytest.approx(expected, abs=1e-12)
    assert other.at(-0.5).confusion.predicted.tolist()[1] == (SCORES <= 0.5).sum()


def test_both_classes_of_one_column_of_probabilities() -> None:
    ev = evaluate(TRUTH, y_proba=PROBA, threshold=0.3)
    other = ev.by_class[0]
    assert other["recall"].value == ev["specificity"].value
    expected = sk.average_precision_score(1 - TRUTH, 1 - PROBA)
    assert other["average_precision"].value == pytest.approx(expected, abs=1e-12)
    assert other.threshold == pytest.approx(0.7)
    assert other.at(other.threshold).confusion == other.confusion
    assert ev.by_class[1].threshold == 0.3


@pytest.mark.parametrize("role", ["y_score", "y_proba"])
def test_both_classes_of_a_grid(role: str) -> None:
    given = SCORES if role == "y_score" else PROBA
    grid = evaluate(TRUTH, **{role: given}, resolution=4, threshold=0.6)
    exact = evaluate(TRUTH, **{role: given}, threshold=0.6)
    other = grid.by_class[0]
    assert isinstance(other.scores, ScoreGrid)
    for key in ("auroc", "average_precision", "ks"):
        told = other[key]
        assert told.bound > 0
        assert abs(told.value - exact.by_class[0][key].value) <= told.bound
    assert other["recall"] == exact.by_class[0]["recall"]
    assert "Scores rank" in str(other)


def test_classes_of_columns() -> None:
    ev = evaluate(CLASS, y_proba=THREE)
    for label in range(3):
        part, truth = ev.by_class[label], (label == CLASS).astype(int)
        column = THREE[:, label]
        assert part["auroc"].value == pytest.approx(sk.roc_auc_score(truth, column), abs=1e-12)
        expected = sk.average_precision_score(truth, column)
        assert part["average_precision"].value == pytest.approx(expected, abs=1e-12)
        assert part.confusion.tp == ((THREE.argmax(1) == label) & (truth == 1)).sum()
        assert part.at(0.4).confusion.predicted[1] == (column >= 0.4).sum()
    macro = np.mean([ev.by_class[label]["auroc"].value for label in range(3)])
    assert ev["auroc_ovr_macro"].value == pytest.approx(macro, abs=1e-12)


@pytest.mark.parametrize("resolution", ["exact", 8])
def test_groups_are_evaluations_of_their_rows(resolution) -> None:
    ev = evaluate(TRUTH, y_proba=PROBA, group=SITE, resolution=resolution)
    for site in "abc":
        mine = site == SITE
        part = ev.by_group[site]
        expected = sk.roc_auc_score(TRUTH[mine], PROBA[mine])
        assert abs(part["auroc"].value - expected) <= part["auroc"].bound + 1e-12
        assert part.rows.used == mine.sum()
        called = PROBA[mine] >= 0.5
        assert part.confusion.tp == (called & (TRUTH[mine] == 1)).sum()
    at = ev.at(0.3)
    assert sum(at.by_group[site].confusion.tp for site in "abc") == at.confusion.tp


def test_groups_of_columns() -> None:
    ev = evaluate(CLASS, y_proba=THREE, group=SITE)
    mine = SITE == "b"
    expected = sk.roc_auc_score(CLASS[mine], THREE[mine], multi_class="ovr")
    assert ev.by_group["b"]["auroc_ovr_macro"].value == pytest.approx(expected, abs=1e-12)


def test_a_group_of_one_class_is_undefined_and_says_why() -> None:
    ev = evaluate([0, 1, 0, 0], y_score=[1, 2, 3, 4], group=list("aabb"))
    assert "no positive" in ev.by_group["b"]["auroc"].note
    assert ev.by_group["a"]["auroc"].value == 1


def test_clusters_change_intervals_and_not_values() -> None:
    copied = np.repeat(np.arange(60), 4)  # four copies of each row tell no more than one
    truth, scores = TRUTH[copied], SCORES[copied]
    plain = evaluate(truth, y_score=scores)["auroc"]
    whole = evaluate(truth, y_score=scores, cluster=copied)["auroc"]
    alone = evaluate(TRUTH[:60], y_score=SCORES[:60])["auroc"]
    assert whole.value == plain.value == alone.value
    assert whole.high - whole.low > 1.6 * (plain.high - plain.low)  # about √4 wider
    assert whole.high - whole.low == pytest.approx(alone.high - alone.low, rel=0.1)
    assert "60 clusters" in whole.note


@pytest.mark.parametrize("kind", ["importance", "sampling"])
def test_weights_have_no_scale(kind: str) -> None:
    weight = RNG.random(N) + 0.1
    one = evaluate(TRUTH, y_proba=PROBA, sample_weight=weight, weight_kind=kind)
    ten = evaluate(TRUTH, y_proba=PROBA, sample_weight=10 * weight, weight_kind=kind)
    for key in ("auroc", "average_precision", "recall", "precision_at_recall"):
        for name in ("value", "low", "high", "n"):
            mine, yours = getattr(one[key], name), getattr(ten[key], name)
            assert mine == pytest.approx(yours, rel=1e-9), (key, name)
    expected = sk.roc_auc_score(TRUTH, PROBA, sample_weight=weight)
    assert one["auroc"].value == pytest.approx(expected, abs=1e-12)
    assert one["auroc"].n < N


def test_frequencies_are_rows() -> None:
    times = RNG.integers(1, 4, N)
    counted = evaluate(TRUTH, y_score=SCORES, sample_weight=times, weight_kind="frequency")
    written = evaluate(np.repeat(TRUTH, times), y_score=np.repeat(SCORES, times))
    for key in ("auroc", "average_precision", "ks", "ndcg(10)", "kendall_tau_b"):
        assert counted[key].value == pytest.approx(written[key].value, abs=1e-12)
    assert counted["auroc"].low == pytest.approx(written["auroc"].low, abs=1e-12)
    assert counted["auroc"].n == times.sum()


@pytest.mark.parametrize("columns", ["y_proba", "resolution", "three"])
def test_a_group_has_its_own_clusters_and_no_others(columns: str) -> None:
    """Patients of another hospital would make the spread look smaller."""
    hospital = np.where(PATIENT < 20, "north", "south")
    north = hospital == "north"
    if columns == "three":
        truth, given, key = CLASS, THREE, "auroc_ovr_macro"
        whole = evaluate(truth, y_proba=given, cluster=PATIENT, group=hospital)
        alone = evaluate(truth[north], y_proba=given[north], cluster=PATIENT[north])
    else:
        more = {"resolution": 12} if columns == "resolution" else {}
        truth, given, key = TRUTH, PROBA, "auroc"
        whole = evaluate(truth, y_proba=given, cluster=PATIENT, group=hospital, **more)
        alone = evaluate(truth[north], y_proba=given[north], cluster=PATIENT[north], **more)
    part = whole.by_group["north"]
    assert part.held.clusters == alone.held.clusters == 20
    for name in (key, "accuracy"):
        assert part[name].low == pytest.approx(alone[name].low, rel=1e-9)
        assert part[name].note == alone[name].note
