"""Matthews' correlation coefficient (MCC, phi): truth and prediction as numbers, correlated.

The numerator is a sum of TP·TN − FP·FN over one-versus-rest tables, which equals
n·Σx_kk − Σx_k+·x_+k without its cancellation: exact for 10 positives in 10^9 rows.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from veracity.arrays import Floats, ratio, root_of_product, sum_of_others
from veracity.metrics.record.cases import AT_ZERO, NO_ROWS, constant
from veracity.metrics.record.metric import Case, Identity, Limit, Metric
from veracity.statistics import ConfusionMatrix
from veracity.words import Text


def association(c: ConfusionMatrix) -> Any:
    """Σ_k (TP_k·TN_k − FP_k·FN_k) = n·Σx_kk − Σx_k+·x_+k."""
    if c.classes == 2:
        w = c.cells.array()
        return 2 * (w[..., 0, 0] * w[..., 1, 1] - w[..., 0, 1] * w[..., 1, 0])
    each = c.one_vs_rest().cells.array()
    return (each[..., 0, 0] * each[..., 1, 1] - each[..., 0, 1] * each[..., 1, 0]).sum(-1)


def mcc(c: ConfusionMatrix) -> Floats:
    """Pearson correlation over K classes (Gorodkin's R_K); 0/0 where a side is constant."""
    truth, predicted = (
        (margin * sum_of_others(margin)).sum(-1) for margin in (c.truth, c.predicted)
    )
    return np.clip(ratio(association(c), root_of_product(truth, predicted)), -1.0, 1.0)


def _one_side_constant(c: ConfusionMatrix) -> Any:
    return (constant(c.truth) != constant(c.predicted)) & (c.total > 0)


MCC: Metric[ConfusionMatrix] = Metric(
    key="mcc",
    names=Text("Matthews correlation coefficient", "马修斯相关系数"),
    aliases=("matthews_corrcoef", "phi coefficient", "r_k", "matthews correlation"),
    question=Text(
        "How strongly are predictions and truth correlated, over all classes?",
        "预测与真实标签在所有类别上的相关有多强？",
    ),
    formula=r"\frac{TP\,TN - FP\,FN}{\sqrt{(TP+FP)(TP+FN)(TN+FP)(TN+FN)}}",
    compute=mcc,
    classes="any",
    range=(-1.0, 1.0),
    chance=AT_ZERO,
    undefined_when=(
        NO_ROWS,
        Case(
            Text(
                "both truth and predictions are constant",
                "真实标签与预测都只有一个类别",
            ),
            lambda c: constant(c.truth) & constant(c.predicted) & (c.total > 0),
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
        "0.26 at 50%, 10%, 1% positives; and with K > 2 classes 0 does not mean independence",
        "在不同患病率之间比较时：灵敏度与特异度均为 0.9 时，正例占 50%、10%、1% 的值为 "
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
