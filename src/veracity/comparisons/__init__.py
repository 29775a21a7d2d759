"""Is A better than B: differences with their intervals, tests, margins, corrections."""

from veracity.comparisons.contrasting import (
    Wishes,
    checked_margin,
    judged,
    paired_contrast,
    paired_contrasts,
)
from veracity.comparisons.correction import CORRECTIONS, adjusted
from veracity.comparisons.cost_ratio import cost_ratio, cost_words
from veracity.comparisons.difference import checked_method
from veracity.comparisons.label_tests import bowker, cochran_q
from veracity.comparisons.mcnemar import mcnemar
from veracity.comparisons.omnibus import all_alike
from veracity.comparisons.paired import Paired
from veracity.comparisons.testing import checked_test
from veracity.comparisons.unpaired import unpaired_contrast

__all__ = [
    "CORRECTIONS",
    "Paired",
    "Wishes",
    "adjusted",
    "all_alike",
    "bowker",
    "checked_margin",
    "checked_method",
    "checked_test",
    "cochran_q",
    "cost_ratio",
    "cost_words",
    "judged",
    "mcnemar",
    "paired_contrast",
    "paired_contrasts",
    "unpaired_contrast",
]
