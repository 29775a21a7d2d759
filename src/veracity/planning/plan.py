"""`vc.plan`: from a goal to a number of rows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from veracity.arrays import Floats
from veracity.errors import refuse
from veracity.metrics import Metric, find
from veracity.planning import aurocs, piloted, several_proportions, smooth, two_proportions
from veracity.planning import proportions as one_proportion
from veracity.planning.expected_table import of_pilot
from veracity.planning.goal import Goal
from veracity.planning.request import PlanRequest
from veracity.planning.rows import OTHERS, TRIALS, rows_for, up
from veracity.results.decisions.plan import Plan as PlanOfRows
from veracity.statistics import ConfusionMatrix
from veracity.words import Text, say

SCALES = (0.5, 0.75, 1.0, 1.5, 2.0)


@dataclass(frozen=True, slots=True, repr=False)
class Plan(PlanOfRows):
    """A plan that can also say what other numbers would give."""

    def table(self, name: str | None = None, values: Iterable[float] | None = None) -> list[Any]:
        """The same plan for other values of one argument: a row for each.

        By default half to twice the width or the difference, and several powers for a bound.

        >>> for row in plan("recall", expected=0.9, width=0.1).table("width", [0.05, 0.1]):
        ...     print(row["width"], row["trials"])
        0.05 557
        0.1 141
        """
        if name is None:
            name = self.goal
            if self.goal == "bound":
                name = "power" if self.reached == "power" else "misses"
        if values is None:
            defaults = {"power": (0.7, 0.8, 0.9, 0.95), "misses": (0, 1, 2, 3, 4, 5)}
            values = defaults.get(name) or tuple(s * self.asked for s in SCALES)
        if name not in {one.name for one in fields(PlanRequest)}:
            raise refuse("plan_no_argument", name=repr(name))
        return [_row(name, value, plan(**{**self.request, name: value})) for value in values]

    def curve(self, rows: ArrayLike | None = None) -> dict[str, Floats]:
        """What other numbers of rows (of trials, where rows are not known) would achieve.

        Arrays under `rows`, `trials` and `achieved`: a width, a power or a confidence.
        """
        goal = _goal(find(self.metric), PlanRequest(**self.request))
        share = 1.0 if goal.share is None else goal.share
        if rows is None:
            middle = self.trials / share
            rows = np.unique(np.ceil(np.geomspace(max(2 / share, middle / 10), 10 * middle, 61)))
        given = np.asarray(rows, dtype=np.float64)
        trials = given * share
        achieved = [goal.achieved(n / self.design_effect) for n in trials.ravel()]
        found = np.array(achieved, dtype=np.float64).reshape(given.shape)
        return {"rows": given, "trials": trials, "achieved": found}


def plan(
    metric: str = "recall",
    *,
    expected: float | None = None,
    width: float | None = None,
    bound: float | None = None,
    misses: int | None = None,
    difference: float | None = None,
    power: float | None = None,
    prevalence: float | None = None,
    tpr: float | None = None,
    fpr: float | None = None,
    pilot: Any = None,
    confidence_level: float = 0.95,
    method: str = "auto",
    paired: bool = True,
    disagreement: float | None = None,
    correlation: float | None = None,
    continuity: bool = False,
    cluster_size: float | None = None,
    icc: float | None = None,
    proportions: Sequence[float] | None = None,
) -> Plan:
    """How many rows are needed, and how many of them positive.

    One goal:

    - `width`: the interval is to be no wider than that.
    - `bound`: the metric is to be shown beyond it (at least 0.9 for recall, at most 0.05 for
      fpr), one-sided; with `misses` allowed, or with `power` if the value is as `expected`.
    - `difference`: two models that differ by it are to be distinguished with `power`; on the same
      rows (`disagreement`: share of cases on which exactly one is right; `correlation` of two
      areas), or on two sets of rows with `paired=False`.
    - `proportions`: the shares expected in k groups, sites or models on rows of their own; that
      they are not all equal is to be found with `power` (chi-squared test, k − 1 df).

    What is expected: `expected` is the value of the metric. Metrics that need the whole table
    (precision, F1, MCC) need two more of `prevalence`, `tpr` and `fpr`, or a `pilot` matrix;
    metrics of scores and probabilities (average precision, Brier score) need the evaluation of a
    first sample as the `pilot`, a difference in any metric a comparison of two models.
    Clusters: rows of one patient or recording tell less; give the mean number of trials in one
    (`cluster_size`) and the correlation inside it (`icc`).

    `method`: the interval of a share (`wilson`, `clopper_pearson`, …), the variance of an area
    (`hanley_mcneil`, `binormal`, `obuchowski`), the test of a difference (`connor`, `exact`).

    >>> print(plan("recall", expected=0.9, width=0.1, prevalence=0.01).text("en"))
    Recall: 141 positives, expected in 14,100 rows, for a 95% interval 0.100 wide.
    · Width by method wilson if exactly 0.9 is observed; about half of all intervals will be \
