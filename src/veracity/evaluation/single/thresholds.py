"""An evaluation at other thresholds: given, chosen, swept, and drawn as curves."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Literal, Self, TypeVar

from veracity import curves, statistics
from veracity.decisions.expected_loss.population import share_of
from veracity.errors import NotHere, quoted, refuse, spelled
from veracity.evaluation.single.figures import Figures
from veracity.evaluation.state.at_threshold import moved_to
from veracity.metrics import Metric
from veracity.metrics.catalogue.projecting import carried
from veracity.statistics.held import Held, OneColumn
from veracity.statistics.scores.thresholds import checked_thresholds
from veracity.words import Text, joined, say

if TYPE_CHECKING:
    from veracity.results import Curve
    from veracity.results.decisions.choice import Choice
    from veracity.statistics.joint.score_columns import ScoreColumns

THIS = Text("This", "这")


Made = TypeVar("Made", "Curve", "Choice")


class Thresholds(Figures):
    """The part of an evaluation that asks what another threshold would do.

    `at`, `choose` and `sweep` read the column that the matrix comes from (probabilities before
    scores). Curves are those of what ranks (y_score before y_proba). At another prevalence
    (`at_prevalence`) all of them are those of that population, and say so.
    """

    def at(self, threshold: float | Choice | None = None, *, top: float | None = None) -> Self:
        """The evaluation where score >= threshold is called positive, or the top k rows are.

        `threshold` may be a Choice. `top` is a whole number of rows (1 and 1.0 are one row), or
        a share strictly between 0 and 1, of which whole rows are called positive. A tie at the
        threshold is not divided: then fewer are, and the note says so. With importance or sampling
        weights k rows are k rows of average weight; with frequency weights they are counts.
        Inside a bucket of a grid every count lies between two bounds, which are stated.
        """
        from veracity.evaluation.single.top_rows import top_threshold

        if (threshold is None) == (top is None):
            raise refuse("at_one_of")
        table = table_at_thresholds(self.held, "at()")
        value, notes = (
            (_threshold(threshold), ())
            if top is None
            else top_threshold(table, self.held.rows, top)
        )
        there = self.part(
            moved_to(self.held, value),
            self.rows,
            threshold=value,
            groups={name: moved_to(one, value) for name, one in self.groups.items()},
            asked=self.asked,
            notes_on_rows=self.notes_on_rows,
            notes_on_threshold=notes,
            chosen_here=False,
        )
        from veracity.results.decisions.choice import Choice

        if isinstance(threshold, Choice) and chosen_on(threshold, there):
            return there.part(
                there.held,
                there.rows,
                groups=there.groups,
                asked=self.asked,
                notes_on_rows=self.notes_on_rows,
                notes_on_threshold=notes,
                chosen_here=True,
                held_out=threshold.held_out,
            )
        return there

    def choose(
        self,
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
        and the share of rows called positive. Of thresholds with equal aims the one with more
        true positives is taken, then the one with fewer false positives, then the highest.
        Calling nothing positive is among them unless a score is +inf, which every threshold
        calls positive. With `assurance` each constraint holds in the
        population with at least that probability; without it, `holds_with` says how likely it
        holds (nan of a precision, and the note has the reason). The estimates are
        those at the threshold, with intervals that allow for its being chosen on the same rows;
        `optimism` is how much the aim flatters, and `constraint_corrected` what each
        constrained rate is expected to be on new ones.
        """
        from veracity.decisions.thresholds.choosing import choose
        from veracity.evaluation.single.top_rows import highest_score
        from veracity.results.decisions.choice import without_interval

        table = table_at_thresholds(self.held, "choose()")
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
            highest=highest_score(table),
            where=self.population,
        )
        if not table.exact:
            level, why = self.settings.confidence_level, say("threshold_on_grid")
            none = without_interval(choice.threshold, level, why)
            choice = replace(choice, threshold_interval=none)
        return on_grid(table, choice)

    def sweep(
        self,
        metrics: Sequence[str | Metric] | str | Metric | None = None,
        *,
        error: float | None = None,
    ) -> Curve:
        """Count metrics at every threshold, from +inf (nothing called positive) down.

        Without `metrics` precision, recall, F1, MCC and kappa; "all" is every count metric of
        two classes. The counts tp, fp, fn and tn of the rows come along. `error` thins: no
        column of a metric moves by more than that share of its window.
        """
        from veracity.curves.kinds.sweep import USUAL, swept_metrics

        table = table_at_thresholds(self.held, "sweep()")
        names = swept_metrics(USUAL if metrics is None else metrics)
        share, edges = share_of(self.population), on_edges(table)
        there = [carried(metric, share) for metric in names]
        counted = edges if share is None else edges.at_prevalence(share)
        return self._notes(table, curves.sweep(edges, there, error=error, counted=counted))

    def roc(
        self,
        *,
        band: str | None = None,
        error: float | None = None,
        average: Literal["macro", "micro"] | None = None,
    ) -> Curve:
        """True against false positive rate; unpacks to fpr, tpr, thresholds.

        Of K columns with an `average`: the curves of the classes against the rest, averaged at
        each false positive rate ("macro"), or all columns pooled ("micro"); neither has a band.

        `band` is "pointwise", "simultaneous", "kolmogorov" or "working_hotelling". `error`
        thins: only the points that a drawing within that share of either axis needs; the
        curve says in its own `error` how far off it is.
        """
        if average is not None:
            from veracity.curves.kinds.of_classes import roc_of_classes

            columns = score_columns(self.held, average)
            return _thinned(columns, roc_of_classes(columns, average), error)
        table = ranking_table(self.held, "roc()")
        return self._banded(table, curves.roc(on_edges(table), error=error), band)

    def pr(
        self,
        *,
        band: str | None = None,
        error: float | None = None,
        interpolated: bool = False,
        average: Literal["macro", "micro"] | None = None,
    ) -> Curve:
        """Precision against recall, in steps; unpacks to precision, recall, thresholds.

        `band` is "pointwise" or "simultaneous". `error` thins as in `roc`. `interpolated` gives
        the hyperbolas between the thresholds instead (Davis and Goadrich 2006): what choosing
        at random between two neighbouring thresholds would do. It has no band.
        """
        if average is not None:  # of K columns, as in `roc`
            from veracity.curves.kinds.of_classes import pr_of_classes

            columns = score_columns(self.held, average)
            return _thinned(columns, pr_of_classes(columns, average), error)
        table = ranking_table(self.held, "pr()")
        if interpolated:
            if band is not None:
                raise refuse("pr_interpolated_no_band")
            curve = curves.interpolated_precision_recall(self._there(table))
            return self._notes(table, curve if error is None else curve.thinned(error))
        curve = curves.precision_recall(self._there(table), error=error)
        if self.population is None:
            return self._banded(table, curve, band)
        if band is not None:
            raise refuse("pr_band_at_prevalence")
        return self._notes(table, curve)

    def _there(self, table: OneColumn) -> statistics.ScoreTable:
        """The table of the column, weighted to the class shares of the population of use."""
        here = on_edges(table)
        return here if self.population is None else here.at_prevalence(self.population.share)

    def _notes(self, table: OneColumn, curve: Curve) -> Curve:
        """The curve with a word on its grid, and on the population it is of."""
        if self.population is not None:
            notes = (curve.note, say("label_shift", share=self.population.words))
            curve = replace(curve, note=joined(note for note in notes if note))
        return on_grid(table, curve)

    def _banded(self, table: OneColumn, curve: Curve, band: str | None) -> Curve:
        from veracity.intervals.estimator.bands import with_band

        if band is not None:
            curve = with_band(curve, on_edges(table), band, self.settings)
        return on_grid(table, curve)

    def pr_gain(self, *, error: float | None = None) -> Curve:
        """Precision gain against recall gain; `error` thins as in `roc`."""
        table = ranking_table(self.held, "pr_gain()")
        return self._notes(table, curves.pr_gain(self._there(table), error=error))

    def det(self, *, error: float | None = None) -> Curve:
        """Misses against false alarms, on normal-deviate axes; `error` thins as in `roc`."""
        table = ranking_table(self.held, "det()")
        return on_grid(table, curves.det(on_edges(table), error=error))

    def hull(self) -> Curve:
        """The convex hull of the ROC curve: the thresholds that some cost ratio prefers."""
        table = ranking_table(self.held, "hull()")
        return on_grid(table, curves.hull(on_edges(table)))

    def binormal_roc(self) -> Curve:
        """The ROC curve of normal scores, by the line of `zroc_slope` and `d_a`."""
        from veracity.curves.kinds.binormal import binormal

        table = ranking_table(self.held, "binormal_roc()")
        return on_grid(table, binormal(on_edges(table)))

    def gains(self, *, error: float | None = None) -> Curve:
        """Share of the positives found against the share of rows called positive, and the lift.

        `error` thins as in `roc`.
        """
        table = ranking_table(self.held, "gains()")
        return self._notes(table, curves.gains(self._there(table), error=error))


