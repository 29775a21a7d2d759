"""The array engine: rows in memory are summed by key, and none is lost in silence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from veracity.engines.columns.aligned import align_columns
from veracity.engines.columns.weights import usable_weights
from veracity.engines.counting.counting import sum_by_key
from veracity.engines.counting.grouped import Grouped
from veracity.engines.encoding.encode import encode
from veracity.engines.files.paths import Piece
from veracity.engines.validation.bad_rows import bad_weight_codes
from veracity.engines.validation.locating import ArrayLocations
from veracity.engines.validation.mistaken_columns import refuse_sampled
from veracity.engines.validation.rules import Rules, validate_sums
from veracity.engines.validation.threshold_key import ThresholdKey, codes_at_threshold
from veracity.statistics.row_account import RowAccount

if TYPE_CHECKING:
    from veracity.engines.columns.given import ColumnLike


def by_names(
    columns: Mapping[str, Any],
    keys: Mapping[str, Any],
    weight: str | None,
    ruled: Rules,
    pieces: Sequence[Piece] = (),
) -> tuple[Grouped, RowAccount]:
    """Rows summed by key, where keys and weight are names of columns."""
    taken = {
        name: replace(key, column=columns[key.column])
        if isinstance(key, ThresholdKey)
        else columns[key]
        for name, key in keys.items()
    }
    return by_rules(taken, None if weight is None else columns[weight], ruled, pieces)


def by_rules(
    keys: Mapping[str, Any], weight: ColumnLike | None, ruled: Rules, pieces: Sequence[Piece] = ()
) -> tuple[Grouped, RowAccount]:
    """Rows of columns summed by key; `pieces` says which files they are from."""
    at_thresholds = {name: key for name, key in keys.items() if isinstance(key, ThresholdKey)}
    values = {
        name: key.column if isinstance(key, ThresholdKey) else key for name, key in keys.items()
    }
    columns, weights = align_columns(values, weight, ruled.weight_name)
    of_labels = [c for c in columns if c.name in ruled.label_keys and c.name not in at_thresholds]
    refuse_sampled(of_labels, ruled.allowed)
    bad = None
    if weights is not None:
        weights, bad = usable_weights(weights, ruled.weight_kind, ruled.weight_name)
    keyed = [
        codes_at_threshold(column, at_thresholds[column.name])
        if column.name in at_thresholds
        else encode(column)
        for column in columns
    ]
    if bad is not None:
        # Rows with a bad weight are separated by one more key; where there are none, by none.
        keyed.append(bad_weight_codes(ruled.weight_name, bad))
    sums = sum_by_key(keyed, weights, ruled.squares)
    return validate_sums(keyed, sums, ruled, lambda: ArrayLocations(columns, pieces))
