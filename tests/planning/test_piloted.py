"""Plans from a first sample: any metric with an interval, and a difference in any metric."""

import math

import numpy as np
import pytest
from scipy.stats import norm

import veracity as vc
from veracity.errors import InputError


@pytest.fixture(scope="module")
def rows():
    """Truth and two models that err alike."""
    random = np.random.default_rng(5)
    truth = (random.random(400) < 0.3).astype(int)
    common = random.normal(size=400)
    models = [
        norm.cdf(0.7 * common + 0.7 * random.normal(size=400) + apart * (truth - 0.5))
        for apart in (1.6, 1.2)
    ]
    return truth, *models


@pytest.fixture(scope="module")
def pilot(rows):
    return vc.evaluate(rows[0], y_proba=rows[1])


@pytest.fixture(scope="module")
def compared(rows):
    return vc.compare(rows[0], {"A": rows[1], "B": rows[2]}, n_resamples=200)


@pytest.mark.parametrize("key", ["brier", "log_loss", "average_precision", "auroc", "tpr_at_fpr"])
def test_the_width_of_the_pilot_needs_its_rows(pilot, key):
    width = pilot[key].high - pilot[key].low
    found = vc.plan(key, pilot=pilot, width=width)
    # redraws are no mirror image on any scale
    assert found.rows == pytest.approx(400, rel=0.08 if key == "tpr_at_fpr" else 0.01)
    assert vc.plan(key, pilot=pilot, width=width / 2).rows == pytest.approx(1600, rel=0.12)
    assert found.method == "pilot"
    assert "400 rows" in found.assumptions[0].en
    assert "400 行" in found.assumptions[0].zh


def test_a_width_of_the_brier_score_by_hand(rows, pilot):
    """It is a mean: 2z · sd/√n wide; its interval is on the logit scale, hence nearly."""
    each = (rows[1] - rows[0]) ** 2
    textbook = (2 * norm.ppf(0.975) * each.std() / 0.01) ** 2
    assert vc.plan("brier", pilot=pilot, width=0.01).rows == pytest.approx(textbook, rel=0.02)


def test_the_positives_follow_from_the_pilot(rows, pilot):
    found = vc.plan("brier", pilot=pilot, width=0.01)
    assert found.positives == pytest.approx(found.rows * rows[0].mean(), abs=1)


def test_a_bound_by_hand(rows, pilot):
    """(z + z)²s²/d², one-sided."""
    each = (rows[1] - rows[0]) ** 2
    away = 0.18 - each.mean()
    textbook = (norm.ppf(0.95) + norm.ppf(0.9)) ** 2 * each.var() / away**2
    found = vc.plan("brier", pilot=pilot, bound=0.18, power=0.9)
    assert found.rows == pytest.approx(textbook, rel=0.05)
    with pytest.raises(InputError, match="not beyond the bound"):
        vc.plan("brier", pilot=pilot, bound=0.05)


def test_a_difference_by_hand(rows, compared):
    """(z + z)²s²/d² with the variance of the differences of single rows."""
    truth, a, b = rows
    each = (a - truth) ** 2 - (b - truth) ** 2
    textbook = (norm.ppf(0.975) + norm.ppf(0.8)) ** 2 * each.var() / 0.02**2
    found = vc.plan("brier", pilot=compared, difference=0.02, power=0.8)
    assert found.rows == pytest.approx(textbook, rel=0.05)
    assert found.achieved == pytest.approx(0.8, abs=0.01)


@pytest.mark.parametrize("key", ["f1", "mcc", "accuracy", "average_precision"])
def test_a_difference_of_any_metric(compared, key):
    """Where the interval of the pilot is d to either side, its rows have a power of one half."""
    found = compared["A", "B", key].difference
    half = (found.high - found.low) / 2
    planned = vc.plan(key, pilot=compared, difference=half, power=0.5)
    assert planned.rows == pytest.approx(400, abs=2)
    assert vc.plan(key, pilot=compared, difference=-half, power=0.5).rows == planned.rows


def test_clusters_need_more(pilot):
    plain = vc.plan("brier", pilot=pilot, width=0.03)
    found = vc.plan("brier", pilot=pilot, width=0.03, cluster_size=5, icc=0.25)
    assert found.rows == pytest.approx(2 * plain.rows, abs=2)
    assert found.clusters == math.ceil(found.rows / 5)


def test_what_cannot_be_planned_is_said(rows, pilot, compared):
    with pytest.raises(InputError, match="compare two models on the same rows"):
        vc.plan("f1", pilot=pilot, difference=0.1)
    with pytest.raises(InputError, match="evaluation of one model"):
        vc.plan("brier", pilot=compared, width=0.1)
    with pytest.raises(InputError, match="ks has no interval"):
        vc.plan("ks", pilot=pilot, width=0.1)
    with pytest.raises(InputError, match="prevalence does not"):
        vc.plan("brier", pilot=pilot, width=0.1, prevalence=0.2)
    with pytest.raises(InputError, match="auto, pilot"):
        vc.plan("brier", pilot=pilot, width=0.1, method="wald")
    apart = vc.compare(pilot, vc.evaluate(rows[0], y_proba=rows[2]), metrics="brier")
    with pytest.raises(InputError, match="on the same rows"):
        vc.plan("brier", pilot=apart, difference=0.1)
