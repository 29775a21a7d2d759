"""Areas over K classes and top-k: scikit-learn, brute force, fractions, and what records claim."""

import re
import warnings
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
import sklearn
from sklearn.metrics import (
    label_ranking_average_precision_score,
    roc_auc_score,
    top_k_accuracy_score,
)

from veracity.metrics import find
from veracity.statistics.grid.building import gridded
from veracity.statistics.joint.joint_scores import JointScores
from veracity.statistics.joint.score_columns import ScoreColumns
from veracity.statistics.joint.top_ranks import TopRanks
from veracity.statistics.scores.areas import area_under_roc

AREAS = {
    "auroc_ovr_macro": {"multi_class": "ovr", "average": "macro"},
    "auroc_ovr_weighted": {"multi_class": "ovr", "average": "weighted"},
    "auroc_ovo_macro": {"multi_class": "ovo", "average": "macro"},
    "auroc_ovo_weighted": {"multi_class": "ovo", "average": "weighted"},
}


def drawn(seed, classes=None):
    """Probabilities with many ties, every class in the truth, and weights."""
    rng = np.random.default_rng(seed)
    K = classes or int(rng.integers(3, 6))
    n = int(rng.integers(2 * K, 60))
    truth = np.concatenate([np.arange(K), rng.integers(0, K, n - K)])
    P = rng.integers(1, 5, (n, K)).astype(float)
    P[np.arange(n), truth] += rng.integers(0, 4, n)
    return truth, P / P.sum(1, keepdims=True), rng.random(n) + 0.1


def joint(truth, P, weight=None, **options):
    K = P.shape[1]
    return JointScores.of_rows(truth, dict(enumerate(P.T)), weight, labels=range(K), **options)


def columns(truth, P, weight=None) -> ScoreColumns:
    return joint(truth, P, weight).columns


def exact_area(own, other):
    """Σ over pairs of (score, weight), ties as one half, in fractions."""
    pairs = sum(
        v * w * (Fraction(1) if s > t else Fraction(1, 2) if s == t else 0)
        for s, v in own
        for t, w in other
    )
    return pairs / (sum(v for _, v in own) * sum(w for _, w in other))


def exact_areas(truth, P, weight):
    """The four averages by their definitions, in fractions, pair by pair."""
    K = P.shape[1]
    w = [Fraction(one) for one in weight.tolist()]

    def cases(column, kept):
        return [(P[i, column], w[i]) for i in range(len(truth)) if kept(truth[i])]

    size = [sum(v for i, v in enumerate(w) if truth[i] == k) for k in range(K)]
    rest = [
        exact_area(cases(k, lambda y, k=k: y == k), cases(k, lambda y, k=k: y != k))
        for k in range(K)
    ]

    def against(i, j):
        return exact_area(cases(i, lambda y: y == i), cases(i, lambda y: y == j))

    pairs = list(combinations(range(K), 2))
    both = [(against(i, j) + against(j, i)) / 2 for i, j in pairs]
    shares = [size[i] + size[j] for i, j in pairs]
    return {
        "auroc_ovr_macro": sum(rest) / K,
        "auroc_ovr_weighted": sum(a * s for a, s in zip(rest, size, strict=True)) / sum(size),
        "auroc_ovo_macro": sum(both) / len(both),
        "auroc_ovo_weighted": sum(a * s for a, s in zip(both, shares, strict=True)) / sum(shares),
    }


@pytest.mark.parametrize("seed", range(25))
def test_areas_equal_scikit_learn(seed):
    truth, P, weight = drawn(seed)
    for key, options in AREAS.items():
        theirs = roc_auc_score(truth, P, **options)
        assert find(key)(columns(truth, P)) == pytest.approx(theirs, abs=1e-12), key
        if options["multi_class"] == "ovr":
            theirs = roc_auc_score(truth, P, sample_weight=weight, **options)
            assert find(key)(columns(truth, P, weight)) == pytest.approx(theirs, abs=1e-12), key


@pytest.mark.parametrize("seed", range(6))
def test_weighted_areas_are_their_definition(seed):
    truth, P, weight = drawn(seed, classes=3)
    for key, expected in exact_areas(truth, P, weight).items():
        assert find(key)(columns(truth, P, weight)) == pytest.approx(float(expected), abs=1e-13)


