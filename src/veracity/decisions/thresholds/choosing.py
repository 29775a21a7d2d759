"""Choosing a threshold, and saying what the choice is worth."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from veracity.decisions.expected_loss.population import Population, share_of, threshold_here
from veracity.decisions.prevalence.prevalence import estimate_at
from veracity.decisions.thresholds.aims import aim_of
from veracity.decisions.thresholds.chosen_here import at_chosen
from veracity.decisions.thresholds.constraints import Constraint, constraints_of
from veracity.decisions.thresholds.holding import chance_to_hold
from veracity.decisions.thresholds.infeasible import infeasible
from veracity.decisions.thresholds.optimism import Correction, corrected_choice
from veracity.decisions.thresholds.rule import RuleSweep, ThresholdRule
from veracity.decisions.thresholds.threshold_interval import threshold_interval
from veracity.errors import refuse
from veracity.intervals import Estimator, Settings
from veracity.metrics import Metric, find
from veracity.metrics.catalogue.projecting import carried
from veracity.results import Estimate, figure
from veracity.results.decisions.choice import Choice, NearOptimal
from veracity.results.estimate.estimate import NO_NOTE
from veracity.statistics import ConfusionMatrix
from veracity.statistics.scores.score_table import ScoreTable
from veracity.words import Text, joined, say

REPORTED = ("recall", "precision", "specificity", "fpr", "f1", "predicted_positive_rate")
NEAR = 0.01  # of a metric with a fixed range; NEAR_SHARE of the value of any other
NEAR_SHARE = 0.05
USUAL_ASSURANCE = 0.95  # what the note proposes


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
    highest: float | None = None,
    where: Population | None = None,
) -> Choice:
    """The threshold that is best for an aim, among those that keep to the constraints.

    Candidates are +inf, where nothing is called positive, and every score of the table. A score
    of +inf is called positive by every threshold: then calling nothing is no candidate. Of
    equal values the one with more true positives is taken, then the one with fewer false
    positives, then the highest threshold. A metric for which lower is better is made low.
    Without an aim the constraints say it (`aim_of`). With `assurance` each constraint holds in
    the population with at least that probability, by order statistics, whatever the
    distribution of the scores. `highest` is the highest score, where the table does not know it
    because its scores are the lower edges of a grid. `where` is the population the threshold is
    for, if its class shares are not those of the rows: then aim, constraints and estimates are
    those of that population, each class being scored there as here.

    >>> table = ScoreTable.of_rows([1, 1, 0, 1, 0, 0], [6, 5, 4, 3, 2, 1])
    >>> choose(table, min_recall=1).threshold, choose(table, cost_fp=9, cost_fn=1).threshold
    (3.0, 5.0)
    >>> choose(table, maximize="precision").threshold  # 6 has precision 1 too, but finds less
    5.0
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
            where,
        )
    )
    if assurance is not None:
        _check_assurable(table, constraints)
    top = float(table.scores[0]) if highest is None else highest
    named = aim_of(maximize, cost_fp, cost_fn, constraints)
    aim = carried(named, share_of(where))
    rule = ThresholdRule(aim, constraints, nothing=not math.isinf(top) or top < 0)
    swept = rule.swept(table)
    if swept.shortfall.min() > 0:
        raise infeasible(table, constraints, nothing=rule.nothing)
    if not swept.candidates.any():
        raise refuse("choose_undefined", metric=rule.aim.names)
    index = int(swept.indices)
    counts = table.counts_above(index)
    in_sample = {m.key: float(m(counts)) for m in (rule.aim, *(c.metric for c in constraints))}
    value = in_sample[rule.aim.key]
    honest = corrected_choice(table, rule, in_sample, optimism_by, settings.random_state)
    first = table.counts_above(int(swept.first_indexes))
    single = _by_one_row(table, index)
    holds = {
        c.name: chance_to_hold(c, counts, first, honest, settings, single) for c in constraints
    }
    notes = [
        *_notes_of_aim(rule, index, maximize is not None or cost_fp is not None),
        *_notes_of_costs(cost_fp, cost_fn, table, where),
        *_notes_of_constraints(table, rule, holds, honest),
        *([] if where is None else [say("label_shift", share=where.words)]),
    ]
    threshold = float(table.thresholds[index])
    return Choice(
        threshold=threshold,
        maximize=rule.aim.key,
        value=value,
        estimates=_estimates(counts, named, settings, where, honest),
        optimism=honest.optimism,
        corrected=honest.corrected[rule.aim.key],
        near_optimal=_near_optimal(table, swept, index, _distance(rule.aim, value, within)),
        threshold_interval=threshold_interval(table, rule, threshold, settings.confidence_level),
        holds_with=holds,
        constraints={c.name: c.bound for c in constraints},
        constraint_corrected={c.name: honest.corrected[c.metric.key] for c in constraints},
        assurance=assurance,
        note=joined(notes) if notes else NO_NOTE,
        held_out=honest.held_out,
    )


def _check_table(table: ScoreTable) -> None:
    if table.shape:
        raise refuse("curve_of_many", shape=table.shape)
    if not (table.positives > 0 and table.negatives > 0):
        raise refuse("choose_one_class", positives=table.positives, negatives=table.negatives)


def _by_one_row(table: ScoreTable, index: int) -> bool:
    """Whether a single row lies at the threshold, and rows are independent."""
    if table.weighted or table.clusters is not None or index == 0:
        return False
    return float(table.weight[:, index - 1].sum()) == 1


