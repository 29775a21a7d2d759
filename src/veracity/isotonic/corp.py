"""CORP: a mean score split into miscalibration, discrimination and uncertainty."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.isotonic.fit import falling_fit, isotonic_fit
from veracity.statistics.numerics.weighted_sums import Loss, sum_of_both, weighted_sum

if TYPE_CHECKING:
    from veracity.statistics.scores.score_table import ScoreTable
    from veracity.statistics.scores.steps import Lone

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
    if table.lone is not None and len(table):
        found = _of_rows(table, table.lone, score)
        if np.isfinite(found).all():
            return _decomposed(*found)
    positive, negative = table.positive, table.negative
    total = positive + negative if rows is None else rows
    axes = positive.shape[:-1]
    given, fitted, base = np.empty(axes), np.empty(axes), np.empty(axes)
    for index in np.ndindex(axes):
        yes, no, all_of_it = positive[index], negative[index], total[index]
        fit = falling_fit(table) if not axes else isotonic_fit(yes, all_of_it, increasing=False)
        n = all_of_it.sum()
        rate = np.array([ratio(yes.sum(), n)])
        given[index] = ratio(_loss(score, table.scores, yes, no), n)
        fitted[index] = ratio(_loss(score, fit.value, fit.positive, fit.total - fit.positive), n)
        base[index] = ratio(_loss(score, rate, yes.sum(keepdims=True), no.sum(keepdims=True)), n)
    return _decomposed(given, fitted, base)


def _of_rows(table: ScoreTable, lone: Lone, score: Score) -> tuple[Any, Any, Any]:
    """Mean scores given, fitted and of the base rate, from the ranks of the rarer class alone.

    The loss given is not finite where any probability is 0 or 1 and the score logarithmic.
    """
    size, rare = len(table), len(lone.position)
    of_positives = table.positive_first == (lone.truth == 0)
    fit = falling_fit(table)
    own, other = _LOSSES[score] if of_positives else _LOSSES[score][::-1]
    yes = np.array([float(rare if of_positives else size - rare)])
    given = np.float64(sum_of_both(table.scores, lone.position, own, other))
    fitted = _loss(score, fit.value, fit.positive, fit.total - fit.positive)
    base = _loss(score, yes / size, yes, size - yes)
    return given / size, fitted / size, base / size


def _decomposed(given: Floats, fitted: Floats, base: Floats) -> Decomposition:
    return Decomposition(
        # a fit is never worse than what it was fitted to: less than 0 is rounding
        np.maximum(given - fitted, 0.0)[()],
        np.maximum(base - fitted, 0.0)[()],
        base[()],
    )


def _loss(score: Score, p: Floats, positive: Floats, negative: Floats) -> Any:
    of_positive, of_negative = _LOSSES[score]
    return weighted_sum(positive, p, of_positive) + weighted_sum(negative, p, of_negative)


_LOSSES: dict[Score, tuple[Loss, Loss]] = {
    "brier": (lambda p: (1 - p) * (1 - p), lambda p: p * p),
    "log": (lambda p: -np.log(p), lambda p: -np.log1p(-p)),
}