def test_two_columns_of_two_classes():
    """With p and 1 − p both columns have the area of one of them."""
    truth, P, weight = drawn(3, classes=2)
    c = columns(truth, P, weight)
    one = area_under_roc(c.column(1).one_vs_rest(1))
    for key in AREAS:
        assert find(key)(c) == pytest.approx(float(one), abs=1e-12)


def test_hand_and_till_by_hand():
    """Three classes of one row each: A(0|1) = A(1|0) = 1, A(0|2) = 1/2, A(2|0) = 1, A(1|2) = 0,
    A(2|1) = 1, so M = (1 + 3/4 + 1/2)/3 = 3/4.
    """
    P = np.array([[0.4, 0.2, 0.1], [0.2, 0.3, 0.2], [0.4, 0.5, 0.3]])
    assert find("hand till")(columns(np.arange(3), P)) == pytest.approx(3 / 4, abs=1e-15)


def test_the_short_names():
    assert find("macro_auroc").key == "auroc_ovr_macro"
    assert find("weighted_auroc").key == "auroc_ovr_weighted"


@pytest.mark.parametrize("key", AREAS)
def test_an_absent_class_is_undefined_and_named(key):
    truth, P, _ = drawn(4, classes=4)
    truth = np.where(truth == 2, 1, truth)
    metric, c = find(key), columns(truth, P)
    assert np.isnan(metric(c))
    reasons = metric.reasons(c)
    present = [k for k in range(4) if k != 2]
    without = find(key)(columns(np.searchsorted(present, truth), P[:, present]))
    mean = f"the mean without them is {without:.4g}"
    assert reasons[-1].en == f"absent from the truth: 2; {mean}"
    assert "2" in reasons[-1].zh
    assert find(key).reasons(columns(*drawn(4, classes=4)[:2])) == ()
    alone = JointScores.of_rows([0, 0], {0: [0.5, 1]}, labels=(0,)).columns
    assert np.isnan(metric(alone))
    assert "one class" in metric.reasons(alone)[0].en


@pytest.mark.parametrize("key", AREAS)
def test_leading_axes_are_a_loop(key):
    truth, P, _ = drawn(7)
    j = joint(truth, P)
    weight = np.random.default_rng(1).poisson(3.0, (2, 3, len(j))).astype(float)
    together = find(key)(j.columns_with_weights(weight))
    assert together.shape == (2, 3)
    for index in np.ndindex(2, 3):
        alone = find(key)(j.columns_with_weights(weight[index]))
        assert together[index] == pytest.approx(float(alone), abs=1e-13, nan_ok=True)


@pytest.mark.parametrize("key", AREAS)
@pytest.mark.parametrize("bits", [4, 6, 9])
def test_the_bracket_of_grids_holds_the_value_of_the_rows(key, bits):
    metric = find(key)
    for seed in range(8):
        rng = np.random.default_rng(seed)
        truth, P, weight = drawn(seed)
        P = P + 1e-3 * rng.random(P.shape)
        P = P / P.sum(1, keepdims=True)
        for w in (None, weight):
            c = columns(truth, P, w)
            grids = ScoreColumns(c.names, tuple(gridded(one, bits, "unit") for one in c.tables))
            low, high = metric.bracket(grids)
            assert low - 1e-12 <= metric(c) <= high + 1e-12
            assert low <= metric(grids) <= high
            assert metric.bracket(c) == pytest.approx((metric(c), metric(c)))


@pytest.mark.parametrize("key", AREAS)
def test_chance_range_and_prevalence_are_as_the_record_says(key):
    metric = find(key)
    truth, P, weight = drawn(11, classes=3)
    c = columns(truth, P, weight)
    assert metric.at_chance(c) == pytest.approx(0.5, abs=1e-12)
    assert metric.chance.value(c) == 0.5
    best = columns(truth, np.eye(3)[truth])
    worst = columns(truth, (1 - np.eye(3)[truth]) / 2)
    assert (metric(worst), metric(best)) == metric.bounds
    moved = metric(c.at_prevalence({0: 0.8, 1: 0.1, 2: 0.1}))
    assert np.isclose(moved, metric(c), rtol=1e-9) != metric.moves_with_prevalence


