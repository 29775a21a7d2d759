"""Likelihood and odds ratios on the log scale: the closed forms of Simel and of Woolf."""

import math
from itertools import product

import pytest

from veracity.evaluation import ConfusionMatrix

Z = 1.959963984540054  # 0.975 quantile of the normal distribution
TABLES = [
    dict(zip(("tp", "fp", "fn", "tn"), counts, strict=True))
    for counts in (*product((3, 30), (1, 10), (1, 2, 7), (5, 53)), (19, 4, 1, 76), (7, 90, 3, 900))
]


def woolf(tp, fp, fn, tn):
    """Var(log DOR) = 1/TP + 1/FP + 1/FN + 1/TN (Woolf 1955)."""
    return tp * tn / (fp * fn), 1 / tp + 1 / fp + 1 / fn + 1 / tn


def simel_plus(tp, fp, fn, tn):
    """Var(log LR+) = 1/TP − 1/P + 1/FP − 1/N (Simel, Samsa & Matchar 1991)."""
    p, n = tp + fn, fp + tn
    return (tp / p) / (fp / n), 1 / tp - 1 / p + 1 / fp - 1 / n


def simel_minus(tp, fp, fn, tn):
    """Var(log LR−) = 1/FN − 1/P + 1/TN − 1/N."""
    p, n = tp + fn, fp + tn
    return (fn / p) / (tn / n), 1 / fn - 1 / p + 1 / tn - 1 / n


@pytest.mark.parametrize("method", ["delta", "auto"])
@pytest.mark.parametrize(
    ("key", "formula"), [("dor", woolf), ("lr_plus", simel_plus), ("lr_minus", simel_minus)]
)
def test_the_closed_form(key, formula, method):
    for counts in TABLES:
        found = ConfusionMatrix.from_counts(**counts).evaluate(method=method)[key]
        value, variance = formula(**counts)
        half = Z * math.sqrt(variance)
        ends = [value * math.exp(sign * half) for sign in (-1, 1)]
        assert found.value == pytest.approx(value, rel=1e-12)
        assert (found.low, found.high) == pytest.approx(ends, rel=1e-5), counts


def test_figures_of_the_papers_formulas():
    """TP 19, FP 4, FN 1, TN 76: LR+ 19 [7.27, 49.6]; TP 30, FP 10, FN 2, TN 53: DOR [16.3, 387]."""
    found = ConfusionMatrix.from_counts(tp=19, fp=4, fn=1, tn=76).evaluate()["lr_plus"]
    assert (found.low, found.high) == pytest.approx((7.27, 49.64), abs=0.01)
    found = ConfusionMatrix.from_counts(tp=30, fp=10, fn=2, tn=53).evaluate()["dor"]
    assert (found.low, found.high) == pytest.approx((16.3, 387.1), abs=0.1)


def test_delta_by_name_corrects_nothing():
    """The logit interval of a macro F1 is about its own value, whatever its bias."""
    counts = [[3, 1, 1], [1, 2, 1], [0, 2, 4]]
    found = ConfusionMatrix(counts, labels="abc").evaluate(method="delta")["macro_f1"]
    middle = math.log(found.low / (1 - found.low)) + math.log(found.high / (1 - found.high))
    assert middle / 2 == pytest.approx(math.log(found.value / (1 - found.value)), rel=1e-9)
    assert found.note == ""
