"""Probabilities and figures moved to a population in which the classes have other shares."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from veracity.arrays import Floats
from veracity.errors import quoted, refuse
from veracity.evaluation.single.evaluation import Evaluation
from veracity.recalibration.fitted_map import probabilities_of
from veracity.recalibration.mapped import held_of, mapped
from veracity.recalibration.maps import ClassFactors, LogitMap, Map
from veracity.statistics.joint.joint_scores import JointScores
from veracity.statistics.labels import Label, canonical
from veracity.statistics.scores.score_table import ScoreTable
from veracity.statistics.statistic import ClassShares, requested_shares
from veracity.words import say


def shares_by_class(
    share: ClassShares, labels: tuple[Label, ...], positive: Label | None
) -> list[float]:
    """The new share of each class; none may be 0 or 1, where probabilities have nothing to say.

    >>> shares_by_class(0.25, ("no", "yes"), "yes")
    [0.75, 0.25]
    """

    def index(label: object) -> int:
        if canonical(label) not in labels:
            raise refuse("label_unknown", label=repr(label), labels=quoted(labels))
        return labels.index(canonical(label))

    def positive_index() -> int:
        if len(labels) != 2 or positive is None:
            raise refuse("shift_needs_shares", labels=quoted(labels))
        return labels.index(positive)

    shares = requested_shares(share, len(labels), index, positive_index).tolist()
    if not all(0 < one < 1 for one in shares):
        raise refuse("shift_to_certainty", shares=quoted(shares))
    return [float(one) for one in shares]


def shift_map(
    old: Sequence[float], new: Sequence[float], labels: tuple[Label, ...], positive: Label | None
) -> Map:
    """The map that corrects probabilities for new shares of the classes."""
    if not all(one > 0 for one in old):
        raise refuse("shift_unknown_class", labels=quoted(labels))
    if len(labels) > 2:
        return ClassFactors(tuple(after / before for after, before in zip(new, old, strict=True)))
    yes = labels.index(positive)
    odds = (new[yes] / new[1 - yes]) / (old[yes] / old[1 - yes])
    return LogitMap(1.0, 1.0, math.log(odds))


def at_shares(
    before: Evaluation, after: Evaluation, shares: Sequence[float], shift: Map
) -> tuple[Evaluation, Evaluation]:
    """Both evaluations with the classes weighted to their new shares; the second one shifted."""
    note = say("shift_projected", shares=", ".join(f"{one:g}" for one in shares))
    made = []
    for ev, change in ((before, None), (after, shift)):
        statistic = reweighted(probabilities_of(ev), np.array(shares))
        if change is not None:
            statistic = mapped(statistic, change)
        held = held_of(statistic, ev.held.rows, ev.threshold)
        made.append(ev.part(held, ev.rows, weight_kind="importance", notes_on_rows=(note,)))
    return made[0], made[1]


def reweighted(statistic: ScoreTable | JointScores, shares: Floats) -> Any:
    """The same rows, each class weighing as much as its new share says."""
    if statistic.by_row:
        factor = (shares * statistic.total / statistic.class_totals)[statistic.truth]
        return replace(
            statistic,
            weight=statistic.weight * factor,
            squares=statistic.sum_of_squares * factor**2,
        )
    return statistic.at_prevalence(dict(zip(statistic.labels, shares.tolist(), strict=True)))
