"""Events on any channel: one event seen on two channels is one, two on one channel are two."""

from __future__ import annotations

import numpy as np
import pytest

import veracity as vc
from veracity.errors import VeracityError
from veracity.events.inputs.channels import one_event
from veracity.matching.spans import spans_of

RULES = ["any_overlap(before=0, after=0, merge=0)", "iou", "points(2)", "collar(1)", "taes"]
COUNTS = ("true_positives", "false_positives", "missed", "reference_events", "detected_events")


def table(onsets, durations, channels):
    return {"onset": list(onsets), "duration": list(durations), "channel": list(channels)}


def counted(reference, detected, **settings):
    er = vc.events.evaluate(reference, detected, duration=1000, rules=RULES, **settings)
    return {(rule, key): er[rule, key].value for rule in er.rules for key in COUNTS}


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("overlapping", ["merge", "keep"])
def test_splitting_events_over_channels_changes_nothing(seed: int, overlapping: str) -> None:
    rng = np.random.default_rng(seed)

    def apart(n: int):
        onsets = np.sort(rng.choice(90, n, replace=False)) * 10.0
        return onsets, rng.uniform(0.5, 9.5, n)

    sides = [apart(int(rng.integers(0, 9))) for _ in range(2)]
    plain = [table(*one, ["C3"] * len(one[0])) for one in sides]
    bare = [list(zip(a.tolist(), (a + b).tolist(), strict=True)) for a, b in sides]
    split = [table(*one, rng.choice(["C3", "C4", "O1,O2"], len(one[0]))) for one in sides]
    whole = counted(*plain, overlapping=overlapping)
    assert counted(*bare, overlapping=overlapping) == whole
    assert counted(*split, overlapping=overlapping) == whole
    assert counted(plain[0], split[1], overlapping=overlapping) == whole
    assert counted(split[0], bare[1], overlapping=overlapping) == whole


def test_an_unrelated_channel_changes_no_count() -> None:
    reference = table([10, 100], [5, 5], ["C3", "C3"])
    twice = ([10, 11], [4, 4], ["C3", "C3"])  # the second detection of one event is false
    alone = counted(reference, table(*twice))
    assert alone["iou", "false_positives"] == 1
    far = table(*(one + other for one, other in zip(twice, ([500], [5], ["O1"]), strict=True)))
    both = counted(reference, far)
    assert both["iou", "false_positives"] == 2  # and the one on the other channel
    assert both["iou", "true_positives"] == alone["iou", "true_positives"] == 1
    # a channel of the reference that has no event in the detections
    more = table([10, 100, 700], [5, 5, 5], ["C3", "C3", "O1"])
    third = counted(more, table(*twice))
    assert third["iou", "false_positives"] == alone["iou", "false_positives"]
    assert third["iou", "missed"] == alone["iou", "missed"] + 1


def test_one_event_on_two_channels_and_two_on_one() -> None:
    across = table([10, 12], [5, 5], ["C3", "C4"])
    within = table([10, 12], [5, 5], ["C3", "C3"])
    kept = {"overlapping": "keep"}
    assert counted(across, across, **kept)["iou", "reference_events"] == 1
    assert counted(within, within, **kept)["iou", "reference_events"] == 2
    assert counted(within, within)["iou", "reference_events"] == 1
    counted(across, across, overlapping="raise")
    with pytest.raises(VeracityError, match="overlapping"):
        counted(within, within, overlapping="raise")


def test_a_joined_event_reaches_from_first_to_last_and_has_the_highest_score() -> None:
    detected = {**table([10, 12, 11], [5, 6, 1], ["C3", "C4", "C5"]), "p": [0.2, 0.9, 0.5]}
    er = vc.events.evaluate([(10, 18)], detected, duration=100, rules="iou(1)", score="p")
    assert er["iou(1)", "true_positives"].value == 1
    assert er.froc("iou(1)").thresholds.tolist()[1:] == [0.9]


def test_channels_of_one_channel_are_not_joined_with_each_other() -> None:
    both = table([10, 12], [5, 5], ["C3,C4", "C3"])
    er = vc.events.evaluate(
        table([10], [5], ["C3"]), both, duration=100, rules="iou", channel=["C3", "C4"]
    )
    assert er["iou", "detected_events"].value == 2
    assert er.by_channel["C3"]["iou", "detected_events"].value == 2
    assert er.by_channel["C4"]["iou", "detected_events"].value == 1


def test_words_choose_channels_for_what_is_pooled_too() -> None:
    reference = table([10, 30, 50, 70], [5, 5, 5, 5], ["C3", "C4", "all", "C3,C5"])
    detected = table([10, 30, 50], [5, 5, 5], ["C3", "C4", "C5"])
    er = vc.events.evaluate(reference, detected, duration=100, rules="iou", channel="C3")
    counts = [er["iou", key].value for key in ("reference_events", "detected_events", "missed")]
    assert counts == [3, 1, 2]
    assert er.by_channel["C3"]["iou", "reference_events"].value == 3
    two = vc.events.evaluate(reference, detected, duration=100, rules="iou", channel=["C3", "C4"])
    assert (two["iou", "reference_events"].value, two["iou", "detected_events"].value) == (4, 2)


def test_a_channel_that_was_not_chosen_joins_nothing_and_parts_nothing() -> None:
    """Seen on C3 and on C4 it is one event, whatever else both share."""
    both = table([10, 12], [5, 5], ["C3,Cz", "C4,Cz"])
    er = vc.events.evaluate(both, both, duration=100, rules="iou", channel=["C3", "C4"])
    assert er["iou", "reference_events"].value == 1


@pytest.mark.parametrize("seed", range(20))
def test_groups_are_those_that_pairs_connect(seed: int) -> None:
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 14))
    start = np.sort(rng.integers(0, 30, n))
    stop = start + rng.integers(0, 8, n)
    spans = spans_of(list(zip(start.tolist(), stop.tolist(), strict=True)))
    words = [("a",), ("b",), ("a", "b"), ("c",), ("all",)]
    names = [words[k] for k in rng.integers(0, len(words), n)]
    group = list(range(n))
    for _ in range(n):  # the slow way: pass on the smallest number until nothing moves
        for i in range(n):
            for j in range(n):
                share = spans.start[i] < spans.end[j] and spans.start[j] < spans.end[i]
                apart = not set(names[i]) & set(names[j]) and "all" not in names[i] + names[j]
                if i != j and share and apart:
                    group[i] = group[j] = min(group[i], group[j])
    found = one_event(spans, names)
    same = [[a == b for b in found] for a in found]
    assert same == [[a == b for b in group] for a in group]
