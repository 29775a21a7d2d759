"""The pictures of a page of events: those that there is something to show in."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from veracity.errors import VeracityError
from veracity.events.front.plotting import EventPlots, PicturedEvents
from veracity.reports.page.svg import drawing
from veracity.results.page.page import Drawing
from veracity.unexpected import unless_broken


def event_drawings(er: PicturedEvents) -> tuple[Drawing, ...]:
    """Rules where there are several, a raster of several recordings, FROC where scores are."""
    plots = EventPlots(er)
    found = [_drawn(plots, name) for name in _names_of_pictures(er)]
    return tuple(one for one in found if one is not None)


def _names_of_pictures(er: PicturedEvents) -> Iterator[str]:
    if len(er.rules) > 1:
        yield "rules"
    scenes = er.scenes or {}
    if len(scenes) > 1:
        yield "raster"
    if scenes and all(scene.score is not None for scene in scenes.values()):
        yield "froc"
    if len(er.tallies[er.rules[0]].delays):
        yield "delays"


def _drawn(plots: EventPlots, name: str) -> Drawing | None:
    """One picture; a rule that has no such curve, or a fault, leaves it out."""
    with suppress(VeracityError):
        return unless_broken(lambda: drawing(plots.picture(name)), lambda _: None)
    return None
