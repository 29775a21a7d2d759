"""Weighted proportions: the effective number of trials by linearisation, by hand."""

from fractions import Fraction

import pytest

from veracity.evaluation import evaluate
from veracity.intervals import proportion_interval

TRUTH = [1, 1, 1, 1, 0, 0, 0]
CALLED = [1, 1, 0, 1, 0, 1, 0]
WEIGHT = [Fraction(w, 4) for w in (2, 5, 3, 8, 4, 1, 6)]


def by_hand(rows):
    """p and p(1-p)/Var with Var = Σw²(y-p)²/(Σw)², over (success, weight) rows.

    At most Kish's (Σw)²/Σw²: where heavy rows agree, Var alone would find more trials than rows.
    """
    total = sum(w for _, w in rows)
    p = sum(w for hit, w in rows if hit) / total
    variance = sum(w**2 * ((1 if hit else 0) - p) ** 2 for hit, w in rows) / total**2
    return p, min(p * (1 - p) / variance, total**2 / sum(w**2 for _, w in rows))


ROWS = list(zip(TRUTH, CALLED, WEIGHT, strict=True))
TRIALS = {
    "accuracy": [(t == c, w) for t, c, w in ROWS],
    "recall": [(c == 1, w) for t, c, w in ROWS if t == 1],
    "precision": [(t == 1, w) for t, c, w in ROWS if c == 1],
    "prevalence": [(t == 1, w) for t, c, w in ROWS],
}


@pytest.mark.parametrize("key", TRIALS)
def test_linearisation(key):
    p, n = by_hand(TRIALS[key])
    found = evaluate(TRUTH, CALLED, sample_weight=[float(w) for w in WEIGHT])[key]
    assert found.value == pytest.approx(float(p), rel=1e-14)
    assert found.n == pytest.approx(float(n), rel=1e-12)
    ends = proportion_interval(float(p * n), float(n), "wilson")
    assert (found.low, found.high) == pytest.approx(ends, rel=1e-12)
    assert f"{float(n):.1f} effective trials" in found.note


@pytest.mark.parametrize(("called", "value"), [(TRUTH, 1), ([1 - t for t in TRUTH], 0)])
def test_kish_where_the_variance_is_0(called, value):
    kish = sum(WEIGHT) ** 2 / sum(w**2 for w in WEIGHT)
    found = evaluate(TRUTH, called, sample_weight=[float(w) for w in WEIGHT])["accuracy"]
    assert found.value == value
    assert found.n == pytest.approx(float(kish), rel=1e-12)
    ends = proportion_interval(value * float(kish), float(kish), "wilson")
    assert (found.low, found.high) == pytest.approx(ends, rel=1e-12)


def test_equal_weights_are_rows():
    found = evaluate(TRUTH, CALLED, sample_weight=[3.0] * 7)
    assert found["accuracy"].n == pytest.approx(7)
    assert found["recall"].n == pytest.approx(4)


def test_n_without_an_interval_is_effective_too():
    weights = [float(w) for w in WEIGHT]
    found = evaluate(TRUTH, CALLED, sample_weight=weights, method="none")["recall"]
    of_truth = [w for t, w in zip(TRUTH, WEIGHT, strict=True) if t == 1]
    kish = sum(of_truth) ** 2 / sum(w**2 for w in of_truth)
    assert found.n == pytest.approx(float(kish))


def test_unequal_weights_make_intervals_wider():
    """Half of the rows of each kind weigh nine times as much: n·(Σw)²/(n·Σw²) = n·100/164."""
    plain = evaluate(TRUTH * 20, CALLED * 20)["accuracy"]
    weights = [1.0] * 70 + [9.0] * 70
    weighted = evaluate(TRUTH * 20, CALLED * 20, sample_weight=weights)["accuracy"]
    assert weighted.value == pytest.approx(plain.value)
    assert weighted.n == pytest.approx(140 * 100 / 164)
    assert weighted.high - weighted.low > plain.high - plain.low
