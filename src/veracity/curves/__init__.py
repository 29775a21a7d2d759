"""A metric over thresholds: curves, their hulls and thinning, and several models together."""

from veracity.curves.comparing.dominance import Dominance, dominance, dominances
from veracity.curves.comparing.points import (
    BreakEven,
    OperatingPoint,
    at_precision,
    at_recall,
    break_even,
    break_evens,
    compared_at,
)
from veracity.curves.kinds.det import det
from veracity.curves.kinds.gains import gains, lift
from veracity.curves.kinds.hull import hull
from veracity.curves.kinds.pr_gain import gain_square, pr_gain
from veracity.curves.kinds.precision_recall import (
    interpolated_precision,
    interpolated_precision_recall,
    precision_recall,
)
from veracity.curves.kinds.roc import roc
from veracity.curves.kinds.sweep import sweep
from veracity.curves.reliability.reliability import probabilities_of, reliability
from veracity.curves.reliability.score_histogram import ScoreHistogram, score_histogram
from veracity.curves.reliability.words import of_hundred

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
