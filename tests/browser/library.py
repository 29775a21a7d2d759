"""What the library says of the state that a page is in."""

from __future__ import annotations

import veracity as vc
from tests.browser.evaluations import evaluation
from tests.browser.opened import Opened
from veracity.evaluation.single.page.live_counts import live
from veracity.reports.tables.live import KEYS, half_width
from veracity.results import figure
from veracity.results.page.page import Live


def moving(name: str) -> Live:
    """What the page of an evaluation moves through."""
    made = live(evaluation(name))
    assert made is not None
    return made


def thresholds(name: str) -> tuple[float, ...]:
    """The places of the slider."""
    return moving(name).thresholds


def equals_the_library(seen: Opened, name: str, share: float | None = None) -> vc.Evaluation:
    """Every number of the panel is that of the library, at the threshold of the slider.

    The matrix stays that of the rows; the figures are those at the prevalence, if one is given.
    """
    there = evaluation(name).at(thresholds(name)[seen.place()])
    cells = {key: int(getattr(there.confusion, key)) for key in ("tp", "fp", "fn", "tn")}
    assert {key: int(text) for key, text in seen.counts().items()} == cells
    moved = there if share is None else there.at_prevalence(share)
    error = half_width(moving(name))  # as many decimals as the widths of the intervals support
    assert seen.figures() == {key: figure(moved[key].value, error) for key in KEYS}
    return moved
