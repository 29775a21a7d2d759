"""A short code that tells what was counted: the same rows, the same code.

A statistic is taken as a set of entries without an order, so neither the order of rows and
classes nor the engine, the file or the pieces in which rows were read can change the code.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import singledispatch
from typing import Any

import numpy as np
from numpy.typing import NDArray

from veracity.arrays import Floats, ratio
from veracity.statistics.grid.cells import CELL_BITS
from veracity.statistics.grid.codes import codes_of
from veracity.statistics.grid.score_grid import ScoreGrid
from veracity.statistics.joint.joint_scores import JointScores
from veracity.statistics.joint.paired_table import PairedTable
from veracity.statistics.joint.score_columns import ScoreColumns
from veracity.statistics.labels import Label
from veracity.statistics.matrix.confusion_matrix import ConfusionMatrix
from veracity.statistics.scores.pooling import pooled_table
from veracity.statistics.scores.score_table import ScoreTable
from veracity.statistics.statistic import Statistic

VERSION = "v1"
Words = NDArray[np.uint64]
SEEDS = (0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F)
DIGITS = 6  # of sums of weights: engines may differ in the twelfth
MIXTURES = 4
PIECE = 1 << 15  # entries that stay in the processor's cache


@dataclass(frozen=True, slots=True)
class FingerprintEntries:
    """Some entries in any order: `words[i][e]` is the i-th thing that entry e says.

    A word may also be one number that all of them say. `cluster` is the index of the cluster among
    `clusters`, None without clusters.
    """

    words: tuple[Words | np.uint64, ...]
    weight: Floats
    cluster: NDArray[np.int64] | None = None
    clusters: int = 0

    def pieces(self) -> Iterator[FingerprintEntries]:
        """The same in pieces that stay in the processor's cache, without what weighs nothing."""
        for start in range(0, len(self.weight), PIECE):
            part = slice(start, start + PIECE)
            held = np.flatnonzero(self.weight[part] != 0)  # four times as fast as of numbers
            yield FingerprintEntries(
                tuple(w if isinstance(w, np.uint64) else w[part][held] for w in self.words),
                self.weight[part][held],
                None if self.cluster is None else self.cluster[part][held],
                self.clusters,
            )


def fingerprint(statistic: Statistic) -> str:
    """The code of what a statistic holds: 32 hexadecimal digits.

    It covers which labels and scores occur together in how many rows, and which rows share a
    cluster. It does not cover the names of clusters, the order of rows, classes and columns,
    and which class is positive. 1, 1.0 and True are one label; a date is the text that a file
    has of it. Weights have no scale: what enters are four sums of them over the entries, each
    in another mixture, as shares of the whole with six digits. A grid counts as the cells of
    its family, so that neither the sample that split them finer nor a merge can change the code.
    Entries are mixed by the last steps of SplitMix64 (Steele GL, Lea D, Flood CH (2014) OOPSLA,
    453–472), then added as whole numbers and as bits; the code is a hash of both sums. It tells
    data sets apart, but it is no seal: who wants to can make two that agree.

    >>> rows = ScoreTable.of_rows([0, 1, 1], [0.2, 0.7, 0.9])
    >>> other = ScoreTable.of_rows([1, 0, 1], [0.9, 0.2, 0.7])
    >>> fingerprint(rows) == fingerprint(other), len(fingerprint(rows))
    (True, 32)
    """
    return _code(statistic)


def combined(parts: Iterable[tuple[str, str]]) -> str:
    """One code of several, each by its name; their order does not matter."""
    return _hashed(VERSION, *(f"{name}={code}" for name, code in sorted(parts)))


def label_text(label: Label) -> str:
    """A label as text that is the same for equal labels, whatever held them.

    >>> label_text(True), label_text(1), label_text("1"), label_text((0.5, "a"))
    ('n1', 'n1', 's1', '(n0.5,sa)')
    """
    if isinstance(label, (bool, int)):
        return f"n{int(label)}"
    if isinstance(label, float):
        return f"n{int(label) if label.is_integer() else label!r}"
    if isinstance(label, tuple):
        return f"({','.join(label_text(part) for part in label)})"
    return f"s{label}"


