"""The event tally: what a rule counted in each recording. Tallies add; ratios come later."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from veracity.arrays import Floats
from veracity.errors import CannotMerge, quoted, refuse
from veracity.statistics.labels import Label
from veracity.statistics.matrix.cells import Ints

COLUMNS = (
    "true_positives",
    "false_positives",
    "missed",
    "recall",
    "recall_n",
    "precision",
    "precision_n",
    "reference_events",
    "detected_events",
    "duration",
    "reference_time",
    "time_in_alarm",
    "time_in_false_alarm",
    "substitutions",
)
SECOND = 1e9


@dataclass(frozen=True, eq=False)
class EventTally:
    """Counts and nanoseconds of each recording under one rule, and whose recording it is.

    `counts` is (recordings, columns). `delays` holds for each reference event the nanoseconds
    to its first detection (inf: missed), `delay_of` the recording it is in; `errors` has onset
    error, offset error and overlap (intersection over union) of each pair, `error_of` likewise.

    >>> one = EventTally.of_recordings("taes", [("a", "anna", {"missed": 2, "duration": 9e9})])
    >>> two = EventTally.of_recordings("taes", [("b", "anna", {"missed": 1, "duration": 1e9})])
    >>> (one + two).sum("missed"), (one + two).seconds("duration")
    (3.0, 10.0)
    """

    rule: str
    recordings: tuple[Label, ...]
    clusters: tuple[Label, ...]
    counts: Floats
    delays: Floats
    delay_of: Ints
    errors: Floats
    error_of: Ints

    @classmethod
    def of_recordings(
        cls, rule: str, rows: Iterable[tuple[Label, Label, Mapping[str, Any]]]
    ) -> EventTally:
        """From one mapping of counts for each recording, with `delays` and `errors` if any."""
        listed = list(rows)
        counts = [[float(given.get(name, 0)) for name in COLUMNS] for _, _, given in listed]
        delays = [np.asarray(given.get("delays", ()), np.float64) for _, _, given in listed]
        errors = [np.asarray(given.get("errors", ()), float).reshape(-1, 3) for *_, given in listed]
        return cls(
            rule,
            tuple(name for name, _, _ in listed),
            tuple(cluster for _, cluster, _ in listed),
            np.array(counts, np.float64).reshape(len(listed), len(COLUMNS)),
            np.concatenate([*delays, np.zeros(0)]),
            np.repeat(np.arange(len(listed)), [len(one) for one in delays]),
            np.concatenate([*errors, np.zeros((0, 3))]),
            np.repeat(np.arange(len(listed)), [len(one) for one in errors]),
        )

    def column(self, name: str) -> Floats:
        """One column, by recording."""
        return self.counts[:, COLUMNS.index(name)]

    def sum(self, name: str) -> float:
        """One column over all recordings."""
        return float(self.column(name).sum())

    def seconds(self, name: str) -> float:
        """One column of times over all recordings, in seconds."""
        return self.sum(name) / SECOND

    def by_cluster(self, name: str) -> Floats:
        """One column summed over the recordings of each cluster, in order of appearance."""
        if len(self.recordings) == 1:
            return self.column(name)
        index = self.cluster_indices
        size = int(index.max(initial=-1)) + 1
        return np.bincount(index, self.column(name), size).astype(np.float64)

    def sums_by_cluster(self) -> Floats:
        """Every column summed over the recordings of each cluster, (clusters, columns)."""
        index = self.cluster_indices
        sums = np.zeros((int(index.max(initial=-1)) + 1, self.counts.shape[1]))
        np.add.at(sums, index, self.counts)
        return sums

    @property
    def cluster_indices(self) -> Ints:
        """The index of each recording's cluster among the distinct ones."""
        order = {name: i for i, name in enumerate(dict.fromkeys(self.clusters))}
        return np.array([order[name] for name in self.clusters], np.int64)

    def among(self, kept: Iterable[int]) -> EventTally:
        """Some of the recordings."""
        rows = np.array(list(kept), np.int64)
        new = np.full(len(self.recordings), -1)
        new[rows] = np.arange(len(rows))
        delay, error = (new[of] >= 0 for of in (self.delay_of, self.error_of))
        return EventTally(
            self.rule,
            tuple(self.recordings[i] for i in rows),
            tuple(self.clusters[i] for i in rows),
            self.counts[rows],
            self.delays[delay],
            new[self.delay_of[delay]],
            self.errors[error],
            new[self.error_of[error]],
        )

    def emptied(self) -> EventTally:
        """The same recordings, as long as they are, without any event or detection."""
        counts = np.zeros_like(self.counts)
        index = COLUMNS.index("duration")
        counts[:, index] = self.counts[:, index]
        none = np.zeros(0, np.int64)
        return EventTally(
            self.rule,
            self.recordings,
            self.clusters,
            counts,
            np.zeros(0),
            none,
            np.zeros((0, 3)),
            none,
        )

    def __add__(self, other: EventTally) -> EventTally:
        if not isinstance(other, EventTally):
            return NotImplemented
        if self.rule != other.rule:
            name, mine, yours = "rule", self.rule, other.rule
            raise refuse("merge_settings", CannotMerge, name=name, mine=mine, yours=yours)
        both = set(self.recordings) & set(other.recordings)
        if both:
            raise refuse("merge_same_recordings", CannotMerge, names=quoted(sorted(both, key=str)))
        n = len(self.recordings)
        return EventTally(
            self.rule,
            self.recordings + other.recordings,
            self.clusters + other.clusters,
            np.concatenate([self.counts, other.counts]),
            np.concatenate([self.delays, other.delays]),
            np.concatenate([self.delay_of, other.delay_of + n]),
            np.concatenate([self.errors, other.errors]),
            np.concatenate([self.error_of, other.error_of + n]),
        )
