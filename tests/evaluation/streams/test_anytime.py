"""Which figures have intervals for all looks, from when on, and how they are found."""

import math

import numpy as np
import pytest

import veracity as vc
from tests.evaluation.streams.rows import batches
from veracity.intervals.formulas.anytime import asymptotic_level, beta_binomial
from veracity.statistics.clusters.random_groups import group_ids


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


def test_random_groups_of_clusters_count_by_rows():
    """Groups stay 1,024 for ever, so that their number says nothing of how often was looked."""
    rows = _scored(3000)
    ids = group_ids(range(1024), 1024)
    cluster = [ids[i % 1024] for i in range(3000)]
    stream = vc.Stream().update(**rows, cluster=cluster)
    found = stream.anytime("mcc")
    level = asymptotic_level(3000, 0.95)
    strict = vc.evaluate(**rows, cluster=cluster, method="delta", confidence_level=level)["mcc"]
    assert (found.low, found.high) == pytest.approx((strict.low, strict.high), abs=1e-12)


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


def _weighted(scale, **settings):
    """What a stream of uneven weights says at every look, and its alarms."""
    draw, said = np.random.default_rng(3), []
    stream = vc.Stream(
        labels=[0, 1], pos_label=1, require=["recall >= 0.8", "auroc >= 0.9"], **settings
    )
    for _ in range(8):
        truth = draw.integers(0, 2, 100)
        scores = np.round(np.clip(draw.normal(0.4 + 0.2 * truth, 0.2), 0, 1), 2)
        weight = scale * 10 ** draw.uniform(-0.7, 0.7, 100)
        stream.update(truth, y_proba=scores, sample_weight=weight)
        said += [stream.anytime(key) for key in ("recall", "auroc", "mcc", "brier")]
    return said, [(alarm.requirement, alarm.row, str(alarm.message)) for alarm in stream.alarms]


@pytest.mark.parametrize(
    "settings", [{}, {"window": 250, "looks": 8}, {"window": "half-life 200"}, {"resolution": 10}]
)
def test_the_unit_of_weights_changes_nothing(settings):
    """Every figure is a ratio of weights; sums of them are no numbers of rows."""
    said, alarms = _weighted(1.0, **settings)
    assert alarms
    if not settings:
        assert {one.method for one in said} == {"none", "asymptotic_sequence"}
    for scale in (1e-3, 1e3):
        others, same = _weighted(scale, **settings)
        assert same == alarms
        for one, other in zip(said, others, strict=True):
            assert (other.method, other.note) == (one.method, one.note)
            mine, yours = ([of.value, of.low, of.high, of.n] for of in (one, other))
            assert yours == pytest.approx(mine, rel=1e-7, nan_ok=True)


@pytest.mark.parametrize("weight", [0.01, 1.0, 300.0])
def test_equal_weights_begin_at_100_rows_of_each_class(weight):
    for each, method in ((99, "none"), (100, "asymptotic_sequence")):
        truth = np.arange(2 * each) % 2
        called = np.where(np.arange(2 * each) < 20, 1 - truth, truth)
        stream = vc.Stream().update(truth, called, sample_weight=np.full(2 * each, weight))
        assert stream.anytime("mcc").method == method
    few = stream.reset().update([0, 1] * 99, [0, 1] * 99, sample_weight=[weight] * 198)
    assert "No interval yet" in few.anytime("recall").note.en


def test_frequencies_are_rows():
    """Rows times frequencies, as if they were repeated; 3 rows that stand for 300 each."""
    truth, called = np.array([0, 1, 1]), np.array([0, 1, 0])
    stream = vc.Stream(weight_kind="frequency").update(truth, called, sample_weight=[300] * 3)
    repeated = vc.Stream().update(np.repeat(truth, 300), np.repeat(called, 300))
    for key in ("recall", "mcc"):
        assert stream.anytime(key) == repeated.anytime(key)
    assert not math.isnan(stream.anytime("mcc").low)


def test_few_heavy_rows_have_no_interval_and_lose_no_batch():
    stream = vc.Stream(pos_label=1, labels=[0, 1], require=["recall >= 0.5"])
    stream.update([0, 1, 1], [0, 1, 0], sample_weight=[300, 300, 300])
    assert stream.rows == 3
    assert not stream.alarms
    assert "No interval yet" in stream.anytime("recall").note.en


def test_when_all_looks_are_spent_there_is_no_interval_but_a_reason():
    stream = vc.Stream(window=50, looks=1).update([0, 1] * 20, [0, 1] * 20)
    assert not math.isnan(stream.anytime("recall").low)
    found = stream.update([0, 1] * 20, [0, 1] * 20).anytime("recall")
    assert math.isnan(found.low)
    assert found.value == 1.0
    assert "no error probability is left" in found.note.en


def test_levels_near_0_and_1_have_intervals_or_a_reason():
    rows = _scored(300)
    for level in (1e-9, 0.1, 1 - 1e-15):
        found = vc.Stream(confidence_level=level).update(**rows).anytime("auroc")
        assert math.isnan(found.low) == bool(level > 0.9)
        assert found.note.en
        assert 0 < asymptotic_level(300, level) <= 1
