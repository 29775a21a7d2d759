"""Weights from 1e-90 to 1e90, alike or spread over many powers of ten, against exact fractions.

The metrics of counts are scale-free. A rest that is added up keeps its digits, where the whole
minus the part would lose them.
"""

from fractions import Fraction
from math import isqrt
from typing import Any

import numpy as np
import pytest

import veracity as vc

Rows = list[list[Fraction]]


def root(square: Fraction) -> float:
    """The root of a fraction, to more digits than a float has."""
    digits = 10**60
    return isqrt(square.numerator * digits**2 // square.denominator) / digits


def four(x: Rows, k: int) -> tuple[Fraction, Fraction, Fraction, Fraction]:
    """TP, FP, FN, TN of a class, each added up."""
    size = range(len(x))
    tp = x[k][k]
    fp = sum((x[i][k] for i in size if i != k), Fraction(0))
    fn = sum((x[k][j] for j in size if j != k), Fraction(0))
    tn = sum((x[i][j] for i in size for j in size if k not in (i, j)), Fraction(0))
    return tp, fp, fn, tn


def exact(x: Rows) -> dict[str, Any]:
    """What the metrics are of a table that has weight in every cell."""
    size, n = range(len(x)), sum(map(sum, x), Fraction(0))
    truth = [sum(row, Fraction(0)) for row in x]
    called = [sum((row[j] for row in x), Fraction(0)) for j in size]
    each = [four(x, k) for k in size]
    beyond = n * sum(x[k][k] for k in size) - sum(truth[k] * called[k] for k in size)
    spread = [n * n - sum(m * m for m in margin) for margin in (truth, called)]
    both = [(truth[k] + called[k]) / 2 for k in size]

    def weighted(cost: Any) -> Fraction:
        seen = n * sum(cost(i, j) * x[i][j] for i in size for j in size)
        return 1 - seen / sum(cost(i, j) * truth[i] * called[j] for i in size for j in size)

    def macro(part: Any) -> Fraction:
        return sum((part(*one) for one in each), Fraction(0)) / len(x)

    square = beyond * beyond / (spread[0] * spread[1])
    chance = sum(m * m for m in both) / n**2
    agreement = Fraction(sum(x[k][k] for k in size), 1) / n
    return {
        "accuracy": agreement,
        "error_rate": 1 - agreement,
        "mcc": root(square) * (1 if beyond > 0 else -1),
        "kappa": beyond / (n * n - sum(truth[k] * called[k] for k in size)),
        "kappa_linear": weighted(lambda i, j: abs(i - j)),
        "kappa_quadratic": weighted(lambda i, j: (i - j) ** 2),
        "scott_pi": (agreement - chance) / (1 - chance),
        "balanced_accuracy": macro(lambda tp, fp, fn, tn: tp / (tp + fn)),
        "macro_precision": macro(lambda tp, fp, fn, tn: tp / (tp + fp)),
        "macro_specificity": macro(lambda tp, fp, fn, tn: tn / (tn + fp)),
        "macro_npv": macro(lambda tp, fp, fn, tn: tn / (tn + fn)),
        "macro_f1": macro(lambda tp, fp, fn, tn: 2 * tp / (2 * tp + fp + fn)),
        "macro_fpr": macro(lambda tp, fp, fn, tn: fp / (tn + fp)),
        "macro_false_omission_rate": macro(lambda tp, fp, fn, tn: fn / (tn + fn)),
        "macro_jaccard": macro(lambda tp, fp, fn, tn: tp / (tp + fp + fn)),
    }


def evaluated(weight: Any) -> vc.Evaluation:
    size = len(weight)
    indices = [(i, j) for i in range(size) for j in range(size)]
    return vc.evaluate(
        [i for i, _ in indices],
        [j for _, j in indices],
        sample_weight=np.asarray(weight, np.float64).ravel(),
        method="none",
    )


def agree(weight: Any) -> None:
    ev = evaluated(weight)
    for key, right in exact([[Fraction(float(w)) for w in row] for row in weight]).items():
        assert ev[key].value == pytest.approx(float(right), rel=1e-11, abs=1e-14), key


def drawn(seed: int, classes: int, powers: float) -> Any:
    """A table of weights that differ by so many powers of ten."""
    rng = np.random.default_rng(seed)
    return rng.uniform(1, 10, (classes, classes)) * 10 ** rng.uniform(
        -powers, 0, (classes, classes)
    )


@pytest.mark.parametrize("classes", [2, 3, 5])
@pytest.mark.parametrize("powers", [0, 6, 14, 17, 24, 40, 90])
def test_weights_spread_over_many_powers(classes: int, powers: float) -> None:
    for seed in range(8):
        agree(drawn(seed, classes, powers))


@pytest.mark.parametrize("classes", [2, 3, 5])
@pytest.mark.parametrize("power", [-90, -80, -40, 40, 80, 90])
def test_weights_all_tiny_or_all_huge(classes: int, power: int) -> None:
    for seed in range(4):
        agree(drawn(seed, classes, 3) * 10.0**power)


@pytest.mark.parametrize("weight", [1e-90, 1.0, 1e90])
def test_five_rows_of_equal_weight(weight: float) -> None:
    """TP 2, FP 1, FN 1, TN 1: (2·1 − 1·1)/√(3·3·2·2) = 1/6."""
    ev = vc.evaluate([1, 1, 1, 0, 0], [1, 1, 0, 1, 0], sample_weight=[weight] * 5)
    assert ev["mcc"].value == pytest.approx(1 / 6, rel=1e-15)
    assert ev["mcc"].low == pytest.approx(
        vc.evaluate([1, 1, 1, 0, 0], [1, 1, 0, 1, 0], sample_weight=[1.0] * 5)["mcc"].low
    )


def test_perfect_predictions_are_exactly_one() -> None:
    for seed in range(50):
        weight = np.random.default_rng(seed).uniform(0, 1, 3) ** 9
        ev = vc.evaluate([0, 1, 2], [0, 1, 2], sample_weight=weight, method="none")
        assert [ev[key].value for key in ("mcc", "kappa", "macro_npv")] == [1.0, 1.0, 1.0]


@pytest.mark.parametrize("other", [0.5, 1.0])
def test_many_classes_with_one_that_holds_nearly_everything(other: float) -> None:
    """Above 2048 classes cells are kept sparse; the rest is added up there too."""
    classes = 2100
    truth = np.concatenate([np.arange(classes), [0, 0, 1]])
    called = np.concatenate([np.arange(classes), [1, 2, 0]])
    weight = np.concatenate([[1e20], np.full(classes - 1, other), [3.0, 2.0, 4.0]])
    ev = vc.evaluate(truth, called, sample_weight=weight, method="none")
    one, rest = ev.by_class[0], (classes - 1) * other
    assert one["specificity"].value == pytest.approx(rest / (rest + 4), rel=1e-14)
    assert one["npv"].value == pytest.approx(rest / (rest + 5), rel=1e-14)


@pytest.mark.parametrize("powers", [10, 17, 30])
def test_scores_cut_at_a_threshold(powers: float) -> None:
    """Of a table of scores what lies below the threshold is added up from the lowest score."""
    for seed in range(10):
        rng = np.random.default_rng(seed)
        truth, score = rng.integers(0, 2, 30), rng.permutation(30) / 30
        truth[:2], weight = (0, 1), 10 ** rng.uniform(-powers, 0, 30)
        ev = vc.evaluate(truth, y_score=score, sample_weight=weight, threshold=0.5, method="none")
        x = [
            [
                sum(
                    (Fraction(w) for w in weight[(truth == i) & ((score >= 0.5) == j)]), Fraction(0)
                )
                for j in (False, True)
            ]
            for i in (0, 1)
        ]
        right = {
            "specificity": x[0][0] / (x[0][0] + x[0][1]),
            "npv": x[0][0] / (x[0][0] + x[1][0]),
            "fnr": x[1][0] / (x[1][0] + x[1][1]),
            "precision": x[1][1] / (x[1][1] + x[0][1]),
        }
        for key, value in right.items():
            assert ev[key].value == pytest.approx(float(value), rel=1e-12), (seed, key)
        swept = ev.sweep(["npv", "specificity"])
        at = int((score >= 0.5).sum())
        assert swept["npv"][at] == pytest.approx(float(right["npv"]), rel=1e-12)
