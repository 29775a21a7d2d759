"""Tests on the labels of two or several models: Bowker's symmetry and Cochran's Q."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from veracity.arrays import Floats, ratio
from veracity.results import Test
from veracity.words import say


def bowker(labels: ArrayLike) -> Test:
    """Whether two models exchange labels evenly: table[i, j] against table[j, i].

    `labels` is the weight by the label of the first model (rows) and of the second; the truth
    plays no part. Chi-squared is Σ (n_ij − n_ji)²/(n_ij + n_ji) over pairs of labels (Bowker
    AH (1948) JASA 43:572–574), with one degree of freedom for each pair that occurs:
    statsmodels and R take K(K − 1)/2 also where pairs are empty, and R gives NaN then.

    >>> bowker([[20, 10, 5], [3, 30, 15], [0, 5, 40]]).df
    3.0
    """
    from scipy.special import chdtrc

    table: Floats = np.asarray(labels, np.float64)
    upper = np.triu_indices(len(table), 1)
    one, other = table[upper], table.T[upper]
    occurs = one + other > 0
    if not occurs.any():
        return Test(0.0, 0.0, 1.0, "bowker", say("no_discordant_rows"))
    statistic = float(ratio((one - other)[occurs] ** 2, (one + other)[occurs]).sum())
    df = float(occurs.sum())
    return Test(statistic, df, float(chdtrc(df, statistic)), "bowker")


def cochran_q(success: ArrayLike, weight: ArrayLike) -> Test:
    """Whether several models succeed equally often on the same rows.

    `success` is (M, T): whether model m succeeds on entry t, of which there are `weight[t]`
    rows. Q is chi-squared with M − 1 degrees of freedom (Cochran WG (1950) Biometrika
    37:256–266); for two models it is McNemar's asymptotic test. Rows on which all models do
    the same play no part; without others p = 1.

    >>> round(cochran_q([[1, 0, 1, 1], [1, 1, 0, 1], [0, 0, 0, 1]], [4, 2, 3, 9]).statistic, 4)
    9.5556
    """
    from scipy.special import chdtrc

    right = np.asarray(success, np.float64)
    rows = np.asarray(weight, np.float64)
    models = len(right)
    by_model, by_row = right @ rows, right.sum(0)
    spread = (models - 1) * (models * (by_model**2).sum() - by_model.sum() ** 2)
    scale = models * by_model.sum() - (by_row**2 * rows).sum()
    if scale == 0:
        return Test(0.0, models - 1.0, 1.0, "cochran_q", say("no_discordant_rows"))
    statistic = float(ratio(spread, scale))
    return Test(statistic, models - 1.0, float(chdtrc(models - 1, statistic)), "cochran_q")
