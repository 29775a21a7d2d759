"""The interval of a metric that counts successes among trials."""

from __future__ import annotations

from veracity.arrays import ratio
from veracity.intervals.formulas.interval import Interval
from veracity.intervals.formulas.proportion import proportion_interval
from veracity.intervals.sample.sample import Sample
from veracity.metrics import Metric
from veracity.words import say


def proportion(sample: Sample, metric: Metric, method: str, value: float) -> Interval:
    """By one of the six methods; weights enter as the effective number of trials."""
    assert metric.successes is not None
    level = sample.settings.confidence_level
    if not sample.weighted:
        trials, successes = sample.trials(metric), float(metric.successes(sample.read))
        low, high = proportion_interval(successes, trials, method, level)
        return Interval(float(low), float(high), method)
    trials = effective_trials(sample, metric, value)
    low, high = proportion_interval(value * trials, trials, "wilson", level)
    note = say("effective_n", n=trials)
    return Interval(float(low), float(high), "wilson (effective n)", (note,), trials)


def effective_trials(sample: Sample, metric: Metric, value: float) -> float:
    """p(1 − p)/variance by linearisation; Kish's (Σw)²/Σw² where that is less, or the variance 0.

    Where the rare outcome weighs little, linearisation alone would find more trials than rows.
    """
    assert metric.trials is not None
    assert metric.successes is not None
    most = sample.trials(metric)
    if value in (0.0, 1.0):
        return most
    weight, all_squares = metric.trials(sample.read), metric.trials(sample.squares)
    hit_squares = metric.successes(sample.squares)
    spread = hit_squares * (1 - value) ** 2 + (all_squares - hit_squares) * value**2
    return min(float(ratio(value * (1 - value) * weight**2, spread)), most)