wider.
    · At this prevalence 16,098 rows contain that many with 95% certainty.
    >>> plan("recall", bound=0.95).trials  # all of 59 found: above 0.95 with 95 % confidence
    59
    """
    request = PlanRequest(
        metric=metric,
        expected=expected,
        width=width,
        bound=bound,
        misses=misses,
        difference=difference,
        power=power,
        prevalence=prevalence,
        tpr=tpr,
        fpr=fpr,
        pilot=pilot,
        confidence_level=confidence_level,
        method=method,
        paired=paired,
        disagreement=disagreement,
        correlation=correlation,
        continuity=continuity,
        cluster_size=cluster_size,
        icc=icc,
        proportions=None if proportions is None else tuple(proportions),
    )
    record = find(metric)
    goal = _goal(record, request)
    return _plan(record, request, goal)


def _goal(metric: Metric, request: PlanRequest) -> Goal:
    """Which kind of plan answers this."""
    if request.pilot is not None and piloted.from_pilot(metric, request):
        return piloted.goal_of(metric, request)
    if metric.key == "auroc":
        return aurocs.goal_of(request)
    if metric.reads is not ConfusionMatrix:
        raise refuse("plan_not_for_scores", key=metric.key)
    counted = metric.counted is not None
    if not counted:
        request.without("misses")
    if request.proportions is not None and counted:
        return several_proportions.several_goal(metric, request)
    if request.kind == "difference":
        if not counted:
            raise refuse("plan_no_difference", key=metric.key)
        return two_proportions.difference_goal(metric, request)
    if request.kind == "width":
        find_width = one_proportion.width_goal if counted else smooth.width_goal
        return find_width(metric, request)
    find_bound = one_proportion.bound_goal if counted else smooth.bound_goal
    return find_bound(metric, request)


def _plan(metric: Metric, request: PlanRequest, goal: Goal) -> Plan:
    effect = request.design_effect
    trials = up(goal.needed * effect)
    found = rows_for(trials, goal.cells, goal.share, _prevalence(request))
    notes = [*goal.assumptions]
    if goal.share is None:
        notes.append(_rows_unknown(request))
    elif found.assured is not None:
        notes.append(say("plan_assured", rows=f"{found.assured:,}"))
    clusters = None
    if request.cluster_size is not None:
        clusters = up(trials / request.cluster_size)
        notes.append(say("plan_design_effect", effect=f"{effect:.4g}", clusters=f"{clusters:,}"))
    return Plan(
        metric=metric.key,
        goal=goal.kind,
        asked=goal.asked,
        achieved=goal.achieved(trials / effect),
        reached=goal.reached,
        expected=goal.expected,
        trials=trials,
        trials_of=_trials_of(goal, trials),
        rows=found.rows,
        positives=found.positives,
        negatives=found.negatives,
        assured_rows=found.assured,
        clusters=clusters,
        sets=goal.sets,
        level=request.confidence_level,
        method=goal.method,
        design_effect=effect,
        assumptions=tuple(notes),
        request={f.name: getattr(request, f.name) for f in fields(request)},
    )


def _trials_of(goal: Goal, trials: int) -> Text:
    return TRIALS.get(goal.cells, OTHERS).filled(n=trials)


def _rows_unknown(request: PlanRequest) -> Text:
    """What is missing to know the rows, and nothing that was given."""
    if request.prevalence is None:
        return say("plan_rows_unknown")
    return say("plan_rows_unknown_rate")


def _prevalence(request: PlanRequest) -> float | None:
    if request.pilot is None or request.prevalence is not None:
        return request.prevalence
    held = getattr(request.pilot, "confusion", request.pilot)
    if not isinstance(held, ConfusionMatrix):  # scores without a threshold, or two models
        return None
    table = of_pilot(request)
    if table.classes != 2 or table.pos_label is None:
        return None
    return float(table.tp + table.fn)


def _row(name: str, value: float, one: Plan) -> dict[str, Any]:
    columns = ("achieved", "trials", "rows", "positives", "negatives", "assured_rows")
    return {name: value, **{key: getattr(one, key) for key in columns}}
