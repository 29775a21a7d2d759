"""The score table that people hold: distinct scores, and what can be asked of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Self

from veracity import statistics
from veracity.deprecated import Renamed, renamed_attribute
from veracity.errors import NotHere, refuse
from veracity.metrics import find
from veracity.statistics.labels import Label

if TYPE_CHECKING:
    from veracity.engines.reading.columns import ColumnLike
    from veracity.evaluation.single.statistics.score_grid import ScoreGrid


class CountedScores(statistics.ScoreTable):
    """A score table made from rows, and its ranking metrics.

    >>> table = CountedScores.from_scores([1, 1, 0, 1, 0], [0.9, 0.8, 0.7, 0.6, 0.2])
    >>> table.metric("auroc"), len(table)
    (0.8333333333333334, 5)
    >>> half = CountedScores.from_scores([1, 0], [0.9, 0.2])
    >>> (half + half).metric("auroc")
    1.0
    """

    units = renamed_attribute("units", Renamed("clusters", removed_in="0.3.0"))

    @classmethod
    def from_scores(
        cls,
        y_true: ColumnLike,
        y_score: ColumnLike,
        *,
        labels: Iterable[Any] | None = None,
        pos_label: Label | None = None,
        sample_weight: ColumnLike | None = None,
    ) -> Self:
        """Count rows by truth and score, exactly; a higher score means more positive."""
        from veracity.engines.reading.score_tables import score_table

        table, _ = score_table(
            y_true,
            y_score,
            sample_weight,
            labels=labels,
            pos_label=pos_label,
            resolution="exact",
        )
        assert isinstance(table, statistics.ScoreTable)
        return cls.like(table)

    def metric(self, key: str, **values: Any) -> Any:
        """The value of a ranking metric: a float, or an array for leading axes."""
        metric = find(key)
        if metric.reads is not statistics.ScoreTable:
            raise refuse("key_needs_matrix", NotHere, key=metric.key)
        value = metric.with_values(**values)(self)
        return value if self.shape else float(value)

    def grid(self, bits: int, family: str = "line") -> ScoreGrid:
        """The same weights in fixed cells, with certified areas; more bits are finer.

        `family` is "line" for any scores, "unit" for probabilities. A cell holds about 1/2^bits
        of the scores, and none is wider than an eighth of a power of two.
        """
        from veracity.evaluation.single.statistics.score_grid import ScoreGrid
        from veracity.statistics.grid.building import gridded

        return ScoreGrid.like(gridded(self, bits, family))
