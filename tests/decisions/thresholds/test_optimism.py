"""Optimism: near the truth by cross-fitting, partly by the bootstrap, and always seeded."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.decisions.samples import QUICK, clustered_table, normal_table, population
from veracity.decisions.thresholds.choosing import choose
from veracity.intervals import Settings
from veracity.metrics import find
from veracity.resampling.folds import folded, resampled
from veracity.statistics.scores.score_table import ScoreTable

RUNS = 150


def simulated(positives, negatives, distance, **asked):
    """Mean true optimism with its error, and what both ways say of it."""
    true, cross, boot = [], [], []
    share = positives / (positives + negatives)
    for run in range(RUNS):
        table = normal_table(positives, negatives, distance, [11, run])
        choice = choose(table, **asked, settings=QUICK)
        metric = find(choice.maximize)
        elsewhere = float(metric(population(choice.threshold, distance, share)))
        sign = -1 if metric.better == "lower" else 1
        true.append(sign * (choice.value - elsewhere))
        cross.append(float(choice.optimism))
        assert choice.corrected == pytest.approx(choice.value - sign * float(choice.optimism))
        boot.append(float(choose(table, **asked, settings=QUICK, optimism_by="bootstrap").optimism))
    error = np.std(true) / math.sqrt(RUNS)
    return np.mean(true), error, np.mean(cross), np.mean(boot)


@pytest.mark.parametrize(
    ("sizes", "asked"),
    [
        ((30, 100, 1.0), {"maximize": "f1"}),
        ((30, 30, 0.0), {"maximize": "informedness"}),
        ((30, 100, 1.0), {"cost_fp": 1, "cost_fn": 5}),
        ((60, 240, 1.5), {"max_fpr": 0.1}),
    ],
)
def test_cross_fitting_is_near_the_truth(sizes, asked):
    true, error, cross, boot = simulated(*sizes, **asked)
    assert true > 2 * error
    assert cross == pytest.approx(true, abs=4 * error)
    assert boot < 0.85 * cross  # it leaves a part of it


def test_scores_that_know_nothing_look_good_and_are_not():
    found = [
        choose(normal_table(25, 25, 0, [5, run]), maximize="informedness", settings=QUICK)
        for run in range(60)
    ]
    assert min(choice.value for choice in found) >= 0
    assert np.mean([float(choice.optimism) for choice in found]) > 0.1
    assert np.mean([choice.corrected for choice in found]) == pytest.approx(0, abs=0.05)


def test_it_fades_with_more_rows():
    few, many = (
        choose(normal_table(n, n, 1, 3), maximize="informedness", settings=QUICK).optimism
        for n in (20, 2000)
    )
    assert few.value > 3 * abs(many.value)
    assert many.method == "cross_fitting (20 x 5)"
    assert many.repeats == 20
    assert many.spread < few.spread


def test_the_same_seed_gives_the_same_number():
    table = normal_table(30, 60, 1, 0)
    one, two, other = (
        choose(table, maximize="f1", settings=Settings(method="none", random_state=seed)).optimism
        for seed in (1, 1, 2)
    )
    assert one == two != other


counts = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=2, max_size=8).filter(
    lambda cells: min(map(sum, zip(*cells, strict=True))) >= 2
)


@given(counts, st.integers(2, 5))
def test_folds_add_up_to_the_table(cells, folds):
    weight = np.array(cells, float).T.copy()
    table = ScoreTable(np.arange(len(cells), 0.0, -1), weight, (0, 1), 1)
    for part in folded(table, folds, 3, 0):
        assert part.weight.shape == (3, folds, 2, len(cells))
        assert np.array_equal(part.weight.sum(1), np.broadcast_to(weight, (3, *weight.shape)))
        assert (part.weight >= 0).all()
        sizes = part.truth
        assert (sizes.max(1) - sizes.min(1) <= 1).all()  # each class dealt evenly


def test_folds_are_dealt_fairly():
    """The mean of a cell is its share, the variance hypergeometric."""
    table = ScoreTable(np.array([2.0, 1.0]), np.array([[30.0, 70.0], [40.0, 10.0]]), (0, 1), 1)
    drawn = np.concatenate([part.weight for part in folded(table, 5, 4000, 0)])[:, 0, 0, 0]
    assert drawn.mean() == pytest.approx(6, abs=0.1)
    assert drawn.var() == pytest.approx(20 * 0.3 * 0.7 * 80 / 99, rel=0.1)


def test_whole_clusters_stay_together():
    cluster = np.repeat(np.arange(12), 4)
    truth = np.arange(12)[cluster] % 2
    table = clustered_table(truth, cluster.astype(float), cluster)  # one score for each cluster
    for part in folded(table, 5, 10, 0):
        assert set(np.unique(part.weight)) == {0.0, 4.0}
        assert np.array_equal(part.weight.sum(1)[0], table.weight)
    for drawn in resampled(table, 50, 0):
        assert (drawn.weight % 4 == 0).all()
        assert (drawn.total == 48).all()


def test_clusters_are_more_optimistic_than_their_rows():
    draw = np.random.default_rng(0)
    truth = np.repeat(draw.integers(0, 2, 24), 25)
    scores = np.repeat(draw.normal(size=24), 25) + 1e-3 * draw.normal(size=600)
    cluster = np.repeat(np.arange(24), 25)
    honest = choose(clustered_table(truth, scores, cluster), maximize="informedness")
    naive = choose(ScoreTable.of_rows(truth, scores), maximize="informedness")
    assert float(honest.optimism) > 3 * float(naive.optimism)


def test_without_enough_to_divide_it_is_unknown_and_says_why():
    one = choose(ScoreTable.of_rows([1, 0, 0], [3, 2, 1]), maximize="f1")
    assert math.isnan(one.optimism.value)
    assert math.isnan(one.corrected)
    assert "single row" in one.optimism.note
    whole = clustered_table([1, 0, 1, 0], [4.0, 3.0, 2.0, 1.0], ["a"] * 4)
    choice = choose(whole, min_recall=0.5)
    assert "one cluster" in choice.optimism.note
    assert math.isnan(choice.holds_with["min_recall"])
