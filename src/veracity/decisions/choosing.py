"""Choosing a threshold, and saying what the choice is worth."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from veracity.decisions.aims import aim_of
from veracity.decisions.constraints import Constraint, constraints_of
from veracity.decisions.holding import chance_to_hold
from veracity.decisions.infeasible import infeasible
from veracity.decisions.optimism import corrected_choice
from veracity.decisions.rule import Rule, Swept
from veracity.errors import refuse
from veracity.intervals import Estimator, Settings
from veracity.metrics import Metric, find
from veracity.results import Estimate
from veracity.results.choice import Choice, NearOptimal
from veracity.results.estimate import NO_NOTE
from veracity.statistics import ConfusionMatrix
from veracity.statistics.score_table import ScoreTable
from veracity.words import Text, joined, say

SHOWN = ("recall", "precision", "specificity", "fpr", "f1", "predicted_positive_rate")
NEAR = 0.01  # of a metric with a fixed range; NEAR_SHARE of the value of any other
NEAR_SHARE = 0.05


def choose(
    table: ScoreTable,
    *,
    maximize: str | Metric | None = None,
    min_recall: float | None = None,
    min_precision: float | None = None,
    max_fpr: float | None = None,
    max_alarms: float | None = None,
    cost_fp: float | None = None,
    cost_fn: float | None = None,
    assurance: float | None = None,
    within: float | None = None,
    optimism_by: str = "cross_fitting",
    settings: Settings | None = None,
) -> Choice:
    """The threshold that is best for an aim, among those that keep to the constraints.

    Candidates are +inf and every score of the table; of equal values the highest threshold is
    taken. A metric for which lower is better is made low. Without an aim the constraints say
    it (`aim_of`). With `assurance` each constraint holds in the population with at least that
    probability, by order statistics, whatever the distribution of the scores.

    >>> table = ScoreTable.of_rows([1, 1, 0, 1, 0, 0], [6, 5, 4, 3, 2, 1])
    >>> choose(table, min_recall=1).threshold, choose(table, cost_fp=9, cost_fn=1).threshold
    (3.0, 5.0)
    """
    settings = settings or Settings()
    _check_table(table)
    constraints = tuple(
        constraints_of(
            {
                "min_recall": min_recall,
                "min_precision": min_precision,
                "max_fpr": max_fpr,
                "max_alarms": max_alarms,
            },
            assurance,
        )
    )
    if assurance is not None:
        _check_assurable(table, constraints)
    rule = Rule(aim_of(maximize, cost_fp, cost_fn, constraints), constraints)
    swept = rule.swept(table)
    if swept.shortfall.min() > 0:
        raise infeasible(table, constraints)
    if not swept.candidates.any():
        raise refuse("choose_undefined", metric=rule.aim.names)
    place = int(swept.places)
    counts = table.counts_above(place)
    in_sample = {m.key: float(m(counts)) for m in (rule.aim, *(c.metric for c in constraints))}
    value = in_sample[rule.aim.key]
    honest = corrected_choice(table, rule, in_sample, optimism_by, settings.random_state)
    chosen_by_name = maximize is not None or cost_fp is not None
    return Choice(
        float(table.thresholds[place]),
        rule.aim.key,
        value,
        _estimates(counts, rule.aim, settings),
        honest.optimism,
        honest.corrected[rule.aim.key],
        _near_optimal(table, swept, place, _distance(rule.aim, value, within)),
        {
            c.name: chance_to_hold(c, counts, honest.corrected[c.metric.key], settings)
            for c in constraints
        },
        {c.name: c.bound for c in constraints},
        assurance,
        _note(table, constraints, rule, place, chosen_by_name),
    )


def _check_table(table: ScoreTable) -> None:
    if table.shape:
        raise refuse("curve_of_many", shape=table.shape)
    if not (table.positives > 0 and table.negatives > 0):
        raise refuse("choose_one_class", positives=table.positives, negatives=table.negatives)


def _check_assurable(table: ScoreTable, constraints: Sequence[Constraint]) -> None:
    if table.weighted:
        raise refuse("assurance_with_weights")
    if table.units is not None:
        raise refuse("assurance_with_clusters")
    for constraint in constraints:
        constraint.check_assurable(table)


def _estimates(counts: ConfusionMatrix, aim: Metric, settings: Settings) -> dict[str, Estimate]:
    estimator = Estimator(counts, settings)
    records = {aim.key: aim, **{key: find(key) for key in SHOWN}}
    found = {key: estimator.estimate(metric) for key, metric in records.items()}
    best = found[aim.key]
    notes = [note for note in (best.note, say("chosen_on_these_rows")) if note]
    return {**found, aim.key: replace(best, note=joined(notes))}


def _distance(aim: Metric, value: float, within: float | None) -> float:
    if within is not None:
        if isinstance(within, bool) or not (within >= 0 and math.isfinite(within)):
            raise refuse("within_negative", within=repr(within))
        return float(within)
    fixed = isinstance(aim.range, tuple) and aim.range[1] - aim.range[0] <= 2
    if fixed:
        return NEAR
    return NEAR_SHARE * abs(value) if math.isfinite(value) else 0.0


def _near_optimal(table: ScoreTable, swept: Swept, place: int, within: float) -> NearOptimal:
    """The unbroken run of thresholds around the best that are nearly as good and allowed."""
    best = swept.goodness[place]
    good = swept.candidates & ((swept.goodness >= best - within) | (swept.goodness == best))
    bad = np.flatnonzero(~good)
    first = int(bad[bad < place].max(initial=-1)) + 1
    last = int(bad[bad > place].min(initial=len(good))) - 1
    called = table.tp + table.fp
    return NearOptimal(
        float(table.thresholds[last]),
        float(table.thresholds[first]),
        within,
        last - first + 1,
        float((called[last] - called[first]) / table.total),
    )


def _note(
    table: ScoreTable,
    constraints: Sequence[Constraint],
    rule: Rule,
    place: int,
    chosen_by_name: bool,
) -> Text:
    said = []
    if not chosen_by_name:
        said.append(say("choice_aim_by_default", name=rule.aim.names))
    if place == 0:
        said.append(say("choice_calls_nothing"))
    if constraints and constraints[0].assurance is None:
        said.append(say("choice_not_assured"))
    elif len(constraints) > 1:
        assurance = constraints[0].assurance or 0.0
        together = max(1 - len(constraints) * (1 - assurance), 0.0)
        said.append(say("choice_each_assured", each=f"{assurance:g}", all=f"{together:.3g}"))
    if constraints and table.units is not None:
        said.append(say("choice_effective_clusters"))
    elif constraints and table.weighted:
        said.append(say("choice_effective_weights"))
    return joined(said) if said else NO_NOTE
