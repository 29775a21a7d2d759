"""Kappa: agreement beyond what the class shares alone would give, plain or weighted."""

from __future__ import annotations

from typing import Any

import numpy as np

from veracity.arrays import Floats, ratio, sum_of_others
from veracity.errors import refuse
from veracity.metrics.counts.correlation import association
from veracity.metrics.record.cases import ALL_IN_ONE_CLASS, AT_ZERO, NO_ROWS
from veracity.metrics.record.cases import EXPECTED_AGREEMENT as BY_CHANCE
from veracity.metrics.record.metric import Case, Identity, Metric
from veracity.parameters import Parameter
from veracity.statistics import ConfusionMatrix
from veracity.words import Text

INF = float("inf")
COHEN = "Cohen J (1960) Educational and Psychological Measurement 20(1):37–46"
KAPPA_MISLEADS = Text(
    "compared across prevalences: with the same sensitivity and specificity it falls as one "
    "class gets rare (kappa paradox)",
    "在不同患病率之间比较时：灵敏度与特异度不变，某类越稀有它越低（kappa 悖论）",
)


def kappa(c: ConfusionMatrix, weights: Any = None) -> Floats:
    """Cohen's kappa; with a K×K matrix of disagreement weights, the weighted kappa."""
    if weights is None:
        expected = (c.truth * sum_of_others(c.predicted)).sum(-1)
        return np.clip(ratio(association(c), expected), -1.0, 1.0)
    cost = _disagreement(weights, c.classes)
    observed = c.over_cells(lambda i, j, w: cost[i, j] * w)
    return 1 - ratio(c.total * observed, _expected_cost(c, cost))


def _expected_cost(c: ConfusionMatrix, cost: Floats) -> Any:
    return ((c.truth @ cost) * c.predicted).sum(-1)


def kappa_linear(c: ConfusionMatrix) -> Any:
    """Weighted by |i − j|; E|i − j| by the two distribution functions, without a K×K matrix."""
    (below_truth, above_truth), (below_predicted, above_predicted) = map(
        _both_sides, (c.truth, c.predicted)
    )
    expected = (below_truth * above_predicted + below_predicted * above_truth).sum(-1)
    observed = c.over_cells(lambda i, j, w: np.abs(i - j) * w)
    return _one_minus(c, ratio(c.total * observed, expected))


def _both_sides(margin: Floats) -> tuple[Floats, Floats]:
    """Weight up to each class but the last, and weight above it, added up from the other end."""
    return np.cumsum(margin[..., :-1], -1), np.cumsum(margin[..., :0:-1], -1)[..., ::-1]


def kappa_quadratic(c: ConfusionMatrix) -> Any:
    """Weighted by (i − j)²; E(i − j)² = both variances and the squared difference of the means."""
    (first, truth, spread_truth), (second, predicted, spread_predicted) = (
        _mean_and_variance(margin, c.total) for margin in (c.truth, c.predicted)
    )
    expected = spread_truth + spread_predicted + (first - second + (truth - predicted)) ** 2
    observed = ratio(c.over_cells(lambda i, j, w: (i - j) ** 2 * w), c.total)
    return _one_minus(c, ratio(observed, expected))


def _mean_and_variance(margin: Floats, total: Floats) -> tuple[Any, Floats, Floats]:
    """The most common class, the mean counted from it, and the variance about that mean.

    Moments about a fixed class would cancel where all others are rare.
    """
    commonest = margin.argmax(-1)
    index = np.arange(margin.shape[-1]) - commonest[..., None]
    mean = ratio((margin * index).sum(-1), total)
    return commonest, mean, ratio((margin * (index - mean[..., None]) ** 2).sum(-1), total)


def _one_minus(c: ConfusionMatrix, disagreement: Floats) -> Any:
    """1 − observed/expected; weights that are no whole numbers leave 0/0 only nearly 0."""
    kept = np.where(ALL_IN_ONE_CLASS.holds(c), np.nan, disagreement)
    return np.clip(1 - kept, -1.0, 1.0)[()]