@singledispatch
def _code(statistic: object) -> str:
    raise TypeError(type(statistic).__name__)


@_code.register
def _(matrix: ConfusionMatrix) -> str:
    labels = _label_words(matrix.labels)
    clusters = matrix.clusters
    if clusters is not None:
        truth, predicted = np.divmod(clusters.cell, matrix.classes)
        words = labels[truth], labels[predicted]
        made = FingerprintEntries(words, clusters.weight, clusters.cluster, len(clusters))
    else:
        cells = matrix.cells.sparse()
        made = FingerprintEntries((labels[cells.truth], labels[cells.predicted]), cells.weight)
    return _entries_code([made], weighted=matrix.weighted)


@_code.register
def _(table: ScoreTable) -> str:
    return _entries_code(_of_table(table, _bits_in_order(table.scores)), weighted=table.weighted)


@_code.register
def _(grid: ScoreGrid) -> str:
    cell = codes_of(grid.family, grid.low) >> CELL_BITS
    starts = np.flatnonzero(np.concatenate([[True], cell[1:] != cell[:-1]]))
    pooled = pooled_table(grid.table, starts) if len(cell) else grid.table
    made = _of_table(pooled, cell[starts[: len(cell)]].view(np.uint64))
    return _hashed(grid.family, _entries_code(made, weighted=grid.weighted))


@_code.register(JointScores)
@_code.register(PairedTable)
def _(rows: JointScores | PairedTable) -> str:
    order = sorted(range(len(rows.names)), key=lambda index: label_text(rows.names[index]))
    labels = _label_words(rows.labels)
    if isinstance(rows, JointScores):
        answers = [_bits(rows.scores[index]) for index in order]
    else:
        answers = [labels[rows.predicted[index]] for index in order]
    words = labels[rows.truth], *answers
    made = FingerprintEntries(words, rows.weight, rows.cluster, len(rows.cluster_labels))
    names = (label_text(rows.names[index]) for index in order)
    return _hashed(*names, _entries_code([made], weighted=rows.weighted))


@_code.register
def _(columns: ScoreColumns) -> str:
    named = zip(columns.names, columns.tables, strict=True)
    return combined((label_text(name), _code(table)) for name, table in named)


def _of_table(table: ScoreTable, scores: Words) -> list[FingerprintEntries]:
    labels, clusters = _label_words(table.labels), table.clusters
    if clusters is None:
        return [
            FingerprintEntries((label, scores), row)
            for label, row in zip(labels, table.weight, strict=True)
        ]
    kind, index = np.divmod(clusters.cell, max(len(scores), 1))
    return [
        FingerprintEntries(
            (labels[kind], scores[index]), clusters.weight, clusters.cluster, len(clusters)
        )
    ]


def _entries_code(entries: Sequence[FingerprintEntries], *, weighted: bool) -> str:
    """The code of entries: how many, both sums, what clusters hold, and what weights add."""
    if any(one.cluster is not None for one in entries):
        return _clustered_code(entries[0], weighted=weighted)
    sums, shares = WordSums(), MixtureShares()
    for piece in (piece for one in entries for piece in one.pieces()):
        each = _each(piece, weighted=weighted)
        sums.add(each)
        if weighted:
            shares.add(each, piece.weight)
    return _hashed(*sums.as_text(), *(shares.as_text() if weighted else ()))


def _clustered_code(entries: FingerprintEntries, *, weighted: bool) -> str:
    """The same with the sum of the entries of every cluster, so that none can change its own."""
    pieces = [(_each(piece, weighted=weighted), piece) for piece in entries.pieces()]
    each = np.concatenate([each for each, _ in pieces] or [np.zeros(0, np.uint64)])
    cluster = np.concatenate(
        [_known(piece.cluster) for _, piece in pieces] or [np.zeros(0, np.int64)]
    )
    weight = np.concatenate([piece.weight for _, piece in pieces] or [np.zeros(0)])
    sums, clusters, shares = WordSums(), WordSums(), MixtureShares()
    whole = _whole_clusters(each, cluster, entries.clusters)
    sums.add(each)
    clusters.add(whole[np.unique(cluster)])  # a set: two that are alike are two
    if weighted:
        _mix(each, whole[cluster])
        shares.add(each, weight)
    return _hashed(
        "clusters", *sums.as_text(), *clusters.as_text(), *(shares.as_text() if weighted else ())
    )


