"""Statistics as entries of the header of a file and arrays beside it, and back.

A file from elsewhere may hold anything: what cannot be such a statistic raises ValueError or
KeyError, which the reader of a file turns into one refusal.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from veracity.arrays import Array, Floats, Ints
from veracity.statistics.clusters.clusters import Clusters
from veracity.statistics.grid.codes import checked_family
from veracity.statistics.grid.score_grid import ScoreGrid
from veracity.statistics.joint.joint_scores import JointScores
from veracity.statistics.joint.score_columns import Column, ScoreColumns
from veracity.statistics.joint.top_label import RIGHT, WRONG, TopLabel
from veracity.statistics.joint.top_ranks import TopRanks
from veracity.statistics.labels import Completed, Label, chosen_positive
from veracity.statistics.matrix.cells import Cells, DenseCells, SparseCells
from veracity.statistics.matrix.confusion_matrix import ConfusionMatrix
from veracity.statistics.scores.score_table import ScoreTable
from veracity.statistics.statistic import Statistic
from veracity.statistics.storage.file import Arrays
from veracity.statistics.storage.labels import decoded, decoded_ids, decoded_labels, encoded

Entry = Mapping[str, Any]
Scores = Column | ScoreColumns | JointScores
_OF_CLUSTERS = ("cluster", "cell", "weight")
_OF_ENTRIES = ("scores", "truth", "weight", "squares", "cluster")
_OF_CELLS = ("scores", "weight", "squares")
_IN_FILES = {"cluster": "unit", "predicted": "called"}  # words of files that came before ours


def packed(statistic: Statistic, name: str, arrays: Arrays) -> dict[str, Any]:
    """A statistic as a header entry; its arrays go into `arrays` under this name."""
    kind = {"statistic": "top_label" if type(statistic) is TopLabel else statistic.kind}
    match statistic:
        case ConfusionMatrix():
            _pack_cells(statistic.cells, f"{name}.cells", arrays)
            if statistic.squares is not None:
                _pack_cells(statistic.squares, f"{name}.squares", arrays)
        case ScoreGrid():
            arrays[f"{name}.high"] = statistic.high
            tables = {
                part: _packed_parts(getattr(statistic, part), f"{name}.{part}", arrays)
                for part in ("table", "tied")
            }
            return {**kind, "family": statistic.family, **tables}
        case ScoreColumns():
            each = enumerate(statistic.tables)
            entries = [packed(table, f"{name}.{index}", arrays) for index, table in each]
            return {**kind, "names": [encoded(one) for one in statistic.names], "tables": entries}
    return {**kind, **_packed_parts(statistic, name, arrays)}


def _packed_parts(statistic: Any, name: str, arrays: Arrays) -> dict[str, Any]:
    """Names, labels and what is known of them; arrays as far as the statistic has them."""
    for part in _OF_ENTRIES if statistic.by_row else _OF_CELLS:
        array = vars(statistic).get(part)
        if isinstance(array, np.ndarray):
            arrays[f"{name}.{_IN_FILES.get(part, part)}"] = array
    entry: dict[str, Any] = {}
    if statistic.by_row:
        entry["names"] = [encoded(one) for one in statistic.names]
    entry["labels"] = [encoded(one) for one in statistic.labels]
    if not isinstance(statistic, TopRanks):
        entry["pos_label"] = encoded(statistic.pos_label)
    entry["weighted"] = statistic.weighted
    if isinstance(statistic.labels, Completed):
        entry["found"] = [encoded(one) for one in statistic.labels.found]
    if statistic.cluster_ids is not None:
        entry["units"] = [encoded(one) for one in statistic.cluster_ids]
    if not statistic.by_row and statistic.clusters is not None:
        for part in (*_OF_CLUSTERS, "squares"):
            if getattr(statistic.clusters, part) is not None:
                arrays[f"{name}.units.{_IN_FILES.get(part, part)}"] = getattr(
                    statistic.clusters, part
                )
    return entry


def unpacked_scores(entry: Entry, name: str, arrays: Arrays) -> Scores:
    """The scores that were packed: one column or several, or confidences."""
    match entry["statistic"]:
        case "score_columns":
            return _unpacked_columns(entry, name, arrays)
        case "joint_scores":
            return _unpacked_joint(entry, name, arrays)
        case "top_label":
            return _unpacked_top_label(entry, name, arrays)
    return _unpacked_column(entry, name, arrays)


def unpacked_matrix(entry: Entry, name: str, arrays: Arrays) -> ConfusionMatrix:
    """The matrix that was packed."""
    labels = _labels(entry)
    size = len(labels)
    return ConfusionMatrix.made(
        _unpack_cells(f"{name}.cells", arrays, size),
        labels,
        chosen_positive(labels, decoded(entry["pos_label"])),
        _unpack_cells(f"{name}.squares", arrays, size) if entry["weighted"] else None,
        _unpacked_clusters(entry, name, arrays, size**2),
    )


def _unpacked_column(entry: Entry, name: str, arrays: Arrays) -> Column:
    """The table or the grid that was packed."""
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


def _unpacked_table(entry: Entry, name: str, arrays: Arrays) -> ScoreTable:
    labels = _labels(entry)
    scores = _floats(arrays[f"{name}.scores"], (len(arrays[f"{name}.scores"]),))
    if not (scores[1:] < scores[:-1]).all() or np.isnan(scores).any():
        raise ValueError("scores that do not fall")
    shape = (len(labels), len(scores))
    return ScoreTable(
        scores,
        _weights(arrays[f"{name}.weight"], shape),
        labels,
        chosen_positive(labels, decoded(entry["pos_label"])),
        _weights(arrays[f"{name}.squares"], shape) if entry["weighted"] else None,
        _unpacked_clusters(entry, name, arrays, shape[0] * shape[1]),
    )


def _unpacked_top_label(entry: Entry, name: str, arrays: Arrays) -> TopLabel:
    table = _unpacked_table(entry, name, arrays)
    if table.labels != (WRONG, RIGHT):
        raise ValueError("confidences of other classes than wrong and right")
    return TopLabel.like(table)


def _unpacked_columns(entry: Entry, name: str, arrays: Arrays) -> ScoreColumns:
    each = enumerate(entry["tables"])
    tables = tuple(_unpacked_column(one, f"{name}.{index}", arrays) for index, one in each)
    if len({one.labels for one in tables}) > 1:
        raise ValueError("columns of different classes")
    return ScoreColumns(decoded_labels(entry["names"]), tables)


def _unpacked_joint(entry: Entry, name: str, arrays: Arrays) -> JointScores:
    names, labels = decoded_labels(entry["names"]), _labels(entry)
    size = (len(arrays[f"{name}.weight"]),)
    scores = _floats(arrays[f"{name}.scores"], (len(names), *size))
    if np.isnan(scores).any():
        raise ValueError("scores that are NaN")
    ids = decoded_ids(entry.get("units", ()))
    joint = JointScores(
        names,
        scores,
        _indices(arrays[f"{name}.truth"], len(labels), size),
        _weights(arrays[f"{name}.weight"], size),
        labels,
        chosen_positive(labels, decoded(entry["pos_label"])),
        _weights(arrays[f"{name}.squares"], size) if entry["weighted"] else None,
        _indices(arrays[f"{name}.unit"], len(ids), size) if "units" in entry else None,
        ids,
    )
    ordered = joint.gathered()
    if not np.array_equal(ordered.scores, joint.scores):
        raise ValueError("entries that are out of order or occur twice")
    return ordered


def unpacked_ranks(entry: Entry, name: str, arrays: Arrays) -> TopRanks:
    """The ranks that were packed."""
    if entry["statistic"] != TopRanks.kind:
        raise ValueError("no ranks")
    labels = decoded_labels(entry["labels"])
    shape = (len(labels),)
    return TopRanks(
        _weights(arrays[f"{name}.weight"], shape),
        labels,
        _weights(arrays[f"{name}.squares"], shape) if entry["weighted"] else None,
        _unpacked_clusters(entry, name, arrays, len(labels)),
    )


# parts of statistics


def _labels(entry: Entry) -> tuple[Label, ...]:
    labels = decoded_labels(entry["labels"])
    return Completed(labels, decoded_labels(entry["found"])) if "found" in entry else labels


def _unpacked_clusters(entry: Entry, name: str, arrays: Arrays, cells: int) -> Clusters | None:
    if "units" not in entry:
        return None
    ids = decoded_ids(entry["units"])
    cluster, cell, weight = (
        arrays[f"{name}.units.{_IN_FILES.get(part, part)}"] for part in _OF_CLUSTERS
    )
    squares = arrays.get(f"{name}.units.squares")
    shape = (len(weight),)
    return Clusters(
        ids,
        _indices(cluster, len(ids), shape),
        _indices(cell, cells, shape),
        _weights(weight, shape),
        None if squares is None else _weights(squares, shape),
    )


def _pack_cells(cells: Cells, name: str, arrays: Arrays) -> None:
    if isinstance(cells, DenseCells):
        arrays[name] = cells.weight
    else:
        for part in ("truth", "predicted", "weight"):
            arrays[f"{name}.{_IN_FILES.get(part, part)}"] = getattr(cells, part)


def _unpack_cells(name: str, arrays: Arrays, size: int) -> Cells:
    if name in arrays:
        return DenseCells(_weights(arrays[name], (size, size)))
    truth, predicted, weight = (arrays[f"{name}.{part}"] for part in ("truth", "called", "weight"))
    return SparseCells(
        _indices(truth, size, predicted.shape),
        _indices(predicted, size, truth.shape),
        _weights(weight, truth.shape),
        size,
    )


def _floats(array: Array, shape: tuple[int, ...]) -> Floats:
    if not isinstance(array, np.ndarray) or array.shape != shape or array.dtype != np.float64:
        raise ValueError(f"numbers of the wrong shape or type, not {shape}")
    return array


def _weights(array: Array, shape: tuple[int, ...]) -> Floats:
    weights = _floats(array, shape)
    if not ((weights >= 0) & (weights < np.inf)).all():
        raise ValueError("weights below 0, infinite or NaN")
    return weights


def _indices(array: Array, size: int, shape: tuple[int, ...]) -> Ints:
    if array.ndim != 1 or array.shape != shape or array.dtype != np.int64:
        raise ValueError(f"indices of the wrong shape or type, not {shape}")
    if not ((array >= 0) & (array < size)).all():
        raise ValueError(f"indices outside 0 … {size - 1}")
    return array
