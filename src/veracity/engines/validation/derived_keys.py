"""Keys that are made of columns and hold no labels: cuts, sums to one, whether a row weighs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from veracity.engines.encoding.codes import Codes, listed
from veracity.engines.validation.bad_rows import GOOD
from veracity.engines.validation.sum_to_one import Allowance, SumToOne, coded_sum
from veracity.engines.validation.threshold_key import Cut, coded_cut


@dataclass(frozen=True, slots=True)
class Weighs:
    """Whether the weight of a row is more than 0; where it is bad, that is said elsewhere."""

    column: Any


Made = Cut | SumToOne | Weighs
Key = str | Made


def is_made(key: object) -> bool:
    """Whether a key is made of columns, and is none itself."""
    return isinstance(key, (Cut, SumToOne, Weighs))


def columns_of_key(key: object) -> tuple[Any, ...]:
    """The columns that a key needs."""
    if isinstance(key, SumToOne):
        return key.columns
    return (key.column,) if isinstance(key, (Cut, Weighs)) else (key,)


def coded_made(name: str, key: Made, codes: Any, allowed: Allowance | None = None) -> Codes:
    """The codes that an engine found for such a key; of sums with what is allowed there."""
    found: NDArray[Any] = np.asarray(codes).astype(np.uint8)
    if isinstance(key, Cut):
        return coded_cut(name, found)
    if isinstance(key, SumToOne):
        assert allowed is not None
        return coded_sum(name, found, allowed)
    both = (False, True)
    return Codes(name, found, 0, 2, listed(both), True, np.array([GOOD, GOOD], np.int8), both)
