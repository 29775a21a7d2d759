"""Signal detection theory: how far apart signal and noise are, and the criterion."""

from __future__ import annotations

from typing import Any

import numpy as np

from veracity.arrays import Floats, quiet, ratio
from veracity.metrics.counts.skill import informedness
from veracity.metrics.counts.z_rates import (
    CORRECTION,
    both_ends,
    by_correction,
    opposite_ends,
    same_end,
    z_by_chance,
    z_rates,
)
from veracity.metrics.record.cases import AT_HALF, NO_NEGATIVES, NO_POSITIVES
from veracity.metrics.record.metric import Case, Chance, Identity, Limit, Metric
from veracity.statistics import ConfusionMatrix
from veracity.words import Text

INF = float("inf")
GREEN_SWETS = "Green DM, Swets JA (1966) Signal Detection Theory and Psychophysics, Wiley"
MACMILLAN = "Macmillan NA, Creelman CD (2005) Detection Theory: A User's Guide, 2nd ed."
HAUTUS = "Hautus MJ (1995) Behavior Research Methods, Instruments, & Computers 27(1):46–51"


def _difference(hit: Floats, false: Floats) -> Any:
    with quiet():
        return (hit - false)[()]


def _reluctance(hit: Floats, false: Floats) -> Any:
    with quiet():
        return (0.0 - hit - false)[()] / 2


def _log_ratio(hit: Floats, false: Floats) -> Any:
    with quiet():
        return (false**2 - hit**2)[()] / 2


def d_prime(c: ConfusionMatrix, correction: str = "none") -> Any:
    """z(H) − z(F)."""
    return _difference(*z_rates(c, correction))


def criterion(c: ConfusionMatrix, correction: str = "none") -> Any:
    """−(z(H) + z(F))/2: above 0 the observer is reluctant to say yes."""
    return _reluctance(*z_rates(c, correction))


def log_beta(c: ConfusionMatrix, correction: str = "none") -> Any:
    """(z(F)² − z(H)²)/2: the log likelihood ratio at the criterion."""
    return _log_ratio(*z_rates(c, correction))


_SDT: dict[str, Any] = {
    "range": (-INF, INF),
    "moves_with_prevalence": False,
    "parameters": (CORRECTION,),
    "references": (GREEN_SWETS, MACMILLAN, HAUTUS),
}
_CANCELLING = {
    "d_prime": Case(
        Text(
            "both rates are 0 or both are 1: infinity minus infinity; name a correction",
            "两个比率同为 0 或同为 1：无穷减无穷；请指定一种校正",
        ),
        same_end,
    ),
    "criterion": Case(
        Text(
            "one rate is 0 and the other 1: infinity minus infinity; name a correction",
            "一个比率为 0 另一个为 1：无穷减无穷；请指定一种校正",
        ),
        opposite_ends,
    ),
    "log_beta": Case(
        Text(
            "both rates are at 0 or 1: infinity minus infinity; name a correction",
            "两个比率都在 0 或 1 处：无穷减无穷；请指定一种校正",
        ),
        both_ends,
    ),
}
_RESTATED = {key: by_correction(case) for key, case in _CANCELLING.items()}

D_PRIME: Metric[ConfusionMatrix] = Metric(
    key="d_prime",
    names=Text("d′ (sensitivity index)", "辨别力指数 d′"),
    aliases=("d'", "dprime", "sensitivity index", "辨别力指数"),
    question=Text(
        "How many standard deviations apart are signal and noise for this observer?",
        "对该观察者而言，信号与噪声相距多少个标准差？",
    ),
    formula=r"\Phi^{-1}(H)-\Phi^{-1}(F)",
    compute=d_prime,
    chance=Chance(
        Text(
            "0 (with a correction only near it, where the classes differ in size)",
            "0（若有校正且两类样本数不同，则只是接近 0）",
        ),
        lambda c, correction="none": _difference(*z_by_chance(c, correction)),
    ),
    misleads_when=Text(
        "the two distributions are not normal with equal spread: it then changes with the "
        "threshold; corrections differ much when classes are small",
        "两个分布不是等方差正态时：它会随判定标准变化；样本少时各种校正差异很大",
    ),
    moves={"classes_swapped": "d_prime"},
    examples=("d_prime(loglinear)", "d_prime(half_trial)"),
    restate=_RESTATED["d_prime"],
    **_RESTATED["d_prime"](),
    **_SDT,
)

CRITERION: Metric[ConfusionMatrix] = Metric(
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
        Text(
            "−z of the share called positive (with a correction only near it)",
            "判正率的 −z 值（若有校正，则只是接近它）",
        ),
        lambda c, correction="none": _reluctance(*z_by_chance(c, correction)),
    ),
    misleads_when=Text(
        "costs or prevalence are unequal: the best criterion is then not 0",
        "代价或患病率不对称时：最佳标准并不是 0",
    ),
    examples=("criterion(loglinear)", "criterion(half_trial)"),
    restate=_RESTATED["criterion"],
    **_RESTATED["criterion"](),
    **_SDT,
)

LOG_BETA: Metric[ConfusionMatrix] = Metric(
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
    chance=Chance(
        Text(
            "0 (with a correction only near it, where the classes differ in size)",
            "0（若有校正且两类样本数不同，则只是接近 0）",
        ),
        lambda c, correction="none": _log_ratio(*z_by_chance(c, correction)),
    ),
    misleads_when=Text(
        "d′ is near 0: ln β is then near 0 at every threshold and says nothing about the bias",
        "d′ 接近 0 时：任何标准的 ln β 都接近 0，看不出偏向",
    ),
    examples=("log_beta(loglinear)", "log_beta(half_trial)"),
    identities=(Identity("d′ c", lambda of, **values: of("d_prime") * of("criterion")),),
    restate=_RESTATED["log_beta"],
    **_RESTATED["log_beta"](),
    **_SDT,
)


def a_prime(c: ConfusionMatrix) -> Any:
    """Mean of the smallest and largest area under ROC curves through one point; by symmetry below.

    From counts: with H − F and the complements as such, nothing cancels near the corners.
    """
    above = informedness(c)
    hit, miss = ratio(c.tp, c.tp + c.fn), ratio(c.fn, c.tp + c.fn)
    false, quiet = ratio(c.fp, c.tn + c.fp), ratio(c.tn, c.tn + c.fp)
    gap = np.abs(above)
    gain = ratio(gap * (1 + gap), 4 * np.where(above >= 0, hit * quiet, false * miss))
    return 0.5 + np.copysign(gain, above)


A_PRIME: Metric[ConfusionMatrix] = Metric(
    key="a_prime",
    names=Text("A′", "A′ 指数"),
    aliases=("a'", "aprime"),
    question=Text(
        "What ROC area does this single point suggest, without assuming normal distributions?",
        "在不假设正态分布的情况下，这一个点提示的 ROC 面积是多少？",
    ),
    formula=r"\tfrac12+\frac{(H-F)(1+H-F)}{4H(1-F)}\quad (H\ge F)",
    compute=a_prime,
    chance=AT_HALF,
    moves_with_prevalence=False,
    undefined_when=(NO_POSITIVES, NO_NEGATIVES),
    limit=Limit(
        Case(
            Text(
                "1/2 by its limit along the line of chance: both rates are 0 or both are 1, so the "
                "formula is 0/0",
                "沿偶然线按极限取 1/2：两个比率同为 0 或同为 1，公式为 0/0",
            ),
            same_end,
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
