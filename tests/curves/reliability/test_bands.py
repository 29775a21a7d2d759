"""Bands: binomial where that is known, Wilson's as published, wider for clusters."""

import numpy as np
import pytest
from scipy.stats import binom

from veracity.curves.reliability.bands import design_effect, wilson_bars
from veracity.curves.reliability.corp import corp_bars
from veracity.curves.reliability.reliability import reliability
from veracity.engines.rows.tables import score_table
from veracity.intervals.formulas.proportion import wilson
from veracity.statistics.scores.probability_table import ProbabilityTable


def rows(n=600, seed=0):
    random = np.random.default_rng(seed)
    p = random.random(n)
    return (random.random(n) < p**1.3).astype(int), p


def test_wilson_as_published():
    """10 of 100: 0.05522914 to 0.17436566 (R 4.3 prop.test without correction)."""
    bars = wilson_bars(np.array([0.1]), np.array([100.0]), 0.95)
    assert (bars.low[0], bars.high[0]) == pytest.approx((0.05522914, 0.17436566), abs=1e-8)


def test_wilson_is_that_of_the_intervals():
    x, n = np.array([0.0, 3.0, 10.0]), np.array([7.0, 9.0, 10.0])
    bars = wilson_bars(x / n, n, 0.9)
    low, high = wilson(x, n, 0.9)
    assert bars.low == pytest.approx(low)
    assert bars.high == pytest.approx(high)


@pytest.mark.parametrize("kind", ["corp", "binned", "smooth"])
def test_consistency_of_one_probability_is_binomial(kind):
    """All at 0.3: the share of positives is binomial if 0.3 is true."""
    held = ProbabilityTable.of_rows([1] * 45 + [0] * 55, [0.3] * 100)
    band = reliability(held, kind=kind, band="consistency", n_resamples=20_000).band
    expected = binom.ppf([0.025, 0.975], 100, 0.3) / 100
    assert (band.low[0], band.high[0]) == pytest.approx(expected, abs=0.0101)
    assert band.method == "if the probabilities were true"


def test_confidence_of_one_probability_is_the_wider_of_both():
    held = ProbabilityTable.of_rows([1] * 45 + [0] * 55, [0.3] * 100)
    band = reliability(held, band="confidence", n_resamples=20_000).band
    drawn = binom.ppf([0.025, 0.975], 100, 0.45) / 100
    low, high = wilson(np.array(45.0), np.array(100.0), 0.95)
    assert band.low[0] == pytest.approx(min(drawn[0], low), abs=0.0101)
    assert band.high[0] == pytest.approx(max(drawn[1], high), abs=0.0101)


def test_a_block_without_positives_has_a_width():
    """Percentiles alone would say that the share is exactly 0: 0 of 30 is up to 0.1135."""
    y, p = [0] * 30 + [1] * 30, [0.1] * 30 + [0.9] * 30
    band = reliability(ProbabilityTable.of_rows(y, p), band="confidence", n_resamples=200).band
    assert band.low[-1] == 0
    assert band.high[-1] == pytest.approx(float(wilson(np.array(0.0), np.array(30.0), 0.95)[1]))


@pytest.mark.parametrize("kind", ["corp", "binned", "smooth"])
@pytest.mark.parametrize("band", ["consistency", "confidence"])
def test_bands_hold_the_curve_or_the_diagonal(kind, band):
    curve = reliability(ProbabilityTable.of_rows(*rows()), kind=kind, band=band, n_resamples=300)
    middle = curve.y if band == "confidence" else curve.x
    inside = (curve.band.low <= middle + 0.02) & (middle - 0.02 <= curve.band.high)
    assert inside.mean() > 0.97
    assert ((curve.band.low >= 0) & (curve.band.high <= 1)).all()
    assert len(curve.band.low) == len(curve)


def test_probabilities_that_are_not_true_leave_the_consistency_band():
    curve = reliability(ProbabilityTable.of_rows(*rows(5000)), band="consistency", n_resamples=300)
    outside = (curve.y < curve.band.low) | (curve.y > curve.band.high)
    assert outside.mean() > 0.3


