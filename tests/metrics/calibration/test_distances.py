"""Distances from a smooth curve: R's algorithm row by row, pooling, other smoothers, quantiles."""

import json
from pathlib import Path

import numpy as np
import pytest

from veracity.metrics import find
from veracity.metrics.calibration import lowess as calibration_lowess
from veracity.metrics.calibration.distances import distances, ici
from veracity.metrics.calibration.lowess import lowess, many_alone, smooth_share
from veracity.statistics.scores.probability_table import ProbabilityTable


def table_of(y, p, weight=None) -> ProbabilityTable:
    return ProbabilityTable.of_rows(y, p, weight)


def row_by_row(p, y, span=2 / 3, step=0.01):
    """Lowess without robustness rounds, one row after the other, as Cleveland's paper says."""
    order = np.argsort(p, kind="stable")
    x, y = np.asarray(p, float)[order], np.asarray(y, float)[order]
    n, rows = len(x), max(2, min(len(x), int(span * len(x) + 1e-7)))
    width = x[-1] - x[0]
    fitted, at, last = {}, 0, -1
    while True:
        far = np.abs(x - x[at])
        radius = np.sort(far)[rows - 1]
        weight = np.where(far <= 0.999 * radius, (1 - np.minimum(far / radius, 1) ** 3) ** 3, 0.0)
        weight[far <= 0.001 * radius] = 1.0
        weight /= weight.sum()
        mean = weight @ x
        spread = weight @ (x - mean) ** 2
        if np.sqrt(spread) > 0.001 * width:
            weight = weight * (1 + (x[at] - mean) * (x - mean) / spread)
        fitted[x[at]] = weight @ y
        last = np.searchsorted(x, x[at], "right") - 1
        if last >= n - 1:
            break
        beyond = np.searchsorted(x, x[last] + step * width, "right")
        at = max(last + 1, beyond - 1)
        at = np.searchsorted(x, x[at], "left")
    return np.interp(p, list(fitted), list(fitted.values()))


@pytest.mark.parametrize("seed", range(8))
def test_lowess_is_that_of_r(seed: int) -> None:
    rng = np.random.default_rng(seed)
    n = int(rng.integers(5, 300))
    p = rng.beta(0.7, 2, n)
    p = np.round(p, 2) if seed % 2 else p
    y = (rng.random(n) < p**0.8).astype(int)
    table = table_of(y, p)
    expected = row_by_row(p, y)
    mine = smooth_share(table)[::-1][np.searchsorted(table.scores[::-1], p)]
    np.testing.assert_allclose(mine, expected, rtol=0, atol=1e-10)
    far = np.abs(expected - p)
    assert float(find("ici")(table)) == pytest.approx(far.mean(), abs=1e-10)
    assert float(find("e50")(table)) == pytest.approx(np.quantile(far, 0.5), abs=1e-10)
    assert float(find("e90")(table)) == pytest.approx(np.quantile(far, 0.9), abs=1e-10)
    assert float(find("emax")(table)) == pytest.approx(far.max(), abs=1e-10)


@pytest.mark.parametrize(("shape", "most"), [((1.2, 2.5), 5e-6), ((0.1, 2.0), 2e-5)])
def test_pooling_moves_the_curve_by_less_than_it_says(shape, most, monkeypatch) -> None:
    rng = np.random.default_rng(1)
    p = np.unique(rng.beta(*shape, 16_000))
    y = (rng.random(len(p)) < p**0.7).astype(float)
    exact = lowess(p, y, np.ones(len(p)))
    monkeypatch.setattr(calibration_lowess, "EXACT", 100)
    pooled = lowess(p, y, np.ones(len(p)))
    assert 0 < np.abs(pooled - exact).max() < most


def test_a_straight_line_is_kept() -> None:
    p = np.linspace(0.05, 0.95, 50)
    total = np.random.default_rng(0).random(50) + 0.5
    np.testing.assert_allclose(
        lowess(p, total * (0.1 + 0.8 * p), total, counted=False), 0.1 + 0.8 * p
    )


def test_one_value_and_two() -> None:
    assert float(find("ici")(table_of([0, 1, 1], [0.5] * 3))) == pytest.approx(1 / 6)
    table = table_of([0, 1, 1, 1], [0.2, 0.2, 0.8, 0.8])
    assert float(find("ici")(table)) == pytest.approx(0.25, abs=1e-12)


def test_other_smoothers() -> None:
    # fit 0, 1/2, 1/2, 1 against p = 0.1, 0.3, 0.6, 0.8 (s000.isotonic_changes_auroc)
    table = table_of([0, 1, 0, 1], [0.1, 0.3, 0.6, 0.8])
    assert float(find("ici(isotonic)")(table)) == pytest.approx(0.15, abs=1e-15)
    assert float(find("emax(isotonic)")(table)) == pytest.approx(0.2, abs=1e-15)
    # two values: a logistic line goes through both shares, 1/3 and 3/4
    two = table_of([1, 0, 0, 1, 1, 1, 0], [0.2] * 3 + [0.6] * 4)
    expected = (3 * (1 / 3 - 0.2) + 4 * (0.75 - 0.6)) / 7
    assert float(find("ici(logistic)")(two)) == pytest.approx(expected, abs=1e-12)
    assert np.isnan(find("ici(logistic)")(table_of([0, 1], [0.2, 0.9])))


