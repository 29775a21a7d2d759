"""Laws at the front door: moved, exchanged, cut and merged recordings, under every rule and key."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import veracity as vc
from veracity.matching import RULES, find_rule

ONE_TO_ONE = ("iou(0.3)", "collar(2)", "collar(2, offset=2)", "points(2)")
SHORT = "any_overlap(before=2, after=3, merge=2, split=7)"
EVERY = [SHORT, *ONE_TO_ONE, "samples", "segments(2)", "epochs(2)", "taes", "range_based"]
COUNTS = ("true_positives", "false_positives", "missed")
FS = 10


@st.composite
def events(draw: st.DrawFn, least: int = 1) -> list[tuple[float, float]]:
    """Up to six events on tenths of seconds, inside the first 60 s, in any order."""
    starts = draw(st.lists(st.integers(0, 500), max_size=6))
    return [(a / 10, (a + draw(st.integers(least, 90))) / 10) for a in starts]


def scored(reference: object, detected: object, rules: object = EVERY, **more: object):
    settings = {"duration": 3600, "fs": FS, **more}
    return vc.events.evaluate(reference, detected, rules=rules, **settings)


def moved(found: list[tuple[float, float]], by: float) -> list[tuple[float, float]]:
    return [(a + by, b + by) for a, b in found]


def values(er: vc.events.EventEvaluation, rule: str, keys: object = None) -> dict[str, float]:
    return {key: er[rule][key].value for key in (keys or er[rule])}


@given(events(), events(), st.integers(1, 50))
@settings(max_examples=25, deadline=None)
def test_a_recording_moved_in_time_scores_the_same(reference, detected, steps) -> None:
    by = 100.0
    one = scored(moved(reference, by), moved(detected, by))
    other = scored(moved(reference, by + 2 * steps), moved(detected, by + 2 * steps))
    for rule in EVERY:
        assert values(one, rule) == pytest.approx(values(other, rule), nan_ok=True), rule


@given(events(), events())
@settings(max_examples=25, deadline=None)
def test_exchanged_sides_exchange_sensitivity_and_precision(reference, detected) -> None:
    rules = ("iou(0.3)", "points(2)", "collar(2)", "segments(2)", "samples")
    one = scored(reference, detected, rules, overlapping="keep")
    other = scored(detected, reference, rules, overlapping="keep")
    for rule in rules:
        pairs = (("sensitivity", "precision"), ("missed", "false_positives"), ("f1", "f1"))
        for mine, yours in pairs:
            assert one[rule][mine].value == pytest.approx(other[rule][yours].value, nan_ok=True)


@given(events(), events())
@settings(max_examples=25, deadline=None)
def test_one_to_one_never_counts_twice_and_is_no_worse_than_greedy(reference, detected) -> None:
    er = scored(reference, detected, ONE_TO_ONE, overlapping="keep")
    for rule in ONE_TO_ONE:
        found, missed, false = (
            er[rule][key].value for key in ("true_positives", "missed", "false_positives")
        )
        assert found + missed == len(reference)
        assert found + false == len(detected)
        (match,) = er.matches(rule).values()
        assert len(set(match.pairs[0].tolist())) == len(match.pairs[0]) == found
        assert len(set(match.pairs[1].tolist())) == found
        assert found >= greedy(rule, sorted(reference), sorted(detected)), rule


def greedy(rule: str, reference: list, detected: list) -> int:
    """Every detection takes the first free event that it fits alone."""
    free, found = list(reference), 0
    for one in detected:
        fitting = [r for r in free if scored([r], [one], rule)[rule]["true_positives"].value == 1][
            :1
        ]
        found += len(fitting)
        free = [r for r in free if r not in fitting] if fitting else free
    return found


@given(st.lists(st.tuples(events(), events()), min_size=2, max_size=5), st.integers(1, 4))
@settings(max_examples=25, deadline=None)
def test_merged_tallies_are_one_pass(recordings, cut) -> None:
    sides = [{f"r{i}": pair[side] for i, pair in enumerate(recordings)} for side in (0, 1)]
    whose = {name: int(name[1:]) % 2 for name in sides[0]}
    whole = scored(*sides, cluster=whose)
    names = list(sides[0])
    cut = min(cut, len(names) - 1)
    parts = [
        scored(*({n: side[n] for n in some} for side in sides), cluster=whose)
        for some in (names[:cut], names[cut:])
    ]
    both = parts[0] + parts[1]
    for rule in EVERY:
        for key in whole[rule]:
            one, other = whole[rule][key], both[rule][key]
            assert (one.value, one.low, one.high) == pytest.approx(
                (other.value, other.low, other.high), nan_ok=True
            ), (rule, key)
    each = whole.by_recording
    for key in COUNTS:
        parts_sum = sum(each[name]["taes", key].value for name in names)
        assert whole["taes", key].value == pytest.approx(parts_sum)


@given(events(), events(), events(), events())
@settings(max_examples=25, deadline=None)
def test_a_recording_cut_where_nothing_happens_is_two(first, second, third, fourth) -> None:
    """All but rates for one subject's hours: those stay too, as the hours are the same."""
    whole = scored(
        {"night": [*first, *moved(third, 1800)]}, {"night": [*second, *moved(fourth, 1800)]}
    )
    halves = scored(
        {"late": third, "early": first},
        {"late": fourth, "early": second},
        duration={"early": 1800, "late": 1800},
        cluster={"early": "anna", "late": "anna"},
    )
    for rule in EVERY:
        mine, yours = values(whole, rule), values(halves, rule)
        assert mine == pytest.approx(yours, nan_ok=True), rule


