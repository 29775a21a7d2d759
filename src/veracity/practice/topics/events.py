"""Exercises on events in time: what a rule counts, false alarms per hour, delays."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from types import SimpleNamespace

from veracity.practice.exercise import Exercise

Span = tuple[int, int]


def _recording(random: Random) -> SimpleNamespace:
    """Reference events and detections in whole seconds, apart from each other."""
    reference: list[Span] = []
    detected: list[Span] = []
    clock = random.randint(5, 15)
    for _ in range(random.randint(3, 5)):
        length = random.randint(4, 12)
        span = (clock, clock + length)
        reference.append(span)
        if random.random() < 0.65:
            start = span[0] + random.randint(-3, length - 1)
            detected.append((start, max(start + random.randint(3, 10), span[0] + 1)))
        clock = max([span[1], *(stop for _, stop in detected)]) + random.randint(6, 14)
        if random.random() < 0.5:
            detected.append((clock, clock + random.randint(2, 6)))
            clock = detected[-1][1] + random.randint(6, 14)
    found = [one for one in reference if any(_overlap(one, other) for other in detected)]
    true = [one for one in detected if any(_overlap(one, other) for other in reference)]
    return SimpleNamespace(
        reference=reference,
        detected=detected,
        reference_shown=_spans_text(reference),
        detected_shown=_spans_text(detected),
        events=len(reference),
        found=len(found),
        true=len(true),
        calls=len(detected),
        seconds=sum(stop - start for start, stop in reference),
        covered=sum(_overlap(one, other) for one in reference for other in detected),
        called_seconds=sum(stop - start for start, stop in detected),
    )


def _calling(random: Random) -> SimpleNamespace:
    """A recording in which something was detected."""
    while True:
        given = _recording(random)
        if given.calls:
            return given


def _overlap(one: Span, other: Span) -> int:
    return max(0, min(one[1], other[1]) - max(one[0], other[0]))


def _spans_text(spans: list[Span]) -> str:
    return ", ".join(f"{start}–{stop}" for start, stop in spans)


def _two_spans(random: Random) -> SimpleNamespace:
    """A reference event and a detection that overlap."""
    start, length = random.randint(10, 40), random.randint(6, 16)
    late = random.randint(1, length - 2)
    stop = start + late + random.randint(3, 18)
    shared = min(start + length, stop) - (start + late)
    union = max(start + length, stop) - start
    return SimpleNamespace(
        a=start,
        b=start + length,
        c=start + late,
        d=stop,
        shared=shared,
        union=union,
        length=length,
        called=stop - start - late,
    )


def _watched(random: Random) -> SimpleNamespace:
    """False alarms in hours of recording."""
    return SimpleNamespace(
        alarms=random.randint(5, 60), hours=random.choice((6, 8, 12, 36, 48, 72))
    )


def _delays(random: Random) -> SimpleNamespace:
    """Delays of detections in seconds, one of them long."""
    delays = [random.randint(1, 12) for _ in range(random.choice((4, 6)))] + [
        random.randint(30, 70)
    ]
    random.shuffle(delays)
    return SimpleNamespace(
        delays=delays,
        shown=", ".join(map(str, delays)),
        ordered=", ".join(map(str, sorted(delays))),
    )


def _points(random: Random) -> SimpleNamespace:
    """Reference times: near some are two detections, near some one, near some none."""
    tolerance, gap = random.choice((2, 3)), 20
    reference = [gap * (k + 1) + random.randint(0, 5) for k in range(random.randint(4, 5))]
    near = [2, *(random.choice((0, 1, 1, 2)) for _ in reference[1:])]
    random.shuffle(near)
    detected: list[int] = []
    for time, times in zip(reference, near, strict=True):
        if times == 2:
            detected += [time - 1, time + tolerance - 1]
        elif times:
            detected.append(time + random.randint(-tolerance, tolerance))
        elif random.random() < 0.6:
            detected.append(time + tolerance + random.randint(2, 4))
    return SimpleNamespace(
        tolerance=tolerance,
        reference_shown=", ".join(map(str, reference)),
        detected_shown=", ".join(map(str, detected)),
        calls=len(detected),
        near=sum(near),
        matched=sum(one > 0 for one in near),
    )


EXERCISES = (
    Exercise(
        "event_sensitivity",
        1,
        _calling,
        lambda g: Fraction(g.found, g.events),
        {
            "event_precision": lambda g: Fraction(g.true, g.calls),
            "seconds_not_events": lambda g: Fraction(g.covered, g.seconds),
        },
    ),
    Exercise(
        "false_alarms_per_day",
        1,
        _watched,
        lambda g: Fraction(24 * g.alarms, g.hours),
        {
            "alarms_per_hour": lambda g: Fraction(g.alarms, g.hours),
            "alarms_counted": lambda g: Fraction(g.alarms),
        },
        2,
    ),
    Exercise(
        "event_precision",
        2,
        _calling,
        lambda g: Fraction(g.true, g.calls),
        {
            "event_sensitivity": lambda g: Fraction(g.found, g.events),
        },
    ),
    Exercise(
        "overlap_share",
        2,
        _two_spans,
        lambda g: Fraction(g.shared, g.union),
        {
            "share_of_reference": lambda g: Fraction(g.shared, g.length),
            "share_of_detection": lambda g: Fraction(g.shared, g.called),
        },
    ),
    Exercise(
        "median_delay",
        2,
        _delays,
        lambda g: Fraction(sorted(g.delays)[len(g.delays) // 2]),
        {
            "mean_delay": lambda g: Fraction(sum(g.delays), len(g.delays)),
            "middle_as_listed": lambda g: Fraction(g.delays[len(g.delays) // 2]),
        },
        1,
    ),
    Exercise(
        "points_matched",
        2,
        _points,
        lambda g: Fraction(g.calls - g.matched),
        {
            "counted_twice_near": lambda g: Fraction(g.calls - g.near),
        },
        0,
    ),
    Exercise(
        "sample_sensitivity",
        3,
        _recording,
        lambda g: Fraction(g.covered, g.seconds),
        {
            "events_not_seconds": lambda g: Fraction(g.found, g.events),
        },
    ),
)
