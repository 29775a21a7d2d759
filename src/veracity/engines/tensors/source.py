"""Rows on a device as a source of sums: labels counted, scores counted in cells, exact tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import prod
from typing import Any

import numpy as np

from veracity.arrays import Floats
from veracity.engines.columns.reading_log import log_reading
from veracity.engines.columns.tensor_library import Tensor, TensorLibrary, brought_home
from veracity.engines.counting.counting import collect_entries
from veracity.engines.counting.grouped import Grouped
from veracity.engines.encoding.codes import Codes, listed
from veracity.engines.out_of_core.cell_entries import (
    CellColumns,
    CellEntries,
    Ints,
    Ranges,
    bucket_codes,
)
from veracity.engines.out_of_core.first_pass import ScannedCategories, scanned_categories
from veracity.engines.rows import size_limits
from veracity.engines.rows.class_columns import in_order
from veracity.engines.rows.from_columns import rows_in_memory
from veracity.engines.rows.read_request import ReadRequest
from veracity.engines.rows.scored_rows import ScoredRows
from veracity.engines.tensors.code_space import CodeSpace
from veracity.engines.tensors.kernels import (
    DENSE,
    FEW_VALUES,
    cell_runs,
    exact_runs,
    run_numbers,
    values_counted,
)
from veracity.engines.tensors.table import LabelTensor, TensorTable
from veracity.engines.validation.rules import Rules, validate_sums
from veracity.engines.validation.sum_to_one import Allowance
from veracity.statistics.clusters.random_groups import GROUPS, groups_of
from veracity.statistics.grid.codes import Family
from veracity.statistics.labels import canonical
from veracity.statistics.scores.score_table import ScoreTable


def sums_of_keys(table: TensorTable, names: Sequence[str], ruled: Rules) -> Grouped:
    """The rows summed by all keys, with what their codes stand for."""
    keys = [
        Codes(n, np.empty(0, np.int64), 0, len(k.labels), listed(k.labels))
        for n, k in zip(names, table.keys, strict=True)
    ]
    sizes = [len(key.labels) for key in table.keys]
    counts = table.keys[0].counts(table.lib, table.slices()) if len(keys) == 1 else None
    if counts is not None and table.weight is None:
        log_reading(passes=1, values=len(counts))
        used = np.flatnonzero(counts)
        return validate_sums(keys, Grouped((used,), counts[used]), ruled, _no_bad_rows)[0]
    parts = (
        ([key.codes(table.lib, rows) for key in table.keys], _weight(table, rows))
        for rows in table.slices()
    )
    sums = _summed(table, parts, sizes, ruled.squares)
    found, _ = validate_sums(keys, sums, ruled, _no_bad_rows)
    return found


def _no_bad_rows() -> Any:
    raise AssertionError("bad rows of tensors are found at home")


@dataclass(frozen=True, slots=True)
class TensorSource:
    """Rows on a device, with what is asked of them."""

    table: TensorTable
    request: ReadRequest[Any]

    @property
    def _cluster(self) -> int:
        return 1 if self.request.predicted is None else 2

    def validated(self) -> tuple[Grouped, ScannedCategories]:
        """The sums of good rows by their labels, and what these are."""
        names = [*self.request.labels_by_name(), *self.request.keys_by_name()]
        grouped = sums_of_keys(self.table, names, self.request)
        unweighted = replace(self.request, weight=None)
        allowed = [Allowance((1.0,))] * len(self.request.sums)
        return grouped, scanned_categories(unweighted, grouped, self.table.account, allowed)

    def counted(self, _: ScannedCategories) -> ScoredRows:
        """The rows, which are few."""
        return rows_in_memory(self.request)

    def with_few_clusters(self) -> tuple[TensorSource, bool]:
        """The same, and whether very many clusters of very many rows are now random groups."""
        clusters = len(self.table.keys[self._cluster].labels)
        if len(self.table) <= size_limits.LAZY_ROWS or clusters <= GROUPS:
            return self, False
        occur = self._occurring(self._cluster)
        return (self.pooled(GROUPS), True) if occur > GROUPS else (self, False)

    def _occurring(self, index: int) -> int:
        key, lib = self.table.keys[index], self.table.lib
        if key.known is not None:
            return len(key.labels)
        seen = [lib.counted(key.codes(lib, rows), len(key.labels)) for rows in self.table.slices()]
        return int((sum(seen) > 0).sum())

    def pooled(self, groups: int) -> TensorSource:
        """The same with clusters put together into so many random groups."""
        key = self.table.keys[self._cluster]
        if _are_groups(key.labels):
            numbers = np.arange(len(key.labels)) % groups
        else:
            named = [one if type(one) is int else canonical(one) for one in key.labels]
            numbers = groups_of(named, groups)
        keys = list(self.table.keys)
        keys[self._cluster] = key.relabelled(
            self.table.lib, numbers.tolist(), _Groups(range(groups))
        )
        return replace(self, table=replace(self.table, keys=tuple(keys)))

    def cells(
        self,
        categories: ScannedCategories,
        columns: CellColumns,
        bits: int,
        ranges: Mapping[Any, Ranges] | None = None,
    ) -> list[CellEntries] | None:
        """The good rows of each column in cells; None if that is more than may come home."""
        found = list[CellEntries]()
        for name in columns.names:
            within = None if ranges is None else ranges.get(name, ())
            entries = self._cells_of(name, categories, columns, bits, within)
            found.append(entries)
        log_reading(passes=1, values=sum(6 * len(one.rows) for one in found))
        most = columns.most
        return None if most is not None and sum(len(one.rows) for one in found) > most else found

    def _cells_of(
        self,
        name: Any,
        categories: ScannedCategories,
        columns: CellColumns,
        bits: int,
        ranges: Ranges | None,
        width: int | None = None,
    ) -> CellEntries:
        table, lib = self.table, self.table.lib
        space = CodeSpace(lib, columns.family, width or (64 if table.wide else 32))
        sizes = [len(own) for own in self._distinct_keys(categories)]
        thresholds = columns.thresholds_inside(bits)

        indices = self._category_indices(categories, short=True)

        def parts() -> Iterator[tuple[Tensor, Tensor, Tensor | None]]:
            for rows in table.slices():
                slot = _combined(lib, [one(rows) for one in indices], sizes)
                scores, weight = table.scores[name][rows], _weight(table, rows)
                if ranges is not None:
                    kept = lib.indices(space.inside(space.codes(scores), ranges))
                    slot, scores = slot[kept], scores[kept]
                    weight = None if weight is None else weight[kept]
                if len(scores):
                    yield slot, scores, weight

        runs = cell_runs(space, parts(), prod(sizes), bits, thresholds, table.between[name])
        slot, low_code, high_code, rows, weight, squares = runs
        if space.has_subnormal(low_code) or space.has_subnormal(high_code):
            return self._cells_of(name, categories, columns, bits, ranges, 64)
        least, most = space.scores(low_code), space.scores(high_code)
        side = np.searchsorted(thresholds, least, "right") if thresholds else None
        low, high = bucket_codes(columns, least, side, bits)
        truth, cluster, group = self._apart(slot, sizes)
        if weight is None:
            weight = rows.astype(np.float64)
        kept = squares if self.request.squares else None
        return CellEntries(low, high, least, most, truth, cluster, group, rows, weight, kept)

    def _distinct_keys(self, categories: ScannedCategories) -> list[tuple[Any, ...]]:
        """What codes stand for, of truth, cluster and groups."""
        return [own for i, own in enumerate(categories.of) if i != 1 or not self._has_predictions]

    @property
    def _has_predictions(self) -> bool:
        return self.request.predicted is not None

    def _category_indices(
        self, categories: ScannedCategories, *, with_predictions: bool = False, short: bool = False
    ) -> list[Callable[[slice], Tensor]]:
        """How to find the index of rows' labels among the categories: truth, cluster, groups."""
        return [
            _indexed(self.table, key, own, short=short)
            for i, (key, own) in enumerate(zip(self.table.keys, categories.of, strict=True))
            if i != 1 or with_predictions or not self._has_predictions
        ]

    def _apart(self, slot: Ints, sizes: Sequence[int]) -> tuple[Ints, Ints | None, Ints | None]:
        """Truth, cluster and group of slots, which may have been bytes."""
        slot, codes = slot.astype(np.int64), list[Ints]()
        for size in reversed(sizes):
            slot, code = np.divmod(slot, size)
            codes.insert(0, code)
        truth, rest = codes[0], codes[1:]
        cluster = rest.pop(0) if self.request.cluster is not None else None
        group: Ints | None = None
        for code, size in zip(rest, sizes[len(sizes) - len(rest) :], strict=True):
            group = code if group is None else group * size + code
        return truth, cluster, group

    def classes(self, categories: ScannedCategories) -> Grouped:
        """Sums by labels, the class with the largest score, and how many rank before the truth."""
        table, lib, xp = self.table, self.table.lib, self.table.lib.xp
        names = in_order(self.request.classes, categories.labels)
        sizes = [*(len(own) for own in categories.of), len(names), len(names)]
        indices = self._category_indices(categories, with_predictions=True)

        def parts() -> Iterator[tuple[list[Tensor], Tensor | None]]:
            for rows in table.slices():
                keys = [one(rows) for one in indices]
                scores = [lib.cast(table.scores[name][rows], "float64") for name in names]
                best, largest, own = scores[0], xp.zeros_like(keys[0]), scores[0]
                for i, score in enumerate(scores[1:], 1):
                    largest = xp.where(score > best, i, largest)
                    best = xp.where(score > best, score, best)
                    own = xp.where(keys[0] == i, score, own)
                before = xp.zeros_like(keys[0])
                for i, score in enumerate(scores):
                    ahead = (score > own) | ((score == own) & (keys[0] > i))
                    before = before + lib.cast(ahead, "int64")
                yield [*keys, largest, before], _weight(table, rows)

        return _summed(table, parts(), sizes, self.request.squares)

    def exact_table(self, name: Any, family: Family, categories: ScannedCategories) -> ScoreTable:
        """The distinct scores of a column with the weight of each class, by one sort."""
        table, size = self.table, len(categories.labels)
        space = CodeSpace(table.lib, family, 64 if table.wide else 32)
        truth = self._category_indices(categories)[0]
        parts = (
            (truth(rows), table.scores[name][rows], _weight(table, rows)) for rows in table.slices()
        )
        codes, code_index, slot, rows, weight, squares = exact_runs(space, parts, size)
        log_reading(passes=1, values=len(codes) * (1 + size))
        cell = slot * len(codes) + (len(codes) - 1 - code_index)  # the highest score first

        def spread(values: Floats) -> Floats:
            whole = np.zeros(size * len(codes))
            whole[cell] = values
            return whole.reshape(size, len(codes))

        return ScoreTable(
            space.scores(codes)[::-1].copy(),
            spread(rows if weight is None else weight),
            categories.labels,
            categories.pos_label,
            None if squares is None or not self.request.squares else spread(squares),
        )


