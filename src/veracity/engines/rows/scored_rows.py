"""Rows that can be used, with one or several columns of scores."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from veracity.engines.counting.counting import sum_by_key
from veracity.engines.encoding.codes import Codes, code_dtype, listed
from veracity.engines.kernels.sums import Rows
from veracity.engines.rows.top_class import largest_of
from veracity.engines.validation.score_values import ends_of
from veracity.statistics import ConfusionMatrix
from veracity.statistics.joint.joint_scores import JointScores
from veracity.statistics.labels import Label
from veracity.statistics.row_account import RowAccount

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Keyed:
    """A column of labels that tells rows apart: its categories, and the level of each row."""

    categories: tuple[Label, ...]
    codes: NDArray[Any]

    def part(self, rows: NDArray[Any] | slice) -> Keyed:
        """Only some of the rows."""
        return Keyed(self.categories, self.codes[rows])


@dataclass(frozen=True, slots=True)
class ScoredRows:
    """Rows that can be used, with one or several columns of scores.

    `ends` are the lowest and the highest score of a column, where they are known. `predicted` are
    the labels that a column of predictions gave; its categories are the labels. `by_label` names
    the columns that hold the score of one class each, in the order of the labels. `account` is
    that of all rows, of whatever part this is; `rounded` are the decimals of probabilities that
    were divided by their sums, because rounding kept these from being one.
    """

    labels: tuple[Label, ...]
    pos_label: Label | None
    truth: NDArray[Any]
    scores: Mapping[Any, NDArray[Any]]
    ends: Mapping[Any, tuple[float, float]]
    weight: NDArray[Any] | None
    squares: bool
    cluster: Keyed | None
    groups: tuple[Keyed, ...]
    account: RowAccount
    predicted: Keyed | None = None
    by_label: tuple[Any, ...] = ()
    rounded: tuple[int, ...] = ()

    def __len__(self) -> int:
        return len(self.truth)

    def pieces(self) -> Iterator[ScoredRows]:
        """All rows in one piece, as rows that do not lie in memory come in several."""
        return iter((self,))

    def rows(self, name: object) -> Rows:
        """The rows with one of the columns of scores."""
        scores = self.scores[name]
        low, high = self.ends.get(name) or ends_of(scores)
        squares = self.squares and self.weight is not None
        return Rows(
            self.truth, len(self.labels), scores, float(low), float(high), self.weight, squares
        )

    def part(self, rows: NDArray[Any] | slice) -> ScoredRows:
        """Only some of the rows; a slice makes no copies."""
        return ScoredRows(  # every field named: `replace` takes twice the time, for every group
            labels=self.labels,
            pos_label=self.pos_label,
            truth=self.truth[rows],
            scores={name: column[rows] for name, column in self.scores.items()},
            ends={},
            weight=None if self.weight is None else self.weight[rows],
            squares=self.squares,
            cluster=self.cluster and self.cluster.part(rows),
            groups=tuple([one.part(rows) for one in self.groups]),
            account=self.account,
            predicted=self.predicted and self.predicted.part(rows),
            by_label=self.by_label,
            rounded=self.rounded,
        )

    def joined(self, others: Sequence[ScoredRows]) -> ScoredRows:
        """These rows and those of other pieces of the same reading, in that order."""
        every = (self, *others)

        def along(columns: Sequence[Any]) -> Any:
            return np.concatenate(columns) if columns[0] is not None else None

        def keyed(columns: Sequence[Keyed]) -> Keyed:
            return replace(columns[0], codes=along([one.codes for one in columns]))

        return replace(
            self,
            truth=along([one.truth for one in every]),
            ends={},
            scores={name: along([one.scores[name] for one in every]) for name in self.scores},
            weight=along([one.weight for one in every]),
            cluster=self.cluster and keyed([one.cluster for one in every if one.cluster]),
            groups=tuple(keyed(some) for some in zip(*(one.groups for one in every), strict=True)),
            predicted=self.predicted and keyed([one.predicted for one in every if one.predicted]),
        )

    def by_group(self) -> Iterator[tuple[Label, ScoredRows]]:
        """The rows of each combination of the groups, in their order."""
        code = combined(self.groups, len(self.truth))
        order = np.argsort(code, kind="stable")
        found = occurring(code)
        first = np.searchsorted(code[order], found.astype(code.dtype)).tolist()
        ordered = self.part(order)
        for one, begin, end in zip(found.tolist(), first, [*first[1:], len(code)], strict=True):
            yield value_of(self.groups, one), ordered.part(slice(begin, end))

    def largest(self) -> NDArray[Any]:
        """The index of the column with the largest score of each row; of equal ones the first.

        Where columns stand for classes these are indices among the labels.
        """
        return largest_of(self._beside())

    def confusion(self, predicted_index: NDArray[Any] | None = None) -> ConfusionMatrix:
        """Truth by prediction: the labels that were predicted, or others by their indices."""
        from veracity.engines.counting.confusion import confusion_matrix

        if predicted_index is None:
            assert self.predicted is not None, "no column of predictions was read"
            predicted_index = self.predicted.codes
        size = len(self.labels)
        columns = [_of_indices(self.truth, size), _of_indices(predicted_index, size)]
        categories = [self.labels, self.labels]
        if self.cluster is not None:
            columns.append(_of_indices(self.cluster.codes, len(self.cluster.categories)))
            categories.append(self.cluster.categories)
        sums = sum_by_key(columns, self.weight, self.squares)
        grouped = replace(sums, categories=tuple(categories))
        matrix = confusion_matrix(
            grouped,
            listed=self.labels,
            pos_label=self.pos_label,
            cluster=None if self.cluster is None else 2,
        )
        return matrix.changed(labels=self.labels)  # they know which of them is an assumption

    def joint(self, names: Iterable[Any], pos_label: Label | None = None) -> JointScores:
        """Some of the columns as distinct tuples of scores."""
        return JointScores.of_rows(
            self.truth.astype(np.int64),
            {name: self.scores[name] for name in names},
            self.weight,
            labels=self.labels,
            pos_label=pos_label,
            cluster=None if self.cluster is None else self.cluster.codes.astype(np.int64),
            cluster_labels=() if self.cluster is None else self.cluster.categories,
            squares=self.squares,
        )

    def _beside(self) -> list[NDArray[Any]]:
        return [self.scores[name] for name in self.by_label or self.scores]


def _of_indices(codes: NDArray[Any], size: int) -> Codes:
    """Indices as they are; nobody asks for their labels."""
    return Codes("", codes, 0, size, listed(()))


def combined(groups: Sequence[Keyed], rows: int) -> NDArray[Any]:
    """The number of the combination that each row has, as small as it can be: it sorts faster."""
    code = np.zeros(rows, np.int64)
    for group in groups:
        code *= len(group.categories)
        code += group.codes
    return code.astype(code_dtype(prod(len(group.categories) for group in groups)))


def occurring(codes: NDArray[Any]) -> Ints:
    """The combinations that occur, in their order."""
    if codes.dtype.itemsize <= 2:
        return np.flatnonzero(np.bincount(codes)).astype(np.int64)
    return np.unique(codes).astype(np.int64)


def value_of(groups: Sequence[Keyed], code: int) -> Label:
    """What a combination stands for: a level, or several as a tuple."""
    value, rest = list[Label](), code
    for group in reversed(groups):
        rest, level = divmod(rest, len(group.categories))
        value.insert(0, group.categories[level])
    return value[0] if len(value) == 1 else tuple(value)