@pytest.mark.parametrize("seed", range(15))
@pytest.mark.parametrize("k", [1, 2, 3])
def test_top_k_equals_scikit_learn_without_ties(seed, k):
    truth, P, weight = drawn(seed)
    P = P + np.random.default_rng(seed).random(P.shape) * 1e-3
    ranks = TopRanks.of_joint(joint(truth, P, weight))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        theirs = top_k_accuracy_score(truth, P, k=k, sample_weight=weight)
    metric = find(f"top_k_accuracy({k})")
    assert metric(ranks) == pytest.approx(theirs, abs=1e-12)
    assert metric.counted.successes(ranks) == pytest.approx(
        theirs * metric.counted.trials(ranks), abs=1e-12
    )


def test_top_k_claims():
    truth, P, _ = drawn(5, classes=4)
    ranks = TopRanks.of_joint(joint(truth, P))
    assert find("top_k_accuracy") is find("top_k_accuracy(2)") or (
        find("top_k_accuracy(2)").key == "top_k_accuracy"
    )
    assert find("top_k_accuracy(1)")(ranks) == (P.argmax(1) == truth).mean()
    for k in (4, 5, 99):
        assert find(f"top_k_accuracy({k})")(ranks) == 1
    for k in (1, 3, 9):
        metric = find("top_k_accuracy").with_values(k=k)
        assert metric.at_chance(ranks) == pytest.approx(metric.chance.value(ranks, k=k))
    nothing = TopRanks(np.zeros(3), ("a", "b", "c"))
    assert np.isnan(find("top_k_accuracy")(nothing))
    assert find("top_k_accuracy").reasons(nothing)
    with pytest.raises(ValueError, match="whole"):
        find("top_k_accuracy(1.5)")(ranks)
    many = TopRanks(np.ones((2, 5, 3)), ("a", "b", "c"))
    assert find("top_k_accuracy")(many).shape == (2, 5)


def test_the_rule_for_ties_is_written_down():
    """The page says how scikit-learn breaks ties; both numbers are computed again."""
    page = (Path(__file__).parents[3] / "docs" / "differences.md").read_text("utf-8")
    said = re.search(
        r"\*\*Top-k with ties\.\*\* scikit-learn ([\d.]+) .* gives (\d+) there and veracity (\d+)",
        page,
    )
    assert said is not None
    truth, P = [0, 1, 2], [[0.4, 0.4, 0.2], [0.1, 0.8, 0.1], [0.1, 0.1, 0.8]]
    ranks = TopRanks.of_rows(truth[:1], np.array(P[:1]).T, labels=range(3))
    assert find("top_k_accuracy(1)")(ranks) == float(said[3])
    if sklearn.__version__ != said[1]:
        pytest.skip(f"the page is about scikit-learn {said[1]}")
    theirs = top_k_accuracy_score(truth[:1], P[:1], k=1, labels=[0, 1, 2])
    assert theirs == float(said[2])


@pytest.mark.parametrize("seed", range(10))
def test_of_one_label_the_mean_reciprocal_rank_is_label_ranking_average_precision(seed):
    rng = np.random.default_rng(seed)
    truth, P = rng.integers(0, 4, 50), rng.dirichlet(np.ones(4), 50)  # no ties
    weight = rng.random(50) if seed % 2 else None
    theirs = label_ranking_average_precision_score(np.eye(4)[truth], P, sample_weight=weight)
    ranks = TopRanks.of_rows(truth, P.T, weight, labels=range(4))
    assert find("mrr")(ranks) == pytest.approx(theirs, rel=1e-12)


def test_a_rank_that_never_occurs_does_not_take_the_interval():
    import veracity as vc

    truth, P = [0, 1, 2, 0, 1, 2] * 5, np.array([[0.6, 0.3, 0.1]] * 30)
    P[:, 2] = 0.35  # the third class is never last: ranks 1 and 2 alone
    P[:, 1] = np.where(np.arange(30) % 3 == 1, 0.5, 0.05)
    ev = vc.evaluate(truth, y_proba=P / P.sum(1, keepdims=True), method="delta")
    assert ev["top_k_accuracy(3)"].value == 1
    assert 0 < ev["mean_reciprocal_rank"].low < ev["mean_reciprocal_rank"].high < 1
