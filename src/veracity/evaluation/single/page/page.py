"""From an evaluation to everything that its page shows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

import numpy as np

from veracity.decisions.costs.net_benefit import net_benefit_words
from veracity.errors import NotHere, VeracityError
from veracity.evaluation.single.figures import Figures
from veracity.evaluation.single.page.answers import answers, rarer_share
from veracity.evaluation.single.page.best_thresholds import best_thresholds
from veracity.evaluation.single.page.live_counts import live
from veracity.evaluation.single.pictures import of_evaluation
from veracity.evaluation.single.profile import Profiled
from veracity.evaluation.single.sentences import (
    NOTHING,
    first_sentence,
    lead,
    results_sentence,
)
from veracity.evaluation.state.reported_keys import class_keys, headline
from veracity.metrics import find
from veracity.metrics.record.averaging import AVERAGES
from veracity.reports.page.svg import drawing
from veracity.results import Choice, Estimate, Line
from veracity.results.decisions.baselines import Baselines
from veracity.results.estimate.test import Test
from veracity.results.page.page import AtThreshold, Benefit, ComparedPage, Drawing, Live, Page
from veracity.statistics import ConfusionMatrix
from veracity.statistics.labels import Label
from veracity.unexpected import left_out, unless_broken
from veracity.words import Text

Made = TypeVar("Made")

MORE = ("det", "pr_gain", "cost", "quadrant", "risk_coverage")  # folded away
PICTURES = (
    "confusion",
    "roc",
    "pr",
    "gains",
    "sweep",
    "prevalence",
    "reliability",
    "decision",
    "by_class",
    "by_group",
    *MORE,
)
MOST_DRAWN = 30  # classes or groups that one picture tells apart
MANY_ROWS = 1_000_000  # from here on a band is no wider than its line
SHARES = (0.001, 0.01, 0.1, 0.5)
FOUND = (0.99, 0.95, 0.9, 0.8, 0.5)  # of the positives
NO_BENEFIT: tuple[Text, tuple[Benefit, ...]] = (Text("", ""), ())
RISKS = (0.01, 0.05, 0.1, 0.2, 0.5)
AT_SHARES = ("precision", "npv", "accuracy")
CALIBRATION = (
    "calibration_slope",
    "calibration_in_the_large",
    "observed_expected",
    "brier",
    "brier_skill",
    "log_loss",
    "ece",
    "ici",
)


def page_of(
    ev: Profiled,
    *,
    compared: ComparedPage | None = None,
    pictures: bool = True,
    title: str | None = None,
    model: str | None = None,
) -> Page:
    """The page of an evaluation as one frozen value; `reports.page.html` makes it a file.

    What is not available here (no scores, no probabilities, three classes) is left out. `compared`
    is what it has to say of other models; without `pictures` nothing is drawn. `title` and
    `model` are what users call the data and the classifier; else the file and the column.
    """
    faults: list[Text] = []

    def part(make: Callable[[], Made], otherwise: Made) -> Made:
        """A part of the page; where it fails it is left out, and the notes say so."""
        found = unless_broken(make, left_out(faults))
        return otherwise if found is None else found

    moving = part(lambda: live(ev), None)
    none: tuple[Choice, ...] = ()
    best = part(lambda: tuple(best_thresholds(ev)), none)
    choice = next((one for one in best if one.maximize == "f1"), None)
    benefit, benefits = part(lambda: _benefits(ev), NO_BENEFIT)
    page = Page(
        profile=replace(ev.profile(short=True), lines=tuple(_lines(ev)), provenance=ev.provenance),
        cautions=ev.cautions,
        drawings=tuple(_drawings(ev, faults)) if pictures else (),
        live=moving,
        projected=part(lambda: tuple(_projected(ev)), ()),
        baselines=part(lambda: _baselines(ev), None),
        calibration=part(lambda: _calibration(ev), Text("", "")),
        calibrated=part(lambda: tuple(_calibrated(ev)), ()),
        tests=part(lambda: _tests(ev), {}),
        left_out=display_keys(ev)[1],
        at_thresholds=()
        if moving is None or not moving.moves
        else part(lambda: tuple(_at_thresholds(moving)), ()),
        best=best,
        benefit=benefit,
        benefits=benefits,
        compared=compared,
        lead=part(lambda: lead(ev), NOTHING),
        sentence=part(lambda: first_sentence(ev), NOTHING),
        results=part(lambda: results_sentence(ev), NOTHING),
        answers=part(lambda: answers(ev, choice), ()),
        rarer=part(lambda: rarer_share(ev), None),
        title=ev.read_from[0] if title is None else title,
        model=ev.read_from[1] if model is None else model,
    )
    notes = tuple(dict.fromkeys((*page.profile.notes, *faults)))
    return replace(page, profile=replace(page.profile, notes=notes))


def display_keys(ev: Profiled) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The figures of all rows that a page shows, and those it leaves out.

    Of two classes the averages are left out unless asked for: the two classes are there. Of
    millions of rows so are those that sort or fit all scores once more, each some tenths of a
    second.
    """
    if ev.asked:
        return ev.asked, ()
    averaged = tuple(f"{how}_" for how in AVERAGES)
    two, many = len(ev.held.labels) == 2, ev.rows.used > MANY_ROWS
    quick = {*headline(ev.held), *CALIBRATION}
    left_out = {
        key
        for key in ev
        if (two and key.startswith(averaged))
        or (many and key not in quick and find(key).reads is not ConfusionMatrix)
    }
    return (
        tuple(key for key in ev if key not in left_out),
        tuple(key for key in ev if key in left_out),
    )


