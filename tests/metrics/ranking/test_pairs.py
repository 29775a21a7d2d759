"""Pairs of a positive and a negative, counted one by one."""

import numpy as np
import pytest

from veracity.metrics import find
from veracity.statistics import ScoreTable


@pytest.mark.parametrize("seed", range(6))
def test_pairs_counted_one_by_one(seed) -> None:
    draw = np.random.default_rng(seed)
    truth = np.r_[0, 1, draw.integers(0, 2, 28)]
    scores = np.round(draw.normal(truth, 1), seed % 3)
    weight = draw.uniform(0.2, 2, 30) if seed % 2 else np.ones(30)
    positive, negative = np.flatnonzero(truth == 1), np.flatnonzero(truth == 0)
    pairs = weight[positive][:, None] * weight[negative]
    gap = scores[positive][:, None] - scores[negative]
    table = ScoreTable.of_rows(truth, scores, weight, labels=(0, 1))
    for key, which in (("concordant", gap > 0), ("tied", gap == 0), ("discordant", gap < 0)):
        said = (pairs * which).sum() / pairs.sum()
        assert float(find(f"pairs_{key}")(table)) == pytest.approx(said, abs=1e-13)
