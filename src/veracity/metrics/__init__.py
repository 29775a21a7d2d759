"""What can be said of a statistic: one record for each metric."""

from veracity.metrics.advising import advise
from veracity.metrics.catalogue import ANY_CLASSES, CATALOGUE, TWO_CLASSES
from veracity.metrics.explaining import explain
from veracity.metrics.finding import find, search, table
from veracity.metrics.metric import Metric

__all__ = [
    "ANY_CLASSES",
    "CATALOGUE",
    "TWO_CLASSES",
    "Metric",
    "advise",
    "explain",
    "find",
    "search",
    "table",
]
