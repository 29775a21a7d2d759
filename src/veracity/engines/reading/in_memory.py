"""The array engine: rows in memory are summed by key, and none is lost in silence."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from veracity.engines.columns.aligned import aligned
from veracity.engines.columns.given import ColumnLike
from veracity.engines.columns.weights import usable
from veracity.engines.counting.counting import summed
from veracity.engines.counting.grouped import Grouped
from veracity.engines.encoding.encode import coded
from veracity.engines.files.paths import Piece
from veracity.engines.validation.bad_rows import marked
from veracity.engines.validation.locating import ArrayPlaces
from veracity.engines.validation.mistaken_columns import refuse_sampled
from veracity.engines.validation.rules import Rules, rules, validate_sums
from veracity.engines.validation.threshold_key import Cut, cut_codes
from veracity.statistics.row_account import RowAccount


def group_sum(
    keys: Mapping[str, Any],
    *,
    weight: ColumnLike | None = None,
    weight_kind: str = "importance",
    weight_name: str = "sample_weight",
    labels: Iterable[Any] | None = None,
    label_keys: Collection[str] = (),
    on_invalid: str = "raise",
) -> tuple[Grouped, RowAccount]:
    """Rows summed by the values of the keys, and the account of the rows.

    The names of the keys are those used in messages. `label_keys` says which of them hold labels
    (truth comes first in `keys`): `labels` lists what these may hold, and only these are
    suspected of holding probabilities. With `weight_kind` "frequency", n is the sum of the
    weights, and there are no squares.

    >>> grouped, account = group_sum({"y_true": [0, 0, 1, 1], "y_pred": [0, 1, 1, 1]})
    >>> grouped.levels, grouped.rows.tolist(), account.used
    (((0, 1), (0, 1)), [1, 1, 2], 4)
    """
    return by_rules(keys, weight, rules(labels, label_keys, weight_kind, weight_name, on_invalid))


def by_names(
    columns: Mapping[str, Any],
    keys: Mapping[str, Any],
    weight: str | None,
    ruled: Rules,
    pieces: Sequence[Piece] = (),
) -> tuple[Grouped, RowAccount]:
    """The same, where keys and weight are names of columns."""
    taken = {
        name: replace(key, column=columns[key.column]) if isinstance(key, Cut) else columns[key]
        for name, key in keys.items()
    }
    return by_rules(taken, None if weight is None else columns[weight], ruled, pieces)


def by_rules(
    keys: Mapping[str, Any], weight: ColumnLike | None, ruled: Rules, pieces: Sequence[Piece] = ()
) -> tuple[Grouped, RowAccount]:
    """The same, with the rules made; `pieces` says which files the rows are from."""
    cuts = {name: key for name, key in keys.items() if isinstance(key, Cut)}
    values = {name: key.column if isinstance(key, Cut) else key for name, key in keys.items()}
    columns, weights = aligned(values, weight, ruled.weight_name)
    of_labels = [c for c in columns if c.name in ruled.label_keys and c.name not in cuts]
    refuse_sampled(of_labels, ruled.allowed)
    bad = None
    if weights is not None:
        weights, bad = usable(weights, ruled.weight_kind, ruled.weight_name)
    keyed = [
        cut_codes(column, cuts[column.name]) if column.name in cuts else coded(column)
        for column in columns
    ]
    if bad is not None:
        # Rows with a bad weight are told apart by one more key; where there are none, by none.
        keyed.append(marked(ruled.weight_name, bad))
    sums = summed(keyed, weights, ruled.squares)
    return validate_sums(keyed, sums, ruled, lambda: ArrayPlaces(columns, pieces))