class _Groups(tuple[int, ...]):
    """Numbers of random groups instead of the labels of clusters."""

    __slots__ = ()


def _are_groups(labels: Sequence[Any]) -> bool:
    return isinstance(labels, _Groups)


def _indexed(
    table: TensorTable, key: LabelTensor, own: Sequence[Any], *, short: bool
) -> Callable[[slice], Tensor]:
    lib = table.lib
    position = {label: at for at, label in enumerate(own)}
    index = [position.get(canonical(label), 0) for label in key.labels]
    if index == list(range(len(index))):
        return lambda rows: (key.short_codes if short else key.codes)(lib, rows)
    sent = lib.sent(np.array(index, np.int64), key.numbers)
    return lambda rows: sent[key.codes(lib, rows)]


def _weight(table: TensorTable, rows: slice) -> Tensor | None:
    return None if table.weight is None else table.lib.cast(table.weight[rows], "float64")


def _combined(lib: TensorLibrary, codes: Sequence[Tensor], sizes: Sequence[int]) -> Tensor:
    """Several codes as one number."""
    whole = codes[0]
    if len(codes) > 1:
        whole = lib.cast(whole, "int32" if prod(sizes) <= DENSE else "int64")
    for code, size in zip(codes[1:], sizes[1:], strict=True):
        whole = whole * size + code
    return whole


