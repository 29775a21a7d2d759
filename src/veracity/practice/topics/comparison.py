"""Exercises on comparing two models: whether A is better than B."""

from __future__ import annotations

from fractions import Fraction
from math import comb, sqrt
from random import Random
from types import SimpleNamespace

from veracity.practice.exercise import Exercise
from veracity.practice.table import table
from veracity.words import Text

RIGHT, WRONG = Text("B right", "B 对"), Text("B wrong", "B 错")


def _paired(random: Random) -> SimpleNamespace:
    """Two models on the same cases."""
    return _of(
        random.randint(40, 80), random.randint(9, 25), random.randint(2, 14), random.randint(3, 20)
    )


def _few(random: Random) -> SimpleNamespace:
    """Few cases on which two models differ."""
    return _of(
        random.randint(20, 40), random.randint(5, 8), random.randint(0, 3), random.randint(2, 9)
    )


def _of(both: int, a: int, b: int, neither: int) -> SimpleNamespace:
    rows = ((Text("A right", "A 对"), both, a), (Text("A wrong", "A 错"), b, neither))
    return SimpleNamespace(
        both=both,
        a=a,
        b=b,
        neither=neither,
        n=both + a + b + neither,
        differ=a + b,
        gap=a - b,
        twice=2 ** (a + b),
        table=table(("", RIGHT, WRONG), rows),
    )


def _tests(random: Random) -> SimpleNamespace:
    """A p-value among several tests."""
    return SimpleNamespace(p=f"{random.randint(5, 24) / 1000:.3f}", k=random.randint(3, 10))


def _three(random: Random) -> SimpleNamespace:
    """Three p-values in order; the middle one is asked for."""
    first, second, third = random.randint(1, 9), random.randint(14, 22), random.randint(30, 60)
    return SimpleNamespace(p=[first, second, third], a=_p(first), b=_p(second), c=_p(third))


def _p(thousandths: int) -> str:
    return f"{thousandths / 1000:.3f}"


def _models(random: Random) -> SimpleNamespace:
    """Models that are all as good as the baseline."""
    return SimpleNamespace(k=random.randint(3, 20))


def _tail(g: SimpleNamespace) -> Fraction:
    """The probability of so few or fewer on the weaker side, if both sides are as likely."""
    least = min(g.a, g.b)
    return Fraction(sum(comb(g.differ, one) for one in range(least + 1)), g.twice)


EXERCISES = (
    Exercise(
        "difference_of_accuracies",
        1,
        _paired,
        lambda g: Fraction(g.gap, g.n),
        {
            "share_of_a_alone": lambda g: Fraction(g.a, g.n),
            "sign_reversed": lambda g: Fraction(-g.gap, g.n),
        },
    ),
    Exercise(
        "bonferroni",
        1,
        _tests,
        lambda g: Fraction(g.p) * g.k,
        {
            "not_adjusted": lambda g: Fraction(g.p),
            "divided_not_multiplied": lambda g: Fraction(g.p) / g.k,
        },
    ),
    Exercise(
        "mcnemar",
        2,
        _paired,
        lambda g: Fraction(g.gap**2, g.differ),
        {
            "by_all_cases": lambda g: Fraction(g.gap**2, g.n),
            "continuity": lambda g: Fraction((abs(g.gap) - 1) ** 2, g.differ),
        },
        2,
    ),
    Exercise(
        "chance_wins",
        2,
        _models,
        lambda g: 1 - Fraction(19, 20) ** g.k,
        {
            "added_up": lambda g: Fraction(g.k, 20),
            "not_adjusted": lambda g: Fraction(1, 20),
        },
    ),
    Exercise(
        "holm",
        3,
        _three,
        lambda g: Fraction(2 * g.p[1], 1000),
        {
            "bonferroni": lambda g: Fraction(3 * g.p[1], 1000),
            "not_adjusted": lambda g: Fraction(g.p[1], 1000),
        },
        4,
    ),
    Exercise(
        "mcnemar_exact",
        3,
        _few,
        lambda g: 2 * _tail(g),
        {
            "one_sided": _tail,
        },
    ),
    Exercise(
        "paired_standard_error",
        3,
        _paired,
        lambda g: sqrt(g.differ - g.gap**2 / g.n) / g.n,
        {
            "as_if_unpaired": lambda g: (
                sqrt((g.both + g.a) * (g.b + g.neither) + (g.both + g.b) * (g.a + g.neither))
                / g.n**1.5
            ),
        },
    ),
)
