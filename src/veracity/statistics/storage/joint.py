"""Columns, joint scores, ranks and confidences as header entries and arrays.

Tables and grids are those of `score_storage`; what cannot be such a statistic raises
ValueError or KeyError, which the reader of a file turns into one refusal.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from veracity.statistics.clusters.clusters import Clusters
from veracity.statistics.grid.score_grid import ScoreGrid
from veracity.statistics.joint.joint_scores import JointScores
from veracity.statistics.joint.score_columns import ScoreColumns
from veracity.statistics.joint.top_label import RIGHT, WRONG, TopLabel
from veracity.statistics.joint.top_ranks import TopRanks
from veracity.statistics.labels import Completed, chosen_positive
from veracity.statistics.scores.score_table import ScoreTable
from veracity.statistics.storage import scores as score_storage
from veracity.statistics.storage.file import Arrays
from veracity.statistics.storage.labels import decoded, decoded_ids, decoded_labels, encoded

Scores = ScoreTable | ScoreGrid | ScoreColumns | JointScores | TopRanks
_PARTS = ("unit", "cell", "weight")


def packed(statistic: Scores, name: str, arrays: Arrays) -> dict[str, Any]:
    """Any statistic of scores as a header entry; its arrays go into `arrays` under this name."""
    if isinstance(statistic, TopLabel):
        return {**score_storage.packed(statistic, name, arrays), "statistic": "top_label"}
    if isinstance(statistic, (ScoreTable, ScoreGrid)):
        return score_storage.packed(statistic, name, arrays)
    if isinstance(statistic, ScoreColumns):
        return {
            "statistic": "score_columns",
            "names": [encoded(one) for one in statistic.names],
            "tables": [
                score_storage.packed(table, f"{name}.{place}", arrays)
                for place, table in enumerate(statistic.tables)
            ],
        }
    if isinstance(statistic, JointScores):
        return {"statistic": "joint_scores", **_packed_joint(statistic, name, arrays)}
    return {"statistic": "top_ranks", **_packed_ranks(statistic, name, arrays)}


def unpacked(entry: Mapping[str, Any], name: str, arrays: Arrays) -> Scores:
    """The statistic that was packed."""
    kind = entry["statistic"]
    if kind == "score_columns":
        return _unpacked_columns(entry, name, arrays)
    if kind == "joint_scores":
        return _unpacked_joint(entry, name, arrays)
    if kind == "top_ranks":
        return _unpacked_ranks(entry, name, arrays)
    if kind == "top_label":
        table = score_storage.unpacked({**entry, "statistic": "score_table"}, name, arrays)
        if not isinstance(table, ScoreTable) or table.labels != (WRONG, RIGHT):
            raise ValueError("confidences of other classes than wrong and right")
        return TopLabel.like(table)
    return score_storage.unpacked(entry, name, arrays)


def _unpacked_columns(entry: Mapping[str, Any], name: str, arrays: Arrays) -> ScoreColumns:
    names = decoded_labels(entry["names"])
    tables = tuple(
        score_storage.unpacked(one, f"{name}.{place}", arrays)
        for place, one in enumerate(entry["tables"])
    )
    if len({one.labels for one in tables}) > 1:
        raise ValueError("columns of different classes")
    return ScoreColumns(names, tables)


def _packed_joint(joint: JointScores, name: str, arrays: Arrays) -> dict[str, Any]:
    for part in ("scores", "truth", "weight", "squares", "unit"):
        if getattr(joint, part) is not None:
            arrays[f"{name}.{part}"] = getattr(joint, part)
    entry: dict[str, Any] = {
        "names": [encoded(one) for one in joint.names],
        "labels": [encoded(one) for one in joint.labels],
        "pos_label": encoded(joint.pos_label),
        "weighted": joint.weighted,
    }
    if isinstance(joint.labels, Completed):
        entry["found"] = [encoded(one) for one in joint.labels.found]
    if joint.clustered:
        entry["units"] = [encoded(one) for one in joint.unit_ids]
    return entry


def _unpacked_joint(entry: Mapping[str, Any], name: str, arrays: Arrays) -> JointScores:
    names = decoded_labels(entry["names"])
    labels = decoded_labels(entry["labels"])
    if "found" in entry:
        labels = Completed(labels, decoded_labels(entry["found"]))
    size = (len(arrays[f"{name}.weight"]),)
    scores = _floats(arrays[f"{name}.scores"], (len(names), *size))
    if np.isnan(scores).any():
        raise ValueError("scores that are NaN")
    ids = decoded_ids(entry.get("units", ()))
    joint = JointScores(
        names,
        scores,
        _places(arrays[f"{name}.truth"], len(labels), size),
        _weights(arrays[f"{name}.weight"], size),
        labels,
        chosen_positive(labels, decoded(entry["pos_label"])),
        _weights(arrays[f"{name}.squares"], size) if entry["weighted"] else None,
        _places(arrays[f"{name}.unit"], len(ids), size) if "units" in entry else None,
        ids,
    )
    ordered = joint.gathered()
    if not np.array_equal(ordered.scores, joint.scores):
        raise ValueError("entries that are out of order or occur twice")
    return ordered


def _packed_ranks(ranks: TopRanks, name: str, arrays: Arrays) -> dict[str, Any]:
    arrays[f"{name}.weight"] = ranks.weight
    if ranks.squares is not None:
        arrays[f"{name}.squares"] = ranks.squares
    entry: dict[str, Any] = {
        "labels": [encoded(one) for one in ranks.labels],
        "weighted": ranks.weighted,
    }
    if ranks.units is not None:
        entry["units"] = [encoded(one) for one in ranks.units.ids]
        for part in _PARTS:
            arrays[f"{name}.units.{part}"] = getattr(ranks.units, part)
        if ranks.units.squares is not None:
            arrays[f"{name}.units.squares"] = ranks.units.squares
    return entry


def _unpacked_ranks(entry: Mapping[str, Any], name: str, arrays: Arrays) -> TopRanks:
    labels = decoded_labels(entry["labels"])
    shape = (len(labels),)
    units = None
    if "units" in entry:
        ids = decoded_ids(entry["units"])
        unit, cell, weight = (arrays[f"{name}.units.{part}"] for part in _PARTS)
        squares = arrays.get(f"{name}.units.squares")
        units = Clusters(
            ids,
            _places(unit, len(ids), (len(weight),)),
            _places(cell, len(labels), (len(weight),)),
            _weights(weight, (len(weight),)),
            None if squares is None else _weights(squares, (len(weight),)),
        )
    return TopRanks(
        _weights(arrays[f"{name}.weight"], shape),
        labels,
        _weights(arrays[f"{name}.squares"], shape) if entry["weighted"] else None,
        units,
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
