"""Probabilities as confidences: blocks merged in order are what rows counted one by one are."""

import numpy as np
import pytest

from veracity.statistics import ScoreTable
from veracity.statistics.joint.top_label import TopLabel
from veracity.statistics.scores import confidences as under_test
from veracity.statistics.scores.steps import lone_rows

KINDS = {
    "spread": lambda rng, n: rng.random(n),
    "two decimals": lambda rng, n: np.round(rng.random(n), 2),
    "all negative": lambda rng, n: rng.random(n) * 0.4,
    "all positive": lambda rng, n: 0.5 + rng.random(n) / 2,
    "1 - p has ties": lambda rng, n: rng.random(n) ** 300,
    "to about 1": lambda rng, n: 1 - rng.random(n) ** 60,
    "mirrored": lambda rng, n: np.where(rng.random(n) < 0.5, 0.25, 0.75),
    "mirrored, apart": lambda rng, n: np.concatenate(
        [k := rng.integers(1, 2**40, n // 2) / 2**42, 1 - k]
    ),
}


@pytest.fixture(autouse=True)
def _short_blocks(monkeypatch):
    monkeypatch.setattr(under_test, "_BLOCK", 64)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("positive_first", [False, True])
@pytest.mark.parametrize("kind", KINDS)
def test_as_counting_rows(kind, positive_first, weighted):
    rng = np.random.default_rng(3)
    p = KINDS[kind](rng, 1000)
    truth = rng.integers(0, 2, len(p))
    weight = rng.integers(1, 5, len(p)) / 4 if weighted else None
    labels = ("yes", "no") if positive_first else ("no", "yes")
    index = 1 - truth if positive_first else truth
    table = ScoreTable.of_rows(index, p, weight, labels=labels, pos_label="yes")
    found = TopLabel.of_table(table)
    right = (p >= 0.5) == (truth == 1)
    expected = TopLabel.of_rows_right(right.astype(int), np.where(p >= 0.5, p, 1 - p), weight)
    assert found == expected


def test_no_rows():
    none = ScoreTable.of_rows([], [])
    assert len(TopLabel.of_table(none)) == 0


@pytest.mark.parametrize("share", [0.2, 0.9])
def test_rows_that_stand_apart_are_found_on_the_way(share):
    random = np.random.default_rng(4)
    p = random.random(500)
    truth = (random.random(500) < np.where(p >= 0.5, share, 1 - share)).astype(int)
    label = TopLabel.of_table(ScoreTable.of_rows(truth, p))
    expected = lone_rows(label.weight, int(label.weight[1].sum() < label.weight[0].sum()))
    assert label.lone.truth == expected.truth
    assert np.array_equal(label.lone.position, expected.position)
