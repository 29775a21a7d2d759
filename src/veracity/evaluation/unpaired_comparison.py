"""Two evaluations of different rows, compared metric by metric."""

from __future__ import annotations

from typing import Any

from veracity.comparisons import Wishes, judged, unpaired_contrast
from veracity.errors import quoted, refuse
from veracity.evaluation.comparison import (
    DEFAULT_BOTH,
    DEFAULT_MANY,
    DEFAULT_TWO,
    Comparison,
    corrected_over,
    made_with,
)
from veracity.evaluation.evaluation import Evaluation
from veracity.evaluation.keys import read_by
from veracity.intervals import Estimator, Settings
from veracity.metrics import find

NAMES = ("A", "B")


def unpaired_comparison(
    first: Any, second: Any, settings: Settings, asked: tuple[str, ...], wishes: Wishes
) -> Comparison:
    """The comparison of two evaluations, named A and B, whose rows are independent."""
    for ev in (first, second):
        if not isinstance(ev, Evaluation):
            raise refuse("compare_two_evaluations", type=type(ev).__name__)
    _same_kind(first, second)
    keys = (
        asked
        or tuple(
            key
            for key in dict.fromkeys((*DEFAULT_BOTH, *DEFAULT_TWO, *DEFAULT_MANY))
            if key in first and key in second
        )[:4]
    )
    contrasts, metrics = [], [find(key) for key in keys]
    estimators: dict[type, tuple[Estimator, Estimator]] = {}
    for metric in metrics:
        held = read_by(metric, first.held), read_by(metric, second.held)
        if metric.reads not in estimators:
            estimators[metric.reads] = Estimator(held[0], settings), Estimator(held[1], settings)
        mine, yours = (one.estimate(metric) for one in estimators[metric.reads])
        contrasts.append(unpaired_contrast(NAMES, metric, (mine, yours), held, wishes))
    made = judged(contrasts, metrics, wishes)
    return Comparison(
        NAMES,
        tuple(metric.key for metric in metrics),
        made,
        {one.key: one.test for one in made},
        "unpaired",
        first.rows + second.rows,
        made_with(settings, wishes),
        note=corrected_over(wishes, made),
        wishes=wishes,
    )


def _same_kind(first: Evaluation, second: Evaluation) -> None:
    """Both must hold the same statistics of the same classes, or the difference means nothing."""
    mine, yours = first.held, second.held
    for part in ("confusion", "scores"):
        if (getattr(mine, part) is None) != (getattr(yours, part) is None):
            raise refuse("compare_kinds_differ", part=part)
    if set(mine.labels) != set(yours.labels) or mine.pos_label != yours.pos_label:
        labels = {"mine": quoted(mine.labels), "yours": quoted(yours.labels)}
        raise refuse("compare_labels_differ", **labels)
