"""The array engine: rows in memory are summed by key, and none is lost in silence."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from typing import Any

from veracity.engines.bad_rows import Found, entry_faults, found_in, marked, refusal
from veracity.engines.coded import Coded
from veracity.engines.coding import coded
from veracity.engines.columns import Column, read_column, same_index
from veracity.engines.counting import Sums, summed
from veracity.engines.grouped import Grouped
from veracity.engines.levels import labelled, without
from veracity.engines.mistaken_columns import full_of_fractions, refuse_scores, sampled
from veracity.engines.weights import Weights, checked_kind, read_weight, usable
from veracity.errors import refuse
from veracity.statistics.labels import checked
from veracity.statistics.row_account import RowAccount
from veracity.words import Text, joined, say

Allowed = frozenset[Hashable] | None


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
    checked_kind(weight_kind)
    if on_invalid not in ("raise", "drop"):
        raise refuse("on_invalid_unknown", given=repr(on_invalid))
    allowed = None if labels is None else frozenset(checked(labels))
    columns, weights = _read(keys, weight, weight_name)
    _suspect_samples(columns, label_keys, allowed)
    bad = None
    if weights is not None:
        weights, bad = usable(weights, weight_kind, weight_name)
    keyed = [coded(column) for column in columns]
    # Rows with a bad weight are told apart by one more key, and cost nothing where there are none.
    summed_by = keyed if bad is None else [*keyed, marked(weight_name, bad)]
    sums = summed(summed_by, weights, weight_kind != "frequency")
    found = _found(keyed, sums, label_keys, allowed)
    _suspect([one for one in found if one.column.name in label_keys], allowed)
    refused: dict[str, int] = {}
    faulty = found if bad is None else [*found, Found.of_marks(summed_by[-1])]
    if any(one.faults is not None for one in faulty):
        if on_invalid == "raise":
            raise refusal(faulty)
        sums, refused = without(sums, entry_faults(faulty, sums.codes))
        _something_left(sums, refused)
        found = _found(keyed, sums, label_keys, None)
    if sums.weight is not None and not sums.weight.any():
        raise refuse("weights_all_zero", column=weight_name)
    read = len(columns[0])
    return labelled(sums, found), RowAccount(read, read - sum(refused.values()), refused)


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


def _found(
    columns: Sequence[Coded], sums: Sums, label_keys: Collection[str], allowed: Allowed
) -> list[Found]:
    """What occurs in every column, and what of it is bad."""
    return [
        found_in(column, codes, allowed if column.name in label_keys else None)
        for column, codes in zip(columns, sums.codes, strict=False)
    ]


def _suspect(found: Sequence[Found], allowed: Allowed) -> None:
    """Refuse probabilities in the place of labels, and truth in the place of predictions."""
    if any(float in set(map(type, one.labels)) for one in found):
        truth = found[0].column.name, found[0].labels
        for one in found[1:]:
            refuse_scores(truth, (one.column.name, one.labels), allowed)


def _suspect_samples(
    columns: Sequence[Column], label_keys: Collection[str], allowed: Allowed
) -> None:
    """The same from a sample, before millions of different numbers are told apart."""
    of_labels = [column for column in columns if column.name in label_keys]
    if any(full_of_fractions(column) for column in of_labels):
        samples = [(column.name, sampled(column)) for column in of_labels]
        for one in samples[1:]:
            refuse_scores(samples[0], one, allowed)


def _something_left(sums: Sums, refused: Mapping[str, int]) -> None:
    if not len(sums.rows):
        parts = [say(f"refused_{reason}", n=n) for reason, n in refused.items()]
        raise refuse("nothing_left", reasons=joined(parts, Text("; ", "；")))
