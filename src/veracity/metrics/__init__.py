"""What can be said of a statistic: one record for each metric."""

from veracity.metrics.advice.advising import advise
from veracity.metrics.advice.explaining import explain
from veracity.metrics.catalogue.catalogue import ANY_CLASSES, CATALOGUE, TWO_CLASSES
from veracity.metrics.catalogue.finding import find, search, table
from veracity.metrics.record.metric import Metric

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
