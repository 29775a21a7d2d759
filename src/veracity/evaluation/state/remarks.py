"""Notes on a figure beyond its own record: ties, a reversed ranking."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np

from veracity.arrays import Floats
from veracity.decisions.expected_loss.population import Population
from veracity.errors import quoted
from veracity.evaluation.state.at_threshold import acts
from veracity.intervals.formulas.proportion import wilson
from veracity.metrics import Metric
from veracity.results import Estimate, figure, whole
from veracity.statistics import ConfusionMatrix
from veracity.statistics.clusters.random_groups import groups_in
from veracity.statistics.grid.score_grid import ScoreGrid
from veracity.statistics.held import Held
from veracity.statistics.joint.score_columns import ScoreColumns
from veracity.statistics.joint.top_label import TopLabel
from veracity.statistics.labels import Alphabetical, Label
from veracity.words import Text, joined, say

RANK_KEYS = {"auroc": 0.5, "gini": 0.0, "somers_d": 0.0}
ORDERED_KEYS = frozenset(("kappa_linear", "kappa_quadratic", "rps"))

MOST_ORDERED = 1_000  # columns of which the best order is looked for: it takes their cube
MOST_COUNTS = 33
MOST_CLASSES = 20  # of which hidden rows are put into every cell


def remarked(estimate: Estimate, metric: Metric, held: Held) -> Estimate:
    """The estimate with what its note should say of these scores."""
    chance = RANK_KEYS.get(metric.key)
    if not estimate.defined:
        return estimate
    if metric.key in ORDERED_KEYS:
        return noted(estimate, *of_label_order(held.labels))
    if chance is None:
        return estimate
    notes: list[Text] = []
    if held.scores is not None and not held.scores.several_columns and len(held.scores) == 1:
        notes.append(say("scores_all_tied"))
    elif estimate.high < chance:
        notes.append(say("ranks_backwards", key=metric.key, value=estimate))
    return noted(estimate, *notes)


def of_calls(
    metric: Metric, held: Held, threshold: float | None, population: Population | None = None
) -> tuple[Text, ...]:
    """Which calls a net benefit or an accuracy of the most confident is of, where unclear."""
    two = (
        metric.reads is TopLabel
        and held.probabilities is not None
        and held.probabilities.kind == "score_table"
    )
    if two and held.confusion is not None and threshold is None:
        return (say("calls_at_half"),)
    if metric.own_threshold is not None:
        if acts(metric, held):
            return () if population is None else (say("decision_probabilities"),)
        return (say("benefit_of_given_calls", at=f"{metric.own_threshold:g}"),)
    one = None if metric.average is None else metric.average.of
    if one is None or one.own_threshold is None:
        return ()
    at = f"{one.own_threshold:g}"
    if held.probabilities is None:
        return (say("benefit_of_given_calls", at=at),)
    return (say("benefit_of_class_calls", at=at, key=one.key),)


def noted(estimate: Estimate, *notes: Text) -> Estimate:
    """The estimate with more sentences in its note."""
    if not notes:
        return estimate
    return replace(estimate, note=joined([note for note in (estimate.note, *notes) if note]))


def of_resolution(held: Held) -> tuple[Text, ...]:
    """That scores were counted in cells, and clusters in groups: nobody should have to guess."""
    scores = held.scores
    held_in = scores.tables if isinstance(scores, ScoreColumns) else (scores,)
    grids = [table for table in held_in if isinstance(table, ScoreGrid)]
    notes = (say("grid_used", n=max(map(len, grids))),) if grids else ()
    return (*notes, *_of_random_groups(held))


def _of_random_groups(held: Held) -> tuple[Text, ...]:
    """That very many clusters were put together, and how much that matters."""
    some = held.some
    if some.cluster_ids is None:
        return ()
    groups = groups_in(some.cluster_ids)
    if groups is None:
        return ()
    error = f"{100 / math.sqrt(2 * groups):.2g}%"
    return (say("clusters_in_random_groups", n=groups, error=error),)


def of_label_order(labels: tuple[Label, ...]) -> tuple[Text, ...]:
    """That text was sorted, where the order of classes matters and nobody gave one."""
    if not isinstance(labels, Alphabetical):
        return ()
    return (say("labels_alphabetical", labels=quoted(labels)),)


def of_rounding(decimals: tuple[int, ...]) -> tuple[Text, ...]:
    """That rounded probabilities were divided by their sums; `decimals` of each such table."""
    if not decimals:
        return ()
    return (say("probabilities_rounded", decimals=", ".join(map(str, sorted(set(decimals))))),)


def of_column_order(matrix: ConfusionMatrix) -> tuple[Text, ...]:
    """A question, where another order of the columns would fit the truth far better.

    Asked where even the highest accuracy that the rows allow is below the lowest that the best
    assignment of columns to labels has (99.9 % Wilson intervals); columns without names are
    taken in the order of the labels, and nothing else could tell that this is wrong.
    """
    if matrix.classes > MOST_ORDERED or matrix.shape or not float(matrix.total) > 0:
        return ()
    counts = matrix.cells.array()
    from scipy.optimize import linear_sum_assignment

    _, best = linear_sum_assignment(-counts)
    indices = np.arange(len(counts))
    right = np.array([counts[indices, order].sum() for order in (indices, best)])
    share, most = right / counts.sum()
    rows = np.asarray(matrix.effective_total)
    low, high = wilson(right / counts.sum() * rows, rows, 0.999)
    if high[0] >= low[1]:
        return ()
    meant = [matrix.labels[int(np.flatnonzero(best == index)[0])] for index in range(len(best))]
    return (say("columns_order", order=quoted(meant), share=figure(share), most=figure(most)),)


def between_edges(estimate: Estimate, metric: Metric, held: Held) -> Estimate:
    """The estimate with a bound: the counts lie somewhere between those of two bucket edges.

    TP and FP can each be anything between the two. Most metrics rise or fall with each of them,
    so that their extremes are at the corners; for those that turn in between, every count is
    tried, or MOST_COUNTS of them on each side where there are more.
    """
    if not estimate.defined:
        return estimate
    with np.errstate(all="ignore"):
        values: Any = metric(_between(held))
    return _widened(estimate, metric, values, say("between_edges"))


def with_hidden_rows(
    estimate: Estimate, metric: Metric, matrix: ConfusionMatrix, hidden: int | None
) -> Estimate:
    """The estimate where so many more rows lie somewhere in cells that were emptied.

    A share gets a bound: its extremes are where all of these rows lie in one cell (so is the
    maximum of the no-information rate). Other figures turn in between, and have no interval; nor
    has any where it is not known how many rows are hidden (None: those of weights, of groups).
    """
    if hidden is None:
        return of_visible_rows(estimate, hidden)
    if not hidden or not estimate.defined:
        return estimate
    few = len(matrix.labels) <= MOST_CLASSES
    if few and (metric.counted is not None or metric.key == "no_information_rate"):
        with np.errstate(all="ignore"):
            values: Any = metric(_completed(matrix, hidden))
        return _widened(estimate, metric, values, say("hidden_rows", n=f"{hidden:,}"))
    return of_visible_rows(estimate, hidden)


def of_visible_rows(estimate: Estimate, hidden: int | None) -> Estimate:
    """A figure of the rows shown, without an interval where others are hidden."""
    if hidden == 0:
        return estimate
    why = say("hidden_rows_unknown")
    if hidden is not None:
        why = say("hidden_rows_open", n=f"{hidden:,}")
    return replace(estimate, low=math.nan, high=math.nan, method="none", note=why)


def _completed(matrix: ConfusionMatrix, hidden: int) -> ConfusionMatrix:
    """Matrices with all hidden rows in one cell, one matrix for each, (K², K, K)."""
    size = len(matrix.labels)
    more = hidden * np.eye(size * size).reshape(-1, size, size)
    return ConfusionMatrix(
        matrix.cells.array() + more, labels=matrix.labels, pos_label=matrix.pos_label
    )


def _widened(estimate: Estimate, metric: Metric, values: Floats, note: Text) -> Estimate:
    """The estimate with a bound: its value may be any of these."""
    other = values[~np.isnan(values) & (values != estimate.value)]
    bound = float("inf")
    if math.isfinite(estimate.value):
        bound = float(np.abs(other - estimate.value).max(initial=0.0))
    elif not len(other):
        bound = 0.0
    low, high = metric.bounds
    if not bound:
        return estimate
    return noted(
        replace(
            estimate,
            low=float(np.clip(estimate.low - bound, low, high)),
            high=float(np.clip(estimate.high + bound, low, high)),
            bound=estimate.bound + bound,
        ),
        note,
    )


def of_counts(held: Held, population: Population | None) -> tuple[Text, ...]:
    """That the cells of the matrix are known only between two, inside a bucket of a grid."""
    if held.fewest is None or population is not None:
        return ()
    few = held.fewest
    counts = {name: whole(float(getattr(few, name))) for name in ("tp", "fp", "fn", "tn")}
    return (say("matrix_between", **counts),)


def _between(held: Held) -> ConfusionMatrix:
    """Matrices from the fewest calls to the most, each true class on its own, (m, m, 2, 2)."""
    assert held.fewest is not None
    assert held.confusion is not None
    low, high = (one.cells.array() for one in (held.fewest, held.confusion))
    rows = [_steps(low[k], high[k]) for k in range(2)]
    first, second = np.broadcast_arrays(rows[0][:, None], rows[1][None, :])
    labels, positive = held.confusion.labels, held.confusion.pos_label
    return ConfusionMatrix(np.stack([first, second], -2), labels=labels, pos_label=positive)


def _steps(low: Floats, high: Floats) -> Floats:
    """The counts of one true class, from one end to the other."""
    apart = float(np.abs(high - low).max())
    number = int(min(max(np.ceil(apart), 1), MOST_COUNTS - 1)) + 1
    share = np.linspace(0.0, 1.0, number)[:, None]
    return low * (1 - share) + high * share
