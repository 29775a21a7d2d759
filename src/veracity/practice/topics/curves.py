"""Exercises on rankings: ROC area, average precision, points of the curves."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from types import SimpleNamespace

from veracity.practice.drawing import ranked, ranking
from veracity.practice.exercise import Exercise


def _pairs(g: SimpleNamespace) -> tuple[int, int, int]:
    """Pairs of a positive and a negative: positive ahead, tied, behind."""
    rows = list(zip(g.truth, g.hundredths, strict=True))
    differences = [p - n for one, p in rows for other, n in rows if one and not other]
    return (
        sum(d > 0 for d in differences),
        sum(d == 0 for d in differences),
        sum(d < 0 for d in differences),
    )


def _with_pairs(random: Random) -> SimpleNamespace:
    given = ranking(random)
    given.ahead, given.tied, given.behind = _pairs(given)
    given.pairs = given.positives * given.negatives
    return given


def _with_ties(random: Random) -> SimpleNamespace:
    """Few distinct scores, so that some pairs are tied."""
    truth = [1] * random.randint(3, 4) + [0] * random.randint(3, 5)
    rows = sorted(
        ((random.choice((20, 40, 60, 80)), label) for label in truth),
        key=lambda row: (-row[0], -row[1]),
    )
    given = ranked([label for _, label in rows], [score for score, _ in rows])
    given.ahead, given.tied, given.behind = _pairs(given)
    given.pairs = given.positives * given.negatives
    return given


def _ranking_at_threshold(random: Random) -> SimpleNamespace:
    """A ranking and a number of cases from its top."""
    given = ranking(random)
    given.k = random.randint(3, given.total - 3)
    given.tp = sum(given.truth[: given.k])
    given.fp = given.k - given.tp
    return given


def _average_precision(g: SimpleNamespace) -> Fraction:
    found = [rank for rank, label in enumerate(g.truth, 1) if label]
    total = sum((Fraction(n, rank) for n, rank in enumerate(found, 1)), Fraction(0))
    return Fraction(total, g.positives)


def _with_terms(random: Random) -> SimpleNamespace:
    given = _with_pairs(random)
    found = [rank for rank, label in enumerate(given.truth, 1) if label]
    given.terms = " + ".join(f"{n}/{rank}" for n, rank in enumerate(found, 1))
    return given


def _even(random: Random) -> SimpleNamespace:
    given = _with_pairs(random)
    given.tp = sum(given.truth[: given.positives])
    return given


EXERCISES = (
    Exercise(
        "precision_at_k",
        1,
        _ranking_at_threshold,
        lambda g: Fraction(g.tp, g.k),
        {
            "recall_at_k": lambda g: Fraction(g.tp, g.positives),
            "share_of_all_cases": lambda g: Fraction(g.tp, g.total),
        },
    ),
    Exercise(
        "recall_at_k",
        1,
        _ranking_at_threshold,
        lambda g: Fraction(g.tp, g.positives),
        {
            "precision_at_k": lambda g: Fraction(g.tp, g.k),
        },
    ),
    Exercise(
        "roc_point",
        1,
        _ranking_at_threshold,
        lambda g: Fraction(g.fp, g.negatives),
        {
            "height_of_point": lambda g: Fraction(g.tp, g.positives),
            "false_discovery": lambda g: Fraction(g.fp, g.k),
        },
    ),
    Exercise(
        "auroc",
        2,
        _with_pairs,
        lambda g: Fraction(g.ahead, g.pairs),
        {
            "area_above": lambda g: Fraction(g.behind, g.pairs),
            "average_precision": _average_precision,
        },
    ),
    Exercise(
        "break_even",
        2,
        _even,
        lambda g: Fraction(g.tp, g.positives),
        {
            "auroc": lambda g: Fraction(g.ahead, g.pairs),
            "precision_of_half": lambda g: Fraction(sum(g.truth[: g.total // 2]), g.total // 2),
        },
    ),
    Exercise(
        "auroc_with_ties",
        3,
        _with_ties,
        lambda g: Fraction(2 * g.ahead + g.tied, 2 * g.pairs),
        {
            "ties_lost": lambda g: Fraction(g.ahead, g.pairs),
            "ties_won": lambda g: Fraction(g.ahead + g.tied, g.pairs),
        },
    ),
    Exercise(
        "average_precision",
        3,
        _with_terms,
        _average_precision,
        {
            "auroc": lambda g: Fraction(g.ahead, g.pairs),
            "break_even_point": lambda g: Fraction(sum(g.truth[: g.positives]), g.positives),
        },
    ),
)
