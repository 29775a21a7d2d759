"""The interval of a metric that counts successes among trials."""

from __future__ import annotations

from typing import Any

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.intervals.formulas.interval import Interval
from veracity.intervals.formulas.proportion import proportion_interval
from veracity.intervals.sample.sample import Sample
from veracity.metrics import Metric
from veracity.statistics import ConfusionMatrix
from veracity.statistics.matrix.cells import DenseCells
from veracity.words import say

FEW_CLASSES = 32  # whose cells are listed


def proportion(sample: Sample, metric: Metric, method: str, value: float) -> Interval:
    """By one of the six methods; weights enter as the effective number of trials."""
    assert metric.counted is not None
    level = sample.settings.confidence_level
    if not sample.weighted:
        trials, successes = sample.trials(metric), float(metric.counted.successes(sample.read))
        low, high = proportion_interval(successes, trials, method, level)
        return Interval(float(low), float(high), method)
    trials = effective_trials(sample, metric, value)
    low, high = proportion_interval(value * trials, trials, "wilson", level)
    note = say("effective_n")
    return Interval(float(low), float(high), "wilson (effective n)", (note,), trials)


def effective_trials(sample: Sample, metric: Metric, value: float) -> float:
    """p(1 − p)/variance by linearisation, no more than rows of usual weight leave.

    Σw² of the few rows of an outcome is a matter of chance: where they happen to weigh little the
    value would seem sure. So there are no more trials than where each row weighs what rows of its
    true class do, or than Kish's (Σw)²/Σw², whichever is more: the first is right where cases and
    controls were sampled at different rates, the second where rows of one call were. Where only
    one outcome was seen, the other may yet come with the weight that rows of its class have.
    """
    most = sample.trials(metric)
    usual = _usual_squares(sample)
    if value in (0.0, 1.0):
        return most if usual is None else min(most, _trials_unseen(sample, metric, value))
    alone = _linearised(sample, metric, value, sample.squares)
    of_class = 0.0 if usual is None else _linearised(sample, metric, value, usual)
    return min(alone, max(most, of_class))


def _linearised(sample: Sample, metric: Metric, value: float, squares: Any) -> float:
    """p(1 − p)/variance with these Σw² of the cells."""
    assert metric.counted is not None
    weight, all_squares = metric.counted.trials(sample.read), metric.counted.trials(squares)
    hit_squares = metric.counted.successes(squares)
    spread = hit_squares * (1 - value) ** 2 + (all_squares - hit_squares) * value**2
    return float(ratio(value * (1 - value) * weight**2, spread))


def _usual_squares(sample: Sample) -> Any:
    """The statistic with Σw² as if each row weighed what one of its true class does."""
    if sample.statistic.kind != "confusion_matrix":
        return None
    parts = sample.directions.parts
    if parts.truth is None:
        return None
    return parts.put(parts.weight * row_weights(sample.statistic)[parts.truth], None)


def row_weights(matrix: ConfusionMatrix) -> Floats:
    """What a row of each true class weighs, Σw²/Σw; 1 without weights, 0 without rows."""
    squares = matrix.truth if matrix.squares is None else matrix.squares.by_truth()
    return np.nan_to_num(ratio(squares, matrix.truth))


def _trials_unseen(sample: Sample, metric: Metric, value: float) -> float:
    """Trials of the weight that the outcome never seen has, at most, by its true class."""
    assert metric.counted is not None
    matrix, rows = sample.statistic, row_weights(sample.statistic)
    size = matrix.classes
    truth = np.arange(size)
    if size <= FEW_CLASSES:
        single = DenseCells(np.eye(size * size).reshape(-1, size, size))
        cells = ConfusionMatrix.made(single, matrix.labels, matrix.pos_label)
        hits = metric.counted.successes(cells)
        other = metric.counted.trials(cells) - hits if value == 1 else hits
        truth = np.flatnonzero(other > 0) // size
    return float(ratio(metric.counted.trials(sample.read), rows[truth].max(initial=0.0)))
