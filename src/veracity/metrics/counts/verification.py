"""Verification of yes–no forecasts: how often an event is forecast, and skill at rare events."""

from __future__ import annotations

from typing import Any

import numpy as np

from veracity.arrays import Floats, quiet, ratio
from veracity.metrics.record.cases import (
    AT_ZERO,
    NO_POSITIVES,
    NO_ROWS,
    ONLY_TRUE_NEGATIVES,
    chance_of,
)
from veracity.metrics.record.metric import Case, Metric
from veracity.statistics import ConfusionMatrix
from veracity.words import Text

INF = float("inf")
FERRO = "Ferro CAT, Stephenson DB (2011) Weather and Forecasting 26(5):699–713"


FREQUENCY_BIAS: Metric[ConfusionMatrix] = Metric(
    key="frequency_bias",
    names=Text("Frequency bias", "频率偏差"),
    aliases=("bias score", "bias ratio", "forecast bias", "预报偏差"),
    question=Text(
        "How many times as often is the event called as it happens?",
        "事件被判出的次数是实际发生次数的多少倍？",
    ),
    formula=r"\frac{TP+FP}{TP+FN}",
    compute=lambda c: ratio(c.tp + c.fp, c.tp + c.fn),
    range=(0.0, INF),
    better="neither",
    chance=chance_of(
        "itself: it looks at the totals only",
        "即自身：它只看合计",
        lambda c: ratio(c.tp + c.fp, c.tp + c.fn),
    ),
    undefined_when=(ONLY_TRUE_NEGATIVES,),
    infinite_when=(
        Case(
            Text(
                "the event never happened and was called at least once",
                "事件从未发生却至少被判出一次",
            ),
            lambda c: (c.tp + c.fn == 0) & (c.fp > 0),
        ),
    ),
    misleads_when=Text(
        "1 is read as good: as many calls as events may all be wrong",
        "把 1 当作好时：判出次数与事件数相同，也可能全部判错",
    ),
    uses=("TP", "FP", "FN"),
    references=("Wilks DS (2011) Statistical Methods in the Atmospheric Sciences, 3rd ed., ch. 8",),
)


def _log_share(part: Floats, rest: Floats) -> Any:
    """The logarithm of a share; −∞ for none, nan of nothing; from the rest where it is small."""
    whole = part + rest
    common = part > rest
    with quiet():
        return np.where(
            common,
            np.log1p(-np.where(common, ratio(rest, whole), 0.0)),
            np.log(ratio(part, whole)),
        )


def _edi(c: ConfusionMatrix) -> Any:
    inside = (c.tp > 0) & (c.fp > 0)
    false, hit = (
        np.where(inside, _log_share(*cells), 0.0) for cells in ((c.fp, c.tn), (c.tp, c.fn))
    )
    return ratio(false - hit, false + hit)


EDI: Metric[ConfusionMatrix] = Metric(
    key="edi",
    names=Text("Extremal dependence index", "极端依赖指数"),
    aliases=("extremal dependence index", "extremal dependency index"),
    question=Text(
        "How much slower do hits fade than false alarms as events get rarer?",
        "事件越来越稀有时，命中率比假阳性率下降得慢多少？",
    ),
    formula=r"\frac{\ln F-\ln H}{\ln F+\ln H}",
    compute=_edi,
    range=(-1.0, 1.0),
    chance=AT_ZERO,
    moves_with_prevalence=False,
    undefined_when=(
        Case(
            Text(
                "there is no hit or no false alarm: a logarithm of 0 is in the formula",
                "没有命中或没有误报：公式中出现 0 的对数",
            ),
            lambda c: (c.tp == 0) | (c.fp == 0),
        ),
        Case(
            Text(
                "everything was called positive: both logarithms are 0",
                "全部判为正：两个对数都为 0",
            ),
            lambda c: (c.tn + c.fn == 0) & (c.tp > 0) & (c.fp > 0),
        ),
    ),
    misleads_when=Text(
        "the sample is small: without a false alarm it is undefined, with one it is wild; and "
        "exchanging the classes changes it (sedi does not change)",
        "样本很小时：没有误报则无定义，只有一次则极不稳定；交换正负类结果会变（sedi 不变）",
    ),
    references=(FERRO,),
)


