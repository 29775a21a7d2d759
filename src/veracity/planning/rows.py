"""From the cases that count to the rows that hold them."""

from __future__ import annotations

import math
from dataclasses import dataclass

from veracity.errors import refuse
from veracity.planning.goal import MOST, smallest
from veracity.planning.proportions import ALL, NEGATIVES, POSITIVES
from veracity.results.decisions.plan import SURE
from veracity.statistics.numerics.quantiles import normal_quantile
from veracity.words import Text

TRIALS = {
    POSITIVES: Text("positive{n:s}", "个正例"),
    NEGATIVES: Text("negative{n:s}", "个负例"),
    frozenset(("tp", "fp")): Text("case{n:s} called positive", "个判为正的样本"),
    frozenset(("fn", "tn")): Text("case{n:s} called negative", "个判为负的样本"),
    ALL: Text("row{n:s}", "行"),
}
OTHERS = Text("trial{n:s} that the metric counts", "个计入的样本")


@dataclass(frozen=True, slots=True)
class RowsNeeded:
    """Rows that are expected to hold the trials, and those that surely do."""

    rows: int | None
    positives: int | None
    negatives: int | None
    assured: int | None


def rows_for(
    trials: int, cells: frozenset[str], share: float | None, prevalence: float | None
) -> RowsNeeded:
    """How many rows hold that many trials, on average and with 95 % certainty.

    The number of trials among n rows is binomial. More rows than anybody can count are refused.

    >>> rows_for(141, POSITIVES, 0.01, 0.01)
    RowsNeeded(rows=14100, positives=141, negatives=13959, assured=16098)
    """
    if share is None:
        known = {POSITIVES: (trials, None), NEGATIVES: (None, trials)}
        return RowsNeeded(None, *known.get(cells, (None, None)), None)
    if trials / share > MOST:
        raise refuse("plan_too_many")
    rows = up(trials / share)
    assured = sure_rows(trials, share) if share < 1 else None
    if cells == POSITIVES:
        return RowsNeeded(rows, trials, rows - trials, assured)
    if cells == NEGATIVES:
        return RowsNeeded(rows, rows - trials, trials, assured)
    if prevalence is None:
        return RowsNeeded(rows, None, None, assured)
    positives = round(rows * prevalence)
    return RowsNeeded(rows, positives, rows - positives, assured)


def sure_rows(trials: int, share: float) -> int:
    """The fewest rows that hold that many trials with 95 % certainty.

    P(at least r trials among n rows) is the regularised incomplete beta function I(r, n − r + 1)
    at the share. The search starts at the normal quantile of the rows until the r-th trial,
    corrected for skewness (Cornish–Fisher), so that it takes few steps however many rows there
    are.

    >>> sure_rows(141, 0.01)
    16098
    """
    from scipy.special import betainc

    z, spread = normal_quantile(SURE), math.sqrt(trials * (1 - share)) / share
    skew = (2 - share) / math.sqrt(trials * (1 - share))
    near = trials / share + spread * (z + skew * (z * z - 1) / 6)

    def enough(n: int) -> bool:
        return n >= trials and float(betainc(trials, n - trials + 1.0, share)) >= SURE

    found = smallest(enough, near=round(near), most=4 * MOST)
    assert found is not None  # even for one trial three times the expected rows are enough
    return found


def up(value: float) -> int:
    """The next whole number; 14100.000000000002 is 14100."""
    return math.ceil(value * (1 - 1e-12))
