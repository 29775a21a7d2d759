"""Confusion entropy: how evenly the errors of each class are spread over the others."""

from __future__ import annotations

from typing import Any

import numpy as np

from veracity.arrays import Floats, Ints, ratio
from veracity.metrics.record.averaging import FROM_MARGINS
from veracity.metrics.record.cases import NO_ROWS
from veracity.metrics.record.interval_facts import NoInterval
from veracity.metrics.record.metric import Case, Chance, Metric
from veracity.statistics import ConfusionMatrix
from veracity.words import Text

WEI = "Wei JM, Yuan XJ, Hu QH, Wang SQ (2010) Expert Systems with Applications 37(5):3799–3809"
DELGADO = "Delgado R, Núñez-González JD (2019) PLoS ONE 14(1):e0210264"
LARGEST = 2 / (np.e * np.log(2))  # two classes, each error 1/e of what concerns its class


def confusion_entropy(c: ConfusionMatrix) -> Any:
    """Wei's CEN: −Σ p log p over the errors of each class, base 2(K − 1), classes by their size.

    p of an error is its weight over all that concerns a class (its row and its column, the
    right ones twice); classes weigh as much as concerns them. K counts the classes that occur.
    """
    return _disorder(c, c.truth + c.predicted, 2 * c.total)


def modified_confusion_entropy(c: ConfusionMatrix) -> Any:
    """Delgado and Núñez-González's MCEN: the right ones of a class are counted once, not twice.

    The weights of the classes add up to 1 from three classes on; of two they are taken over 2n.
    """
    once = np.where(c.occupied_number > 2, c.right, 0.0)
    return _disorder(c, c.truth + c.predicted - c.hits, 2 * c.total - once)


def _disorder(c: ConfusionMatrix, concerned: Floats, whole: Floats) -> Any:
    """Σ over errors and the two classes of each: −x log(x/concerned)/whole, base 2(K − 1)."""

    def of_cell(i: Ints, j: Ints, w: Floats) -> Any:
        apart = np.where((i == j) | (w == 0), 0.0, w)
        logs = (
            np.log(np.where(apart > 0, ratio(concerned[..., one], apart), 1.0)) for one in (i, j)
        )
        return apart * sum(logs)

    number = c.occupied_number
    base = np.log(np.where(number > 1, 2.0 * (number - 1), np.nan))
    return ratio(c.over_cells(of_cell), whole * base)


def _entropy(**facts: Any) -> Metric[ConfusionMatrix]:
    """What both entropies of errors share."""
    compute = facts["compute"]
    return Metric(
        classes="any",
        better="lower",
        chance=Chance(FROM_MARGINS, lambda c, **values: compute(c.by_chance())),
        undefined_when=(
            NO_ROWS,
            Case(
                Text("only one class occurs", "只出现一个类别"),
                lambda c: (c.occupied_number == 1) & (c.total > 0),
            ),
        ),
        interval=NoInterval(
            Text(
                "an entropy of a sample is biased downwards, and unseen errors do not enter it; "
                "resampling intervals are invalid",
                "样本熵有向下的偏差，且没有出现过的错误不计入；重抽样区间无效",
            )
        ),
        moves={"transposed": facts["key"], "classes_swapped": facts["key"]},
        **facts,
    )


CONFUSION_ENTROPY = _entropy(
    key="confusion_entropy",
    names=Text("Confusion entropy", "混淆熵"),
    aliases=("cen", "overall cen"),
    question=Text(
        "How much disorder is there in the errors, over all classes?",
        "各类错误的分布总共有多混乱？",
    ),
    formula=r"-\sum_k \frac{x_{k+}+x_{+k}}{2n}\sum_{l\ne k}\bigl("
    r"p^k_{kl}\log_{2K-2}p^k_{kl}+p^k_{lk}\log_{2K-2}p^k_{lk}\bigr),"
    r"\quad p^k_{ij}=\frac{x_{ij}}{x_{k+}+x_{+k}}",
    compute=confusion_entropy,
    range=(0.0, LARGEST),
    misleads_when=Text(
        "there are two classes: it is then not monotone in the errors and can exceed 1 (up to "
        "1.061); and it falls where all errors go to one class, however many they are",
        "只有两类时：它不随错误单调变化且可超过 1（最大 1.061）；错误集中到同一类时，再多它也下降",
    ),
    references=(WEI, DELGADO),
)

MODIFIED_CONFUSION_ENTROPY = _entropy(
    key="modified_confusion_entropy",
    names=Text("Modified confusion entropy", "修正混淆熵"),
    aliases=("mcen", "overall mcen"),
    question=Text(
        "How much disorder is there in the errors, correct predictions of a class counted once?",
        "各类错误的分布总共有多混乱（各类判对的样本只计一次）？",
    ),
    formula=r"-\sum_k w_k\sum_{l\ne k}\bigl("
    r"p^k_{kl}\log_{2K-2}p^k_{kl}+p^k_{lk}\log_{2K-2}p^k_{lk}\bigr),"
    r"\quad p^k_{ij}=\frac{x_{ij}}{x_{k+}+x_{+k}-x_{kk}}",
    compute=modified_confusion_entropy,
    misleads_when=Text(
        "compared between two classes and more: weights are shares of 2n for two classes, of 2n "
        "less the correct predictions for more",
        "在两类与多类之间比较时：两类按 2n、多类按 2n 减判对数来加权",
    ),
    references=(DELGADO,),
)
