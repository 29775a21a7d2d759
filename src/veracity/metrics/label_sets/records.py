"""Figures that only rows with several labels have, one record each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.words import Text

TSOUMAKAS = "Tsoumakas G, Katakis I, Vlahavas I (2010) Data Mining and Knowledge Discovery Handbook"
SCHAPIRE = "Schapire RE, Singer Y (2000) Machine Learning 39:135–168"
ZHANG = "Zhang ML, Zhou ZH (2014) IEEE TKDE 26(8):1819–1837"

# (labels in both, predicted, true) of rows and how many labels there are → a value a row, or nan
OfSets = Callable[[Floats, Floats, Floats, int], Floats]


@dataclass(frozen=True)
class RowFigure:
    """A mean over rows: of how the two sets of a row agree (`of_sets`), or how labels rank.

    Rows for which it is 0/0 are left out and counted; `bounds` hold for one label and more.
    """

    key: str
    names: Text
    question: Text
    better: Literal["higher", "lower"]
    bounds: tuple[float, float]
    references: tuple[str, ...]
    of_sets: OfSets | None = None


def fbeta_of_sets(beta: float) -> OfSets:
    """F of the sets of each row; 0/0 where both are empty."""
    square = beta * beta

    return lambda both, predicted, true, labels: ratio(
        (1 + square) * both, square * true + predicted
    )


ROW_FIGURES: tuple[RowFigure, ...] = (
    RowFigure(
        "subset_accuracy",
        Text("Subset accuracy", "子集准确率"),
        Text("How often is the whole set right?", "整个标签集合完全正确的比例是多少？"),
        "higher",
        (0.0, 1.0),
        (TSOUMAKAS,),
        lambda both, predicted, true, labels: ((both == predicted) & (both == true)).astype(float),
    ),
    RowFigure(
        "hamming_loss",
        Text("Hamming loss", "汉明损失"),
        Text("What share of all label decisions is wrong?", "所有标签判定中错误的比例是多少？"),
        "lower",
        (0.0, 1.0),
        (SCHAPIRE,),
        lambda both, predicted, true, labels: (predicted + true - 2 * both) / labels,
    ),
    RowFigure(
        "samples_precision",
        Text("Precision, mean over rows", "查准率（样本平均）"),
        Text("What share of a row's predicted labels is right?", "一行的预测标签中正确的比例？"),
        "higher",
        (0.0, 1.0),
        (ZHANG,),
        lambda both, predicted, true, labels: ratio(both, predicted),
    ),
    RowFigure(
        "samples_recall",
        Text("Recall, mean over rows", "召回率（样本平均）"),
        Text("What share of a row's labels is found?", "一行的真实标签中被找到的比例？"),
        "higher",
        (0.0, 1.0),
        (ZHANG,),
        lambda both, predicted, true, labels: ratio(both, true),
    ),
    RowFigure(
        "samples_f1",
        Text("F1, mean over rows", "F1（样本平均）"),
        Text(
            "How well do predicted and true sets of a row agree?", "预测与真实的标签集合有多一致？"
        ),
        "higher",
        (0.0, 1.0),
        (ZHANG,),
        fbeta_of_sets(1.0),
    ),
    RowFigure(
        "samples_jaccard",
        Text("Jaccard, mean over rows", "杰卡德（样本平均）"),
        Text("What share of all labels named for a row is right?", "一行涉及的标签中正确的比例？"),
        "higher",
        (0.0, 1.0),
        (TSOUMAKAS,),
        lambda both, predicted, true, labels: ratio(both, predicted + true - both),
    ),
    RowFigure(
        "label_ranking_average_precision",
        Text("Label ranking average precision", "标签排序平均查准率"),
        Text("Above a true label, what share is true?", "排在真实标签之上的标签中有多少为真？"),
        "higher",
        (0.0, 1.0),
        (SCHAPIRE,),
    ),
    RowFigure(
        "coverage_error",
        Text("Coverage error", "覆盖误差"),
        Text(
            "How many top labels hold all true ones?",
            "要看前几个标签才能涵盖全部真实标签？",
        ),
        "lower",
        (0.0, np.inf),
        (SCHAPIRE,),
    ),
    RowFigure(
        "label_ranking_loss",
        Text("Label ranking loss", "标签排序损失"),
        Text("What share of true-false pairs ranks wrongly?", "真假标签对排序错误的比例？"),
        "lower",
        (0.0, 1.0),
        (SCHAPIRE,),
    ),
    RowFigure(
        "one_error",
        Text("One-error", "首位错误率"),
        Text("How often is the top label a false one?", "排在第一的标签有多常是错的？"),
        "lower",
        (0.0, 1.0),
        (SCHAPIRE,),
    ),
)
BY_KEY = {one.key: one for one in ROW_FIGURES}
