"""One recording at every threshold: counts of a rule as the threshold falls.

One to one, a detection that comes in either brings one pair more (the matching grows by an
augmenting path) or is a false alarm: the pairs of higher scores are never lost. So one pass over
the detections gives every threshold. Rules that let one detection do for several events, or join
detections, are scored anew where the detections of the recording change.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from veracity.arrays import Floats
from veracity.matching.rule import Recording, Rule
from veracity.matching.spans import Ints


@dataclass(frozen=True, eq=False, slots=True)
class RecordingSweep:
    """Counts of one recording from above all thresholds (first) down to each of them."""

    thresholds: Floats
    true_positives: Floats
    false_positives: Floats
    missed: Floats

    def index_of(self, grid: Floats) -> Ints:
        """Where in the counts each of some falling thresholds is."""
        return np.searchsorted(-self.thresholds, -grid, "right")


def swept(recording: Recording, rule: Rule, grid: Floats) -> RecordingSweep:
    """The counts at the thresholds of a falling grid where something changes.

    >>> from veracity.matching import find_rule, spans_of
    >>> three = Recording(
    ...     spans_of([10]), spans_of([10, 11, 50]), 10**12, score=np.array([0.2, 0.9, 0.5])
    ... )
    >>> steps = swept(three, find_rule("points(2)"), np.array([0.9, 0.5, 0.2]))
    >>> steps.true_positives.tolist(), steps.false_positives.tolist()
    ([0.0, 1.0, 1.0, 1.0], [0.0, 0.0, 1.0, 2.0])
    """
    assert recording.score is not None
    if rule.allowed is not None:
        return _one_to_one(recording, rule)
    here = -np.sort(-recording.score)
    count = np.searchsorted(-here, -grid, "right")
    changes = np.flatnonzero(np.diff(count, prepend=0))
    above = [rule(recording.above(np.inf))]
    above += [rule(recording.above(float(grid[index]))) for index in changes]
    names = ("true_positives", "false_positives", "missed")
    columns = (np.array([getattr(one, name) for one in above], np.float64) for name in names)
    return RecordingSweep(grid[changes], *columns)


def _one_to_one(recording: Recording, rule: Rule) -> RecordingSweep:
    assert rule.allowed is not None
    assert recording.score is not None
    i, j = rule.allowed(recording, rule.setting)
    n, score = len(recording.reference), recording.score
    order = np.argsort(-score, kind="stable")
    gain = augmented(i, j, (n, len(score)), order)[order]
    falling = score[order]
    last = np.flatnonzero(np.append(falling[1:] != falling[:-1], True)[: len(falling)])
    found = np.concatenate([[0.0], np.cumsum(gain)[last]])
    raised = np.concatenate([[0.0], last + 1.0])
    return RecordingSweep(falling[last], found, raised - found, n - found)


def augmented(i: Ints, j: Ints, sizes: tuple[int, int], order: Ints) -> Floats:
    """Which detections bring one pair more when they come in this order (0 or 1)."""
    gain = np.zeros(sizes[1])
    by_detection = np.argsort(j, kind="stable")
    edges = np.searchsorted(j[by_detection], np.arange(sizes[1] + 1)).tolist()
    near = i[by_detection].tolist()
    claimed, held = [-1] * sizes[0], [-1] * sizes[1]
    for one in order.tolist():
        if edges[one] < edges[one + 1] and _augment(one, edges, near, claimed, held):
            gain[one] = 1.0
    return gain


def _augment(
    first: int, edges: list[int], near: list[int], claimed: list[int], held: list[int]
) -> bool:
    """Find a free event for a detection, moving earlier ones to others where that helps."""
    reached_by: dict[int, int] = {}
    waiting = [first]
    while waiting:
        one = waiting.pop()
        for event in near[edges[one] : edges[one + 1]]:
            if event in reached_by:
                continue
            reached_by[event] = one
            if claimed[event] >= 0:
                waiting.append(claimed[event])
                continue
            while event >= 0:  # everyone on the way takes the event it reached
                one = reached_by[event]
                claimed[event], event, held[one] = one, held[one], event
            return True
    return False
