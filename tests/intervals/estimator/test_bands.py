"""Bands around ROC and PR curves: what they hold, and the formulas behind the two by name."""

import math

import numpy as np
import pytest
from scipy.stats import kstwo, norm

from tests.statistics.refusals import refused
from veracity.curves import det, precision_recall, roc
from veracity.curves.kinds.precision_recall import interpolated_precision
from veracity.intervals import Settings
from veracity.intervals.estimator.bands import BANDS, with_band
from veracity.statistics import ScoreTable
from veracity.statistics.joint.joint_scores import JointScores

QUICK = Settings(n_resamples=400)


def table(n=300, shift=1.2, seed=0, **options):
    draw = np.random.default_rng(seed)
    truth = (draw.random(n) < 0.4).astype(int)
    return ScoreTable.of_rows(truth, draw.normal(size=n) + shift * truth, **options)


def band(kind, statistic=None, curve=roc, **options):
    statistic = table() if statistic is None else statistic
    return with_band(curve(statistic), statistic, kind, Settings(n_resamples=400, **options))


@pytest.mark.parametrize("kind", BANDS)
def test_they_hold_the_curve_and_stay_between_0_and_1(kind):
    found = band(kind)
    assert found.band.method == kind
    assert found.band.level == 0.95
    assert (found.band.low >= 0).all()
    assert (found.band.high <= 1).all()
    assert (found.band.low <= found.y).all()
    assert (found.y <= found.band.high).all()


def middle(found):
    """The width where it is not cut off."""
    inside = (found.x > 0.15) & (found.x < 0.85)
    return np.nanmean((found.band.high - found.band.low)[inside])


def test_a_whole_curve_needs_more_room_than_a_point():
    assert middle(band("simultaneous")) > 1.2 * middle(band("pointwise"))
    assert middle(band("kolmogorov")) > middle(band("simultaneous"))


def test_higher_levels_are_wider_and_more_rows_are_narrower():
    for kind in BANDS:
        assert middle(band(kind, confidence_level=0.99)) > middle(band(kind, confidence_level=0.8))
        assert middle(band(kind, table(2000))) < 0.7 * middle(band(kind))


def test_precision_recall():
    statistic = table()
    for kind in ("pointwise", "simultaneous"):
        found = band(kind, statistic, precision_recall)
        known = ~np.isnan(found.y)
        assert (found.band.low[known] <= found.y[known]).all()
        assert (found.y[known] <= found.band.high[known]).all()
        assert np.isnan(found.band.low[~known]).all()
        index = np.flatnonzero(found.x >= 0.5)[0]
        mixed = interpolated_precision(statistic, found.x[index])
        assert found.band.low[index] < mixed < found.band.high[index]
        assert found.band.high[index] - found.band.low[index] > 0.05


def test_kolmogorov_by_hand():
    statistic = table()
    found = band("kolmogorov", statistic)
    up, across = (
        kstwo.ppf(math.sqrt(0.95), int(n)) for n in (statistic.positives, statistic.negatives)
    )
    fpr, tpr = found.x, found.y
    for x in (0.3, 0.5):
        index = np.flatnonzero(fpr >= x)[0]
        reached = tpr[fpr <= fpr[index] + across].max()
        assert found.band.high[index] == pytest.approx(min(reached + up, 1), abs=0.02)


def test_working_hotelling_by_hand():
    """At FPR 1/2 the line is a: Φ(a ± √χ²₂ · √(1/m + b²/n + a²/2m)), χ²₂ at 0.95 = 5.991."""
    statistic = table(2000)
    found = band("working_hotelling", statistic)
    scores, up, down = statistic.scores, statistic.positive, statistic.negative
    m, n = up.sum(), down.sum()
    mean1, mean0 = (up @ scores) / m, (down @ scores) / n
    sd1, sd0 = (
        math.sqrt((w @ (scores - mean) ** 2) / w.sum()) for w, mean in ((up, mean1), (down, mean0))
    )
    a, b = (mean1 - mean0) / sd1, sd0 / sd1
    half = math.sqrt(5.991464547 * (1 / m + b**2 / n + a**2 / (2 * m)))
    index = np.argmin(np.abs(found.x - 0.5))
    assert found.x[index] == pytest.approx(0.5, abs=1e-3)
    expected = [norm.cdf(a - half), norm.cdf(a + half)]
    ends = [found.band.low[index], found.band.high[index]]
    assert ends == pytest.approx(expected, abs=2e-3)


