"""Maps that are a straight line of log-odds: Platt, beta, temperature, and a shift of odds."""

from __future__ import annotations

from dataclasses import dataclass

from veracity.arrays import Floats


@dataclass(frozen=True, slots=True)
class LogitMap:
    """ln(q / (1 − q)) = a · ln p − b · ln(1 − p) + c, with a and b at least 0, so that q rises.

    a = b is Platt scaling of the log-odds; a = b = 1/T with c = 0 temperature scaling with the
    temperature T; a = b = 1 multiplies the odds by exp(c). p = 0 stays 0 where a > 0, and
    p = 1 stays 1 where b > 0: no finite line can move infinite log-odds.

    >>> import numpy as np
    >>> LogitMap(1.0, 1.0, float(np.log(2)))(np.array([0.0, 0.5, 1.0])).round(6).tolist()
    [0.0, 0.666667, 1.0]
    """

    a: float
    b: float
    c: float

    @property
    def strict(self) -> bool:
        """Whether different probabilities always stay different (but for rounding)."""
        return self.a > 0 or self.b > 0

    def __call__(self, p: Floats) -> Floats:
        """The calibrated probabilities."""
        from scipy.special import expit, xlog1py, xlogy

        odds: Floats = expit(xlogy(self.a, p) - xlog1py(self.b, -p) + self.c)
        return odds