def _lines(ev: Profiled) -> Iterator[Line]:
    """The figures of all rows; of classes and groups those that say most."""
    two = len(ev.held.labels) == 2
    for key in display_keys(ev)[0]:
        with suppress(NotHere):  # some have no value at another prevalence
            yield _line("all", None, ev, key)
    if not two:
        for label, part in ev.by_class.items():
            for key in class_keys(part.held):
                yield _line("class", label, part, key)
    keys = ev.asked or headline(ev.held)
    for value, part in ev.by_group.items():
        for key in keys:
            yield _line("group", value, part, key)


def _line(scope: str, of: Label | None, part: Figures, key: str) -> Line:
    metric = find(key)
    return Line(scope, of, metric.key, metric.display_name, metric.better, part[key])


def _drawings(ev: Profiled, faults: list[Text]) -> Iterator[Drawing]:
    many = len(ev.held.labels) > MOST_DRAWN
    for name in PICTURES:
        if many and name in ("roc", "pr", "gains", "reliability", "det", "pr_gain"):
            continue
        if name == "by_class" and len(ev.held.labels) == 2:
            continue
        if name in MORE and ev.rows.used > MANY_ROWS:
            continue
        if name == "confusion" and not many:  # then it is a table
            continue
        banded = name in ("roc", "pr", "reliability")
        options = {"band": None} if banded and ev.rows.used > MANY_ROWS else {}
        drawn = unless_broken(partial(_drawn, ev, name, options), left_out(faults))
        if drawn is not None:
            yield drawn


def _drawn(ev: Profiled, name: str, options: Mapping[str, Any]) -> Drawing | None:
    with suppress(VeracityError):  # there may be nothing here that this picture could show
        return drawing(of_evaluation(ev, name, **options))
    return None


def _at_thresholds(moving: Live | None) -> Iterator[AtThreshold]:
    """The highest thresholds that find so much of the positives, and that of the evaluation."""
    if moving is None or not moving.moves:
        return
    found = np.asarray(moving.tp)
    indices = {
        int(np.flatnonzero(found >= share * moving.positives).max(initial=0)) for share in FOUND
    }
    own = {moving.start} if moving.own else set()
    for index in sorted(indices | own):
        tp, fp = moving.tp[index], moving.fp[index]
        counts = tp, fp, moving.positives - tp, moving.negatives - fp
        yield AtThreshold(moving.thresholds[index], *counts, own=index in own)


def _benefits(ev: Profiled) -> tuple[Text, tuple[Benefit, ...]]:
    """Whether acting on the probabilities is worth it, and how much at a few risks."""
    if ev.held.table_at_thresholds is None or ev.held.probabilities is None:
        return NO_BENEFIT
    share = None if ev.population is None else ev.population.share
    if isinstance(share, Mapping):
        return NO_BENEFIT
    try:
        whole = ev.decision(prevalence=share)
        curve = ev.decision(RISKS, prevalence=share)
    except VeracityError:  # one class only
        return NO_BENEFIT
    low, high = (np.full(len(RISKS), np.nan),) * 2
    if curve.band is not None:
        low, high = curve.band.low, curve.band.high
    level, n = ev.settings.confidence_level, float(ev.held.rows)
    made = tuple(
        Benefit(float(at), Estimate(float(value), *ends, level, "delta", n), float(everyone))
        for at, value, ends, everyone in zip(
            curve.x,
            curve["net_benefit"],
            zip(low.tolist(), high.tolist(), strict=True),
            curve["treat_all"],
            strict=True,
        )
    )
    return net_benefit_words(whole), made


def _projected(ev: Profiled) -> Iterator[tuple[float, tuple[Line, ...]]]:
    matrix = ev.held.confusion
    if matrix is None or matrix.classes != 2 or matrix.pos_label is None:
        return
    for share in SHARES:
        there = ev.at_prevalence(share)
        yield share, tuple(_line("all", None, there, key) for key in AT_SHARES)


def _baselines(ev: Profiled) -> Baselines | None:
    if ev.held.confusion is None or ev.held.confusion.classes < 2:
        return None
    return ev.baselines()


def _calibrated(ev: Profiled) -> Iterator[Line]:
    if ev.population is None:  # probabilities are calibrated or not on the rows they were given for
        yield from (_line("all", None, ev, key) for key in CALIBRATION if key in ev)


def _calibration(ev: Profiled) -> Text:
    try:
        return ev.quadrant.text
    except VeracityError:
        return Text("", "")


def _tests(ev: Profiled) -> Mapping[str, Test]:
    try:
        found = ev.calibration_tests()
        return {name: test for name, test in found.items() if name != "likelihood_ratio"}
    except VeracityError:
        return {}
