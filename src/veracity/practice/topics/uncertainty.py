"""Exercises on uncertainty: standard errors, intervals, how many rows."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from random import Random
from types import SimpleNamespace

from veracity.practice.exercise import Exercise

Z = 1.959963984540054  # the 97.5 % point of the normal distribution


def _share(random: Random) -> SimpleNamespace:
    """Successes in trials."""
    n = random.choice((10, 12, 16, 20, 25, 40))
    x = random.randint(n // 2 + 1, n - 1)
    return SimpleNamespace(x=x, n=n, p=Fraction(x, n), variance=f"{x / n * (1 - x / n) / n:.5f}")


def _none_seen(random: Random) -> SimpleNamespace:
    """No event in so many trials."""
    return SimpleNamespace(n=random.choice((30, 60, 100, 150, 200, 300, 500)))


def _narrower(random: Random) -> SimpleNamespace:
    """Positives at hand, and by how much the interval is to become narrower."""
    return SimpleNamespace(n=random.randrange(20, 130, 10), times=random.choice((2, 3, 4)))


def _screened(random: Random) -> SimpleNamespace:
    """People screened, of whom few are ill."""
    return SimpleNamespace(
        n=random.choice((1000, 2000, 4000, 6000)), ill=random.choice((1, 2, 3, 5))
    )


def _clustered(random: Random) -> SimpleNamespace:
    """Windows of patients that resemble each other."""
    patients, each = random.choice((10, 20, 25, 40)), random.choice((11, 21, 41, 51))
    icc = random.choice((5, 10, 20, 30))
    effect = 1 + Fraction((each - 1) * icc, 100)
    return SimpleNamespace(
        patients=patients, each=each, icc=f"{icc / 100:.2f}", n=patients * each, effect=effect
    )


def _studies(random: Random) -> SimpleNamespace:
    """Studies that each state an interval."""
    return SimpleNamespace(n=random.choice((20, 40, 60, 100, 200)), level=random.choice((90, 95)))


def _wilson(g: SimpleNamespace) -> float:
    """The lower end: the smallest share from which x lies no further than z standard errors."""
    p, n, square = float(g.p), g.n, Z * Z
    return float(
        (p + square / (2 * n) - Z * sqrt(p * (1 - p) / n + square / (4 * n * n))) / (1 + square / n)
    )


def _error(g: SimpleNamespace) -> float:
    return sqrt(float(g.p * (1 - g.p)) / g.n)


EXERCISES = (
    Exercise(
        "rule_of_three",
        1,
        _none_seen,
        lambda g: Fraction(3, g.n),
        {
            "seen_is_zero": lambda g: Fraction(0),
            "one_more": lambda g: Fraction(1, g.n),
        },
        4,
    ),
    Exercise(
        "intervals_that_miss",
        1,
        _studies,
        lambda g: Fraction(g.n * (100 - g.level), 100),
        {
            "intervals_that_cover": lambda g: Fraction(g.n * g.level, 100),
            "none_misses": lambda g: Fraction(0),
        },
        0,
    ),
    Exercise(
        "trials_behind_recall",
        1,
        _screened,
        lambda g: Fraction(g.n * g.ill, 100),
        {
            "all_people": lambda g: Fraction(g.n),
            "healthy_people": lambda g: Fraction(g.n * (100 - g.ill), 100),
        },
        0,
    ),
    Exercise(
        "standard_error",
        2,
        _share,
        _error,
        {
            "variance_not_root": lambda g: float(g.p * (1 - g.p)) / g.n,
            "not_by_n": lambda g: sqrt(float(g.p * (1 - g.p))),
        },
    ),
    Exercise(
        "rows_for_width",
        2,
        _narrower,
        lambda g: Fraction(g.n * g.times**2),
        {
            "in_proportion": lambda g: Fraction(g.n * g.times),
        },
        0,
    ),
    Exercise(
        "design_effect",
        3,
        _clustered,
        lambda g: g.n / g.effect,
        {
            "windows_as_independent": lambda g: Fraction(g.n),
            "patients_only": lambda g: Fraction(g.patients),
        },
        1,
    ),
    Exercise(
        "wilson_low",
        3,
        _share,
        _wilson,
        {
            "wald_low": lambda g: float(g.p) - Z * _error(g),
            "value_itself": lambda g: g.p,
        },
    ),
)
