"""Coefficients of agreement against published examples and other packages."""

import json
import math
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

import veracity as vc
from veracity.metrics.rater_figures.figures import FIGURES
from veracity.raters.estimating import _variance
from veracity.raters.inputs import read_ratings

DATA = json.loads((Path(__file__).parents[1] / "data" / "rater_references.json").read_text())
N = None
# Krippendorff (2011) Computing Krippendorff's alpha-reliability, section E: 4 observers, 12 units
KRIPPENDORFF = [
    [1, 1, N, 1], [2, 2, 3, 2], [3, 3, 3, 3], [3, 3, 3, 3], [2, 2, 2, 2], [1, 2, 3, 4],
    [4, 4, 4, 4], [1, 1, 2, 1], [2, 2, 2, 2], [N, 5, 5, 5], [N, N, 1, 1], [N, N, 3, N],
]  # fmt: skip
# the example of the English Wikipedia on Fleiss' kappa: 10 subjects, 14 raters, 5 categories
FLEISS = [
    [0, 0, 0, 0, 14], [0, 2, 6, 4, 2], [0, 0, 3, 5, 6], [0, 3, 9, 2, 0], [2, 2, 8, 1, 1],
    [7, 7, 0, 0, 0], [3, 2, 6, 3, 0], [2, 5, 3, 2, 2], [6, 5, 2, 1, 0], [0, 2, 2, 3, 7],
]  # fmt: skip


@pytest.mark.parametrize(
    ("level", "alpha"),
    [("nominal", 0.743), ("ordinal", 0.815), ("interval", 0.849), ("ratio", 0.797)],
)
def test_krippendorffs_own_example(level, alpha) -> None:
    assert round(vc.agreement(KRIPPENDORFF, level=level).value, 3) == alpha


@pytest.mark.parametrize(
    ("measure", "level", "value"),
    [  # irrCAC 0.4.4 on the same ratings, which are Gwet's (2014) table of four raters too
        ("fleiss_kappa", "nominal", 0.76117),
        ("conger_kappa", "nominal", 0.76282),
        ("randolph_kappa", "nominal", 0.77273),
        ("gwet_ac1", "nominal", 0.77544),
        ("gwet_ac2", "ordinal", 0.89894),
        ("gwet_ac2", "interval", 0.914),
        ("conger_kappa", "ratio", 0.81197),
    ],
)
def test_gwets_table_with_missing_ratings(measure, level, value) -> None:
    found = vc.agreement(KRIPPENDORFF, measure=measure, level=level)
    assert found.value == pytest.approx(value, abs=6e-6)
    assert found.n == 11  # the twelfth unit was rated once


@pytest.mark.parametrize(("shift", "unit"), [(1e9, 1), (1e12, 1), (0, 1e-200), (0, 1e200)])
def test_interval_ratings_keep_their_digits(shift, unit) -> None:
    """Alpha of measured ratings knows no origin and no unit; its sums of squares would."""
    ratings = [[v if v is None else v * unit + shift for v in row] for row in KRIPPENDORFF]
    assert round(vc.agreement(ratings, level="interval").value, 3) == 0.849


@pytest.mark.parametrize("level", ["nominal", "ordinal", "interval", "ratio"])
def test_perfect_agreement_leaves_the_same_open_at_every_level(level) -> None:
    """Of two categories, used alike, every level knows one distance: (1, 1) and (2, 2) say as much.

    Wilson's limit of none in 2 units is z²/(2 + z²) = 0.658; all four ratings disagreeing as far
    as they can give alpha 1 − 3/2, so that the lower end is 1 − 0.658 · 3/2.
    """
    found = vc.agreement([[1, 1], [2, 2]], level=level)
    share = stats.norm.ppf(0.975) ** 2 / (2 + stats.norm.ppf(0.975) ** 2)
    assert (found.value, found.high) == (1, 1)
    assert found.low == pytest.approx(1 - share * 3 / 2)


