"""Several types and channels of events: apart, together, and what was taken for another type."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import veracity as vc
from veracity.errors import VeracityError

REFERENCE = {
    "onset": [10.0, 30.0, 50.0, 70.0],
    "duration": [2.0] * 4,
    "kind": ["a", "b", "a", "c"],
    "where": ["F1", "F2", "F1", "F1"],
}
DETECTED = {
    "onset": [10.0, 30.0, 50.0, 90.0],
    "duration": [2.0] * 4,
    "kind": ["a", "a", "b", "d"],
    "where": ["F1", "F1", "F2", "F2"],
}


def typed(rules: object = "iou", **more: object) -> vc.events.EventEvaluation:
    settings = {"duration": 100, "event_type": "kind", "rules": rules, **more}
    return vc.events.evaluate(REFERENCE, DETECTED, **settings)


def test_types_apart_and_together() -> None:
    er = typed()
    # a: 10 is found, 50 is missed, the detection at 30 is false; b: both wrong; c missed; d false
    counts = {
        kind: tuple(
            one["iou", key].value for key in ("true_positives", "false_positives", "missed")
        )
        for kind, one in er.by_type.items()
    }
    assert counts == {"a": (1, 1, 1), "b": (0, 1, 1), "c": (0, 0, 1), "d": (0, 1, 0)}
    whole = er["iou"]
    assert (whole["true_positives"].value, whole["false_positives"].value) == (1, 3)
    # the events at 30 and 50 were detected as another type; 70 is deleted, 90 inserted
    assert whole["substitutions"].value == 2
    assert (whole["deletions"].value, whole["insertions"].value) == (1, 1)
    assert whole["error_rate"].value == (2 + 1 + 1) / 4
    assert er.tally["iou"].seconds("duration") == 100  # watched once, not once a type
    assert whole["time_in_false_alarm"].value == 2 / 100  # whatever the type


def test_events_of_two_types_may_share_time() -> None:
    both = {"onset": [10.0, 11.0], "duration": [4.0, 4.0], "kind": ["a", "b"]}
    er = vc.events.evaluate(both, both, duration=100, event_type="kind", rules="iou")
    assert er["iou", "true_positives"].value == 2
    assert "reference_overlaps" not in [caution.key for caution in er.cautions]
    assert not any("joined" in note for note in er.notes)


def test_substitutions_of_segments_are_those_of_each_segment() -> None:
    er = typed("segments(10)")
    # segments 1, 3, 5, 7 and 9: one hit; two with one missing and one too much; 7 and 9 alone
    figures = er["segments(10)"]
    assert figures["substitutions"].value == 2
    assert figures["deletions"].value == figures["insertions"].value == 1
    blind = typed("any_overlap")["any_overlap"]["error_rate"]
    assert np.isnan(blind.value)
    assert "pair" in blind.note


def test_one_type_has_errors_too() -> None:
    er = vc.events.evaluate([(1, 2), (5, 6)], [(1, 2), (8, 9)], duration=10, rules="iou")
    assert er["iou", "error_rate"].value == 1
    assert er["iou", "substitutions"].value == 0
    several = vc.events.evaluate(
        {n: [(1, 2)] for n in "abcdef"}, {n: [(5, 6)] for n in "abcdef"}, duration=9, rules="iou"
    )
    assert several["iou", "error_rate"].value == 2


def test_types_chosen_by_words() -> None:
    sides = [{**one, "event_type": one["kind"]} for one in (REFERENCE, DETECTED)]

    def of(words: object) -> vc.events.EventEvaluation:
        return vc.events.evaluate(*sides, duration=100, event_type=words, rules="iou")

    one = of("a")
    assert one["iou", "reference_events"].value == 2
    assert list(one.by_type) == ["a"]
    assert of(["a", "b"])["iou", "reference_events"].value == 3
    assert any("zz" in note for note in of(["a", "zz"]).notes)
    with pytest.raises(VeracityError, match="event_type="):
        _ = vc.events.evaluate([1], [1], duration=9).by_type
    with pytest.raises(VeracityError, match="channel="):
        _ = vc.events.evaluate([1], [1], duration=9).by_channel


@pytest.mark.parametrize("words", [["sz", "sz-foc"], ["sz_foc", "SZ"], ["sz", "seiz"]])
def test_types_that_hold_one_another_are_not_added_up(words: list[str]) -> None:
    side = {"onset": [10], "duration": [5], "eventType": ["sz_foc_ia"]}
    with pytest.raises(VeracityError, match="count twice"):
        vc.events.evaluate(side, side, duration=100, event_type=words)


def test_channels_apart_and_any_channel_together() -> None:
    twice = {
        "onset": [10.0, 11.0, 50.0],
        "duration": [2.0, 2.0, 2.0],
        "channel": ["F1", "F2", "F2"],
    }
    er = vc.events.evaluate(
        {"onset": [10.0], "duration": [3.0], "channel": ["all"]},
        twice,
        duration=100,
        channel="channel",
        rules="iou(0.9)",
    )
    rule = er["iou(0.9)"]
    assert rule["true_positives"].value == 1  # 10 to 13 on any channel
    assert rule["false_positives"].value == 1
    assert rule["detected_events"].value == 2
    assert {c: one["iou(0.9)"]["false_positives"].value for c, one in er.by_channel.items()} == {
        "F1": 1,
        "F2": 2,
    }
    assert any("another channel" in note for note in er.notes)


def test_types_of_two_sites_add() -> None:
    sites = [
        vc.events.evaluate(
            {site: {**REFERENCE, "event_type": [kind] * 4}},
            {site: {**DETECTED, "event_type": [kind] * 4}},
            duration=3600,
            event_type=[kind],
            rules="iou",
        )
        for site, kind in (("x", "a"), ("y", "b"))
    ]
    both = sites[0] + sites[1]
    assert both.by_type["a"]["iou", "reference_events"].value == 4
    assert both.by_type["a"].tally["iou"].seconds("duration") == 7200  # the other site was watched
    assert both.by_type["a"]["iou", "false_alarms_per_hour"].value == 0.5


def test_a_type_to_each_site_has_errors_as_in_one_pass() -> None:
    """Nothing can be taken for another type where there is one: also under rules without pairs."""

    def scored(sites: str) -> vc.events.EventEvaluation:
        def side(stop: float) -> dict[str, list]:
            kinds = [site.upper() for site in sites]
            span = {"onset": [10.0] * len(sites), "stop": [stop] * len(sites)}
            return {"site": list(sites), "event_type": kinds, **span}

        settings = {
            "recording": "site",
            "event_type": "event_type",
            "rules": ["any_overlap", "iou"],
        }
        return vc.events.evaluate(side(20.0), side(12.0), duration=600, **settings)

    for er in (scored("ab"), scored("a") + scored("b")):
        assert er["any_overlap"]["error_rate"].value == 0
        assert er["iou"]["error_rate"].value == 2
        assert er["iou"]["substitutions"].value == 0


def test_types_are_saved_also_where_substitutions_are_undefined(tmp_path) -> None:
    er = typed(["any_overlap", "iou", "segments(10)"], channel="where")
    er.save(tmp_path / "types.veracity")
    again = vc.load(tmp_path / "types.veracity")
    for rule in er.rules:
        for key in er[rule]:
            assert again[rule][key].value == pytest.approx(er[rule][key].value, nan_ok=True)
    assert set(again.by_type) == {"a", "b", "c", "d"}
    assert set(again.by_channel["F1"].by_type) == {"a", "b", "c", "d"}
    with pytest.raises(VeracityError):
        again.froc("iou")


KINDS = st.sampled_from("abc")
EVENTS = st.lists(st.tuples(st.integers(0, 20), st.integers(1, 4), KINDS), max_size=6)


def columns(events: list[tuple[int, int, str]]) -> dict[str, list]:
    return {
        "onset": [float(a) for a, _, _ in events],
        "duration": [float(n) for _, n, _ in events],
        "kind": [kind for *_, kind in events],
    }


@given(EVENTS, EVENTS)
@settings(max_examples=60, deadline=None)
def test_errors_are_those_of_the_best_assignment(reference, detected) -> None:
    """Pairs of one type are the most there can be, then pairs of two types; by trying all."""
    if not reference and not detected:
        return
    er = (
        vc.events.evaluate(
            columns(reference) if reference else [],
            columns(detected) if detected else [],
            duration=40,
            event_type="kind",
            overlapping="keep",
            rules="points(1)",
        )["points(1)"]
        if reference and detected
        else None
    )
    if er is None:
        return
    near = [
        (i, j)
        for i, j in itertools.product(range(len(reference)), range(len(detected)))
        if abs(reference[i][0] - detected[j][0]) <= 1
    ]
    alike = [(i, j) for i, j in near if reference[i][2] == detected[j][2]]
    assert er["true_positives"].value == most(alike)
    n = er["substitutions"].value
    assert 0 <= n <= most(near)
    assert er["true_positives"].value + n + er["deletions"].value == len(reference)
    assert er["true_positives"].value + n + er["insertions"].value == len(detected)


def most(edges: list[tuple[int, int]]) -> int:
    """The size of the largest matching, by trying all subsets."""
    for size in range(min(len({i for i, _ in edges}), len({j for _, j in edges})), 0, -1):
        for some in itertools.combinations(edges, size):
            if len({i for i, _ in some}) == len({j for _, j in some}) == size:
                return size
    return 0


@given(EVENTS.filter(len), EVENTS.filter(len))
@settings(max_examples=40, deadline=None)
def test_cells_of_types_are_those_of_an_array(reference, detected) -> None:
    er = vc.events.evaluate(
        columns(reference),
        columns(detected),
        duration=40,
        event_type="kind",
        rules="segments(2)",
    )["segments(2)"]
    missing, extra = np.zeros(20), np.zeros(20)
    for kind in "abc":
        marked = np.zeros((2, 20), bool)
        for side, events in enumerate((reference, detected)):
            for a, n, one in events:
                if one == kind:
                    marked[side, a // 2 : -(-(a + n) // 2)] = True
        missing += marked[0] & ~marked[1]
        extra += marked[1] & ~marked[0]
    assert er["substitutions"].value == np.minimum(missing, extra).sum()
    assert er["deletions"].value == np.maximum(missing - extra, 0).sum()
    assert er["insertions"].value == np.maximum(extra - missing, 0).sum()
