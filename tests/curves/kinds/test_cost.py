"""Cost curves: the lower envelope by trying every threshold."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from veracity.curves.kinds.cost import cost_curve, probability_cost
from veracity.curves.kinds.hull import hull
from veracity.statistics.scores.score_table import ScoreTable

rows = st.lists(st.tuples(st.integers(0, 1), st.integers(0, 8)), min_size=2, max_size=30).filter(
    lambda rows: len({truth for truth, _ in rows}) == 2
)


@given(rows)
def test_no_threshold_is_cheaper_and_one_is_as_cheap(rows) -> None:
    truth, scores = zip(*rows, strict=True)
    table = ScoreTable.of_rows(truth, scores)
    curve = cost_curve(table)
    x = np.linspace(0, 1, 41)
    fnr, fpr = 1 - table.tp / table.positives, table.fp / table.negatives
    best = (fnr[:, None] * x + fpr[:, None] * (1 - x)).min(0)
    np.testing.assert_allclose(np.interp(x, curve.x, curve.y), best, atol=1e-12)
    assert (np.diff(curve.x) > 0).all()
    assert (curve.y <= curve["trivial"] + 1e-12).all()


@given(rows)
def test_the_thresholds_named_have_the_cost(rows) -> None:
    truth, scores = zip(*rows, strict=True)
    table = ScoreTable.of_rows(truth, scores)
    curve = cost_curve(table)
    middle = (curve.x[1:] + curve.x[:-1]) / 2
    for x, left, right in zip(middle, curve["next_threshold"], curve.thresholds[1:], strict=False):
        assert left == right  # what is best after a point is best before the next
        c = table.counts_at(left)
        cost = c.fn / (c.tp + c.fn) * x + c.fp / (c.fp + c.tn) * (1 - x)
        assert cost == pytest.approx(float(np.interp(x, curve.x, curve.y)), abs=1e-12)


def test_chance_has_the_cost_of_the_better_constant() -> None:
    curve = cost_curve(ScoreTable.of_rows([1, 0, 1, 0], [1, 1, 1, 1]))
    np.testing.assert_allclose(curve.y, curve["trivial"])
    assert curve.x.tolist() == [0, 0.5, 1]
    assert "optimistic" in curve.note
    assert len(hull(ScoreTable.of_rows([1, 0, 1, 0], [1, 1, 1, 1]))) == 2


def test_where_prevalence_and_costs_lie() -> None:
    assert probability_cost(0.5, 1, 1) == 0.5
    assert probability_cost(0.01, 1, 99) == pytest.approx(0.5)
    assert probability_cost(0, 1, 5) == 0


def test_without_a_class_there_is_no_curve() -> None:
    curve = cost_curve(ScoreTable.of_rows([0, 0], [1, 2]))
    assert np.isnan(curve.y).any()
    assert "positive" in curve.note
