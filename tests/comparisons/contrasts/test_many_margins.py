"""Verdicts against a margin are corrected for their number, as those of a difference are."""

import math

import numpy as np
import pytest

from veracity.comparisons.contrasts.contrasting import Wishes, with_verdicts
from veracity.metrics import find
from veracity.results import Contrast, Estimate, Superiority, Test
from veracity.results.comparisons.margins import margin_tests

HALF, MARGIN = 1.959963984540054, 0.05
METRIC = find("accuracy")


def contrast(value: float, error: float = 0.03) -> Contrast:
    found = Estimate(value, value - HALF * error, value + HALF * error, 0.95, "delta", 100)
    p = math.erfc(abs(value) / error / math.sqrt(2))
    return Contrast(
        "A",
        "B",
        METRIC.key,
        (found, found),
        found,
        Test(value / error, None, p, "delta"),
        Superiority(0.5, 0.0, 0.5, MARGIN, 0),
        margin=MARGIN,
        **margin_tests(found, MARGIN, METRIC.better, None),
    )


def verdicts(*values: float, correction: str = "holm", error: float = 0.03) -> list[str]:
    made = [contrast(value, error) for value in values]
    return [one.verdict for one in with_verdicts(made, Wishes("auto", "auto", MARGIN, correction))]


def test_two_barely_non_inferior_are_not_shown_together():
    """z of 2.1 against the margin: p 0.0179 alone, 0.0357 with Holm's correction for two."""
    value = 2.1 * 0.03 - MARGIN
    assert verdicts(value) == ["non_inferior"]
    assert verdicts(value, value) == ["cannot_tell", "cannot_tell"]
    assert verdicts(value, value, correction="none") == ["non_inferior", "non_inferior"]
    found = with_verdicts([contrast(value)] * 2, Wishes(margin=MARGIN))[0]
    assert found.p_non_inferiority == pytest.approx(2 * 0.0178644, rel=1e-4)
    assert "adjusted one-sided p-values decide" in found.test.note.en


def test_the_surer_one_still_is():
    assert verdicts(0.05, 2.1 * 0.03 - MARGIN) == ["non_inferior", "non_inferior"]  # step down
    assert verdicts(0.0, 0.0, error=0.02) == [
        "equivalent",
        "equivalent",
    ]  # z of 2.5: p 0.0062, twice 0.0124
    assert verdicts(*[0.0] * 5, error=0.02) == ["cannot_tell"] * 5


def test_six_at_the_margin_are_seldom_called_non_inferior():
    """Each alone is so in 2.5 %, any of six in 1 − 0.975⁶ = 14 %; corrected in at most 2.5 %."""
    random = np.random.default_rng(5)
    drawn = -MARGIN + 0.03 * random.normal(size=(2000, 6))
    claims = {"equivalent", "non_inferior", "better"}
    rates = {
        how: np.mean([bool(claims & set(verdicts(*row, correction=how))) for row in drawn])
        for how in ("holm", "none")
    }
    assert rates["none"] == pytest.approx(1 - 0.975**6, abs=0.025)
    assert rates["holm"] <= 0.025 + 0.0105  # three standard errors
