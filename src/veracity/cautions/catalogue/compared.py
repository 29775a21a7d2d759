"""The checks of compared models: of two separate samples, and of models on the same rows."""

from __future__ import annotations

from typing import Any

from veracity.cautions.catalogue.finding import asked
from veracity.cautions.checks import of_comparisons, of_models
from veracity.cautions.checks.of_comparisons import ComparedPair
from veracity.cautions.checks.of_models import Compared
from veracity.cautions.record.check import Check
from veracity.results.estimate.caution import Caution

PAIR_CHECKS: tuple[Check[ComparedPair], ...] = (
    of_comparisons.COMPARED_CHOSEN_HERE,
    of_comparisons.PREVALENCES_DIFFER,
    of_comparisons.CLUSTERS_OF_ONE,
    of_comparisons.THRESHOLDS_DIFFER,
    of_comparisons.SAME_ROWS,
)
COMPARED_CHECKS: tuple[Check[Compared], ...] = (
    of_models.NOT_CORRECTED,
    of_models.CALLED_UNEQUALLY,
)


def cautions_of_pair(
    first: Any,
    second: Any,
    *,
    names: tuple[str, str] = ("A", "B"),
    keys: tuple[str, ...],
    thresholds: tuple[float | None, float | None] = (None, None),
    chosen_here: tuple[bool, bool] = (False, False),
) -> tuple[Caution, ...]:
    """The cautions of two statistics of different rows that are compared by these keys."""
    return asked(PAIR_CHECKS, ComparedPair(first, second, names, keys, thresholds, chosen_here))


def cautions_of_compared(compared: Compared) -> tuple[Caution, ...]:
    """The cautions of the tests of a comparison, and of models on the same rows."""
    return asked(COMPARED_CHECKS, compared)
