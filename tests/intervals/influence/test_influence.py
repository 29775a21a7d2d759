"""The numerical derivative against closed forms, and the ways it is taken for large tables."""

import math

import numpy as np
import pytest

from veracity.arrays import ratio
from veracity.intervals import Settings
from veracity.intervals.influence import influence
from veracity.intervals.influence.influence import Directions
from veracity.intervals.sample.sample import Sample
from veracity.metrics import find
from veracity.resampling.parts import parts_of
from veracity.statistics import ConfusionMatrix, ScoreTable
from veracity.statistics.scores.areas import delong_variance

COUNTS = np.array([[50, 10], [20, 40]])
N = COUNTS.sum()


def of(statistic, metric):
    metric = find(metric) if isinstance(metric, str) else metric
    return Directions(parts_of(statistic), 0).influence(metric)


def matrix(counts=COUNTS, **options):
    return ConfusionMatrix(counts, labels=range(len(counts)), **options)


@pytest.mark.parametrize(
    ("key", "hits", "trials"),
    [("accuracy", 90, 120), ("recall", 40, 60), ("precision", 40, 50), ("npv", 50, 70)],
)
def test_a_proportion(key, hits, trials):
    p = hits / trials
    assert of(matrix(), key).variance == pytest.approx(p * (1 - p) / trials, rel=1e-6)


def test_the_log_odds_ratio_is_woolf():
    """Var(log DOR) = 1/a + 1/b + 1/c + 1/d (Woolf 1955)."""
    value = 50 * 40 / (10 * 20)
    expected = value**2 * (1 / COUNTS).sum()
    assert of(matrix(), "dor").variance == pytest.approx(expected, rel=1e-6)


def test_the_positive_likelihood_ratio_is_simel():
    """Var(log LR+) = 1/TP − 1/P + 1/FP − 1/N (Simel, Samsa & Matchar 1991)."""
    value = (40 / 60) / (10 / 60)
    expected = value**2 * (1 / 40 - 1 / 60 + 1 / 10 - 1 / 60)
    assert of(matrix(), "lr_plus").variance == pytest.approx(expected, rel=1e-6)


@pytest.mark.parametrize("classes", [2, 4])
def test_kappa_is_fleiss_cohen_everitt(classes):
    """Fleiss, Cohen & Everitt (1969), the large-sample variance of kappa."""
    counts = np.random.default_rng(1).integers(1, 30, (classes, classes)) + 40 * np.eye(classes)
    n, p = counts.sum(), counts / counts.sum()
    rows, columns = p.sum(1), p.sum(0)
    expected = rows @ columns
    kappa = (np.trace(p) - expected) / (1 - expected)
    inner = sum(
        p[i, i] * (1 - (rows[i] + columns[i]) * (1 - kappa)) ** 2 for i in range(classes)
    ) + (1 - kappa) ** 2 * sum(
        p[i, j] * (columns[i] + rows[j]) ** 2
        for i in range(classes)
        for j in range(classes)
        if i != j
    )
    variance = (inner - (kappa - expected * (1 - kappa)) ** 2) / ((1 - expected) ** 2 * n)
    assert of(matrix(counts), "kappa").variance == pytest.approx(variance, rel=1e-6)


def test_the_correlation_of_a_fourfold_table_is_yule():
    """Yule (1912), as in Bishop, Fienberg & Holland (1975), section 11.2.2."""
    a, b, c, d = COUNTS.ravel() / N
    phi = (a * d - b * c) / math.sqrt((a + b) * (c + d) * (a + c) * (b + d))
    rows, columns = (a + b, c + d), (a + c, b + d)
    skew_row = (rows[0] - rows[1]) / math.sqrt(rows[0] * rows[1])
    skew_column = (columns[0] - columns[1]) / math.sqrt(columns[0] * columns[1])
    variance = (
        1
        - phi**2
        + phi * (1 + phi**2 / 2) * skew_row * skew_column
        - 0.75 * phi**2 * (skew_row**2 + skew_column**2)
    ) / N
    assert of(matrix(), "mcc").variance == pytest.approx(variance, rel=1e-6)


def scores(n, seed=0, decimals=None):
    draw = np.random.default_rng(seed)
    truth = (draw.random(n) < 0.3).astype(int)
    score = draw.normal(size=n) + truth
    return truth, score if decimals is None else np.round(score, decimals)


@pytest.mark.parametrize("decimals", [None, 1])
def test_the_roc_area_is_delong_but_for_its_small_sample_factors(decimals):
    truth, score = scores(300, decimals=decimals)
    table = ScoreTable.of_rows(truth, score)
    # both classes have one factor n/(n − 1) in DeLong's variance: undone by equal parts
    area = find("auroc")(table)
    up, down = score[truth == 1], score[truth == 0]
    wins = (up[:, None] > down) + (up[:, None] == down) / 2
    variance = ((wins.mean(1) - area) ** 2).sum() / len(up) ** 2
    variance += ((wins.mean(0) - area) ** 2).sum() / len(down) ** 2
    assert of(table, "auroc").variance == pytest.approx(variance, rel=1e-6)


