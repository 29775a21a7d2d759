"""The frozen values people hold: estimates, curves, choices, comparisons, verdicts, pages."""

from veracity.results.comparisons.comparison import Comparison, Contrast, Superiority
from veracity.results.decisions.choice import Choice, NearOptimal, Optimism
from veracity.results.estimate.curve import Band, Curve
from veracity.results.estimate.estimate import Estimate
from veracity.results.estimate.figures import figure, percent, whole
from veracity.results.estimate.test import Test
from veracity.results.page.profile import Line, Profile

__all__ = [
    "Band",
    "Choice",
    "Comparison",
    "Contrast",
    "Curve",
    "Estimate",
    "Line",
    "NearOptimal",
    "Optimism",
    "Profile",
    "Superiority",
    "Test",
    "figure",
    "percent",
    "whole",
]
