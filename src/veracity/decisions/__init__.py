"""Thresholds, costs, prevalence, alarms: what to do with a classifier."""

from veracity.decisions.calibration.quadrant import Quadrant, quadrant
from veracity.decisions.thresholds.choosing import choose
from veracity.decisions.thresholds.order_statistics import least_count, least_trials, most_count

__all__ = ["Quadrant", "choose", "least_count", "least_trials", "most_count", "quadrant"]
