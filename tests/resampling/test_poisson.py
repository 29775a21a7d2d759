"""Poisson numbers: their distribution against SciPy's."""

import numpy as np
import pytest
from scipy.stats import poisson

from veracity.resampling.noise import Noise
from veracity.resampling.poisson import poisson_counts


@pytest.mark.parametrize("mean", [0.4, 1.0, 5.0, 7.5, 8.0, 12.5, 40.0, 3000.0])
def test_the_distribution(mean):
    drawn = poisson_counts(np.random.default_rng(1), np.full(100, mean), 2000).reshape(-1)
    k = np.arange(int(drawn.max()) + 2)
    share = np.cumsum(np.bincount(drawn.astype(int), minlength=len(k))) / len(drawn)
    # 200,000 numbers: the largest distance has a 0.1 % quantile of 1.95/√n
    assert np.abs(share - poisson.cdf(k, mean)).max() < 1.95 / np.sqrt(len(drawn)) + 4e-4
    assert drawn.mean() == pytest.approx(mean, abs=5 * np.sqrt(mean / len(drawn)))


@pytest.mark.parametrize("cells", [9, 200])
def test_every_cell_has_its_own_mean(cells):
    mean = np.tile([0.0, 1.0, 3.0, 50.0, 900.0, 20.0, 2.0, 0.0, 8.0], cells)[:cells]
    mean = np.sort(mean) if cells < 50 else mean  # few runs of large ones, and many
    drawn = poisson_counts(np.random.default_rng(2), mean, 4000)
    away = (drawn.mean(0) - mean) / np.sqrt(np.maximum(mean, 1e-9) / 4000)
    assert np.abs(away).max() < 5
    assert drawn.var(0)[mean > 0] == pytest.approx(mean[mean > 0], rel=0.2)
    between = np.corrcoef(drawn[:, mean > 0].T)
    np.fill_diagonal(between, 0)
    assert np.abs(between).max() < 0.1


def test_shared_normals_are_used():
    mean, noise = np.full(600, 100.0), Noise(7)
    first, second = (
        poisson_counts(np.random.default_rng(seed), mean, 50, lambda n: noise.rows(0, 50, 50, n))
        for seed in (1, 2)
    )
    assert (first == second).all()


def test_noise_of_other_seeds_and_of_very_many_redraws():
    assert not (Noise(0).rows(0, 5, 100, 4) == Noise(1).rows(0, 5, 100, 4)).any()
    many = Noise(0).rows(10, 14, 10**6, 500)
    assert many.shape == (4, 500)
    assert (many == Noise(0).rows(10, 14, 10**6, 500)).all()
    assert abs(Noise(3).rows(0, 2000, 2000, 512).std() - 1) < 0.005
