"""The rank-sum test: whether scores of positives and of negatives come from one distribution."""

from __future__ import annotations

import math

import numpy as np

from veracity.errors import refuse
from veracity.results.estimate.test import Test
from veracity.statistics.scores.score_table import ScoreTable
from veracity.words import say

MOST_EXACT = 50  # cases of each class, without ties


def rank_sum(table: ScoreTable) -> Test:
    """Wilcoxon's rank-sum test, two-sided; U is the number of pairs that the area counts.

    Exact up to 50 cases of each class without ties, else normal with the variance of tied ranks
    and a correction for continuity, as R's wilcox.test and SciPy have it. Mann HB, Whitney DR
    (1947) Annals of Mathematical Statistics 18:50–60.

    >>> from veracity.statistics.scores.score_table import ScoreTable
    >>> found = rank_sum(ScoreTable.of_rows([0, 0, 1, 1, 1], [0.1, 0.4, 0.35, 0.8, 0.9]))
    >>> found.statistic, round(found.p_value, 6)
    (5.0, 0.4)
    """
    if table.shape:
        raise refuse("isotonic_leading_axes", shape=table.shape)
    yes, no = np.asarray(table.positive), np.asarray(table.negative)
    m, n = float(yes.sum()), float(no.sum())
    if not m or not n:
        return Test(math.nan, None, math.nan, "rank_sum", say("rank_sum_one_class"))
    below = np.cumsum(no[::-1])[::-1] - no  # scores fall: negatives ranked lower
    if len(table.scores) > 1 and table.scores[0] < table.scores[-1]:
        below = np.cumsum(no) - no
    u = float((yes * (below + no / 2)).sum())
    if table.weighted or table.cluster_ids is not None:
        return Test(u, None, math.nan, "rank_sum", say("rank_sum_not_alone"))
    ties = yes + no
    if ties.max() <= 1 and max(m, n) <= MOST_EXACT:
        from scipy.stats import mannwhitneyu

        scores = table.scores
        found = mannwhitneyu(scores[yes > 0], scores[no > 0], method="exact")
        return Test(u, None, float(found.pvalue), "rank_sum")
    total = m + n
    spread = m * n / 12 * (total + 1 - float((ties**3 - ties).sum()) / (total * (total - 1)))
    if spread <= 0:
        return Test(u, None, 1.0, "rank_sum", say("ranks_all_tied"))
    away = max(abs(u - m * n / 2) - 0.5, 0.0)
    return Test(u, None, min(math.erfc(away / math.sqrt(2 * spread)), 1.0), "rank_sum")
