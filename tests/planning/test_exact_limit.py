"""The teeth of an exact limit, against every number of trials in turn."""

import time
from math import comb

import numpy as np
import pytest

from veracity.planning import plan
from veracity.planning.exact_limit import ExactLimit


def at_most(m: int, n: int, rate: float) -> float:
    """A binomial sum, term by term."""
    return sum(comb(n, k) * rate**k * (1 - rate) ** (n - k) for k in range(m + 1))


def slowly_allowed(n: int, rate: float, level: float) -> int:
    m = -1
    while at_most(m + 1, n, rate) <= 1 - level:
        m += 1
    return m


@pytest.mark.parametrize("rate", [0.05, 0.1, 0.3, 0.8])
@pytest.mark.parametrize("level", [0.8, 0.95])
def test_allowed_misses_and_first_numbers(rate: float, level: float) -> None:
    limit = ExactLimit(rate, rate / 2, level)
    allowed = [slowly_allowed(n, rate, level) for n in range(1, 120)]
    assert [limit.allowed(n) for n in range(1, 120)] == allowed
    for misses in range(max(allowed)):
        first = 1 + next(i for i, m in enumerate(allowed) if m >= misses)
        assert limit.first(np.array([misses]))[0] == first


@pytest.mark.parametrize(
    ("at_bound", "rate", "power"), [(0.2, 0.1, 0.8), (0.5, 0.3, 0.9), (0.1, 0.02, 0.8)]
)
def test_from_the_number_on_every_number_has_the_power(
    at_bound: float, rate: float, power: float
) -> None:
    limit = ExactLimit(at_bound, rate, 0.95)
    needed = limit.needed(power)
    assert needed is not None
    powers = [at_most(slowly_allowed(n, at_bound, 0.95), n, rate) for n in range(1, 2 * needed)]
    assert powers[needed - 2] < power
    assert min(powers[needed - 1 :]) >= power


def test_very_many_trials_are_found_at_once() -> None:
    """The number comes from SciPy's binomial for each of 4,000,000 trials in turn (84 seconds)."""
    start = time.perf_counter()
    found = plan("recall", bound=0.9, expected=0.9005, prevalence=0.01)
    assert found.trials == 2_225_094
    assert time.perf_counter() - start < 2
