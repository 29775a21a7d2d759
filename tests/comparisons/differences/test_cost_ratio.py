"""Which model is cheaper is said only of ratios of costs at which that is shown."""

import math

import numpy as np
import pytest

import veracity as vc
from veracity.comparisons.differences.cost_ratio import cheaper_ranges, cost_words
from veracity.statistics.joint.paired_table import PairedTable

POSITIVES, NEGATIVES = 100, 9900


def table(misses, false, *, labels=(0, 1), **more):
    """Two models whose errors are nested: the larger set of each kind holds the smaller."""
    truth = np.repeat([0, 1], [NEGATIVES, POSITIVES])
    called = {}
    for name, missed, alarms in zip("AB", misses, false, strict=True):
        quiet = [NEGATIVES - alarms, alarms, missed, POSITIVES - missed]
        called[name] = np.repeat([0, 1, 0, 1], quiet)
    return PairedTable.of_rows(truth, called, labels=labels, **more)


def test_both_models_have_their_range():
    words = cost_words(("A", "B"), table((40, 5), (99, 990)))
    # (35 r − 891)² = χ²(2; 0.95) (36 r² + 892), one more than the rows in which they differ
    chi = -2 * math.log(0.05)
    a, b, c = 35**2 - chi * 36, -2 * 35 * 891, 891**2 - chi * 892
    low, high = ((-b + sign * math.sqrt(b * b - 4 * a * c)) / (2 * a) for sign in (-1, 1))
    assert f"A is shown to be cheaper than B if a false negative costs less than {low:.4g} " in (
        words
    )
    assert f"B is shown to be cheaper than A if a false negative costs more than {high:.4g} " in (
        words
    )
    assert "891/35 = 25.46" in words
    assert "cannot tell (simultaneous 95% confidence)" in words
    assert "891/35" in words.zh


def test_cheaper_whatever_the_costs_takes_fewer_errors_of_both_kinds():
    assert "B is shown to be cheaper than A at" in cost_words(
        ("A", "B"), table((15, 5), (200, 120))
    )
    # five errors of one kind fewer: exact p = 2/2⁵ = 0.0625
    unsure = cost_words(("A", "B"), table((10, 5), (200, 120)))
    assert "whatever" not in unsure
    assert "B is shown to be cheaper than A if a false negative costs less than" in unsure


def test_what_cannot_be_told_is_said():
    words = cost_words(("A", "B"), table((6, 5), (130, 129)))
    assert "cheaper at any ratio" in words
    assert "shown" not in words
    assert "same number of errors of each kind" in cost_words(("A", "B"), table((6, 6), (9, 9)))


@pytest.mark.parametrize("rows", ["weighted", "clustered"])
def test_weights_and_clusters(rows):
    rng = np.random.default_rng(3)
    truth = (rng.random(4000) < 0.3).astype(int)
    good, bad = (np.where(rng.random(4000) < share, truth, 1 - truth) for share in (0.9, 0.7))
    options = {
        "weighted": {"sample_weight": rng.choice([0.5, 2.0], 4000)},
        "clustered": {"cluster": np.arange(4000) // 20},
    }[rows]
    cmp = vc.compare(truth, {"G": good, "B": bad}, kind="y_pred", metrics="accuracy", **options)
    assert "G is shown to be cheaper than B at" in cmp.cost_text("G", "B")
    same = np.where(rng.random(4000) < 0.7, truth, 1 - truth)
    even = vc.compare(truth, {"S": same, "B": bad}, kind="y_pred", metrics="accuracy", **options)
    assert "cannot tell" in even.cost_text("S", "B")


def test_two_clusters_show_nothing():
    rng = np.random.default_rng(4)
    truth = (rng.random(300) < 0.5).astype(int)
    cmp = vc.compare(
        truth,
        {"A": truth, "B": 1 - truth},
        kind="y_pred",
        metrics="accuracy",
        cluster=np.arange(300) % 2,
    )
    assert "shown" not in cmp.cost_text("A", "B")


def test_ranges_are_where_the_difference_leaves_its_limits():
    rng = np.random.default_rng(5)
    for _ in range(50):
        errors = rng.normal(0, 5, 2)
        root = rng.normal(0, 2, (2, 2))
        variance = root @ root.T + np.eye(2)
        ranges = cheaper_ranges(errors, variance, 1.5)
        for r in np.geomspace(1e-3, 1e3, 200):
            at = np.array([r, 1.0])
            z = at @ errors / math.sqrt(at @ variance @ at)
            inside = [first for low, high, first in ranges if low < r < high]
            assert bool(inside) == (abs(z) > 1.5)
            assert not inside or inside[0] == (z < 0)


def test_equal_models_are_hardly_ever_told_apart():
    rng, said = np.random.default_rng(6), 0
    for _ in range(100):
        truth = (rng.random(300) < 0.3).astype(int)
        called = {m: np.where(rng.random(300) < 0.8, truth, 1 - truth) for m in "AB"}
        said += "shown" in cost_words(("A", "B"), PairedTable.of_rows(truth, called))
    assert said <= 10  # 5 expected at most; 61 said "whatever" without a test