@pytest.mark.parametrize("kind", ["corp", "binned", "smooth"])
@pytest.mark.parametrize("band", ["confidence", "consistency"])
def test_copies_in_clusters_do_not_narrow_the_band(band, kind):
    """Each row ten times over, as one cluster: as wide as the rows alone."""
    y, p = rows(200)
    how = {"kind": kind, "band": band, "n_resamples": 400}
    single = reliability(ProbabilityTable.of_rows(y, p), **how).band
    many = np.repeat(np.arange(200), 10)
    copied, _ = score_table(y[many], p[many], cluster=many)
    clustered = reliability(copied, **how).band
    naive = reliability(ProbabilityTable.of_rows(y[many], p[many]), **how).band
    widths = [(one.high - one.low).mean() for one in (single, clustered, naive)]
    assert widths[1] == pytest.approx(widths[0], rel=0.15)
    assert widths[2] < 0.6 * widths[0]


def test_the_design_effect_of_copies_is_their_number():
    y, p = rows(300)
    many = np.repeat(np.arange(300), 5)
    copied, _ = score_table(y[many], p[many], cluster=many)
    held = ProbabilityTable.like(copied)
    assert design_effect(held, np.full(len(held), 0.4)) == pytest.approx(5)
    alone, _ = score_table(y, p, cluster=np.arange(300))
    assert design_effect(ProbabilityTable.like(alone), np.full(300, 0.4)) == pytest.approx(1)


def test_weights_have_no_scale():
    y, p = rows(150)
    w = np.random.default_rng(0).random(150) + 0.5
    for band in ("consistency", "confidence"):
        one, other = (
            reliability(ProbabilityTable.of_rows(y, p, w * scale), band=band, n_resamples=200).band
            for scale in (1, 1000)
        )
        assert one.high == pytest.approx(other.high)


def test_a_seed_gives_the_same_band():
    held = ProbabilityTable.of_rows(*rows(200))
    one, same, other = (
        reliability(held, band="confidence", n_resamples=100, random_state=seed).band.high
        for seed in (1, 1, 2)
    )
    assert np.array_equal(one, same)
    assert not np.array_equal(one, other)


def test_certainties_that_are_true_come_true():
    """p of 0 and 1 only: if they are true, the curve is 0 and 1, whatever rows a redraw has."""
    held = ProbabilityTable.of_rows([0, 1, 1], [0.0, 1.0, 1.0])
    for kind in ("corp", "binned", "smooth"):
        band = reliability(held, kind=kind, band="consistency", n_resamples=200).band
        assert band.low.tolist() == band.high.tolist() == [1, 0], kind


def test_limits_of_the_rows_below_and_above():
    """64 rows, 64 probabilities: 16 rows up to x and 16 from x on, n^(2/3); fewer at the ends."""
    y = np.r_[np.zeros(32, int), np.ones(32, int)]
    held = ProbabilityTable.of_rows(y, (np.arange(64) + 0.5) / 64)
    x = np.array([0.5, 20.5, 35.5, 63.5]) / 64
    bars = corp_bars(held, x, 0.95)
    low, _ = wilson(np.array([0.0, 0, 4, 16]), np.array([1.0, 16, 16, 16]), 0.95)
    _, high = wilson(np.array([0.0, 4, 16, 1]), np.array([16.0, 16, 16, 1]), 0.95)
    assert bars.low == pytest.approx(low)
    assert bars.high == pytest.approx(high)


@pytest.mark.parametrize("kind", ["corp", "smooth"])
def test_no_positive_among_rare_ones_is_no_certainty(kind):
    """50 rows near 0 without a positive: percentiles alone had no width at all."""
    p = np.linspace(0.001, 0.1, 50)
    band = reliability(
        ProbabilityTable.of_rows(np.zeros(50, int), p), kind=kind, band="confidence"
    ).band
    assert (band.low == 0).all()
    assert (band.high > 0.05).all()
    assert "at least wilson" in band.method


def test_the_bias_of_smoothing_is_said():
    held = ProbabilityTable.of_rows(*rows(100))
    note = reliability(held, kind="smooth", band="confidence", n_resamples=100).note
    assert "smoothing" in note
    assert "平滑" in note.zh


def test_the_band_of_corp_holds_the_truth_where_positives_are_rare():
    """p from beta(0.3, 3), n = 300, at their median: once held in 62 of 100 samples."""
    random = np.random.default_rng(7)
    held = 0
    for _ in range(40):
        p = random.beta(0.3, 3, 300).clip(1e-6, 1)
        y = (random.random(300) < p).astype(int)
        bars = corp_bars(ProbabilityTable.of_rows(y, p), np.array([np.median(p)]), 0.95)
        held += int(bars.low[0] <= np.median(p) <= bars.high[0])
    assert held >= 35
