"""Affiliation in exact fractions: short events late in long recordings lose nothing."""

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from veracity.events import evaluate
from veracity.matching import Recording, Spans, find_rule
from veracity.matching.spans import SECOND, in_order, touching_joined

RULE = find_rule("affiliation")
DAYS = 10 * 86_400
Pairs = list[tuple[int, int]]


def mean_of(value: Callable[[Fraction], Fraction], parts: Pairs, turns: list[Fraction]) -> Fraction:
    """The mean over parts of what is linear between turns: exact from the middles of pieces."""
    total = Fraction(0)
    for first, last in parts:
        inner = sorted({t for t in turns if first < t < last} | {Fraction(first), Fraction(last)})
        total += sum((b - a) * value((a + b) / 2) for a, b in pairwise(inner))
    return total / sum(last - first for first, last in parts)


def away(x: Fraction, first: int, last: int) -> Fraction:
    return max(first - x, x - last, Fraction(0))


def exact(ours: Pairs, theirs: Pairs, duration: int) -> tuple[float, float | None]:
    """Recall and precision of nanoseconds by the definitions, zone by zone."""
    edges = [Fraction(a[1] + b[0], 2) for a, b in pairwise(ours)]
    edges = [Fraction(0), *edges, Fraction(duration)]
    recall, precision = [], []
    for (j0, j1), (e0, e1) in zip(ours, pairwise(edges), strict=True):
        cut = [(max(a, e0), min(b, e1)) for a, b in theirs if a < e1 and b > e0]
        near, size, length = min(j0 - e0, e1 - j1), e1 - e0, j1 - j0
        if not cut:
            recall.append(Fraction(0))
            continue

        def p(x, j0=j0, j1=j1, near=near, size=size, length=length):
            d = away(x, j0, j1)
            return 1 - (length + d + min(d, near)) / size if d else Fraction(1)

        def q(y, cut=cut, e0=e0, e1=e1, size=size):
            d = min(away(y, *one) for one in cut)
            return 1 - (d + min(d, y - e0, e1 - y)) / size if d else Fraction(1)

        ends = [Fraction(t) for one in cut for t in one]
        half = [(a + b) / 2 for a in ends for b in [*ends, e0, e1]]
        precision.append(mean_of(p, cut, [j0 - near, Fraction(j0), Fraction(j1), j1 + near]))
        recall.append(mean_of(q, [(j0, j1)], [*ends, *half, (e0 + e1) / 2]))
    both = sum(precision) / len(precision) if precision else None
    return float(sum(recall) / len(recall)), None if both is None else float(both)


def test_a_point_far_from_its_event_in_ten_days() -> None:
    """1 − (d + min(d, m)) / |E| with d = 730008.149 s, m = 127094.723 s (to the end), E = 10 d."""
    found = evaluate([736905.277], [6897.128], duration=DAYS, rules="affiliation")["affiliation"]
    expected = 1 - (730008.149 + 127094.723) / DAYS
    assert found["precision"].value == pytest.approx(expected, abs=1e-12)
    assert found["sensitivity"].value == pytest.approx(expected, abs=1e-12)  # seen from the event


@st.composite
def scenes(draw: st.DrawFn) -> tuple[Spans, Spans, int]:
    """Events of a nanosecond to ten seconds, anywhere in an hour to a hundred years."""
    duration = draw(st.sampled_from([3600, DAYS, 3_000_000_000])) * SECOND
    sides = []
    for least in (1, 0):
        starts = draw(st.lists(st.integers(0, duration - 20 * SECOND), min_size=least, max_size=4))
        lengths = [draw(st.sampled_from([1, 1000, 10**6, 10**10])) for _ in starts]
        start = np.array(starts, np.int64)
        sides.append(touching_joined(in_order(start, start + np.array(lengths, np.int64))))
    return sides[0], sides[1], duration


@given(scenes())
@settings(max_examples=150, deadline=None)
def test_exact_at_every_length_and_place(scene: tuple[Spans, Spans, int]) -> None:
    ours, theirs, duration = scene
    found = RULE(Recording(ours, theirs, duration))
    pairs = [list(zip(s.start.tolist(), s.stop.tolist(), strict=True)) for s in (ours, theirs)]
    recall, precision = exact(*pairs, duration)
    assert found.sensitivity() == pytest.approx(recall, abs=1e-9)
    if precision is not None:
        assert found.positive_share() == pytest.approx(precision, abs=1e-9)
