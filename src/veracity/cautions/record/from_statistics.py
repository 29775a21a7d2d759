"""Facts from statistics alone, for those who hold no evaluation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from veracity.cautions.record.facts import Facts, Scores
from veracity.errors import VeracityError
from veracity.intervals import Estimator, Settings
from veracity.memo import remember
from veracity.metrics import Metric, find
from veracity.metrics.catalogue.reading import fits_counts
from veracity.results import Estimate
from veracity.statistics import ConfusionMatrix, RowAccount, ScoreTable
from veracity.statistics.joint.score_columns import ScoreColumns
from veracity.statistics.labels import Label
from veracity.statistics.scores.probability_table import ProbabilityTable


def facts_of(
    *,
    confusion: ConfusionMatrix | None = None,
    scores: Scores | None = None,
    probabilities: Scores | None = None,
    rows: RowAccount | None = None,
    groups: Mapping[Label, Facts] | None = None,
    settings: Settings | None = None,
    **more: Any,
) -> Facts:
    """The facts of these statistics; each estimate is made once. `more` are other fields.

    Probabilities rank where no scores are given.

    >>> facts = facts_of(confusion=ConfusionMatrix([[50, 10], [20, 40]], labels=(0, 1)))
    >>> print(facts.estimate("recall"))
    0.667 [0.541, 0.773]
    """
    ranking = probabilities if scores is None else scores
    some: Any = confusion if confusion is not None else ranking
    estimates = _EstimatesByKey(confusion, ranking, probabilities, settings or Settings())
    n = round(float(some.effective_total))
    return Facts(
        rows or RowAccount(n, n),
        estimates.estimate,
        estimates.has,
        confusion,
        ranking,
        probabilities,
        groups or {},
        **more,
    )


class _EstimatesByKey:
    """Estimates by key, each made once."""

    def __init__(
        self,
        confusion: ConfusionMatrix | None,
        scores: Scores | None,
        probabilities: Scores | None,
        settings: Settings,
    ) -> None:
        self.confusion = confusion
        self.scores = scores
        self.probabilities = probabilities
        self.settings = settings

    def has(self, key: str) -> bool:
        try:
            metric = find(key)
        except VeracityError:
            return False
        return self._read_by(metric) is not None

    def estimate(self, key: str) -> Estimate:
        metric = find(key)
        return remember(self, metric.key, lambda: self._estimator(metric).estimate(metric))

    def _estimator(self, metric: Metric) -> Estimator:
        return remember(self, metric.reads, lambda: Estimator(self._read_by(metric), self.settings))

    def _read_by(self, metric: Metric) -> Any:
        """The statistic that a metric reads; None where there is none that it can read."""
        if metric.reads is ConfusionMatrix:
            counts = self.confusion
            return counts if counts is not None and fits_counts(metric, counts) else None
        scores = self.probabilities if metric.reads is ProbabilityTable else self.scores
        if scores is None:
            return None
        if metric.reads is ProbabilityTable:
            return ProbabilityTable.like(scores) if scores.kind == "score_table" else None
        if metric.reads is ScoreColumns:
            return scores if scores.several_columns else None
        if metric.reads is not ScoreTable or len(scores.labels) != 2 or scores.several_columns:
            return None
        return scores if scores.exact or metric.on_grid is not None else None