def test_coverage_of_the_whole_curve():
    """The true curve Φ(1.2 + Φ⁻¹(x)) inside the simultaneous band: 0.95 wanted, 60 samples."""
    x = np.linspace(0.1, 0.9, 33)
    true = norm.cdf(1.2 + norm.ppf(x))
    held = {"simultaneous": 0, "working_hotelling": 0, "kolmogorov": 0}
    for seed in range(60):
        statistic = table(200, seed=seed)
        for kind in held:
            found = with_band(roc(statistic), statistic, kind, Settings(n_resamples=200))
            low, high = (np.interp(x, found.x, end) for end in (found.band.low, found.band.high))
            held[kind] += bool(((low <= true) & (true <= high)).all())
    assert min(held.values()) >= 50
    assert held["kolmogorov"] >= 57


def test_clusters_and_weights():
    draw = np.random.default_rng(1)
    cluster = np.repeat(np.arange(30), 10)
    truth = (cluster % 2).astype(int)  # a patient is ill or not
    score = draw.normal(size=300) + truth + 1.5 * draw.normal(size=30)[cluster]
    rows = ScoreTable.of_rows(truth, score)
    whole = JointScores.of_rows(
        truth, {1: score}, cluster=cluster, cluster_labels=range(30)
    ).column(1)
    assert middle(band("pointwise", whole)) > 1.2 * middle(band("pointwise", rows))
    for kind in ("kolmogorov", "working_hotelling"):
        refused(lambda kind=kind: band(kind, whole), kind, "independent")


def test_bad_requests():
    statistic = table()
    refused(lambda: band("normal"), "'normal'", "pointwise", "working_hotelling")
    refused(lambda: band("kolmogorov", curve=precision_recall), "kolmogorov", "pr")
    refused(lambda: band("pointwise", curve=det), "pointwise", "det")
    flat = ScoreTable.of_rows([0, 1, 0, 1], [1, 1, 1, 1])
    refused(lambda: band("working_hotelling", flat), "working_hotelling")
    one_class = ScoreTable.of_rows([1, 1], [1, 2.0], labels=(0, 1))
    assert with_band(roc(one_class), one_class, "pointwise", QUICK).band is None
    assert statistic.clusters is None


def test_a_large_table_is_read_at_few_places():
    statistic = table(20_000)
    found = band("pointwise", statistic)
    assert len(found.band.low) == len(found)
    assert 0 < middle(found) < 0.05


PERFECT = ScoreTable.of_rows([0] * 10 + [1] * 10, range(20))


def test_a_perfect_ranking_has_a_simultaneous_band_with_a_width():
    curve = roc(PERFECT)
    one, whole = (with_band(curve, PERFECT, kind, Settings()).band for kind in BANDS[:2])
    assert (whole.low <= one.low).all()
    assert (whole.high >= one.high).all()
    assert (whole.low[curve.x > 0] < 0.75).all()  # 10 of 10 (Wilson): from 0.722


def test_the_simultaneous_band_holds_the_pointwise_one():
    draw = np.random.default_rng(8)
    truth = draw.integers(0, 2, 80)
    table = ScoreTable.of_rows(truth, draw.normal(size=80) + 1.5 * truth)
    curve = roc(table)
    one, whole = (with_band(curve, table, kind, Settings()).band for kind in BANDS[:2])
    assert (whole.low <= one.low).all()
    assert (whole.high >= one.high).all()


def test_a_binormal_band_needs_classes_that_overlap():
    with pytest.raises(ValueError, match="overlap"):
        with_band(roc(PERFECT), PERFECT, "working_hotelling", Settings())


def test_a_rate_of_1_is_never_certain():
    """Where most redraws have it too, the band must not shrink to a line: then it is Wilson's."""
    rng = np.random.default_rng(0)
    truth = np.repeat([0, 1], [225, 75])
    table = ScoreTable.of_rows(truth, rng.normal(1.6 * truth))
    made = with_band(roc(table), table, "pointwise", Settings(n_resamples=200))
    certain = made.y == 1
    assert certain.sum() > 5
    assert made.band.low[certain].max() < 0.99
    assert made.band.low[-1] == pytest.approx(75 / (75 + 1.959964**2), abs=1e-6)


def test_the_first_finds_are_few_trials():
    """Ten called and all of them right: Wilson's interval of 10 of 10 begins at 0.722."""
    truth = np.repeat([1, 0], [40, 200])
    table = ScoreTable.of_rows(truth, np.r_[np.linspace(9, 8, 40), np.linspace(7, 0, 200)])
    made = with_band(precision_recall(table), table, "pointwise", Settings(n_resamples=200))
    at = np.searchsorted(made.x, 10 / 40)
    assert made.y[at] == 1
    assert made.band.low[at] == pytest.approx(10 / (10 + 1.959964**2), abs=1e-6)
