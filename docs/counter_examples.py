"""For every metric an example that deceives: code that runs, what it prints, and why it deceives.

Each family says on which data it would deceive; the first that does deceive a metric is shown.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import veracity as vc
from veracity.metrics import Metric, find

Two = tuple[str, str]
COUNTS = "vc.ConfusionMatrix.from_counts"


@dataclass(frozen=True)
class Family:
    """Data, the figures shown of it ({key} is the metric), when it deceives, and what to say."""

    code: tuple[str, ...]
    shown: str
    deceives: Callable[[Metric, tuple[float, ...]], bool]
    words: Two


@dataclass(frozen=True)
class Example:
    """What a page shows."""

    code: tuple[str, ...]
    shown: str
    output: str
    words: Two


def praised(metric: Metric, value: float) -> bool:
    """Whether a value lies in the best tenth of the range, or at its infinite end."""
    low, high = metric.bounds
    if metric.better == "neither" or math.isnan(value):
        return False
    best, worst = (high, low) if metric.better == "higher" else (low, high)
    if math.isinf(value) or math.isinf(best):
        return value == best
    return abs(value - best) <= (0.1 * abs(best - worst) if math.isfinite(worst) else 0.05)


def _first(metric: Metric, values: tuple[float, ...]) -> bool:
    return praised(metric, values[0])


def _same(_: Metric, values: tuple[float, ...]) -> bool:
    return math.isfinite(values[0]) and math.isclose(values[0], values[1], abs_tol=1e-9)


def _both_praised(metric: Metric, values: tuple[float, ...]) -> bool:
    return metric.better != "neither" and _same(metric, values) and praised(metric, values[0])


def _other(_: Metric, values: tuple[float, ...]) -> bool:
    return all(map(math.isfinite, values)) and not math.isclose(*values, rel_tol=0.02)


def _any(_: Metric, values: tuple[float, ...]) -> bool:
    return not math.isnan(values[0])


MATRIX = (
    Family(
        (
            f"right = {COUNTS}(tp=50, fp=0, fn=0, tn=50)",
            f"wrong = {COUNTS}(tp=0, fp=50, fn=50, tn=0)",
        ),
        'round(right.metric("{key}"), 4), round(wrong.metric("{key}"), 4)',
        _both_praised,
        (
            "Every call right, every call wrong: the same value. It measures association, not "
            "agreement.",
            "全部判对与全部判错，值相同：它度量的是关联，不是一致。",
        ),
    ),
    Family(
        (f"silent = {COUNTS}(tp=0, fp=0, fn=5, tn=995)",),
        'round(silent.metric("{key}"), 4), silent.metric("recall")',
        _first,
        (
            "A detector that never speaks, where 5 of 1000 are positive. The second number is its "
            "recall: it finds nothing.",
            "1000 例中 5 例为正，检测器从不报警。第二个数是召回率：一个也没找到。",
        ),
    ),
    Family(
        (f"one = {COUNTS}(tp=1, fp=0, fn=99, tn=900)",),
        'round(one.metric("{key}"), 4), one.metric("recall")',
        _first,
        (
            "One call, and it is right; 99 of 100 positives are missed, as the recall beside it "
            "says.",
            "只判了一个正例，恰好判对；100 个正例漏掉 99 个，旁边的召回率说明了这一点。",
        ),
    ),
    Family(
        (f"always = {COUNTS}(tp=10, fp=990, fn=0, tn=0)",),
        'round(always.metric("{key}"), 4), always.metric("precision")',
        _first,
        (
            "Everybody is called positive, one in a hundred is. The second number: precision.",
            "人人判为正，而百人中只有一个为正。第二个数是查准率。",
        ),
    ),
    Family(
        (f"always = {COUNTS}(tp=900, fp=100, fn=0, tn=0)",),
        'round(always.metric("{key}"), 4), always.metric("specificity")',
        _first,
        (
            "The positive class is common (90 %) and everything is called positive. The second "
            "number is the specificity.",
            "正类很常见（90%），全部判为正。第二个数是特异度。",
        ),
    ),
    Family(
        (
            f"right = {COUNTS}(tp=50, fp=0, fn=0, tn=950)",
            f"wrong = {COUNTS}(tp=0, fp=50, fn=50, tn=900)",
        ),
        'round(right.metric("{key}"), 4), round(wrong.metric("{key}"), 4)',
        _same,
        (
            "Every positive found, and every positive missed with as many calls: the same value. "
            "It describes the margins, not how good the calls are.",
            "正例全部找到，与判了同样多却一个也没对，值相同：它描述的是边际，不是判得好不好。",
        ),
    ),
    Family(
        (
            f"half = {COUNTS}(tp=4500, fp=500, fn=500, tn=4500)",
            f"rare = {COUNTS}(tp=90, fp=990, fn=10, tn=8910)",
        ),
        'round(half.metric("{key}"), 4), round(rare.metric("{key}"), 4)',
        _other,
        (
            "The same classifier (recall and specificity 0.9) where one half and where one in a "
            "hundred is positive.",
            "同一分类器（召回率与特异度都是 0.9），正例占一半与占百分之一时。",
        ),
    ),
    Family(
        (
            f"alarms = {COUNTS}(tp=90, fp=200, fn=10, tn=800)",
            f"misses = {COUNTS}(tp=80, fp=100, fn=20, tn=900)",
        ),
        'round(alarms.metric("{key}"), 4), round(misses.metric("{key}"), 4)',
        _same,
        (
            "Twice the false alarms, or twice the misses: the same value. Which is worse is a "
            "matter of costs.",
            "误报多一倍，或漏报多一倍，值相同。哪个更糟取决于代价。",
        ),
    ),
    Family(
        (
            f"useless = {COUNTS}(tp=50, fp=50, fn=50, tn=50)",
            f"useful = {COUNTS}(tp=90, fp=10, fn=10, tn=90)",
        ),
        'round(useless.metric("{key}"), 4), round(useful.metric("{key}"), 4)',
        _same,
        (
            "Coin tosses and a good classifier: the same value. It says where the threshold lies, "
            "not how good the calls are.",
            "抛硬币与好的分类器，值相同：它说的是阈值在哪里，不是判得好不好。",
        ),
    ),
    Family(
        (f"tiny = {COUNTS}(tp=2, fp=0, fn=0, tn=2).evaluate()",),
        'round(tiny["{key}"].value, 4), round(tiny["recall"].low, 4)',
        _any,
        (
            "Four cases, all right. The second number is the lower end of the interval of recall: "
            "four cases prove little.",
            "四个样本全部判对。第二个数是召回率区间的下端：四个样本说明不了什么。",
        ),
    ),
    Family(
        (f"few = {COUNTS}(tp=4, fp=1, fn=1, tn=4).evaluate()",),
        'round(few["{key}"].value, 4), round(few["recall"].low, 4)',
        _any,
        (
            "Ten cases, two wrong. The second number is the lower end of the interval of recall: "
            "ten cases prove little.",
            "十个样本，错两个。第二个数是召回率区间的下端：十个样本说明不了什么。",
        ),
    ),
)
RANKED = (
    "y = [0, 0, 0, 1, 0, 1, 0, 1, 1, 1] * 20",
    "p = [i / 1000 for i in (50, 150, 250, 350, 450, 550, 650, 750, 850, 950)] * 20",
)
SCORES = (
    Family(
        (*RANKED, "w = [1 if one else 20 for one in y]"),
        'round(vc.measure("{key}", y, y_score=p).value, 4), '
        'round(vc.measure("{key}", y, y_score=p, sample_weight=w).value, 4)',
        _other,
        (
            "The same ranking where one half and where one in 21 is positive.",
            "同一排序，正例占一半与占二十一分之一时。",
        ),
    ),
    Family(
        (*RANKED, "small = [one / 1000 for one in p]"),
        'round(vc.measure("{key}", y, y_score=p).value, 4), '
        'round(vc.measure("{key}", y, y_score=small).value, 4)',
        _same,
        (
            "Probabilities a thousand times too small have the same value: a ranking says nothing "
            "of calibration.",
            "小一千倍的概率值相同：排序与校准无关。",
        ),
    ),
)
THREE = (
    "y = [0, 1, 2, 0, 1, 2] * 20",
    "p = [[.8, .1, .1], [.2, .7, .1], [.1, .2, .7], [.3, .4, .3], [.1, .8, .1], [.5, .1, .4]] * 20",
    "flat = [[(q + 9 / 3) / 10 for q in row] for row in p]",
)
COLUMNS = (
    Family(
        THREE,
        'round(vc.measure("{key}", y, y_proba=p).value, 4), '
        'round(vc.measure("{key}", y, y_proba=flat).value, 4)',
        _same,
        (
            "Probabilities pressed towards one third have the same value: order is all it sees.",
            "把概率压向三分之一，值相同：它只看次序。",
        ),
    ),
)
PROBABLE = (
    Family(
        ("y = [1] * 5 + [0] * 995", "p = [0.005] * 1000"),
        'round(vc.measure("{key}", y, y_proba=p).value, 4), '
        'vc.measure("auroc", y, y_proba=p).value',
        _first,
        (
            "The same probability for everybody, where 5 of 1000 are positive: it looks excellent "
            "and tells nobody apart, as the ROC area beside it says.",
            "1000 例中 5 例为正，人人报同一概率：看似极好，却谁也分不开，如旁边的 ROC 面积所示。",
        ),
    ),
    Family(
        (
            "import math",
            *RANKED,
            "q = [1 / (1 + math.exp(-2 - math.log(one / (1 - one)))) for one in p]",
        ),
        'round(vc.measure("{key}", y, y_proba=p).value, 4), '
        'round(vc.measure("{key}", y, y_proba=q).value, 4)',
        _same,
        (
            "All log odds too high by 2: the same value, and every probability is wrong.",
            "对数几率全部偏高 2：值相同，而每个概率都不对。",
        ),
    ),
    Family(
        (*RANKED, "w = [1 if one else 20 for one in y]"),
        'round(vc.measure("{key}", y, y_proba=p).value, 4), '
        'round(vc.measure("{key}", y, y_proba=p, sample_weight=w).value, 4)',
        _other,
        (
            "The same probabilities in each class, where one half and one in 21 is positive.",
            "各类的概率分布不变，正例占一半与占二十一分之一时。",
        ),
    ),
    Family(
        ("y = [0, 1] * 2", "p = [0.2, 0.9, 0.1, 0.7]"),
        'round(vc.measure("{key}", y, y_proba=p).value, 4), '
        'round(vc.measure("auroc", y, y_proba=p).low, 4)',
        _any,
        (
            "Four cases. The second number is the lower end of the interval of the ROC area: four "
            "cases prove little.",
            "四个样本。第二个数是 ROC 面积区间的下端：四个样本说明不了什么。",
        ),
    ),
)
FAMILIES = {
    "ConfusionMatrix": MATRIX,
    "ScoreTable": SCORES,
    "ScoreColumns": COLUMNS,
    "TopRanks": COLUMNS,
    "TopLabel": (*COLUMNS, *PROBABLE),
    "ProbabilityTable": PROBABLE,
}


@cache
def counter_example(key: str) -> Example | None:
    """The first example that deceives; what it prints is computed here."""
    metric = find(key)
    for family in FAMILIES[metric.reads.__name__]:
        room: dict[str, Any] = {"vc": vc}
        exec("\n".join(family.code), room)
        shown = family.shown.replace("{key}", metric.key)
        values = tuple(map(float, eval(shown, room)))
        if family.deceives(metric, values):
            return Example(family.code, shown, repr(values), family.words)
    return None
