"""The array engine: rows in memory are summed by key, and none is lost in silence."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from veracity.engines.array_places import ArrayPlaces, Piece
from veracity.engines.bad_rows import marked
from veracity.engines.coding import coded
from veracity.engines.columns import Column, read_column, same_index
from veracity.engines.counting import summed
from veracity.engines.cut import Cut, cut_codes
from veracity.engines.grouped import Grouped
from veracity.engines.judging import Rules, judged, rules
from veracity.engines.mistaken_columns import full_of_fractions, refuse_scores, sampled
from veracity.engines.weights import Weights, read_weight, usable
from veracity.errors import refuse
from veracity.statistics.row_account import RowAccount


def group_sum(
    keys: Mapping[str, Any],
    *,
    weight: Any = None,
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
    keys: Mapping[str, Any], weight: Any, ruled: Rules, pieces: Sequence[Piece] = ()
) -> tuple[Grouped, RowAccount]:
    """The same, with the rules made; `pieces` says which files the rows are from."""
    cuts = {name: key for name, key in keys.items() if isinstance(key, Cut)}
    values = {name: key.column if isinstance(key, Cut) else key for name, key in keys.items()}
    columns, weights = _read(values, weight, ruled.weight_name)
    _suspect_samples([column for column in columns if column.name not in cuts], ruled)
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
    return judged(keyed, sums, ruled, ArrayPlaces(columns, pieces))


def _read(
    keys: Mapping[str, Any], weight: Any, weight_name: str
) -> tuple[list[Column], Weights | None]:
    """The columns and the weights, all of one length."""
    given = [*keys.items()] if weight is None else [*keys.items(), (weight_name, weight)]
    same_index(given)
    columns = [read_column(name, values) for name, values in keys.items()]
    weights = None if weight is None else read_weight(weight, weight_name)
    lengths = [len(column) for column in columns]
    if weights is not None:
        lengths.append(len(weights))
    if min(lengths) != max(lengths):
        named = (f"{name}: {n}" for (name, _), n in zip(given, lengths, strict=True))
        raise refuse("different_lengths", lengths=", ".join(named))
    if not lengths[0]:
        raise refuse("no_rows", columns=", ".join(name for name, _ in given))
    return columns, weights


def _suspect_samples(columns: Sequence[Column], ruled: Rules) -> None:
    """Probabilities in the place of labels, before millions of numbers are told apart."""
    of_labels = [column for column in columns if column.name in ruled.label_keys]
    if any(full_of_fractions(column) for column in of_labels):
        samples = [(column.name, sampled(column)) for column in of_labels]
        for one in samples[1:]:
            refuse_scores(samples[0], one, ruled.allowed)
