"""Every claim of a metric record, executed: a record that says something untrue is caught here."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np

from tests.metrics import tables
from tests.metrics.claims_in_words import WORDS
from veracity.metrics import Metric, find
from veracity.metrics.metric import ALL_CELLS, Case
from veracity.statistics import ConfusionMatrix

Broken = Iterator[str]
CELLS = {"TN": (0, 0), "FP": (0, 1), "FN": (1, 0), "TP": (1, 1)}
SHARES = ((0.5, 0.5), (0.9, 0.1), (0.1, 0.9))
NEAR, FAR, HUGE = 0.05, 0.5, 1e12


def check_claims(metric: Metric) -> None:
    """Raise AssertionError with every claim of the record that does not hold."""
    broken = broken_claims(metric)
    text = "\n".join(f"  {claim}: {what}" for claim, found in broken.items() for what in found)
    assert not broken, f"{metric.key} claims what is not so:\n{text}"


def broken_claims(metric: Metric) -> dict[str, list[str]]:
    """The claims that do not hold, each with what was found instead."""
    found = {claim: list(check(metric)) for claim, check in CLAIMS.items()}
    return {claim: what for claim, what in found.items() if what}


# the range


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
    return tuple(tables.matrix(np.ones((1, k, k))) for k in (32, 64))


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
    return tuple(tables.matrix(corners * 10**power) for power in (3, 6, 9, 12))


def ever_more(classes: int) -> tuple[ConfusionMatrix, ...]:
    """More and more classes: all right; and weighted rows, one of which has nearly all weight."""
    heavy = np.full((1, classes, classes), 1e-9)
    heavy[0, 0, 0] = 1.0
    return tables.matrix(np.eye(classes)[None]), tables.with_squares(heavy, heavy**2)


# direction, chance, prevalence


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


# where there is no plain value


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
            place = said != seen
            yield f"{value[place][0]} for {shown(c, place)}, {word} is claimed: {said[place][0]}"
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


# what it reads and what it turns into


def cells_used(metric: Metric) -> Broken:
    """More weight in a cell changes the value somewhere if the cell is listed, else nowhere."""
    if metric.average:
        return
    for cell in ALL_CELLS:
        more = np.zeros((2, 2))
        more[CELLS[cell]] = 1
        changed = False
        for c in (tables.small(), tables.random(2)):
            changed |= not same(metric(c), metric(tables.matrix(c.cells.array() + more))).all()
        if changed != (cell in metric.uses):
            yield f"{cell} changes the value: {changed}, listed: {cell in metric.uses}"


def trials(metric: Metric) -> Broken:
    """A proportion: successes among trials, whole numbers, undefined without trials."""
    if metric.successes is None or metric.trials is None:
        if metric.successes is not metric.trials:
            yield "successes and trials come together"
        return
    for c in every(metric):
        good, all_ = np.asarray(metric.successes(c)), np.asarray(metric.trials(c))
        value = metric(c)
        if not same(good[all_ > 0] / all_[all_ > 0], value[all_ > 0], 1e-15).all():
            yield "successes / trials is another number"
        if ((all_ == 0) != np.isnan(value)).any():
            yield "it is not undefined exactly where there are no trials"
        if (good > all_).any() or (good < 0).any():
            yield "there are more successes than trials, or fewer than none"
        if c.cells.whole() and not all(np.all(x == np.floor(x)) for x in (good, all_)):
            yield "counts give trials that are no counts"


def moves(metric: Metric) -> Broken:
    """What it becomes when truth and prediction, or the classes, are exchanged."""
    changes: dict[str, Callable[[ConfusionMatrix], ConfusionMatrix]] = {
        "transposed": lambda c: c.T,
        "classes_swapped": lambda c: c.classes_swapped(),
    }
    if set(metric.moves) - set(changes):
        yield f"unknown: {set(metric.moves) - set(changes)}"
    for name, change in changes.items():
        wide = metric.classes == "any" and name == "transposed"
        some = every(metric) if wide else tables.of_two_classes()
        if name in metric.moves:
            other = at_values(metric.moves[name], metric)
            if not all(same(metric(change(c)), other(c)).all() for c in some):
                yield f"{name} it is not {other.key}"
        elif not (metric.parameters or metric.average) and all(
            same(metric(change(c)), metric(c)).all() for c in some
        ):
            yield f"{name} it is itself, and the record does not say so"


def identities(metric: Metric) -> Broken:
    """Both sides are equal wherever both are finite, which is somewhere."""
    for identity in metric.identities:
        compared = 0
        for c in (tables.small(), tables.random(2), tables.fractional(2)):
            with np.errstate(all="ignore"):
                left = metric(c)
                right = identity.right(lambda key, c=c: at_values(key, metric)(c), **metric.values)
            both = np.isfinite(left) & np.isfinite(right)
            compared += both.sum()
            wrong = both & ~same(left, right)
            if wrong.any():
                yield f"{identity.formula}: {left[wrong][0]} = {right[wrong][0]}"
        if compared == 0:
            yield f"{identity.formula} is never finite on both sides"


def at_values(key: str, metric: Metric) -> Metric:
    """The other metric, with the same values for the parameters that both have."""
    other = find(key)
    known = {p.name for p in other.parameters}
    return other.with_values(**{n: v for n, v in metric.values.items() if n in known})


# arrays


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


def every(metric: Metric) -> tuple[ConfusionMatrix, ...]:
    if metric.classes == "two":
        return tables.of_two_classes()
    more = (*tables.of_two_classes(), *tables.of_many_classes(), tables.one_class())
    # tables of one class against the rest, added up: 10^12 times 10^12 is not exact
    return tuple(c for c in more if c is not tables.extreme()) if metric.average else more


def same(left: Any, right: Any, error: float = 1e-9) -> Any:
    """Equal to rounding; nan equals nan; where 1/0 was to be, rounding may leave a huge number."""
    close = np.isclose(left, right, rtol=error, atol=error / 10, equal_nan=True)
    return close | ((np.abs(left) > HUGE) & (np.abs(right) > HUGE))


def shown(c: ConfusionMatrix, where: Any) -> str:
    return str(c.cells.array()[where][0].tolist())


CLAIMS: dict[str, Callable[[Metric], Broken]] = {
    "range": values_are_inside,
    "range is tight": ends_are_reached,
    "better": direction,
    "chance": chance,
    "moves_with_prevalence": prevalence,
    "undefined_when": undefined,
    "infinite_when": infinite,
    "limit": limit,
    "uses": cells_used,
    "trials": trials,
    "moves": moves,
    "identities": identities,
    "scale_free": scale,
    "leading axes": leading_axes,
    "words": WORDS,
}
