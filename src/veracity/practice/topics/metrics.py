"""Exercises on metrics at one threshold: precision, recall, F1 and their kin."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from random import Random
from types import SimpleNamespace

from veracity.practice.drawing import matrix
from veracity.practice.exercise import Exercise


def _never_called(random: Random) -> SimpleNamespace:
    """A detector that calls nothing positive: precision has no denominator."""
    positives, negatives = random.randint(5, 40), random.randint(60, 400)
    return SimpleNamespace(positives=positives, negatives=negatives, total=positives + negatives)


def _two_shares(random: Random) -> SimpleNamespace:
    """A precision and a recall that are far apart, in percent."""
    high, low = random.randrange(75, 100, 5), random.randrange(10, 45, 5)
    p, r = random.choice(((high, low), (low, high)))
    return SimpleNamespace(p=p, r=r, up=2 * p * r, below=p + r)


def _expected(g: SimpleNamespace) -> Fraction:
    """The agreement expected from the margins alone."""
    return Fraction(g.positives * g.called + g.negatives * g.left, g.total**2)


def _agreed(random: Random) -> SimpleNamespace:
    given = matrix(random)
    given.agreed, given.expected = Fraction(given.tp + given.tn, given.total), _expected(given)
    given.e = f"{float(given.expected):.4f}"
    return given


def _kappa(g: SimpleNamespace) -> Fraction:
    return Fraction((g.agreed - g.expected) / (1 - g.expected))


def _mcc(g: SimpleNamespace) -> float:
    return float((g.tp * g.tn - g.fp * g.fn) / sqrt(g.positives * g.negatives * g.called * g.left))


def _f(beta: Fraction, g: SimpleNamespace) -> Fraction:
    up = (1 + beta**2) * g.tp
    return Fraction(up / (up + beta**2 * g.fn + g.fp))


ONE, TWO, HALF = Fraction(1), Fraction(2), Fraction(1, 2)
EXERCISES = (
    Exercise(
        "accuracy",
        1,
        matrix,
        lambda g: Fraction(g.tp + g.tn, g.total),
        {
            "precision": lambda g: g.precision,
            "recall": lambda g: g.recall,
        },
    ),
    Exercise(
        "precision",
        1,
        matrix,
        lambda g: g.precision,
        {
            "recall": lambda g: g.recall,
            "accuracy": lambda g: Fraction(g.tp + g.tn, g.total),
        },
    ),
    Exercise(
        "recall",
        1,
        matrix,
        lambda g: g.recall,
        {
            "precision": lambda g: g.precision,
            "specificity": lambda g: Fraction(g.tn, g.negatives),
        },
    ),
    Exercise(
        "specificity",
        1,
        matrix,
        lambda g: Fraction(g.tn, g.negatives),
        {
            "npv": lambda g: Fraction(g.tn, g.left),
            "recall": lambda g: g.recall,
        },
    ),
    Exercise(
        "false_positive_rate",
        1,
        matrix,
        lambda g: Fraction(g.fp, g.negatives),
        {
            "false_discovery": lambda g: 1 - g.precision,
            "share_of_all": lambda g: Fraction(g.fp, g.total),
        },
    ),
    Exercise(
        "npv",
        2,
        matrix,
        lambda g: Fraction(g.tn, g.left),
        {
            "specificity": lambda g: Fraction(g.tn, g.negatives),
            "precision": lambda g: g.precision,
        },
    ),
    Exercise(
        "f1",
        2,
        matrix,
        lambda g: _f(ONE, g),
        {
            "arithmetic_mean": lambda g: (g.precision + g.recall) / 2,
            "jaccard": lambda g: Fraction(g.tp, g.tp + g.fp + g.fn),
        },
    ),
    Exercise(
        "f1_of_shares",
        2,
        _two_shares,
        lambda g: Fraction(g.up, g.below * 100),
        {
            "arithmetic_mean": lambda g: Fraction(g.p + g.r, 200),
            "halved": lambda g: Fraction(g.up, g.below * 200),
        },
    ),
    Exercise(
        "precision_of_silence",
        2,
        _never_called,
        lambda g: None,
        {
            "silent_zero": lambda g: Fraction(0),
            "accuracy": lambda g: Fraction(g.negatives, g.total),
        },
    ),
    Exercise(
        "f2",
        3,
        matrix,
        lambda g: _f(TWO, g),
        {
            "f1": lambda g: _f(ONE, g),
            "f_half": lambda g: _f(HALF, g),
        },
    ),
    Exercise(
        "kappa",
        3,
        _agreed,
        _kappa,
        {
            "accuracy": lambda g: g.agreed,
            "expected_agreement": lambda g: g.expected,
        },
    ),
    Exercise(
        "mcc",
        3,
        matrix,
        _mcc,
        {
            "informedness": lambda g: g.recall + Fraction(g.tn, g.negatives) - 1,
            "f1": lambda g: _f(ONE, g),
        },
    ),
)
