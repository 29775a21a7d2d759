"""One plain sentence: better than guessing or not, and how sure that is."""

from __future__ import annotations

from veracity.results import Estimate, percent
from veracity.statistics import ConfusionMatrix
from veracity.words import Text, joined, say


def verdict(matrix: ConfusionMatrix, mcc: Estimate, accuracy: Estimate, share: Estimate) -> Text:
    """Judged by the interval of the Matthews correlation, beside the commonest class.

    `share` is the no-information rate: the accuracy of always answering the commonest class.
    """
    if not mcc.defined:
        return joined([say("verdict_undefined"), mcc.note])
    if (matrix.called > 0).sum() == 1:
        label = matrix.labels[int(matrix.called.argmax())]
        return say("verdict_constant", label=repr(label), accuracy=accuracy)
    key = "verdict_unsure"
    if mcc.low > 0:
        key = "verdict_better"
    elif mcc.high < 0:
        key = "verdict_worse"
    sentence = say(key, mcc=mcc, level=percent(mcc.level), n=f"{mcc.n:.0f}")
    compared = "accuracy_not_above"
    if accuracy.low > share.value:
        compared = "accuracy_above"
    elif accuracy.high < share.value:
        compared = "accuracy_below"
    return joined([sentence, say(compared, accuracy=accuracy, share=f"{share.value:.3f}")])
