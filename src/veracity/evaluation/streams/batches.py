"""Numbers and times of the batches of a stream: each is counted once, in the order of time."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime
from typing import SupportsIndex

import numpy as np

from veracity.errors import CannotMerge, InputError, VeracityError, refuse
from veracity.statistics.labels import Label

MOST_SOURCES = 10_000
Time = datetime | float


class Batches:
    """The last number of each source; a batch that is not above it was counted already."""

    def __init__(self, last: dict[Label, int] | None = None, skipped: int = 0) -> None:
        self.last = dict(last or {})
        self.skipped = skipped

    def is_new(self, batch: tuple[Label, int]) -> bool:
        """Whether the batch is to be counted; else it is counted as skipped."""
        source, number = batch
        if source in self.last and number <= self.last[source]:
            self.skipped += 1
            return False
        if source not in self.last and len(self.last) >= MOST_SOURCES:
            raise refuse("stream_sources", most=MOST_SOURCES)
        return True

    def done(self, batch: tuple[Label, int]) -> None:
        """The batch was counted."""
        self.last[batch[0]] = batch[1]

    def refuse_shared(self, other: Batches) -> None:
        """Two streams that both counted batches of one source may have counted the same rows."""
        shared = [source for source in other.last if source in self.last]
        if shared:
            raise refuse("stream_shared_source", CannotMerge, source=repr(shared[0]))
        if len(self.last) + len(other.last) > MOST_SOURCES:
            raise refuse("stream_sources", most=MOST_SOURCES)

    def merged(self, other: Batches) -> None:
        """Take over the sources of another stream."""
        self.last.update(other.last)
        self.skipped += other.skipped


def batch_of(given: object) -> tuple[Label, int] | None:
    """(source, number), the number a whole one."""
    if given is None:
        return None
    if isinstance(given, (tuple, list)) and len(given) == 2:
        source, number = _source(given[0]), given[1]
        whole = isinstance(number, SupportsIndex) and not isinstance(number, (bool, np.bool_))
        if whole and source is not None:
            return source, int(number)
    raise refuse("stream_batch", given=repr(given))


def _source(given: object) -> Label | None:
    """The name of a source as it is saved; None where it is none, as NaN, which equals nothing."""
    if isinstance(given, tuple):
        parts = tuple(_source(one) for one in given)
        return None if None in parts else parts
    if isinstance(given, np.generic):
        given = given.item()
    usable = isinstance(given, (str, int, float, date)) and given == given
    return given if usable else None


def times_of(given: object) -> tuple[Time, Time] | None:
    """The earliest and the latest time of a batch: one time, or a column of them."""
    if given is None:
        return None
    if isinstance(given, (str, datetime, date, np.generic, int, float)):
        one = _time(given)
        return one, one
    values = [_time(value) for value in _listed(given)]
    try:
        return min(values), max(values)
    except (TypeError, ValueError):
        raise refuse("stream_time", given=type(given).__name__) from None


def _listed(given: object) -> Sequence[object]:
    values = np.asarray(given)
    if values.dtype.kind in "Mif":  # the ends are enough
        return [values.min(), values.max()] if values.size else []
    return list(values.ravel())


def _time(given: object) -> Time:
    if isinstance(given, np.datetime64):
        moment = given.astype("datetime64[us]").item()
        given = moment if isinstance(moment, datetime) else None  # years beyond 9999 too
    elif isinstance(given, np.generic):
        given = given.item()
    if isinstance(given, str):
        try:
            return datetime.fromisoformat(given)
        except ValueError:
            raise refuse("stream_time", given=repr(given)) from None
    if isinstance(given, datetime):
        if given == given:  # a missing time equals nothing
            return given
    elif isinstance(given, date):
        return datetime(given.year, given.month, given.day)
    elif isinstance(given, (int, float)) and not isinstance(given, bool) and np.isfinite(given):
        return float(given)
    raise refuse("stream_time", given=repr(given))


def seconds(time: Time) -> float:
    """A time as a number of seconds; one without a zone counts as UTC."""
    if isinstance(time, datetime):
        zoned = time if time.tzinfo is not None else time.replace(tzinfo=UTC)
        return zoned.timestamp()
    return time


def refuse_other_times(before: Time, now: Time, error: type[VeracityError] = InputError) -> None:
    """Times with a zone, times without one and numbers are not compared with each other."""
    zones = [isinstance(one, datetime) and one.tzinfo is not None for one in (before, now)]
    if zones[0] != zones[1] or isinstance(before, datetime) != isinstance(now, datetime):
        raise refuse("stream_times_differ", error, before=str(before), now=str(now))


def refuse_back(before: Time | None, earliest: Time) -> None:
    """Time goes on: a batch may not begin before the last one ended."""
    if before is None:
        return
    refuse_other_times(before, earliest)
    if seconds(earliest) < seconds(before):
        raise refuse("stream_time_back", before=str(before), now=str(earliest))
