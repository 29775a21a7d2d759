"""The class shares of another population, as a user names them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from veracity.arrays import Floats
from veracity.errors import refuse


def wanted_shares(
    share: Any, classes: int, place_of: Callable[[Any], int], positive_place: Callable[[], int]
) -> Floats:
    """Share of each class, (..., K): from {label: share}, or from the share of positives."""
    if isinstance(share, Mapping):
        wanted = np.zeros(classes)
        for label, part in share.items():
            wanted[place_of(label)] = part
        if not np.isclose(wanted.sum(), 1.0):
            raise refuse("shares_do_not_sum", total=wanted.sum())
    else:
        positive = np.asarray(share, dtype=np.float64)
        pair = [1 - positive, positive]
        wanted = np.stack(pair if positive_place() else pair[::-1], -1)
    if not ((wanted >= 0) & (wanted <= 1)).all():
        raise refuse("prevalence_outside", share=share)
    return wanted
