"""The interval of a chosen threshold itself, where one bound alone decides it.

The threshold that keeps a recall of r is the quantile of the positive scores below which a share
1 − r of them lies; one that keeps a false positive rate (or a share of alarms) is a quantile of
the negative scores (or of all). Of n scores the number at or below a quantile p is Binomial(n, p),
so that the l-th and the u-th lowest score enclose it, whatever the scores look like, where

    P(Binomial(n, p) < l) <= α/2,  P(Binomial(n, p) >= u) <= α/2.

Of equally good thresholds a rule takes one: the end on that side is drawn out to the next score of
the other class that could make a difference. A threshold that makes a metric best has an error
that falls with the cube root of the rows, and the bootstrap is inconsistent there.

References: David HA, Nagaraja HN (2003) Order Statistics, 3rd ed., Wiley, section 7.1; Kim J,
Pollard D (1990) Ann Stat 18(1):191–219; Abrevaya J, Huang J (2005) Econometrica 73(4):1175–1204.
"""

from __future__ import annotations

import math

from veracity.arrays import Floats
from veracity.decisions.thresholds.constraints import Constraint
from veracity.decisions.thresholds.rule import ThresholdRule
from veracity.results import Estimate
from veracity.results.decisions.choice import without_interval
from veracity.statistics.scores.score_table import ScoreTable
from veracity.words import Text, say

DECIDES = {
    "min_recall": "specificity",
    "max_fpr": "recall",
    "max_alarms": "recall",
}  # with what aim


def threshold_interval(
    table: ScoreTable, rule: ThresholdRule, threshold: float, level: float
) -> Estimate:
    """The threshold with the interval of the one that the population would choose, or why none."""
    why = _why_none(table, rule)
    if why is not None:
        return without_interval(threshold, level, why)
    constraint = rule.constraints[0]
    counts = _counted(table, constraint)
    share = 1 - constraint.bound
    n = float(counts.sum())
    first, last = ranks(n, share, level)
    low = _ranked(table.scores[::-1], counts[::-1], first, n)
    high = _ranked(table.scores[::-1], counts[::-1], last, n)
    if constraint.kind.at_least:
        below = table.scores[(table.negative > 0) & (table.scores < low)]
        low = float(below.max(initial=-math.inf))
    else:
        above = table.scores[(table.positive > 0) & (table.scores > high)]
        high = float(above.min(initial=math.inf))
    return Estimate(threshold, low, high, level, "order_statistics", n)


def ranks(n: float, share: float, level: float) -> tuple[int, int]:
    """Which of n scores, counted from the lowest, enclose the quantile; 0 and n + 1 are none.

    >>> ranks(100, 0.5, 0.95)
    (40, 61)
    """
    from scipy.stats import binom

    if share <= 0:
        return 0, 1
    if share >= 1:
        return int(n), int(n) + 1
    tail = (1 - level) / 2
    return int(binom.ppf(tail, n, share)), int(binom.ppf(1 - tail, n, share)) + 1


def _ranked(rising: Floats, counts: Floats, rank: int, n: float) -> float:
    """The score of a rank."""
    if rank < 1:
        return -math.inf
    if rank > n:
        return math.inf
    return float(rising[int(counts.cumsum().searchsorted(rank - 0.5))])


def _counted(table: ScoreTable, constraint: Constraint) -> Floats:
    """The scores whose quantile it is, counted."""
    if constraint.name == "min_recall":
        return table.positive
    if constraint.name == "max_fpr":
        return table.negative
    both: Floats = table.positive + table.negative
    return both


def _why_none(table: ScoreTable, rule: ThresholdRule) -> Text | None:
    if not rule.constraints:
        return say("threshold_of_best")
    constraint = rule.constraints[0]
    if len(rule.constraints) > 1 or DECIDES.get(constraint.name, rule.aim.key) != rule.aim.key:
        return say("threshold_of_several")
    if constraint.trials is None:
        return say("threshold_no_quantile", words=constraint.words)
    if constraint.assurance is not None:
        return say("threshold_assured")
    if table.clusters is not None or table.weighted:
        return say("threshold_not_counted")
    return None
