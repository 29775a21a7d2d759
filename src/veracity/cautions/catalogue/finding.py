"""All that there is to be careful about: every check asked, the gravest first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from veracity.cautions.catalogue.catalogue import CHECKS, ROW_CHECKS
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
    return asked(CHECKS, facts)


def cautions_of_rows(facts: Facts) -> tuple[Caution, ...]:
    """What the rows alone give reason for: true of every model that is tried on them."""
    return asked(ROW_CHECKS, facts)


def asked(checks: Sequence[Check[Subject]], subject: Subject) -> tuple[Caution, ...]:
    """The cautions that these checks find, the gravest first."""
    found = {check.key: caution for check in checks if (caution := check(subject)) is not None}
    silenced = {c.key for c in checks if any(other in found for other in c.unless)}
    kept = [caution for key, caution in found.items() if key not in silenced]
    return tuple(sorted(kept, key=lambda caution: -caution.rank))
