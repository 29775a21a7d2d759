"""A condition and an estimate → a judged requirement.

A requirement passes when the whole two-sided interval is on the right side of the bound, fails
when none of it is, and is open otherwise. A gate on the value alone would pass half of all
classifiers that lie exactly at the bound.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from veracity.comparisons.differences.mover import square_and_add
from veracity.errors import refuse
from veracity.gates.condition import Condition, Sign
from veracity.gates.more_rows import Span, growth, growth_beside, more
from veracity.metrics import find
from veracity.results import Estimate, figure, percent
from veracity.results.gates.requirement import Requirement, State
from veracity.statistics.labels import Label
from veracity.words import Text, joined, say
from veracity.words.layout import one_line


@dataclass(frozen=True, slots=True)
class Measured:
    """An estimate, of whom it is, and the rows (and clusters) of the part it was found in."""

    estimate: Estimate
    rows: float
    of: Label | None = None
    clusters: int | None = None


@dataclass(frozen=True, slots=True)
class Needed:
    """What more would decide: rows like these; where rows belong to clusters, whole clusters."""

    rows: int | None
    clusters: int | None = None

    @classmethod
    def of(cls, measured: Measured, factor: float) -> Needed:
        """So many times what there is; None where no number can be expected to decide."""
        rows = more(measured.rows, factor)
        if rows is None or measured.clusters is None:
            return cls(rows)
        clusters = more(measured.clusters, factor)
        return cls(None if clusters is None else rows, clusters)


def state_of(sign: Sign, bound: float, low: float, high: float) -> State:
    """Where an interval lies: wholly right, wholly wrong, or on both sides.

    >>> [state_of(">=", 0.9, *ends) for ends in ((0.9, 0.95), (0.7, 0.89), (0.8, 0.9))]
    ['pass', 'fail', 'not_enough_data']
    """
    if math.isnan(low) or math.isnan(high):
        return "not_enough_data"
    right = {
        ">=": (low >= bound, high >= bound),
        ">": (low > bound, high > bound),
        "<=": (high <= bound, low <= bound),
        "<": (high < bound, low < bound),
    }
    whole, part = right[sign]
    if whole:
        return "pass"
    return "not_enough_data" if part else "fail"


def judge_requirement(condition: Condition, measured: Measured) -> Requirement:
    """The condition judged on the interval of what was measured."""
    assert condition.sign is not None
    metric, words = find(condition.key), _named(condition, measured)
    factor = growth(measured.estimate, condition.bound, metric.bounds)
    return _requirement(
        condition,
        measured,
        text=Text(words, words),
        sign=condition.sign,
        bound=condition.bound,
        name=metric.display_name,
        factor=factor,
    )


def against_baseline(
    condition: Condition, measured: Measured, baseline: Measured, margin: float
) -> Requirement:
    """Not worse than the baseline by more than the margin, judged on the difference.

    The difference new − baseline has the interval that recovers the variance of each side from
    its own interval, at the end that matters (MOVER: Zou GY, Donner A (2008) Statistics in
    Medicine 27(10):1693–1702); for Wilson intervals of two shares it is Newcombe's hybrid score
    interval (Newcombe RG (1998) Statistics in Medicine 17(8):873–890, method 10). The two sets
    of rows are taken as independent.
    """
    metric = find(condition.key)
    if metric.better == "neither":
        raise refuse("baseline_no_direction", key=metric.key)
    difference = difference_of(measured.estimate, baseline.estimate)
    higher = metric.better == "higher"
    sign: Sign = ">=" if higher else "<="
    bound = 0.0 - margin if higher else margin  # never a minus zero
    sides = _bare(measured.estimate), _bare(baseline.estimate)
    factor = _growth_to(difference, bound, *sides, metric.bounds)
    name = say("gate_difference", name=metric.display_name)
    words = say("gate_baseline_text", key=_subject(condition, measured), margin=f"{margin:g}")
    return _requirement(
        condition,
        replace(measured, estimate=difference),
        text=words,
        sign=sign,
        bound=bound,
        name=name,
        factor=factor,
        against="baseline",
    )


def _growth_to(
    difference: Estimate, bound: float, new: Estimate, old: Estimate, span: Span
) -> float:
    """By which factor the new rows must grow; the baseline stays as it is."""
    away = abs(difference.value - bound) - difference.bound
    if not away > 0:
        return math.nan
    if difference.value > bound:
        return growth_beside(new, old.high - old.value, away, below=True, span=span)
    return growth_beside(new, old.value - old.low, away, below=False, span=span)


def difference_of(new: Estimate, old: Estimate) -> Estimate:
    """New minus old, with the square-and-add interval; errors of grids stay outside the root.

    >>> a = Estimate(56 / 70, 0.6918, 0.8769, 0.95, "wilson", 70)
    >>> b = Estimate(48 / 80, 0.4904, 0.7003, 0.95, "wilson", 80)
    >>> print(difference_of(a, b))
    0.200 [0.052, 0.334]
    """
    value, n = new.value - old.value, min(new.n, old.n)
    ends = (new.low, new.high, old.low, old.high)
    notes = tuple(dict.fromkeys(one.note for one in (new, old) if one.note))
    if not all(map(math.isfinite, ends)):
        why = joined((say("gate_one_without_interval"), *notes))
        return Estimate(value, math.nan, math.nan, new.level, "none", n, 0.0, why)
    bound = new.bound + old.bound
    low, high = square_and_add(_bare(new), _bare(old))
    method = f"mover ({new.method}, {old.method})"
    note = joined((say("gate_independent"), *notes))
    return Estimate(value, low - bound, high + bound, new.level, method, n, bound, note)


def _bare(estimate: Estimate) -> Estimate:
    """The same interval without the error of a grid, which no further row makes smaller."""
    low = min(estimate.low + estimate.bound, estimate.value)
    high = max(estimate.high - estimate.bound, estimate.value)
    return replace(estimate, low=low, high=high, bound=0.0)


def _requirement(
    condition: Condition,
    measured: Measured,
    *,
    text: Text,
    sign: Sign,
    bound: float,
    name: Text,
    factor: float,
    against: str = "number",
) -> Requirement:
    estimate = measured.estimate
    state = state_of(sign, bound, estimate.low, estimate.high)
    needed = Needed.of(measured, factor)
    return Requirement(
        text=text,
        scope=condition.scope,
        of=measured.of,
        key=condition.key,
        sign=sign,
        bound=bound,
        estimate=estimate,
        state=state,
        sentence=sentence(
            name, estimate, sign, bound, _advice(estimate, sign, bound, needed, against)
        ),
        more_rows=needed.rows if state == "not_enough_data" else None,
        more_clusters=needed.clusters if state == "not_enough_data" else None,
        against=against,
    )


def sentence(name: Text, estimate: Estimate, sign: Sign, bound: float, advice: Text) -> Text:
    """What was found beside what was asked; with the advice, where it is open."""
    if not estimate.defined:
        return joined([say("gate_undefined", name=name), estimate.note])
    name = estimate.titled(name)
    if math.isnan(estimate.low) or math.isnan(estimate.high):
        found = say("gate_no_interval", name=name, value=figure(estimate.value))
        return joined([found, estimate.note]) if estimate.note else found
    facts = {
        "name": name,
        "estimate": _apart(estimate, bound),
        "level": percent(estimate.level),
        "rule": f"{sign} {bound:.10g}",
    }
    state = state_of(sign, bound, estimate.low, estimate.high)
    if state == "pass":
        return say("gate_pass", **facts)
    if state == "fail":
        return say("gate_fail", **facts)
    return joined([say("gate_open", **facts), advice])


def _apart(estimate: Estimate, bound: float) -> str:
    """The estimate with digits enough to see on which side of the bound each end lies."""
    ends = estimate.low, estimate.high

    def clear(written: list[str]) -> bool:
        pairs = zip(written, ends, strict=True)
        return all(
            _side(float(w), bound) == _side(end, bound) for w, end in pairs if math.isfinite(end)
        )

    if clear([figure(end) for end in ends]):
        return estimate.with_interval
    for digits in range(4, 16):
        low, high = written = [f"{end:.{digits}g}" for end in ends]
        if clear(written):
            return f"{estimate.value:.{digits}g} [{low}, {high}]"
    return estimate.with_interval


def _side(value: float, bound: float) -> int:
    return (value > bound) - (value < bound)


def _advice(estimate: Estimate, sign: Sign, bound: float, needed: Needed, against: str) -> Text:
    """What more rows can be expected to do."""
    good = estimate.value > bound if sign in (">=", ">") else estimate.value < bound
    if estimate.value == bound:
        return say("gate_at_bound")
    if needed.clusters is not None and needed.rows is not None:
        key = "gate_more_clusters_to_pass" if good else "gate_more_clusters_to_fail"
        return say(key, n=needed.clusters, rows=needed.rows)
    if needed.rows is not None:
        return say("gate_more_to_pass" if good else "gate_more_to_fail", n=f"{needed.rows:,}")
    if 0 < abs(estimate.value - bound) <= estimate.bound:
        return say("gate_grid_too_coarse", error=figure(estimate.bound))
    if against == "baseline":
        return say("gate_baseline_too_small")
    return say("gate_cannot_tell")


def _named(condition: Condition, measured: Measured) -> str:
    """The requirement as written; where it was meant for every part, with the part's name."""
    if condition.scope == "all" or condition.of is not None:
        return condition.text
    rest = condition.text.partition(":")[2] or condition.text.partition("：")[2]
    return f"{condition.scope} {one_line(measured.of)}: {rest.strip()}"


def _subject(condition: Condition, measured: Measured) -> str:
    """Whose metric it is, without sign and bound."""
    if condition.scope == "all":
        return condition.key
    return f"{condition.scope} {one_line(measured.of)}: {condition.key}"
