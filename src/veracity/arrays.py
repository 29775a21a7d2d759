"""Array arithmetic that the whole package shares; `ratio` lives here, once."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
Floats = NDArray[np.float64]


def ratio(numerator: Any, denominator: Any) -> Floats:
    """Divide; 0/0 is nan and x/0 is infinite, with neither a warning nor a made-up number.

    >>> ratio(np.array([1.0, 0.0, 2.0]), np.array([2.0, 0.0, 0.0]))
    array([0.5, nan, inf])
    """
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        quotient: Floats = np.true_divide(numerator, denominator)
    return quotient
