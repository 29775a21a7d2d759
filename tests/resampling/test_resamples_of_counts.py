"""Counts redrawn: the multinomial bootstrap, moment by moment."""

import numpy as np
import pytest

from veracity import threads
from veracity.resampling import resamples as resamples
from veracity.resampling.dirichlet import posterior
from veracity.resampling.parts import parts_of
from veracity.resampling.resamples import Resamples
from veracity.statistics import ConfusionMatrix, ScoreTable

COUNTS = np.array([[12, 3, 0], [1, 20, 4], [0, 2, 8]])
TIMES = 20_000


def drawn(matrix, times=TIMES, seed=1):
    """Every redraw as a flat table."""
    parts = [batch.cells.array() for batch in Resamples(matrix, times, seed)._all()]
    return np.concatenate(parts).reshape(times, -1)


@pytest.fixture(scope="module")
def tables():
    return drawn(ConfusionMatrix(COUNTS))


def standard_error(spread):
    return 5 * np.sqrt(spread / TIMES) + 1e-12


def test_every_redraw_has_as_many_rows(tables):
    assert (tables.sum(-1) == COUNTS.sum()).all()
    assert (tables == np.floor(tables)).all()


def test_empty_cells_stay_empty(tables):
    assert (tables[:, COUNTS.reshape(-1) == 0] == 0).all()


def test_the_mean_is_the_count(tables):
    cell, n = COUNTS.reshape(-1), COUNTS.sum()
    spread = cell * (1 - cell / n)
    assert (np.abs(tables.mean(0) - cell) <= standard_error(spread)).all()


def test_variance_and_covariance_are_multinomial(tables):
    share, n = COUNTS.reshape(-1) / COUNTS.sum(), COUNTS.sum()
    theory = n * (np.diag(share) - np.outer(share, share))
    assert np.abs(np.cov(tables.T) - theory).max() < 0.05 * theory.max()


def test_above_400_cells_each_is_poisson():
    cell = np.arange(441).reshape(21, 21) % 7 + 1
    batches = Resamples(ConfusionMatrix(cell), 4000, 0)._all()
    tables = np.concatenate([batch.cells.weight for batch in batches])
    flat = cell.reshape(-1)
    assert np.abs(tables.mean(0) / flat - 1).max() < 0.1
    assert np.abs(tables.var(0) / flat - 1).max() < 0.2
    assert tables.sum(-1).std() == pytest.approx(np.sqrt(flat.sum()), rel=0.1)


def test_equal_seeds_give_equal_redraws():
    matrix = ConfusionMatrix(COUNTS)
    assert np.array_equal(drawn(matrix, 200, 7), drawn(matrix, 200, 7))
    assert not np.array_equal(drawn(matrix, 200, 7), drawn(matrix, 200, 8))


def test_asking_twice_or_without_keeping_gives_the_same(monkeypatch):
    matrix = ConfusionMatrix(COUNTS)
    one = Resamples(matrix, 300, 3)
    first, second = (one.values(lambda c: c.hits.sum(-1)) for _ in range(2))
    monkeypatch.setattr(resamples, "KEPT_BYTES", 0)
    third = Resamples(matrix, 300, 3).values(lambda c: c.hits.sum(-1))
    assert np.array_equal(first, second)
    assert np.array_equal(first, third)


def test_batches_are_small_and_complete(monkeypatch):
    occupied = np.count_nonzero(COUNTS)
    monkeypatch.setattr(resamples, "BATCH_BYTES", occupied * 8 * 70)
    sizes = [batch.shape[0] for batch in Resamples(ConfusionMatrix(COUNTS), 300, 3)._all()]
    assert sizes == [60] * 5  # five are needed, and all are alike


def test_several_threads_draw_the_same(monkeypatch):
    random = np.random.default_rng(5)
    table = ScoreTable.of_rows(random.integers(0, 2, 5000), random.normal(size=5000))
    drawn = []
    for many in (1, 3):
        monkeypatch.setattr(threads, "MOST", many)
        once = Resamples(parts_of(table, 256), 600, 3)
        drawn.append(np.concatenate([batch.weight for batch in once.statistics()]))
        drawn.append(posterior(table.coarsened(256), 600, 3).weight)
    assert np.array_equal(drawn[0], drawn[2])
    assert np.array_equal(drawn[1], drawn[3])
    assert len(drawn[0]) == 600


def test_labels_and_positive_class_stay():
    matrix = ConfusionMatrix([[3, 1], [1, 5]], labels="ab", pos_label="a")
    batch = next(iter(Resamples(matrix, 100, 0)._all()))
    assert (batch.labels, batch.pos_label, batch.clusters) == (("a", "b"), "a", None)
