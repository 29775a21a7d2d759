"""Evaluations of rows with several labels written to files."""

from __future__ import annotations

import os
from dataclasses import asdict
from typing import Any

from veracity.evaluation.label_sets.averaged_labels import AveragedLabels
from veracity.evaluation.single.evaluation import Evaluation
from veracity.evaluation.state.sharing import Sharing, numbered_ids
from veracity.evaluation.state.storage import (
    packed,
)
from veracity.statistics.label_sets.row_moments import RowMoments
from veracity.statistics.storage import file as storage
from veracity.statistics.storage.file import Arrays
from veracity.statistics.storage.labels import encoded

KIND = "label_sets"


def save(ev: AveragedLabels, path: str | os.PathLike[str]) -> None:
    """Write the statistic of the sets and of each label; clusters as numbers."""
    arrays: Arrays = {"sets": ev.sets.sets}
    arrays |= {"set_weight": ev.sets.set_weight, "set_squares": ev.sets.set_squares}
    s = ev.sets
    header = {
        "kind": KIND,
        "labels": [encoded(one) for one in s.labels],
        "rows": s.rows,
        "weighted": s.weighted,
        "hierarchical": ev.hierarchical,
        "thresholds": ev.thresholds,
        "ignore": list(ev.ignore),
        "clusters": s.clusters,
        "cells": _moments(s.cells, "cells", arrays),
        "ranked": None if s.ranked is None else _moments(s.ranked, "ranked", arrays),
        "each": [_part(one, f"label{i}", arrays) for i, one in enumerate(ev.each)],
        "pooled": None if ev.pooled is None else _part(ev.pooled, "pooled", arrays),
        "settings": asdict(ev.settings),
        "notes": [[note.en, note.zh] for note in ev.notes],
    }
    storage.save(path, header, arrays)


def _moments(moments: RowMoments, name: str, arrays: Arrays) -> dict[str, Any]:
    arrays[f"{name}.sums"] = moments.sums
    if moments.cross is not None:
        arrays[f"{name}.cross"] = moments.cross
    if moments.groups is not None:
        arrays[f"{name}.groups"] = moments.groups
    return {"units": moments.units}


def _part(ev: Evaluation, name: str, arrays: Arrays) -> dict[str, Any]:
    sharing = Sharing(None, None, numbered_ids(ev.held), ev.threshold)
    held, _ = sharing.shared(ev.held, {})
    rows = ev.rows
    return {
        "held": packed(held, name, arrays),
        "rows": {"read": rows.read, "used": rows.used, "refused": dict(rows.refused)},
        "weight_kind": ev.weight_kind,
        "threshold": ev.threshold,
    }
