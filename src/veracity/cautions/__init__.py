"""What could make these numbers lie: one record for each danger, checked on the statistics."""

from veracity.cautions.catalogue.catalogue import CHECKS, COMPARED_CHECKS, PAIR_CHECKS
from veracity.cautions.catalogue.finding import (
    cautions_of,
    cautions_of_compared,
    cautions_of_pair,
    cautions_of_rows,
)
from veracity.cautions.checks.of_models import Compared
from veracity.cautions.record.check import Check
from veracity.cautions.record.facts import Facts
from veracity.cautions.record.from_statistics import facts_of

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
