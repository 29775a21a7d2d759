"""A statistic and a metric → an Estimate."""

from veracity.intervals.estimator.estimating import Estimator
from veracity.intervals.formulas.percentile import percentiles
from veracity.intervals.formulas.proportion import PROPORTION_METHODS, proportion_interval
from veracity.intervals.sample.settings import Settings

__all__ = [
    "PROPORTION_METHODS",
    "Estimator",
    "Settings",
    "percentiles",
    "proportion_interval",
]
