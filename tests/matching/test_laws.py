"""Laws of every rule: moved in time, seen from the other side, one to one, as good as any."""

import itertools
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from veracity.errors import VeracityError
from veracity.matching import RULES, Recording, Spans, find_rule, nearest_times, pairing
from veracity.matching.nearest_times import nearest_in_order
from veracity.matching.pairing import best_pairs
from veracity.matching.spans import (
    SECOND,
    covered_before,
    in_no_range,
    in_order,
    joined,
    meeting,
    overlapping_pairs,
    pieces,
    spans_of,
    union,
)

DAY = 86_400 * SECOND
ONE_TO_ONE = ("iou(0.3)", "collar(2)", "collar(2, offset=2)", "points(2)")
SHORT = "any_overlap(before=2, after=3, merge=2, split=7)"
EVERY = [SHORT, *ONE_TO_ONE, "segments(2)", "epochs(2)", "taes", "range_based", "affiliation"]


@st.composite
def spans(draw: st.DrawFn, *, instants: bool = True, apart: bool = True) -> Spans:
    """Events on whole tenths of seconds, inside the first 100 s."""
    starts = draw(st.lists(st.integers(0, 900), max_size=8))
    lengths = [draw(st.integers(0 if instants else 1, 90)) for _ in starts]
    start = np.array(starts, np.int64) * (SECOND // 10)
    found = in_order(start, start + np.array(lengths, np.int64) * (SECOND // 10))
    return union(found) if apart else found


def moved(one: Spans, by: int) -> Spans:
    return Spans(one.start + by, one.stop + by)


def scene(reference: Spans, detected: Spans, by: int = 0) -> Recording:
    return Recording(moved(reference, by), moved(detected, by), DAY, fs=None)


def numbers(found: object) -> list[float]:
    names = ("true_positives", "false_positives", "missed")
    return [getattr(found, name) for name in names] + [found.sensitivity(), found.positive_share()]


@pytest.mark.parametrize("spelled", [rule for rule in EVERY if rule != "affiliation"])
@given(spans(instants=False), spans(instants=False), st.integers(0, 500))
@settings(max_examples=40)
def test_a_scene_moved_in_time_scores_the_same(spelled, reference, detected, steps) -> None:
    rule, by = find_rule(spelled), 3600 * SECOND
    here = rule(scene(reference, detected, by))
    there = rule(scene(reference, detected, by + steps * 2 * SECOND))
    assert numbers(here) == pytest.approx(numbers(there), nan_ok=True)


@pytest.mark.parametrize("spelled", ["iou(0.3)", "points(2)", "collar(2)", "segments(2)"])
@given(spans(), spans())
@settings(max_examples=40)
def test_exchanged_sides_exchange_both_shares(spelled, reference, detected) -> None:
    rule = find_rule(spelled)
    one, other = rule(scene(reference, detected)), rule(scene(detected, reference))
    assert one.true_positives == other.true_positives
    assert (one.false_positives, one.missed) == (other.missed, other.false_positives)


@pytest.mark.parametrize("spelled", ONE_TO_ONE)
@given(spans(apart=False), spans(apart=False))
@settings(max_examples=60)
def test_one_to_one_counts_nothing_twice(spelled, reference, detected) -> None:
    found = find_rule(spelled)(scene(reference, detected))
    i, j = found.pairs
    assert len(set(i.tolist())) == len(i) == found.true_positives
    assert len(set(j.tolist())) == len(j)
    assert found.true_positives + found.missed == len(reference)
    assert found.true_positives + found.false_positives == len(detected)


@given(
    st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), unique=True, max_size=10),
    st.integers(0, 1000),
)
@settings(max_examples=150)
def test_no_other_matching_is_better(edges, seed) -> None:
    i = np.array([a for a, _ in edges], np.int64)
    j = np.array([b for _, b in edges], np.int64)
    gain = np.random.default_rng(seed).random(len(edges))
    worth = dict(zip(edges, gain.tolist(), strict=True))
    best = (0, 0.0)
    for size in range(min(len(edges), 5) + 1):
        for chosen in itertools.combinations(edges, size):
            if len({a for a, _ in chosen}) == len({b for _, b in chosen}) == size:
                best = max(best, (size, sum(worth[edge] for edge in chosen)))
    left, right = best_pairs(i, j, gain, (5, 5))
    taken = list(zip(left.tolist(), right.tolist(), strict=True))
    assert len(taken) == best[0]
    assert sum(worth[edge] for edge in taken) == pytest.approx(best[1])


@given(st.lists(st.integers(0, 40), max_size=6), st.lists(st.integers(0, 40), max_size=6))
@settings(max_examples=150)
def test_times_are_matched_as_well_as_any(first, second) -> None:
    a, b = (np.sort(np.array(side, np.int64)) for side in (first, second))
    i, j = nearest_in_order(a, b, 3)
    near = np.abs(a[i] - b[j])
    assert (near <= 3).all()
    rows, columns = np.nonzero(np.abs(a[:, None] - b[None, :]) <= 3)
    gain = 1 - np.abs(a[rows] - b[columns]) / 100
    left, right = best_pairs(rows, columns, gain, (len(a), len(b)))
    assert len(i) == len(left)
    assert near.sum() == np.abs(a[left] - b[right]).sum()


@pytest.mark.parametrize("seed", range(6))
def test_dense_times_are_matched_as_well_as_any(seed, monkeypatch) -> None:
    """One clump of many times: as the assignment problem has it, whichever way it is solved."""
    rng = np.random.default_rng(seed)
    a, b = (np.sort(rng.integers(0, 400, size)) for size in rng.integers(20, 60, 2))
    rows, columns = np.nonzero(np.abs(a[:, None] - b[None, :]) <= 25)
    gain = 1 - np.abs(a[rows] - b[columns]) / 1000
    left, right = best_pairs(rows, columns, gain, (len(a), len(b)))
    i, j = nearest_in_order(a, b, 25)
    assert len(i) == len(left) == len(set(i.tolist())) == len(set(j.tolist()))
    assert np.abs(a[i] - b[j]).sum() == np.abs(a[left] - b[right]).sum()
    monkeypatch.setattr(nearest_times, "MOST_CELLS", 0)
    assert len(nearest_in_order(a, b, 25)[0]) == len(i)


@given(st.lists(st.integers(0, 60), max_size=9), st.lists(st.integers(0, 60), max_size=9))
@settings(max_examples=100)
def test_small_clumps_and_large_ones_are_matched_alike(first, second) -> None:
    a, b = (np.sort(np.array(side, np.int64)) for side in (first, second))
    together = nearest_in_order(a, b, 5)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(nearest_times, "SMALL", 0)
        one_by_one = nearest_in_order(a, b, 5)
    for side, other in zip(together, one_by_one, strict=True):
        assert side.tolist() == other.tolist()


@given(spans(), spans(), st.integers(0, 1000))
@settings(max_examples=100)
def test_chains_are_matched_as_assignments_are(reference, detected, seed) -> None:
    i, j = overlapping_pairs(reference, detected)
    gain = np.random.default_rng(seed).random(len(i))
    sizes = len(reference), len(detected)
    chain = best_pairs(i, j, gain, sizes)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(pairing, "_crossing", lambda j, part: np.bincount(part) > 1)
        assigned = best_pairs(i, j, gain, sizes)
    for side, other in zip(chain, assigned, strict=True):
        assert side.tolist() == other.tolist()


@given(spans(apart=False), st.integers(1, 60))
@settings(max_examples=80)
def test_pieces_and_unions_keep_the_time(one, most) -> None:
    whole = union(one)
    cut = pieces(whole, most * SECOND // 10)
    assert cut.length.sum() == whole.length.sum()
    assert (cut.length <= most * SECOND // 10).all()
    assert not (joined(whole, 0).start[1:] < joined(whole, 0).stop[:-1]).any()
    ends = np.array([100 * SECOND])
    assert covered_before(whole, ends)[0] == whole.length.sum()


@given(spans(apart=False), spans())
@settings(max_examples=80)
def test_meeting_is_sharing_time(one, other) -> None:
    first, last = meeting(one.start, one.end, other)
    shares = (one.start[:, None] < other.end) & (other.start < one.end[:, None])
    for k in range(len(one)):
        assert np.flatnonzero(shares[k]).tolist() == list(range(first[k], last[k]))
    assert in_no_range(first, last, len(other)).tolist() == (~shares.any(0)).tolist()


@pytest.mark.parametrize("rule", EVERY)
@given(spans(instants=False), spans(instants=False))
@settings(max_examples=25)
def test_what_is_known_of_spans_changes_no_answer(rule, ours, theirs) -> None:
    known = [Spans(one.start, one.stop, apart=True) for one in (ours, theirs)]
    plain, quick = (find_rule(rule)(Recording(*two, DAY)) for two in ((ours, theirs), known))
    for key in ("true_positives", "false_positives", "missed", "recall", "precision"):
        assert getattr(plain, key) == getattr(quick, key)
    both = [one.delay for one in (plain, quick)]
    assert (both[0] is None) == (both[1] is None)
    assert both[0] is None or np.array_equal(*both, equal_nan=True)


@pytest.mark.parametrize("rule", RULES.values(), ids=lambda rule: rule.key)
def test_a_perfect_detector_is_perfect(rule) -> None:
    events = in_order(np.array([100, 700]) * SECOND, np.array([130, 760]) * SECOND)
    found = rule(Recording(events, events, DAY, fs=10))
    assert found.sensitivity() == found.positive_share() == 1
    assert rule.f1(found) == 1


@pytest.mark.parametrize("rule", RULES.values(), ids=lambda rule: rule.key)
def test_records_speak_both_languages(rule) -> None:
    for text in (rule.names, rule.question, rule.counts, rule.shares, rule.misleads_when):
        assert text.en.strip()
        assert text.zh.strip() != text.en.strip()
    assert rule.references
    assert find_rule(rule.spelled).spelled == rule.spelled
    assert all(parameter.meaning.zh for parameter in rule.parameters)


def test_what_touches_once_sampled_is_one_range() -> None:
    """Samples 0–3 and 4–5 (of 1 Hz) are one run of six, of which a detection has two."""
    reference, detected = spans_of([(0.2, 3.6), (4.1, 5.9)]), spans_of([(4.1, 5.9)])
    found = find_rule("range_based")(Recording(reference, detected, 10 * SECOND, 1.0))
    assert found.sensitivity() == pytest.approx(1 / 3)
    assert found.positive_share() == 1.0


@pytest.mark.parametrize("side", [0, 1])
def test_a_range_without_length_has_no_share(side) -> None:
    whole, instant = spans_of([(10, 20)]), spans_of([15])
    pair = (instant, whole) if side == 0 else (whole, instant)
    with pytest.raises(VeracityError, match="1 event of zero length"):
        find_rule("range_based")(Recording(*pair, 100 * SECOND))


SHARES = ["0.29", "0.57", "0.1", "0.3333333333333333", "0.6666666666666666", "0.123457", "1e-9"]


@pytest.mark.parametrize("share", SHARES)
@pytest.mark.parametrize("seconds", [1, 7, 100, 20_000, 10**9])
def test_shares_are_compared_exactly_as_they_are_written(share, seconds) -> None:
    """One nanosecond on either side of a share of an event decides, however many digits it has."""
    whole = seconds * SECOND
    just = -(-whole * Fraction(share) // 1)  # the least that is a share of it or more
    exactly = just == whole * Fraction(share)
    strict = f"any_overlap(before=0, after=0, merge=0, split=inf, min_overlap={share})"
    for length in (just - 1, just, just + 1):
        if not 0 < length <= whole:
            continue
        scene = Recording(
            *(Spans(np.zeros(1, np.int64), np.array([one], np.int64)) for one in (whole, length)),
            whole,
        )
        assert find_rule(f"iou({share})")(scene).true_positives == (length >= just)
        more = length > just if exactly else length >= just
        for of in ("window", "reference"):
            rule = find_rule(strict.replace(")", f", share_of={of})"))
            assert rule(scene).true_positives == more


def test_events_that_touch_are_two_with_a_delay_each() -> None:
    """Without merging: both are seen early, 3 s before the first and 3 s before the second."""
    ours, theirs = spans_of([(10, 20), (20, 30)]), spans_of([(7, 8), (17, 18)])
    rule = find_rule("any_overlap(before=5, after=0, merge=0)")
    found = rule(Recording(ours, theirs, DAY))
    assert (found.delay / SECOND).tolist() == [-3, -3]
    merged = find_rule("any_overlap(before=5, after=0, merge=1, split=10)")(
        Recording(ours, theirs, DAY)
    )
    assert found.true_positives == merged.true_positives == 2
    assert np.array_equal(merged.delay / SECOND, [-3, np.nan], equal_nan=True)  # a later piece
