"""Which of the groups a figure is worst in: of very many, found without the interval of each."""

from __future__ import annotations

from collections.abc import Mapping
from heapq import nlargest
from itertools import compress

import numpy as np

from veracity.arrays import ratio
from veracity.intervals.formulas.proportion import wilson
from veracity.metrics import Metric, find
from veracity.results import Estimate
from veracity.statistics import ConfusionMatrix
from veracity.statistics.held import Held
from veracity.statistics.labels import Label
from veracity.statistics.matrix.cells import DenseCells

FEW = 50  # groups that each get an interval
UNDEFINED = (0, 0.0)  # as badness
MOST_CELLS = 1 << 25  # of the matrices of all groups together


def ranked_by(keys: tuple[str, ...], held: Held, groups: int) -> Metric | None:
    """The first of some figures that can be better or worse; of many groups, the first share.

    Shares are found for all groups at once; where none is among the keys, the first figure is
    taken after all, of the largest groups.
    """
    sided = [metric for key in keys if (metric := find(key)).better != "neither"]
    if groups > FEW and held.confusion is not None:
        shares = [metric for metric in sided if _counts(metric)]
        sided = shares or sided
    return sided[0] if sided else None


def looked_at(
    groups: Mapping[Label, Held], metric: Metric, level: float
) -> tuple[tuple[Label, ...], bool]:
    """The groups that may be worst, and whether all others are known to be better.

    All of few. Of many it is known for shares; of other figures the largest groups are taken.
    """
    if len(groups) <= FEW:
        return tuple(groups), True
    matrix = _together(groups) if _counts(metric) else None
    if matrix is None:
        return tuple(nlargest(FEW, groups, key=lambda value: groups[value].rows)), False
    assert metric.counted is not None
    rows = np.array([held.rows for held in groups.values()], np.float64)
    share = np.asarray(metric(matrix))
    trials = np.asarray(metric.counted.trials(matrix)) * ratio(
        rows, matrix.total
    )  # whatever the weights
    known = trials > 0
    low, high = wilson(share[known] * trials[known], trials[known], level)
    good_end = -high if metric.better == "higher" else low
    names = list(compress(groups, known))
    worst = np.argsort(-good_end, kind="stable")[:FEW]
    return tuple(names[index] for index in worst.tolist()), True


def badness(estimate: Estimate, metric: Metric) -> tuple[int, float]:
    """Rises with how surely a figure is bad: its interval's better end, negated where need be.

    So a group of three rows that are all wrong is not worse than a hundred of which ninety are.
    Without an interval nothing is shown to be bad: lower than any with one; undefined lowest.
    """
    if not estimate.defined:
        return UNDEFINED
    higher = metric.better == "higher"
    end = estimate.high if higher else estimate.low
    alone = bool(np.isnan(end))
    end = estimate.value if alone else end
    return 1 if alone else 2, float(-end if higher else end)


def _counts(metric: Metric) -> bool:
    return metric.counted is not None and metric.reads is ConfusionMatrix


def _together(groups: Mapping[Label, Held]) -> ConfusionMatrix | None:
    """The matrices of all groups along one axis; None where they would take too much room."""
    matrices = [held.confusion for held in groups.values()]
    dense = [
        matrix.cells.weight
        for matrix in matrices
        if matrix is not None and isinstance(matrix.cells, DenseCells)
    ]
    first = matrices[0]
    if first is None or len(dense) < len(groups) or len(dense) * first.classes**2 > MOST_CELLS:
        return None
    if any(one.shape != dense[0].shape for one in dense):
        return None
    cells = DenseCells(np.stack(dense))
    return ConfusionMatrix.made(cells, first.labels, first.pos_label).plain()
