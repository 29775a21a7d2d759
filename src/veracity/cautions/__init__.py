"""What could make these numbers lie: one record for each danger, checked on the statistics."""

from veracity.cautions.catalogue import CHECKS, PAIR_CHECKS
from veracity.cautions.check import Check
from veracity.cautions.facts import Facts
from veracity.cautions.finding import cautions_of, cautions_of_pair
from veracity.cautions.from_statistics import facts_of

__all__ = [
    "CHECKS",
    "PAIR_CHECKS",
    "Check",
    "Facts",
    "cautions_of",
    "cautions_of_pair",
    "facts_of",
]
