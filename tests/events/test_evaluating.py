"""Events from what people have to what they ask: inputs, rules, figures, intervals, refusals."""

import json
import math
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import veracity as vc
from veracity.errors import VeracityError

CASES = json.loads((Path(__file__).parents[1] / "data/event_cases.json").read_text("utf-8"))
REFERENCE = {"a": [(100, 160), (900, 930)], "b": [(50, 80)], "c": [], "d": [(10, 40), (500, 520)]}
DETECTED = {"a": [(95, 120), (500, 510)], "b": [(60, 70)], "c": [(5, 9)], "d": [(300, 310)]}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_a_worked_case_through_the_front_door(case) -> None:
    er = vc.events.evaluate(
        case["reference"],
        case["detected"],
        duration=case["duration"],
        fs=case.get("fs"),
        rules=case["rule"],
        overlapping=case.get("overlapping", "merge"),
    )
    for key, expected in case["expected"].items():
        found = er[case["rule"]][key]
        wanted = math.nan if expected is None else expected
        assert found.value == pytest.approx(wanted, abs=1e-9, nan_ok=True), key
        if math.isnan(found.value):
            assert found.note, "undefined has a reason"


def test_the_same_events_in_every_form() -> None:
    fs, n = 10, 1000
    mask = np.zeros(n, bool)
    mask[100:150] = True
    mask[700:710] = True
    pairs = [(10.0, 15.0), (70.0, 71.0)]
    assert vc.events.from_mask(mask, fs) == pairs
    assert (vc.events.to_mask(pairs, fs, n / fs) == mask).all()

    class Annotations:
        onset, duration = np.array([10.0, 30.0, 70.0]), np.array([5.0, 2.0, 1.0])
        description = np.array(["seizure", "BAD_segment", "seizure"])

    table = pd.DataFrame({"onset": [70.0, 10.0], "duration": [1.0, 5.0], "what": "sz"})
    detected = [(12.0, 13.0), (40.0, 41.0)]
    answers = [
        vc.events.evaluate(given, detected, duration=100, fs=fs)
        for given in (pairs, np.array(pairs), mask, table, Annotations(), iter(pairs))
    ]
    answers.append(
        vc.events.evaluate(
            [(10_000, 15_000), (70_000, 71_000)],
            [(12e3, 13e3), (40e3, 41e3)],
            duration=100_000,
            fs=fs,
            unit="ms",
        )
    )
    for er in answers:
        assert er.rules == ("any_overlap", "iou", "samples")
        assert er["samples", "true_positives"].value == 10
        assert er["any_overlap", "sensitivity"].value == 1


def test_rates_are_exact_within_one_recording() -> None:
    quiet = vc.events.evaluate([], [(1, 2), (500, 501), (900, 901)], duration=48 * 3600)
    rate = quiet["iou"]
    found = rate["false_alarms_per_hour"]
    # Garwood 1936: 3 in 48 h
    assert (found.low, found.high) == pytest.approx((0.0129, 0.1827), abs=5e-5)
    none = vc.events.evaluate([], [], duration=24 * 3600)["iou", "false_alarms_per_hour"]
    assert (none.value, none.low, none.high) == pytest.approx((0, 0, 0.1537), abs=5e-5)


def test_sensitivity_between_subjects_is_that_of_clustered_recall() -> None:
    hits, trials = (3, 5, 0, 2), (4, 5, 3, 2)
    reference = {s: [(100 * i, 100 * i + 10) for i in range(n)] for s, n in enumerate(trials)}
    detected = {s: reference[s][:k] for s, k in enumerate(hits)}
    er = vc.events.evaluate(reference, detected, duration=3600, rules="iou(0.5)")
    found = er["iou", "sensitivity"]
    # 3/4, 5/5, 0/3, 2/2: worked in the notes on event statistics
    assert (found.value, found.low, found.high) == pytest.approx(
        (10 / 14, 0.0634, 0.9893), abs=5e-4
    )
    macro = er["iou"]["macro_sensitivity"]
    assert macro.value == pytest.approx((3 / 4 + 1 + 0 + 1) / 4)


def test_samples_of_one_recording_have_no_interval() -> None:
    er = vc.events.evaluate([(10, 20)], [(12, 25)], duration=100, fs=4)
    for key in ("sensitivity", "precision", "f1"):
        assert math.isnan(er["samples", key].low)
        assert "interval" in er["samples", key].note
    assert not math.isnan(er["any_overlap", "sensitivity"].low)
    assert math.isnan(er["samples", "false_alarms_per_hour"].value)
    assert "time_in_false_alarm" in er["samples", "false_alarms_per_hour"].note


def test_parts_of_events_are_no_trials() -> None:
    er = vc.events.evaluate([(10, 20), (50, 60)], [(12, 25)], duration=100, rules="taes")
    for key in ("sensitivity", "precision", "f1", "false_alarms_per_hour"):
        assert not math.isnan(er["taes", key].value)
        assert math.isnan(er["taes", key].low)
        assert "No interval" in er["taes", key].note


