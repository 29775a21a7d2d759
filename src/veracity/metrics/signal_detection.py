"""Signal detection theory: how far apart signal and noise are, and where the observer cuts."""

from __future__ import annotations

from typing import Any

import numpy as np

from veracity.arrays import ratio
from veracity.metrics.cases import AT_HALF, AT_ZERO, NO_NEGATIVES, NO_POSITIVES
from veracity.metrics.metric import Case, Chance, Identity, Limit, Metric
from veracity.metrics.parameters import Parameter
from veracity.words import Text

INF = float("inf")
GREEN_SWETS = "Green DM, Swets JA (1966) Signal Detection Theory and Psychophysics, Wiley"
MACMILLAN = "Macmillan NA, Creelman CD (2005) Detection Theory: A User's Guide, 2nd ed."
HAUTUS = "Hautus MJ (1995) Behavior Research Methods 27(1):46–51"

CORRECTION = Parameter(
    "correction",
    "none",
    Text(
        "what to do with rates of 0 and 1: none (the result is infinite), loglinear (add 1/2 to "
        "each cell), half_trial (replace 0 and 1 by half a trial)",
        "如何处理为 0 或 1 的比率：none（结果为无穷）、loglinear（每格加 1/2）、half_trial（以半次试验代替 0 与 1）",
    ),
    words=("none", "loglinear", "half_trial"),
)


def rates(c: Any, correction: str = "none") -> tuple[Any, Any]:
    """Hit and false-alarm rate, corrected as named."""
    positives, negatives = c.tp + c.fn, c.tn + c.fp
    if correction == "loglinear":
        return ratio(c.tp + 0.5, positives + 1), ratio(c.fp + 0.5, negatives + 1)
    hit, false = ratio(c.tp, positives), ratio(c.fp, negatives)
    if correction == "half_trial":
        hit = np.clip(hit, ratio(0.5, positives), 1 - ratio(0.5, positives))
        false = np.clip(false, ratio(0.5, negatives), 1 - ratio(0.5, negatives))
    return hit, false


def _z(c: Any, correction: str) -> tuple[Any, Any]:
    from scipy.special import ndtri

    both = (c.tp + c.fn > 0) & (c.tn + c.fp > 0)
    hit, false = rates(c, correction)
    return np.where(both, ndtri(hit), np.nan)[()], np.where(both, ndtri(false), np.nan)[()]


def d_prime(c: Any, correction: str = "none") -> Any:
    """z(H) − z(F)."""
    hit, false = _z(c, correction)
    with np.errstate(invalid="ignore"):
        return hit - false


def criterion(c: Any, correction: str = "none") -> Any:
    """−(z(H) + z(F))/2: above 0 the observer is reluctant to say yes."""
    hit, false = _z(c, correction)
    with np.errstate(invalid="ignore"):
        return -(hit + false) / 2


def log_beta(c: Any, correction: str = "none") -> Any:
    """(z(F)² − z(H)²)/2: the log likelihood ratio at the cut."""
    hit, false = _z(c, correction)
    with np.errstate(invalid="ignore"):
        return (false**2 - hit**2) / 2


def _end(c: Any) -> tuple[Any, Any]:
    """Which end each rate is at: -1 at 0, +1 at 1, 0 between."""
    hit = np.where(c.fn == 0, 1, np.where(c.tp == 0, -1, 0))
    false = np.where(c.tn == 0, 1, np.where(c.fp == 0, -1, 0))
    return hit, false


def _same_end(c: Any) -> Any:
    hit, false = _end(c)
    return (hit == false) & (hit != 0)


def _opposite_ends(c: Any) -> Any:
    hit, false = _end(c)
    return (hit == -false) & (hit != 0)


def _both_ends(c: Any) -> Any:
    hit, false = _end(c)
    return (hit != 0) & (false != 0)


RATES_AT_END = Text(
    "a rate is 0 or 1, where z is infinite; name a correction, e.g. d_prime(loglinear)",
    "某个比率为 0 或 1，z 为无穷；请指定一种校正，如 d_prime(loglinear)",
)

_SDT: dict[str, Any] = dict(
    range=(-INF, INF),
    moves_with_prevalence=False,
    parameters=(CORRECTION,),
    references=(GREEN_SWETS, MACMILLAN, HAUTUS),
)

D_PRIME = Metric(
    key="d_prime",
    names=Text("d′ (sensitivity index)", "辨别力指数 d′"),
    aliases=("d'", "dprime", "sensitivity index", "辨别力指数"),
    question=Text(
        "How many standard deviations apart are signal and noise for this observer?",
        "对该观察者而言，信号与噪声相距多少个标准差？",
    ),
    formula=r"\Phi^{-1}(H)-\Phi^{-1}(F)",
    compute=d_prime,
    better="higher",
    chance=AT_ZERO,
    undefined_when=(
        NO_POSITIVES,
        NO_NEGATIVES,
        Case(
            Text(
                "both rates are 0 or both are 1: infinity minus infinity; name a correction",
                "两个比率同为 0 或同为 1：无穷减无穷；请指定一种校正",
            ),
            _same_end,
        ),
    ),
    infinite_when=(
        Case(RATES_AT_END, lambda c: (_end(c)[0] != 0) ^ (_end(c)[1] != 0) | _opposite_ends(c)),
    ),
    misleads_when=Text(
        "the two distributions are not normal with equal spread: it then changes with the cut; "
        "corrections differ much when classes are small",
        "两个分布不是等方差正态时：它会随判定标准变化；样本少时各种校正差异很大",
    ),
    moves={"classes_swapped": "d_prime"},
    examples=("d_prime(loglinear)", "d_prime(half_trial)"),
    **_SDT,
)

