"""Discounted cumulative gains of rankings: DCG and its share of the best that can be had."""

from __future__ import annotations

import math

import numpy as np

from veracity.arrays import Floats
from veracity.metrics.ranking.discounts import discounts
from veracity.sklearn.inputs.array_likes import (
    Array,
    Targets,
    Weights,
    as_array,
    mean_of,
    same_length,
)
from veracity.sklearn.inputs.parameter_checks import ARRAY, BOOLEAN, NONE, Rule, between, checked
from veracity.sklearn.inputs.targets import INDICATOR, type_of_array

_KINDS = (INDICATOR, "continuous-multioutput", "multiclass-multioutput")
_K = (between(1, None, "left", whole=True), NONE)
_COMMON: dict[str, Rule] = {
    "y_true": ARRAY,
    "y_score": ARRAY,
    "k": _K,
    "sample_weight": (ARRAY, NONE),
}


def _read(y_true: Targets, y_score: Targets, weight: Weights) -> tuple[Array, Array]:
    truth, scores = as_array(y_true), as_array(y_score)
    same_length(truth, scores, weight)
    return truth, scores


def _refuse_kind(truth: Array) -> None:
    kind = type_of_array(truth, "y_true")
    if kind not in _KINDS:
        raise ValueError(f"Only {_KINDS} formats are supported. Got {kind} instead")


def _gains(truth: Array, scores: Array, k: int | None, ignore_ties: bool) -> Floats:
    """The discounted gain of each row, by logarithms to the base 2.

    Tied scores share the mean of their discounts (McSherry F, Najork M (2008) ECIR 414–421).
    """
    if truth.shape != scores.shape:
        raise ValueError(f"y_true has shape {truth.shape}, y_score {scores.shape}: one column each")
    rows, size = scores.shape
    weights = discounts(np.arange(1.0, size + 1))
    weights[k:] = 0 if k is not None else weights[k:]
    if ignore_ties:
        order = np.argsort(scores, axis=1)[:, ::-1]
        return np.asarray(np.take_along_axis(truth, order, 1) @ weights)
    order = np.argsort(-scores, axis=1, kind="stable")
    falling, gains = (np.take_along_axis(one, order, 1) for one in (scores, truth))
    first = np.ones((rows, size), bool)
    first[:, 1:] = falling[:, 1:] != falling[:, :-1]
    start = np.flatnonzero(first)
    length = np.diff(start, append=rows * size)
    mean = np.add.reduceat(np.tile(weights, rows), start) / length
    return np.asarray((np.repeat(mean, length).reshape(rows, size) * gains).sum(1))


@checked(**_COMMON, log_base=between(0, None, "neither"), ignore_ties=BOOLEAN)
def dcg_score(
    y_true: Targets,
    y_score: Targets,
    *,
    k: int | None = None,
    log_base: float = 2,
    sample_weight: Weights = None,
    ignore_ties: bool = False,
) -> float:
    """The gains of each row in the order of the scores, discounted by the logarithm of the rank.

    >>> round(dcg_score([[10, 0, 0, 1, 5]], [[0.1, 0.2, 0.3, 4, 70]]), 2)
    9.5
    """
    truth, scores = _read(y_true, y_score, sample_weight)
    _refuse_kind(truth)
    gains = _gains(truth, scores, k, ignore_ties) * (math.log(log_base) / math.log(2))
    return mean_of(gains, sample_weight)


@checked(**_COMMON, ignore_ties=BOOLEAN)
def ndcg_score(
    y_true: Targets,
    y_score: Targets,
    *,
    k: int | None = None,
    sample_weight: Weights = None,
    ignore_ties: bool = False,
) -> float:
    """The discounted gain as a share of that of the best order; 0 where there is nothing to gain.

    >>> round(ndcg_score([[10, 0, 0, 1, 5]], [[0.1, 0.2, 0.3, 4, 70]]), 3)
    0.696
    """
    truth, scores = _read(y_true, y_score, sample_weight)
    if truth.min() < 0:
        raise ValueError("ndcg_score should not be used on negative y_true values.")
    if truth.ndim > 1 and truth.shape[1] <= 1:
        raise ValueError(
            "Computing NDCG is only meaningful when there is more than 1 document. Got "
            f"{truth.shape[1]} instead."
        )
    _refuse_kind(truth)
    best = _gains(truth, truth, k, True)
    found = np.where(best == 0, 0.0, _gains(truth, scores, k, ignore_ties))
    return mean_of(found / np.where(best == 0, 1.0, best), sample_weight)
