"""Expected cost under any matrix of costs or utilities, with its interval."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.decisions.costs.cost_matrix import CostMatrix, Costs, cost_matrix
from veracity.decisions.expected_loss.population import Population, threshold_here
from veracity.decisions.prevalence.prevalence import estimate_at
from veracity.errors import refuse
from veracity.intervals import Estimator, Settings
from veracity.metrics import Metric, find
from veracity.metrics.record.cases import NO_ROWS
from veracity.metrics.record.metric import Chance
from veracity.results import Estimate, figure
from veracity.results.decisions.cost import Cost
from veracity.results.estimate.estimate import NO_NOTE
from veracity.statistics import ConfusionMatrix
from veracity.words import Text, joined, say

COST = Text("Expected cost", "期望代价")
UTILITY = Text("Expected utility", "期望效用")


def cost_metric(costs: CostMatrix) -> Metric:
    """The mean cost (or utility) of a case, as a metric of any number of classes."""
    sign = -1.0 if costs.utility else 1.0
    values = sign * costs.costs
    bounds = float(values.min()), float(values.max())

    def compute(c: ConfusionMatrix) -> Floats:
        total = c.over_cells(lambda truth, predicted, weight: values[truth, predicted] * weight)
        return np.clip(ratio(total, c.total), *bounds)

    return replace(
        find("expected_cost"),
        key="utility" if costs.utility else "cost",
        names=UTILITY if costs.utility else COST,
        aliases=(),
        formula=r"\sum_{ij} C_{ij} n_{ij} / n",
        compute=compute,
        range=bounds,
        better="higher" if costs.utility else "lower",
        chance=Chance(COST, lambda c: compute(c.by_chance())),
        classes="any",
        undefined_when=(NO_ROWS,),
        parameters=(),
        values={},
        examples=(),
        moves={},
        identities=(),
    )


def cost(
    matrix: ConfusionMatrix,
    costs: Costs,
    *,
    utility: bool = False,
    where: Population | None = None,
    settings: Settings | None = None,
) -> Cost:
    """What one case costs with this classifier, and without it.

    `costs` is K×K, rows truth and columns calls in the order of the labels, or a mapping
    {(truth, predicted): cost}; with `utility` it is what is gained. `where` is a population with
    other class shares. The cost is Σ C_ij n_ij / n (Elkan C (2001) Proc. 17th IJCAI, 973–978).

    >>> matrix = ConfusionMatrix([[8910, 990], [5, 95]], labels=(0, 1))
    >>> found = cost(matrix, [[0, 1], [25, 0]])
    >>> print(found.estimate, found.best_constant, round(found.threshold, 4))
    0.112 [0.102, 0.129] 0 0.0385
    """
    settings = settings or Settings()
    if matrix.shape:
        raise refuse("evaluate_leading_axes", shape=matrix.shape)
    priced = cost_matrix(costs, matrix.labels, matrix.pos_label, utility=utility)
    metric, estimator = cost_metric(priced), Estimator(matrix, settings)
    shares = _shares(matrix, where)
    sign = -1.0 if utility else 1.0
    constants = dict(zip(matrix.labels, (sign * (shares @ priced.costs)).tolist(), strict=True))
    best = (max if utility else min)(constants, key=lambda label: constants[label])
    return Cost(
        _estimated(estimator, metric, where),
        constants,
        best,
        _estimated(estimator, _gain(metric, priced, matrix.labels.index(best)), where),
        priced.threshold,
        priced.never,
        utility,
        _note(priced, where, matrix),
    )


def _estimated(estimator: Estimator, metric: Metric, where: Population | None) -> Estimate:
    low, high = metric.bounds
    if low == high:  # every call costs the same
        n = float(estimator.statistic.effective_total)
        return Estimate(low, low, low, estimator.settings.confidence_level, "none", n)
    return estimator.estimate(metric) if where is None else estimate_at(estimator, metric, where)


def _shares(matrix: ConfusionMatrix, where: Population | None) -> Floats:
    moved = matrix if where is None else matrix.at_prevalence(where.share)
    return np.nan_to_num(ratio(moved.truth, moved.total))


def _gain(metric: Metric, costs: CostMatrix, index: int) -> Metric:
    """How much better off a case is than under one constant answer; above 0 is better."""
    regret = costs.costs[:, [index]] - costs.costs  # costs of the constant less those of the call
    bounds = float(regret.min()), float(regret.max())

    def compute(c: ConfusionMatrix) -> Floats:
        total = c.over_cells(lambda truth, predicted, weight: regret[truth, predicted] * weight)
        return np.clip(ratio(total, c.total), *bounds)

    names = Text("Gain over the best constant answer", "相对最佳常数回答的收益")
    return replace(metric, key="gain", names=names, compute=compute, range=bounds, better="higher")


def _note(costs: CostMatrix, where: Population | None, matrix: ConfusionMatrix) -> Text:
    """What is odd about these costs, and what another population assumes."""
    notes = []
    if (costs.costs == costs.costs[:, :1]).all():
        notes.append(say("cost_indifferent"))
    elif costs.never:
        labels = ", ".join(repr(label) for label in costs.never)
        notes.append(say("cost_never", labels=labels))
    right = costs.costs.diagonal()
    dear = right > costs.costs.min(1)
    if dear.any():
        labels = ", ".join(repr(costs.labels[index]) for index in np.flatnonzero(dear))
        notes.append(say("cost_right_is_dear", labels=labels))
    if where is not None:
        if not np.isnan(costs.threshold):
            here = threshold_here(costs.threshold, where, float(find("prevalence")(matrix)))
            notes += [] if np.isnan(here) else [say("cost_threshold_there", here=figure(here))]
        notes.append(say("label_shift", share=where.words))
    return joined(notes) if notes else NO_NOTE
