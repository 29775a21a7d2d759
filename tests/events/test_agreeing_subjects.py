"""Where subjects agree, or a rule counts nothing, no certainty is made of it."""

import math

import numpy as np
import pytest

import veracity as vc
from veracity.errors import VeracityError

REFERENCE = {i: [(1000 * j, 1000 * j + 50) for j in range(1, 6)] for i in range(8)}
DETECTED = {
    i: [(1000 * j + 5, 1000 * j + 45) for j in range(1, 5)] + [(7000, 7050)] for i in range(8)
}
DAY = 86400


def evaluated(rules, **more):
    return vc.events.evaluate(REFERENCE, DETECTED, duration=DAY, rules=rules, **more)


def wilson(value, n, z=1.959963984540054):
    """Wilson 1927, for a share of n trials."""
    centre = (value + z**2 / (2 * n)) / (1 + z**2 / n)
    half = z / (1 + z**2 / n) * math.sqrt(value * (1 - value) / n + z**2 / (4 * n**2))
    return centre - half, centre + half


@pytest.mark.parametrize("fs", [1, 256, 10_000])
def test_samples_are_no_trials_whatever_the_sampling_rate(fs):
    """160 of 250 s of events are found in each of eight subjects: eight trials, no more."""
    found = evaluated("samples", fs=fs)["samples", "sensitivity"]
    assert found.value == pytest.approx(0.64)
    assert (found.low, found.high) == pytest.approx(wilson(0.64, 8))


@pytest.mark.parametrize("rule", ["segments(0.001)", "epochs(0.001)", "iou(0.5)", "taes"])
def test_subjects_that_agree_are_one_trial_each(rule):
    found = evaluated(rule)[rule, "sensitivity"]
    assert (found.low, found.high) == pytest.approx(wilson(found.value, 8), abs=1e-6)
    assert "one trial" in found.note.en


@pytest.mark.parametrize("key", ["macro_sensitivity", "time_in_alarm", "macro_time_in_alarm"])
def test_a_mean_of_subjects_that_agree_names_wilson_too(key):
    """4 of 5 events, and 210 of 86,400 s in alarm, in each of eight subjects: eight trials."""
    found = evaluated("iou(0.5)")["iou", key]
    share = 0.8 if key == "macro_sensitivity" else 210 / DAY
    assert found.value == pytest.approx(share)
    assert (found.low, found.high) == pytest.approx(wilson(share, 8), abs=1e-9)
    assert found.method == "wilson (subjects)"
    assert "one trial" in found.note.en
    assert "各受试者结果一致" in found.note.zh


def test_rates_of_parts_that_agree_have_no_interval_and_pass_no_gate():
    er = vc.events.evaluate(
        {i: [] for i in range(8)},
        {i: [(100, 110)] for i in range(8)},
        duration=DAY,
        rules="taes",
    )
    rate = er["taes", "false_alarms_per_day"]
    assert rate.value == pytest.approx(1.0)
    assert math.isnan(rate.low)
    assert "subjects do not vary" in rate.note.en
    assert not vc.check(er, ["taes: false_alarms_per_day <= 1"]).passed


def test_errors_that_agree_have_no_interval():
    assert math.isnan(evaluated("iou(0.5)")["iou(0.5)", "error_rate"].low)


@pytest.mark.parametrize("rule", ["segments(1)", "samples", "range_based", "affiliation"])
def test_no_difference_of_alarms_that_are_not_counted(rule):
    first = {i: REFERENCE[i][: 2 + i % 3] for i in REFERENCE}
    second = {i: [*REFERENCE[i][: 3 + i % 2], (20000, 20400 + i)] for i in REFERENCE}
    cmp = vc.events.compare(REFERENCE, {"A": first, "B": second}, duration=DAY, rules=rule, fs=16)
    gap = cmp["A", "B", rule, "false_alarms_per_day"]
    assert math.isnan(gap.difference.value)
    assert math.isnan(gap.p_value)
    assert gap.verdict == "cannot_tell"
    assert "time_in_false_alarm" in gap.difference.note.en


