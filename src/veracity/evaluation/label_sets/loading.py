"""Evaluations of rows with several labels that were saved, loaded again."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

import numpy as np

from veracity.evaluation.label_sets.multilabel import MultilabelEvaluation
from veracity.evaluation.label_sets.saving import KIND
from veracity.evaluation.single.evaluation import Evaluation
from veracity.evaluation.state.storage import (
    count,
    unpacked,
    unpacked_account,
    unpacked_notes,
    unpacked_threshold,
    unpacked_weight_kind,
)
from veracity.intervals import Settings
from veracity.statistics.label_sets.label_sets import LabelSets
from veracity.statistics.label_sets.row_moments import RowMoments
from veracity.statistics.storage import file as storage
from veracity.statistics.storage.file import Arrays
from veracity.statistics.storage.labels import decoded_labels


def load(path: str | os.PathLike[str]) -> MultilabelEvaluation:
    """The evaluation that was saved."""
    with storage.opened(path, KIND) as (header, arrays):
        settings = Settings(**header["settings"])
        labels = decoded_labels(header["labels"])
        muted = tuple(str(key) for key in header.get("ignore", ()))
        ranked = header["ranked"]
        clusters = header["clusters"]
        sets = LabelSets(
            labels,
            count(header["rows"]),
            _loaded_moments(header["cells"], "cells", arrays),
            np.asarray(arrays["sets"], np.int64).reshape(-1, 4),
            np.asarray(arrays["set_weight"], np.float64),
            np.asarray(arrays["set_squares"], np.float64),
            None if ranked is None else _loaded_moments(ranked, "ranked", arrays),
            bool(header["weighted"]),
            None if clusters is None else count(clusters),
        )
        if len(sets.cells.sums) != 3 * len(labels) + 1 or len(header["each"]) != len(labels):
            raise ValueError("labels")
        parts = [
            _loaded(one, f"label{i}", arrays, settings, muted)
            for i, one in enumerate(header["each"])
        ]
        pooled = header["pooled"]
        whole = None if pooled is None else _loaded(pooled, "pooled", arrays, settings)
        notes = unpacked_notes(header["notes"])
        above, saved = bool(header["hierarchical"]), header.get("thresholds")
        thresholds = None if saved is None else tuple(float(one) for one in saved)
        return MultilabelEvaluation(
            sets, tuple(parts), settings, whole, notes, above, thresholds, muted
        )


def _loaded_moments(entry: Mapping[str, Any], name: str, arrays: Arrays) -> RowMoments:
    sums = np.asarray(arrays[f"{name}.sums"], np.float64)
    cross = arrays.get(f"{name}.cross")
    if cross is not None and cross.shape != (len(sums), len(sums)):
        raise ValueError(name)
    groups = arrays.get(f"{name}.groups")
    if groups is not None and groups.shape[1:] != sums.shape:
        raise ValueError(name)
    return RowMoments(sums, cross, count(entry["units"]), groups)


def _loaded(
    entry: Mapping[str, Any],
    name: str,
    arrays: Arrays,
    settings: Settings,
    muted: tuple[str, ...] = (),
) -> Evaluation:
    return Evaluation(
        unpacked(entry["held"], name, arrays),
        rows=unpacked_account(entry["rows"]),
        settings=settings,
        weight_kind=unpacked_weight_kind(entry["weight_kind"]),
        threshold=unpacked_threshold(entry["threshold"]),
        ignore=muted,
    )
