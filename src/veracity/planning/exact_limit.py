"""The power of an exact one-sided binomial limit by the number of rows, a sawtooth.

The limit shows the bound where P(at most m misses | n, q) ≤ 1 − level, q the miss rate of the
bound. The power of n trials goes up in teeth (Chernick MR, Liu CY (2002) The American Statistician
56(2):149–155): N(m) is the first number that allows m misses, and from there to N(m + 1) − 1 the
power falls with every trial. So only the last number of each tooth has to be looked at, and however
many trials there are, only the few teeth around the power asked for.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from veracity.arrays import Array
from veracity.planning.goal import MOST, smallest
from veracity.statistics.numerics.binomial import at_most
from veracity.statistics.numerics.quantiles import normal_quantile

MOST_TEETH = 500  # looked at on each side; above it rounding moves the answer by less than 1e-4
STEPS = 60


@dataclass(frozen=True, slots=True)
class ExactLimit:
    """The miss rate of the bound, the one that is expected, and the level of the limit."""

    at_bound: float
    rate: float
    level: float

    def first(self, misses: Array) -> Array:
        """N(m): the fewest trials that show the bound with so many misses.

        >>> ExactLimit(0.05, 0.01, 0.95).first(np.array([0, 1, 2])).astype(int).tolist()  # of three
        [59, 93, 124]
        """
        from scipy.special import betainc

        m = np.asarray(misses, np.float64)
        q, z = self.at_bound, normal_quantile(self.level)
        # n·q − m = z√(nq(1 − q)), solved for √n; then widened until both ends are right
        root = (z * math.sqrt(1 - q) + np.sqrt(z * z * (1 - q) + 4 * (m + 1))) / 2
        near = np.ceil(root**2 / q)
        reach = np.ceil(2 + (z * z + 1) / q)

        def beyond_limit(n: Array) -> Array:
            return np.asarray(betainc(m + 1, np.maximum(n - m, 1e-300), q)) >= self.level

        low, high = np.maximum(near - reach, m), np.maximum(near + reach, m + 1)
        for _ in range(STEPS):  # low is never enough, high always
            low = np.where(
                beyond_limit(low) & (low > m), np.maximum(m, low - 2 * (high - low)), low
            )
            high = np.where(beyond_limit(high), high, high + 2 * (high - low))
            if beyond_limit(high).all() and not (beyond_limit(low) & (low > m)).any():
                break
        while (high - low > 1).any():
            middle = np.floor((low + high) / 2)
            enough = beyond_limit(middle) & (middle > m)
            low, high = np.where(enough, low, middle), np.where(enough, middle, high)
        return np.asarray(high)

    def allowed(self, n: int) -> int:
        """The most misses that still show the bound; −1 where not even 0 does.

        >>> ExactLimit(0.05, 0.01, 0.95).allowed(93), ExactLimit(0.05, 0.01, 0.95).allowed(58)
        (1, -1)
        """

        def too_many(m: int) -> bool:
            return m > n or float(at_most(m - 1, n, self.at_bound)) > 1 - self.level

        middle = n * self.at_bound
        spread = normal_quantile(self.level) * math.sqrt(middle * (1 - self.at_bound))
        found = smallest(too_many, near=round(middle - spread))
        assert found is not None
        return found - 2

    def power(self, n: float) -> float:
        """The chance that so many trials show the bound, with the rate that is expected."""
        whole = math.floor(n)
        allowed = self.allowed(whole)
        return 0.0 if allowed < 0 else float(at_most(allowed, whole, self.rate))

    def needed(self, power: float) -> int | None:
        """The number from which on every number has the power; None where there is no such."""
        lacking = self._lacking
        gap = self.at_bound - self.rate
        z = normal_quantile(self.level) + max(normal_quantile(power), 0.0)
        if z * z * self.rate * (1 - self.rate) / gap**2 > 4 * MOST:
            return None
        last = smallest(lambda m: not lacking(np.array([m - 1.0]), power)[0])
        if last is None:
            return None
        # numbers are whole, which moves the end of a tooth by as much as so many teeth differ
        teeth = min(20 + math.ceil(8 * self.rate * self.at_bound / gap), MOST_TEETH)
        around = np.arange(max(-1, last - 1 - teeth), last + teeth, dtype=np.float64)
        still = around[lacking(around, power)]
        found = int(self.first(np.array([still[-1] + 1 if len(still) else around[0]]))[0])
        return found if found <= MOST else None

    def _lacking(self, misses: Array, power: float) -> Array:
        """Whether the end of the tooth that allows so many misses lacks power."""
        end = self.first(misses + 1) - 1
        return np.asarray((misses < 0) | (at_most(misses, end, self.rate) < power))
