"""Truth of two classes and scores, read into a table of scores."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from veracity.engines.reading.score_tables import score_table
from veracity.sklearn.inputs.array_likes import (
    Array,
    Targets,
    Weights,
    as_column,
    as_weights,
    refuse_not_finite,
    same_length,
)
from veracity.sklearn.inputs.targets import positive_label, target_array, type_of_array
from veracity.statistics.scores.score_table import ScoreTable


class RankedRows(NamedTuple):
    """A column of scores beside the truth, rows that weigh nothing left out."""

    truth: Array
    scores: Array
    weight: Array | None


def ranked_rows(truth: Targets, scores: Targets, sample_weight: Weights = None) -> RankedRows:
    """One column each, of the same length, without NaN and infinite numbers."""
    same_length(truth, scores, sample_weight)
    yes, score = as_column(truth), as_column(scores)
    refuse_not_finite(yes)
    refuse_not_finite(score)
    if sample_weight is None:
        return RankedRows(yes, score, None)
    weight = as_weights(as_column(sample_weight), len(yes))
    held = weight != 0
    if held.all():
        return RankedRows(yes, score, weight)
    return RankedRows(yes[held], score[held], weight[held])


def table_of_rows(rows: RankedRows) -> ScoreTable:
    """The exact table; the truth is 0 or 1, and 1 is positive."""
    table, _ = score_table(
        rows.truth,
        rows.scores,
        rows.weight,
        labels=(0, 1),
        pos_label=1,
        resolution="exact",
    )
    assert isinstance(table, ScoreTable)
    return table


def ranked(
    y_true: Targets, y_score: Targets, pos_label: object = None, sample_weight: Weights = None
) -> tuple[ScoreTable, np.dtype[np.generic]]:
    """The table of two classes, or of one class that was named, and the type of the scores."""
    truth = target_array(y_true)
    kind = type_of_array(truth, "y_true")
    if not (kind == "binary" or (kind == "multiclass" and pos_label is not None)):
        raise ValueError(f"{kind} format is not supported")
    positive = np.asarray(truth == positive_label(pos_label, truth))
    if positive.ndim == 0:  # labels of another type are equal to none
        positive = np.zeros(len(truth), bool)
    rows = ranked_rows(positive.astype(np.int8), y_score, sample_weight)
    return table_of_rows(rows), rows.scores.dtype


def back_to(thresholds: ArrayLike, dtype: np.dtype[np.generic]) -> NDArray[np.generic]:
    """Thresholds in the type in which the scores were given."""
    return np.asarray(thresholds).astype(dtype, copy=False)