# of the samples in tests/data: ici, e50, e90, emax by scikit-misc 0.5.3, which is Cleveland's own
# code: loess(p, y, span=0.75, degree=2, surface="direct")
LOESS = (
    (0.09289667687134451, 0.06895270915218579, 0.19070692772000752, 0.21484575494912045),
    (0.0877928380040668, 0.08637638266641096, 0.12205976908914065, 0.16276332599317045),
    (0.18483126269161132, 0.1724122543006893, 0.33570165725125595, 0.3530072862192874),
)


@pytest.mark.parametrize("case", range(3))
def test_loess_of_another_package(case: int) -> None:
    """They fit at every row, we 1 % of the range apart: up to 1e-4; with ties in 2 % the same."""
    path = Path(__file__).parents[2] / "data/calibration_peers.json"
    sample = json.loads(path.read_text())["cases"][case]
    table = table_of(sample["y"], sample["p"])
    for key, expected in zip(("ici", "e50", "e90", "emax"), LOESS[case], strict=True):
        found = float(find(f"{key}(loess)")(table))
        assert found == pytest.approx(expected, abs=1e-12 if case == 1 else 1e-4), key


def test_loess_is_a_parabola_in_each_window() -> None:
    """Few rows, so that every one is fitted: numpy's weighted least squares, row by row."""
    rng = np.random.default_rng(4)
    p = rng.random(40)
    y = (rng.random(40) < p).astype(int)
    expected = []
    for centre in np.sort(p):
        far = np.abs(p - centre)
        radius = np.sort(far)[29]  # 3/4 of 40
        tricube = np.where(far < radius, (1 - np.minimum(far / radius, 1) ** 3) ** 3, 0.0)
        expected.append(np.polyfit(p - centre, y, 2, w=np.sqrt(tricube))[-1])
    held = np.sort(p)[1:] - np.sort(p)[:-1] > 0.01  # rows of their own points
    found = smooth_share(table_of(y, p), "loess")[::-1]
    alone = np.r_[True, held] & np.r_[held, True]
    assert alone.sum() > 10
    np.testing.assert_allclose(found[alone], np.array(expected)[alone], atol=1e-3)


def test_where_there_is_no_line_the_reason_is_said() -> None:
    for y, p, words in (
        ([0, 1], [0.2, 0.9], "separates"),
        ([0, 1, 0, 1], [0.2, 0.1, 0.0, 0.5], "exactly 0 or 1"),
        ([0, 1], [0.2, 0.2], "the same"),
        ([1, 1], [0.2, 0.3], "one class"),
    ):
        table, metric = table_of(y, p), find("e90(logistic)")
        assert np.isnan(metric(table))
        assert any(words in reason for reason in metric.reasons(table))


def test_quantiles_with_weights_are_those_of_the_weight() -> None:
    """Distances 0.1, 0.2, 0.3 (isotonic fit 0 below 1) with weights 1, 1, 8."""
    table = table_of([0, 0, 0], [0.1, 0.2, 0.3], np.array([1.0, 1.0, 8.0]))
    assert float(find("e50(isotonic)")(table)) == pytest.approx(0.3)
    assert float(find("e90(isotonic)")(table)) == pytest.approx(0.3)
    other = table_of([0, 0, 0], [0.1, 0.2, 0.3], np.array([8.0, 1.0, 1.0]))
    assert float(find("e50(isotonic)")(other)) == pytest.approx(0.1)
    assert float(find("e90(isotonic)")(other)) == pytest.approx(0.2)


@pytest.mark.parametrize("digits", [2, 9])
@pytest.mark.parametrize("key", ["ici", "e50", "e90", "emax", "e50(isotonic)", "e90(loess)"])
def test_equal_weights_change_nothing(key, digits):
    random = np.random.default_rng(3)
    p, truth = random.random(300).round(digits), random.integers(0, 2, 300)
    expected = float(find(key)(table_of(truth, p)))
    for weight in (1.0, 0.3):
        weighed = table_of(truth, p, np.full(300, weight))
        assert float(find(key)(weighed)) == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize("smoother", ["lowess", "loess"])
def test_the_ici_of_very_many_rows_is_the_mean_of_their_distances(smoother):
    rng = np.random.default_rng(4)
    p = rng.beta(0.5, 2, 40_000)
    table = ProbabilityTable.of_rows((rng.random(40_000) < p**1.3).astype(int), p)
    assert many_alone(table)
    assert ici(table, smoother) == pytest.approx(distances(table, smoother).mean(), rel=1e-12)
    heavier = table_of(np.arange(40_000) % 2, p, np.full(40_000, 2.0))
    assert not many_alone(heavier)
