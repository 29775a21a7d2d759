"""Association of truth and prediction in the whole table, whichever classes go together."""

from __future__ import annotations

from typing import Any

import numpy as np

from veracity.arrays import Floats, Ints, ratio
from veracity.metrics.record.cases import AT_ZERO, constant
from veracity.metrics.record.interval_facts import NoInterval
from veracity.metrics.record.metric import Case, Metric
from veracity.parameters import Parameter
from veracity.statistics import ConfusionMatrix
from veracity.words import Text

INF = float("inf")
PEARSON = "Pearson K (1900) Philosophical Magazine 50(302):157–175"
CRAMER = "Cramér H (1946) Mathematical Methods of Statistics, Princeton, ch. 21"
GOODMAN = "Goodman LA, Kruskal WH (1954) J Am Stat Assoc 49(268):732–764"
BLIND = Text(
    "read as accuracy: it does not see which class was called which, so labels that are "
    "exchanged throughout score as high as perfect ones",
    "当作正确的比例来读时：它看不出哪一类被判成哪一类，标签全部互换与完全正确得分一样高",
)
NO_SPREAD = Case(
    Text(
        "truth or predictions have one class only: no association is possible",
        "真实标签或预测只有一个类别：无从谈起关联",
    ),
    lambda c: constant(c.truth) | constant(c.predicted),
)


def phi_squared(c: ConfusionMatrix) -> Any:
    """Σ (x − e)²/(e n) with e = x_i+ x_+j / n, each deviation without its cancellation."""
    total = np.asarray(c.total)[..., None]

    def of_cell(i: Ints, j: Ints, w: Floats) -> Any:
        truth, predicted = c.truth[..., i], c.predicted[..., j]
        beyond = w * (total - truth - predicted + w) - (truth - w) * (predicted - w)
        share = ratio(beyond, truth) * ratio(beyond, predicted) / total**2
        return np.where((truth * predicted > 0) & (c.lists_cells | (w > 0)), share, 0.0)

    found = c.over_cells(of_cell)
    if not c.lists_cells:  # empty cells are not all listed: each lacks its whole expectation
        listed = c.over_cells(
            lambda i, j, w: np.where(w > 0, c.truth[..., i] * c.predicted[..., j], 0.0) / total**2
        )
        found = found + np.maximum(1 - listed, 0.0)
    return np.where(NO_SPREAD.holds(c), np.nan, found)[()]


def _fewer(c: ConfusionMatrix) -> Any:
    """The smaller of the numbers of classes that occur in truth and in the predictions."""
    return np.minimum((c.truth > 0).sum(-1), (c.predicted > 0).sum(-1))


def cramers_v(c: ConfusionMatrix) -> Any:
    """√(φ²/(smaller number of classes − 1))."""
    return np.sqrt(np.minimum(ratio(phi_squared(c), _fewer(c) - 1), 1.0))


CHI_SQUARED: Metric[ConfusionMatrix] = Metric(
    key="chi_squared",
    names=Text("Pearson's chi-squared", "皮尔逊卡方统计量"),
    aliases=(
        "chi squared",
        "chi-square",
        "chi-square test",
        "chi-squared test",
        "χ²",
        "卡方",
        "卡方统计量",
        "卡方检验",
    ),
    question=Text(
        "How far is the table from one without any association of truth and prediction?",
        "该表与“真实与预测毫无关联”的表相差多远？",
    ),
    formula=r"\sum_{ij}\frac{(x_{ij}-e_{ij})^2}{e_{ij}},\quad e_{ij}=\frac{x_{i+}x_{+j}}{n}",
    compute=lambda c: phi_squared(c) * c.effective_total,
    classes="any",
    range=(0.0, INF),
    chance=AT_ZERO,
    scale_free=False,
    undefined_when=(NO_SPREAD,),
    interval=NoInterval(
        Text(
            "it is a test statistic that grows with the number of rows (by chance about "
            "(R − 1)(C − 1), the degrees of freedom); for the strength see cramers_v",
            "它是随行数增大的检验统计量（偶然时约为自由度 (R − 1)(C − 1)）；关联强度请看 cramers_v",
        )
    ),
    misleads_when=Text(
        "compared between data sets: it grows with the number of rows; and it does not see "
        "whether labels are exchanged (weighted rows: their effective number)",
        "在数据集之间比较时：它随行数增大；而且看不出标签是否被互换（加权行按有效行数计）",
    ),
    moves={"transposed": "chi_squared", "classes_swapped": "chi_squared"},
    references=(PEARSON,),
)


def _strength(**facts: Any) -> Metric[ConfusionMatrix]:
    """What the readings of φ² as a strength share: 0 at chance, blind to which class is which."""
    return Metric(
        classes="any",
        chance=AT_ZERO,
        undefined_when=(NO_SPREAD,),
        interval=NoInterval(
            Text(
                "bounded by 0 and biased upwards, so resampling intervals are invalid; mcc has an "
                "interval",
                "以 0 为界且有向上的偏差，重抽样区间无效；mcc 有区间",
            )
        ),
        moves={"transposed": facts["key"], "classes_swapped": facts["key"]},
        **facts,
    )


