"""Words of the field that are no metric, explained in the same place as the metrics."""

from __future__ import annotations

from veracity.metrics.term import Term
from veracity.metrics.terms_of_counts import TERMS_OF_COUNTS
from veracity.metrics.terms_of_judging import TERMS_OF_JUDGING
from veracity.metrics.terms_of_scores import TERMS_OF_SCORES

TERMS: tuple[Term, ...] = (*TERMS_OF_COUNTS, *TERMS_OF_JUDGING, *TERMS_OF_SCORES)

__all__ = ["TERMS", "Term"]
