"""The isotonic map: exact cases, scikit-learn's regression, and that it never falls."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.isotonic import IsotonicRegression

from tests.recalibration.rows import overconfident
from veracity.recalibration.maps import isotonic_map
from veracity.statistics.scores.score_table import ScoreTable


def test_the_seed_case_exactly():
    """s000.isotonic_changes_auroc: 0, 1/2, 1/2, 1."""
    p = np.array([0.1, 0.3, 0.6, 0.8])
    found = isotonic_map(ScoreTable.of_rows([0, 1, 0, 1], p))
    assert found(p).tolist() == [0.0, 0.5, 0.5, 1.0]
    assert not found.strict


def test_between_blocks_it_is_straight_and_beyond_them_level():
    found = isotonic_map(ScoreTable.of_rows([0, 1, 0, 1], [0.1, 0.3, 0.6, 0.8]))
    assert found(np.array([0.0, 0.2, 0.7, 1.0])) == pytest.approx([0.0, 0.25, 0.75, 1.0])


@pytest.mark.parametrize("ties", [None, 20])
@pytest.mark.parametrize("weighted", [False, True])
def test_equals_scikit_learn(ties, weighted):
    y, p, _ = overconfident(500, 3, ties)
    w = np.random.default_rng(1).random(500) + 0.1 if weighted else None
    peer = IsotonicRegression(y_min=0, y_max=1, out_of_bounds="clip").fit(p, y, w)
    found = isotonic_map(ScoreTable.of_rows(y, p, w))
    new = np.linspace(0, 1, 401)
    assert found(new) == pytest.approx(peer.predict(new), abs=1e-12)


@given(st.lists(st.tuples(st.integers(0, 20), st.booleans()), min_size=1, max_size=30))
def test_it_never_falls_and_stays_in_range(rows):
    p, y = np.array([a / 20 for a, _ in rows]), np.array([int(b) for _, b in rows])
    made = isotonic_map(ScoreTable.of_rows(y, p))(np.linspace(0, 1, 101))
    assert (np.diff(made) >= 0).all()
    assert 0 <= made.min() <= made.max() <= 1


@given(st.lists(st.tuples(st.integers(0, 20), st.booleans()), min_size=1, max_size=30))
def test_the_mean_of_the_fit_is_the_base_rate(rows):
    """Calibrated in the large on its own rows: a property of least squares over monotone maps."""
    p, y = np.array([a / 20 for a, _ in rows]), np.array([int(b) for _, b in rows])
    made = isotonic_map(ScoreTable.of_rows(y, p))(p)
    assert made.mean() == pytest.approx(y.mean(), abs=1e-12)
