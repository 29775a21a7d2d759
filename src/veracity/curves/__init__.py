"""A metric over thresholds: curves, their hulls and thinning, and several models together."""

from typing import TYPE_CHECKING

from veracity.doors import lazy_door

if TYPE_CHECKING:
    from veracity.curves.comparing.dominance import Dominance as Dominance
    from veracity.curves.comparing.dominance import dominance as dominance
    from veracity.curves.comparing.dominance import dominances as dominances
    from veracity.curves.comparing.points import BreakEven as BreakEven
    from veracity.curves.comparing.points import OperatingPoint as OperatingPoint
    from veracity.curves.comparing.points import at_precision as at_precision
    from veracity.curves.comparing.points import at_recall as at_recall
    from veracity.curves.comparing.points import break_even as break_even
    from veracity.curves.comparing.points import break_evens as break_evens
    from veracity.curves.comparing.points import compared_at as compared_at
    from veracity.curves.kinds.det import det as det
    from veracity.curves.kinds.gains import gains as gains
    from veracity.curves.kinds.gains import lift as lift
    from veracity.curves.kinds.hull import hull as hull
    from veracity.curves.kinds.pr_gain import gain_square as gain_square
    from veracity.curves.kinds.pr_gain import pr_gain as pr_gain
    from veracity.curves.kinds.precision_recall import (
        interpolated_precision as interpolated_precision,
    )
    from veracity.curves.kinds.precision_recall import (
        interpolated_precision_recall as interpolated_precision_recall,
    )
    from veracity.curves.kinds.precision_recall import precision_recall as precision_recall
    from veracity.curves.kinds.roc import roc as roc
    from veracity.curves.kinds.sweep import sweep as sweep
    from veracity.curves.reliability.reliability import probabilities_of as probabilities_of
    from veracity.curves.reliability.score_histogram import ScoreHistogram as ScoreHistogram
    from veracity.curves.reliability.score_histogram import score_histogram as score_histogram
    from veracity.curves.reliability.words import of_hundred as of_hundred

__getattr__, __dir__, __all__ = lazy_door(
    __name__,
    {
        "comparing.dominance": ("Dominance", "dominance", "dominances"),
        "comparing.points": (
            "BreakEven",
            "OperatingPoint",
            "at_precision",
            "at_recall",
            "break_even",
            "break_evens",
            "compared_at",
        ),
        "kinds.det": ("det",),
        "kinds.gains": ("gains", "lift"),
        "kinds.hull": ("hull",),
        "kinds.pr_gain": ("gain_square", "pr_gain"),
        "kinds.precision_recall": (
            "interpolated_precision",
            "interpolated_precision_recall",
            "precision_recall",
        ),
        "kinds.roc": ("roc",),
        "kinds.sweep": ("sweep",),
        "reliability.reliability": ("probabilities_of",),
        "reliability.score_histogram": ("ScoreHistogram", "score_histogram"),
        "reliability.words": ("of_hundred",),
    },
)
