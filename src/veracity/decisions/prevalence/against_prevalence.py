"""Metrics against the prevalence: a curve with an interval at every point."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from veracity.arrays import Floats
from veracity.curves.kinds.prevalence import prevalence_curve
from veracity.decisions.expected_loss.class_means import NAME, has_class_means
from veracity.decisions.expected_loss.population import population
from veracity.decisions.prevalence.prevalence import by_rates, estimate_at
from veracity.decisions.prevalence.rate_bands import ends_at
from veracity.errors import refuse
from veracity.intervals import Estimator, Settings
from veracity.memo import look_up
from veracity.metrics import Metric, find
from veracity.metrics.catalogue.projecting import checked_share, projected
from veracity.results import Band, Curve
from veracity.words import Text, joined, say

USUAL = ("precision", "npv", "accuracy", "f1", "mcc")
Ends = tuple[Floats, Floats, Floats]


def usual_shares() -> Floats:
    """From 0 to 1, fine near both ends, where most happens."""
    rare = np.geomspace(1e-4, 0.1, 31)
    return np.concatenate([[0.0], rare, np.linspace(0.1, 0.9, 33)[1:-1], 1 - rare[::-1], [1.0]])


def against_prevalence(
    statistic: Any,
    metrics: Sequence[str | Metric] = USUAL,
    shares: ArrayLike | None = None,
    settings: Settings | None = None,
) -> Curve:
    """Metrics of two classes at many prevalences, with intervals.

    A column for each key, and its interval in `key_low` and `key_high`; the band is that of
    the first. At 0 and 1 it is the limit. Metrics of scores (average precision) work too, one
    prevalence at a time. Intervals are by the delta method, on the scale of the range; where
    it has none (a value at the end of its range) by the posterior of the rates.

    >>> from veracity.statistics import ConfusionMatrix
    >>> c = ConfusionMatrix([[95, 5], [10, 90]], labels=(0, 1))
    >>> curve = against_prevalence(c, ["precision"], [0.01, 0.1, 0.5])
    >>> curve.y.round(3).tolist(), curve["precision_low"].round(3).tolist()
    ([0.154, 0.667, 0.947], [0.072, 0.459, 0.884])
    """
    records = [find(m) if isinstance(m, str) else m for m in metrics]
    return against_prevalence_of(records, shares, lambda _: statistic, settings)


def against_prevalence_of(
    records: Sequence[Metric],
    shares: ArrayLike | None,
    statistic_of: Callable[[Metric], Any],
    settings: Settings | None = None,
) -> Curve:
    """The same where each metric has a statistic of its own: counts, or scores."""
    settings = settings or Settings()
    if not records:
        raise refuse("curve_without_metrics")
    prevalences = usual_shares() if shares is None else _checked(shares)
    found: dict[int, _CurveEstimates] = {}
    columns: dict[str, Floats] = {}
    clusters: list[Text] = []

    def estimates_of(metric: Metric) -> _CurveEstimates:
        statistic = statistic_of(metric)
        return look_up(
            found,
            id(statistic),
            lambda: _CurveEstimates(Estimator(statistic, settings), prevalences),
        )

    for metric in records:
        value, low, high = estimates_of(metric).of(metric)
        columns |= {metric.key: value, f"{metric.key}_low": low, f"{metric.key}_high": high}
    if any(one.estimator.sample.cluster_count == 1 for one in found.values()):
        clusters.append(say("one_cluster"))
    first = records[0].key
    of_first = estimates_of(records[0]).estimator
    method = NAME if has_class_means(of_first, records[0]) else "delta"
    return prevalence_curve(
        prevalences,
        columns,
        records,
        band=Band(
            columns[f"{first}_low"], columns[f"{first}_high"], settings.confidence_level, method
        ),
        note=_note(records, columns, clusters),
    )


def _checked(shares: ArrayLike) -> Floats:
    try:
        given = np.atleast_1d(np.asarray(shares, np.float64))
    except (TypeError, ValueError):
        raise refuse("prevalence_outside", share=repr(shares)) from None
    if given.ndim > 1 or not len(given):
        raise refuse("prevalence_outside", share=repr(shares))
    for share in given[~((given >= 0) & (given <= 1))]:
        checked_share(float(share))
    return np.sort(given)


@dataclass(frozen=True, eq=False)
class _CurveEstimates:
    """Values and ends of one statistic at many prevalences."""

    estimator: Estimator
    shares: Floats

    def of(self, metric: Metric) -> Ends:
        """Value, low and high, (shares)."""
        if metric.base_key == "prevalence":
            nothing = np.full(len(self.shares), np.nan)
            return self.shares.copy(), nothing, nothing.copy()
        if not metric.moves_with_prevalence:
            one = self.estimator.estimate(metric)
            ends = (np.full(len(self.shares), x) for x in (one.value, one.low, one.high))
            value, low, high = ends
            return value, low, high
        if not by_rates(self.estimator):
            return self._one_by_one(metric)
        found = self._at_once(metric)
        return found if metric.through is None else (found[0], *self._images(metric))

    def _one_by_one(self, metric: Metric) -> Ends:
        each = [estimate_at(self.estimator, metric, population(float(s))) for s in self.shares]
        value, low, high = (
            np.array([getattr(e, n) for e in each]) for n in ("value", "low", "high")
        )
        return value, low, high

    def _images(self, metric: Metric) -> tuple[Floats, Floats]:
        """Both ends of one that rises with another metric: the images of that one's."""
        assert metric.through is not None
        function = metric.through.function
        _, *ends = self.of(metric.through.metric)
        low, high = (
            np.array([function(end, self.estimator.sample.read, **metric.values) for end in side])
            for side in ends
        )
        return low, high

    def _at_once(self, metric: Metric) -> Ends:
        sample, settings = self.estimator.sample, self.estimator.settings
        matrix, shares = sample.read, self.shares
        value = np.empty(len(shares))
        ends = (shares == 0) | (shares == 1)
        with np.errstate(all="ignore"):
            if not ends.all():
                value[~ends] = metric(matrix.at_prevalence(shares[~ends]))
        for index in np.flatnonzero(ends):
            value[index] = projected(metric, float(shares[index]))(matrix)
        nothing = np.full(len(shares), np.nan)
        one_cluster = sample.cluster_count is not None and sample.cluster_count < 2
        if metric.no_interval is not None or settings.method == "none" or one_cluster:
            return value, nothing, nothing.copy()
        found = ends_at(self.estimator, metric, value, shares)
        return value, found.low, found.high


def _note(records: Sequence[Metric], columns: dict[str, Floats], clusters: Sequence[Text]) -> Text:
    notes = [say("label_shift_curve")]
    if clusters:
        return joined([*notes, *clusters])
    for metric in records:
        bare = np.isnan(columns[f"{metric.key}_low"]) & np.isfinite(columns[metric.key])
        if bare.any() and metric.no_interval is None and metric.base_key != "prevalence":
            notes.append(say("curve_bare", name=metric.names, n=int(bare.sum())))
    return joined(notes)
