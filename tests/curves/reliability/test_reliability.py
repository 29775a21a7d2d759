"""Reliability curves: exact cases, scikit-learn's, and what the notes say of odd tables."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.calibration import calibration_curve
from sklearn.isotonic import IsotonicRegression

from veracity.curves.reliability.reliability import reliability
from veracity.engines.rows.tables import score_table
from veracity.errors import InputError
from veracity.metrics import find
from veracity.statistics.grid.building import gridded
from veracity.statistics.scores.probability_table import ProbabilityTable
from veracity.statistics.scores.score_table import ScoreTable

KINDS = ("corp", "binned", "smooth")


def rows(n=500, seed=0, power=1.3):
    random = np.random.default_rng(seed)
    p = random.random(n)
    return (random.random(n) < p**power).astype(int), p


def table(n=500, seed=0, power=1.3):
    return ProbabilityTable.of_rows(*rows(n, seed, power))


def test_the_seed_case_of_100_trials():
    """s000.calibration_100_trials: 80 of 100 positive at 0.8: no gap, whatever the kind."""
    trials = ProbabilityTable.of_rows([1] * 80 + [0] * 20, [0.8] * 100)
    for kind in KINDS:
        curve = reliability(trials, kind=kind)
        assert curve.x.tolist() == pytest.approx([0.8])
        assert curve.y.tolist() == pytest.approx([0.8])
        assert curve["weight"].tolist() == [100]
        assert "All probabilities are 0.8" in curve.note


def test_corp_is_isotonic_regression():
    y, p = rows()
    curve = reliability(ProbabilityTable.of_rows(y, p))
    peer = IsotonicRegression(out_of_bounds="clip").fit(p, y)
    new = np.linspace(p.min(), p.max(), 301)
    assert np.interp(new, curve.x[::-1], curve.y[::-1]) == pytest.approx(peer.predict(new))
    assert len(curve) < 100


def test_points_between_do_not_change_the_curve():
    held = table()
    plain, banded = reliability(held), reliability(held, band="consistency", n_resamples=100)
    new = np.linspace(0.02, 0.98, 200)
    assert np.interp(new, plain.x[::-1], plain.y[::-1]) == pytest.approx(
        np.interp(new, banded.x[::-1], banded.y[::-1])
    )


@pytest.mark.parametrize("strategy", ["uniform", "quantile"])
@pytest.mark.parametrize("bins", [5, 10, 15])
def test_binned_equals_scikit_learn(strategy, bins):
    y, p = rows()
    true, said = calibration_curve(y, p, n_bins=bins, strategy=strategy)
    curve = reliability(ProbabilityTable.of_rows(y, p), kind="binned", bins=bins, strategy=strategy)
    assert curve["observed"][::-1] == pytest.approx(true, abs=1e-12)
    assert curve["predicted"][::-1] == pytest.approx(said, abs=1e-12)


def test_it_unpacks_as_scikit_learn_returns_it():
    y, p = rows()
    true, said = calibration_curve(y, p, n_bins=10)
    found_true, found_said = reliability(ProbabilityTable.of_rows(y, p), kind="binned")
    assert found_true == pytest.approx(true, abs=1e-12)
    assert found_said == pytest.approx(said, abs=1e-12)


def test_an_edge_belongs_to_the_bin_above():
    """Unlike scikit-learn, where p = 0.5 of two bins is in the lower one."""
    curve = reliability(ProbabilityTable.of_rows([0, 1], [0.5, 1.0]), kind="binned", bins=2)
    assert curve["weight"].tolist() == [2]


def test_smooth_is_the_curve_of_ici():
    """On the diagonal of a straight truth, and its mean distance is ICI."""
    held = table(400)
    curve = reliability(held, kind="smooth")
    smooth = np.interp(held.scores, curve.x[::-1], curve.y[::-1])
    assert np.abs(smooth - held.scores).mean() == pytest.approx(float(find("ici")(held)), abs=2e-3)


def test_weights_count_as_copies():
    y, p = rows(80)
    p = p.round(1)
    times = np.random.default_rng(0).integers(1, 4, 80)
    copies = ProbabilityTable.of_rows(np.repeat(y, times), np.repeat(p, times))
    weighted = ProbabilityTable.of_rows(y, p, times.astype(float))
    for kind in ("corp", "binned"):
        one, other = (reliability(held, kind=kind) for held in (copies, weighted))
        assert one.x == pytest.approx(other.x)
        assert one.y == pytest.approx(other.y)


@given(st.lists(st.tuples(st.integers(0, 10), st.booleans()), min_size=1, max_size=25))
def test_corp_never_falls_and_keeps_the_mean(pairs):
    p, y = np.array([a / 10 for a, _ in pairs]), np.array([int(b) for _, b in pairs])
    curve = reliability(ProbabilityTable.of_rows(y, p))
    assert (np.diff(curve.y) <= 0).all()
    assert np.interp(p, curve.x[::-1], curve.y[::-1]).mean() == pytest.approx(y.mean())


def test_points_fall_as_in_every_curve():
    for kind in KINDS:
        curve = reliability(table(), kind=kind)
        assert (np.diff(curve.thresholds) < 0).all()
        assert curve.axes == ("predicted", "observed")
        assert set(curve.to_dict()["columns"]) == {"predicted", "observed", "weight"}


def test_a_plain_score_table_is_read_and_other_scores_are_refused():
    y, p = rows(50)
    assert reliability(ScoreTable.of_rows(y, p)).y == pytest.approx(
        reliability(ProbabilityTable.of_rows(y, p)).y
    )
    with pytest.raises(InputError, match="100"):
        reliability(ScoreTable.of_rows(y, 100 * p))


def test_a_grid_says_how_far_its_probabilities_may_be_off():
    y, p = rows(5000)
    exact = reliability(ProbabilityTable.of_rows(y, p), kind="binned")
    rough = reliability(gridded(ScoreTable.of_rows(y, p), 10, "unit"), kind="binned")
    assert 0 < rough.bound < 0.01
    assert np.abs(rough.x - exact.x).max() <= rough.bound
    assert rough.y == pytest.approx(exact.y, abs=0.02)
    assert exact.bound == 0


def test_few_values_and_empty_bins_are_said():
    few = ProbabilityTable.of_rows([0, 1, 1, 0], [0.2, 0.2, 0.9, 0.9])
    note = reliability(few, kind="binned").note
    assert "10 bins for 2 distinct probabilities" in note
    assert "8 of 10 bins are empty" in note
    assert "10 个分箱中有 8 个为空" in note.zh
    three = ProbabilityTable.of_rows([0, 1, 1, 0], [0.2, 0.2, 0.5, 0.9])
    assert "1 of 4 bins is empty" in reliability(three, kind="binned", bins=4).note


def test_one_class_is_said():
    for kind in KINDS:
        curve = reliability(ProbabilityTable.of_rows([1, 1, 1], [0.2, 0.5, 0.9]), kind=kind)
        assert "Only one class occurs" in curve.note
        assert curve.y == pytest.approx(np.ones(len(curve)))


def test_clusters_are_said_to_widen_the_consistency_band():
    y, p = rows(60)
    held, _ = score_table(y, p, cluster=np.arange(60) // 3)
    note = reliability(held, band="consistency", n_resamples=100).note
    assert "by the design effect" in note
    assert "设计效应" in note.zh
    assert not reliability(held, band="confidence", n_resamples=100).note


@pytest.mark.parametrize(
    ("options", "match"),
    [
        ({"kind": "spline"}, "corp, binned, smooth"),
        ({"strategy": "equal"}, "uniform, quantile"),
        ({"band": "both"}, "consistency, confidence"),
        ({"bins": 0}, "at least 1"),
        ({"bins": 2.5}, "whole number"),
        ({"confidence_level": 1.0}, "1.0"),
        ({"n_resamples": 10}, "10"),
    ],
)
def test_refusals(options, match):
    with pytest.raises(InputError, match=match):
        reliability(table(20), **options)


def test_nothing_and_many_are_refused():
    with pytest.raises(InputError, match="No rows"):
        reliability(ProbabilityTable(np.zeros(0), np.zeros((2, 0)), (0, 1), 1))
    many = ProbabilityTable(np.array([0.5]), np.ones((3, 2, 1)), (0, 1), 1)
    with pytest.raises(InputError, match="3"):
        reliability(many)
