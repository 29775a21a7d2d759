"""The interval of a study so many times as large, if what was found stays as it is.

One subject: as much more time with as many more events and alarms, by the same exact interval.
Several: more subjects like these, each of them so many times, by the same formula between them.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from veracity.arrays import Floats
from veracity.events.estimates.estimating import HOUR, estimate
from veracity.events.estimates.macro import of_each
from veracity.events.estimates.rates import Ends, between_subjects, garwood, hull, varying
from veracity.events.estimates.shares import parts_of
from veracity.events.estimates.subjects import agreeing, mean_of_each, share_between, share_ends
from veracity.matching import Rule
from veracity.memo import remember
from veracity.metrics.event_figures.figures import EventFigure
from veracity.statistics.events.event_tally import SECOND, EventTally

SHARES = ("sensitivity", "precision", "f1")
MOST = 2000  # subjects that are counted one by one
TIMES = ("time_in_alarm", "time_in_false_alarm")


@dataclass(frozen=True)
class LargerStudy:
    """Both ends by how many times as large it is; None of figures with an interval of its own.

    >>> from veracity.events import evaluate
    >>> from veracity.matching import find_rule
    >>> from veracity.metrics.event_figures.figures import EVENT_FIGURES
    >>> er = evaluate([], [], duration=10 * 3600, rules="iou")
    >>> asked = find_rule("iou"), EVENT_FIGURES["false_alarms_per_day"], 0.95
    >>> larger = LargerStudy(er.tally["iou"], *asked)
    >>> [round(larger(times)[1], 3) for times in (1, 10)]
    [8.853, 0.885]
    """

    tally: EventTally
    rule: Rule
    figure: EventFigure
    level: float
    macro: bool = False

    def __call__(self, times: float) -> Ends | None:
        """Both ends of the interval of a study so many times as large."""
        tally, rule, key, level = self.tally, self.rule, self.figure.key, self.level
        rate = key.startswith("false_alarms_per_")
        if rate and not rule.alarms:
            return None
        if self.macro:
            each = of_each(tally, rule, key)
            return mean_of_each(each[~np.isnan(each)], level, share=not rate, repeated=times)
        if rate and len(set(tally.clusters)) > 1:
            return _rate(tally, rule, key, level, times)
        counted = key in SHARES and rule.harmonic is None
        parts = _parts(tally, rule, key)
        if parts is not None and np.count_nonzero(parts[1] > 0) > 1:
            if counted and not agreeing(*parts) and len(parts[1]) * times < MOST:
                return self._counted(times)
            return share_between(*parts, level, repeated=times)
        if parts is not None and parts[1].any() and len(parts[1]) > 1 and times > 1:
            share = float(parts[0].sum() / parts[1].sum())  # of the only one that informs
            return share_ends(share, 0.0, 1.0, times, level)
        if rate or counted:
            found = estimate(_longer(tally, times), rule, self.figure, level)
            return found.low, found.high
        return None

    def _counted(self, times: float) -> Ends:
        """Between the ends for whole multiples, as they shrink: these are made in several steps."""
        whole = int(times)
        first, last = self._repeated(whole), self._repeated(whole + 1)
        way = (1 - whole / times) * (whole + 1)
        low, high = (a + (b - a) * way for a, b in zip(first, last, strict=True))
        return low, high

    def _repeated(self, times: int) -> Ends:
        def ends() -> Ends:
            found = estimate(_copies(self.tally, times), self.rule, self.figure, self.level)
            return found.low, found.high

        return remember(self, times, ends)


def _parts(tally: EventTally, rule: Rule, key: str) -> tuple[Floats, Floats] | None:
    """What each subject adds above and below the line of a share."""
    if key in TIMES:
        return tally.by_cluster(key), tally.by_cluster("duration")
    if key not in SHARES:
        return None
    if rule.harmonic is None:
        return parts_of(tally, key)
    name = {"sensitivity": "recall", "precision": "precision"}.get(key)
    return None if name is None else (tally.by_cluster(name), tally.by_cluster(f"{name}_n"))


def _rate(tally: EventTally, rule: Rule, key: str, level: float, times: float) -> Ends | None:
    per = (24 * HOUR if key.endswith("day") else HOUR) * SECOND
    time = tally.by_cluster("duration") / per
    if key.endswith("quiet_hour"):
        time = time - tally.by_cluster("reference_time") / per
    counts = tally.by_cluster("false_positives")
    between = between_subjects(counts, time, level, repeated=times)
    if rule.parts:
        return None if between is None else varying(between[0])
    exact = garwood(float(counts.sum()) * times, float(time.sum()) * times, level)
    return hull(exact, None if between is None else between[0])


def _longer(tally: EventTally, times: float) -> EventTally:
    """The same subject watched so many times as long, with as many more events and alarms."""
    held: dict[str, Any] = {one.name: getattr(tally, one.name) for one in fields(EventTally)}
    return EventTally(**(held | {"counts": tally.counts * times}))


def _copies(tally: EventTally, times: int) -> EventTally:
    """So many of each subject, with what it counts."""
    none, pairs = np.zeros(0, np.int64), np.zeros((0, 3))
    return EventTally(
        tally.rule,
        tuple((copy, name) for copy in range(times) for name in tally.recordings),
        tuple((copy, name) for copy in range(times) for name in tally.clusters),
        np.tile(tally.counts, (times, 1)),
        np.zeros(0),
        none,
        pairs,
        none,
    )