@pytest.mark.parametrize("rule", [*RULES, "any_overlap(min_overlap=0.5, share_of=reference)"])
@given(events(0), events(0), st.booleans())
@settings(max_examples=15, deadline=None)
def test_every_key_of_hostile_input_is_a_number_with_sense(rule, reference, detected, many) -> None:
    """Instants, overlaps, empty sides, events at the ends: no warning, no nonsense."""
    if rule == "taes":
        reference = [(a, b) for a, b in reference if b > a]
    names = ("x", "y", "z") if many else ("x",)
    er = scored(
        {n: reference if n != "y" else [] for n in names},
        {n: detected if n != "z" else [] for n in names},
        rule,
        duration=60,
    )
    spelled = find_rule(rule).spelled
    for key in er[spelled]:
        one = er[spelled][key]
        if math.isnan(one.value):
            assert one.note, (key, "undefined has a reason")
            continue
        if not math.isnan(one.low):
            assert one.low <= one.value + 1e-12
            assert one.value <= one.high + 1e-12
        share = key.removeprefix("macro_") in ("sensitivity", "precision", "f1", "overlap")
        if share or key.startswith("time_in"):
            assert -1e-12 <= one.value <= 1 + 1e-12, key
        elif "delay" not in key:
            assert one.value >= 0, key
    assert str(er)
    assert np.isfinite(er.tally[spelled].counts).all()


@given(events(), events(), st.permutations(range(6)))
@settings(max_examples=20, deadline=None)
def test_the_order_of_events_means_nothing(reference, detected, order) -> None:
    scores = [float(i % 3) for i in range(len(detected))]
    kept = [i for i in order if i < len(detected)]
    rules = [SHORT, "iou(0.3)", "points(2)"]
    one = scored(reference, detected, rules, score=scores)
    other = scored(
        reference[::-1],
        [detected[i] for i in kept],
        rules,
        score=[scores[i] for i in kept],
    )
    for rule in rules:
        assert values(one, rule) == pytest.approx(values(other, rule), nan_ok=True)
        curves = [er.froc(rule) for er in (one, other)]
        assert curves[0].y.tolist() == pytest.approx(curves[1].y.tolist(), nan_ok=True)
        assert curves[0].x.tolist() == pytest.approx(curves[1].x.tolist())


@pytest.mark.parametrize("rule", sorted(RULES))
def test_a_mean_of_subjects_is_that_of_their_own_figures(rule) -> None:
    """Also of one without detections, and of one without reference events."""
    spelled = {"collar": "collar(2)"}.get(rule, rule)
    reference = {"a": [(10, 20)], "b": [(10, 20)], "c": [], "d": [(50, 60)], "e": []}
    detected = {"a": [(10, 20)], "b": [], "c": [(30, 40)], "d": [(52, 70)], "e": []}
    er = scored(reference, detected, spelled, duration=100)
    for key in ("sensitivity", "precision", "f1"):
        each = [one[spelled, key].value for one in er.by_cluster.values()]
        each = [one for one in each if not math.isnan(one)]
        assert er[spelled, f"macro_{key}"].value == pytest.approx(sum(each) / len(each)), key


def test_a_recording_without_detections_has_f1_0_under_ranges() -> None:
    reference = {"a": [(10, 20)], "b": [(10, 20)]}
    er = vc.events.evaluate(
        reference, {"a": [(10, 20)], "b": []}, duration=100, rules="range_based"
    )
    assert er.by_recording["b"]["range_based", "f1"].value == 0
    assert er["range_based", "macro_f1"].value == 0.5
    nothing = {"a": [], "b": []}
    cmp = vc.events.compare(
        reference, {"A": reference, "none": nothing}, duration=100, rules="range_based"
    )
    assert cmp["A", "none", "range_based", "f1"].difference.value == 1.0
