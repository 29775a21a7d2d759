"""A fitted map with what there is to know of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from veracity.arrays import Floats
from veracity.words import Text


class Map(Protocol):
    """Probabilities to probabilities: one column (n,), or the columns of K classes (K, n)."""

    @property
    def strict(self) -> bool:
        """Whether different probabilities always stay different."""

    def __call__(self, p: Floats) -> Floats:
        """The calibrated probabilities."""


@dataclass(frozen=True, slots=True)
class Fitted:
    """A map, and the sentences that belong to it."""

    map: Map
    notes: tuple[Text, ...] = ()
