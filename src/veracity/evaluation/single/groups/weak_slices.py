"""Weak slices: groups, and pairs of groups, in which a metric is worse than elsewhere.

Whoever looks at many slices finds a bad one by chance. So one half of the rows chooses which slices
look weak, and the other half, which took no part in the choice, tests these few (Holm). Rows with
clusters are halved by whole clusters. A cluster with rows in the slice and in the rest counts as
two: what its rows share would make their difference more precise, not less.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import combinations
from operator import add
from typing import Any

import numpy as np

from veracity.comparisons.contrasts.contrasting import Wishes
from veracity.comparisons.contrasts.unpaired import unpaired_contrast
from veracity.comparisons.significance.correction import adjusted
from veracity.errors import NotHere, quoted, refuse, spelled
from veracity.evaluation.state.keys import check
from veracity.intervals import Estimator, Settings
from veracity.metrics import Metric, find
from veracity.metrics.catalogue.reading import read_by
from veracity.resampling.parts import parts_of
from veracity.results import Contrast, Estimate
from veracity.results.estimate.figures import figure
from veracity.results.estimate.test import p_words
from veracity.statistics.clusters.clusters import Clusters
from veracity.statistics.labels import Label
from veracity.statistics.matrix.cells import tallied
from veracity.statistics.statistic import Statistic
from veracity.words import Language, Text, current, say

LEAST_ROWS = 20  # of a slice, in both halves together
MOST_SLICES = 400
MOST_TESTED = 10  # on the second half
CHOSEN = 0.2  # two-sided p on the first half up to which a slice looks weak
Halves = tuple[Any, Any]
Where = tuple[tuple[str, Label], ...]


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
    whole = Estimator(reduce(add, read.values()), settings).estimate(metric)
    if math.isfinite(whole.value) and math.isnan(whole.low):
        raise refuse("weak_no_interval", NotHere, key=metric.key)
    halves = _in_halves(read, np.random.default_rng(settings.random_state))
    slices = _slices(halves, columns, kept, rows)
    chosen = _chosen(slices, halves, metric, settings)
    tested = [
        (where, members, made)
        for where, members in chosen
        if (made := _contrast(halves, members, 1, metric, settings)) is not None
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


def _in_halves(read: Mapping[Label, Any], random: np.random.Generator) -> dict[Label, Halves]:
    """Every group in two halves: by rows, or by whole clusters, each in one half of all groups."""
    if all(one.clusters is None for one in read.values()):
        return {name: _halved(one, random) for name, one in read.items()}
    ids = list(dict.fromkeys(label for one in read.values() for label in one.clusters.ids))
    first = {ids[index] for index in random.permutation(len(ids))[: len(ids) // 2]}
    return {name: _clusters_halved(one, first) for name, one in read.items()}


def _clusters_halved(read: Any, first: set[Label]) -> Halves:
    """The clusters of the first half and all others, as statistics that know their clusters."""
    clusters, parts = read.clusters, parts_of(read)
    inside = np.array([label in first for label in clusters.ids], bool)[clusters.cluster]
    assert parts.clusters is not None
    cell = parts.clusters.cell

    def half(kept: Any) -> Any:
        """The entries of some clusters, added up by cell; their order is that of the parts."""
        cells = cell[kept]
        some = tallied(cells, clusters.weight[kept], len(parts))
        squares = None
        if clusters.squares is not None:
            squares = tallied(cells, clusters.squares[kept], len(parts))
        there, cluster = np.unique(clusters.cluster[kept], return_inverse=True)
        own = Clusters.of_entries(
            tuple(clusters.ids[one] for one in there.tolist()),
            cluster.astype(np.int64),
            clusters.cell[kept],
            clusters.weight[kept],
            None if clusters.squares is None else clusters.squares[kept],
        )
        made = parts.put(some, squares)
        if made.kind == "confusion_matrix":
            return made.changed(clusters=own).plain()
        return replace(made, clusters=own)

    return half(inside), half(~inside)


def _halved(read: Statistic, random: np.random.Generator) -> Halves:
    """Each row in one of two halves, by a coin; rows of one cell are identical."""
    parts = parts_of(read)
    whole = np.asarray(parts.weight)
    first = random.binomial(whole.round().astype(np.int64), 0.5).astype(np.float64)
    return parts.put(first, None), parts.put(whole - first, None)


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


def _slices(
    halves: Mapping[Label, Halves],
    columns: Sequence[str],
    kept: tuple[int, ...],
    rows: Mapping[Label, int],
) -> list[tuple[Where, tuple[Label, ...]]]:
    """Every value of a column and every pair of values of two, with the groups inside it."""
    made: dict[Where, list[Label]] = {}
    for name in halves:
        values = _parts(name, columns)
        for size in (1, 2):
            for picked in combinations(kept, size):
                where = tuple((columns[index], values[index]) for index in picked)
                made.setdefault(where, []).append(name)
    total = sum(rows[name] for name in halves)
    sized = [
        (sum(rows[name] for name in members), where, tuple(members))
        for where, members in made.items()
    ]
    large = [one for one in sized if LEAST_ROWS <= one[0] <= total - LEAST_ROWS]
    large.sort(key=lambda one: (-one[0], str(one[1])))
    return [(where, members) for _, where, members in large[:MOST_SLICES]]


def _chosen(
    slices: Sequence[tuple[Where, tuple[Label, ...]]],
    halves: Mapping[Label, Halves],
    metric: Metric,
    settings: Settings,
) -> list[tuple[Where, tuple[Label, ...]]]:
    """The slices that look weakest on the first half."""
    ranked = []
    for where, members in slices:
        made = _contrast(halves, members, 0, metric, settings)
        if made is None:
            continue
        p, bad = _against(made, metric)
        if bad and p <= CHOSEN:
            ranked.append((p, str(where), where, members))
    ranked.sort(key=lambda one: one[:2])
    return [(where, members) for _, _, where, members in ranked[:MOST_TESTED]]


def _contrast(
    halves: Mapping[Label, Halves],
    members: tuple[Label, ...],
    half: int,
    metric: Metric,
    settings: Settings,
) -> Contrast | None:
    """The slice against all other rows, on one half; None where either has no value."""
    inside = [halves[name][half] for name in members]
    outside = [one[half] for name, one in halves.items() if name not in set(members)]
    if not inside or not outside:
        return None
    both = [Estimator(reduce(add, part), settings) for part in (inside, outside)]
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
    members: tuple[Label, ...],
    rows: Mapping[Label, int],
    made: Contrast,
    p_adjusted: float,
) -> WeakSlice:
    n = sum(rows[name] for name in members)
    value, rest = made.values
    return WeakSlice(where, n, value, rest, made.difference, made.p_value, p_adjusted)
