"""How many subjects and hours: for an interval of sensitivity or of false alarms per time.

The interval is the one between subjects that an evaluation gives. A sensitivity p with standard
deviation τ between subjects, of m events each, has a variance of τ² + (p(1 − p) − τ²)/m for one
subject; a rate λ with the coefficient of variation c, over h hours each, λ/h + (cλ)². The mean
of k subjects has one k-th of it, and the interval takes t with k − 1 degrees of freedom on the
logit or log scale. Of rates the width is that of the wider of this and the Poisson interval.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from veracity.errors import refuse, spelled
from veracity.intervals.formulas.rate import garwood
from veracity.intervals.sample.settings import Settings
from veracity.metrics.event_figures.figures import find_figure
from veracity.metrics.event_figures.from_sums import PER, from_sums, parts
from veracity.results.decisions.event_plan import EVENTS, EventPlan
from veracity.results.estimate.figures import figure
from veracity.statistics.events.event_tally import SECOND, EventTally
from veracity.statistics.numerics.quantiles import quantile_of
from veracity.words import Text, say

PLANNED = ("sensitivity", "false_alarms_per_hour", "false_alarms_per_day")
ICC = 0.1  # by default: this share of the variance of an event is between subjects
VARIATION = 0.5  # and rates differ by half of their mean
MOST = 100_000
FEWEST = 2
FURTHEST = 500.0  # on the log scale


@dataclass(frozen=True, slots=True)
class Design:
    """What is known of a study: the figure, and what each subject brings."""

    expected: float
    events_per_subject: float
    hours_per_subject: float
    between: float
    level: float = 0.95

    def width_of_share(self, k: int) -> float:
        """The width that the interval of a sensitivity is expected to have."""
        p, tau = self.expected, self.between**2
        variance = tau + max(p * (1 - p) - tau, 0.0) / self.events_per_subject
        step = quantile_of(self.level, k - 1) * math.sqrt(variance / k) / (p * (1 - p))
        step = min(step, FURTHEST)
        centre = math.log(p / (1 - p))
        low, high = (1 / (1 + math.exp(-(centre + side * step))) for side in (-1, 1))
        return high - low

    def width_of_rate(self, k: int, per_hours: float) -> float:
        """The same of a rate in so many hours: the hull of Poisson and between subjects."""
        rate, time = self.expected, self.hours_per_subject / per_hours
        variance = rate / time + (self.between * rate) ** 2
        step = min(quantile_of(self.level, k - 1) * math.sqrt(variance / k) / rate, FURTHEST)
        exact = garwood(rate * time * k, time * k, self.level)
        low, high = min(rate * math.exp(-step), exact[0]), max(rate * math.exp(step), exact[1])
        return high - low


def event_plan(
    figure: str,
    *,
    expected: float | None = None,
    width: float,
    events_per_subject: float | None = None,
    hours_per_subject: float | None = None,
    between_subjects: float | None = None,
    pilot: EventTally | None = None,
    confidence_level: float = 0.95,
) -> EventPlan:
    """The fewest subjects with which the interval is expected to be as narrow as asked.

    figure: "sensitivity", "false_alarms_per_hour" or "false_alarms_per_day". between_subjects:
    the standard deviation of the sensitivities of subjects, or of their rates divided by the
    mean rate. events_per_subject: for a sensitivity alone. pilot: an evaluation that tells what
    is not given.

    >>> plan = event_plan(
    ...     "sensitivity",
    ...     expected=0.8,
    ...     width=0.2,
    ...     events_per_subject=5,
    ...     hours_per_subject=24,
    ...     between_subjects=0.15,
    ... )
    >>> plan.subjects, plan.hours
    (22, 528.0)
    """
    key = find_figure(figure).spelled
    if key not in PLANNED:
        raise refuse("event_plan_figure", figure=key, figures=", ".join(PLANNED))
    level = Settings(confidence_level).confidence_level
    share = key == "sensitivity"
    from_pilot = {} if pilot is None else piloted(pilot, key)
    if expected is None and not 0 < from_pilot.get("expected", 0.5) < (1.0 if share else math.inf):
        raise refuse("event_plan_pilot_value", figure=key, value=f"{from_pilot['expected']:g}")
    value = _number("expected", expected, from_pilot.get("expected"), 1.0 if share else math.inf)
    asked = _number("width", width, None, 1.0 if share else math.inf)
    brought = from_pilot.get("events", None if share else 0.0)  # a rate asks for no events
    events = _number("events_per_subject", events_per_subject, brought, math.inf, zero=not share)
    hours = _number("hours_per_subject", hours_per_subject, from_pilot.get("hours"), math.inf)
    most = math.sqrt(value * (1 - value)) if share else math.inf
    usual = math.sqrt(ICC * value * (1 - value)) if share else VARIATION
    given = between_subjects if between_subjects is not None else from_pilot.get("between", usual)
    between = _number("between_subjects", given, None, most, zero=True)
    design = Design(value, events, hours, between, level)
    if share:
        widths: Callable[[int], float] = design.width_of_share
    else:
        per_hours = PER[key] / PER["false_alarms_per_hour"]
        widths = partial(design.width_of_rate, per_hours=per_hours)
    k = least(widths, asked)
    assumed = between_subjects is None and "between" not in from_pilot
    return EventPlan(
        metric=key,
        goal="width",
        asked=asked,
        achieved=widths(k),
        reached="width",
        expected=value,
        trials=math.ceil(k * events),
        trials_of=EVENTS,
        rows=None,
        positives=None,
        negatives=None,
        assured_rows=None,
        clusters=k,
        sets=1,
        level=level,
        method="between subjects",
        design_effect=design_effect(design, share=share, per=PER.get(key, SECOND)),
        assumptions=tuple(_assumptions(design, assumed=assumed, piloted=pilot is not None)),
        request={"figure": key, "width": asked},
        hours=k * hours,
        between=between,
    )


def least(width: Callable[[int], float], asked: float) -> int:
    """The fewest subjects with an interval no wider than asked."""
    low, high = FEWEST - 1, FEWEST
    while width(high) > asked:
        low, high = high, 2 * high
        if high > MOST:
            raise refuse("event_plan_too_many", width=figure(asked), most=MOST)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if width(middle) <= asked else (middle, high)
    return high


def design_effect(design: Design, *, share: bool, per: float) -> float:
    """How much larger the variance is than with independent events or alarms."""
    p, b = design.expected, design.between
    if share:
        m = design.events_per_subject
        return 1 + (m - 1) * b**2 / (p * (1 - p))
    time = design.hours_per_subject * 3600 * SECOND / per
    return 1 + b**2 * p * time


def piloted(tally: EventTally, key: str) -> dict[str, float]:
    """What a pilot tells: the figure, events and hours of a subject, how much subjects differ."""
    sums = tally.sums_by_cluster()
    k = len(sums)
    above, below = parts(sums, key)
    value = float(from_sums(sums.sum(0), key))
    found = {
        "expected": value,
        "events": float(tally.sum("reference_events")) / k,
        "hours": tally.seconds("duration") / 3600 / k,
    }
    informing = below > 0
    above, below = above[informing], below[informing]
    if len(below) < 2 or not value > 0:
        return found
    share = key == "sensitivity"
    total, squares = float(below.sum()), float((below**2).sum())
    even = total - squares / total  # Σ(a − p b)² is `noise` times this with independent events
    spread = float((below**2 * (1 - 2 * below / total)).sum()) + (squares / total) ** 2
    spread -= even if share else 0.0  # what is between subjects is not within them
    noise = value * (1 - value) if share else value
    if not spread > 1e-9 * squares:
        return found
    variance = max(0.0, (float(((above - value * below) ** 2).sum()) - noise * even) / spread)
    if share:
        return found | {"between": math.sqrt(min(variance, 0.99 * noise))}
    return found | {"between": math.sqrt(variance) / value}


def _assumptions(design: Design, *, assumed: bool, piloted: bool) -> list[Text]:
    events, hours = design.events_per_subject, f"{design.hours_per_subject:.4g}"
    notes = [
        say("event_plan_each", events=figure(events), hours=hours)
        if events
        else say("event_plan_each_hours", hours=hours),
        say(
            "event_plan_between_assumed" if assumed else "event_plan_between",
            sd=figure(design.between),
        ),
        say("event_plan_expected_width"),
    ]
    return [*notes, say("event_plan_pilot")] if piloted else notes


def _number(
    name: str, given: float | None, from_pilot: float | None, most: float, *, zero: bool = False
) -> float:
    if given is None:
        given = from_pilot
    if given is None:
        raise refuse("event_plan_lacks", name=name)
    try:
        value = float(given)
    except (TypeError, ValueError, OverflowError):
        value = math.nan
    least_of = 0.0 if zero else math.ulp(0.0)
    if not (least_of <= value < most and math.isfinite(value)):
        raise refuse("event_plan_number", name=name, given=spelled(given), most=f"{most:g}")
    return value