def test_parts_add_up_to_the_whole() -> None:
    whole = vc.events.evaluate(REFERENCE, DETECTED, duration=3600)
    first = vc.events.evaluate(
        {k: REFERENCE[k] for k in "ab"}, {k: DETECTED[k] for k in "ab"}, duration=3600
    )
    second = vc.events.evaluate(
        {k: REFERENCE[k] for k in "cd"}, {k: DETECTED[k] for k in "cd"}, duration=3600
    )
    both = first + second
    for rule in whole.rules:
        for key in whole[rule]:
            one, other = both[rule][key], whole[rule][key]
            numbers = [(e.value, e.low, e.high) for e in (one, other)]
            assert numbers[0] == pytest.approx(numbers[1], nan_ok=True), (rule, key)
    assert whole.by_recording["b"]["iou", "reference_events"].value == 1
    with pytest.raises(VeracityError, match="'a', 'b'"):
        first + first


def test_what_is_said_of_a_sum_is_of_the_sum() -> None:
    def perfect(names: str) -> vc.events.EventEvaluation:
        events = {name: [(1, 9)] for name in names}
        return vc.events.evaluate(events, events, duration=500, rules="iou")

    both, whole = perfect("abc") + perfect("def"), perfect("abcdef")
    assert "The 6 recordings" in str(both)
    assert str(both) == str(whole)


def test_a_delay_is_the_least_time_that_finds_the_share() -> None:
    er = vc.events.evaluate(
        [(100, 200), (400, 500)], [(100, 200), (440, 500)], duration=1000, rules="iou"
    )
    assert er["iou", "delay_median"].value == 0
    assert er["iou", "delay_quantile(0.6)"].value == 40
    assert "count as" in er["iou", "delay_median"].note


def test_delays_count_a_miss_as_never() -> None:
    er = vc.events.evaluate(
        [(100, 160), (900, 930), (2000, 2030)],
        [(104, 120), (910, 920)],
        duration=3600,
        rules="any_overlap",
    )
    assert er["any_overlap", "delay_median"].value == 10
    assert er["any_overlap", "delay_quantile(0.9)"].value == math.inf
    assert "reached" in er["any_overlap", "delay_quantile(0.9)"].note
    early = vc.events.evaluate([(100, 160)], [(90, 95)], duration=3600, rules="any_overlap")
    assert early["any_overlap", "delay_median"].value == -10
    assert early["any_overlap", "early_detections"].value == 1


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"reference": [(5, 3)]}, ["(5, 3)", "event 0"]),
        ({"reference": [(float("nan"), 3)]}, ["not a number"]),
        ({"reference": [(4000, 4010)]}, ["outside the recording", "4010"]),
        ({"reference": [(100_000, 160_000)]}, ["milliseconds", 'unit="ms"']),
        ({"duration": None}, ["duration"]),
        ({"duration": -1}, ["-1"]),
        ({"rules": "nearest"}, ["nearest", "any_overlap"]),
        ({"rules": "samples"}, ["fs=256"]),
        ({"rules": "iou(2)"}, ["share", "1"]),
        ({"reference": {"a": [], "b": []}, "detected": {"a": []}}, ["'b'", "absent"]),
        ({"reference": [(1, 2, 3)]}, ["onset and duration"]),
        ({"reference": "nonsense"}, ["No file or folder", "nonsense"]),
        ({"reference": [True, False]}, ["fs="]),
        ({"reference": [(1, 5), (2, 6)], "overlapping": "raise"}, ["overlapping"]),
        ({"fs": 0}, ["0", "Hz"]),
        ({"unit": "days"}, ["'days'", "ms"]),
        ({"rules": []}, ["[]", "any_overlap"]),
        ({"rules": 5}, ["5", "any_overlap"]),
        ({"rules": "segments(1e-12)"}, ["1e-06"]),
        ({"rules": "any_overlap(split=0)"}, ["split"]),
        ({"duration": 10**400}, ["duration"]),
        ({"duration": 1e300}, ["duration"]),
        ({"reference": [(10**400, 10**401)]}, ["onset and duration"]),
        ({"reference": [(1e10, 1e10 + 100)], "duration": 2e9}, ["4e+09"]),
    ],
)
def test_bad_input_says_what_and_what_to_do(given, words) -> None:
    sides = {"reference": [(1, 2)], "detected": [(1, 2)], "duration": 3600, **given}
    with pytest.raises(VeracityError) as caught:
        vc.events.evaluate(sides.pop("reference"), sides.pop("detected"), **sides)
    assert all(word in str(caught.value) for word in words)


def test_what_was_done_to_events_is_said() -> None:
    er = vc.events.evaluate([(1, 5), (2, 6)], [(3590, 3700)], duration=3600)
    assert any("merged" in note for note in er.notes)
    assert any("clipped" in note for note in er.notes)
    text = str(er)
    assert "any_overlap" in text
    assert "1 recording of 1 subject" in text
    assert "规则" in er.text("zh")
    assert len(er.to_pandas()) == len(er.rules) * len(er.keys())
