"""Agreement of truth and prediction beyond what the class shares alone would give.

Every numerator is a sum of TP·TN − FP·FN over one-versus-rest tables, which equals
n·Σx_kk − Σx_k+·x_+k without its cancellation: exact for 10 positives in 10^9 rows.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.errors import refuse
from veracity.metrics.cases import (
    ALL_IN_ONE_CLASS,
    AT_ZERO,
    NO_ROWS,
    ONE_LABEL,
    chance_of,
    constant,
)
from veracity.metrics.metric import Case, Identity, Limit, Metric
from veracity.metrics.parameters import Parameter
from veracity.words import Text

COHEN = "Cohen J (1960) Educational and Psychological Measurement 20(1):37–46"
GWET = "Gwet KL (2008) Br J Math Stat Psychol 61(1):29–48"
KAPPA_MISLEADS = Text(
    "compared across prevalences: with the same sensitivity and specificity it falls as one "
    "class gets rare (kappa paradox)",
    "在不同患病率之间比较时：灵敏度与特异度不变，某类越稀有它越低（kappa 悖论）",
)


def association(c: Any) -> Floats:
    """Σ_k (TP_k·TN_k − FP_k·FN_k) = n·Σx_kk − Σx_k+·x_+k."""
    if c.classes == 2:
        w = c.cells.array()
        return 2 * (w[..., 0, 0] * w[..., 1, 1] - w[..., 0, 1] * w[..., 1, 0])
    total = c.total[..., None]
    rest = total - c.truth - c.called + c.hits
    return (c.hits * rest - (c.called - c.hits) * (c.truth - c.hits)).sum(-1)


def _outside(margin: Any, total: Any) -> Floats:
    return np.asarray(total)[..., None] - margin


def mcc(c: Any) -> Floats:
    """Pearson correlation over K classes (Gorodkin's R_K); 0 where exactly one side is constant."""
    truth = (c.truth * _outside(c.truth, c.total)).sum(-1)
    called = (c.called * _outside(c.called, c.total)).sum(-1)
    value = ratio(association(c), np.sqrt(truth) * np.sqrt(called))
    return np.where(_one_side_constant(c), 0.0, np.clip(value, -1.0, 1.0))[()]


def _one_side_constant(c: Any) -> Any:
    return (constant(c.truth) != constant(c.called)) & (c.total > 0)


MCC = Metric(
    key="mcc",
    names=Text("Matthews correlation coefficient", "马修斯相关系数"),
    aliases=("matthews_corrcoef", "phi coefficient", "r_k", "matthews correlation"),
    question=Text(
        "How strongly do predictions and truth go together, over all classes?",
        "预测与真实标签在所有类别上的相关有多强？",
    ),
    formula=r"\frac{TP\,TN - FP\,FN}{\sqrt{(TP+FP)(TP+FN)(TN+FP)(TN+FN)}}",
    compute=mcc,
    classes="any",
    range=(-1.0, 1.0),
    better="higher",
    chance=AT_ZERO,
    moves_with_prevalence=True,
    undefined_when=(
        NO_ROWS,
        Case(
            Text(
                "both truth and predictions are constant",
                "真实标签与预测都只有一个类别",
            ),
            lambda c: constant(c.truth) & constant(c.called) & (c.total > 0),
        ),
    ),
    limit=Limit(
        Case(
            Text(
                "0 by its limit: exactly one of truth and predictions is constant, so the "
                "formula is 0/0 and no association can be seen",
                "按极限取 0：真实标签与预测恰有一方只有一个类别，公式为 0/0，看不出任何关联",
            ),
            _one_side_constant,
        ),
        0.0,
    ),
    misleads_when=Text(
        "compared across prevalences: with sensitivity and specificity 0.9 it is 0.80, 0.62, "
        "0.26 at 50 %, 10 %, 1 % positives; and with K > 2 classes 0 does not mean independence",
        "在不同患病率之间比较时：灵敏度与特异度均为 0.9 时，正样本占 50%、10%、1% 的值为 "
        "0.80、0.62、0.26；多于两类时，0 不代表独立",
    ),
    moves={"transposed": "mcc", "classes_swapped": "mcc"},
    identities=(
        Identity(
            "sign · sqrt(informedness · markedness)",
            lambda of: (
                np.sign(of("informedness")) * np.sqrt(np.abs(of("informedness") * of("markedness")))
            ),
        ),
    ),
    references=(
        "Matthews BW (1975) Biochim Biophys Acta 405(2):442–451",
        "Gorodkin J (2004) Computational Biology and Chemistry 28(5–6):367–374",
    ),
)


def kappa(c: Any, weights: Any = None) -> Floats:
    """Cohen's kappa; with a K×K matrix of disagreement weights, the weighted kappa."""
    if weights is None:
        return ratio(association(c), (c.truth * _outside(c.called, c.total)).sum(-1))
    cost = _disagreement(weights, c.classes)
    observed = c.over_cells(lambda i, j, w: cost[i, j] * w)
    expected = ((c.truth @ cost) * c.called).sum(-1)
    return 1 - ratio(c.total * observed, expected)


def kappa_linear(c: Any) -> Floats:
    """Weighted by |i − j|; E|i − j| by the two distribution functions, without a K×K matrix."""
    below_truth, below_called = np.cumsum(c.truth, -1), np.cumsum(c.called, -1)
    total = np.asarray(c.total)[..., None]
    expected = (below_truth * (total - below_called) + below_called * (total - below_truth)).sum(-1)
    return 1 - ratio(c.total * c.over_cells(lambda i, j, w: np.abs(i - j) * w), expected)


def kappa_quadratic(c: Any) -> Floats:
    """Weighted by (i − j)²; E(i − j)² by first and second moments about the middle class."""
    place = np.arange(c.classes) - (c.classes - 1) / 2
    expected = (
        (c.truth * place**2).sum(-1) * c.total
        + (c.called * place**2).sum(-1) * c.total
        - 2 * (c.truth * place).sum(-1) * (c.called * place).sum(-1)
    )
    return 1 - ratio(c.total * c.over_cells(lambda i, j, w: (i - j) ** 2 * w), expected)


def _disagreement(weights: Any, classes: int) -> Floats:
    cost = np.asarray(weights, dtype=np.float64)
    if cost.shape != (classes, classes) or not np.isfinite(cost).all() or (cost < 0).any():
        raise refuse("kappa_weights_shape", shape=cost.shape, classes=classes)
    if np.diagonal(cost).any():
        raise refuse("kappa_weights_diagonal")
    return cost


_KAPPA: dict[str, Any] = dict(
    classes="any",
    range=(-1.0, 1.0),
    better="higher",
    chance=AT_ZERO,
    moves_with_prevalence=True,
    undefined_when=(NO_ROWS, ALL_IN_ONE_CLASS),
    misleads_when=KAPPA_MISLEADS,
)

KAPPA = Metric(
    key="kappa",
    names=Text("Cohen's kappa", "科恩 Kappa 系数"),
    aliases=(
        "cohen kappa",
        "cohens kappa",
        "heidke skill",
        "heidke skill score",
        "hss",
        "Kappa系数",
        "科恩的Kappa系数",
        "一致性检验",
    ),
    question=Text(
        "How much better than agreement expected from the class shares is the agreement?",
        "一致程度比仅由类别比例期望的一致高出多少？",
    ),
    formula=r"\frac{p_o - p_e}{1 - p_e},\quad p_e=\sum_k \frac{x_{k+}x_{+k}}{n^2}",
    compute=kappa,
    moves={"transposed": "kappa", "classes_swapped": "kappa"},
    parameters=(
        Parameter(
            "weights",
            None,
            Text(
                "K×K disagreement weights, 0 on the diagonal (Python only)",
                "K×K 的不一致权重矩阵，对角线为 0（仅限 Python）",
            ),
        ),
    ),
    references=(COHEN, "Heidke P (1926) Geografiska Annaler 8:301–349"),
    **_KAPPA,
)

KAPPA_LINEAR = Metric(
    key="kappa_linear",
    names=Text("Kappa with linear weights", "线性加权 Kappa"),
    aliases=("linear weighted kappa", "linearly weighted kappa"),
    question=Text(
        "For ordered classes: how much better than chance, if an error of two steps counts twice?",
        "对有序类别：若错两级按两倍计，一致程度比偶然高多少？",
    ),
    formula=r"1-\frac{\sum |i-j|\,x_{ij}}{\sum |i-j|\,x_{i+}x_{+j}/n}",
    compute=kappa_linear,
    moves={"transposed": "kappa_linear", "classes_swapped": "kappa_linear"},
    identities=(Identity("kappa (two classes)", lambda of: of("kappa")),),
    references=("Cicchetti DV, Allison T (1971) Am J EEG Technol 11(3):101–110",),
    **_KAPPA,
)

KAPPA_QUADRATIC = Metric(
    key="kappa_quadratic",
    names=Text("Kappa with quadratic weights", "二次加权 Kappa"),
    aliases=("quadratic weighted kappa", "quadratically weighted kappa", "qwk"),
    question=Text(
        "For ordered classes: how much better than chance, if an error of two steps counts "
        "four times?",
        "对有序类别：若错两级按四倍计，一致程度比偶然高多少？",
    ),
    formula=r"1-\frac{\sum (i-j)^2 x_{ij}}{\sum (i-j)^2 x_{i+}x_{+j}/n}",
    compute=kappa_quadratic,
    moves={"transposed": "kappa_quadratic", "classes_swapped": "kappa_quadratic"},
    identities=(Identity("kappa (two classes)", lambda of: of("kappa")),),
    references=("Cohen J (1968) Psychological Bulletin 70(4):213–220",),
    **_KAPPA,
)


def _pooled(c: Any) -> tuple[Floats, Floats]:
    """Mean margins m_k and Σ m_k (n − m_k)."""
    mean = (c.truth + c.called) / 2
    return mean, (mean * _outside(mean, c.total)).sum(-1)


def scott_pi(c: Any) -> Floats:
    """(p_o − Σπ_k²)/(1 − Σπ_k²), its numerator free of cancellation."""
    _, spread = _pooled(c)
    gap = ((c.truth - c.called) ** 2).sum(-1) / 4
    return ratio(association(c) - gap, spread)


def krippendorff_alpha(c: Any) -> Floats:
    """Nominal alpha of two coders (truth, prediction); with weights, n is the effective one."""
    _, spread = _pooled(c)
    twice = 2 * c.effective_total
    observed = ratio(c.total - c.right, c.total)
    expected = ratio(spread, c.total**2) * ratio(twice, twice - 1)
    return 1 - ratio(observed, expected)


def gwet_ac1(c: Any) -> Floats:
    """(p_o − p_e)/(1 − p_e) with p_e = Σπ_k(1 − π_k)/(K − 1)."""
    _, spread = _pooled(c)
    expected = ratio(spread, c.total**2 * np.float64(c.classes - 1))
    return ratio(ratio(c.right, c.total) - expected, 1 - expected)


def bennett_s(c: Any) -> Floats:
    """(p_o − 1/K)/(1 − 1/K)."""
    return ratio(c.classes * ratio(c.right, c.total) - 1, np.float64(c.classes - 1))


def _pi_by_chance(c: Any) -> Any:
    return scott_pi(c.by_chance())


SCOTT_PI = Metric(
    key="scott_pi",
    names=Text("Scott's pi", "Scott π 系数"),
    aliases=("scott's π",),
    question=Text(
        "How much better than agreement expected from the pooled class shares is the agreement?",
        "一致程度比由合并类别比例期望的一致高出多少？",
    ),
    formula=r"\frac{p_o-p_e}{1-p_e},\quad p_e=\sum_k\Bigl(\frac{x_{k+}+x_{+k}}{2n}\Bigr)^2",
    compute=scott_pi,
    classes="any",
    range=(-1.0, 1.0),
    better="higher",
    chance=chance_of(
        "0 or a little less: below 0 where truth and calls have different class shares",
        "0 或略小：真实与判定的类别比例不同时低于 0",
        _pi_by_chance,
    ),
    moves_with_prevalence=True,
    undefined_when=(NO_ROWS, ALL_IN_ONE_CLASS),
    misleads_when=KAPPA_MISLEADS,
    moves={"transposed": "scott_pi", "classes_swapped": "scott_pi"},
    references=("Scott WA (1955) Public Opinion Quarterly 19(3):321–325",),
)

KRIPPENDORFF_ALPHA = Metric(
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
    better="higher",
    chance=chance_of("near 0", "接近 0", lambda c: krippendorff_alpha(c.by_chance())),
    moves_with_prevalence=True,
    undefined_when=(NO_ROWS, ALL_IN_ONE_CLASS),
    misleads_when=KAPPA_MISLEADS,
    moves={"transposed": "krippendorff_alpha", "classes_swapped": "krippendorff_alpha"},
    references=("Krippendorff K (2011) Computing Krippendorff's Alpha-Reliability",),
)

GWET_AC1 = Metric(
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
    better="higher",
    chance=chance_of(
        "depends on the class shares: above 0 where one class is common",
        "取决于类别比例：某类常见时高于 0",
        lambda c: gwet_ac1(c.by_chance()),
    ),
    moves_with_prevalence=True,
    undefined_when=(NO_ROWS, ONE_LABEL),
    misleads_when=Text(
        "a trivial classifier is judged by it: always answering a common class scores high",
        "用它评判平凡分类器时：永远回答常见类也能得高分",
    ),
    moves={"transposed": "gwet_ac1", "classes_swapped": "gwet_ac1"},
    references=(GWET,),
)

BENNETT_S = Metric(
    key="bennett_s",
    names=Text("Bennett's S", "Bennett S 系数"),
    aliases=("brennan–prediger", "brennan-prediger kappa"),
    question=Text(
        "How much better than guessing uniformly among K classes is the agreement?",
        "一致程度比在 K 类中均匀乱猜高出多少？",
    ),
    formula=r"\frac{p_o-1/K}{1-1/K}",
    compute=bennett_s,
    classes="any",
    range=(-1.0, 1.0),
    better="higher",
    chance=chance_of(
        "(K p_e − 1)/(K − 1) with the agreement p_e expected from the class shares",
        "(K p_e − 1)/(K − 1)，p_e 为由类别比例期望的一致率",
        lambda c: bennett_s(c.by_chance()),
    ),
    moves_with_prevalence=True,
    undefined_when=(NO_ROWS, ONE_LABEL),
    misleads_when=Text(
        "one class is common: it is accuracy on another scale and shares its paradox; labels "
        "that never occur raise it",
        "某类占多数时：它只是换了刻度的准确率，同样有准确率悖论；从未出现的标签会抬高它",
    ),
    moves={"transposed": "bennett_s", "classes_swapped": "bennett_s"},
    identities=(Identity("2 accuracy - 1 (two classes)", lambda of: 2 * of("accuracy") - 1),),
    references=(
        "Bennett EM, Alpert R, Goldstein AC (1954) Public Opinion Quarterly 18(3):303–308",
    ),
)
