"""All that there is to be careful about: every check asked, the gravest first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from veracity.cautions.catalogue.catalogue import CHECKS, COMPARED_CHECKS, PAIR_CHECKS, ROW_CHECKS
from veracity.cautions.checks.of_comparisons import ComparedPair
from veracity.cautions.checks.of_models import Compared
from veracity.cautions.record.check import Check
from veracity.cautions.record.facts import Facts
from veracity.results.estimate.caution import Caution

Subject = TypeVar("Subject")


def cautions_of(facts: Facts) -> tuple[Caution, ...]:
    """The cautions of one evaluation, the gravest first; one that another says is left out.

    >>> from veracity.cautions.record.from_statistics import facts_of
    >>> from veracity.statistics import ConfusionMatrix
    >>> facts = facts_of(confusion=ConfusionMatrix([[0, 100], [0, 900]], labels=(0, 1)))
    >>> [caution.key for caution in cautions_of(facts)]
    ['accuracy_paradox', 'f1_flattered', 'class_never_predicted']
    """
    return _asked(CHECKS, facts)


def cautions_of_rows(facts: Facts) -> tuple[Caution, ...]:
    """What the rows alone give reason for: true of every model that is tried on them."""
    return _asked(ROW_CHECKS, facts)


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
    return _asked(PAIR_CHECKS, ComparedPair(first, second, names, keys, thresholds, chosen_here))


def cautions_of_compared(compared: Compared) -> tuple[Caution, ...]:
    """The cautions of the tests of a comparison, and of models on the same rows."""
    return _asked(COMPARED_CHECKS, compared)


def _asked(checks: Sequence[Check[Subject]], subject: Subject) -> tuple[Caution, ...]:
    found = {check.key: caution for check in checks if (caution := check(subject)) is not None}
    silenced = {c.key for c in checks if any(other in found for other in c.unless)}
    kept = [caution for key, caution in found.items() if key not in silenced]
    return tuple(sorted(kept, key=lambda caution: -caution.rank))
