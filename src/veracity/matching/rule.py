"""One rule is one record: what it asks, what it counts, when it misleads, and how it matches."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

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
        """With those detections alone whose score reaches the threshold; none reaches infinity."""
        if self.score is None:  # without detections there are no scores
            return self
        kept = (self.score >= threshold) & (threshold < np.inf)
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
Harmonic = Callable[[ArrayLike, ArrayLike], Floats]
Allowed = Callable[[Recording, Mapping[str, Any]], tuple[Ints, Ints]]


def harmonic_mean(recall: ArrayLike, precision: ArrayLike) -> Floats:
    """F1 of both shares; nan where either is undefined.

    >>> harmonic_mean([1.0, 0.0, 0.0], [0.5, 0.0, np.nan]).round(3).tolist()
    [0.667, 0.0, nan]
    """
    r, p = np.asarray(recall, np.float64), np.asarray(precision, np.float64)
    return np.where((r == 0) & (p == 0), 0.0, ratio(2 * r * p, r + p))


def harmonic_mean_or_zero(recall: ArrayLike, precision: ArrayLike) -> Floats:
    """The same, and 0 where either share alone says that nothing was right, as with counts.

    >>> harmonic_mean_or_zero([1.0, 0.0, np.nan], [0.5, np.nan, np.nan]).round(3).tolist()
    [0.667, 0.0, nan]
    """
    nothing = (np.asarray(recall) == 0) | (np.asarray(precision) == 0)
    return np.where(nothing, 0.0, harmonic_mean(recall, precision))


@dataclass(frozen=True, slots=True)
class Rule:
    """What counts as found, under the name that it was published with.

    `counts` is the thing counted, `shares` what one detection may do for several events (or the
    other way round), `demands` what it takes to be found. Only rules with `alarms` count false
    alarms; of the others the message names the time in false alarm. `allowed` gives every pair
    that a one-to-one rule may make, for sweeps over thresholds; `besides` what is demanded where
    parameters ask for it. `harmonic` makes F1 of both shares where it is not made of
    counts; `needs_fs` says that a sampling rate is needed, `parts` that counts are not whole.
    `spelled` is the rule as a key, parameters at their defaults left out, `setting` every
    parameter with its value.
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
    harmonic: Harmonic | None = None
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
        if self.harmonic is None:
            twice = 2 * match.true_positives
            return float(ratio(twice, twice + match.false_positives + match.missed))
        return float(self.harmonic(match.sensitivity(), match.positive_share()))
