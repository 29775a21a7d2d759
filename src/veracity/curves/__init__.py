"""A metric over thresholds: curves, their hulls and thinning, and several models together."""

from veracity.curves.det import det
from veracity.curves.dominance import Dominance, dominance, dominances
from veracity.curves.gains import gains, lift
from veracity.curves.hull import hull
from veracity.curves.points import (
    BreakEven,
    OperatingPoint,
    at_precision,
    at_recall,
    break_even,
    break_evens,
    compared_at,
)
from veracity.curves.pr_gain import gain_square, pr_gain
from veracity.curves.precision_recall import (
    interpolated_precision,
    interpolated_precision_recall,
    precision_recall,
)
from veracity.curves.reliability import probabilities_of, reliability
from veracity.curves.reliability_words import of_hundred
from veracity.curves.roc import roc
from veracity.curves.score_histogram import ScoreHistogram, score_histogram
from veracity.curves.sweep import sweep

__all__ = [
    "BreakEven",
    "Dominance",
    "OperatingPoint",
    "ScoreHistogram",
    "at_precision",
    "at_recall",
    "break_even",
    "break_evens",
    "compared_at",
    "det",
    "dominance",
    "dominances",
    "gain_square",
    "gains",
    "hull",
    "interpolated_precision",
    "interpolated_precision_recall",
    "lift",
    "of_hundred",
    "pr_gain",
    "precision_recall",
    "probabilities_of",
    "reliability",
    "roc",
    "score_histogram",
    "sweep",
]