def _summed(
    table: TensorTable,
    parts: Iterator[tuple[list[Tensor], Tensor | None]],
    sizes: Sequence[int],
    squares: bool,
) -> Grouped:
    """Rows, weights and squared weights by combination of codes."""
    lib, size = table.lib, prod(sizes)
    found = list[list[Any]]()
    for codes, weight in parts:
        combined = _combined(lib, codes, sizes)
        weights = [] if weight is None else [weight, weight * weight] if squares else [weight]
        if weight is None and size <= FEW_VALUES:
            rows = values_counted(lib, [combined], 0, size)
            used = np.flatnonzero(rows)
            found.append([used, rows[used]])
            continue
        if size <= DENSE:
            rows = lib.counted(combined, size)
            used = lib.indices(rows > 0)
            sums = [lib.counted(combined, size, one)[used] for one in weights]
            found.append([brought_home(one) for one in (used, rows[used], *sums)])
            continue
        order = lib.order(combined)
        first, run, rows = run_numbers(lib, combined[order])
        sums = [lib.counted(run, len(first), one[order]) for one in weights]
        found.append([brought_home(one) for one in (combined[order][first], rows, *sums)])
    log_reading(passes=1, values=sum(one.size for some in found for one in some))
    cell, rows, *sums = (np.concatenate(column) for column in zip(*found, strict=True))
    codes_at_home = list[Ints]()
    for one in reversed(sizes):
        cell, code = np.divmod(cell, one)
        codes_at_home.insert(0, code.astype(np.int64))
    weight, square = (*sums, None, None)[:2]
    return collect_entries(tuple(codes_at_home), rows.astype(np.int64), weight, square)
