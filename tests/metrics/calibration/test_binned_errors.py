"""Calibration errors by bins and by kernel: by hand, by definition, at the edges."""

from fractions import Fraction

import numpy as np
import pytest

from veracity.intervals import Estimator, Settings
from veracity.metrics import find
from veracity.metrics.calibration.bins import bins_of, bins_of_other
from veracity.statistics.joint.joint_scores import JointScores
from veracity.statistics.joint.top_label import TopLabel
from veracity.statistics.scores.probability_table import ProbabilityTable


def table_of(y, p, weight=None) -> ProbabilityTable:
    return ProbabilityTable.of_rows(y, p, weight)


def value(key: str, table) -> float:
    return float(find(key)(table))


def test_by_hand() -> None:
    """Two bins: p 0.1, 0.3 with one positive (gap 0.3); p 0.6, 1.0 with one (gap -0.3)."""
    table = table_of([0, 1, 0, 1, 1], [0.1, 0.3, 0.6, 1.0, 1.0])
    low, high = Fraction(3, 10), abs(Fraction(2, 3) - Fraction(26, 30))
    mean = (2 * low + 3 * high) / 5
    assert value("ece(2)", table) == pytest.approx(float(mean), abs=1e-15)
    assert value("ece(2, norm=max)", table) == pytest.approx(float(low), abs=1e-15)
    square = (2 * low**2 + 3 * high**2) / 5
    assert value("ece(2, norm=l2)", table) == pytest.approx(float(square) ** 0.5, abs=1e-15)


def test_one_belongs_to_the_last_bin_and_an_edge_to_the_bin_above() -> None:
    table = table_of([1] * 11, np.arange(11) / 10)
    assert bins_of(table, 10).weight.tolist() == [1] * 9 + [2]
    assert bins_of(table, 1).weight.tolist() == [11]


def test_fewer_values_than_bins_leave_bins_empty() -> None:
    table = table_of([0, 1, 1, 1], [0.2, 0.2, 0.7, 0.7])
    for strategy in ("uniform", "quantile"):
        found = bins_of(table, 15, strategy)
        assert (found.weight > 0).sum() == 2
        assert np.isnan(found.share[found.weight == 0]).all()
        expected = (2 * 0.3 + 2 * 0.3) / 4
        assert value(f"ece(strategy={strategy})", table) == pytest.approx(expected, abs=1e-15)


@pytest.mark.parametrize("key", ["ece", "ece_debiased", "mce", "ece(norm=l2)"])
def test_empty_bins_are_said(key: str) -> None:
    few = table_of([0, 1, 1, 0], [0.2, 0.2, 0.9, 0.9])
    found = Estimator(few, Settings()).estimate(find(key))
    assert "2 distinct probabilities for 15 bins; 13 empty bins" in found.note
    assert "有 2 个，分箱有 15 个，其中 13 个为空" in found.note.zh
    full = table_of([0, 1] * 50, np.linspace(0.005, 0.995, 100))
    assert "empty" not in Estimator(full, Settings()).estimate(find(key)).note


def test_empty_bins_among_many_values_are_counted() -> None:
    table = table_of([0, 1] * 50, np.linspace(0.01, 0.49, 100))
    found = Estimator(table, Settings()).estimate(find("ece(10)"))
    assert "5 of 10 bins are empty" in found.note


def test_quantile_bins_hold_equal_numbers() -> None:
    table = table_of(np.zeros(103, int), np.random.default_rng(0).random(103))
    counts = bins_of(table, 10, "quantile").weight
    assert counts.sum() == 103
    assert counts.max() - counts.min() <= 1


def test_debiased_by_hand() -> None:
    """One bin of 4 rows, share 3/4, mean 1/2: 1/16 - (3/16)/3 = 0; and with mean 1/4."""
    even = table_of([0, 1, 1, 1], [0.4, 0.45, 0.55, 0.6])
    assert value("ece_debiased(1)", even) == pytest.approx(0, abs=1e-8)
    low = table_of([0, 1, 1, 1], [0.2, 0.2, 0.3, 0.3])
    expected = Fraction(1, 4) - Fraction(3, 16) / 3
    assert value("ece_debiased(1)", low) == pytest.approx(float(expected) ** 0.5, abs=1e-14)


def test_without_two_rows_in_a_bin_nothing_is_debiased() -> None:
    """0.9 for a negative and 0.2 for a positive, each alone in its bin: not 0, but unknown."""
    table = table_of([0, 1], [0.9, 0.2])
    metric = find("ece_debiased")
    assert np.isnan(metric(table))
    assert [str(one) for one in metric.reasons(table)] == ["no bin holds two rows"]
    one_bin = find("ece_debiased(1)")
    assert not one_bin.reasons(table)
    # one bin: gap 1/2 − 0.55, less (1/4)/1
    assert float(one_bin(table)) == 0
    axes = ProbabilityTable(
        np.array([0.9, 0.2]), np.array([[[1.0, 0], [0, 1]], [[3.0, 0], [0, 1]]]), (0, 1), 1
    )
    assert np.isnan(metric(axes)).tolist() == [True, False]


