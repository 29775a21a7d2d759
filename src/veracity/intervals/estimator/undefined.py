"""Estimates without a value, and why an average over classes has none."""

from __future__ import annotations

import math
from itertools import compress

import numpy as np

from veracity.arrays import ratio
from veracity.metrics import Metric
from veracity.results import Estimate
from veracity.statistics import ConfusionMatrix
from veracity.statistics.labels import Label
from veracity.words import Text, say


def undefined(why: Text, level: float, n: float = math.nan) -> Estimate:
    """An estimate without a value, and the reason."""
    return Estimate(math.nan, math.nan, math.nan, level, "none", n, note=why)


def undefined_classes(metric: Metric, matrix: ConfusionMatrix) -> tuple[Text, ...]:
    """For an average that is nan: which classes are to blame, and the mean without them."""
    if metric.average is None or metric.average.how == "micro" or matrix.shape:
        return ()
    counted = matrix.truth > 0
    if metric.average.how == "macro":
        counted = counted | (matrix.predicted > 0)
    with np.errstate(all="ignore"):
        each = metric.average.of(matrix.one_vs_rest())
    blame = counted & np.isnan(each)
    if not blame.any():
        return ()
    share = matrix.truth if metric.average.how == "weighted" else np.ones_like(matrix.truth)
    rest = counted & ~blame
    with np.errstate(invalid="ignore"):
        total = (each[rest] * share[rest]).sum()
    return (
        say(
            "undefined_for_classes",
            classes=_some(list(compress(matrix.labels, blame))),
            without=f"{ratio(total, share[rest].sum()):.4g}",
            as_zero=f"{ratio(total, share[counted].sum()):.4g}",
        ),
    )


def _some(labels: list[Label], most: int = 8) -> str:
    more = f", … (+{len(labels) - most})" if len(labels) > most else ""
    return ", ".join(map(repr, labels[:most])) + more
