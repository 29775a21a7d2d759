"""Errors against coverage: definitions row by row, in fractions."""

from fractions import Fraction

import numpy as np
import pytest

from veracity.metrics import find
from veracity.statistics import ScoreTable
from veracity.statistics.joint.top_label import TopLabel

KEYS = ("aurc", "augrc", "accuracy_at_coverage", "accuracy_at_coverage(0.5)")


def drawn(seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(3, 40))
    confidence = np.round(rng.uniform(0.3, 1, n), int(rng.integers(1, 4)))
    right = (rng.random(n) < confidence).astype(int)
    return right, confidence, (rng.random(n) + 0.1 if seed % 2 else None)


def label(right, confidence, weight=None) -> TopLabel:
    return TopLabel.of_rows_right(right, confidence, weight)


def exact_aurc(right, confidence, weight):
    """(1/n) Σ_i of the error rate among rows at least as sure as row i."""
    w = [Fraction(1)] * len(right) if weight is None else [Fraction(x) for x in weight.tolist()]
    rows = range(len(right))
    total = Fraction(0)
    for i in rows:
        kept = [j for j in rows if confidence[j] >= confidence[i]]
        total += w[i] * sum(w[j] for j in kept if not right[j]) / sum(w[j] for j in kept)
    return total / sum(w)


@pytest.mark.parametrize("seed", range(30))
def test_the_area_is_its_definition(seed):
    rows = drawn(seed)
    assert find("aurc")(label(*rows)) == pytest.approx(float(exact_aurc(*rows)), abs=1e-13)


def test_the_area_by_hand():
    """Right, wrong, right from the surest: (0 + 1/2 + 1/3)/3 = 5/18."""
    assert find("aurc")(label([1, 0, 1], [0.9, 0.8, 0.7])) == pytest.approx(5 / 18, abs=1e-15)
    assert find("aurc")(label([1, 0, 1], [0.9] * 3)) == pytest.approx(1 / 3, abs=1e-15)


def exact_augrc(right, confidence, weight):
    """Trapezoids under (coverage, share kept and wrong), a point after each confidence."""
    w = [Fraction(1)] * len(right) if weight is None else [Fraction(x) for x in weight.tolist()]
    whole, at, area = sum(w), (Fraction(0), Fraction(0)), Fraction(0)
    for cut in sorted(set(confidence.tolist()), reverse=True):
        kept = [j for j in range(len(right)) if confidence[j] >= cut]
        wrong = sum((w[j] for j in kept if not right[j]), Fraction(0)) / whole
        point = sum(w[j] for j in kept) / whole, wrong
        area += (point[0] - at[0]) * (point[1] + at[1]) / 2
        at = point
    return area


@pytest.mark.parametrize("seed", range(30))
def test_the_generalised_area_is_its_definition(seed):
    rows = drawn(seed)
    assert find("augrc")(label(*rows)) == pytest.approx(float(exact_augrc(*rows)), abs=1e-13)


def test_the_generalised_area_where_all_are_right_or_wrong():
    assert find("augrc")(label([1, 1], [0.9, 0.8])) == 0
    assert find("augrc")(label([0, 0], [0.9, 0.8])) == 0.5


def test_accuracy_at_coverage_by_hand():
    """Confidences 9, 8, 8, 7 with right, right, wrong, wrong; a tie at the cut is shared."""
    t = label([1, 1, 0, 0], [0.9, 0.8, 0.8, 0.7])
    for c, expected in ((0.25, 1), (0.5, 1.5 / 2), (0.75, 2 / 3), (1, 2 / 4), (0.125, 1)):
        assert find("accuracy_at_coverage").with_values(c=c)(t) == pytest.approx(expected)


@pytest.mark.parametrize("seed", range(0, 20, 2))
def test_accuracy_at_coverage_is_the_mean_over_random_orders_of_ties(seed):
    right, confidence, _ = drawn(seed)
    n, kept = len(right), max(1, len(right) // 2)
    expected = Fraction(0)
    cut = sorted(confidence, reverse=True)[kept - 1]
    above = [r for r, s in zip(right.tolist(), confidence, strict=True) if s > cut]
    tied = [r for r, s in zip(right.tolist(), confidence, strict=True) if s == cut]
    expected = sum(above) + Fraction(sum(tied), len(tied)) * (kept - len(above))
    found = find("accuracy_at_coverage").with_values(c=kept / n)(label(right, confidence))
    assert found == pytest.approx(float(expected / kept), rel=1e-9)


@pytest.mark.parametrize("key", KEYS)
def test_range_leading_axes_and_chance(key):
    metric = find(key)
    for seed in range(20):
        t = label(*drawn(seed))
        assert 0 <= metric(t) <= 1
        assert metric.at_chance(t) == pytest.approx(float(metric.chance.value(t)), abs=1e-12)
    t = label(*drawn(4))
    weight = np.random.default_rng(0).poisson(2.0, (3, 2, *t.weight.shape)).astype(float)
    many = TopLabel(t.scores, weight, t.labels, t.pos_label)
    for index in np.ndindex(3, 2):
        one = TopLabel(t.scores, weight[index].copy(), t.labels, t.pos_label)
        assert metric(many)[index] == pytest.approx(float(metric(one)), abs=1e-13, nan_ok=True)


@pytest.mark.parametrize("key", KEYS)
def test_ends_and_undefined(key):
    metric = find(key)
    ends = [float(metric(label([r] * 3, [0.9, 0.6, 0.6]))) for r in (0, 1)]
    low, high = metric.bounds
    assert ends == ([high, low] if metric.better == "lower" else [low, high])
    nothing = TopLabel(np.zeros(0), np.zeros((2, 0)), ("wrong", "right"), "right")
    assert np.isnan(metric(nothing))
    assert metric.reasons(nothing)[0].en == "there are no rows"
    moved = metric(label(*drawn(5)).at_prevalence(0.9))
    assert metric.moves_with_prevalence
    assert moved != pytest.approx(float(metric(label(*drawn(5)))))


def test_full_coverage_is_accuracy():
    table = ScoreTable.of_rows([1, 0, 1, 1], [0.9, 0.7, 0.4, 0.5])
    t = TopLabel.of_table(table)
    c = table.counts_at(0.5)
    assert find("accuracy_at_coverage(1)")(t) == find("accuracy")(c) == 0.5


@pytest.mark.parametrize("seed", range(40))
def test_where_all_is_wrong_the_generalised_area_is_at_most_one_half(seed):
    weight = 10.0 ** np.random.default_rng(seed).uniform(-3, 3, 8)
    right = [0] * 7 + [1]
    weight[-1] = 1e-30  # right, and of no weight that a sum could see
    assert 0 <= find("augrc")(label(right, np.arange(1, 9) / 8, weight)) <= 0.5
