"""ROC areas of one class against the rest, and against each other class; K columns."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.statistics.grid.bounds import roc_bound
from veracity.statistics.grid.score_grid import ScoreGrid
from veracity.statistics.joint.row_tables import RowTables
from veracity.statistics.joint.score_columns import ScoreColumns
from veracity.statistics.labels import Label
from veracity.statistics.numerics.running_sums import cumulated
from veracity.statistics.scores.areas import area_under_roc
from veracity.statistics.scores.score_table import ScoreTable


def area_against_rest(columns: ScoreColumns) -> Floats:
    """How often a case of class k has a higher probability of k than one of another, (..., K).

    Ties count one half; nan where a class is absent or has no others. Of grids it is exact to
    within their `roc_bound`.
    """
    each = tables_against_rest(columns)
    return np.stack([np.asarray(area_under_roc(one)) for one in each], -1)


def tables_against_rest(columns: ScoreColumns) -> Iterator[ScoreTable]:
    """The column of each class with two classes: that class as 1, all others together as 0."""
    for index, label in enumerate(columns.labels):
        if isinstance(columns.tables, RowTables):
            yield columns.tables.against_rest(columns.index_of_name(label), index)
            continue
        table = columns.column(label).edges
        own, rest = table.weight[..., index, :], _others(table, index)
        yield ScoreTable(table.scores, np.stack([rest, own], -2), (0, 1), 1)


def area_against_each(columns: ScoreColumns) -> Floats:
    """A(i|j) of Hand and Till (2001), (..., K, K): class i against class j in column i.

    How often a case of class i has a higher probability of class i than a case of class j,
    ties as one half. The diagonal is nan: no class is compared with itself.
    """
    size = columns.classes
    areas = np.full((*columns.shape, size, size), np.nan)
    for i, label in enumerate(columns.labels):
        if isinstance(columns.tables, RowTables):
            areas[i] = columns.tables.against_each(columns.index_of_name(label), i)
            continue
        weight = columns.column(label).edges.weight
        if not weight.shape[-1]:
            continue
        fallen = cumulated(weight)
        totals = fallen[..., -1]
        below = np.maximum(totals[..., None] - fallen, 0.0)
        below += weight / 2
        pairs = np.einsum("...t,...jt->...j", weight[..., i, :], below)
        areas[..., i, :] = np.clip(ratio(pairs, totals[..., i, None] * totals), 0.0, 1.0)
        areas[..., i, i] = np.nan
    return areas


def bound_against_rest(columns: ScoreColumns) -> Floats:
    """How far each of `area_against_rest` can be from that of the rows, (..., K); 0 if exact."""
    return np.stack([_bound(columns.column(one).one_vs_rest(one)) for one in columns.labels], -1)


def bound_against_each(columns: ScoreColumns) -> Floats:
    """How far each of `area_against_each` can be from that of the rows, (..., K, K)."""
    bounds = np.zeros((*columns.shape, columns.classes, columns.classes))
    for i, one in enumerate(columns.labels):
        for j, other in enumerate(columns.labels):
            if i != j:
                bounds[..., i, j] = _bound(columns.column(one).one_vs_one(one, other))
    return bounds


def among(columns: ScoreColumns, labels: tuple[Label, ...]) -> ScoreColumns:
    """The columns of these classes alone; no row is of another."""
    if isinstance(columns.tables, RowTables):
        return ScoreColumns(labels, columns.tables.among(labels))
    tables = tuple(columns.column(label).relabelled(labels) for label in labels)
    return ScoreColumns(labels, tables)


def _bound(column: ScoreTable | ScoreGrid) -> Floats:
    if column.kind == "score_grid":
        return np.asarray(roc_bound(column))
    return np.zeros(column.shape)


def _others(table: ScoreTable, index: int) -> Floats:
    """The weight of all other classes at each score; added, not subtracted, so that it is exact."""
    rest: Floats = table.weight[..., :index, :].sum(-2) + table.weight[..., index + 1 :, :].sum(-2)
    return rest
