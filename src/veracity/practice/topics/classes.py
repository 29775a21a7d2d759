"""Exercises on several classes: macro, micro and weighted averages, and the two macro F1s."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from types import SimpleNamespace

from veracity.practice.drawing import CLASSES, three_classes
from veracity.practice.exercise import Exercise


def _shares(random: Random) -> SimpleNamespace:
    """Precision and recall of every class, and their means."""
    g = three_classes(random)
    columns = [sum(row[k] for row in g.cells) for k in range(3)]
    g.precisions = [Fraction(g.cells[k][k], columns[k]) for k in range(3)]
    g.recalls = [Fraction(g.cells[k][k], sum(g.cells[k])) for k in range(3)]
    g.f1s = [Fraction(2 * g.cells[k][k], columns[k] + sum(g.cells[k])) for k in range(3)]
    g.p, g.r = sum(g.precisions, Fraction(0)) / 3, sum(g.recalls, Fraction(0)) / 3
    g.mean_f1, g.f1_of_means = sum(g.f1s, Fraction(0)) / 3, 2 * g.p * g.r / (g.p + g.r)
    for name, values in (("recalls", g.recalls), ("precisions", g.precisions), ("f1s", g.f1s)):
        setattr(g, f"{name}_sum", " + ".join(map(str, values)))
    g.p_shown, g.r_shown = f"{float(g.p):.4f}", f"{float(g.r):.4f}"
    return g


def _two_classes(random: Random) -> SimpleNamespace:
    """Two classes, each good at what the other is bad at."""
    high, low = random.randrange(80, 105, 5), random.randrange(10, 35, 5)
    one = Fraction(2 * high * low, (high + low) * 100)
    return SimpleNamespace(high=high, low=low, f1=one, mean=Fraction(high + low, 200))


def _rest(random: Random) -> SimpleNamespace:
    g = three_classes(random)
    g.others = ", ".join(name for name in CLASSES if name != g.c)
    return g


def _others_right(g: SimpleNamespace) -> Fraction:
    return Fraction(g.right - g.hits)


EXERCISES = (
    Exercise(
        "recall_of_class",
        1,
        three_classes,
        lambda g: Fraction(g.hits, g.row),
        {
            "precision_of_class": lambda g: Fraction(g.hits, g.column),
            "share_of_all": lambda g: Fraction(g.hits, g.total),
        },
    ),
    Exercise(
        "precision_of_class",
        1,
        three_classes,
        lambda g: Fraction(g.hits, g.column),
        {
            "recall_of_class": lambda g: Fraction(g.hits, g.row),
        },
    ),
    Exercise(
        "rest_negatives",
        2,
        _rest,
        lambda g: Fraction(g.total - g.row - g.column + g.hits),
        {
            "others_right": _others_right,
            "not_of_class": lambda g: Fraction(g.total - g.row),
        },
        0,
    ),
    Exercise(
        "average_accuracy",
        2,
        _shares,
        lambda g: g.r,
        {
            "accuracy": lambda g: Fraction(g.right, g.total),
            "macro_precision": lambda g: g.p,
        },
    ),
    Exercise(
        "micro_f1",
        2,
        _shares,
        lambda g: Fraction(g.right, g.total),
        {
            "macro_f1": lambda g: g.mean_f1,
        },
    ),
    Exercise(
        "macro_f1",
        3,
        _shares,
        lambda g: g.mean_f1,
        {
            "accuracy": lambda g: Fraction(g.right, g.total),
            "macro_recall": lambda g: g.r,
        },
    ),
    Exercise(
        "f1_of_macro",
        3,
        _two_classes,
        lambda g: g.mean,
        {
            "macro_f1": lambda g: g.f1,
        },
    ),
    Exercise(
        "mean_of_f1s",
        2,
        _two_classes,
        lambda g: g.f1,
        {
            "f1_of_macro": lambda g: g.mean,
        },
    ),
)
