"""Agreement of truth and prediction as of two coders, beyond several ideas of chance."""

from __future__ import annotations

from typing import Any

import numpy as np

from veracity.arrays import Floats, ratio, sum_of_others
from veracity.metrics.counts.correlation import association
from veracity.metrics.counts.kappa import KAPPA_MISLEADS
from veracity.metrics.counts.overall import share_right, wrong
from veracity.metrics.record.cases import (
    ALL_IN_ONE_CLASS,
    EXPECTED_AGREEMENT,
    NO_ROWS,
    ONE_LABEL,
    chance_of,
    expected_disagreement,
)
from veracity.metrics.record.metric import Case, Identity, Metric
from veracity.statistics import ConfusionMatrix
from veracity.words import Text

GWET = "Gwet KL (2008) Br J Math Stat Psychol 61(1):29–48"


def _pooled(c: ConfusionMatrix) -> tuple[Floats, Floats]:
    """Mean margins m_k and Σ m_k (n − m_k)."""
    mean = (c.truth + c.predicted) / 2
    return mean, (mean * sum_of_others(mean)).sum(-1)


def scott_pi(c: ConfusionMatrix) -> Floats:
    """(p_o − Σπ_k²)/(1 − Σπ_k²), its numerator free of cancellation."""
    _, spread = _pooled(c)
    gap = ((c.truth - c.predicted) ** 2).sum(-1) / 4
    return np.clip(ratio(association(c) - gap, spread), -1.0, 1.0)


def krippendorff_alpha(c: ConfusionMatrix) -> Floats:
    """Nominal alpha of two coders (truth, prediction); with weights, n is the effective one."""
    return _alpha(c, ratio(wrong(c), c.total))


def _alpha(c: ConfusionMatrix, observed: Floats) -> Floats:
    """1 − D_o/D_e; a part of a row is taken as a row, where 2n − 1 would not be positive."""
    _, spread = _pooled(c)
    twice = 2 * np.maximum(c.effective_total, 1)
    return 1 - ratio(observed, ratio(spread, c.total**2) * ratio(twice, twice - 1))


def gwet_ac1(c: ConfusionMatrix) -> Floats:
    """(p_o − p_e)/(1 − p_e) with p_e = Σπ_k(1 − π_k)/(K − 1)."""
    return _ac1(c, share_right(c))


def _ac1(c: ConfusionMatrix, agreement: Floats) -> Floats:
    _, spread = _pooled(c)
    expected = ratio(spread, c.total**2 * np.float64(c.classes - 1))
    return ratio(agreement - expected, 1 - expected)


def bennett_s(c: ConfusionMatrix) -> Floats:
    """(p_o − 1/K)/(1 − 1/K)."""
    return _above_uniform(c, share_right(c))


def _above_uniform(c: ConfusionMatrix, agreement: Floats) -> Floats:
    return ratio(c.classes * agreement - 1, np.float64(c.classes - 1))


def _pi_by_chance(c: ConfusionMatrix) -> Any:
    _, spread = _pooled(c)
    return -ratio(((c.truth - c.predicted) ** 2).sum(-1) / 4, spread)


SCOTT_PI: Metric[ConfusionMatrix] = Metric(
    key="scott_pi",
    names=Text("Scott's pi", "Scott π 系数"),
    aliases=(
        "kappa unbiased",
        "unbiased kappa",
        "scott's π",
    ),
    question=Text(
        "How much better than agreement expected from the pooled class shares is the agreement?",
        "一致程度比由合并类别比例期望的一致高出多少？",
    ),
    formula=r"\frac{p_o-p_e}{1-p_e},\quad p_e=\sum_k\Bigl(\frac{x_{k+}+x_{+k}}{2n}\Bigr)^2",
    compute=scott_pi,
    classes="any",
    range=(-1.0, 1.0),
    chance=chance_of(
        "0 or a little less: below 0 where truth and calls have different class shares",
        "0 或略小：真实与判定的类别比例不同时低于 0",
        _pi_by_chance,
    ),
    undefined_when=(NO_ROWS, ALL_IN_ONE_CLASS),
    misleads_when=KAPPA_MISLEADS,
    moves={"transposed": "scott_pi", "classes_swapped": "scott_pi"},
    references=("Scott WA (1955) Public Opinion Quarterly 19(3):321–325",),
)

KRIPPENDORFF_ALPHA: Metric[ConfusionMatrix] = Metric(
    key="krippendorff_alpha",
    names=Text("Krippendorff's alpha (nominal)", "Krippendorff α（名义）"),
    aliases=("krippendorff's α",),
    question=Text(
        "How reliable is the agreement of truth and prediction, taken as two coders?",
        "把真实标签与预测视为两位编码者，其一致性有多可靠？",
    ),
    formula=r"1-\frac{D_o}{D_e}=1-(2n-1)\frac{\sum_{c\ne k} o_{ck}}{\sum_{c\ne k} n_c n_k}",
    compute=krippendorff_alpha,
    classes="any",
    range=(-1.0, 1.0),
    chance=chance_of("near 0", "接近 0", lambda c: _alpha(c, expected_disagreement(c))),
    undefined_when=(NO_ROWS, ALL_IN_ONE_CLASS),
    scale_free=False,
    misleads_when=KAPPA_MISLEADS,
    moves={"transposed": "krippendorff_alpha", "classes_swapped": "krippendorff_alpha"},
    references=("Krippendorff K (2011) Computing Krippendorff's Alpha-Reliability",),
)

