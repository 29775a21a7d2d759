"""From the cases that count to the rows that hold them."""

from __future__ import annotations

import math
from dataclasses import dataclass

from veracity.planning.proportions import ALL, NEGATIVES, POSITIVES
from veracity.results.plan import SURE
from veracity.words import Text

TRIALS = {
    POSITIVES: Text("positives", "个正样本"),
    NEGATIVES: Text("negatives", "个负样本"),
    frozenset(("tp", "fp")): Text("cases called positive", "个判为正的样本"),
    frozenset(("fn", "tn")): Text("cases called negative", "个判为负的样本"),
    ALL: Text("rows", "行"),
}
OTHERS = Text("cases that count", "个计入的样本")


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows that are expected to hold the trials, and those that surely do."""

    rows: int | None
    positives: int | None
    negatives: int | None
    assured: int | None


def rows_for(
    trials: int, cells: frozenset[str], share: float | None, prevalence: float | None
) -> Rows:
    """How many rows hold that many trials, on average and with 95 % certainty.

    The number of trials among n rows is binomial; the rows until the last trial needed are
    negative binomial.

    >>> rows_for(141, POSITIVES, 0.01, 0.01)
    Rows(rows=14100, positives=141, negatives=13959, assured=16098)
    """
    if share is None:
        known = {POSITIVES: (trials, None), NEGATIVES: (None, trials)}
        return Rows(None, *known.get(cells, (None, None)), None)
    rows = up(trials / share)
    assured = None
    if share < 1:
        from scipy.stats import nbinom

        assured = trials + int(nbinom.ppf(SURE, trials, share))
    if cells == POSITIVES:
        return Rows(rows, trials, rows - trials, assured)
    if cells == NEGATIVES:
        return Rows(rows, rows - trials, trials, assured)
    if prevalence is None:
        return Rows(rows, None, None, assured)
    positives = round(rows * prevalence)
    return Rows(rows, positives, rows - positives, assured)


def up(value: float) -> int:
    """The next whole number; 14100.000000000002 is 14100."""
    return math.ceil(value * (1 - 1e-12))
