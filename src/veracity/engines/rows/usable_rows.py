"""Which rows of truth and scores can be used: the same rules as for counts of labels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from veracity.engines.columns.column import Column
from veracity.engines.columns.weights import LEAST_TOTAL, MOST_TOTAL, checked_scale, usable_weights
from veracity.engines.counting.counting import sum_by_key
from veracity.engines.counting.grouped import Grouped
from veracity.engines.encoding.codes import Codes, Ints, chunks, code_dtype
from veracity.engines.rows.scored_rows import Keyed
from veracity.engines.validation.bad_rows import GOOD, validate_codes
from veracity.engines.validation.rules import Rules
from veracity.engines.validation.score_values import ends_of
from veracity.engines.validation.threshold_key import ThresholdKey, codes_at_threshold
from veracity.errors import refuse
from veracity.statistics.labels import Label, canonical, ordered

Bools = NDArray[np.bool_]


def usable_weight(
    weight: NDArray[Any] | None, ruled: Rules
) -> tuple[NDArray[Any] | None, Bools | None, bool]:
    """Weights fit for summing, the rows whose weight was not, and whether some weigh nothing."""
    if weight is None:
        return None, None, False
    low, high = ends_of(weight)
    bad = None
    if not (low >= 0 and high < np.inf) or ruled.weight_kind == "frequency":
        weight, bad = usable_weights(weight, ruled.weight_kind, ruled.weight_name)
        low, high = ends_of(weight)
    elif not LEAST_TOTAL * 1e10 < high < MOST_TOTAL / 1e20:
        checked_scale(weight, ruled.weight_kind, ruled.weight_name)
    if not high > 0 and (bad is None or (ruled.drop and not bad.all())):
        raise refuse("weights_all_zero", column=ruled.weight_name)
    return weight, bad, low == 0


def suspected(
    column: Column, text: bool, low: float, high: float, probability: bool
) -> list[Codes]:
    """The column as codes where a score is no number, or outside 0 … 1 if they are probabilities.

    Nothing where all scores can be used.
    """
    if not text and (low >= 0 and high <= 1 if probability else low <= high):
        return []
    return [codes_at_threshold(column, ThresholdKey(column, 0.0, probability))]


def has_bad_labels(column: Codes) -> bool:
    """Whether some row of a cluster or a group has no value."""
    return validate_codes(column, _codes(column), None).bad is not None


def count_codes(columns: Sequence[Codes]) -> Grouped:
    """Rows by combination of codes; two labels alone are counted without a table."""
    first = columns[0]
    if len(columns) > 1 or first.size != 2:
        return sum_by_key(columns, None, False)
    ones = sum(
        int(np.count_nonzero(first.codes[part] != first.low)) for part in chunks(len(first.codes))
    )
    rows = np.array([len(first.codes) - ones, ones])
    used = rows.nonzero()[0]
    return Grouped((used,), rows[used])


def good_rows(columns: Sequence[Codes], sums: Grouped, ruled: Rules) -> Bools:
    """The rows that none of the columns excludes."""
    good = np.ones(len(columns[0].codes), np.bool_)
    for column, codes in zip(columns, sums.codes, strict=True):
        found = validate_codes(
            column, codes, ruled.allowed if column.name in ruled.label_keys else None
        )
        if found.bad is not None:
            fine = np.zeros(column.size, np.bool_)
            fine[found.used] = found.bad == GOOD
            good &= column.table(fine)
    return good


def key_column(column: Codes, good: Bools | None) -> Keyed:
    """The categories that occur in good rows, in order, and the level of each of these rows."""
    codes = _codes(column)
    if good is not None:
        codes = codes[good]
    used = np.bincount(codes).nonzero()[0]
    labels = [canonical(label) for label in column.decode(used)]
    categories = ordered(labels)
    return Keyed(categories, _indices(column, used, labels, categories)[codes])


def class_index(column: Codes, used: Ints, labels: Sequence[Label]) -> NDArray[Any]:
    """The index of each row's label among the labels; as many as there are if it is bad.

    `used` are the codes that occur.
    """
    found = [canonical(label) for label in column.decode(used)]
    as_they_are = used.tolist() == [0, 1] and column.low == 0 and found == list(labels)
    if as_they_are and column.codes.dtype.itemsize == 1:
        return column.codes.view(np.uint8)
    return column.table(_indices(column, used, found, labels))


def _indices(
    column: Codes, used: Ints, found: Sequence[Label], labels: Sequence[Label]
) -> NDArray[Any]:
    index = {label: i for i, label in enumerate(labels)}
    indices = np.full(column.size, len(labels), code_dtype(len(labels) + 1))
    indices[used] = [index.get(label, len(labels)) for label in found]
    return indices


def _codes(column: Codes) -> Ints:
    return column.codes.astype(np.int64) - column.low
