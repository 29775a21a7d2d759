"""`er.plot`: one method for each picture of events in time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Protocol, Unpack

from veracity.errors import NotHere, quoted, refuse, spelled
from veracity.evaluation.single.plotting import Look, PictureDrawer
from veracity.matching import Match, Recording, find_rule
from veracity.plots import Picture
from veracity.plots.events.delays import delays_picture
from veracity.plots.events.froc import froc_picture
from veracity.plots.events.raster import raster_picture
from veracity.plots.events.rules import rules_picture
from veracity.plots.events.timeline import timeline_picture
from veracity.results import Curve, Estimate
from veracity.results.estimate.curve import Window
from veracity.statistics.events.event_tally import EventTally
from veracity.statistics.labels import Label

if TYPE_CHECKING:
    from matplotlib.axes import Axes

PICTURES = ("timeline", "raster", "rules", "froc", "delays")


class PicturedEvents(Protocol):
    """What pictures need of an evaluation of events."""

    @property
    def tallies(self) -> Mapping[str, EventTally]:
        """The counts under each rule."""
        ...

    @property
    def scenes(self) -> Mapping[Label, Recording] | None:
        """Events and detections of each recording, where they are held."""
        ...

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules, as keys."""
        ...

    def __getitem__(self, rule: str) -> Mapping[str, Estimate]: ...
    def matches(self, rule: str) -> Mapping[Label, Match]:
        """What belongs together under a rule."""
        ...

    def froc(self, rule: str) -> Curve:
        """Sensitivity against false alarms per hour."""
        ...

    def froc_area(self, rule: str, max_rate: float = 1.0) -> Estimate:
        """The mean sensitivity up to a rate."""
        ...


class EventPlots(PictureDrawer):
    """One method for each picture; each draws on `ax` (or on a new figure) and returns the axes.

    `lang` is "en" or "zh", `theme` "light" or "dark". `picture(name, ...)` gives the data of a
    picture without drawing it. Without a `rule` it is the first one.

    >>> from veracity.events import evaluate
    >>> er = evaluate([(100, 160), (900, 930)], [(95, 120), (500, 510)], duration=3600)
    >>> er.plot.picture("timeline").ids
    ('found', 'missed', 'right', 'false')
    """

    def __init__(self, er: PicturedEvents) -> None:
        self._er = er

    def picture(self, name: str, **options: Any) -> Picture:
        """Everything that a picture shows, as one frozen value."""
        made: dict[str, Callable[..., Picture]] = {
            "timeline": self._timeline,
            "raster": self._raster,
            "rules": self._rules,
            "froc": self._froc,
            "delays": self._delays,
        }
        if name not in made:
            raise refuse("event_picture", NotHere, name=spelled(name), names=", ".join(PICTURES))
        return made[name](**options)

    def timeline(
        self,
        recording: Label | None = None,
        ax: Axes | None = None,
        *,
        rule: str | None = None,
        window: Window | None = None,
        **look: Unpack[Look],
    ) -> Any:
        """One recording, or a `window` of its seconds: events, detections, which are right."""
        options = {"recording": recording, "rule": rule, "window": window}
        return self._drawn("timeline", ax, look, **options)

    def raster(
        self, ax: Axes | None = None, *, rule: str | None = None, **look: Unpack[Look]
    ) -> Any:
        """Every recording in a row."""
        return self._drawn("raster", ax, look, rule=rule)

    def rules(self, ax: Axes | None = None, **look: Unpack[Look]) -> Any:
        """All rules side by side, with intervals."""
        return self._drawn("rules", ax, look)

    def froc(
        self,
        ax: Axes | None = None,
        *,
        rule: str | None = None,
        max_rate: float | None = None,
        **look: Unpack[Look],
    ) -> Any:
        """Sensitivity against false alarms per hour, with a band; needs scores."""
        return self._drawn("froc", ax, look, rule=rule, max_rate=max_rate)

    def delays(
        self, ax: Axes | None = None, *, rule: str | None = None, **look: Unpack[Look]
    ) -> Any:
        """How late events were detected; those never detected are counted apart."""
        return self._drawn("delays", ax, look, rule=rule)

    # their data

    def _timeline(
        self,
        recording: Label | None = None,
        rule: str | None = None,
        window: Window | None = None,
    ) -> Picture:
        scenes, under = self._scenes(), self._rule(rule)
        name = _fullest(scenes) if recording is None else recording
        if name not in scenes:
            raise refuse("event_recording", NotHere, name=spelled(name), names=quoted(list(scenes)))
        length = scenes[name].duration / 1e9
        if window is not None and not 0 <= window[0] < window[1] <= length:
            raise refuse("event_window", given=spelled(window), length=f"{length:g}")
        match = self._er.matches(under)[name]
        return timeline_picture(name, scenes[name], match, under, window)

    def _raster(self, rule: str | None = None) -> Picture:
        spelled = self._rule(rule)
        return raster_picture(self._scenes(), self._er.matches(spelled), spelled)

    def _rules(self) -> Picture:
        return rules_picture({rule: self._er[rule] for rule in self._er.rules})

    def _froc(self, rule: str | None = None, max_rate: float | None = None) -> Picture:
        spelled = self._rule(rule)
        curve = self._er.froc(spelled)
        area = None if max_rate is None else self._er.froc_area(spelled, max_rate)
        return froc_picture(curve, areas=area, max_rate=max_rate)

    def _delays(self, rule: str | None = None) -> Picture:
        spelled = self._rule(rule)
        return delays_picture(self._er.tallies[spelled].delays, spelled)

    def _rule(self, rule: str | None) -> str:
        if rule is None:
            return self._er.rules[0]
        self._er[rule]  # refused where it was not evaluated
        return find_rule(rule).spelled

    def _scenes(self) -> Mapping[Label, Recording]:
        if self._er.scenes is None:
            raise refuse("event_no_scenes", NotHere)
        return self._er.scenes


def _fullest(scenes: Mapping[Label, Recording]) -> Label:
    """The recording with most events, the first of those."""
    return max(scenes, key=lambda name: len(scenes[name].reference))
