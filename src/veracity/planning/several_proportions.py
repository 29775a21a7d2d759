"""Sample size for k proportions of groups or of separate sets: Pearson's chi-squared test."""

from __future__ import annotations

import math

from veracity.errors import refuse
from veracity.metrics import Metric
from veracity.planning.expected_table import trial_cells
from veracity.planning.goal import Goal, smallest
from veracity.planning.proportions import ALL, NEGATIVES, POSITIVES
from veracity.planning.request import PlanRequest
from veracity.words import say


def several_goal(metric: Metric, request: PlanRequest) -> Goal:
    """The fewest trials in each of k sets with which the test of equal shares has the power."""
    shares = tuple(float(share) for share in request.proportions or ())
    request.without("expected", "disagreement", "correlation", "continuity", "paired")
    if request.method not in ("auto", "chi_squared"):
        raise refuse("method_unknown", method=repr(request.method), methods="auto, chi_squared")
    alpha, df = 1 - request.confidence_level, len(shares) - 1
    effect = spread(shares)

    def power(n: float) -> float:
        return chi_squared_power(n * effect, df, alpha)

    needed = smallest(lambda n: power(n) >= request.required_power)
    if needed is None:
        raise refuse("plan_too_many")
    widest = max(shares) - min(shares)
    mean = math.fsum(shares) / len(shares)
    listed = ", ".join(f"{share:g}" for share in shares)
    notes = (say("plan_several_shares", shares=listed, k=len(shares), df=df),)
    cells = trial_cells(metric)
    common = request.prevalence
    held = {ALL: 1.0} if common is None else {ALL: 1.0, POSITIVES: common, NEGATIVES: 1 - common}
    return Goal(
        "difference",
        widest,
        mean,
        needed,
        power,
        "chi_squared",
        cells,
        held.get(cells),
        notes,
        sets=len(shares),
    )


def spread(shares: tuple[float, ...]) -> float:
    """Σ (p_i − p̄)²/(p̄(1 − p̄)): what each trial in every set adds to the noncentrality."""
    mean = math.fsum(shares) / len(shares)
    return math.fsum((share - mean) ** 2 for share in shares) / (mean * (1 - mean))


def chi_squared_power(noncentrality: float, df: int, alpha: float) -> float:
    """How often a noncentral chi-squared number exceeds the critical value.

    Cohen J (1988) Statistical Power Analysis for the Behavioral Sciences, 2nd ed., ch. 7.

    >>> round(chi_squared_power(2096.079 * 0.1**2, 20, 0.05), 4)  # pwr.chisq.test(w=0.1, df=20)
    0.8
    """
    from scipy.special import chdtri, chndtr

    return float(1 - chndtr(chdtri(df, alpha), df, noncentrality))
