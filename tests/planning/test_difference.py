"""Rows to tell two models apart by a share."""

import math
from fractions import Fraction
from math import comb
from statistics import NormalDist

import numpy as np
import pytest

from veracity.errors import InputError
from veracity.planning import plan

Z = NormalDist().inv_cdf


def connor(disagreement: float, d: float, power: float = 0.8, level: float = 0.95) -> float:
    """Connor RJ (1987) Biometrics 43:207–211, page 209."""
    top = Z((1 + level) / 2) * math.sqrt(disagreement)
    return (top + Z(power) * math.sqrt(disagreement - d**2)) ** 2 / d**2


def test_the_example_of_powerandsamplesize() -> None:
    # powerandsamplesize.com, McNemar's Z-test, 2-sided: p01 0.45, p10 0.05, power 0.8: n = 23
    assert plan("accuracy", difference=0.4, disagreement=0.5).rows == 23


@pytest.mark.parametrize("power", [0.8, 0.9, 0.95])
@pytest.mark.parametrize(("disagreement", "d"), [(0.3, 0.1), (0.1, 0.05), (0.2, -0.03)])
def test_connor(disagreement: float, d: float, power: float) -> None:
    found = plan("recall", difference=d, disagreement=disagreement, power=power)
    assert found.trials == math.ceil(connor(disagreement, d, power))
    assert found.achieved >= power
    assert (found.method, found.sets) == ("connor", 1)


def test_without_disagreement_the_models_err_independently() -> None:
    found = plan("accuracy", expected=0.8, difference=0.05)
    assert found.rows == math.ceil(connor(0.8 * 0.15 + 0.2 * 0.85, 0.05))
    assert "independent" in found.text("en")


def exact_power(n: int, first: Fraction, second: Fraction) -> Fraction:
    """The exact two-sided McNemar test rejects: summed over both discordant counts."""
    total = Fraction(0)
    neither = 1 - first - second
    for b in range(n + 1):
        for c in range(n + 1 - b):
            m = b + c
            tail = sum(comb(m, k) for k in range(min(b, c) + 1))
            if 2 * tail * 20 <= 2**m:
                ways = comb(n, m) * comb(m, b)
                total += ways * first**b * second**c * neither ** (n - m)
    return total


@pytest.mark.parametrize(
    ("first", "second"), [("45/100", "5/100"), ("5/10", "1/10")], ids=["0.4", "0.4 of 0.6"]
)
def test_the_exact_test_by_exact_sums(first: str, second: str) -> None:
    p, q = Fraction(first), Fraction(second)
    found = plan("accuracy", difference=float(p - q), disagreement=float(p + q), method="exact")
    assert found.achieved == pytest.approx(float(exact_power(found.rows, p, q)), rel=1e-9)
    assert exact_power(found.rows - 1, p, q) < Fraction(4, 5)
    assert all(exact_power(found.rows + k, p, q) >= Fraction(4, 5) for k in (1, 2, 3))


def test_the_exact_test_needs_a_little_more_and_agrees_in_the_large() -> None:
    words = {"difference": 0.05, "disagreement": 0.15}
    normal, exact = plan("accuracy", **words), plan("accuracy", **words, method="exact")
    assert normal.rows < exact.rows < 1.1 * normal.rows


def test_power_is_what_a_simulation_finds() -> None:
    from scipy.stats import binom

    found = plan("accuracy", difference=0.1, disagreement=0.3, method="exact")
    rng = np.random.default_rng(5)
    b, c, _ = rng.multinomial(found.rows, [0.2, 0.1, 0.7], size=20_000).T
    p = np.minimum(1, 2 * binom.cdf(np.minimum(b, c), b + c, 0.5))
    assert (p <= 0.05).mean() == pytest.approx(found.achieved, abs=0.01)


def test_two_sets_of_rows() -> None:
    # R, ?power.prop.test: power.prop.test(p1 = .50, p2 = .75, power = .90)  # =>  n = 76.7
    found = plan("accuracy", expected=0.5, difference=0.25, power=0.9, paired=False)
    assert (found.rows, found.sets) == (77, 2)
    assert "in each of two sets" in found.text("en")


@pytest.mark.parametrize(("one", "d"), [(0.75, 0.1), (0.9, 0.05), (0.5, -0.2)])
def test_continuity(one: float, d: float) -> None:
    # Fleiss, Levin and Paik (2003), equations 4.14 and 4.19 with equal sets
    two, far = one + d, abs(d)
    mean = (one + two) / 2
    top = Z(0.975) * math.sqrt(2 * mean * (1 - mean))
    top += Z(0.8) * math.sqrt(one * (1 - one) + two * (1 - two))
    n = top**2 / far**2
    corrected = n / 4 * (1 + math.sqrt(1 + 4 / (n * far))) ** 2
    words = {"expected": one, "difference": d, "paired": False}
    assert plan("recall", **words).trials == math.ceil(n)
    assert plan("recall", **words, continuity=True).trials == math.ceil(corrected)


def test_unpaired_precision_counts_calls() -> None:
    found = plan("precision", expected=0.5, tpr=0.8, prevalence=0.05, difference=0.1, paired=False)
    assert found.trials_of.en == "cases called positive"
    assert found.rows == math.ceil(found.trials / 0.08)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ({"difference": 0.1}, "disagreement="),
        ({"difference": 0.1, "disagreement": 0.05}, "between 0.1 and 1"),
        ({"difference": 0.1, "disagreement": 0.5, "expected": 0.85}, "between 0.1 and 0.2"),
        ({"difference": 0.2, "expected": 0.9}, "out of range"),
        ({"difference": 0, "expected": 0.9}, "distinguish equal models"),
        ({"difference": 0.001, "disagreement": 0.3, "method": "exact"}, "connor"),
        ({"difference": 0.1, "disagreement": 0.3, "method": "wilson"}, "connor, exact"),
    ],
)
def test_what_is_refused(words: dict, said: str) -> None:
    with pytest.raises(InputError, match=said):
        plan("accuracy", **words)


def test_metrics_without_such_a_plan() -> None:
    with pytest.raises(InputError, match="paired=False"):
        plan("precision", expected=0.5, difference=0.1)
    with pytest.raises(InputError, match="A difference in f1 cannot be planned"):
        plan("f1", expected=0.5, difference=0.1)
