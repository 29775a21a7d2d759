"""Exercises on imbalance: the accuracy paradox and what a constant reaches."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from types import SimpleNamespace

from veracity.practice.drawing import of_counts, rare
from veracity.practice.exercise import Exercise


def _windows(random: Random) -> SimpleNamespace:
    """Windows of which few hold an event."""
    total, events = random.choice((500, 800, 1000, 2000)), random.randint(4, 45)
    return SimpleNamespace(total=total, events=events, quiet=total - events)


def _rates(random: Random) -> SimpleNamespace:
    """Prevalence, sensitivity and specificity in percent."""
    return SimpleNamespace(
        ill=random.choice((1, 2, 5, 10, 20)),
        r=random.randrange(40, 75, 5),
        s=random.randrange(85, 100),
    )


def _common(random: Random) -> SimpleNamespace:
    """Positives are the common class."""
    positives = random.randrange(650, 960, 10)
    return SimpleNamespace(positives=positives, negatives=1000 - positives)


def _mostly_positive(random: Random) -> SimpleNamespace:
    """A classifier where positives are the common class."""
    return of_counts(
        random.randint(300, 500),
        random.randint(15, 40),
        random.randint(10, 60),
        random.randint(5, 30),
    )


def _more_negatives(random: Random) -> SimpleNamespace:
    """A classifier whose negatives become more frequent, with the same rates."""
    positives, negatives = 100, 100
    tp, fp, times = random.randrange(60, 100, 5), random.randint(2, 12), random.choice((5, 10, 50))
    return SimpleNamespace(
        tp=tp,
        fp=fp,
        times=times,
        positives=positives,
        negatives=negatives,
        more=negatives * times,
        alarms=fp * times,
    )


def _against_majority(random: Random) -> SimpleNamespace:
    given = rare(random)
    given.majority = Fraction(given.negatives, given.total)
    given.agreed = Fraction(given.tp + given.tn, given.total)
    return given


EXERCISES = (
    Exercise(
        "accuracy_of_silence",
        1,
        _windows,
        lambda g: Fraction(g.quiet, g.total),
        {
            "prevalence": lambda g: Fraction(g.events, g.total),
            "recall_of_silence": lambda g: Fraction(0),
        },
    ),
    Exercise(
        "recall_of_silence",
        1,
        _windows,
        lambda g: Fraction(0),
        {
            "accuracy": lambda g: Fraction(g.quiet, g.total),
        },
    ),
    Exercise(
        "gain_over_majority",
        2,
        _against_majority,
        lambda g: g.agreed - g.majority,
        {
            "gain_over_coin": lambda g: g.agreed - Fraction(1, 2),
            "sign_reversed": lambda g: g.majority - g.agreed,
        },
    ),
    Exercise(
        "balanced_accuracy",
        2,
        rare,
        lambda g: (g.recall + Fraction(g.tn, g.negatives)) / 2,
        {
            "accuracy": lambda g: Fraction(g.tp + g.tn, g.total),
            "recall": lambda g: g.recall,
        },
    ),
    Exercise(
        "accuracy_from_rates",
        2,
        _rates,
        lambda g: Fraction(g.ill * g.r + (100 - g.ill) * g.s, 10_000),
        {
            "mean_of_rates": lambda g: Fraction(g.r + g.s, 200),
            "weights_exchanged": lambda g: Fraction((100 - g.ill) * g.r + g.ill * g.s, 10_000),
        },
    ),
    Exercise(
        "f1_of_all_positive",
        2,
        _common,
        lambda g: Fraction(2 * g.positives, 1000 + g.positives),
        {
            "accuracy": lambda g: Fraction(g.positives, 1000),
        },
    ),
    Exercise(
        "precision_with_more_negatives",
        2,
        _more_negatives,
        lambda g: Fraction(g.tp, g.tp + g.alarms),
        {
            "as_before": lambda g: Fraction(g.tp, g.tp + g.fp),
            "recall": lambda g: Fraction(g.tp, g.positives),
        },
    ),
    Exercise(
        "f1_of_negatives",
        3,
        _mostly_positive,
        lambda g: Fraction(2 * g.tn, 2 * g.tn + g.fp + g.fn),
        {
            "f1_of_positives": lambda g: Fraction(2 * g.tp, 2 * g.tp + g.fp + g.fn),
        },
    ),
)
