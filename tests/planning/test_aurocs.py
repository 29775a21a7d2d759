"""Rows for ROC areas: published tables, R's pROC, and simulation."""

import math
from statistics import NormalDist

import numpy as np
import pytest

from veracity.errors import InputError
from veracity.planning import plan
from veracity.planning.aurocs import binormal, hanley_mcneil, obuchowski

# Obuchowski NA, Lieber ML, Wians FH (2004) Clinical Chemistry 50:1118–1125, table 4: cases and
# controls for one-sided 5 %, power 0.9, area against 0.5; kappa is controls over cases. The table
# prints 201 and 339 where the formula gives 202 and 340 (as the tests of pROC 1.19 note too).
TABLE_4 = {
    (0.25, 0.6): (334, 84),
    (0.5, 0.6): (202, 101),
    (1, 0.6): (135, 135),
    (2, 0.6): (102, 203),
    (4, 0.6): (85, 340),
    (0.25, 0.7): (80, 20),
    (0.5, 0.7): (49, 25),
    (1, 0.7): (33, 33),
    (2, 0.7): (25, 50),
    (4, 0.7): (21, 84),
    (1, 0.8): (14, 14),
}


@pytest.mark.parametrize(("kappa", "area"), TABLE_4)
def test_obuchowski_table_4(kappa: float, area: float) -> None:
    cases, controls = TABLE_4[kappa, area]
    share = 1 / (1 + kappa)
    found = plan(
        "auroc", expected=area, bound=0.5, power=0.9, prevalence=share, method="obuchowski"
    )
    # the table rounds each class up, we round the rows up
    assert cases - 1 <= found.rows * share <= cases + 1
    assert controls - 1 <= found.rows * (1 - share) <= controls + 1


def test_power_of_proc() -> None:
    # pROC 1.19, power.roc.test(ncases = 41, ncontrols = 72, auc = 0.73): 0.9897453, two-sided
    found = plan(
        "auroc",
        expected=0.73,
        bound=0.5,
        prevalence=41 / 113,
        method="obuchowski",
        confidence_level=0.975,
    )
    assert found.curve([113])["achieved"][0] == pytest.approx(0.9897453, abs=1e-6)


def leading(area: float) -> float:
    """Hanley & McNeil's variance times n, without terms of order 1/n: Q1 + Q2 − 2 A²."""
    return area / (2 - area) + 2 * area**2 / (1 + area) - 2 * area**2


@pytest.mark.parametrize("power", [0.8, 0.9, 0.95])
def test_hanley_mcneil_without_small_terms(power: float) -> None:
    # Hanley JA, McNeil BJ (1982) Radiology 143:29–36: areas 0.70 and 0.75, one-sided 5 %, two
    # sets with as many normal as abnormal cases; what is left out is a few cases
    normal = NormalDist().inv_cdf
    null, both = (2 * leading(0.7)) ** 0.5, (leading(0.7) + leading(0.75)) ** 0.5
    each = ((normal(0.95) * null + normal(power) * both) / 0.05) ** 2
    found = plan(
        "auroc",
        expected=0.7,
        difference=0.05,
        power=power,
        prevalence=0.5,
        paired=False,
        confidence_level=0.9,
    )
    assert found.rows / 2 == pytest.approx(each, abs=4)
    assert found.sets == 2


@pytest.mark.parametrize(("p", "n"), [(10, 10), (7, 40)])
def test_at_one_half_it_is_mann_whitney(p: int, n: int) -> None:
    exact = (p + n + 1) / (12 * p * n)
    assert hanley_mcneil(0.5, p, n) == pytest.approx(exact, rel=1e-12)
    assert binormal(0.5, p, n) == pytest.approx(exact, rel=1e-12)


def test_correlation_saves_rows() -> None:
    words = {"expected": 0.8, "difference": 0.04, "prevalence": 0.3}
    rows = [plan("auroc", **words, correlation=r).rows for r in (0.0, 0.5, 0.9)]
    assert rows[0] > 1.8 * rows[1] > 5 * rows[2]
    unsaid = plan("auroc", **words)
    assert unsaid.rows == rows[0]
    assert "correlation=" in unsaid.text("en")
    one = plan("auroc", **words, paired=False)
    assert one.rows == rows[0]


def test_by_the_formula_of_hanley_and_mcneil_1983() -> None:
    found = plan("auroc", expected=0.8, difference=0.05, prevalence=0.25, correlation=0.4)
    n = found.rows
    one, two = (hanley_mcneil(a, n / 4, 3 * n / 4) for a in (0.8, 0.85))
    alike, apart = 2 * one * 0.6, one + two - 0.8 * math.sqrt(one * two)
    z = (0.05 - 1.959964 * math.sqrt(alike)) / math.sqrt(apart)
    assert z == pytest.approx(0.8416, abs=0.01)
    assert z >= 0.8416212 - 1e-6


@pytest.mark.parametrize("method", ["hanley_mcneil", "binormal"])
def test_width_by_simulation(method: str) -> None:
    """The interval is as wide as planned where the scores are as the method says."""
    found = plan("auroc", expected=0.8, width=0.12, prevalence=0.2, method=method)
    assert found.positives + found.negatives == found.rows
    rng = np.random.default_rng(3)
    shape = 1500, found.rows
    if method == "binormal":
        from scipy.special import ndtri

        scores = rng.normal(size=shape)
        scores[:, : found.positives] += math.sqrt(2) * ndtri(0.8)
    else:  # exponential with rates 1 and 1/4: P(X > Y) = 4 / (4 + 1)
        scores = rng.exponential(size=shape)
        scores[:, : found.positives] *= 4
    ranks = scores.argsort(1).argsort(1)[:, : found.positives].sum(1) + found.positives
    p, n = found.positives, found.negatives
    areas = (ranks - p * (p + 1) / 2) / (p * n)
    assert areas.mean() == pytest.approx(0.8, abs=0.005)
    assert 2 * 1.96 * areas.std() == pytest.approx(0.12, rel=0.06)


def test_ratings_tell_less_than_scores() -> None:
    # the printed constants at an area of 1/2: 0.0099 · 8 (1/P + 1/N)
    assert obuchowski(0.5, 100, 100) == pytest.approx(0.0792 * 0.02, rel=1e-12)
    assert obuchowski(0.8, 100, 400) > 1.3 * binormal(0.8, 100, 400)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ({"expected": 0.8, "width": 0.1}, "prevalence="),
        ({"width": 0.1, "prevalence": 0.5}, "expected="),
        ({"expected": 1.0, "width": 0.1, "prevalence": 0.5}, "strictly between"),
        ({"expected": 0.8, "width": 0.1, "prevalence": 0.5, "method": "wilson"}, "binormal"),
        ({"expected": 0.8, "difference": 0.3, "prevalence": 0.5}, "out of range"),
        ({"expected": 0.8, "bound": 0.8, "prevalence": 0.5}, "not beyond"),
        ({"expected": 0.8, "width": 0.1, "prevalence": 0.5, "tpr": 0.5}, "tpr does not"),
        ({"expected": 0.8, "difference": 0.1, "prevalence": 0.5, "correlation": 1}, "correlation"),
    ],
)
def test_what_is_refused(words: dict, said: str) -> None:
    with pytest.raises(InputError, match=said):
        plan("auroc", **words)
