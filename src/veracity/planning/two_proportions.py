"""Telling two models apart by a share: on the same rows (McNemar) or on two sets of rows."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from veracity.arrays import Floats
from veracity.errors import refuse
from veracity.metrics import Metric
from veracity.planning.expected_table import trial_cells
from veracity.planning.goal import Goal, smallest
from veracity.planning.proportions import ALL, NEGATIVES, POSITIVES, expected_share
from veracity.planning.request import PlanRequest
from veracity.statistics.numerics.binomial import at_most
from veracity.statistics.numerics.quantiles import normal_quantile, share_below
from veracity.words import Text, say

MOST_EXACT = 20_000
Ints = NDArray[np.int64]


def difference_goal(metric: Metric, request: PlanRequest) -> Goal:
    """The fewest trials with which the two-sided test finds the difference with the power."""
    cells = trial_cells(metric)
    d = abs(float(request.difference or 0.0))
    request.without("correlation")
    if not request.paired:
        request.without("disagreement")
        return _unpaired(metric, request, cells)
    request.without("continuity")
    if cells not in (ALL, POSITIVES, NEGATIVES):
        raise refuse("plan_not_paired", key=metric.key)
    disagreement, share, notes = _disagreement(metric, request, d)
    alpha = 1 - request.confidence_level
    method = "connor" if request.method == "auto" else request.method
    if method == "connor":

        def power(n: float) -> float:
            return connor_power(n, disagreement, d, alpha)

        needed = smallest(lambda n: power(n) >= request.required_power)
        if needed is None:
            raise refuse("plan_too_many")
    elif method == "exact":
        table = _Exact(disagreement, d, alpha)
        power = table.power
        needed = table.needed(request.required_power)
    else:
        raise refuse("method_unknown", method=repr(method), methods="connor, exact")
    expected = request.expected if request.expected is not None else math.nan
    notes = (say("plan_mcnemar", method=method, share=f"{disagreement:.4g}"), *notes)
    asked = float(request.difference or 0.0)
    return Goal("difference", asked, expected, needed, power, method, cells, share, notes)


def connor_power(n: float, disagreement: float, difference: float, alpha: float) -> float:
    """Power of McNemar's test by the normal approximation, two-sided.

    Connor RJ (1987) Biometrics 43(1):207–211: n = (z_α √ψ + z_β √(ψ − d²))² / d² with ψ the share
    of rows on which exactly one of the models is right, and d the difference.

    >>> round(connor_power(23, 0.5, 0.4, 0.05), 2) >= 0.8 > connor_power(22, 0.5, 0.4, 0.05)
    True
    """
    z = normal_quantile(1 - alpha / 2)
    top = difference * math.sqrt(n) - z * math.sqrt(disagreement)
    spread = math.sqrt(max(disagreement - difference**2, 0.0))
    return float(top >= 0) if spread == 0 else share_below(top / spread)


class _Exact:
    """Power of the exact conditional McNemar test, averaged over the number of disagreements."""

    def __init__(self, disagreement: float, difference: float, alpha: float) -> None:
        self.disagreement = disagreement
        self.first = (1 + difference / disagreement) / 2
        self.alpha = alpha
        self.difference = difference

    def power(self, n: float) -> float:
        """The chance that the test rejects, among n rows."""
        whole = math.floor(n)
        return float(self._powers(whole, whole)[0])

    def needed(self, power: float) -> int:
        """The first number from which on all are enough, as far as the teeth can reach."""
        near = smallest(
            lambda n: connor_power(n, self.disagreement, self.difference, self.alpha) >= power
        )
        if near is None or near > MOST_EXACT:
            raise refuse("plan_exact_too_many", most=f"{MOST_EXACT:,}")
        reach = 20 + near // 10
        low, high = max(1, near - reach), near + reach
        while True:
            lacking = np.flatnonzero(self._powers(low, high) < power)
            if not len(lacking):
                low = max(1, low - 2 * reach)
                if low == 1:
                    return 1
            elif low + lacking[-1] < high - reach // 2:  # the rest is beyond the teeth
                return int(low + lacking[-1]) + 1
            else:
                high += 2 * reach

    def _powers(self, low: int, high: int) -> Floats:
        """The power of low, low + 1, …, high rows: one more row moves the disagreements once."""
        from scipy.special import gammaln, xlog1py, xlogy

        share = self.disagreement
        spread = 9 * math.sqrt(high * share * (1 - share)) + 9
        least = max(0, math.floor(low * share - spread))
        most = min(high, math.ceil(high * share + spread))
        count = np.arange(least, most + 1, dtype=np.int64)
        found = self._found(count)
        chosen = np.minimum(count, low)
        ways = gammaln(low + 1) - gammaln(chosen + 1) - gammaln(low - chosen + 1)
        log = ways + xlogy(chosen, share) + xlog1py(low - chosen, -share)
        chance = np.where(count <= low, np.exp(log), 0.0)
        powers = np.empty(high - low + 1)
        for index in range(len(powers)):
            powers[index] = chance @ found
            moved = chance * share
            chance *= 1 - share
            chance[1:] += moved[:-1]
        return powers

    def _found(self, count: Ints) -> Floats:
        """The power given so many disagreements."""

        def rejects(most: Floats) -> NDArray[np.bool_]:
            return np.asarray((most >= 0) & (2 * at_most(most, count, 0.5) <= self.alpha))

        z = normal_quantile(1 - self.alpha / 2)
        critical: Floats = np.floor((count - z * np.sqrt(count)) / 2)  # moved to where it is exact
        while (more := rejects(critical + 1)).any():
            critical += more
        while (less := (critical >= 0) & ~rejects(critical)).any():
            critical -= less
        either = at_most(critical, count, self.first) + at_most(critical, count, 1 - self.first)
        return np.asarray(either)


def _disagreement(
    metric: Metric, request: PlanRequest, d: float
) -> tuple[float, float | None, tuple[Text, ...]]:
    """The share of trials on which exactly one model is right; independence if not given."""
    share = _rows_share(metric, request)
    if request.expected is None and request.disagreement is None:
        raise refuse("plan_needs_disagreement")
    notes: tuple[Text, ...] = ()
    most = 1.0
    if request.expected is not None:
        _, share = expected_share(metric, request)
        one, two = request.expected, request.expected + float(request.difference or 0.0)
        if not 0 <= two <= 1:
            raise refuse("plan_other_outside", value=f"{two:g}")
        most = min(one + two, 2 - one - two)
        notes = (say("plan_two_models", one=f"{one:g}", two=f"{two:g}"),)
        if request.disagreement is None:
            independent = one * (1 - two) + two * (1 - one)
            return independent, share, (*notes, say("plan_disagreement_unknown"))
    given = float(request.disagreement or 0.0)
    if not d <= given * (1 + 1e-12) or given > most + 1e-12:
        raise refuse("plan_disagreement", value=f"{given:g}", least=f"{d:g}", most=f"{most:.4g}")
    return max(given, d), share, notes


def _rows_share(metric: Metric, request: PlanRequest) -> float | None:
    shares = {ALL: 1.0}
    if request.prevalence is not None:
        shares |= {POSITIVES: request.prevalence, NEGATIVES: 1 - request.prevalence}
    return shares.get(trial_cells(metric))


def _unpaired(metric: Metric, request: PlanRequest, cells: frozenset[str]) -> Goal:
    """Two sets of rows: the z test with pooled variance, as in Fleiss, Levin and Paik.

    n = (z_α √(2p̄q̄) + z_β √(p₁q₁ + p₂q₂))² / d² for each set; with `continuity` Fleiss'
    correction n/4 · (1 + √(1 + 4/(n·d)))² (Fleiss JL, Levin B, Paik MC (2003) Statistical Methods
    for Rates and Proportions, 3rd ed., equations 4.14 and 4.19 for equal sets).
    """
    if request.method not in ("auto", "normal"):
        raise refuse("method_unknown", method=repr(request.method), methods="auto, normal")
    one, share = expected_share(metric, request)
    two = one + float(request.difference or 0.0)
    if not 0 <= two <= 1:
        raise refuse("plan_other_outside", value=f"{two:g}")
    d, z = abs(two - one), normal_quantile((1 + request.confidence_level) / 2)
    mean = (one + two) / 2
    alike, apart = 2 * mean * (1 - mean), one * (1 - one) + two * (1 - two)

    def power(n: float) -> float:
        root = math.sqrt(n)
        if request.continuity:  # Fleiss' correction inverted: √n' = √n − 1/(d√n)
            root = max(0.0, root - 1 / (d * root))
        top = d * root - z * math.sqrt(alike)
        return float(top >= 0) if apart == 0 else share_below(top / math.sqrt(apart))

    needed = smallest(lambda n: power(n) >= request.required_power)
    if needed is None:
        raise refuse("plan_too_many")
    notes = (
        say("plan_two_models", one=f"{one:g}", two=f"{two:g}"),
        say("plan_continuity") if request.continuity else say("plan_no_continuity"),
    )
    asked = float(request.difference or 0.0)
    return Goal("difference", asked, one, needed, power, "normal", cells, share, notes, 2)
