"""Where a record says there is no plain value: undefined, infinite, a limit."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from tests.metrics import tables
from tests.metrics.comparing import Broken, every, same, shown
from veracity.metrics import Metric
from veracity.metrics.record.metric import Case
from veracity.statistics import ConfusionMatrix


def undefined(metric: Metric) -> Broken:
    """nan exactly where a case holds; and no case that the others make superfluous."""
    yield from exactly(metric, metric.undefined_when, np.isnan, "undefined")


def infinite(metric: Metric) -> Broken:
    """Infinite exactly where a case holds."""
    yield from exactly(metric, metric.infinite_when, np.isinf, "infinite")


def exactly(
    metric: Metric, cases: tuple[Case, ...], is_so: Callable[[Any], Any], word: str
) -> Broken:
    alone = np.zeros(len(cases), dtype=bool)
    for c in every(metric):
        value = metric(c)
        held = np.array([np.broadcast_to(k.holds(c), c.shape) for k in cases], dtype=bool)
        said, seen = held.any(0) if cases else np.zeros(c.shape, dtype=bool), is_so(value)
        if (said != seen).any():
            index = said != seen
            yield f"{value[index][0]} for {shown(c, index)}, {word} is claimed: {said[index][0]}"
        alone |= (held & (held.sum(0) == 1)).any(tuple(range(1, held.ndim)))
    if metric.average:  # it takes over every case of what it averages, needed or not
        return
    for case in (k for k, is_alone in zip(cases, alone, strict=True) if not is_alone):
        yield f"superfluous: {case.words}"


def limit(metric: Metric) -> Broken:
    """Given where the formula has another value or none; and where a neighbour tends to it."""
    if metric.limit is None:
        return
    bare, seen = replace(metric, limit=None), False
    for c in every(metric):
        if not c.cells.whole() or c is tables.extreme():  # there 0/0 and ends are hit only nearly
            continue
        held = np.broadcast_to(metric.limit.case.holds(c), c.shape)
        if not held.any():
            continue
        at = tables.matrix(c.cells.array()[held])
        seen, without = True, bare(at)
        if not (metric(at) == metric.limit.value).all():
            yield f"the value is {metric(at)}, not {metric.limit.value:g}"
        here = without == metric.limit.value
        if here.any():
            yield f"the formula itself gives {metric.limit.value:g} for {shown(at, here)}"
        near = bare(unassociated_near(at)) if np.isnan(without).all() else bare(border(metric, at))
        if not same(near, np.full(near.shape, metric.limit.value), 1e-2).all():
            yield f"near it the value is {near[:5]}, not {metric.limit.value:g}"
    if not seen and not metric.average:
        yield "its case never holds"


def unassociated_near(c: ConfusionMatrix) -> ConfusionMatrix:
    """Tables as near as can be with no empty margin and no association."""
    return tables.matrix(c.cells.array() + 1e-9 * np.asarray(c.total)[..., None, None]).by_chance()


def border(metric: Metric, c: ConfusionMatrix) -> ConfusionMatrix:
    """On the way from each table to the perfect one: the first where the case no longer holds."""
    assert metric.limit is not None
    counts, goal = c.cells.array(), c.truth[..., :, None] * np.eye(c.classes)
    inside, outside = np.zeros(len(counts)), np.ones(len(counts))
    for _ in range(30):
        middle = (inside + outside) / 2
        part = middle[:, None, None]
        held = metric.limit.case.holds(tables.matrix((1 - part) * counts + part * goal))
        inside, outside = np.where(held, middle, inside), np.where(held, outside, middle)
    part = outside[:, None, None]
    return tables.matrix((1 - part) * counts + part * goal)
