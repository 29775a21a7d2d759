"""Which rows of truth and scores can be used: the same judgement as for counts of labels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from veracity.engines.columns.column import Column
from veracity.engines.columns.weights import LEAST_TOTAL, MOST_TOTAL, checked_scale, usable
from veracity.engines.counting.counting import Sums, summed
from veracity.engines.encoding.codes import Coded, Ints, chunks, code_dtype
from veracity.engines.encoding.encode import coded
from veracity.engines.files.paths import Piece
from veracity.engines.rows.scored_rows import Keyed
from veracity.engines.validation.bad_rows import GOOD, CheckedLabels, found_in, marked
from veracity.engines.validation.locating import ArrayPlaces
from veracity.engines.validation.mistaken_columns import refuse_sampled
from veracity.engines.validation.rules import Rules, judged
from veracity.engines.validation.score_values import ends_of, score_numbers
from veracity.engines.validation.sum_to_one import (
    Allowance,
    coded_sum,
    divided_by_sum,
    float_size,
    judged_sums,
    sum_name,
    totals,
)
from veracity.engines.validation.threshold_key import Cut, cut_codes
from veracity.errors import refuse
from veracity.statistics.labels import Label, canonical, ordered
from veracity.statistics.row_account import RowAccount

Bools = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class LabelColumn:
    """A column of labels as codes, the codes that occur, and the labels of its good rows."""

    column: Coded
    used: Ints
    found: tuple[Label, ...]


@dataclass(frozen=True, slots=True)
class Judged:
    """Columns as codes and numbers, which of the rows are good, and the account of all.

    `good` is None if all of them are. `rounded` are the decimals of columns that were rounded,
    and whose rows were divided by their sums for it.
    """

    labels: tuple[LabelColumn, ...]
    numbers: tuple[NDArray[Any], ...]
    ends: tuple[tuple[float, float], ...]
    weight: NDArray[Any] | None
    some_weigh_nothing: bool
    keys: tuple[Coded, ...]
    good: Bools | None
    account: RowAccount
    rounded: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class GivenColumns:
    """Columns as they were given: labels (truth first), scores, and what tells rows apart.

    `probable` says of each column of scores whether it holds probabilities; those at the places
    of each of `together` must add up to one.
    """

    labels: Sequence[Column]
    scores: Sequence[Column]
    keys: Sequence[Column]
    weight: NDArray[Any] | None
    probable: Sequence[bool]
    together: Sequence[Sequence[int]] = ()
    pieces: Sequence[Piece] = ()


def judged_scores(given: GivenColumns, ruled: Rules) -> Judged:
    """Every column looked at once; rows are told apart only where something is bad.

    Bad rows raise, or are counted where the rules say that they are to be dropped.
    """
    refuse_sampled(given.labels, ruled.allowed)
    weight, bad_weight, nothing = _usable_weight(given.weight, ruled)
    numbers, ends, suspects = list[NDArray[Any]](), list[tuple[float, float]](), list[Coded]()
    for column, probability in zip(given.scores, given.probable, strict=True):
        values, text = score_numbers(column)
        numbers.append(values)
        ends.append(ends_of(values))
        if text is not None or not _all_rank(*ends[-1], probability):
            suspects.append(cut_codes(column, Cut(column, 0.0, probability)))
    sums_shown, rounded = list[Column](), list[int]()
    for places in given.together:
        allowed = _add_up(given, places, numbers, suspects, sums_shown)
        if allowed.divided and allowed.decimals is not None:
            rounded.append(allowed.decimals)
            divided = divided_by_sum([numbers[i] for i in places], allowed)
            for i, numbers_divided in zip(places, divided, strict=True):
                numbers[i], ends[i] = numbers_divided, ends_of(numbers_divided)
    told_apart = tuple(coded(column) for column in given.keys)
    suspects += [key for key in told_apart if found_in(key, _codes(key), None).faults is not None]
    columns = [*map(coded, given.labels), *suspects]
    if bad_weight is not None:
        columns.append(marked(ruled.weight_name, bad_weight))
    sums = _counted(columns)
    shown = [*given.labels, *given.scores, *given.keys, *sums_shown]
    grouped, account = judged(columns, sums, ruled, ArrayPlaces(shown, given.pieces))
    return Judged(
        tuple(
            LabelColumn(columns[i], np.bincount(sums.codes[i]).nonzero()[0], grouped.levels[i])
            for i in range(len(given.labels))
        ),
        tuple(numbers),
        tuple(ends),
        weight,
        nothing,
        told_apart,
        _good_rows(columns, sums, ruled) if account.dropped else None,
        account,
        tuple(rounded),
    )


def _add_up(
    given: GivenColumns,
    places: Sequence[int],
    numbers: Sequence[NDArray[Any]],
    suspects: list[Coded],
    shown: list[Column],
) -> Allowance:
    """Rows that do not add up to one become suspects; the sums are what is shown of them."""
    columns = [given.scores[i] for i in places]
    added = [numbers[i] for i in places]
    codes, allowed = judged_sums(added, [float_size(column) for column in columns])
    if codes is not None and int(codes.max()) > allowed.level:
        name = sum_name([column.name for column in columns])
        suspects.append(coded_sum(name, codes, allowed))
        shown.append(Column(name, totals(added)))
    return allowed


def _usable_weight(
    weight: NDArray[Any] | None, ruled: Rules
) -> tuple[NDArray[Any] | None, Bools | None, bool]:
    """Weights fit for summing, the rows whose weight was not, and whether some weigh nothing."""
    if weight is None:
        return None, None, False
    low, high = ends_of(weight)
    bad = None
    if not (low >= 0 and high < np.inf) or ruled.weight_kind == "frequency":
        weight, bad = usable(weight, ruled.weight_kind, ruled.weight_name)
        low, high = ends_of(weight)
    elif not LEAST_TOTAL * 1e10 < high < MOST_TOTAL / 1e20:
        checked_scale(weight, ruled.weight_kind, ruled.weight_name)
    if not high > 0 and (bad is None or (ruled.drop and not bad.all())):
        raise refuse("weights_all_zero", column=ruled.weight_name)
    return weight, bad, low == 0


def _all_rank(low: float, high: float, probability: bool) -> bool:
    """Whether no score is NaN, nor outside 0 … 1 if they are probabilities."""
    return low >= 0 and high <= 1 if probability else low <= high


def _counted(columns: Sequence[Coded]) -> Sums:
    """Rows by combination of codes; two labels alone are counted without a table."""
    first = columns[0]
    if len(columns) > 1 or first.size != 2:
        return summed(columns, None, False)
    ones = sum(
        int(np.count_nonzero(first.codes[part] != first.low)) for part in chunks(len(first.codes))
    )
    rows = np.array([len(first.codes) - ones, ones])
    used = rows.nonzero()[0]
    return Sums((used,), rows[used])


def _good_rows(columns: Sequence[Coded], sums: Sums, ruled: Rules) -> Bools:
    """The rows that none of the columns excludes."""
    good = np.ones(len(columns[0].codes), np.bool_)
    for column, codes in zip(columns, sums.codes, strict=True):
        allowed = ruled.allowed if column.name in ruled.label_keys else None
        found = found_in(column, codes, allowed)
        if found.faults is not None:
            good &= by_code(column, _fine(found))
    return good


def _fine(found: CheckedLabels) -> Bools:
    fine = np.zeros(found.column.size, np.bool_)
    fine[found.used] = found.faults == GOOD
    return fine


def keyed(column: Coded, good: Bools | None) -> Keyed:
    """The levels that occur in good rows, in order, and the level of each of these rows."""
    codes = _codes(column)
    if good is not None:
        codes = codes[good]
    used = np.bincount(codes).nonzero()[0]
    labels = [canonical(label) for label in column.decode(used)]
    levels = ordered(labels)
    return Keyed(levels, _places(column, used, labels, levels)[codes])


def class_places(labelled: LabelColumn, labels: Sequence[Label]) -> NDArray[Any]:
    """The place of each row's label among the labels; as many as there are if it is bad."""
    column, used = labelled.column, labelled.used
    found = [canonical(label) for label in column.decode(used)]
    as_they_are = used.tolist() == [0, 1] and column.low == 0 and found == list(labels)
    if as_they_are and column.codes.dtype.itemsize == 1:
        return column.codes.view(np.uint8)
    return by_code(column, _places(column, used, found, labels))


def _places(
    column: Coded, used: Ints, found: Sequence[Label], labels: Sequence[Label]
) -> NDArray[Any]:
    place = {label: i for i, label in enumerate(labels)}
    places = np.full(column.size, len(labels), code_dtype(len(labels) + 1))
    places[used] = [place.get(label, len(labels)) for label in found]
    return places


def by_code(column: Coded, table: NDArray[Any]) -> NDArray[Any]:
    """What a table by code says of each row."""
    told = np.empty(len(column.codes), table.dtype)
    for part in chunks(len(told)):
        told[part] = table[column.codes[part].astype(np.int64) - column.low]
    return told


def _codes(column: Coded) -> Ints:
    return column.codes.astype(np.int64) - column.low
