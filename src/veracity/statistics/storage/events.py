"""Tallies of events as entries of a file, and back; a file from elsewhere may hold anything."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from veracity.arrays import Floats
from veracity.statistics.events.event_tally import COLUMNS, EventTally
from veracity.statistics.matrix.cells import Ints
from veracity.statistics.storage.file import Arrays
from veracity.statistics.storage.labels import decoded, decoded_ids, encoded

KIND = "events"
UNDEFINED = "substitutions"  # a rule that makes no pairs has none of several types
PARTS = ("counts", "delays", "delay_of", "errors", "error_of")


def packed_tally(tally: EventTally, name: str, arrays: Arrays) -> dict[str, Any]:
    """A tally as a header entry; its arrays go into `arrays` under this name."""
    for part in PARTS:
        arrays[f"{name}.{part}"] = getattr(tally, part)
    return {
        "statistic": "event_tally",
        "rule": tally.rule,
        "columns": list(COLUMNS),
        "recordings": [encoded(one) for one in tally.recordings],
        "clusters": [encoded(one) for one in tally.clusters],
    }


def unpacked_tally(entry: Mapping[str, Any], name: str, arrays: Arrays) -> EventTally:
    """The tally that was packed; columns that later versions count are 0."""
    if entry["statistic"] != "event_tally" or not isinstance(entry["rule"], str):
        raise ValueError("no tally of events")
    recordings = decoded_ids(entry["recordings"])
    clusters = tuple(decoded(code) for code in entry["clusters"])
    n = len(recordings)
    if not n or len(clusters) != n or None in clusters:
        raise ValueError("recordings without a subject")
    hash(clusters)
    counts, delays, delay_of, errors, error_of = (arrays[f"{name}.{part}"] for part in PARTS)
    return EventTally(
        entry["rule"],
        recordings,
        clusters,
        _counts(counts, entry["columns"], n),
        _numbers(delays, (len(delays),)),
        _indices(delay_of, n, len(delays)),
        _finite(_numbers(errors, (len(errors), 3))),
        _indices(error_of, n, len(errors)),
    )


def _counts(array: NDArray[Any], columns: list[str], n: int) -> Floats:
    undefined = np.zeros(n, np.bool_)
    if UNDEFINED in columns and array.shape == (n, len(columns)) and array.dtype == np.float64:
        index = columns.index(UNDEFINED)
        undefined = np.isnan(array[:, index])
        array = np.where((np.arange(len(columns)) == index) & undefined[:, None], 0.0, array)
    given = _finite(_numbers(array, (n, len(columns))))
    unknown = set(columns) - set(COLUMNS)
    if (given < 0).any() or unknown or len(set(columns)) < len(columns):
        raise ValueError("counts below 0, or of columns that are not known")
    made = np.zeros((n, len(COLUMNS)))
    made[:, [COLUMNS.index(one) for one in columns]] = given
    made[undefined, COLUMNS.index(UNDEFINED)] = np.nan
    if not (made[:, COLUMNS.index("duration")] > 0).all():
        raise ValueError("a recording without a length")
    return made


def _numbers(array: NDArray[Any], shape: tuple[int, ...]) -> Floats:
    """Numbers of this shape, none of them NaN; a delay may be infinite."""
    if array.shape != shape or array.dtype != np.float64 or np.isnan(array).any():
        raise ValueError(f"numbers of the wrong shape or type, not {shape}")
    return array


def _finite(array: Floats) -> Floats:
    if not np.isfinite(array).all():
        raise ValueError("infinite numbers")
    return array


def _indices(array: NDArray[Any], size: int, length: int) -> Ints:
    if array.shape != (length,) or array.dtype != np.int64:
        raise ValueError(f"indices of the wrong shape or type, not {length}")
    if not ((array >= 0) & (array < size)).all():
        raise ValueError(f"indices outside 0 … {size - 1}")
    return array