def _known(cluster: NDArray[np.int64] | None) -> NDArray[np.int64]:
    assert cluster is not None
    return cluster


def _each(entries: FingerprintEntries, *, weighted: bool) -> Words:
    """Every entry as one number of 64 bits; counts are a part of it, weights are not."""
    alike, rest = np.full(1, SEEDS[0], np.uint64), list(entries.words)
    while rest and isinstance(rest[0], np.uint64):  # what all of them say is mixed once
        _mix(alike, rest.pop(0))
    each = np.repeat(alike, len(entries.weight))
    for word in rest:
        _mix(each, word)
    if not weighted:
        _mix(each, _bits(entries.weight))
    return each


def _whole_clusters(each: Words, cluster: NDArray[np.int64], clusters: int) -> Words:
    """The sum of the entries of each cluster, mixed."""
    order = np.argsort(cluster, kind="stable")
    first = np.flatnonzero(np.diff(cluster[order], prepend=-1))
    whole = np.zeros(clusters, np.uint64)
    if len(first):
        whole[cluster[order][first]] = np.add.reduceat(each[order], first)
    _mix(whole, np.uint64(SEEDS[1]))
    return whole


class WordSums:
    """How many words, their sum, and what is left of them where equal bits cancel each other."""

    def __init__(self) -> None:
        self.count, self.total, self.parity = 0, 0, 0

    def add(self, each: Words) -> None:
        """Take in some words; their order does not matter."""
        self.count += len(each)
        self.total += int(each.sum(dtype=np.uint64))
        self.parity ^= int(np.bitwise_xor.reduce(each, initial=0))

    def as_text(self) -> tuple[str, ...]:
        """All three as text."""
        return str(self.count), f"{self.total % 2**64:016x}", f"{self.parity:016x}"


class MixtureShares:
    """Mixtures of weights as shares of their sum, in so many digits as are sure."""

    def __init__(self) -> None:
        self.total, self.parts = 0.0, [0.0] * MIXTURES

    def add(self, each: Words, weight: Floats) -> None:
        """Take in the weights of some words; the words are used up."""
        self.total += float(weight.sum())
        for index in range(MIXTURES):
            self.parts[index] += float(weight @ ((each >> np.uint64(11)) * 2.0**-53))
            _mix(each, np.uint64(SEEDS[1]))

    def as_text(self) -> tuple[str, ...]:
        """Each share as text."""
        return tuple(f"{float(ratio(part, self.total)):.{DIGITS}f}" for part in self.parts)


def _mix(words: Words, more: Any) -> None:
    """Take in more, in place; every bit of the result depends on every bit of both."""
    words ^= more
    words += np.uint64(SEEDS[0])
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        words ^= words >> np.uint64(shift)
        words *= np.uint64(factor)
    words ^= words >> np.uint64(31)


def _bits(values: Floats) -> Words:
    bits: Words = np.add(values, 0.0, dtype=np.float64).view(np.uint64)
    return bits


def _bits_in_order(scores: Floats) -> Words:
    """The same of scores that fall, which need no copy unless there is a -0.0 among them."""
    rising = scores[::-1]
    zeros = rising[np.searchsorted(rising, 0.0, "left") : np.searchsorted(rising, 0.0, "right")]
    return _bits(scores) if np.signbit(zeros).any() else scores.view(np.uint64)


def _label_words(labels: tuple[Label, ...]) -> Words:
    return np.array([int(_hashed(label_text(label))[:16], 16) for label in labels], np.uint64)


def _hashed(*parts: str) -> str:
    """128 bits of what was hashed, each part with its length, so that none can run into another."""
    written = "".join(f"{len(part)}:{part};" for part in parts)
    return hashlib.blake2b(written.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
