"""From codes to ordered labels: the last step of an engine, on combinations and not on rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from veracity.engines.counting.counting import Sums, collected
from veracity.engines.counting.grouped import Grouped, Label
from veracity.engines.encoding.codes import Ints
from veracity.engines.validation.bad_rows import GOOD, REASONS, CheckedLabels, Faults
from veracity.statistics.labels import canonical, ordered


def without(sums: Sums, faults: Faults) -> tuple[Sums, dict[str, int]]:
    """The good combinations, and how many rows the others held, by reason."""
    refused = {
        reason: int(sums.rows[faults == fault].sum())
        for fault, reason in enumerate(REASONS)
        if (faults == fault).any()
    }
    good = faults == GOOD
    kept = Sums(
        tuple(code[good] for code in sums.codes),
        sums.rows[good],
        None if sums.weight is None else sums.weight[good],
        None if sums.squares is None else sums.squares[good],
    )
    return kept, refused


def labelled(sums: Sums, found: Sequence[CheckedLabels]) -> Grouped:
    """The sums with canonical labels in order; labels that turn out equal are added up.

    Codes beyond the columns found (marks of bad weights) are left out.
    """
    levels, codes, in_order = list[tuple[Label, ...]](), list[Ints](), True
    for one, code in zip(found, sums.codes, strict=False):
        if one.column.levels is not None:
            levels.append(one.column.levels)
            codes.append(code)
            continue
        labels, places = _placed(one)
        levels.append(labels)
        codes.append(_renumbered(code, one.used, places))
        in_order = in_order and places is None
    if not in_order:
        sums = collected(tuple(codes), sums.rows, sums.weight, sums.squares)
        codes = list(sums.codes)
    return Grouped(tuple(levels), tuple(codes), sums.rows, sums.weight, sums.squares)


def _placed(found: CheckedLabels) -> tuple[tuple[Label, ...], list[int] | None]:
    """The labels in order, and the place of each one found; None if they were in order."""
    raw: list[Any] = found.labels
    if found.column.plain:
        labels = tuple(sorted(raw))
    else:
        raw = [canonical(label) for label in raw]
        labels = ordered(raw)
    if labels == tuple(raw):
        return labels, None
    place = {label: i for i, label in enumerate(labels)}
    return labels, [place[label] for label in raw]


def _renumbered(codes: Ints, used: Ints, places: list[int] | None) -> Ints:
    """Codes as places among the labels that occur."""
    last = int(used[-1])
    if places is None and last == len(used) - 1:
        return codes
    by_code = np.zeros(last + 1, np.int64)
    by_code[used] = np.arange(len(used)) if places is None else places
    return by_code[codes]
