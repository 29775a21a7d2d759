"""Weighted proportions: the effective number of trials by linearisation, by hand."""

from fractions import Fraction

import pytest

from veracity.evaluation import evaluate
from veracity.intervals import proportion_interval

TRUTH = [1, 1, 1, 1, 0, 0, 0]
CALLED = [1, 1, 0, 1, 0, 1, 0]
WEIGHT = [Fraction(w, 4) for w in (2, 5, 3, 8, 4, 1, 6)]


def by_hand(rows):
    """p and p(1-p)/Var with Var = Σw²(y-p)²/(Σw)², over (success, weight, truth) rows.

    At most Kish's (Σw)²/Σw², or the same with Σw²/Σw of the true class for the weight of a row,
    whichever is more: where light rows agree by chance, Var alone would find too many.
    """
    total = sum(w for _, w, _ in rows)
    p = sum(w for hit, w, _ in rows if hit) / total
    usual = {
        t: Fraction(sum(w**2 for u, _, w in ROWS if u == t), 1)
        / sum(w for u, _, w in ROWS if u == t)
        for t in (0, 1)
    }
    alone = sum(w**2 * (hit - p) ** 2 for hit, w, _ in rows) / total**2
    of_class = sum(w * usual[t] * (hit - p) ** 2 for hit, w, t in rows) / total**2
    kish = total**2 / sum(w**2 for _, w, _ in rows)
    return p, min(p * (1 - p) / alone, max(p * (1 - p) / of_class, kish))


ROWS = list(zip(TRUTH, CALLED, WEIGHT, strict=True))
TRIALS = {
    "accuracy": [(int(t == c), w, t) for t, c, w in ROWS],
    "recall": [(c, w, t) for t, c, w in ROWS if t == 1],
    "precision": [(t, w, t) for t, c, w in ROWS if c == 1],
    "npv": [(1 - t, w, t) for t, c, w in ROWS if c == 0],
    "prevalence": [(t, w, t) for t, c, w in ROWS],
}


@pytest.mark.parametrize("key", TRIALS)
def test_linearisation(key):
    p, n = by_hand(TRIALS[key])
    found = evaluate(TRUTH, CALLED, sample_weight=[float(w) for w in WEIGHT])[key]
    assert found.value == pytest.approx(float(p), rel=1e-14)
    assert found.n == pytest.approx(float(n), rel=1e-12)
    ends = proportion_interval(float(p * n), float(n), "wilson")
    assert (found.low, found.high) == pytest.approx(ends, rel=1e-12)
    assert "effective number of trials" in found.note


@pytest.mark.parametrize(("called", "value"), [(TRUTH, 1), ([1 - t for t in TRUTH], 0)])
def test_where_the_variance_is_0_the_other_outcome_weighs_as_its_class(called, value):
    """Kish's number, or as many rows as weigh what those of the heavier class do."""
    of_class = [[w for t, _, w in ROWS if t == truth] for truth in (0, 1)]
    heaviest = max(sum(w**2 for w in held) / sum(held) for held in of_class)
    kish = min(sum(WEIGHT) ** 2 / sum(w**2 for w in WEIGHT), sum(WEIGHT) / heaviest)
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


def test_cases_and_controls_sampled_at_two_rates():
    """Precision is then a function of TP/FP alone: variance p²(1 − p)²(1/TP + 1/FP)."""
    truth = [1] * 60 + [0] * 240
    called = [1] * 45 + [0] * 15 + [1] * 30 + [0] * 210
    weight = [1.0] * 60 + [20.0] * 240
    found = evaluate(truth, called, sample_weight=weight)["precision"]
    p = Fraction(45, 45 + 20 * 30)
    assert found.n == pytest.approx(float(1 / (p * (1 - p) * (Fraction(1, 45) + Fraction(1, 30)))))
    # as of counts in the ratio of their odds: Wilson's, of 45 in 75, then 20 controls for each
    low, high = proportion_interval(45, 75, "wilson")
    moved = [end / (end + 20 * (1 - end)) for end in (low, high)]
    assert (found.low, found.high) == pytest.approx(moved, rel=0.1)
    kish = float(Fraction(645) ** 2 / (45 + 400 * 30))
    wide = proportion_interval(float(p) * kish, kish, "wilson")
    assert found.high - found.low < 0.5 * (wide[1] - wide[0])


def test_no_false_positive_among_rare_heavy_controls_is_no_certainty():
    """One unseen control weighs 20 calls: the low end is that of 45 of 45, moved by the odds."""
    truth, weight = [1] * 60 + [0] * 240, [1.0] * 60 + [20.0] * 240
    found = evaluate(truth, [1] * 45 + [0] * 255, sample_weight=weight)["precision"]
    low, _ = proportion_interval(45, 45, "wilson")
    assert (found.value, found.high) == (1, 1)
    assert found.low == pytest.approx(low / (low + 20 * (1 - low)))
    recall = evaluate(truth, [1] * 60 + [0] * 240, sample_weight=weight)["recall"]
    assert recall.low == pytest.approx(proportion_interval(60, 60, "wilson")[0])
