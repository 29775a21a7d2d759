"""Thresholds, costs, prevalence, alarms: what to do with a classifier."""

from veracity.decisions.choosing import choose
from veracity.decisions.order_statistics import least_count, least_trials, most_count
from veracity.decisions.quadrant import Quadrant, quadrant

__all__ = ["Quadrant", "choose", "least_count", "least_trials", "most_count", "quadrant"]
