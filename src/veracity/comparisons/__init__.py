"""Is A better than B: differences with their intervals, tests, margins, corrections."""

from veracity.comparisons.contrasts.contrasting import (
    Wishes,
    checked_margin,
    judged,
    paired_contrast,
    paired_contrasts,
    undefined_contrast,
)
from veracity.comparisons.contrasts.omnibus import all_alike
from veracity.comparisons.contrasts.unpaired import unpaired_contrast
from veracity.comparisons.differences.cost_ratio import cost_ratio, cost_words
from veracity.comparisons.differences.difference import checked_method
from veracity.comparisons.paired_samples.paired import Paired
from veracity.comparisons.significance.correction import CORRECTIONS, adjusted
from veracity.comparisons.significance.label_tests import bowker, cochran_q
from veracity.comparisons.significance.mcnemar import mcnemar
from veracity.comparisons.significance.testing import checked_test

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
    "undefined_contrast",
    "unpaired_contrast",
]
