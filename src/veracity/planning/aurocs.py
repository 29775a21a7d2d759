"""Plans for the area under the ROC curve, one or two.

Variance of one area from its value alone, by name:
`hanley_mcneil`: scores of both classes exponential (Hanley JA, McNeil BJ (1982) Radiology
143(1):29–36); `binormal`: both normal with one variance; both are the exact variance of the
empirical area under such scores. `obuchowski`: a binormal curve fitted to ratings in few grades
(Obuchowski NA (1994) Investigative Radiology 29(2):238–243), which pROC uses to plan; ratings tell
less than scores, so it asks for more rows.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from veracity.errors import refuse
from veracity.planning.goal import Goal, Reached, smallest
from veracity.planning.proportions import ALL
from veracity.planning.request import PlanRequest
from veracity.statistics.numerics.quantiles import normal_quantile, share_below
from veracity.words import Text, say

Variance = Callable[[float, float], float]
Notes = tuple[Text, ...]


def hanley_mcneil(area: float, positives: float, negatives: float) -> float:
    """Variance of an area, scores exponential in both classes.

    Where the area is 1/2 it is that of the Mann–Whitney statistic, (P + N + 1)/(12PN):

    >>> round(hanley_mcneil(0.5, 10, 10), 10) == round(21 / 1200, 10)
    True
    """
    return _empirical(area, area / (2 - area), 2 * area**2 / (1 + area), positives, negatives)


def binormal(area: float, positives: float, negatives: float) -> float:
    """Variance of an area, scores normal in both classes with one variance.

    Two positives are both above one negative with the probability that two normal variables
    with correlation 1/2 are both below Φ⁻¹(area): Φ(h) − 2T(h, 1/√3) with Owen's T. The same
    holds for two negatives below one positive.
    """
    from scipy.special import ndtri, owens_t

    both = area - 2 * float(owens_t(float(ndtri(area)), 1 / math.sqrt(3)))
    return _empirical(area, both, both, positives, negatives)


def _empirical(area: float, q1: float, q2: float, positives: float, negatives: float) -> float:
    """Bamber's variance: q1 of two positives above a negative, q2 of two negatives below one.

    Bamber D (1975) Journal of Mathematical Psychology 12(4):387–415.
    """
    spread = (positives - 1) * (q1 - area**2) + (negatives - 1) * (q2 - area**2)
    return (area * (1 - area) + spread) / (positives * negatives)


def obuchowski(area: float, positives: float, negatives: float) -> float:
    """Variance of the area under a binormal curve fitted to ratings, with its printed constants."""
    from scipy.special import ndtri

    a = 1.414 * float(ndtri(area))
    part = 0.0099 * math.exp(-(a**2) / 2)
    return part * ((5 * a**2 + 8) / positives + (a**2 + 8) / negatives)


VARIANCES: dict[str, Callable[[float, float, float], float]] = {
    "hanley_mcneil": hanley_mcneil,
    "binormal": binormal,
    "obuchowski": obuchowski,
}


def goal_of(request: PlanRequest) -> Goal:
    """Width of one area, one area beyond a bound, or the difference of two areas."""
    method = "hanley_mcneil" if request.method == "auto" else request.method
    if method not in VARIANCES:
        raise refuse("method_unknown", method=repr(method), methods=", ".join(VARIANCES))
    request.without("misses", "tpr", "fpr", "pilot", "disagreement", "continuity")
    if request.prevalence is None:
        raise refuse("plan_needs_prevalence", key="auroc")
    area = _area("expected", request.expected)
    share = request.prevalence

    def variance(value: float, n: float) -> float:
        positives, negatives = n * share, n * (1 - share)
        if min(positives, negatives) < 1:  # the formulas are for at least one of each
            return math.inf
        return VARIANCES[method](value, positives, negatives)

    assumed = say("plan_auroc_variance", method=method)
    if request.kind == "width":
        if float(request.width or 0.0) > 1:
            raise refuse("plan_width_too_wide", width=f"{request.width:g}", key="auroc", span=1)
        z = normal_quantile((1 + request.confidence_level) / 2)
        return _goal(
            request, area, method, lambda n: 2 * z * math.sqrt(variance(area, n)), (assumed,)
        )
    if request.kind == "bound":
        return _beyond(request, area, method, variance, (assumed, say("plan_one_sided")))
    return _apart(request, area, method, variance, (assumed,))


def _beyond(
    request: PlanRequest, area: float, method: str, variance: Variance, notes: Notes
) -> Goal:
    """Power of the one-sided test of the bound: its variance at the bound, ours at our value."""
    bound = _area("bound", request.bound)
    if area <= bound:
        raise refuse("plan_bound_not_beyond", expected=f"{area:g}", bound=f"{bound:g}")
    z = normal_quantile(request.confidence_level)

    def power(n: float) -> float:
        return _power(area - bound, z, variance(bound, n), variance(area, n))

    return _goal(request, area, method, power, notes)


def _apart(
    request: PlanRequest, area: float, method: str, variance: Variance, notes: Notes
) -> Goal:
    """Two areas on the same rows (their estimates correlated by r) or on two sets of rows.

    n = (z_α √V₀ + z_β √V₁)² / d² with V₀ = 2V(1 − r) where both are alike and
    V₁ = V_A + V_B − 2r√(V_A V_B) where they differ (Hanley JA, McNeil BJ (1983) Radiology
    148(3):839–843; Obuchowski NA, McClish DK (1997) Statistics in Medicine 16(13):1529–1542).
    """
    d = float(request.difference or 0.0)
    other = area + d
    if not 0 < other < 1:
        raise refuse("plan_other_outside", value=f"{other:g}")
    r = 0.0
    if not request.paired:
        request.without("correlation")
    else:
        r = request.correlation or 0.0
        key = "plan_correlation_unknown" if request.correlation is None else "plan_correlation"
        notes = (*notes, say(key, r=f"{r:g}"))
        if r == 1:
            raise refuse("plan_not_inside", name="correlation", value="1")
    z = normal_quantile((1 + request.confidence_level) / 2)

    def power(n: float) -> float:
        one, two = variance(area, n), variance(other, n)
        return _power(abs(d), z, 2 * one * (1 - r), one + two - 2 * r * math.sqrt(one * two))

    notes = (*notes, say("plan_two_models", one=f"{area:g}", two=f"{other:g}"))
    return _goal(request, area, method, power, notes, 1 if request.paired else 2)


def _power(away: float, z: float, if_alike: float, if_not: float) -> float:
    if math.isinf(if_alike) or math.isinf(if_not) or math.isnan(if_not):
        return 0.0
    return share_below((away - z * math.sqrt(if_alike)) / math.sqrt(if_not))


def _goal(
    request: PlanRequest,
    area: float,
    method: str,
    achieved: Callable[[float], float],
    notes: Notes,
    sets: int = 1,
) -> Goal:
    asked = {"width": request.width, "bound": request.bound, "difference": request.difference}
    target = float(asked[request.kind] or 0.0)
    if request.kind == "width":
        needed = smallest(lambda n: achieved(n) <= target * (1 + 1e-12))
    else:
        needed = smallest(lambda n: achieved(n) >= request.required_power)
    if needed is None:
        raise refuse("plan_too_many")
    reached: Reached = "width" if request.kind == "width" else "power"
    return Goal(
        request.kind, target, area, needed, achieved, method, ALL, 1.0, notes, sets, reached
    )


def _area(name: str, value: float | None) -> float:
    if value is None:
        raise refuse("plan_needs_expected", key="auroc")
    if not 0 < value < 1:
        raise refuse("plan_not_inside", name=name, value=repr(value))
    return float(value)
