"""The checks of compared models: of two separate samples, and of models on the same rows."""

from __future__ import annotations

from veracity.cautions.checks import of_comparisons, of_models
from veracity.cautions.checks.of_comparisons import ComparedPair
from veracity.cautions.checks.of_models import Compared
from veracity.cautions.record.caution_record import CautionRecord

PAIR_CHECKS: tuple[CautionRecord[ComparedPair], ...] = (
    of_comparisons.COMPARED_CHOSEN_HERE,
    of_comparisons.PREVALENCES_DIFFER,
    of_comparisons.CLUSTERS_OF_ONE,
    of_comparisons.THRESHOLDS_DIFFER,
    of_comparisons.SAME_ROWS,
)
COMPARED_CHECKS: tuple[CautionRecord[Compared], ...] = (
    of_models.NOT_CORRECTED,
    of_models.PREDICTED_UNEQUALLY,
)
