"""One rule is one record: what it asks, what it counts, when it misleads, and how it matches."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.matching.spans import Bools, Ints, Spans
from veracity.parameters import Parameter, written_values
from veracity.words import Text


@dataclass(frozen=True, eq=False, slots=True)
class Recording:
    """One recording: reference events and detections inside [0, duration), in nanoseconds.

    `score` has one number for each detection, where detections have scores.
    """

    reference: Spans
    detected: Spans
    duration: int
    fs: float | None = None
    score: Floats | None = None

    def above(self, threshold: float) -> Recording:
        """With those detections alone whose score reaches the threshold."""
        if self.score is None:  # without detections there are no scores
            return self
        kept = self.score >= threshold
        detected = self.detected.chosen(kept)
        return Recording(self.reference, detected, self.duration, self.fs, self.score[kept])


class Match(NamedTuple):
    """What a rule found in one recording; counts and sums of recordings add.

    `reference` and `detected` are the things that were counted, where these are events: after
    joining and cutting, if the rule does so. `hit` and `false` say which of them were found and
    which are false alarms, `pairs` which belong together, `delay` (made by `delayed` when asked
    for) how many nanoseconds after its start each reference event was first detected (nan: not).
    Rules that score shares instead of counting have them as sums over events in `recall` and
    `precision`, each with its number.
    `cells` are those of reference and detections where samples, segments or epochs are counted.
    """

    true_positives: float = 0.0
    false_positives: float = 0.0
    missed: float = 0.0
    reference: Spans | None = None
    detected: Spans | None = None
    hit: Bools | None = None
    false: Bools | None = None
    pairs: tuple[Ints, Ints] | None = None
    delayed: Callable[[], Floats | None] | None = None
    recall: tuple[float, float] | None = None
    precision: tuple[float, float] | None = None
    cells: tuple[Spans, Spans] | None = None

    @property
    def delay(self) -> Floats | None:
        """Nanoseconds to the first detection of each reference event, where the rule has any."""
        return None if self.delayed is None else self.delayed()

    def sensitivity(self) -> float:
        """The share of what is there that was found; nan where nothing is there."""
        if self.recall is not None:
            return float(ratio(*self.recall))
        return float(ratio(self.true_positives, self.true_positives + self.missed))

    def positive_share(self) -> float:
        """The share of what was detected that is there; nan where nothing was detected."""
        if self.precision is not None:
            return float(ratio(*self.precision))
        return float(ratio(self.true_positives, self.true_positives + self.false_positives))


Matching = Callable[[Recording, Mapping[str, Any]], Match]
Allowed = Callable[[Recording, Mapping[str, Any]], tuple[Ints, Ints]]


@dataclass(frozen=True, slots=True)
class Rule:
    """What counts as found, under the name that it was published with.

    `counts` is the thing counted, `shares` what one detection may do for several events (or the
    other way round), `demands` what it takes to be found. Only rules with `alarms` count false
    alarms; of the others the message names the time in false alarm. `allowed` gives every pair
    that a one-to-one rule may make, for sweeps over thresholds; `besides` what is demanded where
    parameters ask for it. `harmonic` rules have F1 from
    both shares, the others from counts; `needs_fs` says that a sampling rate is needed, `parts`
    that counts are not whole. `spelled` is the rule as a key, parameters at their defaults left
    out, `setting` every parameter with its value.
    """

    key: str
    names: Text
    question: Text
    counts: Text
    shares: Text
    demands: Text
    misleads_when: Text
    references: tuple[str, ...]
    match: Matching
    parameters: tuple[Parameter, ...] = ()
    alarms: bool = True
    harmonic: bool = False
    needs_fs: bool = False
    points: bool = False
    parts: bool = False
    allowed: Allowed | None = None
    besides: Callable[[Mapping[str, Any]], Text] | None = None
    values: Mapping[str, Any] = field(default_factory=dict)
    spelled: str = field(init=False, repr=False)
    setting: Mapping[str, Any] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        spelled = self.key + written_values(self.parameters, self.values)
        setting = {one.name: self.values.get(one.name, one.default) for one in self.parameters}
        object.__setattr__(self, "spelled", spelled)
        object.__setattr__(self, "setting", setting)

    @property
    def demanded(self) -> Text:
        """What it takes to be found, with the parameters of this rule."""
        values = self.setting
        more = {} if self.besides is None else {"besides": self.besides(values)}
        return self.demands.filled(**values, **more)

    def __call__(self, recording: Recording) -> Match:
        """Score one recording."""
        return self.match(recording, self.setting)

    def f1(self, match: Match) -> float:
        """2TP / (2TP + FP + FN), or the harmonic mean of both shares; nan where nothing is."""
        if not self.harmonic:
            twice = 2 * match.true_positives
            return float(ratio(twice, twice + match.false_positives + match.missed))
        recall, precision = match.sensitivity(), match.positive_share()
        if np.isnan(recall) or np.isnan(precision):
            return float(np.nansum([recall, precision]) if self.zero_alone(match) else np.nan)
        return float(ratio(2 * recall * precision, recall + precision)) if recall else 0.0

    def zero_alone(self, match: Match) -> bool:
        """Whether one share alone says that nothing was right: then F1 is 0, as with counts."""
        both = (match.sensitivity(), match.positive_share())
        return self.key == "range_based" and 0.0 in both
