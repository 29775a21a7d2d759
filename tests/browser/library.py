"""What the library says of the state that a page is in."""

from __future__ import annotations

import pytest

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


def whole_numbers_of(shares: dict[str, float], written: dict[str, str]) -> None:
    """Each share stands there as a whole number of cases, off by a twentieth of it at most."""
    cases = {name: int(text.replace(",", "")) for name, text in written.items()}
    of = cases.pop("of")
    assert of in [10**power for power in range(3, 10)]
    assert cases == {name: pytest.approx(of * one, rel=0.05) for name, one in shares.items()}
    smaller = [one * of / 10 for one in shares.values()]
    assert of == 1000 or any(abs(one - round(one)) > 0.05 * one for one in smaller)
