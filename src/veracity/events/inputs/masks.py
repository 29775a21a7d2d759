"""Boolean masks, one value a sample, to events and back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from veracity.errors import InvalidRows, refuse, spelled
from veracity.events.inputs.clock import LATEST, duration_seconds
from veracity.matching.cells import length_of
from veracity.matching.samples import sampled
from veracity.matching.spans import SECOND, Spans, spans_of
from veracity.statistics.labels import Label, canonical

LEAST = 1e-6  # hertz


def from_mask(mask: ArrayLike, fs: float) -> list[tuple[float, float]]:
    """The runs of True as (start, stop) in seconds; sample k is [k / fs, (k + 1) / fs).

    >>> from_mask([False, True, True, False, True], fs=2)
    [(0.5, 1.5), (2.0, 2.5)]
    """
    fs = checked_rate(fs)
    start, stop = runs(mask)
    return [(a / fs, b / fs) for a, b in zip(start.tolist(), stop.tolist(), strict=True)]


def to_mask(events: Iterable[Any], fs: float, duration: float) -> NDArray[np.bool_]:
    """A sample is True where its centre lies in an event.

    >>> to_mask([(0.5, 1.5)], fs=2, duration=2.0).tolist()
    [False, True, True, False]
    """
    length = length_of(checked_rate(fs))
    seconds = duration_seconds(duration, "s")
    if not 0 <= seconds <= LATEST:
        raise refuse("event_to_mask_duration", given=spelled(duration), most=f"{LATEST:g}")
    mask = np.zeros(round(round(seconds * SECOND) / length), np.bool_)
    marked = sampled(_usable(events), length)
    for a, b in zip(marked.start.tolist(), marked.stop.tolist(), strict=True):
        mask[max(a, 0) : max(b, 0)] = True
    return mask


def _usable(given: Iterable[Any]) -> Spans:
    """Events as spans; one without a time, or that ends before it starts, is refused."""
    try:
        times = np.array(list(given), np.float64)
        pairs = np.stack([times, times], 1) if times.ndim == 1 else times
        if pairs.shape[1:] != (2,):
            raise ValueError
    except (TypeError, ValueError):
        raise refuse("event_to_mask_events") from None
    bad = ~np.isfinite(pairs).all(1) | (pairs[:, 1] < pairs[:, 0])
    if bad.any():
        first = int(np.flatnonzero(bad)[0])
        event = f"({pairs[first, 0]:g}, {pairs[first, 1]:g})"
        raise refuse("event_to_mask", InvalidRows, row=first, event=event, n=int(bad.sum()))
    return spans_of(pairs)


def runs(mask: ArrayLike) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """First sample of each run of True, and the sample after its last one."""
    try:
        flags = np.asarray(mask)
    except ValueError:  # a list of lists and numbers
        raise refuse("event_mask", shape="—", type=type(mask).__name__) from None
    if flags.ndim != 1 or flags.dtype != np.bool_:
        raise refuse("event_mask", shape=flags.shape, type=flags.dtype)
    turns = np.flatnonzero(np.diff(np.concatenate(([False], flags, [False]))))
    return turns[::2], turns[1::2]


def spans_of_mask(mask: ArrayLike, fs: float) -> Spans:
    """The runs of a mask, exactly."""
    length = length_of(checked_rate(fs))
    start, stop = (_times(side, length) for side in runs(mask))
    return Spans(start, stop)


Rate = Mapping[Label, float] | float | None


def checked_rates(fs: object) -> tuple[Rate, Rate]:
    """Sampling rates of both sides: one for all, a pair, or a mapping from recording to either.

    >>> checked_rates(256), checked_rates((256, 1))
    ((256.0, 256.0), (256.0, 1.0))
    """
    if fs is None:
        return None, None
    if isinstance(fs, Mapping):
        both = {canonical(name): _pair(one) for name, one in fs.items()}
        return {n: pair[0] for n, pair in both.items()}, {n: pair[1] for n, pair in both.items()}
    return _pair(fs)


def _pair(fs: object) -> tuple[float, float]:
    if isinstance(fs, (tuple, list)) and len(fs) == 2:
        return checked_rate(fs[0]), checked_rate(fs[1])
    rate = checked_rate(fs)
    return rate, rate


def checked_rate(fs: object) -> float:
    """A sampling rate in hertz."""
    try:
        rate = float(cast(float, fs))
    except (TypeError, ValueError):
        rate = float("nan")
    if not LEAST <= rate <= SECOND:
        raise refuse("event_rate", given=spelled(fs))
    return rate


def _times(index: NDArray[np.int64], length: Fraction) -> NDArray[np.int64]:
    exact = [round(i * length) for i in index.tolist()]
    return np.array(exact, np.int64)
