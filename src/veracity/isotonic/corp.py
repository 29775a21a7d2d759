"""CORP: a mean score split into miscalibration, discrimination and uncertainty."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.isotonic.fit import isotonic_fit
from veracity.statistics.numerics.weighted_sums import weighted_sum

if TYPE_CHECKING:
    from veracity.statistics.scores.score_table import ScoreTable

Score = Literal["brier", "log"]


@dataclass(frozen=True, slots=True)
class Decomposition:
    """Mean score = miscalibration − discrimination + uncertainty, for any leading axes."""

    miscalibration: Any
    discrimination: Any
    uncertainty: Any

    @property
    def score(self) -> Any:
        """The mean score of the probabilities themselves."""
        return self.miscalibration - self.discrimination + self.uncertainty


def corp(table: ScoreTable, score: Score = "brier", rows: Floats | None = None) -> Decomposition:
    """The CORP decomposition of the mean Brier or logarithmic score of probabilities.

    With S the mean score of the probabilities, C that of their isotonic recalibration and R
    that of the base rate: miscalibration = S − C, discrimination = R − C, uncertainty = R, each
    at least 0. There are no bins to choose. The logarithmic score is in nats; miscalibration
    is infinite where an outcome was given the probability 0. Everything is nan without rows.
    `rows` is the weight at each score, if it is known already.

    Reference: Dimitriadis T, Gneiting T, Jordan AI (2021) PNAS 118(8):e2016191118.

    >>> from veracity.statistics.scores.score_table import ScoreTable
    >>> parts = corp(ScoreTable.of_rows([0, 1, 0, 1], [0.1, 0.3, 0.6, 0.8]))
    >>> f"{parts.miscalibration:.3f} - {parts.discrimination:.3f} + {parts.uncertainty:.3f}"
    '0.100 - 0.125 + 0.250'
    """
    positive, negative = table.positive, table.negative
    total = positive + negative if rows is None else rows
    loss = _LOSSES[score]
    axes = positive.shape[:-1]
    given, fitted, base = np.empty(axes), np.empty(axes), np.empty(axes)
    for index in np.ndindex(axes):
        yes, no, all_of_it = positive[index], negative[index], total[index]
        fit = isotonic_fit(yes, all_of_it, increasing=False)
        n = all_of_it.sum()
        rate = np.array([ratio(yes.sum(), n)])
        given[index] = ratio(loss(table.scores, yes, no), n)
        fitted[index] = ratio(loss(fit.value, fit.positive, fit.total - fit.positive), n)
        base[index] = ratio(loss(rate, yes.sum(keepdims=True), no.sum(keepdims=True)), n)
    return Decomposition(
        # a fit is never worse than what it was fitted to: less than 0 is rounding
        np.maximum(given - fitted, 0.0)[()],
        np.maximum(base - fitted, 0.0)[()],
        base[()],
    )


def _squared(p: Floats, positive: Floats, negative: Floats) -> Any:
    of_yes = weighted_sum(positive, p, lambda one: (1 - one) * (1 - one))
    return of_yes + weighted_sum(negative, p, lambda one: one * one)


def _logarithmic(p: Floats, positive: Floats, negative: Floats) -> Any:
    of_yes = weighted_sum(positive, p, lambda one: -np.log(one))
    return of_yes + weighted_sum(negative, p, lambda one: -np.log1p(-one))


_LOSSES: dict[Score, Callable[[Floats, Floats, Floats], Any]] = {
    "brier": _squared,
    "log": _logarithmic,
}
