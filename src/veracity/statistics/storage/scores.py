"""Score tables and grids as header entries and arrays, for the files of `storage`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from veracity.statistics.clusters.clusters import Clusters
from veracity.statistics.grid.codes import checked_family
from veracity.statistics.grid.score_grid import ScoreGrid
from veracity.statistics.labels import Completed, chosen_positive
from veracity.statistics.scores.score_table import ScoreTable
from veracity.statistics.storage.file import Arrays
from veracity.statistics.storage.labels import decoded, decoded_ids, decoded_labels, encoded

_PARTS = ("unit", "cell", "weight")


def packed(statistic: ScoreTable | ScoreGrid, name: str, arrays: Arrays) -> dict[str, Any]:
    """A table or a grid as a header entry; its arrays go into `arrays` under this name."""
    if isinstance(statistic, ScoreTable):
        return {"statistic": "score_table", **_packed_table(statistic, name, arrays)}
    arrays[f"{name}.high"] = statistic.high
    return {
        "statistic": "score_grid",
        "family": statistic.family,
        "table": _packed_table(statistic.table, f"{name}.table", arrays),
        "tied": _packed_table(statistic.tied, f"{name}.tied", arrays),
    }


def unpacked(entry: Mapping[str, Any], name: str, arrays: Arrays) -> ScoreTable | ScoreGrid:
    """The table or grid that was packed; what cannot be one raises ValueError or KeyError."""
    if entry["statistic"] == "score_table":
        return _unpacked_table(entry, name, arrays)
    if entry["statistic"] != "score_grid":
        raise ValueError(f"no statistic of scores: {entry['statistic']!r}")
    table = _unpacked_table(entry["table"], f"{name}.table", arrays)
    high = _floats(arrays[f"{name}.high"], table.scores.shape)
    if not ((high >= table.scores).all() and (high[1:] < table.scores[:-1]).all()):
        raise ValueError("buckets that overlap or are out of order")
    tied = _unpacked_table(entry["tied"], f"{name}.tied", arrays)
    return ScoreGrid(checked_family(entry["family"]), table, high, tied)


def _packed_table(table: ScoreTable, name: str, arrays: Arrays) -> dict[str, Any]:
    arrays[f"{name}.scores"], arrays[f"{name}.weight"] = table.scores, table.weight
    if table.squares is not None:
        arrays[f"{name}.squares"] = table.squares
    entry: dict[str, Any] = {
        "labels": [encoded(label) for label in table.labels],
        "pos_label": encoded(table.pos_label),
        "weighted": table.weighted,
    }
    if isinstance(table.labels, Completed):
        entry["found"] = [encoded(label) for label in table.labels.found]
    if table.units is not None:
        entry["units"] = [encoded(label) for label in table.units.ids]
        for part in _PARTS:
            arrays[f"{name}.units.{part}"] = getattr(table.units, part)
        if table.units.squares is not None:
            arrays[f"{name}.units.squares"] = table.units.squares
    return entry


def _unpacked_table(entry: Mapping[str, Any], name: str, arrays: Arrays) -> ScoreTable:
    labels = decoded_labels(entry["labels"])
    if "found" in entry:
        labels = Completed(labels, decoded_labels(entry["found"]))
    scores = _floats(arrays[f"{name}.scores"], (len(arrays[f"{name}.scores"]),))
    if not (scores[1:] < scores[:-1]).all() or np.isnan(scores).any():
        raise ValueError("scores that do not fall")
    shape = (len(labels), len(scores))
    squares = _weights(arrays[f"{name}.squares"], shape) if entry["weighted"] else None
    return ScoreTable(
        scores,
        _weights(arrays[f"{name}.weight"], shape),
        labels,
        chosen_positive(labels, decoded(entry["pos_label"])),
        squares,
        _unpacked_units(entry, name, arrays, shape[0] * shape[1]),
    )


def _unpacked_units(
    entry: Mapping[str, Any], name: str, arrays: Arrays, cells: int
) -> Clusters | None:
    if "units" not in entry:
        return None
    ids = decoded_ids(entry["units"])
    unit, cell, weight = (arrays[f"{name}.units.{part}"] for part in _PARTS)
    squares = arrays.get(f"{name}.units.squares")
    shape = (len(weight),)
    return Clusters(
        ids,
        _places(unit, len(ids), shape),
        _places(cell, cells, shape),
        _weights(weight, shape),
        None if squares is None else _weights(squares, shape),
    )


def _floats(array: Any, shape: tuple[int, ...]) -> NDArray[np.float64]:
    """Numbers as they were saved: a file from elsewhere may hold anything."""
    if not isinstance(array, np.ndarray) or array.shape != shape or array.dtype != np.float64:
        raise ValueError(f"numbers of the wrong shape or type, not {shape}")
    return array


def _weights(array: Any, shape: tuple[int, ...]) -> NDArray[np.float64]:
    weights = _floats(array, shape)
    if not ((weights >= 0) & (weights < np.inf)).all():
        raise ValueError("weights below 0, infinite or NaN")
    return weights


def _places(array: Any, size: int, shape: tuple[int, ...]) -> NDArray[np.int64]:
    if not isinstance(array, np.ndarray) or array.shape != shape or array.dtype != np.int64:
        raise ValueError(f"places of the wrong shape or type, not {shape}")
    if not ((array >= 0) & (array < size)).all():
        raise ValueError(f"places outside 0 … {size - 1}")
    return array
