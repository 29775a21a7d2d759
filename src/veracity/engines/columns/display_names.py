"""What messages call the columns of truth, predictions, scores, clusters and weights."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class DisplayNames:
    """The name of each column; a class may be called like a role, so scores are apart."""

    truth: str
    called: str
    cluster: str
    weight: str
    scores: Mapping[Any, str]


Names = Mapping[Any, str] | DisplayNames | None


def names_shown(
    scores: Iterable[Any],
    probabilities: Collection[Any],
    classes: Collection[Any],
    names: Names,
) -> DisplayNames:
    """As told, by what a column is for, or by the class it is for.

    >>> names_shown(["a", "b"], "ab", "ab", {"b": "p_b", "y_true": "truth"}).scores
    {'a': "y_proba['a']", 'b': 'p_b'}
    """
    if isinstance(names, DisplayNames):
        return names
    told = names or {}

    def of_score(name: Any) -> str:
        if name not in classes:
            return str(name)
        return f"{'y_proba' if name in probabilities else 'y_score'}[{name!r}]"

    return DisplayNames(
        told.get("y_true", "y_true"),
        told.get("y_pred", "y_pred"),
        told.get("cluster", "cluster"),
        told.get("sample_weight", "sample_weight"),
        {name: told.get(name) or of_score(name) for name in scores},
    )


def numbered(names: Sequence[str]) -> dict[str, str]:
    """A name of our own for each column: theirs appear once in a statement, quoted."""
    return {name: f"n{place}" for place, name in enumerate(dict.fromkeys(names))}


def shown_name(role: str, column: Any) -> str:
    """How messages name a column: by what it is for and by what it is called."""
    return role if role == column else f'{role} (column "{column}")'
