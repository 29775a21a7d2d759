"""One plain sentence: better than guessing or not, and how sure that is."""

from __future__ import annotations

import math

from veracity.results import Estimate, percent
from veracity.statistics import ConfusionMatrix
from veracity.words import Text, joined, say

LEAST_EXPECTED = 5  # below it redraws of a 2×2 table cannot be trusted (Cochran 1954)


def verdict(matrix: ConfusionMatrix, mcc: Estimate, accuracy: Estimate, share: Estimate) -> Text:
    """Judged by the interval of the Matthews correlation, beside the commonest class.

    Where a 2×2 table expects fewer than five cases in a cell, Fisher's exact test decides
    instead of an interval that touches 0. `share` is the no-information rate: the accuracy of
    always answering the commonest class.
    """
    if not mcc.defined:
        return joined([say("verdict_undefined"), mcc.note])
    if (matrix.called > 0).sum() == 1:
        label = matrix.labels[int(matrix.called.argmax())]
        return say("verdict_constant", label=repr(label), accuracy=accuracy)
    sentence = _judged(matrix, mcc)
    compared = "accuracy_not_above"
    if accuracy.low > share.value:
        compared = "accuracy_above"
    elif accuracy.high < share.value:
        compared = "accuracy_below"
    return joined([sentence, say(compared, accuracy=accuracy, share=f"{share.value:.3f}")])


def _judged(matrix: ConfusionMatrix, mcc: Estimate) -> Text:
    facts = {"mcc": mcc, "n": f"{mcc.n:.0f}"}
    if mcc.low > 0:
        return say("verdict_better", level=percent(mcc.level), **facts)
    if mcc.high < 0:
        return say("verdict_worse", level=percent(mcc.level), **facts)
    p = _fisher(matrix) if mcc.value > 0 else 1.0
    if p < 1 - mcc.level:
        return say("verdict_better_by_test", p=f"{p:.2g}", **facts)
    if math.isnan(mcc.low):
        return say("verdict_no_interval", **facts)
    return say("verdict_unsure", level=percent(mcc.level), **facts)


def _fisher(matrix: ConfusionMatrix) -> float:
    """Two-sided p of Fisher's exact test, where the table is plain, 2×2 and thin; else 1."""
    if matrix.classes != 2 or matrix.weighted or matrix.units is not None:
        return 1.0
    counts = matrix.cells.array()
    thin = matrix.by_chance().cells.array().min() < LEAST_EXPECTED
    if not thin or not matrix.cells.whole():
        return 1.0
    from scipy.stats import fisher_exact

    return float(fisher_exact(counts.astype(int))[1])
