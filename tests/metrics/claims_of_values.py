"""The values a record promises: range, direction, chance, prevalence, scale and shape."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from tests.metrics import tables
from tests.metrics.comparing import Broken, every, same, shown
from veracity.metrics import Metric
from veracity.statistics import ConfusionMatrix

SHARES = ((0.5, 0.5), (0.9, 0.1), (0.1, 0.9))
NEAR, FAR = 0.05, 0.5


def values_are_inside(metric: Metric) -> Broken:
    low, high = metric.bounds
    for c in (*every(metric), *many_classes(metric)):
        value = metric(c)
        outside = (value < low) | (value > high)
        if outside.any():
            yield f"{value[outside][0]} for {shown(c, outside)} is outside [{low:g}, {high:g}]"


def ends_are_reached(metric: Metric) -> Broken:
    """A finite end is nearly reached; beyond every number there is one nearer an infinite end."""
    if metric.average:  # an average keeps the range of what it averages
        return
    values = np.concatenate([metric(c) for c in (*every(metric), *many_classes(metric))])
    for end, best in zip(metric.bounds, (np.nanmin(values), np.nanmax(values)), strict=True):
        if np.isfinite(end):
            if abs(best - end) > NEAR * max(1.0, abs(end)):
                yield f"the end {end:g} is never nearly reached; the nearest value is {best:g}"
        elif abs(best) < 50 and not grows(metric, np.sign(end)):
            yield f"the end {end:g} is never approached; the farthest value is {best:g}"


def many_classes(metric: Metric) -> tuple[ConfusionMatrix, ...]:
    if metric.classes == "two":
        return ()
    return tuple(tables.matrix(one[None]) for k in (32, 64) for one in (np.ones((k, k)), np.eye(k)))


def grows(metric: Metric, sign: float) -> bool:
    """Whether ever larger counts, or ever more classes, lead ever farther."""
    best = [max(sign * metric(c)) for c in ever_larger()]
    if metric.classes == "any":
        more = [max(sign * metric(c)[0] for c in ever_more(k)) for k in (2, 4, 8, 16, 32)]
        best = max(best, more, key=lambda values: values[-1])
    return bool((np.diff(best) > FAR).all())


@cache
def ever_larger() -> tuple[ConfusionMatrix, ...]:
    corners = tables.small().cells.array()[(tables.small().cells.array() < 2).all((-2, -1))]
    corners = corners[corners.sum((-2, -1)) > 0]
    corners = corners[(corners.sum(-1) > 0).all(-1)]
    rare = np.array([[[0.0, 0.0], [0.0, 1.0]]])  # a lone hit among ever more true negatives
    more = np.array([[[1.0, 0.0], [0.0, 0.0]]])
    return tuple(
        tables.matrix(np.concatenate([corners * 10**power, rare + more * 10**power]))
        for power in (3, 6, 9, 12)
    )


def ever_more(classes: int) -> tuple[ConfusionMatrix, ...]:
    """More and more classes: all right; all alike; weighted rows, one with nearly all weight."""
    heavy = np.full((1, classes, classes), 1e-9)
    heavy[0, 0, 0] = 1.0
    return (
        *(tables.matrix(one[None]) for one in (np.eye(classes), np.ones((classes, classes)))),
        tables.with_squares(heavy, heavy**2),
    )


def direction(metric: Metric) -> Broken:
    """Nearly perfect beats chance and is not beaten by nearly all wrong, whatever the classes."""
    signs = {"higher": [1.0], "lower": [-1.0], "neither": [1.0, -1.0]}[metric.better]
    for sign in signs:
        good, chance, bad = (
            np.array([sign * metric(tables.at_accuracy(right, s)) for s in shares(metric)])
            for right in (0.98, 0.5, 0.02)
        )
        if metric.better == "neither":
            if (good > chance).all() and (chance > bad).all():
                yield f"{good} > {chance} > {bad}: one end is better"
        elif not ((good > chance).all() and (good >= bad - 1e-9).all()):
            yield f"{metric.better} is not better: good {good}, chance {chance}, bad {bad}"


def shares(metric: Metric) -> tuple[tuple[float, ...], ...]:
    more = ((0.2, 0.3, 0.5), (0.5, 0.3, 0.2)) if metric.classes == "any" else ()
    return (*SHARES, *more)


def chance(metric: Metric) -> Broken:
    """The table with the same margins and no association has the value that the record gives."""
    for c in every(metric):
        if c.classes == 1:
            continue
        seen = metric.at_chance(c)
        with np.errstate(all="ignore"):
            said = np.broadcast_to(metric.chance.value(c, **metric.values), seen.shape)
        wrong = ~(same(seen, said, 1e-8) | np.isnan(seen))
        if wrong.any():
            yield f"{seen[wrong][0]}, not {said[wrong][0]}, for the margins of {shown(c, wrong)}"


def prevalence(metric: Metric) -> Broken:
    """Only other class shares: some value changes if the record says so, none if it does not."""
    factor, error = (1, 1e-9) if metric.scale_free else (1e9, 1e-4)  # n counts: many rows
    changed = False
    for c, populations in shifted(metric):
        values = [metric(tables.scaled(c, factor).at_prevalence(p)) for p in populations]
        moved = [~same(values[0], other, error) for other in values[1:]]
        changed |= any(m.any() for m in moved)
    if changed != metric.moves_with_prevalence:
        yield f"claimed {metric.moves_with_prevalence}, found {changed}"


def shifted(metric: Metric) -> tuple[tuple[ConfusionMatrix, tuple[Any, ...]], ...]:
    pairs: tuple[tuple[ConfusionMatrix, tuple[Any, ...]], ...]
    pairs = ((tables.full(2), (0.01, 0.2, 0.5)),)
    if metric.classes == "any":
        three = ({0: 0.2, 1: 0.3, 2: 0.5}, {0: 0.01, 1: 0.09, 2: 0.9})
        pairs = (*pairs, (tables.full(3), three))
    return pairs


def scale(metric: Metric) -> Broken:
    """Three times every count: the same value, unless the record says that n itself counts.

    Three times every weight is never another value: weights have no unit.
    """
    kept = all(same(metric(c), metric(tables.scaled(c, 3))).all() for c in every(metric))
    if kept != metric.scale_free:
        yield f"claimed scale-free: {metric.scale_free}, found: {kept}"
    for classes in (2, 3) if metric.classes == "any" else (2,):
        one, three = (tables.weighted(classes, factor) for factor in (1, 3))
        if not same(metric(one), metric(three)).all():
            yield "another unit of the weights gives another value"


def leading_axes(metric: Metric) -> Broken:
    """Many tables at once give what each gives alone, in the same shape."""
    for c in every(metric):
        counts = c.cells.array()[:: max(1, len(c.cells.array()) // 12)][:12]
        axes = (1, len(counts)) if len(counts) < 12 else (3, 1, 4)
        together = metric(tables.matrix(counts.reshape(*axes, *counts.shape[1:])))
        alone = np.array([metric(tables.matrix(one)) for one in counts])
        if together.shape != axes:
            yield f"the shape {axes} became {together.shape}"
        elif not same(together.reshape(-1), alone, 1e-15).all():
            yield f"together {together.reshape(-1)}, alone {alone}"