CRITERION = Metric(
    key="criterion",
    names=Text("Criterion c", "判断标准 c"),
    aliases=("response bias", "判断标准"),
    question=Text(
        "How reluctant is the classifier to say yes (0: unbiased, above 0: reluctant)?",
        "分类器有多不愿判正（0 为无偏，大于 0 为保守）？",
    ),
    formula=r"-\tfrac12\bigl(\Phi^{-1}(H)+\Phi^{-1}(F)\bigr)",
    compute=criterion,
    better="neither",
    chance=Chance(
        Text("−z of the share called positive", "判正率的 −z 值"),
        lambda c, correction="none": criterion(c.by_chance(), correction),
    ),
    undefined_when=(
        NO_POSITIVES,
        NO_NEGATIVES,
        Case(
            Text(
                "one rate is 0 and the other 1: infinity minus infinity; name a correction",
                "一个比率为 0 另一个为 1：无穷减无穷；请指定一种校正",
            ),
            _opposite_ends,
        ),
    ),
    infinite_when=(
        Case(RATES_AT_END, lambda c: (_end(c)[0] != 0) ^ (_end(c)[1] != 0) | _same_end(c)),
    ),
    misleads_when=Text(
        "costs or prevalence are unequal: the best criterion is then not 0",
        "代价或患病率不对称时：最佳标准并不是 0",
    ),
    examples=("criterion(loglinear)", "criterion(half_trial)"),
    **_SDT,
)

LOG_BETA = Metric(
    key="log_beta",
    names=Text("ln β (likelihood criterion)", "似然比标准 ln β"),
    aliases=("ln beta", "lnβ", "log beta"),
    question=Text(
        "How much more likely must signal be than noise before the classifier says yes, as a "
        "logarithm?",
        "信号的可能性要比噪声大多少（取对数），分类器才判正？",
    ),
    formula=r"\tfrac12\bigl(\Phi^{-1}(F)^2-\Phi^{-1}(H)^2\bigr)",
    compute=log_beta,
    better="neither",
    chance=AT_ZERO,
    undefined_when=(
        NO_POSITIVES,
        NO_NEGATIVES,
        Case(
            Text(
                "both rates are at 0 or 1: infinity minus infinity; name a correction",
                "两个比率都在 0 或 1 处：无穷减无穷；请指定一种校正",
            ),
            _both_ends,
        ),
    ),
    infinite_when=(Case(RATES_AT_END, lambda c: (_end(c)[0] != 0) ^ (_end(c)[1] != 0)),),
    misleads_when=Text(
        "d′ is near 0: every cut has ln β near 0, so it says nothing of the bias",
        "d′ 接近 0 时：任何标准的 ln β 都接近 0，看不出偏向",
    ),
    examples=("log_beta(loglinear)", "log_beta(half_trial)"),
    identities=(Identity("d′ c", lambda of: of("d_prime") * of("criterion")),),
    **_SDT,
)


def a_prime(c: Any) -> Any:
    """Area under the two-segment ROC curves through one point; below chance by symmetry."""
    hit, false = rates(c)
    high, low = np.maximum(hit, false), np.minimum(hit, false)
    gain = ratio((high - low) * (1 + high - low), 4 * high * (1 - low))
    signed = np.where(hit >= false, gain, -gain)
    return np.where(hit == false, 0.5, 0.5 + signed)[()]


A_PRIME = Metric(
    key="a_prime",
    names=Text("A′", "A′ 指数"),
    aliases=("a'", "aprime"),
    question=Text(
        "What ROC area does this single point suggest, without assuming normal distributions?",
        "在不假设正态分布的情况下，这一个点提示的 ROC 面积是多少？",
    ),
    formula=r"\tfrac12+\frac{(H-F)(1+H-F)}{4H(1-F)}\quad (H\ge F)",
    compute=a_prime,
    range=(0.0, 1.0),
    better="higher",
    chance=AT_HALF,
    moves_with_prevalence=False,
    undefined_when=(NO_POSITIVES, NO_NEGATIVES),
    limit=Limit(
        Case(
            Text(
                "1/2 by its limit: hit and false-alarm rate are equal",
                "按极限取 1/2：击中率与虚警率相等",
            ),
            lambda c: (
                (c.tp * (c.tn + c.fp) == c.fp * (c.tp + c.fn))
                & (c.tp + c.fn > 0)
                & (c.tn + c.fp > 0)
            ),
        ),
        0.5,
    ),
    misleads_when=Text(
        "it is taken for the measured area under the ROC curve: it is a guess from one point",
        "被当作实测的 ROC 曲线下面积：它只是由一个点推测的",
    ),
    moves={"classes_swapped": "a_prime"},
    references=(
        "Pollack I, Norman DA (1964) Psychonomic Science 1:125–126",
        "Snodgrass JG, Corwin J (1988) J Exp Psychol Gen 117(1):34–50",
    ),
)
