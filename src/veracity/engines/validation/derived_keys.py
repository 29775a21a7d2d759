"""Keys that are made of columns and hold no labels: thresholds, sums to one, positive weight."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from veracity.engines.encoding.codes import Codes, listed
from veracity.engines.validation.bad_rows import GOOD
from veracity.engines.validation.sum_to_one import Allowance, SumToOne, sum_codes
from veracity.engines.validation.threshold_key import ThresholdKey, threshold_codes


@dataclass(frozen=True, slots=True)
class PositiveWeight:
    """Whether the weight of a row is more than 0; where it is bad, that is reported elsewhere."""

    column: Any


Made = ThresholdKey | SumToOne | PositiveWeight
Key = str | Made


def is_derived(key: object) -> bool:
    """Whether a key is made of columns, and is none itself."""
    return isinstance(key, (ThresholdKey, SumToOne, PositiveWeight))


def columns_of_key(key: object) -> tuple[Any, ...]:
    """The columns that a key needs."""
    if isinstance(key, SumToOne):
        return key.columns
    return (key.column,) if isinstance(key, (ThresholdKey, PositiveWeight)) else (key,)


def derived_codes(name: str, key: Made, codes: Any, allowed: Allowance | None = None) -> Codes:
    """The codes that an engine found for such a key; of sums with what is allowed there."""
    found: NDArray[Any] = np.asarray(codes).astype(np.uint8)
    if isinstance(key, ThresholdKey):
        return threshold_codes(name, found)
    if isinstance(key, SumToOne):
        assert allowed is not None
        return sum_codes(name, found, allowed)
    both = (False, True)
    return Codes(name, found, 0, 2, listed(both), True, np.array([GOOD, GOOD], np.int8), both)
