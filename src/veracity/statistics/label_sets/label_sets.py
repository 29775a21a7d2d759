"""The statistic of rows with several labels: it adds up, and every average is a function of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from veracity.arrays import Floats
from veracity.errors import CannotMerge, quoted, refuse
from veracity.statistics.label_sets.row_moments import RowMoments
from veracity.statistics.labels import Label

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
RANKED = (
    "label_ranking_average_precision",
    "coverage_error",
    "label_ranking_loss",
    "one_error",
)
MOST_LABELS = 256  # of which the second moments of all cells are kept
FEWEST_GROUPS, MOST_GROUPS = 32, 1024  # of rows, where labels are more
MOST_SUMS = 1 << 22
MOST_CODES = 1 << 20
CHUNK = 1 << 16


@dataclass(frozen=True, eq=False)
class LabelSets:
    """Cells of every label, rows by how their sets agree, and sums of what ranks their labels.

    `cells` sums (tp, fp, fn) of each label and, last, the weight of the rows. `sets`
    lists each combination (both, predicted, true) of numbers of labels that a row has, with its
    cluster (−1 without), and `set_weight`, `set_squares` the weights of these rows. `ranked`
    sums the figures in RANKED and, last, the weight; None where labels are not ranked.

    >>> one = LabelSets.of_rows(("a", "b"), np.eye(2, dtype=bool), np.ones((2, 2), bool))
    >>> one.counts.tolist(), (one + one).rows
    ([[[0.0, 1.0], [0.0, 1.0]], [[0.0, 1.0], [0.0, 1.0]]], 4)
    """

    labels: tuple[Label, ...]
    rows: int
    cells: RowMoments
    sets: Ints
    set_weight: Floats
    set_squares: Floats
    ranked: RowMoments | None = None
    weighted: bool = False
    clusters: int | None = None

    @classmethod
    def of_rows(
        cls,
        labels: tuple[Label, ...],
        truth: Bools,
        predicted: Bools,
        *,
        weight: Floats | None = None,
        cluster: Ints | None = None,
        ranked: Floats | None = None,
        moments: bool = True,
    ) -> LabelSets:
        """From indicator matrices (rows, labels) and, where scores rank labels, (rows, RANKED)."""
        n, wide = truth.shape
        weights = np.ones(n) if weight is None else weight
        if moments and wide > MOST_LABELS:
            cells = _grouped_cells(truth, predicted, weights, cluster)
        else:
            cells = _cells(truth, predicted, weights, cluster, moments=moments)
        sizes = [_sizes(both) for both in (truth & predicted, predicted, truth)]
        sets, index = _listed(sizes, cluster, wide)
        clusters = None if cluster is None else int(cluster.max(initial=-1)) + 1
        sums = None
        if ranked is not None:
            features = np.concatenate([ranked, np.ones((n, 1))], 1)
            sums = RowMoments.of_rows(features, weights, cluster, moments=moments)
        return cls(
            labels,
            n,
            cells,
            sets,
            np.bincount(index, weights, len(sets)).astype(np.float64),
            np.bincount(index, weights**2, len(sets)).astype(np.float64),
            sums,
            weight is not None,
            clusters,
        )

    @property
    def counts(self) -> Floats:
        """(labels, truth, prediction): the two-class counts of every label."""
        tp, fp, fn = self.cells.sums[:-1].reshape(3, -1)
        tn = np.maximum(self.cells.sums[-1] - tp - fp - fn, 0.0)  # below 0 by rounding of weights
        return np.moveaxis(np.array([[tn, fp], [fn, tp]]), -1, 0)

    def __add__(self, other: LabelSets) -> LabelSets:
        if self.labels != other.labels:
            mine, yours = quoted(self.labels), quoted(other.labels)
            raise refuse("label_sets_differ", CannotMerge, mine=mine, yours=yours)
        if (self.ranked is None) != (other.ranked is None):
            raise refuse("merge_one_lacks", CannotMerge, name="y_score")
        if (self.clusters is None) != (other.clusters is None):
            raise refuse("merge_one_has_clusters", CannotMerge)
        later = other.sets.copy()
        later[:, 0] += 0 if self.clusters is None else self.clusters
        sets, index = np.unique(np.r_[self.sets, later], axis=0, return_inverse=True)

        def added(mine: Floats, yours: Floats) -> Floats:
            return np.bincount(index.ravel(), np.r_[mine, yours], len(sets)).astype(np.float64)

        ranked: Any = None
        if self.ranked is not None and other.ranked is not None:
            ranked = self.ranked + other.ranked
        return LabelSets(
            self.labels,
            self.rows + other.rows,
            self.cells + other.cells,
            sets,
            added(self.set_weight, other.set_weight),
            added(self.set_squares, other.set_squares),
            ranked,
            self.weighted or other.weighted,
            None if self.clusters is None else self.clusters + (other.clusters or 0),
        )


def _cells(
    truth: Bools,
    predicted: Bools,
    weight: Floats,
    cluster: Ints | None,
    *,
    moments: bool,
    keep: bool = False,
) -> RowMoments:
    """Chunk by chunk, so that no more than one is there as numbers; clusters are summed first."""
    n, wide = truth.shape
    if cluster is None and not moments and (weight == 1).all():
        both = rows_with_each(truth & predicted)
        return RowMoments(
            np.r_[both, rows_with_each(predicted) - both, rows_with_each(truth) - both, n], None, n
        )
    if cluster is not None:
        units = int(cluster.max(initial=-1)) + 1
        each = np.zeros((units, 3 * wide + 1))
        for start in range(0, n, CHUNK):
            part = slice(start, start + CHUNK)
            features = _features(truth[part], predicted[part]) * weight[part, None]
            np.add.at(each, cluster[part], features)
        cross = each.T @ each if moments else None
        return RowMoments(each.sum(0), cross, units, each if keep else None)
    found = RowMoments(np.zeros(3 * wide + 1), np.zeros((3 * wide + 1,) * 2), 0)
    for start in range(0, n, CHUNK):
        part = slice(start, start + CHUNK)
        features = _features(truth[part], predicted[part])
        found += RowMoments.of_rows(features, weight[part], moments=True)
    return found if moments else found.without_moments()


def _grouped_cells(
    truth: Bools, predicted: Bools, weight: Floats, cluster: Ints | None
) -> RowMoments:
    """Rows, or whole clusters, in random groups; so many that all sums fit into a few megabytes."""
    n, wide = truth.shape
    units = n if cluster is None else int(cluster.max(initial=-1)) + 1
    number = max(FEWEST_GROUPS, min(MOST_GROUPS, MOST_SUMS // (3 * wide + 1), units))
    group = np.random.default_rng(units).permutation(units) % number
    found = _cells(
        truth,
        predicted,
        weight,
        group if cluster is None else group[cluster],
        moments=False,
        keep=True,
    )
    return RowMoments(found.sums, None, units, found.groups)


def _features(truth: Bools, predicted: Bools) -> Floats:
    ones = np.ones((len(truth), 1), bool)
    cells = truth & predicted, predicted & ~truth, truth & ~predicted
    together = np.concatenate([*cells, ones], 1)
    return np.asarray(together, np.float64)


def rows_with_each(matrix: Bools) -> Floats:
    """How many rows have each label: bytes are added up as bytes, 255 rows at a time."""
    bytes_ = np.ascontiguousarray(matrix).view(np.uint8)
    whole = len(bytes_) // 255 * 255
    blocks = bytes_[:whole].reshape(whole // 255, 255, bytes_.shape[1]).sum(1, dtype=np.uint8)
    rest = bytes_[whole:].sum(0, dtype=np.int64)
    return np.asarray(blocks.sum(0, dtype=np.int64) + rest, np.float64)


def _sizes(matrix: Bools) -> Ints:
    """How many labels each row has."""
    narrow = matrix.shape[1] <= np.iinfo(np.uint8).max
    return np.asarray(matrix.sum(1, dtype=np.uint8 if narrow else np.int64), np.int64)


def _listed(sizes: list[NDArray[Any]], cluster: Ints | None, labels: int) -> tuple[Ints, Ints]:
    """Each combination of cluster and sizes once, and which one every row has."""
    base = labels + 1
    group = np.int64(0) if cluster is None else cluster + 1
    code = ((group * base + sizes[0]) * base + sizes[1]) * base + sizes[2]
    if cluster is None and base**3 <= MOST_CODES:
        found = np.flatnonzero(np.bincount(code, minlength=base**3))
        index = np.zeros(base**3, np.int64)
        index[found] = np.arange(len(found))
        index = index[code]
    else:
        found, index = np.unique(code, return_inverse=True)
    digits = [found // base**3 - 1, found // base**2 % base, found // base % base, found % base]
    return np.stack(digits, 1), index.ravel()
