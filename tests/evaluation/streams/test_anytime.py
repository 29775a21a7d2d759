"""Which figures have intervals for all looks, from when on, and how they are found."""

import math

import numpy as np
import pytest

import veracity as vc
from tests.evaluation.streams.rows import batches
from veracity.intervals.formulas.anytime import asymptotic_level, beta_binomial


def _scored(rows):
    draw = np.random.default_rng(0)
    truth = draw.integers(0, 2, rows)
    return {"y_true": truth, "y_proba": np.clip(draw.normal(0.4 + 0.2 * truth, 0.2), 0, 1)}


@pytest.mark.parametrize("key", ["accuracy", "recall", "precision", "fnr", "prevalence", "npv"])
def test_shares_have_beta_binomial_sequences_from_the_first_trial_on(key):
    stream = vc.Stream()
    for truth, called in batches(5, 20):
        usual = stream.update(truth, called).compute()[key]
        found = stream.anytime(key)
        low, high = beta_binomial(round(usual.value * usual.n), usual.n, 0.95)
        assert (found.value, found.n) == (usual.value, usual.n)
        assert (found.low, found.high) == pytest.approx((low, high), abs=1e-12)
        assert found.low < usual.low
        assert found.high >= usual.high
        assert found.method == "beta_binomial_sequence"


@pytest.mark.parametrize(
    ("key", "method"), [("auroc", "delong_logit"), ("mcc", "delta"), ("f1", "delta")]
)
@pytest.mark.parametrize("settings", [{}, {"resolution": 10}])
def test_smooth_figures_have_the_usual_interval_at_a_stricter_level(key, method, settings):
    rows = _scored(2000)
    found = vc.Stream(**settings).update(**rows).anytime(key)
    level = asymptotic_level(2000, 0.95)
    strict = vc.evaluate(**rows, **settings, method=method, confidence_level=level)[key]
    assert (found.low, found.high) == pytest.approx((strict.low, strict.high), abs=1e-12)
    assert found.level == 0.95
    assert found.method == "asymptotic_sequence"
    assert found.bound == strict.bound


def test_before_the_first_row_there_is_no_interval_but_a_reason():
    stream = vc.Stream().update(**_scored(150))
    found = stream.anytime("auroc")
    assert not math.isnan(found.value)
    assert math.isnan(found.low)
    assert "starts at 100 rows of each class" in found.note.en
    assert not math.isnan(stream.update(**_scored(150)).anytime("auroc").low)


def test_one_class_and_undefined_figures_say_why():
    stream = vc.Stream(labels=[0, 1]).update([0] * 300, [0] * 300)
    assert math.isnan(stream.anytime("recall").value)
    assert stream.anytime("recall").note
    assert math.isnan(stream.anytime("mcc").low)


@pytest.mark.parametrize("key", ["ks", "recall_at_precision(0.6)", "ece(10)", "max_f1"])
def test_what_is_neither_share_nor_smooth_says_so(key):
    found = vc.Stream().update(**_scored(1000)).anytime(key)
    assert math.isnan(found.low)
    assert found.note.en
    assert found.note.zh


def test_clusters_count_by_clusters():
    draw = np.random.default_rng(1)
    rows = _scored(2000)
    stream = vc.Stream().update(**rows, cluster=draw.integers(0, 80, 2000))
    found = stream.anytime("recall")
    assert found.method == "asymptotic_sequence"
    assert "50 clusters" in found.note.en
    few = vc.Stream().update(**rows, cluster=draw.integers(0, 20, 2000)).anytime("recall")
    assert math.isnan(few.low)
    assert "50 clusters" in few.note.en


def test_weights_make_shares_asymptotic():
    rows = _scored(2000)
    weight = np.random.default_rng(2).uniform(0.5, 2, 2000)
    found = vc.Stream().update(**rows, sample_weight=weight).anytime("recall")
    assert found.method == "asymptotic_sequence"
    whole = vc.Stream(weight_kind="frequency").update(**rows, sample_weight=[2] * 2000)
    assert whole.anytime("recall").method == "beta_binomial_sequence"


def test_merged_streams_have_the_sequence_of_all_rows():
    rows = list(batches(6, 50))
    whole, one, other = vc.Stream(), vc.Stream(), vc.Stream()
    for number, (truth, called) in enumerate(rows):
        whole.update(truth, called)
        (one if number % 2 else other).update(truth, called)
    assert one.merge_state(other).anytime("recall") == whole.anytime("recall")
