"""All that there is to be careful about: every check asked, the gravest first."""

from __future__ import annotations

from typing import Any

from veracity.cautions.catalogue import CHECKS, PAIR_CHECKS
from veracity.cautions.facts import Facts
from veracity.cautions.of_comparisons import Pair
from veracity.results.caution import Caution


def cautions_of(facts: Facts) -> tuple[Caution, ...]:
    """The cautions of one evaluation, the gravest first; one that another says is left out.

    >>> from veracity.cautions.from_statistics import facts_of
    >>> from veracity.statistics import ConfusionMatrix
    >>> facts = facts_of(confusion=ConfusionMatrix([[0, 100], [0, 900]], labels=(0, 1)))
    >>> [caution.key for caution in cautions_of(facts)]
    ['accuracy_paradox', 'f1_flattered', 'class_never_predicted']
    """
    found = {check.key: caution for check in CHECKS if (caution := check(facts)) is not None}
    silenced = {c.key for c in CHECKS if any(other in found for other in c.unless)}
    kept = [caution for key, caution in found.items() if key not in silenced]
    return tuple(sorted(kept, key=lambda caution: -caution.rank))


def cautions_of_pair(
    first: Any, second: Any, *, names: tuple[str, str] = ("A", "B"), keys: tuple[str, ...]
) -> tuple[Caution, ...]:
    """The cautions of two statistics of different rows that are compared by these keys."""
    pair = Pair(first, second, names, keys)
    return tuple(caution for check in PAIR_CHECKS if (caution := check(pair)) is not None)
