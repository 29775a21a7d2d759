"""Several models on several data sets: Friedman, Iman and Davenport, Wilcoxon, Nemenyi.

Demšar J (2006) Journal of Machine Learning Research 7:1–30; Benavoli A, Corani G, Mangili F (2016)
Journal of Machine Learning Research 17(5):1–10 on why pairs are tested by Wilcoxon's test and not
by mean ranks, which depend on the other models.
"""

from __future__ import annotations

import math

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.results import Test, figure
from veracity.results.estimate.estimate import NO_NOTE
from veracity.words import say

MOST_EXACT = 200


def ranks_of(values: Floats, better: str) -> Floats:
    """The rank of each model on each data set, 1 the best, ties sharing their mean, (n, k)."""
    from scipy.stats import rankdata

    found: Floats = rankdata(-values if better == "higher" else values, axis=1)
    return found


def friedman(ranks: Floats) -> Test:
    """Friedman's chi-squared of (n, k) ranks, without a correction for ties, as Demšar has it.

    With ties the note gives the corrected one, which SciPy and R print.

    >>> round(friedman(np.array([[1.0, 2, 3], [1, 3, 2], [1, 2, 3], [2, 1, 3]])).statistic, 3)
    4.5
    """
    from scipy.special import chdtrc

    n, k = ranks.shape
    spread = ((ranks.mean(0) - (k + 1) / 2) ** 2).sum()
    statistic = float(12 * n / (k * (k + 1)) * spread)
    full = ((ranks - (k + 1) / 2) ** 2).sum() / (n * (k - 1))
    tied = abs(full - k * (k + 1) / 12) > 1e-12
    if full == 0:
        return Test(0.0, k - 1.0, 1.0, "friedman", say("ranks_all_tied"))
    corrected = float(ratio(n * spread, full))
    note = say("ranks_ties", value=figure(corrected)) if tied else NO_NOTE
    return Test(statistic, k - 1.0, float(chdtrc(k - 1, statistic)), "friedman", note)


def iman_davenport(ranks: Floats) -> Test:
    """F = (n − 1)χ²/(n(k − 1) − χ²) with k − 1 and (k − 1)(n − 1) degrees of freedom.

    Less conservative than Friedman's (Iman RL, Davenport JM (1980) Communications in Statistics
    A9:571–595). Where all data sets rank alike it is infinite, and p = (1/k!)^(n − 1).
    """
    from scipy.special import fdtrc, gammaln

    n, k = ranks.shape
    chi = friedman(ranks)
    left = n * (k - 1) - chi.statistic
    note = say("ranks_f_df", first=k - 1, second=(k - 1) * (n - 1))
    if left <= 1e-9:
        p = math.exp(-(n - 1) * float(gammaln(k + 1)))
        return Test(math.inf, k - 1.0, p, "iman_davenport", note)
    f = (n - 1) * chi.statistic / left
    p = float(fdtrc(k - 1, (k - 1) * (n - 1), f))
    return Test(f, k - 1.0, p, "iman_davenport", note)


def signed_rank(differences: Floats) -> Test:
    """Wilcoxon's signed-rank test, the ranks of zeros split evenly as Demšar does.

    The statistic is the rank sum of the positive differences. Exact up to 200 data sets, also
    with ties: every difference other than 0 has either sign as likely.

    >>> signed_rank(np.array([0.1, 0.2, 0.1, 0.3, 0.2])).p_value
    0.0625
    """
    from scipy.special import erfc
    from scipy.stats import rankdata

    widest = np.abs(differences).max(initial=0.0)
    if not widest > 0:
        return Test(0.0, None, 1.0, "wilcoxon", say("ranks_all_tied"))
    gaps = np.round(differences / widest, 11)  # 0.8 − 0.7 and 0.3 − 0.2 are tied
    order = rankdata(np.abs(gaps))
    up = float(order[gaps > 0].sum() + order[gaps == 0].sum() / 2)
    free = order[gaps != 0]
    away = abs(up - order.sum() / 2)
    if len(free) > MOST_EXACT:
        p = float(erfc(away / math.sqrt((free**2).sum() / 2)))
        return Test(up, None, p, "wilcoxon")
    double = np.round(2 * free).astype(np.int64)
    ways = np.zeros(int(double.sum()) + 1)
    ways[0] = 1.0
    for rank in double:
        ways[rank:] = (ways[rank:] + ways[: len(ways) - rank]) / 2
        ways[:rank] /= 2
    sums = np.abs(np.arange(len(ways)) / 2 - free.sum() / 2)
    return Test(up, None, float(min(ways[sums >= away - 1e-9].sum(), 1.0)), "wilcoxon")


def nemenyi(gap: float, models: int, data_sets: int) -> Test:
    """Nemenyi's test of two mean ranks among k: the studentized range of all of them."""
    from scipy.stats import studentized_range

    q = abs(gap) / math.sqrt(models * (models + 1) / (6 * data_sets))
    p = float(studentized_range.sf(q * math.sqrt(2), models, math.inf))
    return Test(gap, None, min(max(p, 0.0), 1.0), "nemenyi")


def critical_difference(models: int, data_sets: int, level: float) -> float:
    """How far two mean ranks are apart where Nemenyi's test tells them apart.

    >>> round(critical_difference(4, 14, 0.95), 2)  # Demšar (2006): 1.25
    1.25
    """
    from scipy.stats import studentized_range

    q = float(studentized_range.ppf(level, models, math.inf)) / math.sqrt(2)
    return q * math.sqrt(models * (models + 1) / (6 * data_sets))
