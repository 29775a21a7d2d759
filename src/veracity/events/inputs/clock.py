"""Times as seconds from the start of the recording: units, durations and the clock."""

from __future__ import annotations

import datetime
import math
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from veracity.arrays import Floats
from veracity.engines.reading.decimal_text import has_comma
from veracity.errors import InvalidRows, refuse, spelled
from veracity.matching.spans import SECOND
from veracity.words import Text

UNITS = {"s": 1.0, "ms": 1e-3, "us": 1e-6, "min": 60.0, "h": 3600.0}
LATEST = 4e9  # seconds, 126 years: so many nanoseconds are whole numbers of 64 bits, and twice
Moment = datetime.datetime


def checked_unit(unit: object) -> str:
    """A unit of time that is known."""
    if not isinstance(unit, str) or unit not in UNITS:
        raise refuse("event_unit", given=spelled(unit), names=", ".join(UNITS))
    return unit


def is_moment(value: object) -> bool:
    """Whether a value is a date with a time of day."""
    return isinstance(value, (Moment, np.datetime64))


def seconds_of(values: NDArray[Any], unit: str, begin: object, side: Text, name: str) -> Floats:
    """Numbers in a unit, durations, or moments after the beginning of the recording.

    >>> seconds_of(np.array([1500]), "ms", None, Text("reference", "参考"), "a").tolist()
    [1.5]
    """
    if values.dtype.kind in "biuf":
        seconds = values.astype(np.float64, copy=False)
        return seconds if unit == "s" else seconds * UNITS[unit]
    if values.dtype.kind == "m":
        return _nat(values) / SECOND
    if values.dtype.kind == "M":
        return _since(values.tolist() if _is_fine(values) else list(values), begin, side, name)
    known = [one for one in values.tolist() if one is not None]
    if known and all(isinstance(one, datetime.timedelta) for one in known):
        return np.array([_length(one) for one in values.tolist()], np.float64)
    if known and all(is_moment(one) for one in known):
        return _since(values.tolist(), begin, side, name)
    if is_moment(begin) and known and all(isinstance(one, str) for one in known):
        written = [_written(one, side, name) for one in values.tolist()]
        if any(is_moment(one) for one in written):
            return _since(written, begin, side, name)
    if any(is_moment(one) for one in known):
        raise refuse("event_times", side=side, name=name)
    return np.array([_number(one, side, name) for one in values.tolist()]) * UNITS[unit]


def duration_seconds(given: object, unit: str) -> float:
    """How long a recording is: a number in the unit, a duration, or (begin, end); nan: unknown."""
    if type(given) is float or (type(given) is int and given < LATEST / UNITS[unit]):
        return given * UNITS[unit]
    if isinstance(given, (datetime.timedelta, np.timedelta64)):
        return _length(given)
    if is_period(given):
        begin, end = cast(tuple[Any, Any], given)
        return float(_since([end], begin, Text("", ""), "duration")[0])
    try:
        return float(cast(float, given)) * UNITS[unit]
    except (TypeError, ValueError, OverflowError):
        return math.nan


def seconds_between(first: object, second: object, side: Text, name: str) -> float:
    """Seconds from one moment to another; both have a time zone, or neither."""
    return float(_since([second], first, side, name)[0])


def is_period(given: object) -> bool:
    """Whether a recording is given by the moments of its beginning and its end."""
    return (
        isinstance(given, (tuple, list))
        and len(given) == 2
        and all(is_moment(one) for one in given)
    )


def _is_fine(values: NDArray[Any]) -> bool:
    return np.datetime_data(values.dtype)[0] != "ns"


def _nat(values: NDArray[Any]) -> Floats:
    return np.where(np.isnat(values), np.nan, values.astype("m8[ns]").astype(np.float64))


def _length(given: object) -> float:
    if given is None:
        return math.nan
    if isinstance(given, np.timedelta64):
        return float(_nat(np.array([given]))[0]) / SECOND
    return given.total_seconds() if isinstance(given, datetime.timedelta) else math.nan


def _since(moments: list[Any], begin: object, side: Text, name: str) -> Floats:
    """Seconds after the beginning; a clock with a time zone is not compared with one without."""
    if not is_moment(begin):
        raise refuse("event_clock", side=side, name=name)
    zones = {_aware(one) for one in (*moments, begin) if one is not None and not _is_nat(one)}
    if len(zones) > 1:
        raise refuse("event_zones", InvalidRows, side=side, name=name)
    start = _utc(begin)
    lengths = [
        math.nan if one is None or _is_nat(one) else float((_utc(one) - start) / _NS) / SECOND
        for one in moments
    ]
    return np.array(lengths, np.float64)


_NOTHING = ("", "n/a", "nan", "<na>", "nat")
_NS = np.timedelta64(1, "ns")


def _is_nat(one: object) -> bool:
    return one != one or (isinstance(one, np.datetime64) and bool(np.isnat(one)))


def _aware(one: object) -> bool:
    return isinstance(one, Moment) and one.tzinfo is not None


def _utc(one: object) -> np.datetime64:
    """A moment on one clock: aware ones in UTC."""
    if isinstance(one, Moment) and one.tzinfo is not None:
        one = one.astimezone(datetime.UTC).replace(tzinfo=None)
    fine = getattr(one, "to_datetime64", None)  # pandas knows nanoseconds
    found: np.datetime64 = np.array([one if fine is None else fine()], "M8[ns]")[0]
    return found


def _written(text: str | None, side: Text, name: str) -> Moment | None:
    """A moment as ISO 8601 writes it; a number is none."""
    if text is None or text.strip().casefold() in _NOTHING:
        return None
    try:
        float(text)
    except ValueError:
        pass
    else:
        return None
    try:
        return Moment.fromisoformat(text.strip())
    except ValueError:
        raise refuse(_cause(text), InvalidRows, side=side, name=name, value=spelled(text)) from None


def _cause(one: object) -> str:
    return "event_comma" if has_comma(one) else "event_no_number"


def _number(one: object, side: Text, name: str) -> float:
    """A number, also as text; nothing is nan."""
    if one is None or str(one).strip().casefold() in _NOTHING:
        return math.nan
    try:
        return float(cast(float, one))
    except (TypeError, ValueError):
        raise refuse(_cause(one), InvalidRows, side=side, name=name, value=spelled(one)) from None
    except OverflowError:
        raise refuse("event_times", side=side, name=name) from None
