"""A table with a row for each sample: columns of 0 and 1 as masks, recording by recording."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from veracity.arrays import Floats
from veracity.engines.reading.read_columns import column_names, read_columns
from veracity.errors import InvalidRows, quoted, refuse, spelled
from veracity.events.inputs.masks import runs
from veracity.events.inputs.side import ALONE
from veracity.events.inputs.tables import RECORDING, first_column, refuse_several
from veracity.statistics.labels import Label, canonical
from veracity.words import Text

Bools = NDArray[np.bool_]
GIVEN = Text("given", "所给")
_FLAGS = {"0": False, "1": True, "false": False, "true": True, "0.0": False, "1.0": True}


@dataclass(frozen=True, eq=False, slots=True)
class SampleColumns:
    """Masks of both sides by recording, whose each is, and the score of each run detected."""

    reference: dict[Label, Bools]
    detected: dict[Label, Bools]
    clusters: dict[Label, Label]
    score: dict[Label, Floats] | None


def masks_of_columns(
    data: object, reference: object, detected: object, recording: object, *more: object
) -> SampleColumns:
    """The columns named, read once; rows of a recording are its samples in order.

    The score of a detection is the highest of its samples.
    """
    if not isinstance(reference, str) or not isinstance(detected, str):
        raise refuse("event_data_columns")
    cluster, score = (one if isinstance(one, str) else None for one in more)
    where = recording if isinstance(recording, str) else None
    unasked = first_column(RECORDING, column_names(data)) if where is None else None
    asked = (reference, detected, where, cluster, score, unasked)
    names = [name for name in asked if name is not None]
    columns = read_columns(data, list(dict.fromkeys(names)))
    if unasked is not None:
        refuse_several(columns[unasked], unasked, GIVEN)
    both = [_flags(columns[name], name) for name in (reference, detected)]
    rows = _rows(None if where is None else columns[where], len(both[0]))
    whose = {} if cluster is None else {n: _one(columns[cluster][r], n) for n, r in rows.items()}
    scores = None
    if score is not None:
        scores = {
            name: _highest(both[1][r], columns[score][r].astype(np.float64))
            for name, r in rows.items()
        }
    masks = [{name: side[r] for name, r in rows.items()} for side in both]
    return SampleColumns(masks[0], masks[1], whose, scores)


def _rows(column: NDArray[Any] | None, n: int) -> dict[Label, NDArray[np.int64]]:
    if column is None:
        return {ALONE: np.arange(n)}
    first: dict[Label, int] = {}
    codes = np.array([first.setdefault(canonical(one), len(first)) for one in column.tolist()])
    order = np.argsort(codes, kind="stable")
    bounds = np.searchsorted(codes[order], np.arange(1, len(first)))
    return dict(zip(first, np.split(order, bounds), strict=True))


def _flags(column: NDArray[Any], name: str) -> Bools:
    if column.dtype == np.bool_:
        return column
    if column.dtype.kind in "iuf":
        bad = ~((column == 0) | (column == 1))
        if not bad.any():
            return np.asarray(column == 1)
    else:
        found = [_FLAGS.get(str(one).strip().casefold()) for one in column.tolist()]
        bad = np.array([one is None for one in found], np.bool_)
        if not bad.any():
            return np.array(found, np.bool_)
    value = spelled(column[np.flatnonzero(bad)[0]])
    n = int(np.count_nonzero(bad))
    raise refuse("event_no_flag", InvalidRows, column=spelled(name), n=n, value=value)


def _one(values: NDArray[Any], name: Label) -> Label:
    distinct = list(dict.fromkeys(canonical(one) for one in values.tolist()))
    if len(distinct) > 1:
        facts = {"what": "cluster", "side": "", "name": spelled(name), "values": quoted(distinct)}
        raise refuse("event_two_values", InvalidRows, **facts)
    return distinct[0]


def _highest(mask: Bools, score: Floats) -> Floats:
    start, stop = runs(mask)
    ends = np.column_stack([start, np.minimum(stop, len(score) - 1)]).ravel()
    if not len(start):
        return np.zeros(0)
    found = np.maximum.reduceat(score, ends)[::2]
    return np.where(stop == len(score), np.maximum(found, score[-1]), found)
