"""Truth and scores → a score table or a certified grid, and the account of the rows."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import TYPE_CHECKING, Any

from veracity.engines.encoding.codes import chunks
from veracity.engines.kernels.choice import exact_sums
from veracity.engines.kernels.sums import Rows
from veracity.engines.rows.from_columns import rows_in_memory
from veracity.engines.rows.read_request import ReadRequest
from veracity.engines.rows.scored_rows import ScoredRows
from veracity.errors import refuse
from veracity.statistics.grid.building import checked_bits
from veracity.statistics.grid.codes import Family
from veracity.statistics.grid.score_grid import ScoreGrid
from veracity.statistics.row_account import RowAccount
from veracity.statistics.scores.score_table import ScoreTable

if TYPE_CHECKING:
    from veracity.engines.columns.given import ColumnLike

EXACT_ROWS = 1 << 24
FEW_SCORES = 1 << 16
AUTO_BITS = 18
_PART = 1 << 22


def score_table(
    truth: ColumnLike,
    score: ColumnLike,
    weight: ColumnLike | None = None,
    *,
    probability: bool = False,
    labels: Iterable[Hashable] | None = None,
    resolution: str | int = "auto",
    thresholds: tuple[float, ...] = (),
    **reading: Any,
) -> tuple[ScoreTable | ScoreGrid, RowAccount]:
    """One column of scores, reduced to what every curve and area is a function of.

    With `probability` the scores are in 0 … 1; else they are any numbers, which may be
    infinite. `resolution` is "exact", a number of bits for a grid whose buckets hold about
    1/2^bits of the rows or less, or "auto", which is exact unless there are very many rows and
    very many different scores. The rest is as `ReadRequest` has it.

    >>> table, account = score_table([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> table.scores.tolist(), table.positive.tolist(), account.used
    ([0.8, 0.4, 0.35, 0.1], [1.0, 0.0, 1.0, 0.0], 4)
    """
    column = "y_proba" if probability else "y_score"
    rows = rows_in_memory(
        ReadRequest(
            truth=truth,
            scores={column: score},
            probability=probability,
            weight=weight,
            labels=None if labels is None else tuple(labels),
            **reading,
        )
    )
    family: Family = "unit" if probability else "line"
    return reduce_column(rows, column, resolution, family, thresholds), rows.account


def reduce_column(
    scored: ScoredRows,
    column: Hashable,
    resolution: str | int = "auto",
    family: Family = "line",
    thresholds: tuple[float, ...] = (),
) -> ScoreTable | ScoreGrid:
    """The table or the grid of one column of scores; thresholds are edges of a grid."""
    rows = scored.rows(column)
    asked = checked_resolution(resolution)
    if asked == "auto" and len(rows) > EXACT_ROWS:
        table = _while_few(scored, rows)
        if table is not None:
            return table
        asked = AUTO_BITS
    if not isinstance(asked, int) and not scored.cluster:
        return _table(scored, rows)
    from veracity.engines.kernels.grids import grid_of_rows
    from veracity.engines.rows.clustered import clustered_grid, clustered_table

    if not isinstance(asked, int):
        return clustered_table(scored, rows)
    grid = grid_of_rows(rows, family, asked, scored.labels, scored.pos_label, thresholds)
    return clustered_grid(scored, rows, grid) if scored.cluster else grid


def checked_resolution(resolution: object) -> str | int:
    """How fine tables are to be: exact, as it fits, or a number of bits."""
    if resolution in ("exact", "auto"):
        return str(resolution)
    if isinstance(resolution, str):
        raise refuse("resolution_unknown", given=repr(resolution))
    return checked_bits(resolution)


def _table(scored: ScoredRows, rows: Rows) -> ScoreTable:
    scores, weight, squares = exact_sums(rows)
    return ScoreTable(scores, weight, scored.labels, scored.pos_label, squares)


def _while_few(scored: ScoredRows, rows: Rows) -> ScoreTable | None:
    """The exact table, part by part, as long as it has few scores; None once they are many.

    So what "auto" means depends on rows and scores only, and never on a sample or a machine.
    """
    if scored.cluster is not None:
        return None
    whole: ScoreTable | None = None
    for part in chunks(len(rows), _PART):
        table = _table(scored, rows.picked(part))
        whole = table if whole is None else whole + table
        if len(whole) > FEW_SCORES:
            return None
    return whole
