"""Weak slices: groups, and pairs of groups, in which a metric is worse than elsewhere.

Whoever looks at many slices finds a bad one by chance. So one half of the rows chooses which slices
look weak, and the other half, which took no part in the choice, tests these few (Holm). Rows with
clusters are halved by whole clusters. A cluster with rows in the slice and in the rest counts as
two: what its rows share would make their difference more precise, not less.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from veracity.comparisons.contrasts.contrasting import Wishes
from veracity.comparisons.contrasts.unpaired import unpaired_contrast
from veracity.comparisons.significance.correction import adjusted
from veracity.errors import NotHere, quoted, refuse, spelled
from veracity.evaluation.single.groups.halves import (
    Divided,
    Halves,
    Where,
    columns_of,
    in_halves,
    together,
)
from veracity.evaluation.state.keys import check
from veracity.intervals import Estimator, Settings
from veracity.metrics import Metric, find
from veracity.metrics.catalogue.reading import read_by
from veracity.results import Contrast, Estimate
from veracity.results.estimate.figures import figure
from veracity.results.estimate.test import p_words
from veracity.statistics.labels import Label
from veracity.words import Language, Text, current, say

LEAST_ROWS = 20  # of a slice, in both halves together
MOST_SLICES = 400
MOST_TESTED = 10  # on the second half
CHOSEN = 0.2  # two-sided p on the first half up to which a slice looks weak


@dataclass(frozen=True, slots=True)
class WeakSlice:
    """One slice that is worse than the rest: `where` says which column has which value.

    `difference` is the slice minus all other rows, on the half that tested it.
    """

    where: Where
    rows: int
    value: Estimate
    rest: Estimate
    difference: Estimate
    p_value: float
    p_adjusted: float

    @property
    def name(self) -> str:
        """The slice as text."""
        return ", ".join(f"{column} = {value}" for column, value in self.where)


@dataclass(frozen=True, repr=False)
class WeakSlices:
    """Slices that are shown to be worse; `tried` were looked at, `tested` on held-out rows."""

    key: str
    found: tuple[WeakSlice, ...]
    tried: int
    tested: tuple[WeakSlice, ...]
    level: float

    def __len__(self) -> int:
        return len(self.found)

    def __iter__(self) -> Any:
        return iter(self.found)

    def __bool__(self) -> bool:
        return bool(self.found)

    def sentences(self) -> tuple[Text, ...]:
        """What was found, or that nothing was."""
        facts = {
            "name": find(self.key).display_name,
            "tried": self.tried,
            "tested": len(self.tested),
        }
        if not self.found:
            return (say("weak_none", **facts),)
        each = (
            say(
                "weak_slice",
                slice=one.name,
                n=one.rows,
                value=figure(one.value.value),
                rest=figure(one.rest.value),
                p=p_words(one.p_adjusted),
            )
            for one in self.found
        )
        return (say("weak_some", n=len(self.found), **facts), *each)

    def text(self, lang: str | None = None) -> str:
        """The same, line by line."""
        language: Language = current(lang)
        return "\n".join(one.within(language) for one in self.sentences())

    __str__ = __repr__ = text

    def to_dict(self) -> list[dict[str, Any]]:
        """One record for each slice that was tested."""
        return [
            {
                "slice": one.name,
                "rows": one.rows,
                "value": one.value.value,
                "rest": one.rest.value,
                "difference": one.difference.value,
                "low": one.difference.low,
                "high": one.difference.high,
                "p_value": one.p_value,
                "p_adjusted": one.p_adjusted,
                "weak": one in self.found,
            }
            for one in self.tested
        ]


def weak_slices(
    groups: Mapping[Label, Any],
    columns: Sequence[str],
    given: Iterable[str] | str | None,
    key: str,
    settings: Settings,
    threshold: float | None,
) -> WeakSlices:
    """Slices by one column and by two, chosen on one half of the rows and tested on the other."""
    metric = find(key)
    if metric.better == "neither":
        raise refuse("weak_needs_better", NotHere, key=metric.key)
    kept = _columns(columns, given)
    if not groups:
        raise refuse("weak_needs_groups", NotHere)
    rows = {name: held.rows for name, held in groups.items()}
    for held in groups.values():
        check(metric, held)
        if held.clusters is None and held.some.weighted:
            raise refuse("weak_needs_plain", NotHere)
    read = {name: read_by(metric, held, threshold) for name, held in groups.items()}
    whole = Estimator(together(list(read.values())), settings).estimate(metric)
    if math.isfinite(whole.value) and math.isnan(whole.low):
        raise refuse("weak_no_interval", NotHere, key=metric.key)
    halves = in_halves(read, np.random.default_rng(settings.random_state))
    members = _members(halves, columns, kept)
    slices = _large(members, rows)
    divided = Divided(halves, members)
    tested = [
        (where, members[where], made)
        for where in _chosen(slices, divided, metric, settings)
        if (made := _contrast(divided, where, 1, metric, settings)) is not None
    ]
    worse = [_against(made, metric) for _, _, made in tested]
    p = adjusted([one if sign else 1.0 for one, sign in worse], "holm")
    each = tuple(
        _result(where, members, rows, made, float(p_adjusted))
        for (where, members, made), p_adjusted in zip(tested, p, strict=True)
    )
    alpha = 1 - settings.confidence_level
    found = tuple(
        one for one, (_, bad) in zip(each, worse, strict=True) if bad and one.p_adjusted < alpha
    )
    ordered = tuple(sorted(found, key=lambda one: one.p_adjusted))
    return WeakSlices(metric.key, ordered, len(slices), each, settings.confidence_level)


def _columns(columns: Sequence[str], given: Iterable[str] | str | None) -> tuple[int, ...]:
    if given is None:
        return tuple(range(len(columns)))
    if not isinstance(given, Iterable):
        raise refuse("weak_no_columns", given=spelled(given), known=quoted(columns) or "—")
    asked = [given] if isinstance(given, str) else list(given)
    if not asked:
        raise refuse("weak_no_columns", given="[]", known=quoted(columns) or "—")
    strange = [name for name in asked if name not in columns]
    if strange:
        raise refuse("weak_columns", NotHere, names=quoted(strange), known=quoted(columns) or "—")
    return tuple(columns.index(name) for name in asked)


def _parts(name: Label, columns: Sequence[str]) -> tuple[Label, ...]:
    return name if isinstance(name, tuple) and len(columns) > 1 else (name,)


def _members(
    halves: Mapping[Label, Halves], columns: Sequence[str], kept: tuple[int, ...]
) -> dict[Where, list[Label]]:
    """Every value of a column and every pair of values of two, with the groups inside it."""
    made: dict[Where, list[Label]] = {}
    for name in halves:
        values = _parts(name, columns)
        for size in (1, 2):
            for picked in combinations(kept, size):
                where = tuple((columns[index], values[index]) for index in picked)
                made.setdefault(where, []).append(name)
    return made


def _large(members: Mapping[Where, Sequence[Label]], rows: Mapping[Label, int]) -> list[Where]:
    """The slices with enough rows inside and outside, the largest first."""
    total = sum(rows.values())
    sized = [(sum(rows[name] for name in names), where) for where, names in members.items()]
    large = [one for one in sized if LEAST_ROWS <= one[0] <= total - LEAST_ROWS]
    large.sort(key=lambda one: (-one[0], str(one[1])))
    return [where for _, where in large[:MOST_SLICES]]


def _chosen(
    slices: Sequence[Where],
    divided: Divided,
    metric: Metric,
    settings: Settings,
) -> list[Where]:
    """The slices that look weakest on the first half."""
    ranked = []
    for where in sorted(slices, key=columns_of):
        made = _contrast(divided, where, 0, metric, settings)
        if made is None:
            continue
        p, bad = _against(made, metric)
        if bad and p <= CHOSEN:
            ranked.append((p, str(where), where))
    ranked.sort(key=lambda one: one[:2])
    return [where for _, _, where in ranked[:MOST_TESTED]]


def _contrast(
    divided: Divided, where: Where, half: int, metric: Metric, settings: Settings
) -> Contrast | None:
    """The slice against all other rows, on one half; None where either has no value."""
    parts = divided.slice_and_rest(where, half)
    if parts is None:
        return None
    both = [Estimator(part, settings) for part in parts]
    values = both[0].estimate(metric), both[1].estimate(metric)
    if not all(math.isfinite(one.value) for one in values):
        return None
    read = both[0].statistic, both[1].statistic
    made = unpaired_contrast(("slice", "rest"), metric, values, read, Wishes())
    return None if math.isnan(made.p_value) else made


def _against(made: Contrast, metric: Metric) -> tuple[float, bool]:
    """Its p-value, and whether the slice is the worse one."""
    below = made.difference.value < 0
    return made.p_value, below == (metric.better == "higher") and made.difference.value != 0


def _result(
    where: Where,
    members: Sequence[Label],
    rows: Mapping[Label, int],
    made: Contrast,
    p_adjusted: float,
) -> WeakSlice:
    n = sum(rows[name] for name in members)
    value, rest = made.values
    return WeakSlice(where, n, value, rest, made.difference, made.p_value, p_adjusted)
