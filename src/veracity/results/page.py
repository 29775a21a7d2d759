"""Everything that a page shows of one evaluation beyond its profile, as frozen values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from veracity.results.baselines import Baselines
from veracity.results.caution import Caution
from veracity.results.curve import Window
from veracity.results.estimate import NO_NOTE
from veracity.results.profile import Line, Profile
from veracity.results.test import Test
from veracity.words import Text


@dataclass(frozen=True, slots=True)
class Ruler:
    """One axis of a drawing: the values at its two ends, and how it is divided."""

    limits: Window
    scale: str = "linear"


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture as an SVG element that holds the words of both languages.

    `box` is the place of the axes in it (left, top, width, height), so that a mark can be put
    at any value of `x` and `y`. Where there is nothing to draw, `svg` is empty and `note` says
    why.
    """

    kind: str
    title: Text
    svg: str = ""
    note: Text = NO_NOTE
    box: tuple[float, float, float, float] | None = None
    x: Ruler = Ruler((0.0, 1.0))
    y: Ruler = Ruler((0.0, 1.0))


@dataclass(frozen=True, slots=True)
class Live:
    """Counts at some hundred thresholds, rising; each pair of counts is exact.

    At +inf, the last one, nothing is called positive (but scores of +inf). `start` is the place
    where a page begins; `own` says that this is the threshold of the evaluation. `ranks` says
    that the curves are those of the column that is cut here. `share` is the prevalence to begin
    with where the evaluation is at another one than that of its rows.
    """

    thresholds: tuple[float, ...]
    tp: tuple[float, ...]
    fp: tuple[float, ...]
    positives: float
    negatives: float
    start: int
    own: bool
    ranks: bool
    share: float | None = None


@dataclass(frozen=True, slots=True)
class Page:
    """A page as data: what `reports.page` turns into HTML.

    `projected` holds a few estimates at other prevalences, `baselines` the rules that know
    nothing, `calibration` one sentence and `tests` whether probabilities are true. What an
    evaluation cannot say is None or empty. `left_out` are keys that it could, and the page does
    not show.
    """

    profile: Profile
    cautions: tuple[Caution, ...] = ()
    drawings: tuple[Drawing, ...] = ()
    live: Live | None = None
    projected: tuple[tuple[float, tuple[Line, ...]], ...] = ()
    baselines: Baselines | None = None
    calibration: Text = NO_NOTE
    calibrated: tuple[Line, ...] = ()
    tests: Mapping[str, Test] = field(default_factory=dict)
    left_out: tuple[str, ...] = ()

    def drawing(self, kind: str) -> Drawing | None:
        """The picture of this name, if the page has it."""
        return next((one for one in self.drawings if one.kind == kind), None)
