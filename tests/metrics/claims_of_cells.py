"""What a record reads, what it counts, and what it turns into."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from tests.metrics import tables
from tests.metrics.comparing import Broken, every, same
from veracity.metrics import Metric, find
from veracity.metrics.record.metric import ALL_CELLS
from veracity.statistics import ConfusionMatrix

CELLS = {"TN": (0, 0), "FP": (0, 1), "FN": (1, 0), "TP": (1, 1)}


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
    facts = metric.counted
    if facts is None:
        return
    for c in every(metric):
        good, all_ = (
            np.asarray(count(c)) for count in (metric.counted.successes, metric.counted.trials)
        )
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
