"""The frozen values people hold."""

from veracity.results.curve import Band, Curve
from veracity.results.estimate import Estimate
from veracity.results.figures import figure, percent, whole
from veracity.results.profile import Line, Profile

__all__ = ["Band", "Curve", "Estimate", "Line", "Profile", "figure", "percent", "whole"]
