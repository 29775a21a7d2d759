"""Lists of pairs or times, event tables and MNE's Annotations as columns of events."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any, Protocol, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from veracity.arrays import Floats
from veracity.errors import refuse, spelled
from veracity.events.inputs.event_table import EventTable
from veracity.events.inputs.tables import RawEvents
from veracity.statistics.labels import Label
from veracity.words import Text


class HasColumns(Protocol):
    """Onsets and durations side by side."""

    onset: ArrayLike
    duration: ArrayLike


MANY = 64  # lengths of lists whose packing is remembered


def pairs_of(given: object) -> Floats | None:
    """Starts and stops of a list of tuples or of an array of two columns, if all are numbers.

    >>> pairs_of([(1, 2.5), (3, 4)]).tolist(), pairs_of([1.0, 2.0]), pairs_of([(1, "2")])
    ([[1.0, 3.0], [2.5, 4.0]], None, None)
    """
    if type(given) is list and given and type(given[0]) is tuple:
        n = len(given)
        try:
            pack = _packer(n)  # far quicker than numpy
            packed = pack(*[start for start, _ in given]) + pack(*[stop for _, stop in given])
        except (TypeError, ValueError, struct.error):
            return None
        return np.frombuffer(packed).reshape(2, n)
    if type(given) is np.ndarray and given.shape[1:] == (2,) and given.dtype.kind in "iuf":
        return np.ascontiguousarray(given.T, np.float64)
    return None


@lru_cache(MANY)
def _packer(n: int) -> Callable[..., bytes]:
    """Numbers to the bytes of as many doubles."""
    return struct.Struct(f"{n}d").pack


def raw_events(given: Any, side: Text, name: Label) -> RawEvents:
    """Pairs, times, a table that was read, or MNE's Annotations (of a Raw: those it holds)."""
    if type(given) in (list, np.ndarray):
        return _listed(given, side, name)
    if hasattr(given, "annotations"):
        raw = raw_events(given.annotations, side, name)
        return RawEvents(
            raw.start,
            duration=raw.duration,
            types=raw.types,
            channels=raw.channels,
            whole=_length_of(given),
            first_time=float(getattr(given, "first_time", 0.0)),
            origin=raw.origin,
        )
    if isinstance(given, EventTable):
        known = np.isfinite(given.confidence).any() or not len(given)
        return RawEvents(
            given.onset,
            duration=given.duration,
            score=given.confidence if known else None,
            types=_objects(given.event_type),
            channels=_objects(given.channels),
            whole=given.recording_duration,
        )
    if hasattr(given, "onset") and hasattr(given, "duration"):
        try:
            return _annotations(given)
        except (TypeError, ValueError):
            raise refuse("event_times", side=side, name=spelled(name)) from None
    return _listed(given, side, name)


def _annotations(given: HasColumns) -> RawEvents:
    """Columns side by side, as MNE's Annotations have them."""
    onset, duration = np.asarray(given.onset), np.asarray(given.duration)
    kinds, channels = getattr(given, "description", None), getattr(given, "ch_names", None)
    types = None if kinds is None else _objects(kinds)
    names = None if channels is None else _objects(channels)
    if onset.ndim != 1 or any(
        one is not None and one.shape != onset.shape for one in (duration, types, names)
    ):
        raise ValueError
    origin = getattr(given, "orig_time", None)
    return RawEvents(onset, duration=duration, types=types, channels=names, origin=origin)


def _length_of(given: object) -> float | None:
    """The seconds that a Raw says it lasts; others that hold annotations may say nothing."""
    samples, info = getattr(given, "n_times", None), getattr(given, "info", None)
    if samples is None or info is None:
        return None
    return float(samples) / float(info["sfreq"])


def _objects(values: Iterable[object]) -> NDArray[Any]:
    listed = [tuple(one) if isinstance(one, (list, np.ndarray)) else one for one in values]
    held = np.empty(len(listed), object)
    for i, one in enumerate(listed):  # numpy would take tuples of one length for a second axis
        held[i] = one
    return held


def _listed(given: object, side: Text, name: Label) -> RawEvents:
    """Pairs (start, stop), or single times; a time that is masked is no number."""
    if isinstance(given, np.ma.MaskedArray):
        given = np.ma.filled(given.astype(np.float64), np.nan)
    try:
        if isinstance(given, (bytes, bytearray, memoryview)):
            raise TypeError
        held = isinstance(given, (list, np.ndarray))
        values = [] if given is None else given if held else list(cast(Iterable[object], given))
        times = np.asarray(values if len(cast(list[object], values)) else np.zeros((0,)))
        if times.dtype.kind == "c":
            raise TypeError
        if times.dtype == object or times.dtype.kind in "mM":
            times = np.array(values, object)
        else:
            times = times.astype(np.float64)
    except (TypeError, ValueError, OverflowError):
        raise refuse("event_times", side=side, name=spelled(name)) from None
    if times.ndim == 1 and times.dtype.kind == "f" and _is_mask_of_numbers(times):
        raise refuse("event_mask_numbers", side=side, name=spelled(name), n=len(times))
    single = times.dtype != object or not any(np.ndim(cast(float, one)) for one in times.tolist())
    if times.ndim == 1 and single:
        return RawEvents(times, stop=times, instants=True)
    if times.ndim != 2 or times.shape[1] != 2:
        if times.size == 0:
            return RawEvents(np.zeros(0), stop=np.zeros(0))
        raise refuse("event_times", side=side, name=spelled(name))
    return RawEvents(times[:, 0], stop=times[:, 1])


def _is_mask_of_numbers(times: Floats) -> bool:
    """Zeros and ones, more than two: nobody has so many events in two instants."""
    return len(times) > 2 and bool(np.isin(times, (0.0, 1.0)).all())
