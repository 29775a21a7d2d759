"""Constraints that no threshold meets, explained by what comes nearest."""

from __future__ import annotations

import numpy as np

from veracity.curves.kinds.sweep import sweep
from veracity.decisions.thresholds.constraints import Constraint
from veracity.errors import InputError
from veracity.results.estimate.figures import figure, threshold_figure
from veracity.statistics.scores.score_table import ScoreTable
from veracity.words import Text, joined, say

AND = Text(" and ", " 且")


def infeasible(
    table: ScoreTable, constraints: tuple[Constraint, ...], *, nothing: bool = True
) -> InputError:
    """The error: for each constraint, the best that can be had where the others are met.

    `nothing` is whether any threshold calls nothing positive: none does where a score is +inf.
    """
    every = joined([c.words for c in constraints], AND)
    notes = [say("no_threshold_meets", words=every)]
    if not nothing:
        notes.append(say("nothing_below_infinity"))
    curve = sweep(table, [c.metric for c in constraints])
    missing = [c.shortfall(curve[c.metric.key], c.needed(table)) for c in constraints]
    for i, constraint in enumerate(constraints):
        values = curve[constraint.metric.key]
        others = [j for j in range(len(constraints)) if j != i]
        allowed = np.isfinite(missing[i])
        allowed[0] &= nothing
        for j in others:
            allowed &= missing[j] == 0
        if not allowed.any():
            continue
        signed = np.where(allowed, values if constraint.kind.at_least else -values, -np.inf)
        best = int(np.argmax(signed))
        with_what = joined([constraints[j].words for j in others], AND)
        notes.append(
            say(
                "nearest_with" if others else "nearest_alone",
                name=constraint.metric.names,
                value=figure(float(values[best])),
                threshold=threshold_figure(float(table.thresholds[best])),
                **({"others": with_what} if others else {}),
            )
        )
    if any(c.assurance is not None for c in constraints):
        needed = [
            say("assured_in_sample", words=c.words, needed=figure(float(c.needed(table)[0])))
            for c in constraints
        ]
        notes += needed
    return InputError(joined(notes))
