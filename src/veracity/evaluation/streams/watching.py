"""Requirements watched: an alarm when one is crossed, with the error of the whole watch bounded.

Without a window each requirement is judged on a confidence sequence: over all time, the chance
that any alarm is ever raised while all requirements hold is at most α. With a window every look
is a test, and α is spent over the looks: α/N each where N looks were stated, else α/(k(k+1)) at
look k (Lan KKG, DeMets DL (1983) Biometrika 70:659–663, for spending; by Bonferroni's bound no
assumption on how windows overlap is needed). Several requirements share α equally; the parts of
one "every class" or "every group" get 1/(j(j+1)) of its share in the order in which they appear.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from veracity.errors import NotHere, refuse
from veracity.evaluation.front.checking import conditions_of, parts_of
from veracity.evaluation.single.evaluation import Evaluation
from veracity.evaluation.streams.batches import Time
from veracity.gates import Condition, Measured, judge_requirement
from veracity.metrics import find
from veracity.results import Estimate
from veracity.results.gates.alarm import Alarm
from veracity.results.gates.requirement import Requirement
from veracity.statistics import ConfusionMatrix
from veracity.statistics.labels import Label
from veracity.words import say

MOST_ALARMS = 1000  # that are kept; all are counted
MOST_WATCHED = 1000  # parts of "every class" and "every group"
Interval = Callable[[Evaluation, str, float], Estimate]
Watched = tuple[int, Label | None]


@dataclass(eq=False)
class Watch:
    """Requirements, which of them fail at present, and the alarms that were raised.

    `parts` are the classes and groups met, in order; `raised` counts the alarms by requirement.
    """

    conditions: tuple[Condition, ...]
    alpha: float
    parts: list[Watched] = field(default_factory=list)
    failing: set[Watched] = field(default_factory=set)
    alarms: deque[Alarm] = field(default_factory=lambda: deque(maxlen=MOST_ALARMS))
    raised: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.raised = self.raised or [0] * len(self.conditions)

    @property
    def counts_only(self) -> bool:
        """Whether the matrix is all that the requirements read."""
        return all(find(one.key).reads is ConfusionMatrix for one in self.conditions)

    def look(
        self, ev: Evaluation, interval: Interval, share: float, row: int, time: Time | None
    ) -> None:
        """Judge every requirement; `share` is the part of α that this look may spend."""
        for number, condition in enumerate(self.conditions):
            for part, of in _present(ev, condition):
                watched = number, of
                alpha = self._alpha(watched) * share
                if 1.0 - alpha >= 1.0:
                    continue
                if condition.key not in part:
                    if condition.scope == "all" and len(part.held.labels) > 1:
                        part[condition.key]  # says why it can never be watched here
                    continue
                estimate = interval(part, condition.key, 1.0 - alpha)
                self._judge(
                    watched, judge_requirement(condition, _measured(part, of, estimate)), row, time
                )

    def _judge(self, watched: Watched, found: Requirement, row: int, time: Time | None) -> None:
        if found.state != "fail":
            self.failing.discard(watched)
            return
        if watched in self.failing:
            return
        self.failing.add(watched)
        self.raised[watched[0]] += 1
        message = say(
            "stream_alarm", requirement=found.text, row=f"{row:,}", sentence=found.sentence
        )
        self.alarms.append(Alarm(str(found.text), row, time, found.estimate, message))

    def _alpha(self, watched: Watched) -> float:
        alpha = self.alpha / len(self.conditions)
        number, of = watched
        if of is None or self.conditions[number].of is not None:
            return alpha
        if watched not in self.parts:
            if len(self.parts) >= MOST_WATCHED:
                return 0.0
            self.parts.append(watched)
        rank = [one for one in self.parts if one[0] == number].index(watched) + 1
        return alpha / (rank * (rank + 1))

    def copied(self) -> Watch:
        """The same, which goes on without a change of this one."""
        return replace(
            self,
            parts=list(self.parts),
            failing=set(self.failing),
            alarms=deque(self.alarms, MOST_ALARMS),
            raised=list(self.raised),
        )

    def merged(self, other: Watch) -> None:
        """Take over the alarms of another stream with the same requirements."""
        self.parts = list(dict.fromkeys((*self.parts, *other.parts)))[:MOST_WATCHED]
        every = sorted((*self.alarms, *other.alarms), key=lambda alarm: alarm.row)
        self.alarms = deque(every, MOST_ALARMS)
        self.raised = [a + b for a, b in zip(self.raised, other.raised, strict=True)]


def watch_of(require: str | Iterable[str], alpha: float) -> Watch | None:
    """The watch over requirements, each with sign and bound; None where there are none."""
    if isinstance(require, str):
        require = (require,)
    listed = tuple(require)
    if not listed:
        return None
    conditions = conditions_of(listed)
    for one in conditions:
        if one.sign is None:
            raise refuse("requirement_grammar", text=repr(one.text))
    return Watch(conditions, alpha)


def _present(ev: Evaluation, condition: Condition) -> list[tuple[Evaluation, Label | None]]:
    """The parts that a condition is about; none before the class or group has come."""
    try:
        return parts_of(ev, condition)
    except NotHere:
        return []


def _measured(part: Evaluation, of: Label | None, estimate: Estimate) -> Measured:
    return Measured(estimate, float(part.rows.used), of, part.held.clusters)
