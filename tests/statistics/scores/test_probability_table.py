"""The probability table: what it refuses, how it is made coarser, what it keeps."""

import numpy as np
import pytest

from veracity.memo import remember
from veracity.metrics import find
from veracity.statistics.scores.probability_table import ProbabilityTable
from veracity.statistics.scores.score_table import ScoreTable


def test_scores_outside_are_refused() -> None:
    with pytest.raises(ValueError, match=r"from -0\.5 to 0\.7"):
        ProbabilityTable.of_rows([0, 1], [-0.5, 0.7])
    with pytest.raises(ValueError, match="y_score"):
        ProbabilityTable.like(ScoreTable.of_rows([0, 1], [0.2, 700.0]))


def test_percentages_are_recognised() -> None:
    with pytest.raises(ValueError, match="percentages"):
        ProbabilityTable.of_rows([0, 1], [12.0, 87.0])


def test_every_operation_keeps_the_class() -> None:
    table = ProbabilityTable.of_rows([0, 1, 1], [0.2, 0.9, 0.4])
    for other in (table + table, table.coarsened(2), table.at_prevalence(0.1), table.by_chance()):
        assert type(other) is ProbabilityTable


def test_coarse_probabilities_are_means() -> None:
    rng = np.random.default_rng(0)
    p, y = rng.random(5000), rng.integers(0, 2, 5000)
    table = ProbabilityTable.of_rows(y, p)
    coarse = table.coarsened(64)
    assert len(coarse) <= 64 + 4  # each class also begins and ends with one of its own
    assert (np.diff(coarse.scores) < 0).all()
    total = coarse.weight.sum(0)
    assert total @ coarse.scores == pytest.approx(p.sum(), rel=1e-12)
    assert float(find("log_loss")(coarse)) == pytest.approx(
        float(find("log_loss")(table)), rel=0.02
    )


def test_a_bucket_that_reaches_zero_is_not_certain() -> None:
    p = np.concatenate([[0.0], np.linspace(0.001, 0.9, 999)])
    y = np.zeros(1000, int)
    y[1::3] = 1
    coarse = ProbabilityTable.of_rows(y, p).coarsened(10)
    assert np.isfinite(float(find("log_loss")(coarse)))


def test_what_is_kept_is_made_once() -> None:
    table = ProbabilityTable.of_rows([0, 1], [0.2, 0.9])
    made = []
    for _ in range(2):
        assert remember(table, "seven", lambda: made.append(1) or 7) == 7
    assert made == [1]
    assert "_memo" not in (table + table).__dict__
