"""The CORP decomposition: exact small cases, the law of the sum, and bounds."""

from math import inf, isnan, log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from veracity.isotonic import corp
from veracity.statistics import ScoreTable

ROWS = st.lists(st.tuples(st.integers(0, 1), st.integers(1, 19)), min_size=1, max_size=40)


def table_of(rows: list[tuple[int, int]]) -> ScoreTable:
    return ScoreTable.of_rows([y for y, _ in rows], [p / 20 for _, p in rows])


def test_by_hand() -> None:
    # y = 0, 1, 0, 1; p = 0.1, 0.3, 0.6, 0.8; fit 0, 1/2, 1/2, 1 (s000.isotonic_changes_auroc):
    # S = 9/40, C = (1/4 + 1/4)/4 = 1/8, R = 1/4
    found = corp(ScoreTable.of_rows([0, 1, 0, 1], [0.1, 0.3, 0.6, 0.8]))
    assert found.miscalibration == pytest.approx(9 / 40 - 1 / 8, abs=1e-15)
    assert found.discrimination == pytest.approx(1 / 8, abs=1e-15)
    assert found.uncertainty == 1 / 4
    logs = corp(ScoreTable.of_rows([0, 1, 0, 1], [0.1, 0.3, 0.6, 0.8]), "log")
    assert logs.uncertainty == pytest.approx(log(2))
    assert logs.discrimination == pytest.approx(log(2) - log(2) / 2)
    assert logs.score == pytest.approx(-(log(0.9) + log(0.3) + log(0.4) + log(0.8)) / 4)


@given(ROWS)
def test_parts_add_up_to_the_score_and_none_is_below_0(rows: list[tuple[int, int]]) -> None:
    y, p = np.array([y for y, _ in rows]), np.array([p / 20 for _, p in rows])
    scores = {
        "brier": ((p - y) ** 2).mean(),
        "log": -np.log(np.where(y == 1, p, 1 - p)).mean(),
    }
    for name, score in scores.items():
        found = corp(table_of(rows), name)  # type: ignore[arg-type]
        assert found.score == pytest.approx(score, abs=1e-12)
        assert min(found.miscalibration, found.discrimination, found.uncertainty) >= 0
        assert found.discrimination <= found.uncertainty + 1e-12


@given(ROWS, st.floats(0.01, 100))
def test_the_scale_of_weights_does_not_matter(rows: list[tuple[int, int]], scale: float) -> None:
    table = table_of(rows)
    other = ScoreTable(table.scores, table.weight * scale, table.labels, table.pos_label)
    for name in ("miscalibration", "discrimination", "uncertainty"):
        mine, theirs = (getattr(corp(t), name) for t in (table, other))
        assert mine == pytest.approx(theirs, abs=1e-12)


def test_leading_axes_are_a_loop() -> None:
    weight = np.random.default_rng(3).integers(0, 5, (4, 2, 30)).astype(float)
    scores = np.linspace(0.99, 0.01, 30)
    many = corp(ScoreTable(scores, weight, (0, 1), 1))
    for i in range(4):
        one = corp(ScoreTable(scores, weight[i], (0, 1), 1))
        assert many.miscalibration[i] == one.miscalibration
        assert many.discrimination[i] == one.discrimination


def test_a_wrong_certainty_costs_infinitely_much_on_the_log_scale() -> None:
    assert corp(ScoreTable.of_rows([1, 0], [0.0, 0.5]), "log").miscalibration == inf
    assert corp(ScoreTable.of_rows([0, 1], [0.0, 1.0]), "log").miscalibration == 0


def test_nothing_is_known_without_rows() -> None:
    found = corp(ScoreTable(np.zeros(0), np.zeros((2, 0)), (0, 1), 1))
    assert isnan(found.miscalibration)
    assert isnan(found.uncertainty)
