"""Rows to an exact table: the choice of how. All ways give the same table."""

from __future__ import annotations

from veracity.engines.kernels.sort_carrying_rows import carried_table
from veracity.engines.kernels.sums import Rows, ScoreSums, joined

_SHORT = 1 << 12  # rows: no kernel is faster than one plain sort
_SMALL = 1 << 14  # rows: looking few scores up does not pay yet


def exact_sums(rows: Rows) -> ScoreSums:
    """Sums by score and class, highest score first."""
    size = len(rows)
    if size <= _SHORT:
        return carried_table(rows)
    from veracity.engines.kernels.few_distinct import few_scores

    few = None if size <= _SMALL and _label_in_key(rows) else few_scores(rows)
    if few is None:
        return _by_sorting(rows)
    table, left = few
    if len(left):
        table = joined([table, _by_sorting(rows.picked(left))], sort=True)
    return table


def _label_in_key(rows: Rows) -> bool:
    """Whether the label can travel in the key through one sort."""
    same_sign = (rows.low < 0) == (rows.high < 0)
    return rows.classes == 2 and rows.weight is None and same_sign


def _by_sorting(rows: Rows) -> ScoreSums:
    """The label travels in the key where that is all there is to carry."""
    if rows.classes == 2 and rows.weight is None:
        from veracity.engines.kernels.sort_carrying_labels import sorted_table

        return *sorted_table(rows.truth, rows.scores, rows.low, rows.high), None
    return carried_table(rows)
