"""An evaluation put to use: at another prevalence, with costs, by people who review alarms."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any, Self, TypeVar

from veracity.decisions.expected_loss.population import Population, among, population
from veracity.errors import NotHere, refuse
from veracity.evaluation.single.calibration import Calibration
from veracity.evaluation.single.thresholds import (
    on_edges,
    on_grid,
    ranking_table,
    table_at_thresholds,
)
from veracity.evaluation.state.at_threshold import acting
from veracity.evaluation.state.keys import check
from veracity.evaluation.state.remarks import of_visible_rows
from veracity.memo import look_up
from veracity.metrics import Metric, find
from veracity.metrics.catalogue.reading import kind_read, read_by, top_label
from veracity.results import Estimate
from veracity.statistics import ConfusionMatrix

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from veracity.decisions.costs.cost_matrix import Costs
    from veracity.decisions.expected_loss.population import Prevalence
    from veracity.evaluation.single.groups.weak_slices import WeakSlices
    from veracity.results import Curve, Test
    from veracity.results.decisions.alarms import Alarms
    from veracity.results.decisions.baselines import Baselines
    from veracity.results.decisions.cost import Cost

Found = TypeVar("Found", "Cost", "Alarms")


class Deployment(Calibration):
    """The part of an evaluation that asks what happens where the classifier is used.

    Another prevalence assumes label shift: P(prediction | class) stays as it was in the test.
    """

    def at_prevalence(
        self,
        share: Prevalence | None = None,
        *,
        positives: float | None = None,
        of: float | None = None,
    ) -> Self:
        """The evaluation in a population with other class shares.

        `share` is that of positives, or {label: share}; or so many `positives` counted among
        `of` cases, whose uncertainty is then carried into every interval. 0 and 1 give limits.
        """
        where = population(share, positives=positives, of=of)
        return self.part(
            self.held,
            self.rows,
            groups=self.groups,
            asked=self.asked,
            notes_on_rows=self.notes_on_rows,
            notes_on_threshold=self.notes_on_threshold,
            population=among(where, self.held.labels, self.held.pos_label),
        )

    def against_prevalence(
        self, metrics: Sequence[str | Metric] | str | None = None, shares: ArrayLike | None = None
    ) -> Curve:
        """Metrics against the prevalence of use, with intervals.

        Keys of counts and of scores may stand side by side.
        """
        from veracity.decisions.prevalence import against_prevalence as axis

        names = (metrics,) if isinstance(metrics, (str, Metric)) else metrics
        chosen = axis.USUAL if names is None else tuple(names)
        records = [find(m) if isinstance(m, str) else m for m in chosen]
        for metric in records:
            check(metric, self.held)
        made: dict[Any, Any] = {}  # one statistic for all that read the same

        def read(metric: Metric) -> Any:
            kind = kind_read(metric, self.held), metric.own_threshold
            held = acting(metric, self.held)
            return look_up(made, kind, lambda: read_by(metric, held, self.threshold))

        return axis.against_prevalence_of(records, shares, read, self.settings)

    def true_prevalence(self, *, flagged: float, of: float) -> Estimate:
        """The prevalence among `of` other cases of which `flagged` were called positive."""
        from veracity.decisions.prevalence import true_prevalence as through_test

        found = through_test.true_prevalence(
            counts_of(self), flagged=flagged, of=of, settings=self.settings
        )
        return of_visible_rows(found, self.hidden_rows)

    def weak_slices(
        self, columns: Iterable[str] | str | None = None, *, metric: str | None = None
    ) -> WeakSlices:
        """Groups, and pairs of them, in which the metric is worse than in all other rows.

        columns: some of the columns that `group` gave to `evaluate`; all by default. One half
        of the rows chooses slices, the other half tests them, so that a slice found by looking
        at many is not one found by chance. Rows are those that were read, whatever prevalence
        figures are projected to.
        """
        from veracity.evaluation.single.groups.weak_slices import weak_slices

        names = self.group_names
        if not names and self.groups:
            first = next(iter(self.groups))
            size = len(first) if isinstance(first, tuple) else 1
            names = tuple(f"group {index + 1}" for index in range(size))
        usual = "accuracy" if self.held.confusion is not None else "auroc"
        return weak_slices(
            self.groups, names, columns, metric or usual, self.settings, self.threshold
        )

    def rank_sum_test(self) -> Test:
        """Wilcoxon's rank-sum test of scores that rank positives and negatives alike."""
        from veracity.decisions.baselines.rank_sum import rank_sum

        table = ranking_table(self.held)
        if table.kind != "score_table":
            raise refuse("rank_sum_needs_table", NotHere)
        return rank_sum(table)

    def baselines(
        self, metrics: Sequence[str | Metric] | None = None, *, short: bool = False
    ) -> Baselines:
        """Whether this is better than always-negative, always-positive, a coin, any constant.

        `short`: the rules and their tests alone, as beside a printed table.
        """
        from veracity.decisions.baselines import baselines as trivial

        matrix = counts_of(self).changed(pos_label=self.held.pos_label)
        named = [find(m) if isinstance(m, str) else m for m in metrics or ()]
        for metric in named:
            check(metric, self.held)
        return trivial.baselines(
            matrix,
            None if metrics is None else named,
            self.settings,
            self.population,
            known=lambda m: self[m.key] if m.key in self else self._estimated(m),
            estimator=self._estimators.get(ConfusionMatrix),
            short=short,
            hidden=self.hidden_rows,
        )

    def cost(self, matrix: Costs, *, utility: bool = False) -> Cost:
        """What a case costs on average: K×K costs, rows truth, columns calls."""
        from veracity.decisions.costs import costs

        found = costs.cost(
            counts_of(self), matrix, utility=utility, where=self.population, settings=self.settings
        )
        return _of_visible_rows(found, self.hidden_rows)

    def cost_curve(self) -> Curve:
        """Normalised expected cost against prevalence and costs in one number.

        Of scores the envelope of all thresholds, of labels the line of the one they have.
        """
        from veracity.curves.kinds.cost import cost_curve
        from veracity.decisions.costs import cost_curves

        if self.held.table_at_thresholds is None:
            return cost_curves.cost_line(counts_of(self), self.settings)
        table = table_at_thresholds(self.held)
        return on_grid(table, cost_curve(on_edges(table)))

    def decision(
        self,
        thresholds: ArrayLike | None = None,
        *,
        prevalence: Prevalence | None = None,
        per: float = 1.0,
    ) -> Curve:
        """Net benefit against threshold probability, beside treating all and none.

        `prevalence` is that of use (a share or {label: share}); without it that of
        `at_prevalence`, or of the rows. Calls that are fixed (labels, or scores that are no
        probabilities, with a threshold) are those of a yes-or-no test.
        """
        from veracity.decisions.costs import net_benefit

        statistic = None
        if self.held.probabilities is not None:
            statistic = table_at_thresholds(self.held, "decision()")
        if statistic is None and self.held.confusion is None:
            raise refuse("decision_needs_probabilities", NotHere)
        return net_benefit.decision(
            counts_of(self) if statistic is None else statistic,
            thresholds,
            prevalence=self.population if prevalence is None else prevalence,
            per=per,
            settings=self.settings,
        )

    def alarms(
        self,
        *,
        per_hour: float | None = None,
        per_day: float | None = None,
        minutes_each: float | None = None,
        prevalence: Prevalence | None = None,
    ) -> Alarms:
        """Expected alarms, false ones for each true one, hours of review, missed cases.

        `prevalence` is that of use; without it that of `at_prevalence`, or of the rows.
        """
        from veracity.decisions.costs import alarms as burden

        matrix = counts_of(self)
        found = burden.alarms(
            matrix,
            per_hour=per_hour,
            per_day=per_day,
            minutes_each=minutes_each,
            where=self._where(prevalence),
            settings=self.settings,
        )
        return _of_visible_rows(found, self.hidden_rows)

    def alarm_curve(
        self,
        thresholds: Any = None,
        *,
        per_hour: float | None = None,
        per_day: float | None = None,
        minutes_each: float | None = None,
        prevalence: Prevalence | None = None,
    ) -> Curve:
        """Alarms, misses and hours of review against the threshold, with a band."""
        from veracity.decisions.costs import alarm_curves

        return alarm_curves.alarms_against_threshold(
            table_at_thresholds(self.held, "alarm_curve()"),
            thresholds,
            per_hour=per_hour,
            per_day=per_day,
            minutes_each=minutes_each,
            prevalence=self._where(prevalence),
            settings=self.settings,
        )

    def _where(self, prevalence: Prevalence | None) -> Population | None:
        """The population that was named just now, or the one of `at_prevalence`."""
        if prevalence is None:
            return self.population
        return among(population(prevalence), self.held.labels, self.held.pos_label)

    def risk_coverage(
        self, *, cost_wrong: float | None = None, cost_abstain: float | None = None
    ) -> Curve:
        """Error rate among the answered, against the share that is answered."""
        from veracity.decisions.costs import abstention as abstaining

        if self.population is not None:
            raise refuse("projected_not", NotHere, key="risk_coverage")
        given = self.held.probabilities
        if given is None or given.kind not in ("score_table", "joint_scores"):
            raise refuse("key_needs_probabilities", NotHere, key="risk_coverage")
        return abstaining.abstention(
            top_label(self.held, self.threshold),
            cost_wrong=cost_wrong,
            cost_abstain=cost_abstain,
            settings=self.settings,
        )


def _of_visible_rows(found: Found, hidden: int | None) -> Found:
    """The same, its estimates without intervals where more rows are hidden."""
    values = {one.name: getattr(found, one.name) for one in fields(found)}
    visible: dict[str, Any] = {
        name: of_visible_rows(value, hidden)
        for name, value in values.items()
        if isinstance(value, Estimate)
    }
    return replace(found, **visible)


def counts_of(ev: Calibration) -> ConfusionMatrix:
    """The matrix of the rows themselves, or an error that says how to get one."""
    if ev.held.confusion is None:
        raise refuse("needs_threshold", NotHere)
    return ev.held.confusion.plain()