def _check_assurable(table: ScoreTable, constraints: Sequence[Constraint]) -> None:
    if table.weighted:
        raise refuse("assurance_with_weights")
    if table.clusters is not None:
        raise refuse("assurance_with_clusters")
    for constraint in constraints:
        constraint.check_assurable(table)


def _estimates(
    counts: ConfusionMatrix,
    aim: Metric,
    settings: Settings,
    where: Population | None,
    honest: Correction,
) -> dict[str, Estimate]:
    """At the threshold, with intervals that know that it was chosen on these rows."""
    estimator = Estimator(counts, settings)
    records = {aim.key: aim, **{key: find(key) for key in REPORTED}}
    found = {
        key: estimator.estimate(metric) if where is None else estimate_at(estimator, metric, where)
        for key, metric in records.items()
    }
    share = share_of(where)
    return {
        key: at_chosen(one, carried(records[key], share), counts, honest.held_out)
        for key, one in found.items()
    }


def _distance(aim: Metric, value: float, within: float | None) -> float:
    if within is not None:
        if isinstance(within, bool) or not (within >= 0 and math.isfinite(within)):
            raise refuse("within_negative", within=repr(within))
        return float(within)
    fixed = isinstance(aim.range, tuple) and aim.range[1] - aim.range[0] <= 2
    if fixed:
        return NEAR
    return NEAR_SHARE * abs(value) if math.isfinite(value) else 0.0


def _near_optimal(table: ScoreTable, swept: RuleSweep, index: int, within: float) -> NearOptimal:
    """The unbroken run of thresholds around the best that are nearly as good and allowed."""
    best = swept.goodness[index]
    good = swept.candidates & ((swept.goodness >= best - within) | (swept.goodness == best))
    bad = np.flatnonzero(~good)
    first = int(bad[bad < index].max(initial=-1)) + 1
    last = int(bad[bad > index].min(initial=len(good))) - 1
    called_positive = table.tp + table.fp
    return NearOptimal(
        float(table.thresholds[last]),
        float(table.thresholds[first]),
        within,
        last - first + 1,
        float((called_positive[last] - called_positive[first]) / table.total),
    )


def _notes_of_aim(rule: ThresholdRule, index: int, chosen_by_name: bool) -> list[Text]:
    notes = []
    if not chosen_by_name:
        notes.append(say("choice_aim_by_default", name=rule.aim.names))
    if rule.aim.acts_at is not None:
        notes.append(say("benefit_of_each_threshold", name=rule.aim.names))
    if index == 0:
        notes.append(say("choice_calls_nothing"))
    return notes


def _notes_of_costs(
    cost_fp: float | None, cost_fn: float | None, table: ScoreTable, where: Population | None
) -> list[Text]:
    """The threshold of calibrated probabilities; or that one of the errors costs nothing."""
    if cost_fp is None or cost_fn is None:
        return []
    if cost_fn == 0:
        return [say("choice_missing_is_free")]
    if cost_fp == 0:
        return [say("choice_alarms_are_free")]
    best = cost_fp / (cost_fp + cost_fn)
    here = threshold_here(best, where, float(table.positives / table.total))
    if math.isnan(here):
        return [say("choice_calibrated", threshold=figure(best))]
    return [say("choice_calibrated_there", threshold=figure(best), here=figure(here))]


def _notes_of_constraints(
    table: ScoreTable, rule: ThresholdRule, holds: Mapping[str, float], honest: Correction
) -> list[Text]:
    constraints = rule.constraints
    if not constraints:
        return []
    notes = [
        say("choice_holds_unknown", words=c.words, why=why)
        for c in constraints
        if math.isnan(holds[c.name]) and (why := _why_unknown(c, honest)) is not None
    ]
    if constraints[0].assurance is None:
        notes += _notes_of_assuring(table, rule, holds)
    elif len(constraints) > 1:
        assurance = constraints[0].assurance
        together = max(1 - len(constraints) * (1 - assurance), 0.0)
        notes.append(say("choice_each_assured", each=f"{assurance:g}", all=f"{together:.3g}"))
    if all(math.isnan(chance) for chance in holds.values()):
        return notes
    if table.clusters is not None:
        notes.append(say("choice_effective_clusters"))
    elif table.weighted:
        notes.append(say("choice_effective_weights"))
    return notes


def _why_unknown(constraint: Constraint, honest: Correction) -> Text | None:
    """Why there is no probability that a constraint holds."""
    luck = say("precision_by_luck") if constraint.name == "min_precision" else None
    return honest.why.get(constraint.metric.key, luck)


def _notes_of_assuring(
    table: ScoreTable, rule: ThresholdRule, holds: Mapping[str, float]
) -> list[Text]:
    """Whether an assurance would make the constraints hold, where one is asked for."""
    by_count = all(c.trials is not None for c in rule.constraints)
    if table.weighted or table.clusters is not None or not by_count:
        return []
    if min(holds.values()) >= USUAL_ASSURANCE:
        return []
    sure = tuple(replace(c, assurance=USUAL_ASSURANCE) for c in rule.constraints)
    if any(c.least_trials is None for c in sure):
        return []
    possible = all(c.is_assurable(table) for c in sure)
    if possible:
        possible = replace(rule, constraints=sure).swept(table).shortfall.min() == 0
    key = "choice_not_assured" if possible else "choice_not_assurable"
    return [say(key, assurance=f"{USUAL_ASSURANCE:g}")]
