"""Everything that a page shows of one evaluation beyond its profile, as frozen values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from veracity.results.comparisons.comparison import Comparison
from veracity.results.decisions.baselines import Baselines
from veracity.results.decisions.choice import Choice
from veracity.results.estimate.caution import Caution
from veracity.results.estimate.curve import Window
from veracity.results.estimate.estimate import NO_NOTE, Estimate
from veracity.results.estimate.test import Test
from veracity.results.page.answers import Answer
from veracity.results.page.profile import Line, Profile
from veracity.results.page.provenance import Provenance
from veracity.statistics.labels import Label
from veracity.words import Text


@dataclass(frozen=True, slots=True)
class AxisScale:
    """One axis of a drawing: the values at its two ends, and how it is divided."""

    limits: Window
    scale: str = "linear"


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture as an SVG element that holds the words of both languages.

    `box` is the index of the axes in it (left, top, width, height), so that a mark can be put
    at any value of `x` and `y`. Where there is nothing to draw, `svg` is empty and `note` says
    why.
    """

    kind: str
    title: Text
    svg: str = ""
    note: Text = NO_NOTE
    box: tuple[float, float, float, float] | None = None
    x: AxisScale = AxisScale((0.0, 1.0))
    y: AxisScale = AxisScale((0.0, 1.0))


@dataclass(frozen=True, slots=True)
class Live:
    """Counts at some hundred thresholds, rising; each pair of counts is exact.

    At +inf, the last one, nothing is called positive (but scores of +inf). `start` is the index
    where a page begins; `own` says that this is the threshold of the evaluation. `ranks` says
    that the curves are those of the column that thresholds apply to. `share` is the prevalence
    to begin with where the evaluation is at another one than that of its rows.

    Calls without scores have their own counts alone, at one threshold that means nothing: then
    `moves` is False, and only the prevalence can be another.
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

    @property
    def moves(self) -> bool:
        """Whether there are thresholds to choose from."""
        return len(self.thresholds) > 1


@dataclass(frozen=True, slots=True)
class AtThreshold:
    """The counts at one threshold; `own` is that of the evaluation."""

    threshold: float
    tp: float
    fp: float
    fn: float
    tn: float
    own: bool = False


@dataclass(frozen=True, slots=True)
class Benefit:
    """Net benefit of acting from one threshold probability on, beside acting on all."""

    threshold: float
    model: Estimate
    treat_all: float


@dataclass(frozen=True, slots=True)
class ComparedPage:
    """The page of a comparison as data.

    `dominance` says which curve dominates which, `benefit` for each model over which range acting
    on it is worth it. `title` is what users call it; `model` names the one that the page around
    it is about, where it is a part of the page of an evaluation.
    """

    comparison: Comparison
    cautions: tuple[Caution, ...] = ()
    drawings: tuple[Drawing, ...] = ()
    dominance: tuple[Text, ...] = ()
    benefit: tuple[Text, ...] = ()
    provenance: Provenance | None = None
    model: Label | None = None
    title: str = ""

    def drawing(self, kind: str) -> Drawing | None:
        """The picture of this name, if the page has it."""
        return next((one for one in self.drawings if one.kind == kind), None)


@dataclass(frozen=True, slots=True)
class Page:
    """A page as data: what `reports.page` turns into HTML.

    `lead` and `sentence` are what a reader sees first, `answers` the short answers to the first
    questions, `rarer` the prevalence that one of them is about; `title` and `model` name what
    is evaluated, where users named it; `results` is a sentence for a paper.
    `best` are thresholds that are best for a few aims, `at_thresholds` the counts at a few more,
    `projected` holds a few estimates at other prevalences, `baselines` the rules that know
    nothing, `calibration` one sentence and `tests` whether probabilities are calibrated, `benefit`
    and `benefits` whether acting on them is worth it. What an evaluation cannot say is None or
    empty. `left_out` are keys that it could, and the page does not show.
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
    at_thresholds: tuple[AtThreshold, ...] = ()
    best: tuple[Choice, ...] = ()
    benefit: Text = NO_NOTE
    benefits: tuple[Benefit, ...] = ()
    compared: ComparedPage | None = None
    lead: Text = NO_NOTE
    sentence: Text = NO_NOTE
    results: Text = NO_NOTE
    answers: tuple[Answer, ...] = ()
    rarer: float | None = None
    title: str = ""
    model: str = ""

    def drawing(self, kind: str) -> Drawing | None:
        """The picture of this name, if the page has it."""
        return next((one for one in self.drawings if one.kind == kind), None)