def _positive(c: ConfusionMatrix) -> Any:
    return _log_share(c.tp + c.fn, c.tn + c.fp)


def _called_positive(c: ConfusionMatrix) -> Any:
    return _log_share(c.tp + c.fp, c.tn + c.fn)


def _dependence(c: ConfusionMatrix, margins: Floats) -> Any:
    """(logarithms of two margins)/(logarithm of the share of hits) − 1; −1 without a hit."""
    hits = _log_share(c.tp, c.fp + c.fn + c.tn)
    return np.where(np.isneginf(hits) & np.isfinite(margins), -1.0, ratio(margins, hits) - 1)[()]


def _eds(c: ConfusionMatrix) -> Any:
    return _dependence(c, 2 * _positive(c))


def _eds_by_chance(c: ConfusionMatrix) -> Any:
    share, called_positive = _positive(c), _called_positive(c)
    return np.where(
        np.isneginf(called_positive), -1.0, ratio(share - called_positive, share + called_positive)
    )[()]


def _seds(c: ConfusionMatrix) -> Any:
    return _dependence(c, _positive(c) + _called_positive(c))


_ONLY_HITS = Case(
    Text(
        "every case is a hit (TP = n): both logarithms are 0",
        "全部为命中（TP = n）：两个对数都为 0",
    ),
    lambda c: (c.tp == c.total) & (c.total > 0),
)

EDS: Metric[ConfusionMatrix] = Metric(
    key="eds",
    names=Text("Extreme dependency score", "极端依赖评分"),
    aliases=("extreme dependency score",),
    question=Text(
        "How slowly do hits fade as events get rarer, whatever the false alarms?",
        "事件越来越稀有时，命中下降得有多慢（不论误报多少）？",
    ),
    formula=r"\frac{2\ln\frac{TP+FN}{n}}{\ln\frac{TP}{n}}-1",
    compute=_eds,
    range=(-1.0, 1.0),
    chance=chance_of(
        "(ln π − ln q)/(ln π + ln q) with prevalence π and share called positive q",
        "(ln π − ln q)/(ln π + ln q)，π 为患病率，q 为判正率",
        _eds_by_chance,
    ),
    undefined_when=(NO_POSITIVES, _ONLY_HITS),
    misleads_when=Text(
        "false alarms matter: it does not see them, and calling everything positive gives 1",
        "误报要紧时：它看不到误报，全部判为正即得 1",
    ),
    references=("Stephenson DB, Casati B, Ferro CAT, Wilson CA (2008) Meteorol Appl 15(1):41–50",),
)

SEDS: Metric[ConfusionMatrix] = Metric(
    key="seds",
    names=Text("Symmetric extreme dependency score", "对称极端依赖评分"),
    aliases=("symmetric extreme dependency score",),
    question=Text(
        "How slowly do hits fade as events get rarer, beyond what the two totals would give?",
        "事件越来越稀有时，超出由两个合计期望的部分，命中下降得有多慢？",
    ),
    formula=r"\frac{\ln\frac{(TP+FP)(TP+FN)}{n^2}}{\ln\frac{TP}{n}}-1",
    compute=_seds,
    range=(-1.0, 1.0),
    chance=AT_ZERO,
    undefined_when=(
        NO_ROWS,
        Case(
            Text(
                "there is no positive case, or nothing was called positive",
                "没有正例，或没有任何样本被判为正",
            ),
            lambda c: (c.tp + np.minimum(c.fp, c.fn) == 0) & (c.total > 0),
        ),
        _ONLY_HITS,
    ),
    misleads_when=Text(
        "prevalences differ: it depends on how rare events are, which edi and sedi do not",
        "患病率不同时：它随事件的稀有程度变化，而 edi 与 sedi 不随之变化",
    ),
    moves={"transposed": "seds"},
    references=("Hogan RJ, O'Connor EJ, Illingworth AJ (2009) Q J R Meteorol Soc 135:1494–1511",),
)
