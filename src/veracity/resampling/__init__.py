"""One statistic → many statistics, as a leading axis."""

from veracity.resampling.redraws import Redraws, posterior

__all__ = ["Redraws", "posterior"]
