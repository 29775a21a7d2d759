"""One statistic → many statistics, as a leading axis: the bootstrap on counts, posteriors."""

from veracity.resampling.dirichlet import posterior
from veracity.resampling.parts import Parts, parts_of
from veracity.resampling.resamples import Redraws

__all__ = ["Parts", "Redraws", "parts_of", "posterior"]