def test_fleiss_example() -> None:
    rows = [[k for k, times in enumerate(row) for _ in range(times)] for row in FLEISS]
    assert round(vc.agreement(rows, measure="fleiss_kappa").value, 3) == 0.210


@pytest.mark.parametrize("case", DATA["cases"], ids=lambda case: case["name"])
def test_other_packages(case) -> None:
    for level, alpha in case["krippendorff"].items():
        assert vc.agreement(case["ratings"], level=level).value == pytest.approx(alpha, abs=1e-10)
    for key, (value, error) in case["irrCAC"].items():
        measure, level = key.split()
        found = vc.agreement(case["ratings"], measure=measure, level=level)
        assert found.value == pytest.approx(value, abs=1e-9), key
        # Gwet's standard error; irrCAC's for Conger takes another step with missing ratings
        patterns = read_ratings(case["ratings"])
        made = math.sqrt(_variance(patterns, FIGURES[measure].of(patterns, level).influence))
        if measure != "conger_kappa" or case["name"] != "with_missing":
            assert made == pytest.approx(error, rel=1e-6), key
    for measure, value in case.get("statsmodels", {}).items():
        assert vc.agreement(case["ratings"], measure=measure).value == pytest.approx(value)


def test_two_raters_are_the_metrics_of_a_matrix() -> None:
    a, b = np.random.default_rng(5).integers(0, 3, (2, 60))
    ev = vc.evaluate(a, b)
    both = {"a": a, "b": b}
    assert vc.agreement(both).value == pytest.approx(ev["krippendorff_alpha"].value)
    assert vc.agreement(both, measure="conger_kappa").value == pytest.approx(ev["kappa"].value)
    assert vc.agreement(both, measure="fleiss_kappa").value == pytest.approx(ev["scott_pi"].value)
    assert vc.agreement(both, measure="gwet_ac1").value == pytest.approx(ev["gwet_ac1"].value)
    assert vc.agreement(both, measure="randolph_kappa").value == pytest.approx(
        ev["bennett_s"].value
    )


@pytest.mark.parametrize("level", ["nominal", "ordinal", "interval", "ratio"])
@pytest.mark.parametrize("key", FIGURES)
def test_influences_are_derivatives(key, level) -> None:
    patterns = read_ratings(KRIPPENDORFF)
    step = 1e-5 * np.eye(len(patterns.weight))
    up, down = (FIGURES[key].values(patterns, level, patterns.weight + s) for s in (step, -step))
    expected = (up - down) / 2e-5
    assert FIGURES[key].of(patterns, level).influence == pytest.approx(expected, abs=1e-8)


@pytest.mark.parametrize("measure", ["krippendorff_alpha", "fleiss_kappa", "conger_kappa"])
def test_few_units_outside_the_commonest_category_exclude_little(measure) -> None:
    one = vc.agreement([[0, 0, 0]] * 29 + [[0, 1, 1]], measure=measure)
    assert (one.low, one.high, one.method) == (-1, 1, "fieller")  # one unit decides everything
    rows = [[0, 0, 0]] * 180 + [[1, 1, 1]] * 4 + [[0, 1, 1]] * 5 + [[0, 0, 1]] * 4
    found = vc.agreement(rows, measure=measure)
    named = vc.agreement(rows, measure=measure, method="delta")
    assert found.method == "fieller"
    assert "too narrow" in str(named.note)
    patterns = read_ratings(rows)
    at = FIGURES[measure].of(patterns, "nominal")
    w, n = patterns.weight, len(rows)
    t = stats.t(float((w @ at.influence**2) ** 2 / (w @ at.influence**4)) - 1).ppf(0.975)
    for end in (found.low, found.high):  # where the test of this very value is at its limit
        away = end - found.value
        variance = float(w @ (at.influence - away * at.chance_change) ** 2) * n / (n - 1)
        assert away**2 == pytest.approx(t**2 * variance)
