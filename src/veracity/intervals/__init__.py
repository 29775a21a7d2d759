"""A statistic and a metric → an Estimate."""

from veracity.intervals.bands import BANDS, with_band
from veracity.intervals.estimating import Estimator
from veracity.intervals.percentile import percentiles
from veracity.intervals.proportion import PROPORTION_METHODS, proportion_interval
from veracity.intervals.settings import Settings

__all__ = [
    "BANDS",
    "PROPORTION_METHODS",
    "Estimator",
    "Settings",
    "percentiles",
    "proportion_interval",
    "with_band",
]
