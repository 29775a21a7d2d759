"""The frozen values people hold."""

from veracity.results.choice import Choice, NearOptimal, Optimism
from veracity.results.comparison import Comparison, Contrast, Superiority
from veracity.results.curve import Band, Curve
from veracity.results.estimate import Estimate
from veracity.results.figures import figure, percent, whole
from veracity.results.profile import Line, Profile
from veracity.results.test import Test

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
