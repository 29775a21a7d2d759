"""An evaluation at other thresholds: cut again, chosen, swept, and drawn as curves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from veracity import curves, statistics
from veracity.decisions import choose
from veracity.errors import NotHere, VeracityError, quoted, refuse
from veracity.evaluation.confusion_matrix import ConfusionMatrix
from veracity.evaluation.held import Held, OneColumn
from veracity.intervals import with_band
from veracity.metrics import Metric
from veracity.results import Curve
from veracity.results.choice import Choice
from veracity.results.figures import whole
from veracity.statistics.score_cuts import checked_thresholds
from veracity.statistics.score_grid import ScoreGrid
from veracity.statistics.score_table import ScoreTable
from veracity.words import Text, joined, say

if TYPE_CHECKING:
    from veracity.evaluation.evaluation import Evaluation

Made = TypeVar("Made", Curve, Choice)


class Thresholds:
    """The part of an evaluation that asks what another threshold would do.

    `at`, `choose` and `sweep` cut the column that the matrix is cut from (probabilities before
    scores). Curves are those of what ranks (y_score before y_proba).
    """

    def at(  # type: ignore[misc]
        self: Evaluation, threshold: float | Choice | None = None, *, top: float | None = None
    ) -> Evaluation:
        """The evaluation where score >= threshold is called positive, or the top k rows are.

        `threshold` may be a Choice. `top` is a number of rows, or a share below 1; a tie at
        the cut is not divided: then fewer are called, and the note says so. Inside a bucket of
        a grid every count lies between two bounds, which are stated.
        """
        if (threshold is None) == (top is None):
            raise refuse("at_one_of")
        table = cut_table(self.held)
        value, said = (
            (_number(threshold), ()) if top is None else top_threshold(table, _number(top))
        )
        return self.part(
            cut(self.held, value),
            self.rows,
            threshold=value,
            groups={name: cut(one, value) for name, one in self.groups.items()},
            asked=self.asked,
            said_of_rows=self.said_of_rows,
            said_of_cut=said,
        )

    def choose(  # type: ignore[misc]
        self: Evaluation,
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
    ) -> Choice:
        """The threshold that is best for an aim, among those that keep to the constraints.

        Aim: `maximize` any count metric (one for which lower is better is made low), or costs
        of a false alarm and of a miss. Constraints: on recall, precision, false positive rate,
        and the share of rows called positive. With `assurance` each constraint holds in the
        population with at least that probability; without it, `holds_with` says how likely it
        holds. The estimates are those at the threshold; `optimism` is how much they flatter
        because the threshold was chosen on the same rows.
        """
        table = cut_table(self.held)
        choice = choose(
            on_edges(table),
            maximize=maximize,
            min_recall=min_recall,
            min_precision=min_precision,
            max_fpr=max_fpr,
            max_alarms=max_alarms,
            cost_fp=cost_fp,
            cost_fn=cost_fn,
            assurance=assurance,
            within=within,
            optimism_by=optimism_by,
            settings=self.settings,
        )
        return _on_grid(table, choice)

    def sweep(  # type: ignore[misc]
        self: Evaluation, metrics: Sequence[str | Metric] | str | None = None
    ) -> Curve:
        """Count metrics at every threshold, from +inf (nothing called positive) down."""
        table = cut_table(self.held)
        if metrics is None:
            return _on_grid(table, curves.sweep(on_edges(table)))
        names = (metrics,) if isinstance(metrics, str) else metrics
        return _on_grid(table, curves.sweep(on_edges(table), names))

    def roc(  # type: ignore[misc]
        self: Evaluation, *, band: str | None = None, error: float | None = None
    ) -> Curve:
        """True against false positive rate; unpacks to fpr, tpr, thresholds.

        `band` is "pointwise", "simultaneous", "kolmogorov" or "working_hotelling". With an
        `error` only the points that a drawing within that error needs.
        """
        table = ranking_table(self.held)
        return self._banded(table, curves.roc(on_edges(table), error=error), band)

    def pr(  # type: ignore[misc]
        self: Evaluation, *, band: str | None = None, error: float | None = None
    ) -> Curve:
        """Precision against recall, in steps; unpacks to precision, recall, thresholds.

        `band` is "pointwise" or "simultaneous".
        """
        table = ranking_table(self.held)
        return self._banded(table, curves.precision_recall(on_edges(table), error=error), band)

    def _banded(  # type: ignore[misc]
        self: Evaluation, table: OneColumn, curve: Curve, band: str | None
    ) -> Curve:
        if band is not None:
            curve = with_band(curve, on_edges(table), band, self.settings)
        return _on_grid(table, curve)

    def pr_gain(self: Evaluation, *, error: float | None = None) -> Curve:  # type: ignore[misc]
        """Precision gain against recall gain."""
        table = ranking_table(self.held)
        return _on_grid(table, curves.pr_gain(on_edges(table), error=error))

    def det(self: Evaluation, *, error: float | None = None) -> Curve:  # type: ignore[misc]
        """Misses against false alarms, on normal-deviate axes."""
        table = ranking_table(self.held)
        return _on_grid(table, curves.det(on_edges(table), error=error))

    def hull(self: Evaluation) -> Curve:  # type: ignore[misc]
        """The convex hull of the ROC curve: the thresholds that some cost ratio prefers."""
        table = ranking_table(self.held)
        return _on_grid(table, curves.hull(on_edges(table)))

    def gains(self: Evaluation, *, error: float | None = None) -> Curve:  # type: ignore[misc]
        """Share of the positives found against the share of rows called, and the lift."""
        table = ranking_table(self.held)
        return _on_grid(table, curves.gains(on_edges(table), error=error))


def cut(held: Held, threshold: float) -> Held:
    """The statistics with the matrix at a threshold; inside a bucket, with both of its ends."""
    table = cut_table(held)
    if isinstance(table, ScoreTable):
        confusion = ConfusionMatrix.like(table.counts_at(threshold))
        return replace(held, confusion=confusion, fewest=None)
    few, most = (ConfusionMatrix.like(one) for one in table.counts_at(threshold))
    exact = table.is_exact_at(threshold)
    return replace(held, confusion=most, fewest=None if exact else few)


def _number(given: Any) -> float:
    """A threshold, a choice or a number of rows, as a number."""
    try:
        return float(checked_thresholds(float(given)))
    except (TypeError, ValueError, OverflowError) as problem:
        if isinstance(problem, VeracityError):
            raise
        raise refuse("threshold_nan", given=repr(given)) from problem


def top_threshold(table: OneColumn, top: float) -> tuple[float, tuple[Text, ...]]:
    """The lowest threshold that calls at most so many rows, and what to say of a tie there."""
    edges = on_edges(table)
    called = edges.tp + edges.fp
    total = float(called[-1])
    wanted = top * total if 0 < top < 1 else float(top)
    if not 0 < wanted <= total:
        raise refuse("top_outside", top=f"{top:g}", total=whole(total))
    place = int(np.searchsorted(called, wanted * (1 + 1e-12), "right")) - 1
    got, threshold = float(called[place]), float(edges.thresholds[place])
    if got >= wanted * (1 - 1e-12):
        return threshold, ()
    more = whole(float(called[place + 1]))
    key = "top_in_cell" if isinstance(table, ScoreGrid) and table.wide[place] else "top_tied"
    return threshold, (say(key, wanted=f"{wanted:g}", fewer=whole(got), more=more),)


def cut_table(held: Held) -> OneColumn:
    """The column that thresholds cut, or an error that says what is missing."""
    table = held.cut_table
    if table is None:
        raise _no_column(held)
    return table


def ranking_table(held: Held) -> OneColumn:
    """The column that curves are made of."""
    if not isinstance(held.scores, (ScoreTable, ScoreGrid)):
        raise _no_column(held)
    return held.scores


def on_edges(table: OneColumn) -> statistics.ScoreTable:
    """The table itself; of a grid the table of its edges, where all counts are exact."""
    return table.table if isinstance(table, ScoreGrid) else table


def _no_column(held: Held) -> Exception:
    if held.scores is None:
        return refuse("curve_needs_scores", NotHere)
    return refuse("curve_of_columns", NotHere, labels=quoted(held.labels))


def _on_grid(table: OneColumn, made: Made) -> Made:
    """The curve or the choice with a word on the grid it was made from."""
    if not isinstance(table, ScoreGrid):
        return made
    said = [note for note in (made.note, say("curve_on_edges", n=len(table))) if note]
    return replace(made, note=joined(said))
