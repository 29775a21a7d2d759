"""The risk–coverage curve: how many errors remain when the least sure cases are left out."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.curves.making.coordinates import one
from veracity.errors import refuse
from veracity.results.estimate.curve import Band, Curve
from veracity.results.estimate.estimate import NO_NOTE
from veracity.statistics.joint.top_label import TopLabel
from veracity.words import Text, say

COVERAGE = Text("Coverage", "覆盖率")
RISK = Text("Error rate of the answered", "已回答样本的错误率")
ACCURACY = Text("Accuracy of the answered", "已回答样本的总体准确率")
COST = Text("Cost of one case", "每个样本的代价")


def risk_coverage(
    label: TopLabel,
    *,
    cost_wrong: float | None = None,
    cost_abstain: float | None = None,
    band: Band | None = None,
) -> Curve:
    """Error rate among the answered cases against the share that is answered.

    Cases whose confidence reaches the threshold are answered; equal confidences share one.
    The area under it is the metric `aurc`. With both costs a column `cost` says what a case
    costs, wrong · risk · coverage + abstain · (1 − coverage), and the note where it is lowest
    (Chow CK (1970) IEEE Transactions on Information Theory 16(1):41–46: for calibrated
    confidences, abstain below 1 − abstain/wrong). Geifman Y, El-Yaniv R (2017) NeurIPS 30.

    >>> label = TopLabel.of_rows_right([1, 1, 0, 1], [0.9, 0.8, 0.7, 0.6])
    >>> curve = risk_coverage(label)
    >>> curve.x.tolist(), curve.y.round(3).tolist()
    ([0.25, 0.5, 0.75, 1.0], [0.0, 0.0, 0.333, 0.25])
    """
    one(label)
    right, wrong = label.tp[1:], label.fp[1:]
    kept = right + wrong
    coverage, risk = ratio(kept, kept[-1:]), ratio(wrong, kept)
    columns: dict[str, Any] = {"coverage": coverage, "risk": risk, "accuracy": 1 - risk}
    names = {"coverage": COVERAGE, "risk": RISK, "accuracy": ACCURACY}
    note = NO_NOTE
    if cost_wrong is not None or cost_abstain is not None:
        wrong_cost, abstain = checked_costs(cost_wrong, cost_abstain)
        columns["cost"] = wrong_cost * risk * coverage + abstain * (1 - coverage)
        names["cost"] = COST
        note = _best(coverage, columns["cost"], label.scores, wrong_cost, abstain)
    return Curve(
        "risk_coverage",
        columns,
        label.scores.copy(),
        names,
        {"coverage": (0.0, 1.0), "risk": (0.0, 1.0)},
        band=band,
        note=note,
    )


def checked_costs(wrong: Any, abstain: Any) -> tuple[float, float]:
    """What an error and an abstention cost: both, not below 0, an error more than nothing."""
    numbers = []
    for value in (wrong, abstain):
        given = isinstance(value, (int, float, np.number)) and not isinstance(value, bool)
        numbers.append(float(value) if given else math.nan)
    if not (0 < numbers[0] < math.inf and 0 <= numbers[1] < math.inf):
        raise refuse("abstaining_costs", wrong=repr(wrong), abstain=repr(abstain))
    return numbers[0], numbers[1]


def _best(coverage: Floats, cost: Floats, scores: Floats, wrong: float, abstain: float) -> Text:
    """Which coverage is cheapest, answering nothing being one of them."""
    if not len(cost):
        return NO_NOTE
    index = int(cost.argmin())
    if abstain < cost[index]:
        return say("abstain_from_all", cost=f"{abstain:.4g}")
    if abstain >= wrong:
        return say("abstain_never")
    return say(
        "abstain_best",
        coverage=f"{coverage[index]:.3g}",
        threshold=f"{scores[index]:.4g}",
        cost=f"{cost[index]:.4g}",
        chow=f"{1 - abstain / wrong:.4g}",
    )
