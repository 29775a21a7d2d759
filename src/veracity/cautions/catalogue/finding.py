"""All that there is to be careful about: every check asked, the gravest first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from veracity.cautions.catalogue.catalogue import CHECKS
from veracity.cautions.record.caution_record import CautionRecord
from veracity.cautions.record.facts import Facts
from veracity.results.estimate.caution import Caution

Subject = TypeVar("Subject")


def cautions_of(facts: Facts, ignore: Sequence[str] = ()) -> tuple[Caution, ...]:
    """The cautions of one evaluation, the gravest first; one that another says is left out.

    >>> from veracity.cautions.record.from_statistics import facts_of
    >>> from veracity.statistics import ConfusionMatrix
    >>> facts = facts_of(confusion=ConfusionMatrix([[0, 100], [0, 900]], labels=(0, 1)))
    >>> [caution.key for caution in cautions_of(facts)]
    ['accuracy_paradox', 'f1_flattered', 'class_never_predicted']
    >>> [caution.key for caution in cautions_of(facts, ["f1_flattered"])]
    ['accuracy_paradox', 'class_never_predicted']
    """
    return asked(CHECKS, facts, ignore)


def asked(
    checks: Sequence[CautionRecord[Subject]], subject: Subject, ignore: Sequence[str] = ()
) -> tuple[Caution, ...]:
    """The cautions that these checks find, the gravest first; those in `ignore` are not asked.

    What a muted one has reported for others is then reported by these.
    """
    used = [check for check in checks if check.key not in ignore]
    found = {check.key: caution for check in used if (caution := check(subject)) is not None}
    silenced = {c.key for c in used if any(other in found for other in c.unless)}
    kept = [caution for key, caution in found.items() if key not in silenced]
    return tuple(sorted(kept, key=lambda caution: -caution.rank))