def chosen_on(choice: Choice, there: Figures) -> bool:
    """Whether a threshold was chosen on the very rows that are evaluated at it.

    A choice keeps its figures, not its rows: it is taken for one of other rows where any figure
    at the threshold, or the number of rows behind it, is another here.
    """
    pairs = [(one, there[key]) for key, one in choice.estimates.items() if key in there]
    return all(
        mine.n == yours.n and math.isclose(mine.value, yours.value, rel_tol=1e-9)
        for mine, yours in pairs
        if mine.defined or yours.defined
    )


def _threshold(given: object) -> float:
    """A threshold or a choice, as a number."""
    from veracity.evaluation.single.top_rows import plain_number

    number = plain_number(given)
    if number is None:
        raise refuse("at_not_number", given=spelled(given))
    return float(checked_thresholds(number))


def table_at_thresholds(held: Held, call: str = THIS) -> OneColumn:
    """The column that thresholds apply to, or an error that says what is missing for this call."""
    table = held.table_at_thresholds
    if table is None:
        raise _no_column(held, call)
    return table


def ranking_table(held: Held, call: str = THIS) -> OneColumn:
    """The column that curves are made of."""
    if held.scores is None or held.scores.several_columns:
        raise _no_column(held, call)
    return held.scores


def score_columns(held: Held, average: str) -> ScoreColumns:
    """The columns that curves of several classes are made of."""
    if average not in ("macro", "micro"):
        raise refuse("average_unknown", average=spelled(average))
    if held.scores is None or not held.scores.several_columns:
        raise refuse("average_of_columns", NotHere, average=repr(average))
    columns: ScoreColumns = held.scores.columns if held.scores.by_row else held.scores
    if average == "micro" and not columns.exact:  # the edges of two grids need not be the same
        raise refuse("key_needs_exact", NotHere, key='average="micro"')
    return columns


def _thinned(columns: ScoreColumns, curve: Curve, error: float | None) -> Curve:
    """The curve of several columns with as few points as asked, and a word on their grids."""
    if not columns.exact:
        cells = max(len(columns.column(label)) for label in columns.labels)
        curve = replace(curve, note=joined([curve.note, say("curve_on_edges", n=cells)]))
    return curve if error is None else curve.thinned(error)


def on_edges(table: OneColumn) -> statistics.ScoreTable:
    """The table itself; of a grid the table of its edges, where all counts are exact."""
    return table.edges


def _no_column(held: Held, call: str) -> Exception:
    if held.scores is None:
        return refuse("curve_needs_scores", NotHere, call=call)
    return refuse("curve_of_columns", NotHere, labels=quoted(held.labels))


def on_grid(table: OneColumn, made: Made) -> Made:
    """The curve or the choice with a word on the grid it was made from."""
    if table.exact:
        return made
    notes = [note for note in (made.note, say("curve_on_edges", n=len(table))) if note]
    return replace(made, note=joined(notes))