def _disagreement(weights: Any, classes: int) -> Floats:
    cost = np.asarray(weights, dtype=np.float64)
    if cost.shape != (classes, classes) or not np.isfinite(cost).all() or (cost < 0).any():
        raise refuse("kappa_weights_shape", shape=cost.shape, classes=classes)
    if np.diagonal(cost).any():
        raise refuse("kappa_weights_diagonal")
    return cost


def _by_weights(weights: Any = None) -> dict[str, Any]:
    """Weights of one's own have no lower end in general, and are undefined in more cases."""
    if weights is None:
        return {"range": (-1.0, 1.0), "undefined_when": (NO_ROWS, ALL_IN_ONE_CLASS)}
    nothing = Case(
        Text(
            "the class shares alone would give no disagreement that has a weight",
            "仅由类别比例不会产生任何有权重的不一致",
        ),
        lambda c: (_expected_cost(c, np.asarray(weights, dtype=np.float64)) == 0) & (c.total > 0),
    )
    return {"range": (-INF, 1.0), "undefined_when": (NO_ROWS, nothing)}


EXPECTED_AGREEMENT: Metric[ConfusionMatrix] = Metric(
    key="expected_agreement",
    names=Text("Expected agreement", "期望一致率"),
    aliases=(
        "racc",
        "random accuracy",
        "p_e",
        "pe",
        "chance agreement",
        "Cohen's p_e",
        "expected accuracy",
        "期望的偶然一致性",
    ),
    question=Text(
        "How often would truth and predictions agree if they were independent (the p_e of kappa)?",
        "若真实与预测互不相干，两者一致的比例会是多少（Kappa 中的 p_e）？",
    ),
    formula=r"\sum_k \frac{x_{k+}x_{+k}}{n^2}",
    compute=BY_CHANCE.value,
    classes="any",
    better="neither",
    chance=BY_CHANCE,
    undefined_when=(NO_ROWS,),
    misleads_when=Text(
        "read as a property of the classifier: it says how common the classes are and how often "
        "each is called",
        "当作分类器的性能来读时：它只反映各类有多常见、被判出多少次",
    ),
    moves={"transposed": "expected_agreement", "classes_swapped": "expected_agreement"},
    identities=(
        Identity(
            "π q + (1 - π)(1 - q)",
            lambda of: (
                of("prevalence") * of("predicted_positive_rate")
                + (1 - of("prevalence")) * (1 - of("predicted_positive_rate"))
            ),
        ),
    ),
    references=(COHEN,),
)

RANGE_OF_KAPPA = Text(
    KAPPA_MISLEADS.en + "; and −1 is reached by two classes of equal size only (three classes: "
    "−1/2; nine to one: −9/41)",
    KAPPA_MISLEADS.zh + "；且只有两类各占一半时才能达到 −1（三类最低为 −1/2，九比一时为 −9/41）",
)

_KAPPA: dict[str, Any] = {
    "classes": "any",
    "range": (-1.0, 1.0),
    "better": "higher",
    "chance": AT_ZERO,
    "undefined_when": (NO_ROWS, ALL_IN_ONE_CLASS),
    "misleads_when": KAPPA_MISLEADS,
}

KAPPA: Metric[ConfusionMatrix] = Metric(
    key="kappa",
    names=Text("Cohen's kappa", "科恩 Kappa 系数"),
    aliases=(
        "kap",
        "κ",
        "cohen kappa",
        "cohens kappa",
        "heidke skill",
        "heidke skill score",
        "hss",
        "Kappa系数",
        "科恩的Kappa系数",
        "科恩 kappa",
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
    restate=_by_weights,
    references=(COHEN, "Heidke P (1926) Geografiska Annaler 8:301–349"),
    **(_KAPPA | {"misleads_when": RANGE_OF_KAPPA}),
)

KAPPA_LINEAR: Metric[ConfusionMatrix] = Metric(
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

KAPPA_QUADRATIC: Metric[ConfusionMatrix] = Metric(
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
