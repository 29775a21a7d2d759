"""What people hold: an evaluation, and the matrix and the score table that give one.

The three know each other (`ev.confusion` is a matrix, `matrix.evaluate()` an evaluation), so that
they stand in one file; what each can do is in the classes that they are made of.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from veracity import statistics
from veracity.errors import refuse
from veracity.evaluation.single.display import Displayed
from veracity.evaluation.single.statistics.confusion_matrix import CountedMatrix
from veracity.evaluation.single.statistics.score_table import CountedScores
from veracity.evaluation.state.keys import asked_keys, ignored
from veracity.intervals import Settings
from veracity.statistics import RowAccount
from veracity.statistics.held import Columns, Held, rows_behind

if TYPE_CHECKING:
    from veracity.evaluation.single.statistics.score_grid import ScoreGrid
    from veracity.evaluation.state.reading import ReadingRecord

# Parts that classes of this package read of each other; they work, and no editor offers them.
INTERNAL = (
    "asked chosen_here covers groups held held_out matrix min_count of_hundred part population "
    "profile notes_on_threshold notes_on_rows read_as settings weight_kind"
)
OF_MATRICES = (
    "T at_prevalence classes clusters counts evaluate fn fp from_counts from_labels from_rates "
    "labels metric one_vs_one one_vs_rest pos_label table tn to_pandas to_polars total tp weighted"
)
OF_SCORES = "evaluate from_scores grid labels metric pos_label scores total weight weighted"


class Evaluation(Displayed):
    """Every metric with its interval, by key; also by class and by group.

    >>> ev = ConfusionMatrix.from_counts(tp=40, fp=10, fn=20, tn=50).evaluate()
    >>> print(ev["recall"])
    0.667 [0.541, 0.773]
    >>> "mcc" in ev, len(ev.keys()) > 50
    (True, True)
    """

    def __dir__(self) -> Iterable[str]:
        """What users call: an editor offers nothing else."""
        return [name for name in super().__dir__() if name not in INTERNAL.split()]

    read_as: tuple[str, int, int, float] | None = None

    @property
    def reading(self) -> ReadingRecord | None:
        """How the rows were read: engine, passes, resolution, rows, values brought home, seconds.

        None where statistics were given, loaded, merged or derived, and no rows were read.

        >>> from veracity import evaluate
        >>> ev = evaluate([0, 0, 1, 1], y_score=[0.1, 0.4, 0.35, 0.8])
        >>> ev.reading.engine, ev.reading.rows, ev.reading.resolution
        ('array', 4, 'exact')
        """
        if self.read_as is None:
            return None
        from veracity.evaluation.state.reading import ReadingRecord

        engine, passes, values, seconds = self.read_as
        kept = "exact" if self.held.scores is None else self.held.scores.resolution
        return ReadingRecord(engine, passes, kept, self.rows.read, values, seconds)

    @property
    def confusion(self) -> ConfusionMatrix | None:
        """The confusion matrix; None where only scores are known and no threshold.

        At another prevalence it is the one expected there, of as many rows.
        """
        matrix = self.matrix
        return None if matrix is None else ConfusionMatrix.like(matrix)

    @property
    def scores(self) -> ScoreTable | ScoreGrid | Columns | None:
        """What ranks: a score table, a certified grid, or several columns; None for labels."""
        scores = self.held.scores
        if scores is None or scores.several_columns:
            return scores
        if scores.kind == "score_table":
            return ScoreTable.like(scores)
        from veracity.evaluation.single.statistics.score_grid import ScoreGrid

        return ScoreGrid.like(scores)

    def save(
        self,
        path: str | os.PathLike[str],
        *,
        bits: int | None = None,
        min_count: int | None = None,
        ids: str = "number",
    ) -> None:
        """Keep the statistics (never the rows) in one file that `load` reads.

        An exact table of scores that are all different is the rows themselves: `bits` puts
        them into certified cells that hold about 1/2^bits of them each (none wider than an
        eighth of a power of two). `min_count` joins cells of scores with fewer rows of a class
        with their neighbours, and empties such cells of a matrix of labels. `ids="number"`
        replaces cluster ids by numbers that equal those of no other file, `ids="keep"` keeps
        them.
        """
        from veracity.evaluation.single.saving import save

        if self.population is not None:
            raise refuse("save_at_prevalence")
        save(self, path, bits=bits, min_count=min_count, ids=ids)


class ConfusionMatrix(CountedMatrix):
    r"""Weight of every (truth, prediction) pair; rows are truth.

    >>> cm = ConfusionMatrix([[5, 1], [2, 4]], labels=[0, 1])
    >>> cm.tp, cm.metric("recall")
    (4, 0.6666666666666666)
    >>> cm
    truth \ predicted  0  1
    0                  5  1
    1                  2  4
    (rows are truth, columns are predictions, positive: 1)
    """

    def __dir__(self) -> Iterable[str]:
        """What users call: an editor offers nothing else."""
        return [n for n in super().__dir__() if n.startswith("_") or n in OF_MATRICES.split()]

    def evaluate(self, **settings: Any) -> Evaluation:
        """Every metric with its interval: an Evaluation of these counts."""
        return of_statistic(Held(0, statistics.ConfusionMatrix.like(self)), **settings)


class ScoreTable(CountedScores):
    """Distinct scores, highest first, with the weight of each true class.

    >>> table = ScoreTable.from_scores([1, 1, 0, 1, 0], [0.9, 0.8, 0.7, 0.6, 0.2])
    >>> table.metric("auroc"), len(table)
    (0.8333333333333334, 5)
    >>> half = ScoreTable.from_scores([1, 0], [0.9, 0.2])
    >>> (half + half).metric("auroc")
    1.0
    """

    def __dir__(self) -> Iterable[str]:
        """What users call: an editor offers nothing else."""
        return [n for n in super().__dir__() if n.startswith("_") or n in OF_SCORES.split()]

    def evaluate(self, **settings: Any) -> Evaluation:
        """Every ranking metric with its interval: an Evaluation of these scores.

        >>> table = ScoreTable.from_scores([1, 1, 0, 1, 0], [0.9, 0.8, 0.7, 0.6, 0.2])
        >>> table.evaluate()["auroc"].value == table.metric("auroc")
        True
        """
        return of_statistic(Held(0, scores=statistics.ScoreTable.like(self)), **settings)


def of_statistic(
    held: Held,
    *,
    metrics: str | Iterable[str] | None = None,
    confidence_level: float = 0.95,
    method: str = "auto",
    n_resamples: int = 2000,
    random_state: int = 0,
    ignore: str | Iterable[str] = (),
) -> Evaluation:
    """The evaluation of one matrix or one table of scores, whatever it was counted from."""
    if held.some.shape:
        raise refuse("evaluate_leading_axes", shape=held.some.shape)
    if not held.some.total > 0:
        raise refuse("matrix_empty")
    n = rows_behind(held.some)
    return Evaluation(
        replace(held, rows=n),
        rows=RowAccount(n, n),
        settings=Settings(confidence_level, method, n_resamples, random_state),
        asked=asked_keys(metrics),
        weight_kind="importance" if held.some.weighted else None,
        ignore=ignored(ignore),
    )