GWET_AC1: Metric[ConfusionMatrix] = Metric(
    key="gwet_ac1",
    names=Text("Gwet's AC1", "Gwet AC1"),
    aliases=("ac1", "gwet"),
    question=Text(
        "How high is agreement, corrected so that a common class does not depress it?",
        "在校正后（常见类不会压低结果）一致程度有多高？",
    ),
    formula=r"\frac{p_o-p_e}{1-p_e},\quad p_e=\frac{1}{K-1}\sum_k\pi_k(1-\pi_k)",
    compute=gwet_ac1,
    classes="any",
    range=(-1.0, 1.0),
    chance=chance_of(
        "depends on the class shares: above 0 where one class is common",
        "取决于类别比例：某类常见时高于 0",
        lambda c: _ac1(c, EXPECTED_AGREEMENT.value(c)),
    ),
    undefined_when=(NO_ROWS, ONE_LABEL),
    misleads_when=Text(
        "a trivial classifier is judged by it: always answering a common class scores high",
        "用它评判平凡分类器时：始终预测常见类也能得高分",
    ),
    moves={"transposed": "gwet_ac1", "classes_swapped": "gwet_ac1"},
    references=(GWET,),
)

BENNETT_S: Metric[ConfusionMatrix] = Metric(
    key="bennett_s",
    names=Text("Bennett's S", "Bennett S 系数"),
    aliases=("pabak", "kappa no prevalence", "brennan–prediger", "brennan-prediger kappa"),
    question=Text(
        "How much better than guessing uniformly among K classes is the agreement?",
        "一致程度比在 K 类中均匀乱猜高出多少？",
    ),
    formula=r"\frac{p_o-1/K}{1-1/K}",
    compute=bennett_s,
    classes="any",
    range=(-1.0, 1.0),
    chance=chance_of(
        "(K p_e − 1)/(K − 1) with the agreement p_e expected from the class shares",
        "(K p_e − 1)/(K − 1)，p_e 为由类别比例期望的一致率",
        lambda c: _above_uniform(c, EXPECTED_AGREEMENT.value(c)),
    ),
    undefined_when=(NO_ROWS, ONE_LABEL),
    misleads_when=Text(
        "one class is common: it is accuracy on another scale and shares its paradox; labels "
        "that never occur raise it",
        "某类占多数时：它只是换了刻度的总体准确率，同样有准确率悖论；从未出现的标签会抬高它",
    ),
    moves={"transposed": "bennett_s", "classes_swapped": "bennett_s"},
    identities=(Identity("2 accuracy - 1 (two classes)", lambda of: 2 * of("accuracy") - 1),),
    references=(
        "Bennett EM, Alpert R, Goldstein AC (1954) Public Opinion Quarterly 18(3):303–308",
    ),
)


_NOTHING_IN_COMMON = Case(
    Text(
        "no class is both in the truth and among the calls",
        "没有任何类别同时出现在真实标签与判定中",
    ),
    lambda c: (c.truth * c.predicted).sum(-1) == 0,
)

BANGDIWALA_B: Metric[ConfusionMatrix] = Metric(
    key="bangdiwala_b",
    names=Text("Bangdiwala's B", "Bangdiwala B 系数"),
    aliases=("bangdiwala's b", "bangdiwala b"),
    question=Text(
        "In the agreement chart: what share of the marginal rectangles is dark, i.e. in agreement?",
        "在一致性图中：由合计构成的矩形里，表示一致的黑色面积占多少？",
    ),
    formula=r"\frac{\sum_k x_{kk}^2}{\sum_k x_{k+}x_{+k}}",
    compute=lambda c: ratio((c.hits**2).sum(-1), (c.truth * c.predicted).sum(-1)),
    classes="any",
    chance=chance_of(
        "Σ x_k+² x_+k² / (n² Σ x_k+ x_+k)",
        "Σ x_k+² x_+k² / (n² Σ x_k+ x_+k)",
        lambda c: ratio(
            ((c.truth * c.predicted) ** 2).sum(-1), c.total**2 * (c.truth * c.predicted).sum(-1)
        ),
    ),
    undefined_when=(_NOTHING_IN_COMMON,),
    misleads_when=Text(
        "read as a kappa: chance is not 0, and a common class counts by the square of its size",
        "当作 Kappa 来读时：其随机水平不是 0，且大类按其大小的平方计入",
    ),
    moves={"transposed": "bangdiwala_b", "classes_swapped": "bangdiwala_b"},
    references=("Bangdiwala SI (1985) Proc. 45th Int Statistical Institute Meeting 1:307–308",),
)
