"""An evaluation put to use: at another prevalence, with costs, by people who review alarms."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from veracity.curves.cost import cost_curve
from veracity.decisions import abstention as abstaining
from veracity.decisions import against_prevalence as axis
from veracity.decisions import alarms as burden
from veracity.decisions import baselines as trivial
from veracity.decisions import cost_curves, costs, net_benefit
from veracity.decisions import true_prevalence as through_test
from veracity.decisions.population import population
from veracity.errors import NotHere, refuse
from veracity.evaluation.keys import top_label
from veracity.evaluation.thresholds import cut_table, on_edges, ranking_table
from veracity.metrics import Metric, find
from veracity.results import Curve, Estimate
from veracity.results.alarms import Alarms
from veracity.results.baselines import Baselines
from veracity.results.cost import Cost
from veracity.statistics import ConfusionMatrix
from veracity.statistics.joint_scores import JointScores
from veracity.statistics.score_table import ScoreTable

if TYPE_CHECKING:
    from veracity.evaluation.evaluation import Evaluation


class Uses:
    """The part of an evaluation that asks what happens where the classifier is used.

    Another prevalence assumes label shift: P(prediction | class) stays as it was in the test.
    """

    def at_prevalence(  # type: ignore[misc]
        self: Evaluation, share: Any = None, *, positives: Any = None, of: Any = None
    ) -> Evaluation:
        """The evaluation in a population with other class shares.

        `share` is that of positives, or {label: share}; or so many `positives` counted among
        `of` cases, whose uncertainty is then carried into every interval. 0 and 1 give limits.
        """
        where = population(share, positives=positives, of=of)
        return self.part(
            self.held, self.rows, groups=self.groups, asked=self.asked, population=where
        )

    def against_prevalence(  # type: ignore[misc]
        self: Evaluation, metrics: Sequence[str | Metric] | str | None = None, shares: Any = None
    ) -> Curve:
        """Metrics against the prevalence of use, with intervals."""
        names = (metrics,) if isinstance(metrics, str) else metrics
        chosen = axis.USUAL if names is None else tuple(names)
        reads = {(find(m) if isinstance(m, str) else m).reads for m in chosen}
        statistic = counts_of(self) if reads == {ConfusionMatrix} else ranking_table(self.held)
        return axis.against_prevalence(statistic, chosen, shares, self.settings)

    def true_prevalence(self: Evaluation, *, flagged: Any, of: Any) -> Estimate:  # type: ignore[misc]
        """The prevalence among `of` other cases of which `flagged` were called positive."""
        return through_test.true_prevalence(
            counts_of(self), flagged=flagged, of=of, settings=self.settings
        )

    def baselines(  # type: ignore[misc]
        self: Evaluation, metrics: Sequence[str | Metric] | None = None
    ) -> Baselines:
        """Whether this is better than always-negative, always-positive, a coin, any constant."""
        return trivial.baselines(counts_of(self), metrics, self.settings)

    def cost(self: Evaluation, matrix: Any, *, utility: bool = False) -> Cost:  # type: ignore[misc]
        """What a case costs on average: K×K costs, rows truth, columns calls."""
        return costs.cost(
            counts_of(self), matrix, utility=utility, where=self.population, settings=self.settings
        )

    def cost_curve(self: Evaluation) -> Curve:  # type: ignore[misc]
        """Normalised expected cost against prevalence and costs in one number.

        Of scores the envelope of all thresholds, of labels the line of the one they have.
        """
        if self.held.cut_table is None:
            return cost_curves.cost_line(counts_of(self), self.settings)
        return cost_curve(on_edges(cut_table(self.held)))

    def decision(  # type: ignore[misc]
        self: Evaluation,
        thresholds: Any = None,
        *,
        prevalence: float | None = None,
        per: float = 1.0,
    ) -> Curve:
        """Net benefit against threshold probability, beside treating all and none."""
        table = self.held.probabilities
        statistic = on_edges(cut_table(self.held)) if table is not None else counts_of(self)
        return net_benefit.decision(
            statistic, thresholds, prevalence=prevalence, per=per, settings=self.settings
        )

    def alarms(  # type: ignore[misc]
        self: Evaluation,
        *,
        per_hour: float | None = None,
        per_day: float | None = None,
        minutes_each: float | None = None,
        prevalence: Any = None,
    ) -> Alarms:
        """Expected alarms, false ones for each true one, hours of review, missed cases."""
        where = self.population if prevalence is None else population(prevalence)
        return burden.alarms(
            counts_of(self),
            per_hour=per_hour,
            per_day=per_day,
            minutes_each=minutes_each,
            where=where,
            settings=self.settings,
        )

    def alarm_curve(  # type: ignore[misc]
        self: Evaluation,
        thresholds: Any = None,
        *,
        per_hour: float | None = None,
        per_day: float | None = None,
        minutes_each: float | None = None,
        prevalence: float | None = None,
    ) -> Curve:
        """Alarms, misses and hours of review against the threshold, with a band."""
        return burden.alarms_against_threshold(
            on_edges(cut_table(self.held)),
            thresholds,
            per_hour=per_hour,
            per_day=per_day,
            minutes_each=minutes_each,
            prevalence=prevalence,
            settings=self.settings,
        )

    def risk_coverage(  # type: ignore[misc]
        self: Evaluation, *, cost_wrong: float | None = None, cost_abstain: float | None = None
    ) -> Curve:
        """Error rate among the answered, against the share that is answered."""
        if not isinstance(self.held.probabilities, (ScoreTable, JointScores)):
            raise refuse("key_needs_probabilities", NotHere, key="risk_coverage")
        return abstaining.abstention(
            top_label(self.held),
            cost_wrong=cost_wrong,
            cost_abstain=cost_abstain,
            settings=self.settings,
        )


def counts_of(ev: Evaluation) -> ConfusionMatrix:
    """The matrix of the rows themselves, or an error that says how to get one."""
    if ev.held.confusion is None:
        raise refuse("needs_threshold", NotHere)
    return ev.held.confusion.plain()
