"""The fit of greatest likelihood: where its derivative is 0, however many places there are."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from veracity.recalibration.logistic_fit import MANY, logistic_fit


def derivative(columns, positive, total, found):
    q = 1 / (1 + np.exp(-(found @ columns)))
    return columns @ (positive - total * q) / total.sum()


def test_a_constant_gives_the_log_odds():
    found = logistic_fit(np.ones((1, 2)), np.array([1.0, 2.0]), np.array([2.0, 2.0]))
    assert found[0] == pytest.approx(np.log(3), rel=1e-14)


@given(
    st.lists(
        st.tuples(st.floats(-30, 30), st.integers(1, 50), st.integers(1, 50)),
        min_size=3,
        max_size=20,
        unique_by=lambda row: round(row[0], 2),
    )
)
def test_the_derivative_is_zero(rows):
    """Every place has both outcomes, so that the optimum is finite."""
    x, yes, no = np.array(rows, float).T
    assume(np.ptp(x) > 0.1)
    columns = np.stack([x, np.ones_like(x)])
    found = logistic_fit(columns, yes, yes + no)
    assert derivative(columns, yes, yes + no, found) == pytest.approx([0, 0], abs=1e-10)


@pytest.mark.parametrize("scale", [1e-6, 1, 1e6])
def test_the_scale_of_a_column_does_not_matter(scale):
    random = np.random.default_rng(0)
    x = random.normal(size=50)
    yes = (random.random(50) < 1 / (1 + np.exp(-x))).astype(float)
    plain = logistic_fit(np.stack([x, np.ones(50)]), yes, np.ones(50))
    scaled = logistic_fit(np.stack([x * scale, np.ones(50)]), yes, np.ones(50))
    assert scaled * [scale, 1] == pytest.approx(plain, rel=1e-9)


def test_very_many_places():
    random = np.random.default_rng(0)
    x = np.sort(random.normal(size=2 * MANY))
    yes = (random.random(len(x)) < 1 / (1 + np.exp(-(0.5 + 2 * x)))).astype(float)
    columns = np.stack([x, np.ones_like(x)])
    found = logistic_fit(columns, yes, np.ones_like(x))
    assert derivative(columns, yes, np.ones_like(x), found) == pytest.approx([0, 0], abs=1e-13)
    assert found == pytest.approx([2, 0.5], abs=0.05)
