"""The end of every engine: sums are validated, and bad rows stop the run or leave with a count."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from veracity.engines.columns.weights import checked_kind, checked_scale
from veracity.engines.counting.grouped import Grouped
from veracity.engines.encoding.codes import Codes
from veracity.engines.validation.bad_rows import Locations, entry_faults, refusal, validate_codes
from veracity.engines.validation.categories import order_labels, without
from veracity.engines.validation.mistaken_columns import refuse_scores
from veracity.errors import refuse
from veracity.statistics.labels import checked
from veracity.statistics.row_account import RowAccount
from veracity.words import Text, joined, say

Allowed = frozenset[Hashable] | None


class Rules(Protocol):
    """What makes a row usable: the same for every engine."""

    @property
    def label_keys(self) -> frozenset[str]:
        """The names of the columns that hold classes."""

    @property
    def allowed(self) -> Allowed:
        """The classes that were listed."""

    @property
    def weight_kind(self) -> str:
        """What a weight means."""

    @property
    def weight_name(self) -> str:
        """What messages call the weight."""

    @property
    def drop(self) -> bool:
        """Whether bad rows leave with a count."""

    @property
    def squares(self) -> bool:
        """Whether w² is summed: frequencies have no use for it."""


@dataclass(frozen=True, slots=True)
class KeyRules:
    """The rules of rows that are summed by key."""

    label_keys: frozenset[str]
    allowed: Allowed
    weight_kind: str
    weight_name: str
    drop: bool

    @property
    def squares(self) -> bool:
        """Whether w² is summed: frequencies have no use for it."""
        return self.weight_kind != "frequency"


def rules(
    labels: Iterable[Any] | None = None,
    label_keys: Collection[str] = (),
    weight_kind: str = "importance",
    weight_name: str = "sample_weight",
    on_invalid: str = "raise",
) -> KeyRules:
    """The rules as a user gave them, checked."""
    drop = checked_choices(weight_kind, on_invalid)
    return KeyRules(frozenset(label_keys), allowed_of(labels), weight_kind, weight_name, drop)


def checked_choices(weight_kind: str, on_invalid: str) -> bool:
    """Whether bad rows are dropped; other choices than there are, are refused."""
    checked_kind(weight_kind)
    if on_invalid not in ("raise", "drop"):
        raise refuse("on_invalid_unknown", given=repr(on_invalid))
    return on_invalid == "drop"


def allowed_of(labels: Iterable[Any] | None) -> Allowed:
    """The labels that rows may hold; None where any may."""
    return None if labels is None else frozenset(checked(labels))


def validate_sums(
    columns: Sequence[Codes], sums: Grouped, ruled: Rules, indices: Callable[[], Locations]
) -> tuple[Grouped, RowAccount]:
    """The usable sums with their labels, and the account of all rows.

    A last column that marks rows whose weight is bad is no key: it has no categories. `indices`
    finds rows again; nobody asks before there are bad ones.
    """
    marks = columns[-1].faults is not None and columns[-1].categories is None
    found = _found(columns, sums, ruled, ruled.allowed)
    _suspect([one for one in found if one.name in ruled.label_keys], ruled.allowed)
    read = int(sums.rows.sum())
    refused: dict[str, int] = {}
    if any(one.bad is not None for one in found):
        if not ruled.drop:
            raise refusal(found, indices())
        sums, refused = without(sums, entry_faults(found, sums.codes))
        _something_left(sums, refused)
        found = _found(columns, sums, ruled, None)
    if sums.weight is not None and not sums.weight.any():
        raise refuse("weights_all_zero", column=ruled.weight_name)
    if sums.weight is not None:
        checked_scale(sums.weight, ruled.weight_kind, ruled.weight_name)
    keys = found[:-1] if marks else found
    return order_labels(sums, keys), RowAccount(read, read - sum(refused.values()), refused)


def _found(columns: Sequence[Codes], sums: Grouped, ruled: Rules, allowed: Allowed) -> list[Codes]:
    """What occurs in every column, and what of it is bad."""
    return [
        validate_codes(column, codes, allowed if column.name in ruled.label_keys else None)
        for column, codes in zip(columns, sums.codes, strict=True)
    ]


def _suspect(found: Sequence[Codes], allowed: Allowed) -> None:
    """Refuse probabilities given as labels, and truth given as predictions."""
    if any(float in set(map(type, one.labels)) for one in found):
        truth = found[0].name, found[0].labels
        for one in found[1:]:
            refuse_scores(truth, (one.name, one.labels), allowed)


def _something_left(sums: Grouped, refused: Mapping[str, int]) -> None:
    if not len(sums.rows):
        parts = [say(f"refused_{reason}", n=n) for reason, n in refused.items()]
        raise refuse("nothing_left", reasons=joined(parts, Text("; ", "；")))
