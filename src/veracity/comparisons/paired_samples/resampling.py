"""The same rows resampled for all models at once: intervals, a test, shares of superiority."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.comparisons.paired_samples.layout import Layout
from veracity.intervals import Settings, percentiles
from veracity.memo import remember
from veracity.metrics import Metric
from veracity.results import Superiority, Test
from veracity.words import say

BATCH = 1 << 21  # numbers at a time
MOST = 4 * 10**7  # numbers drawn in all: very many different rows get fewer resamples
KEPT = 1 << 25  # numbers kept: as many models get fewer resamples
LEAST = 200
MULTINOMIAL_ENTRIES = 400  # above it one Poisson number for each entry is far cheaper


@dataclass(frozen=True, eq=False)
class PairedResamples:
    """Resamples of the entries; each model's metric is computed in the same ones.

    Rows are resampled (multinomial; Poisson above 400 different entries), weighted rows by
    matching two moments, and where there are clusters whole clusters.
    """

    layout: Layout
    settings: Settings

    @property
    def times(self) -> int:
        """How many resamples are made."""
        layout = self.layout
        most = min(
            MOST // max(len(layout.weight), 1), KEPT // max(layout.size * len(layout.names), 1)
        )
        return min(self.settings.n_resamples, max(LEAST, most))

    def values(self, model: int, metric: Metric) -> Floats:
        """The metric of one model in every resample."""
        return remember(self, (model, metric.key), lambda: self._computed(model, metric))

    def _computed(self, model: int, metric: Metric) -> Floats:
        compute = metric.of_resamples
        flat, drawn = self._flats[model], list[Floats]()
        batch = max(1, BATCH // max(self.layout.size, 1))
        for start in range(0, len(flat), batch):
            with np.errstate(all="ignore"):
                built = self.layout.build(model, flat[start : start + batch])
                drawn.append(np.atleast_1d(np.asarray(compute(built), np.float64)))
        return np.concatenate(drawn)

    def covariance(self, metric: Metric) -> Floats:
        """How the metric varies over the models in the resamples, (M, M)."""
        drawn = np.stack([self.values(m, metric) for m in range(len(self.layout.names))])
        known = drawn[:, np.isfinite(drawn).all(0)]
        if known.shape[1] < 2:
            return np.full((len(drawn), len(drawn)), np.nan)
        return np.asarray(np.cov(known))

    @cached_property
    def _flats(self) -> list[Floats]:
        """The cells of every model in every resample, (times, size) each: drawn once for all."""
        models = range(len(self.layout.names))
        parts = [[self.layout.flat(m, drawn) for m in models] for drawn in self._weights()]
        return [np.concatenate([part[m] for part in parts]) for m in models]

    def differences(self, first: int, second: int, metric: Metric, value: float) -> Floats:
        """First minus second in every resample, moved so that pooling scores leaves no shift."""
        with np.errstate(all="ignore"):
            compute = metric.of_resamples
            mine, yours = (compute(self.layout.statistic(m)) for m in (first, second))
            drawn: Floats = self.values(first, metric) - self.values(second, metric)
            shift = value - float(mine - yours)
        return drawn + shift if math.isfinite(shift) else drawn

    def _weights(self) -> Iterator[Floats]:
        random = np.random.default_rng(self.settings.random_state)
        size = max(len(self.layout.weight), self.layout.size)
        batch = int(np.clip(BATCH // size, 1, self.times))
        for start in range(0, self.times, batch):
            yield self._drawn(random, min(batch, self.times - start))

    def _drawn(self, random: np.random.Generator, times: int) -> Floats:
        layout, weight = self.layout, self.layout.weight
        if layout.cluster is not None:
            even = np.full(layout.clusters, 1 / layout.clusters)
            chosen = random.multinomial(layout.clusters, even, times)
            return np.asarray(weight * chosen[:, layout.cluster])
        if layout.squares is not None:
            step = np.where(weight > 0, ratio(layout.squares, weight), 0.0)
            rows = np.where(layout.squares > 0, ratio(weight**2, layout.squares), 0.0)
            return step * random.poisson(rows, (times, len(weight)))
        if len(weight) > MULTINOMIAL_ENTRIES:
            return random.poisson(weight, (times, len(weight))).astype(np.float64)
        total = weight.sum()
        return random.multinomial(round(total), weight / total, times).astype(np.float64)


def bootstrap_test(drawn: Floats) -> Test:
    """Whether 0 is among the resamples: twice the smaller share beyond it, one added to both.

    Efron B, Tibshirani RJ (1993) An Introduction to the Bootstrap, section 15.4 (the achieved
    level of the percentile interval); with one added p is never 0.
    """
    known = drawn[~np.isnan(drawn)]
    if len(known) < len(drawn) / 2:
        return Test(math.nan, None, math.nan, "bootstrap", say("redraws_too_undefined"))
    below, above = (known <= 0).sum() + 1, (known >= 0).sum() + 1
    p = min(1.0, 2 * float(min(below, above)) / (len(known) + 1))
    return Test(float((known > 0).mean()), None, p, "bootstrap")


def percentile_ends(drawn: Floats, level: float) -> tuple[float, float]:
    """The middle part of the resamples; nan where too many of them are undefined."""
    found = percentiles(drawn, level)
    return found.low, found.high


def superiority_of(drawn: Floats, margin: float, better: str) -> Superiority:
    """Shares of resamples in which the first is better by more than the margin, within, worse."""
    known = drawn[~np.isnan(drawn)] * (-1 if better == "lower" else 1)
    if not len(known):
        note = say("redraws_too_undefined")
        return Superiority(math.nan, math.nan, math.nan, margin, 0, "none", note)
    more, less = float((known > margin).mean()), float((known < -margin).mean())
    return Superiority(more, max(0.0, 1 - more - less), less, margin, len(known), "redraws")