CRAMERS_V = _strength(
    key="cramers_v",
    names=Text("Cramér's V", "Cramér V 系数"),
    aliases=("cramér's φ", "cramer's v", "cramér v", "cramer v", "克莱姆V系数"),
    question=Text(
        "How strongly are truth and prediction associated, whichever classes are paired?",
        "真实与预测的关联有多强（不论哪类对应哪类）？",
    ),
    formula=r"\sqrt{\frac{\chi^2/n}{\min(R,C)-1}}",
    compute=cramers_v,
    misleads_when=BLIND,
    references=(CRAMER,),
)


def tschuprow_t(c: ConfusionMatrix) -> Any:
    """√(φ²/√((R − 1)(C − 1))), R and C counting the classes that occur."""
    rows, columns = ((margin > 0).sum(-1) - 1.0 for margin in (c.truth, c.predicted))
    return np.sqrt(np.minimum(ratio(phi_squared(c), np.sqrt(rows * columns)), 1.0))


TSCHUPROW_T = _strength(
    key="tschuprow_t",
    names=Text("Tschuprow's T", "Tschuprow T 系数"),
    aliases=("tschuprow's t", "chuprov's t", "tschuprow t"),
    question=Text(
        "How strongly are truth and prediction associated, on a scale that reaches 1 only if "
        "both have equally many classes?",
        "真实与预测的关联有多强（仅当两者类别数相等时才能达到 1）？",
    ),
    formula=r"\sqrt{\frac{\chi^2/n}{\sqrt{(R-1)(C-1)}}}",
    compute=tschuprow_t,
    misleads_when=BLIND,
    references=("Tschuprow AA (1925) Grundbegriffe und Grundprobleme der Korrelationstheorie",),
)


def pearson_c(c: ConfusionMatrix) -> Any:
    """√(φ²/(1 + φ²))."""
    squared = phi_squared(c)
    return np.sqrt(ratio(squared, 1 + squared))


PEARSON_C = _strength(
    key="pearson_c",
    names=Text("Pearson's contingency coefficient", "皮尔逊列联系数"),
    aliases=("pearson's c", "pearson c", "contingency coefficient", "列联系数"),
    question=Text(
        "How strongly are truth and prediction associated, with χ² put on a scale below 1?",
        "把 χ² 换到小于 1 的刻度上，真实与预测的关联有多强？",
    ),
    formula=r"\sqrt{\frac{\chi^2}{n+\chi^2}}",
    compute=pearson_c,
    misleads_when=Text(
        "compared between different K: its largest value is √((K − 1)/K), 0.71 for two classes; "
        "and exchanged labels are not seen",
        "在不同类别数之间比较时：其最大值为 √((K − 1)/K)，两类时为 0.71；它也看不出标签互换",
    ),
    references=("Pearson K (1904) Drapers' Company Research Memoirs, Biometric Series I",),
)


def goodman_kruskal_lambda(c: ConfusionMatrix, target: str = "truth") -> Any:
    """(Σ_j max_i x_ij − max_i x_i+)/(n − max_i x_i+); of the prediction: the other way."""
    table = c if target == "truth" else c.T
    commonest = table.truth.max(-1)
    saved = table.cells.largest_by_call().sum(-1) - commonest
    some = np.where(constant(table.truth), np.nan, saved)
    return np.clip(ratio(some, table.total - commonest), 0.0, 1.0)


def _of_side(target: str = "truth") -> dict[str, Any]:
    words = {
        "truth": Text(
            "all cases are of one true class: there is no error to avoid",
            "所有样本的真实类别相同：没有错误可减少",
        ),
        "prediction": Text(
            "all cases are called one class: there is no error to avoid",
            "所有样本被判为同一类：没有错误可减少",
        ),
    }
    side = "truth" if target == "truth" else "predicted"
    return {"undefined_when": (Case(words[target], lambda c: constant(getattr(c, side))),)}


GOODMAN_KRUSKAL_LAMBDA: Metric[ConfusionMatrix] = Metric(
    key="goodman_kruskal_lambda",
    names=Text("Goodman–Kruskal lambda", "Goodman–Kruskal λ"),
    aliases=("goodman kruskal lambda", "lambda a", "guttman lambda", "λ"),
    question=Text(
        "What share of the errors in guessing the true class does knowing the prediction save?",
        "知道预测之后，猜测真实类别的错误减少了多大比例？",
    ),
    formula=r"\frac{\sum_j \max_i x_{ij}-\max_i x_{i+}}{n-\max_i x_{i+}}",
    compute=goodman_kruskal_lambda,
    classes="any",
    chance=AT_ZERO,
    restate=_of_side,
    **_of_side(),
    interval=NoInterval(
        Text(
            "it is made of maxima and bounded by 0, where it often lies; resampling "
            "intervals are invalid",
            "它由最大值构成且以 0 为界，并常恰好为 0，重抽样区间无效",
        )
    ),
    misleads_when=Text(
        "one class is common: it is 0 as long as that class is the best guess whatever was "
        "predicted; and exchanged labels are not seen",
        "某类占多数时：只要无论预测为何该类都是最佳猜测，它就是 0；它也看不出标签互换",
    ),
    moves={"classes_swapped": "goodman_kruskal_lambda"},
    parameters=(
        Parameter(
            "target",
            "truth",
            Text("what is guessed: truth, or prediction", "被猜测的一方：truth 或 prediction"),
            words=("truth", "prediction"),
        ),
    ),
    examples=("goodman_kruskal_lambda(prediction)",),
    references=(GOODMAN,),
)
