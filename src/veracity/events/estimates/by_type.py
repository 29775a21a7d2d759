"""Several types of events: matched within each type, and what was taken for another type."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import partial
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from veracity.arrays import Floats
from veracity.events.estimates.tallying import times
from veracity.matching import Match, Recording, Rule
from veracity.matching.spans import Bools, Ints, Spans, in_order
from veracity.statistics.events.event_tally import COLUMNS, EventTally
from veracity.statistics.labels import Label

Kind = TypeVar("Kind", bound=np.generic)


def together(
    rule: Rule, tallies: Sequence[EventTally], scenes: Mapping[Label, Sequence[Recording]]
) -> EventTally:
    """The tallies of all types as one: counts add, time is watched once.

    `scenes` has for each recording its events of each type.
    """
    first = tallies[0]
    counts = np.sum([one.counts for one in tallies], axis=0)
    for row, parts in enumerate(scenes.values()):
        facts: dict[str, float] = {**times(all_types(parts))}
        facts["substitutions"] = substitutions(rule, parts)
        for name, value in facts.items():
            counts[row, COLUMNS.index(name)] = value
    return EventTally(
        first.rule,
        first.recordings,
        first.clusters,
        counts,
        np.concatenate([one.delays for one in tallies]),
        np.concatenate([one.delay_of for one in tallies]),
        np.concatenate([one.errors for one in tallies]),
        np.concatenate([one.error_of for one in tallies]),
    )


def tallies_together(
    rules: Sequence[Rule],
    parts: Sequence[Mapping[str, EventTally]],
    scenes: Sequence[Mapping[Label, Recording]],
) -> dict[str, EventTally]:
    """The tallies of all types under each rule; `scenes` are the recordings of each type."""
    by_name = {name: [one[name] for one in scenes] for name in scenes[0]}
    return {
        rule.spelled: together(rule, [one[rule.spelled] for one in parts], by_name)
        for rule in rules
    }


def all_types(parts: Sequence[Recording]) -> Recording:
    """One recording with the events of every type."""
    first = parts[0]
    reference = _spans([one.reference for one in parts])
    start, stop = _ends([one.detected for one in parts])
    order = np.lexsort((stop, start))
    scores = [one.score for one in parts if one.score is not None]
    score = np.concatenate(scores)[order] if len(scores) == len(parts) else None
    return Recording(reference, Spans(start[order], stop[order]), first.duration, first.fs, score)


def substitutions(rule: Rule, parts: Sequence[Recording]) -> float:
    """Events without a detection of their type whose time a detection of another type has.

    Of pairs: as many as can be made of what is left over when every type is matched by itself
    (nothing is left that would fit within a type). Of samples, segments and epochs: in each one
    the smaller of what is missing and what is too much. nan where a rule makes neither; none
    where there is one type only.
    """
    if sum(len(one.reference) + len(one.detected) > 0 for one in parts) < 2:
        return 0.0
    found = [rule(one) for one in parts]
    if all(one.cells is not None for one in found):
        return _in_cells(found)
    if any(one.pairs is None for one in found):
        return math.nan
    missed = [_kept(one.reference, one.hit, value=False) for one in found]
    false = [_kept(one.detected, one.false, value=True) for one in found]
    rest = Recording(_spans(missed), _spans(false), parts[0].duration)
    return rule(rest).true_positives


def _kept(spans: Spans | None, which: Bools | None, *, value: bool) -> Spans:
    assert spans is not None
    assert which is not None
    return spans.chosen(which == value)


def _in_cells(found: Sequence[Match]) -> float:
    """The sum over cells of min(missing, too much)."""
    every = [spans for one in found for spans in one.cells or ()]
    edges = np.unique(np.concatenate([end for spans in every for end in (spans.start, spans.stop)]))
    if len(edges) < 2:
        return 0.0
    at, width = edges[:-1], np.diff(edges)
    lacking, extra = np.zeros(len(at)), np.zeros(len(at))
    for one in found:
        inside = [_covers(spans, at) for spans in one.cells or ()]
        lacking += inside[0] & ~inside[1]
        extra += inside[1] & ~inside[0]
    return float((np.minimum(lacking, extra) * width).sum())


def _covers(spans: Spans, at: Ints) -> Bools:
    index = np.searchsorted(spans.start, at, "right") - 1
    if not len(spans):
        return np.zeros(len(at), np.bool_)
    return np.asarray((index >= 0) & (at < spans.stop[np.maximum(index, 0)]))


def matches_together(found: Sequence[Match]) -> Match:
    """The matches of every type as one: counts add, indices are those of all events in order."""
    pairs: list[Ints] = []
    rows = [_order([getattr(one, side) for one in found]) for side in ("reference", "detected")]
    known = rows[0] is not None and rows[1] is not None
    if known and all(one.pairs is not None for one in found):
        pairs = [
            np.concatenate(
                [where[k][one.pairs[side]] for k, one in enumerate(found) if one.pairs is not None]
            )
            for side, where in enumerate(row[1] for row in rows if row is not None)
        ]
    return Match(
        sum(one.true_positives for one in found),
        sum(one.false_positives for one in found),
        sum(one.missed for one in found),
        None if rows[0] is None else rows[0][0],
        None if rows[1] is None else rows[1][0],
        _placed([one.hit for one in found], rows[0]),
        _placed([one.false for one in found], rows[1]),
        (pairs[0], pairs[1]) if pairs else None,
        partial(_delays, tuple(found), rows[0]),
    )


def _delays(found: Sequence[Match], rows: Order | None) -> Floats | None:
    return _placed([one.delay for one in found], rows)


Order = tuple[Spans, list[Ints]]


def _order(parts: Sequence[Spans | None]) -> Order | None:
    """All spans in order, and for each part where its spans went."""
    known = [one for one in parts if one is not None]
    if len(known) < len(parts):
        return None
    start, stop = _ends(known)
    order = np.lexsort((stop, start))
    indices = np.empty(len(order), np.int64)
    indices[order] = np.arange(len(order))
    bounds = np.cumsum([len(one) for one in known])[:-1]
    return Spans(start[order], stop[order]), np.split(indices, bounds)


def _placed(parts: Sequence[NDArray[Kind] | None], rows: Order | None) -> NDArray[Kind] | None:
    known = [one for one in parts if one is not None]
    if rows is None or len(known) < len(parts):
        return None
    values = np.concatenate(known)
    placed = np.empty_like(values)
    placed[np.concatenate(rows[1])] = values
    return placed


def _ends(parts: Sequence[Spans]) -> tuple[Ints, Ints]:
    return np.concatenate([s.start for s in parts]), np.concatenate([s.stop for s in parts])


def _spans(parts: Sequence[Spans]) -> Spans:
    return in_order(*_ends(parts))
