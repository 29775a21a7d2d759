"""What holds for every interval of a proportion, whatever the numbers."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom

from veracity.intervals import PROPORTION_METHODS, proportion_interval

METHODS = sorted(PROPORTION_METHODS)
SIZES = np.array([1, 2, 3, 10, 97, 10**4, 10**9])
TRIALS = st.integers(1, 10**6)


@st.composite
def counts(draw):
    n = draw(TRIALS)
    return draw(st.integers(0, n)), n


@given(counts(), st.sampled_from(METHODS), st.floats(0.5, 0.999))
def test_the_estimate_lies_inside_and_all_between_0_and_1(count, method, level):
    x, n = count
    low, high = proportion_interval(x, n, method, level)
    slack = 1e-12
    assert 0 <= low <= x / n + slack
    assert x / n - slack <= high <= 1


@given(counts(), st.sampled_from(METHODS), st.floats(0.5, 0.98))
def test_a_higher_level_contains_a_lower_one(count, method, level):
    inner, outer = (proportion_interval(*count, method, p) for p in (level, level + 0.01))
    assert outer[0] <= inner[0] + 1e-12
    assert outer[1] >= inner[1] - 1e-12


@given(counts(), st.sampled_from(METHODS))
def test_failures_are_the_mirror_of_successes(count, method):
    x, n = count
    low, high = proportion_interval(x, n, method)
    other_low, other_high = proportion_interval(n - x, n, method)
    assert low == pytest.approx(1 - other_high, abs=1e-9)
    assert high == pytest.approx(1 - other_low, abs=1e-9)


@pytest.mark.parametrize("method", [m for m in METHODS if m not in ("wald", "agresti_coull")])
def test_none_of_n_and_all_of_n(method):
    low, high = proportion_interval(np.zeros(len(SIZES)), SIZES, method)
    assert (low == 0).all()
    assert ((high > 0) & (high < 1)).all()
    assert (np.diff(high) < 0).all()
    low, high = proportion_interval(SIZES, SIZES, method)
    assert (high == 1).all()
    assert ((low > 0) & (low < 1)).all()


def test_wald_has_no_width_at_the_edges():
    assert proportion_interval(0, 50, "wald") == (0, 0)
    assert proportion_interval(50, 50, "wald") == (1, 1)


@pytest.mark.parametrize("method", METHODS)
def test_arrays_are_a_loop(method):
    n = np.array([[1], [7], [100]])
    x = np.array([0, 0.5, 1]) * n
    low, high = proportion_interval(x, n, method)
    assert low.shape == high.shape == (3, 3)
    for index in np.ndindex(3, 3):
        one = proportion_interval(x[index], n[index[0], 0], method)
        assert (low[index], high[index]) == pytest.approx(one, abs=1e-15)


@pytest.mark.parametrize("method", METHODS)
def test_without_trials_there_is_no_interval(method):
    low, high = proportion_interval([0, 1], [0, 2], method)
    assert np.isnan([low[0], high[0]]).all()
    assert 0 <= low[1] <= high[1] <= 1


@given(counts(), st.floats(0.5, 0.999))
def test_mid_p_solves_its_equations(count, level):
    x, n = count
    low, high = (float(end) for end in proportion_interval(x, n, "mid_p", level))
    tail = (1 - level) / 2
    if x > 0:
        assert binom.sf(x, n, low) + binom.pmf(x, n, low) / 2 == pytest.approx(tail, rel=1e-6)
    if x < n:
        above = binom.cdf(x - 1, n, high) + binom.pmf(x, n, high) / 2
        assert above == pytest.approx(tail, rel=1e-6)


@given(counts(), st.floats(0.5, 0.999))
def test_clopper_pearson_contains_mid_p(count, level):
    exact = proportion_interval(*count, "clopper_pearson", level)
    middle = proportion_interval(*count, "mid_p", level)
    assert exact[0] <= middle[0] + 1e-12
    assert exact[1] >= middle[1] - 1e-12
