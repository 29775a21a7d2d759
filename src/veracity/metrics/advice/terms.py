"""Words of the field that are no metric, explained in the same place as the metrics."""

from __future__ import annotations

from veracity.metrics.advice.term import Term
from veracity.metrics.advice.terms_of_counts import TERMS_OF_COUNTS
from veracity.metrics.advice.terms_of_evaluation import TERMS_OF_JUDGING
from veracity.metrics.advice.terms_of_scores import TERMS_OF_SCORES

TERMS: tuple[Term, ...] = (*TERMS_OF_COUNTS, *TERMS_OF_JUDGING, *TERMS_OF_SCORES)

__all__ = ["TERMS", "Term"]
