"""What could make these numbers lie: one record for each danger, checked on the statistics."""

from veracity.cautions.catalogue import CHECKS, COMPARED_CHECKS, PAIR_CHECKS
from veracity.cautions.check import Check
from veracity.cautions.facts import Facts
from veracity.cautions.finding import (
    cautions_of,
    cautions_of_compared,
    cautions_of_pair,
    cautions_of_rows,
)
from veracity.cautions.from_statistics import facts_of
from veracity.cautions.of_models import Compared

__all__ = [
    "CHECKS",
    "COMPARED_CHECKS",
    "PAIR_CHECKS",
    "Check",
    "Compared",
    "Facts",
    "cautions_of",
    "cautions_of_compared",
    "cautions_of_pair",
    "cautions_of_rows",
    "facts_of",
]