def test_debiasing_takes_off_what_chance_adds() -> None:
    """True probabilities: the squared error has mean 0, the plain one does not."""
    rng = np.random.default_rng(11)
    plain, squares = [], []
    for _ in range(300):
        p = rng.random(200)
        found = bins_of(table_of((rng.random(200) < p).astype(int), p), 10, "quantile")
        noise = found.share * (1 - found.share) / (found.rows - 1)
        squares.append(float((found.weight * (found.gap**2 - noise)).sum() / 200))
        plain.append(float((found.weight * found.gap**2).sum() / 200))
    error = np.std(squares) / 300**0.5
    assert abs(np.mean(squares)) < 4 * error
    assert np.mean(plain) > 10 * error


def test_top_label_of_two_classes_is_that_of_the_confidences() -> None:
    rng = np.random.default_rng(4)
    p, y = rng.random(500), rng.integers(0, 2, 500)
    weight = rng.random(500) + 0.5
    table = table_of(y, p, weight)
    top = TopLabel.of_table(table)
    for key in ("ece_top_label", "ece_top_label(7, norm=l2)", "ece_top_label(strategy=quantile)"):
        assert value(key, table) == pytest.approx(value(key, top), abs=1e-12)
    called = p >= 0.5
    confidence, right = np.where(called, p, 1 - p), called == (y == 1)
    gaps = 0.0
    for b in range(15):
        inside = np.floor(confidence * 15).clip(max=14) == b
        gaps += abs((weight * (right - confidence))[inside].sum())
    assert value("ece_top_label", table) == pytest.approx(gaps / weight.sum(), abs=1e-12)


def test_class_wise_is_the_mean_over_columns() -> None:
    rng = np.random.default_rng(8)
    p = rng.dirichlet([1, 1, 1], 300)
    y = rng.integers(0, 3, 300)
    joint = JointScores.of_rows(y, dict(enumerate(p.T)), labels=range(3))
    each = [value("ece(10)", table_of((y == k).astype(int), p[:, k])) for k in range(3)]
    assert value("ece_classwise(10)", joint.columns) == pytest.approx(np.mean(each), abs=1e-14)


@pytest.mark.parametrize("strategy", ["uniform", "quantile"])
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("rows", [1, 7, 300])
def test_bins_of_the_other_class_are_those_of_its_own_rows(strategy, weighted, rows) -> None:
    """Probabilities in steps of 1/64, so that 1 − p is exact and many are equal."""
    rng = np.random.default_rng(rows)
    p, y = rng.integers(0, 65, rows) / 64, rng.integers(0, 2, rows)
    weight = rng.integers(1, 9, rows) / 4 if weighted else None
    found = bins_of_other(table_of(y, p, weight), 5, strategy)
    expected = bins_of(table_of(1 - y, 1 - p, weight), 5, strategy)
    for name in ("weight", "positive", "predicted", "squares"):
        assert getattr(found, name).tolist() == getattr(expected, name).tolist()


def smoothed_error(y, p, width: float) -> float:
    """The integral by its definition: images of the Gaussian at both ends, a fine midpoint sum."""
    t = (np.arange(4000) + 0.5) / 4000
    indices = np.concatenate([2 * k + sign * p for k in range(-4, 5) for sign in (1, -1)])
    signs = np.tile(p - y, 18)
    kernel = np.exp(-((t[:, None] - indices) ** 2) / (2 * width**2)) / (width * np.sqrt(2 * np.pi))
    return float(np.abs(kernel @ signs / len(p)).mean())


@pytest.mark.parametrize("seed", range(3))
def test_the_smooth_error_equals_its_own_width(seed: int) -> None:
    rng = np.random.default_rng(seed)
    p = rng.beta(0.6, 1.5, 40)
    y = (rng.random(40) < p**1.5).astype(int)
    found = value("smooth_ece", table_of(y, p))
    assert smoothed_error(y, p, found) == pytest.approx(found, rel=2e-4)


def test_the_smooth_error_of_one_value() -> None:
    """All p = 1/2, all positive: the kernel keeps the total, so that the error is 1/2."""
    assert value("smooth_ece", table_of([1] * 5, [0.5] * 5)) == pytest.approx(0.5, abs=1e-6)
    assert value("smooth_ece", table_of([1, 0], [0.5, 0.5])) == pytest.approx(0, abs=1e-12)
    assert value("smooth_ece", table_of([0, 1], [0.0, 1.0])) == 0
