"""The t interval of a mean over folds whose training rows overlap (Nadeau and Bengio)."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from veracity.arrays import Floats
from veracity.statistics.numerics.quantiles import quantile_of


class CorrectedMean(NamedTuple):
    """The mean over folds, the standard error that knows they share rows, its freedom."""

    mean: Floats
    error: Floats
    df: int

    def ends(self, level: float) -> tuple[Floats, Floats]:
        """Mean ∓ t · standard error."""
        reach = quantile_of(level, self.df) * self.error
        return self.mean - reach, self.mean + reach


def corrected_mean(values: Floats, test_per_training: float) -> CorrectedMean:
    """Mean over the last axis with the corrected resampled variance (1/J + n₂/n₁) · s².

    J folds with n₁ training and n₂ test rows each. The plain s²/J takes the folds for
    independent, but any two share most of their training rows: Nadeau C, Bengio Y (2003)
    Machine Learning 52:239–281; for repeated cross-validation Bouckaert RR, Frank E (2004)
    PAKDD, LNAI 3056:3–12. Student's t with J − 1 degrees of freedom.

    >>> found = corrected_mean(np.array([0.8, 0.9, 0.7, 0.85, 0.75]), 1 / 4)
    >>> round(float(found.mean), 3), round(float(found.error), 4), found.df
    (0.8, 0.053, 4)
    """
    folds = values.shape[-1]
    if folds < 2:
        return CorrectedMean(np.mean(values, -1), np.full(values.shape[:-1], math.nan), 0)
    factor = math.sqrt(1 / folds + test_per_training)
    return CorrectedMean(np.mean(values, -1), factor * np.std(values, -1, ddof=1), folds - 1)
