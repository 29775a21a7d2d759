"""A few rows summed by class and score; for millions, and for bad ones, there are the engines."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from veracity.arrays import Floats
from veracity.errors import refuse


def sums_of_rows(
    truth: ArrayLike, scores: ArrayLike, weight: ArrayLike | None, classes: int
) -> tuple[Floats, Floats, Floats | None]:
    """Distinct scores, highest first, weight (K, T), and Σw² where there are weights.

    >>> sums_of_rows([1, 0, 1], [0.5, -0.0, 0.0], None, 2)[:2]
    (array([0.5, 0. ]), array([[0., 1.], [1., 1.]]))
    """
    values = np.asarray(scores, np.float64)
    if np.isnan(values).any():
        raise refuse("table_scores_nan", n=int(np.isnan(values).sum()))
    fallen, at = np.unique(-values, return_inverse=True)
    size = len(fallen)
    cell = np.asarray(truth, np.int64) * size + at.reshape(-1)

    def summed(weights: Floats | None) -> Floats:
        sums = np.bincount(cell, weights, classes * size)
        return sums.astype(np.float64).reshape(classes, size)

    squares = None if weight is None else summed(np.square(np.asarray(weight, np.float64)))
    weights = None if weight is None else np.asarray(weight, np.float64)
    return 0.0 - fallen, summed(weights), squares
