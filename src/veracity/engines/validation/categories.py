"""From codes to ordered labels: the last step of an engine, on combinations and not on rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from veracity.engines.counting.counting import collect_entries
from veracity.engines.counting.grouped import Grouped, Label
from veracity.engines.encoding.codes import Codes, Ints
from veracity.engines.validation.bad_rows import GOOD, REASONS, Faults
from veracity.statistics.labels import canonical, ordered


def without(sums: Grouped, faults: Faults) -> tuple[Grouped, dict[str, int]]:
    """The good combinations, and how many rows the others held, by reason."""
    refused = {
        reason: int(sums.rows[faults == fault].sum())
        for fault, reason in enumerate(REASONS)
        if (faults == fault).any()
    }
    return sums.where(faults == GOOD), refused


def order_labels(sums: Grouped, found: Sequence[Codes]) -> Grouped:
    """The sums with canonical labels in order; labels that turn out equal are added up.

    Codes beyond the columns found (marks of bad weights) are left out.
    """
    categories: list[tuple[Label, ...]] = []
    codes: list[Ints] = []
    in_order = True
    for one, code in zip(found, sums.codes, strict=False):
        if one.categories is not None:
            categories.append(one.categories)
            codes.append(code)
            continue
        labels, indices = _indexed(one)
        categories.append(labels)
        codes.append(_renumbered(code, one.used, indices))
        in_order = in_order and indices is None
    if not in_order:
        sums = collect_entries(tuple(codes), sums.rows, sums.weight, sums.squares)
        codes = list(sums.codes)
    return Grouped(tuple(codes), sums.rows, sums.weight, sums.squares, tuple(categories))


def _indexed(found: Codes) -> tuple[tuple[Label, ...], list[int] | None]:
    """The labels in order, and the index of each one found; None if they were in order."""
    raw: Sequence[Any] = found.labels
    if found.plain:
        labels = tuple(sorted(raw))
    else:
        raw = [canonical(label) for label in raw]
        labels = ordered(raw)
    if labels == tuple(raw):
        return labels, None
    index = {label: i for i, label in enumerate(labels)}
    return labels, [index[label] for label in raw]


def _renumbered(codes: Ints, used: Ints, indices: list[int] | None) -> Ints:
    """Codes as indices among the labels that occur."""
    last = int(used[-1])
    if indices is None and last == len(used) - 1:
        return codes
    by_code = np.zeros(last + 1, np.int64)
    by_code[used] = np.arange(len(used)) if indices is None else indices
    return by_code[codes]
