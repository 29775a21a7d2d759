"""Rows for an interval of a given width: shares, by every method."""

import math
from statistics import NormalDist

import numpy as np
import pytest

from veracity.errors import InputError
from veracity.intervals import PROPORTION_METHODS, proportion_interval
from veracity.planning import plan

Z = NormalDist().inv_cdf(0.975)


def width(p: float, n: float, method: str, level: float = 0.95) -> float:
    low, high = proportion_interval(p * n, n, method, level)
    return float(high - low)


@pytest.mark.parametrize("method", sorted(PROPORTION_METHODS))
@pytest.mark.parametrize(("p", "wanted"), [(0.9, 0.1), (0.5, 0.05), (0.99, 0.03), (0.03, 0.08)])
def test_enough_and_one_fewer_is_not(method: str, p: float, wanted: float) -> None:
    found = plan("recall", expected=p, width=wanted, method=method)
    assert width(p, found.trials, method) <= wanted < width(p, found.trials - 1, method)
    assert found.achieved == width(p, found.trials, method)
    assert found.method == method
    more = found.trials + np.arange(1, 200)
    low, high = proportion_interval(p * more, more, method)
    assert (high - low <= wanted).all()


def test_wilson_in_closed_form() -> None:
    # (n + z²)² w² = 4z² (pq n + z²/4), solved for n
    p, w = 0.9, 0.1
    a, b = w**2, 2 * Z**2 * w**2 - 4 * Z**2 * p * (1 - p)
    c = Z**4 * w**2 - Z**4
    n = (-b + math.sqrt(b**2 - 4 * a * c)) / (2 * a)
    assert plan("recall", expected=p, width=w).trials == math.ceil(n) == 141


def test_the_width_of_presize() -> None:
    # R package presize, README: prec_prop(p = .2, n = 10, method = "wilson"): 0.0567 to 0.5098
    seen = plan("recall", expected=0.2, width=0.3).curve([10])["achieved"][0]
    assert seen == pytest.approx(0.5098375 - 0.05668215, abs=1e-7)


def test_wald_is_the_textbook_formula() -> None:
    # statsmodels.stats.proportion.samplesize_confint_proportion(0.9, 0.05): z² pq / d²
    found = plan("recall", expected=0.9, width=0.1, method="wald")
    assert found.trials == math.ceil(Z**2 * 0.09 / 0.05**2) == 139


def test_buderer() -> None:
    # Buderer NMF (1996) Academic Emergency Medicine 3:895–900: sensitivity 0.9 ± 0.1, 20 % sick:
    # 34.6 sick patients. He divides before rounding (173 patients); we need whole ones (175).
    found = plan("recall", expected=0.9, width=0.2, prevalence=0.2, method="wald")
    assert (found.trials, found.rows) == (35, 175)
    assert math.ceil(Z**2 * 0.09 / 0.1**2 / 0.2) == 173


@pytest.mark.parametrize(
    ("key", "value", "share", "of"),
    [
        ("recall", 0.9, 0.02, "positives"),
        ("fnr", 0.1, 0.02, "positives"),
        ("specificity", 0.9, 0.98, "negatives"),
        ("fpr", 0.1, 0.98, "negatives"),
        ("accuracy", 0.9, 1.0, "rows"),
        ("prevalence", 0.1, 1.0, "rows"),
        ("predicted_positive_rate", 0.1, 1.0, "rows"),
    ],
)
def test_trials_are_those_of_the_record(key: str, value: float, share: float, of: str) -> None:
    found = plan(key, expected=value, width=0.1, prevalence=0.02)
    assert (found.trials, found.trials_of.en) == (141, of)
    assert found.rows == math.ceil(round(141 / share, 6))
    assert found.positives + found.negatives == found.rows


def test_precision_needs_to_know_how_much_is_called() -> None:
    # recall 0.8 at 5 %: 4 of 100 rows are true calls, and at precision 0.5 another 4 are false
    found = plan("precision", expected=0.5, tpr=0.8, prevalence=0.05, width=0.1)
    assert found.trials == plan("accuracy", expected=0.5, width=0.1).trials
    assert found.trials_of.en == "cases called positive"
    assert found.rows == math.ceil(found.trials / 0.08)
    by_rates = plan("precision", tpr=0.8, fpr=0.04 / 0.95, prevalence=0.05, width=0.1)
    assert by_rates.rows == found.rows
    assert by_rates.expected == pytest.approx(0.5)
    alone = plan("precision", expected=0.5, width=0.1)
    assert (alone.trials, alone.rows) == (found.trials, None)


def test_npv_by_its_rates() -> None:
    # npv = 0.855 / (0.855 + 0.02): rows called negative are 87.5 %
    found = plan("npv", tpr=0.8, fpr=0.05, prevalence=0.1, width=0.05)
    assert found.expected == pytest.approx(0.855 / 0.875)
    assert found.rows == math.ceil(found.trials / 0.875)


def test_rows_that_surely_hold_the_positives() -> None:
    from scipy.stats import binom

    found = plan("recall", expected=0.9, width=0.1, prevalence=0.01)
    assert found.rows == 14_100
    sure, nearly = (binom.sf(140, n, 0.01) for n in (found.assured_rows, found.assured_rows - 1))
    assert sure >= 0.95 > nearly
    assert 0.4 < binom.sf(140, found.rows, 0.01) < 0.6


def test_a_perfect_classifier_can_be_planned() -> None:
    # 0 misses of n: Wilson's interval is n/(n + z²) to 1
    found = plan("recall", expected=1.0, width=0.05)
    assert found.trials == math.ceil(Z**2 / 0.05 - Z**2) == 73
    with pytest.raises(InputError, match="Wald"):
        plan("recall", expected=1.0, width=0.05, method="wald")


def test_clusters_multiply_by_the_design_effect() -> None:
    # 141 · (1 + 4 · 0.2) = 253.8
    found = plan("recall", expected=0.9, width=0.1, cluster_size=5, icc=0.2)
    assert (found.trials, found.design_effect, found.clusters) == (254, 1.8, 51)
    assert found.achieved == pytest.approx(width(0.9, 254 / 1.8, "wilson"))
    plain = plan("recall", expected=0.9, width=0.1, cluster_size=5, icc=0.0)
    assert plain.trials == 141


@pytest.mark.parametrize("level", [0.8, 0.99])
def test_other_levels(level: float) -> None:
    n = plan("recall", expected=0.7, width=0.08, confidence_level=level).trials
    assert width(0.7, n, "wilson", level) <= 0.08 < width(0.7, n - 1, "wilson", level)


def test_very_narrow_and_very_wide() -> None:
    many = plan("recall", expected=0.9, width=1e-5).trials
    assert many == pytest.approx(4 * Z**2 * 0.09 / 1e-10, rel=1e-3)
    assert plan("recall", expected=0.9, width=1.0).trials == 1
    with pytest.raises(InputError, match="reasonable"):
        plan("recall", expected=0.9, width=1e-9)