def test_a_recording_without_events_takes_no_interval_away():
    """One of two events of the one subject that has any: Clopper and Pearson for 1 of 2."""
    er = vc.events.evaluate(
        {"a": [(100, 160), (900, 930)], "quiet": []},
        {"a": [(95, 120), (500, 510)], "quiet": []},
        duration=3600,
    )
    found = er["any_overlap", "sensitivity"]
    # 1 − (1 − p)² = 0.025 and p² … = 0.975: p = 1 − √0.975
    edge = 1 - math.sqrt(0.975)
    assert (found.low, found.high) == pytest.approx((edge, 1 - edge))


@pytest.mark.parametrize("rule", ["range_based", "affiliation"])
def test_shares_of_events_are_no_counts(rule):
    er = evaluated(rule)
    for key in ("true_positives", "missed", "false_positives"):
        assert math.isnan(er[rule, key].value)
        assert rule in er[rule, key].note.en


@pytest.mark.parametrize("rule", ["segments(1)", "epochs(1)", "taes", "range_based", "affiliation"])
def test_rules_without_pairs_have_no_delay(rule):
    er = evaluated(rule)
    for key in ("early_detections", "delay_median"):
        assert math.isnan(er[rule, key].value)
        assert "no delay" in er[rule, key].note.en


@pytest.mark.parametrize("fs", [None, 10])
def test_ranges_are_counted_as_they_are_scored(fs):
    """Two that share time and two that touch are one range each (Tatbul 2018), sampled or not."""
    detected = [(95, 120), (500, 510), (505, 515), (700, 710), (710, 715)]
    er = vc.events.evaluate([(100, 160)], detected, duration=3600, fs=fs, rules="range_based")
    assert er["range_based", "detected_events"].value == 3
    assert er["range_based", "precision"].value == pytest.approx(20 / 25 / 3)


def test_what_is_nobody_or_no_number_is_refused():
    two = {"a": [(1.0, 2.0)], "b": [(1.0, 2.0)]}
    for nobody in (None, math.nan):
        with pytest.raises(VeracityError, match="gives no subject"):
            vc.events.evaluate(two, two, duration=60, cluster={"a": "s", "b": nobody})
    er = vc.events.evaluate([(1, 2)], [(1, 2)], duration=60, score=[0.5])
    for wrong in ("x", math.nan):
        with pytest.raises(VeracityError):
            er.at(wrong)


def test_masks_refuse_what_evaluate_refuses():
    for wrong in ([(math.nan, 2)], [(5, 1)]):
        with pytest.raises(VeracityError, match="unusable"):
            vc.events.to_mask(wrong, 1, 4)
    assert vc.events.to_mask([], 1, 3).tolist() == [False] * 3
    assert vc.events.to_mask([(0.5, 1.5)], fs=2, duration=2.0).tolist() == [0, 1, 1, 0]


def test_events_that_were_read_become_a_mask(tmp_path):
    path = tmp_path / "sub-1_events.tsv"
    path.write_text("onset\tduration\teventType\n1.0\t2.0\tsz\n")
    (table,) = vc.events.read(path).values()
    assert list(table) == [(1.0, 3.0)]
    assert np.array_equal(vc.events.to_mask(table, 1, 4), [False, True, True, False])


def test_a_masked_time_is_no_time():
    masked = np.ma.masked_array([[10.0, 20.0], [30.0, 40.0]], mask=[[0, 0], [1, 1]])
    with pytest.raises(VeracityError, match="unusable"):
        vc.events.evaluate(masked, [(10, 20)], duration=60)
    whole = np.ma.masked_array([[10.0, 20.0]], mask=False)
    assert (
        vc.events.evaluate(whole, [(10, 20)], duration=60)["any_overlap", "true_positives"].value
        == 1
    )
