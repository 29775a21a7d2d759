"""A class that is all right or all wrong gets a case more before the interval is made."""

import numpy as np
import pytest

from veracity.intervals import Estimator, Settings
from veracity.intervals.sample.smoothing import smoothed
from veracity.metrics import find
from veracity.statistics import ConfusionMatrix


def matrix(counts):
    return ConfusionMatrix(counts, labels=range(len(counts)))


def test_nothing_is_added_where_no_class_is_pure():
    assert smoothed(matrix([[50, 10], [20, 40]])) is None
    assert smoothed(matrix([[9, 0], [0, 0]])) is None


def test_two_classes_by_hand():
    """TN 81, FP 9, TP 10: recalls 0.9 and 1, so (1.9 + 1)/4 = 0.725 of a case is right."""
    found = smoothed(matrix([[81, 9], [0, 10]])).cells.array()
    calls = (81 / 81 + 10 / 19 + 1) / 4  # all calls of class 0 are right as well
    expected = [[81 + calls, 9], [0.275 + (1 - calls), 10 + 0.725]]
    assert found == pytest.approx(np.array(expected))


def test_cases_are_added_to_pure_classes_only():
    counts = np.array([[5, 0, 0], [2, 7, 1], [1, 1, 8]])
    more = smoothed(matrix(counts)).cells.array() - counts
    assert more[0].sum() == pytest.approx(1)
    assert more[0, 2] == 0
    assert (more[1:] == 0).all()


def test_weights_add_a_row_of_usual_weight():
    from veracity.evaluation import ConfusionMatrix as Public

    truth, called = [0, 0, 0, 1, 1], [0, 0, 1, 1, 1]
    plain = smoothed(matrix([[2, 1], [0, 2]])).cells.array()
    heavy = Public.from_labels(truth, called, sample_weight=[7.0] * 5).plain()
    found = smoothed(heavy)
    assert found.cells.array() == pytest.approx(7 * plain)
    assert found.squares.array() == pytest.approx(49 * plain)


def test_balanced_accuracy_is_no_longer_too_sure():
    """10 positives all found: by the delta method alone they would have no variance."""
    one = matrix([[81, 9], [0, 10]])
    plain = Estimator(one, Settings(method="delta")).estimate(find("balanced_accuracy"))
    found = Estimator(one, Settings()).estimate(find("balanced_accuracy"))
    assert found.low < plain.low - 0.05
    assert found.low < found.value < found.high
    assert "all right or all wrong" in found.note
    assert plain.note == ""


def test_coverage_with_ten_positives():
    """Sensitivity 0.9, specificity 0.9, prevalence 0.1, n = 100: 0.75 without, 0.95 with."""
    samples = np.random.default_rng(3).multinomial(100, [0.81, 0.09, 0.01, 0.09], 300)
    hits = {"auto": 0, "delta": 0}
    for counts in samples.reshape(-1, 2, 2):
        if counts[1].sum():
            for method in hits:
                found = Estimator(matrix(counts), Settings(method=method)).estimate(
                    find("balanced_accuracy")
                )
                hits[method] += found.low <= 0.9 <= found.high
    assert hits["auto"] / 300 > 0.93
    assert hits["delta"] / 300 < 0.85


def test_a_geometric_mean_of_0_is_not_certainly_0():
    """Ten classes of which one has no hit: coverage was 0.62 to 0.75 by the posterior of cells."""
    random, metric, held, at_zero = np.random.default_rng(6), find("g_mean"), 0, 0
    for _ in range(150):
        right = random.uniform(0.4, 0.95, 10)
        shares = 0.6 ** np.arange(10)
        shares /= shares.sum()
        truth = random.choice(10, 300, p=shares)
        called = np.where(random.random(300) < right[truth], truth, (truth + 1) % 10)
        counts = np.zeros((10, 10))
        np.add.at(counts, (truth, called), 1.0)
        found = Estimator(matrix(counts), Settings(n_resamples=100)).estimate(metric)
        at_zero += found.value == 0
        held += found.low <= np.prod(right) ** 0.1 <= found.high
    assert at_zero > 30
    assert held / 150 > 0.93


def test_all_right_or_all_wrong_stays_with_the_posterior():
    """Nothing but hits, or none at all: there is no class that varies."""
    for cells in (10.0 * np.eye(3), 10.0 * np.roll(np.eye(3), 1, 1)):
        assert Estimator(matrix(cells), Settings()).estimate(find("g_mean")).method == "bayes"


def test_an_interval_that_is_drawn_out_to_the_value_says_so():
    """A class without a hit: g_mean is 0, while the interval is made about 0.47."""
    cells = [[30, 1, 3], [2, 20, 1], [4, 5, 0]]
    found = Estimator(matrix(cells), Settings()).estimate(find("g_mean"))
    assert (found.value, found.low) == (0, 0)
    assert "centred" not in found.note.en
    assert found.note.en.endswith("It was then extended to include the value.")
    inside = Estimator(matrix([[30, 1, 3], [2, 20, 1], [4, 4, 1]]), Settings())
    assert "then extended" not in inside.estimate(find("g_mean")).note.en
