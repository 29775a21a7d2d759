"""What can be computed of a statistic: one record for each metric."""

from typing import TYPE_CHECKING

from veracity.doors import lazy_door

if TYPE_CHECKING:
    from veracity.metrics.advice.advising import advise as advise
    from veracity.metrics.advice.explaining import explain as explain
    from veracity.metrics.catalogue.catalogue import ANY_CLASSES as ANY_CLASSES
    from veracity.metrics.catalogue.catalogue import CATALOGUE as CATALOGUE
    from veracity.metrics.catalogue.catalogue import TWO_CLASSES as TWO_CLASSES
    from veracity.metrics.catalogue.finding import find as find
    from veracity.metrics.catalogue.finding import search as search
    from veracity.metrics.catalogue.finding import table as table
    from veracity.metrics.record.metric import Metric as Metric

__getattr__, __dir__, __all__ = lazy_door(
    __name__,
    {
        "advice.advising": ("advise",),
        "advice.explaining": ("explain",),
        "catalogue.catalogue": ("ANY_CLASSES", "CATALOGUE", "TWO_CLASSES"),
        "catalogue.finding": ("find", "search", "table"),
        "record.metric": ("Metric",),
    },
)
