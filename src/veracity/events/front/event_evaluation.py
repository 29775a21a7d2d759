"""What `events.evaluate` gives: every figure under every rule, pooled and by recording."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np

from veracity.errors import CannotMerge, NotHere, quoted, refuse, spelled
from veracity.events.estimates.by_type import matches_together, tallies_together
from veracity.events.estimates.estimating import estimate
from veracity.events.estimates.macro import MACRO
from veracity.events.estimates.tallying import tallies_of
from veracity.events.front.page_pictures import event_drawings
from veracity.events.front.plotting import EventPlots
from veracity.events.reporting.reported_events import ReportedEvents
from veracity.events.scores.choosing import best_threshold, checked_aim, chosen
from veracity.events.scores.event_choice import EventChoice
from veracity.events.scores.froc import froc, froc_area
from veracity.events.scores.sweep import EventSweep, sweep_of
from veracity.intervals.sample.settings import Settings
from veracity.matching import Match, Recording, Rule, Spans, find_rule
from veracity.memo import remember
from veracity.metrics.event_figures.figures import EVENT_FIGURES, EventFigure, find_figure
from veracity.reports.formats.event_texts import rule_text
from veracity.reports.tables.frames import RowsAsFrames
from veracity.results import Estimate
from veracity.results.estimate.curve import Curve
from veracity.results.page.page import Drawing
from veracity.statistics.events.event_tally import EventTally
from veracity.statistics.labels import Label
from veracity.statistics.scores.thresholds import checked_threshold
from veracity.words import Text, current, say

PREFIX = "macro_"
INTERNAL = (
    "at_level by_rule channels drawings event_notes facts page scenes seed some_tally tallies types"
)
AT_CHOICE = ("sensitivity", "precision", "f1", "false_alarms_per_hour", "false_alarms_per_day")


class RuleFigures(Mapping[str, Estimate]):
    """The figures under one rule, by key; computed when asked for."""

    def __init__(self, tally: EventTally, rule: Rule, level: float) -> None:
        self.tally, self.rule, self.level = tally, rule, level

    def __getitem__(self, key: str) -> Estimate:
        if key in EVENT_FIGURES:
            return self._estimated(key, EVENT_FIGURES[key])
        macro = isinstance(key, str) and key.startswith(PREFIX)
        figure = find_figure(key.removeprefix(PREFIX) if macro else key)
        if macro and figure.key not in MACRO:
            raise refuse("event_no_macro", NotHere, key=key, keys=", ".join(MACRO))
        spelled = f"{PREFIX}{figure.spelled}" if macro else figure.spelled
        return self._estimated(spelled, figure, macro=macro)

    def _estimated(self, spelled: str, figure: EventFigure, *, macro: bool = False) -> Estimate:
        return remember(
            self, spelled, lambda: estimate(self.tally, self.rule, figure, self.level, macro=macro)
        )

    def __iter__(self) -> Iterator[str]:
        return iter((*EVENT_FIGURES, *(f"{PREFIX}{key}" for key in MACRO)))

    def __len__(self) -> int:
        return len(EVENT_FIGURES) + len(MACRO)

    def __repr__(self) -> str:
        """Every figure that is defined, a line for each: what `print(er["iou"])` shows."""
        return rule_text(self, self.rule.spelled, current())


class EventParts(dict[Any, "EventEvaluation"]):
    """Evaluations of recordings, subjects, types or channels, by name."""

    def __init__(self, kind: str, parts: Mapping[Any, EventEvaluation]) -> None:
        super().__init__(parts)
        self.kind = kind

    def __missing__(self, name: object) -> EventEvaluation:
        here = quoted(tuple(self)) or "—"
        raise refuse(f"event_no_such_{self.kind}", NotHere, name=spelled(name), names=here)


@dataclass(frozen=True, eq=False, repr=False)
class EventEvaluation(ReportedEvents, RowsAsFrames):
    """Events scored under several rules side by side.

    >>> from veracity.events import evaluate
    >>> er = evaluate([(100, 160), (900, 930)], [(95, 120), (500, 510)], duration=3600)
    >>> er["any_overlap", "sensitivity"].value, er["iou", "true_positives"].value
    (0.5, 0.0)
    """

    tallies: Mapping[str, EventTally]
    level: float = 0.95
    event_notes: tuple[Text, ...] = ()
    scenes: Mapping[Label, Recording] | None = None
    types: Mapping[str, EventEvaluation] = field(default_factory=dict)
    channels: Mapping[str, EventEvaluation] = field(default_factory=dict)
    seed: int = 0
    ignore: tuple[str, ...] = ()

    def __dir__(self) -> Iterable[str]:
        """What users call: an editor offers nothing else."""
        return [name for name in super().__dir__() if name not in INTERNAL.split()]

    @property
    def notes(self) -> tuple[Text, ...]:
        """What was done to the events, which cautions are muted, what counts how often."""
        notes, first = self.event_notes, self.some_tally
        if self.ignore:
            from veracity.cautions.catalogue.checking import notes_of_muted

            notes = (*notes_of_muted(self.ignore), *notes)
        rates = {one.fs for one in (self.scenes or {}).values() if one.fs is not None}
        if len(rates) > 1 and any(find_rule(name).needs_fs for name in self.rules):
            notes = (*notes, say("event_rates_together", rates=quoted(sorted(rates))))
        if len(first.recordings) < 2 or first.clusters != first.recordings:
            return notes
        return (*notes, say("event_recordings_as_subjects", n=len(first.recordings)))

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules, as keys."""
        return tuple(self.tallies)

    def keys(self) -> tuple[str, ...]:
        """The figures that each rule has."""
        return tuple(next(iter(self.by_rule.values())))

    @cached_property
    def by_rule(self) -> Mapping[str, Mapping[str, Estimate]]:
        """The figures of each rule by key, computed when asked for."""
        return {
            name: RuleFigures(tally, find_rule(name), self.level)
            for name, tally in self.tallies.items()
        }

    def __getitem__(self, rule_or_pair: str | tuple[str, str]) -> Any:
        if isinstance(rule_or_pair, tuple):
            rule, key = rule_or_pair
            return self[rule][key]
        by_rule = self.by_rule
        if rule_or_pair in by_rule:
            return by_rule[rule_or_pair]
        spelled = find_rule(rule_or_pair).spelled
        if spelled not in by_rule:
            raise refuse("event_rule_not_here", NotHere, rule=spelled, rules=quoted(self.rules))
        return by_rule[spelled]

    @property
    def tally(self) -> Mapping[str, EventTally]:
        """The counts of each recording under each rule: what adds, is saved and shared."""
        return self.tallies

    def at_level(self, level: float) -> EventEvaluation:
        """The same tallies with intervals of another level."""
        if Settings(level).confidence_level == self.level:
            return self
        parts = [
            {name: part.at_level(level) for name, part in several.items()}
            for several in (self.types, self.channels)
        ]
        return replace(self, level=level, types=parts[0], channels=parts[1])

    @property
    def plot(self) -> EventPlots:
        """Pictures: `er.plot.timeline()` and one for each."""
        return EventPlots(self)

    def drawings(self) -> tuple[Drawing, ...]:
        """The pictures that its page has."""
        return event_drawings(self)

    def matches(self, rule: str) -> dict[Label, Match]:
        """Which events and detections belong together, recording by recording."""
        if self.scenes is None:
            raise refuse("event_no_scenes", NotHere)
        if len(self.types) > 1:
            parts = [part.matches(rule) for part in self.types.values()]
            return {name: matches_together([one[name] for one in parts]) for name in self.scenes}
        found = find_rule(rule)
        return {name: found(scene) for name, scene in self.scenes.items()}

    @property
    def by_type(self) -> Mapping[str, EventEvaluation]:
        """The same of the events of each type; needs `event_type=`."""
        if not self.types:
            raise refuse("event_no_types", NotHere)
        return EventParts("type", self.types)

    @property
    def by_channel(self) -> Mapping[str, EventEvaluation]:
        """The same of the events on each channel; needs `channel=`."""
        if not self.channels:
            raise refuse("event_no_channels", NotHere)
        return EventParts("channel", self.channels)

    def at(self, threshold: float) -> EventEvaluation:
        """The same with those detections alone whose score is at or above a threshold."""
        threshold = checked_threshold(threshold)
        scenes = {name: scene.above(threshold) for name, scene in self._scored().items()}
        types = {name: part.at(threshold) for name, part in self.types.items()}
        rules = [find_rule(name) for name in self.rules]
        if len(types) > 1:
            parts = [part._scored() for part in types.values()]
            tallies = tallies_together(rules, [part.tallies for part in types.values()], parts)
        else:
            tallies = tallies_of(rules, scenes, self._whose)
        channels = {name: part.at(threshold) for name, part in self.channels.items()}
        return replace(self, tallies=tallies, scenes=scenes, types=types, channels=channels)

    def froc(self, rule: str) -> Curve:
        """Sensitivity against false alarms per hour as the threshold falls, with a band.

        Unpacks to false_alarms_per_hour, sensitivity, thresholds. One to one, every threshold
        comes from one pass; other rules are scored anew at each of at most 256 thresholds.

        >>> from veracity.events import evaluate
        >>> er = evaluate([5, 50], [5, 20, 50], score=[0.9, 0.8, 0.4], duration=3600)
        >>> rate, found, thresholds = er.froc("points")
        >>> rate.tolist(), found.tolist(), thresholds.tolist()
        ([0.0, 0.0, 1.0, 1.0], [0.0, 0.5, 0.5, 1.0], [inf, 0.9, 0.8, 0.4])
        """
        return froc(self._sweep(rule), self.level, self.seed)

    def froc_area(self, rule: str, max_rate: float = 1.0) -> Estimate:
        """The mean sensitivity over false alarm rates from 0 to `max_rate` an hour.

        Points of the curve are joined by straight lines, the first one with (0, 0); `choose`
        takes points alone.
        """
        return froc_area(self._sweep(rule), max_rate, self.level, self.seed)

    def choose(
        self,
        rule: str,
        *,
        max_false_alarms_per_hour: float | None = None,
        min_sensitivity: float | None = None,
    ) -> EventChoice:
        """The threshold that finds most within a rate of false alarms, or the other way round.

        Its optimism is cross-fitted: whole subjects are held out, and judged by a threshold
        that the others chose.
        """
        aim = checked_aim(max_false_alarms_per_hour, min_sensitivity)
        sweep = self._sweep(rule)
        index, _, _ = best_threshold(sweep, aim)
        figures = self._under(find_rule(rule).spelled).at(float(sweep.thresholds[index]))[rule]
        return chosen(sweep, aim, {key: figures[key] for key in AT_CHOICE}, self.seed)

    def _under(self, spelled: str) -> EventEvaluation:
        """To be scored under one rule alone."""
        types = {name: part._under(spelled) for name, part in self.types.items()}
        tallies = {spelled: self.some_tally}
        return replace(self, tallies=tallies, types=types, channels={})

    def _sweep(self, rule: str) -> EventSweep:
        parts = [part._scored() for part in self.types.values()] if len(self.types) > 1 else []
        return sweep_of(find_rule(rule), parts or [self._scored()], self._whose)

    @property
    def _whose(self) -> dict[Label, Label]:
        return dict(zip(self.some_tally.recordings, self.some_tally.clusters, strict=True))

    def _scored(self) -> Mapping[Label, Recording]:
        """The recordings with the scores of their detections."""
        if self.scenes is None:
            raise refuse("event_no_scenes", NotHere)
        if any(one.score is None and len(one.detected) for one in self.scenes.values()):
            raise refuse("event_no_scores", NotHere)
        return self.scenes

    @property
    def by_recording(self) -> Mapping[Label, EventEvaluation]:
        """The same of each recording alone."""
        names = enumerate(self.some_tally.recordings)
        return EventParts("recording", {name: self._among([i]) for i, name in names})

    @property
    def by_cluster(self) -> Mapping[Label, EventEvaluation]:
        """The same of the recordings of each subject."""
        clusters = self.some_tally.clusters
        parts = {
            one: self._among([i for i, other in enumerate(clusters) if other == one])
            for one in dict.fromkeys(clusters)
        }
        return EventParts("subject", parts)

    def _among(self, kept: Iterable[int]) -> EventEvaluation:
        rows = list(kept)
        tallies = {name: tally.among(rows) for name, tally in self.tallies.items()}
        names = next(iter(tallies.values())).recordings
        scenes = None if self.scenes is None else {name: self.scenes[name] for name in names}
        types = {name: part._among(rows) for name, part in self.types.items()}
        channels = {name: part._among(rows) for name, part in self.channels.items()}
        return replace(
            self, tallies=tallies, event_notes=(), scenes=scenes, types=types, channels=channels
        )

    def _emptied(self) -> EventEvaluation:
        """The same recordings without events: a type or a channel that is known elsewhere."""
        tallies = {name: tally.emptied() for name, tally in self.tallies.items()}
        none = Spans(np.zeros(0, np.int64), np.zeros(0, np.int64))
        scenes = self.scenes and {
            name: Recording(none, none, one.duration, one.fs) for name, one in self.scenes.items()
        }
        return EventEvaluation(tallies, self.level, (), scenes, seed=self.seed, ignore=self.ignore)

    def __add__(self, other: EventEvaluation) -> EventEvaluation:
        if not isinstance(other, EventEvaluation):
            return NotImplemented
        if set(self.rules) != set(other.rules):
            mine, yours = quoted(self.rules), quoted(other.rules)
            raise refuse("merge_settings", CannotMerge, name="rules", mine=mine, yours=yours)
        both = {name: tally + other.tallies[name] for name, tally in self.tallies.items()}
        notes = tuple(dict.fromkeys((*self.event_notes, *other.event_notes)))
        scenes = None
        if self.scenes is not None and other.scenes is not None:
            scenes = {**self.scenes, **other.scenes}
        parts = [
            {
                name: mine.get(name, self._emptied()) + yours.get(name, other._emptied())
                for name in dict.fromkeys((*mine, *yours))
            }
            for mine, yours in ((self.types, other.types), (self.channels, other.channels))
        ]
        return replace(
            self,
            tallies=both,
            event_notes=notes,
            scenes=scenes,
            types=parts[0],
            channels=parts[1],
            ignore=tuple(key for key in self.ignore if key in other.ignore),
        )

    def rows(self) -> list[dict[str, Any]]:
        """One row for each rule and figure: value, ends, method, note."""
        return [
            {"rule": rule, "figure": key, **found.to_dict()}
            for rule, figures in self.by_rule.items()
            for key, found in figures.items()
        ]