def test_a_coarse_table_has_the_same_spread():
    table = ScoreTable.of_rows(*scores(20_000))
    found = Sample(table, Settings()).directions.influence(find("auroc"))
    assert len(found.each) <= 512
    assert found.variance == pytest.approx(float(delong_variance(table)), rel=0.002)


@pytest.mark.parametrize("key", ["average_precision", "partial_auroc", "kendall_tau_b"])
def test_so_have_other_areas(key, monkeypatch):
    table = ScoreTable.of_rows(*scores(1500))
    coarse = Sample(table, Settings()).directions.influence(find(key))
    monkeypatch.setattr(influence, "MOST_DIRECTIONS", 10_000)
    assert math.sqrt(coarse.variance / of(table, key).variance) == pytest.approx(1, abs=0.01)


def test_weights_are_linearised():
    """Σw²(y − p)²/(Σw)², by hand."""
    truth, called, weight = [1, 1, 0, 1, 0, 0], [1, 0, 0, 1, 1, 0], [2.0, 0.5, 3.0, 1.5, 1.0, 2.5]
    from veracity.evaluation import ConfusionMatrix as Public

    weighted = Public.from_labels(truth, called, sample_weight=weight).plain()
    right = np.equal(truth, called)
    p = np.average(right, weights=weight)
    expected = (np.square(weight) * (right - p) ** 2).sum() / np.sum(weight) ** 2
    assert of(weighted, "accuracy").variance == pytest.approx(expected, rel=1e-6)


def test_weights_have_no_scale():
    truth, score = scores(60, decimals=1)
    weight = np.random.default_rng(3).gamma(2, size=60)
    one, other = (ScoreTable.of_rows(truth, score, weight * by) for by in (1, 1000))
    for key in ("average_precision", "partial_auroc", "auprg"):
        assert of(one, key).variance == pytest.approx(of(other, key).variance, rel=1e-6)


def test_the_bias_is_that_of_a_square():
    """E p̂² − p² = p(1 − p)/n, exactly."""
    p = 90 / 120
    squared = of(matrix(), lambda c: ratio(c.right, c.total) ** 2)
    assert squared.bias == pytest.approx(p * (1 - p) / N, rel=1e-4)
    assert of(matrix(), lambda c: ratio(c.right, c.total)).bias == pytest.approx(0, abs=1e-7)


def test_the_bias_is_that_on_the_scale_of_the_interval():
    """Of the log odds of x of n: ½ · p(1 − p)/n · h″ with h″ = (2p − 1)/(p(1 − p))²."""
    p = 90 / 120
    expected = (2 * p - 1) / (2 * N * p * (1 - p))
    assert of(matrix(), "accuracy").bias == pytest.approx(expected, rel=1e-3)
    a, b, c, d = COUNTS.ravel()
    # of the log odds ratio: ½(1/b + 1/c − 1/a − 1/d), half the second derivative times the count
    assert of(matrix(), "dor").bias == pytest.approx((1 / b + 1 / c - 1 / a - 1 / d) / 2, rel=1e-3)


def test_the_acceleration_of_a_proportion():
    """(1 − 2p)/(6√(np(1 − p))), the skewness over 6."""
    p = 90 / 120
    expected = (1 - 2 * p) / (6 * math.sqrt(N * p * (1 - p)))
    assert of(matrix(), "accuracy").acceleration == pytest.approx(expected, rel=1e-6)


def test_degrees_of_freedom_of_even_and_uneven_influence():
    """2n/(κ − 1) with the kurtosis κ = 1/p(1 − p) − 3 of a yes or no."""
    p = 90 / 120
    kurtosis = 1 / (p * (1 - p)) - 3
    assert of(matrix(), "accuracy").degrees == pytest.approx(2 * N / (kurtosis - 1), rel=1e-6)


def test_many_cells_go_in_groups_with_random_signs(monkeypatch):
    counts = np.random.default_rng(4).integers(1, 20, (30, 30)) + 60 * np.eye(30)
    keys = ("macro_f1", "mcc", "kappa_quadratic")
    found = {key: of(matrix(counts), key) for key in keys}
    monkeypatch.setattr(influence, "MOST_DIRECTIONS", 400)
    for key in keys:
        rough = of(matrix(counts), key)
        assert len(rough.each) == 400
        assert math.sqrt(rough.variance / found[key].variance) == pytest.approx(1, abs=0.12)
        assert math.isnan(rough.acceleration)
        assert rough.degrees == math.inf


def test_batches_give_the_same(monkeypatch):
    table = ScoreTable.of_rows(*scores(200))
    whole = of(table, "average_precision")
    monkeypatch.setattr(influence, "KEPT_BYTES", 0)
    monkeypatch.setattr(influence, "BATCH_BYTES", 50_000)
    parts = of(table, "average_precision")
    assert np.allclose(whole.each, parts.each)
    assert whole.variance == pytest.approx(parts.variance)
