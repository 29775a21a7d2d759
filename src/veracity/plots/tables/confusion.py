"""The picture of a confusion matrix: rows are truth, colours are shares."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from veracity.arrays import ratio
from veracity.errors import refuse
from veracity.plots.picture.picture import Axis, Heatmap, Picture, user_texts
from veracity.statistics.labels import Label
from veracity.words import Text
from veracity.words.layout import number

By = Literal["counts", "truth", "prediction"]
TITLES = {
    "counts": Text("Confusion matrix", "混淆矩阵"),
    "truth": Text("Confusion matrix, by truth", "混淆矩阵（按真实类别）"),
    "prediction": Text("Confusion matrix, by prediction", "混淆矩阵（按预测类别）"),
}
TRUTH = Text("Truth", "真实类别")
PREDICTION = Text("Prediction", "预测类别")
OF_TRUTH = Text("colour: share of the true class", "颜色：占真实类别的比例")
OF_PREDICTION = Text("colour: share of the predicted class", "颜色：占预测类别的比例")
BLANKS = Text("; empty cells are 0", "；空格为 0")
FEW = 8  # classes whose cells say count and share
MOST_TICKS = 64
MOST_SIGNS = 22  # of a label


def confusion_picture(
    labels: Sequence[Label], counts: ArrayLike, *, by: By = "counts", pos_label: Label | None = None
) -> Picture:
    """A matrix with the truth in rows and the prediction in columns.

    Colours are shares of the true class (of the predicted class for by="prediction"), so that
    rare classes are seen. Cells say the counts, with the shares where there are few classes;
    by="truth" and by="prediction" say the shares. A class that never occurs has no shares and
    is grey. With more than eight classes a cell of 0 stays empty.
    """
    if by not in TITLES:
        raise refuse("plot_confusion_by", by=repr(by), ways=", ".join(TITLES))
    table = np.asarray(counts, np.float64)
    axis = -2 if by == "prediction" else -1
    shares = ratio(table, table.sum(axis, keepdims=True))
    words = tuple(
        tuple(_written(c, s, by, len(labels)) for c, s in zip(*rows, strict=True))
        for rows in zip(table, shares, strict=True)
    )
    size = len(labels)
    side = float(np.clip(2.4 + (0.5 if size <= FEW else 0.32) * size, 3.8, 14.0))
    key = OF_PREDICTION if by == "prediction" else OF_TRUTH
    if size > FEW:
        key = Text(key.en + BLANKS.en, key.zh + BLANKS.zh)
    below = Text(f"{PREDICTION.en}\n({key.en})", f"{PREDICTION.zh}\n（{key.zh}）")
    limits = (-0.5, size - 0.5)
    return Picture(
        "confusion",
        TITLES[by],
        Axis(below, limits, ticks=_ticks(labels, pos_label), upright=_long(labels)),
        Axis(TRUTH, limits[::-1], ticks=_ticks(labels, pos_label)),
        (Heatmap("cells", shares, words),),
        square=True,
        size=(side + 0.2, side + 0.7),
        grid="none",
    )


def _written(count: float, share: float, by: By, classes: int) -> str:
    """What a cell says."""
    if classes > FEW and count == 0:
        return ""
    if by == "counts":
        words = _short(count) if classes > FEW else number(count)
        return words if classes > FEW or np.isnan(share) else f"{words}\n{_percent(share)}"
    if np.isnan(share):
        return "—"
    return f"{100 * share:.0f}" if classes > FEW else _percent(share)


def _percent(share: float) -> str:
    """A share in per cent; not 0 and not 100 unless it is."""
    if 0 < share < 0.001:
        return "<0.1%"
    if 0.999 < share < 1:
        return ">99.9%"
    return f"{100 * share:.1f}%" if 0 < share < 1 else f"{100 * share:.0f}%"


def _short(count: float) -> str:
    """A count in few signs.

    >>> [_short(n) for n in (7, 1234, 25_600, 3_400_000)]
    ['7', '1.2k', '26k', '3.4M']
    """
    for size, sign in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if count >= size:
            part = count / size
            return f"{part:.1f}{sign}" if part < 9.95 else f"{part:.0f}{sign}"
    return number(count)


def _ticks(labels: Sequence[Label], pos_label: Label | None) -> tuple[tuple[float, Text], ...]:
    """A tick at each class, or at every n-th where they would run into each other."""
    step = -(-len(labels) // MOST_TICKS)
    names = user_texts(labels, MOST_SIGNS)
    ticked = [(index, label) for index, label in enumerate(labels) if index % step == 0]
    return tuple((float(index), _named(names[index], label, pos_label)) for index, label in ticked)


def _named(name: Text, label: Label, pos_label: Label | None) -> Text:
    """The name of a label; the positive one with its sign."""
    if pos_label is None or label != pos_label:
        return name
    return Text(f"{name.en} (+)", f"{name.zh} (+)")


def _long(labels: Sequence[Label]) -> bool:
    """Whether the words beneath the columns must stand upright."""
    longest = max((len(name) for name in user_texts(labels, MOST_SIGNS)), default=0)
    return len(labels) > 12 or longest * len(labels) > 36
