"""Timelines as words: times on a clock, marks on an axis, what was found."""

from __future__ import annotations

from veracity.reports.wording.events import WORDS
from veracity.results.page.events import Timeline
from veracity.words import Text

STEPS = (1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200)
DAY = 86400
MARKS = 6


def clock(seconds: float) -> str:
    """Seconds as hours, minutes and seconds.

    >>> clock(3725.5), clock(0.0425)
    ('1:02:05.5', '0:00:00.042')
    """
    whole = round(seconds * 1000)
    minutes, rest = divmod(whole, 60_000)
    hours, minutes = divmod(minutes, 60)
    tail = f"{rest / 1000:06.3f}".rstrip("0").rstrip(".")
    return f"{hours}:{minutes:02}:{tail}"


def ticks(seconds: float) -> list[tuple[float, str]]:
    """Positions in percent of a recording, and their times.

    >>> ticks(3600)[::3]
    [(0.0, '0:00:00'), (50.0, '0:30:00'), (100.0, '1:00:00')]
    """
    step = next((one for one in STEPS if seconds / one <= MARKS), 0)
    if seconds < 1:
        return [(0.0, clock(0)), (100.0, clock(seconds))]
    if not step:
        step = DAY * max(1, round(seconds / DAY / MARKS))
    return [(100 * at / seconds, clock(at)) for at in range(0, int(seconds) + 1, step)]


def timeline_notes(line: Timeline) -> Text:
    """How many events were found and how many alarms false; without that, how many there are."""
    if not line.decided:
        sizes = {"events": len(line.reference), "detections": len(line.detected)}
        return WORDS["timeline_there"].filled(**sizes)
    return WORDS["timeline_told"].filled(
        found=sum(event.right for event in line.reference),
        events=len(line.reference),
        false=sum(not event.right for event in line.detected),
    )
