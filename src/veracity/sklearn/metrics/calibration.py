"""The calibration curve: the share of positives against the mean probability, bin by bin."""

from __future__ import annotations

from typing import Literal

import numpy as np

from veracity.metrics.calibration.bins import bins_between
from veracity.sklearn.inputs.array_likes import Array, Targets, as_column, same_length
from veracity.sklearn.inputs.parameter_checks import ARRAY, LABEL, NONE, between, checked, one_of
from veracity.sklearn.inputs.ranked import RankedRows, table_of_rows
from veracity.sklearn.inputs.targets import distinct, positive_label


@checked(
    y_true=ARRAY,
    y_prob=ARRAY,
    pos_label=(*LABEL, NONE),
    n_bins=between(1, None, "left", whole=True),
    strategy=one_of("uniform", "quantile"),
)
def calibration_curve(
    y_true: Targets,
    y_prob: Targets,
    *,
    pos_label: float | str | bool | None = None,
    n_bins: int = 5,
    strategy: Literal["uniform", "quantile"] = "uniform",
) -> tuple[Array, Array]:
    """The share of positives and the mean probability of each bin that is not empty.

    >>> shares, means = calibration_curve([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], n_bins=2)
    >>> shares.round(3).tolist(), means.round(3).tolist()
    ([0.333, 1.0], [0.283, 0.8])
    """
    truth, p = as_column(y_true), as_column(y_prob)
    same_length(truth, p)
    classes = distinct(truth)
    positive = truth == positive_label(pos_label, truth, classes)
    if np.isnan(p).any():
        raise ValueError("Input y_prob contains NaN.")
    if p.min() < 0 or p.max() > 1:
        raise ValueError("y_prob has values outside [0, 1].")
    if len(classes) > 2:
        raise ValueError(f"Only binary classification is supported. Provided labels {classes}.")
    edges = np.linspace(0.0, 1.0, n_bins + 1)
    if strategy == "quantile":
        edges = np.percentile(p, edges * 100)
    table = table_of_rows(RankedRows(np.asarray(positive).astype(np.int8), p, None))
    bins = bins_between(table, edges[1:-1])
    held = bins.weight > 0
    return bins.share[held], bins.mean[held]
