"""Exercises on scale: counts that are merged, cells of scores, and many tests."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from types import SimpleNamespace

from veracity.practice.drawing import SCORE
from veracity.practice.exercise import Exercise
from veracity.practice.table import table
from veracity.words import Text

SITE = Text("site", "中心")
COUNTS = Text("TP", "TP"), Text("FP", "FP"), Text("FN", "FN"), Text("TN", "TN")


def _sites(random: Random) -> SimpleNamespace:
    """The four counts of three sites; each has a precision of its own."""
    ranges = (10, 90), (5, 80), (3, 40), (100, 900)
    sites = [tuple(random.randint(*one) for one in ranges) for _ in range(3)]
    tps, fps, fns, _ = zip(*sites, strict=True)
    return SimpleNamespace(
        table=table((SITE, *COUNTS), [(str(i), *one) for i, one in enumerate(sites, 1)]),
        tp=sum(tps),
        fp=sum(fps),
        fn=sum(fns),
        called=sum(tps) + sum(fps),
        fp_shown=" + ".join(map(str, fps)),
        mean=sum(Fraction(tp, tp + fp) for tp, fp in zip(tps, fps, strict=True)) / 3,
    )


def _cells(random: Random) -> SimpleNamespace:
    """Scores counted in four cells: pairs in order, and pairs that share a cell."""
    yes = [random.randint(low, low + 3) for low in (0, 1, 3, 5)]
    no = [random.randint(low, low + 3) for low in (5, 3, 1, 0)]
    edges = ("0–0.25", "0.25–0.5", "0.5–0.75", "0.75–1")
    head = SCORE, Text("positives", "正例"), Text("negatives", "负例")
    return SimpleNamespace(
        table=table(head, list(zip(edges, yes, no, strict=True))),
        pairs=sum(yes) * sum(no),
        ordered=sum(one * sum(no[:i]) for i, one in enumerate(yes)),
        same=sum(a * b for a, b in zip(yes, no, strict=True)),
    )


def _groups(random: Random) -> SimpleNamespace:
    """Many groups tested, none of which differs."""
    return SimpleNamespace(groups=random.randrange(200, 4001, 20))


EXERCISES = (
    Exercise(
        "counts_merged",
        1,
        _sites,
        lambda g: Fraction(g.fp),
        {"false_negatives": lambda g: Fraction(g.fn), "true_positives": lambda g: Fraction(g.tp)},
        0,
    ),
    Exercise(
        "groups_by_chance",
        1,
        _groups,
        lambda g: Fraction(g.groups, 20),
        {
            "none_significant": lambda g: Fraction(0),
            "not_significant": lambda g: Fraction(19 * g.groups, 20),
        },
        0,
    ),
    Exercise(
        "precision_merged",
        2,
        _sites,
        lambda g: Fraction(g.tp, g.called),
        {"mean_of_sites": lambda g: g.mean},
    ),
    Exercise(
        "area_of_cells",
        2,
        _cells,
        lambda g: Fraction(2 * g.ordered + g.same, 2 * g.pairs),
        {
            "ties_lost": lambda g: Fraction(g.ordered, g.pairs),
            "ties_won": lambda g: Fraction(g.ordered + g.same, g.pairs),
        },
    ),
    Exercise(
        "doubt_of_cells",
        3,
        _cells,
        lambda g: Fraction(g.same, 2 * g.pairs),
        {
            "whole_width": lambda g: Fraction(g.same, g.pairs),
            "cells_in_order": lambda g: Fraction(2 * g.ordered + g.same, 2 * g.pairs),
        },
    ),
)
