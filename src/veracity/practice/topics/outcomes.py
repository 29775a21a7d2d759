"""Exercises on the four outcomes and the confusion matrix."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from types import SimpleNamespace

from veracity.practice.drawing import CALLED, CASE, TRUTH, matrix, ranking, scored
from veracity.practice.exercise import Exercise
from veracity.practice.table import table
from veracity.words import Text


def _cases(random: Random) -> SimpleNamespace:
    """Ten cases with truth and call."""
    truth = [random.random() < 0.5 for _ in range(10)]
    called = [label if random.random() < 0.55 else not label for label in truth]
    rows = [
        (number, "+" if label else "−", "+" if call else "−")
        for number, (label, call) in enumerate(zip(truth, called, strict=True), 1)
    ]
    pairs = list(zip(truth, called, strict=True))
    return SimpleNamespace(
        fp=pairs.count((False, True)),
        fn=pairs.count((True, False)),
        tp=pairs.count((True, True)),
        table=table((CASE, TRUTH, CALLED), rows),
    )


def _at_threshold(random: Random) -> SimpleNamespace:
    """A ranking, and a threshold that is one of its scores."""
    given = ranking(random)
    index = random.randint(2, given.total - 2)
    given.rank, given.above = index + 1, index
    given.threshold = f"{given.hundredths[index] / 100:.2f}"
    given.table = scored(given.truth, given.hundredths)
    return given


def _transposed(random: Random) -> SimpleNamespace:
    """A matrix whose rows are what was predicted."""
    given = matrix(random)
    head = (Text(r"called \ truth", "判为 \\ 真实"), Text("positive", "正"), Text("negative", "负"))
    rows = (
        (Text("positive", "正"), given.tp, given.fp),
        (Text("negative", "负"), given.fn, given.tn),
    )
    given.table = table(head, rows)
    return given


def _plain(random: Random) -> SimpleNamespace:
    """Counts that a sentence names, without a table."""
    given = matrix(random)
    given.table = None
    return given


def _from_rates(random: Random) -> SimpleNamespace:
    """A test applied to people of whom a share is ill, in whole numbers."""
    total, ill = random.choice((1000, 2000, 5000)), random.choice((2, 4, 5, 10))
    recall, specificity = random.choice((60, 70, 80, 90)), random.choice((80, 85, 90, 95))
    positives = total * ill // 100
    return SimpleNamespace(
        total=total,
        ill=ill,
        r=recall,
        s=specificity,
        positives=positives,
        negatives=total - positives,
        false_share=100 - specificity,
    )


EXERCISES = (
    Exercise(
        "false_negatives",
        1,
        _cases,
        lambda g: Fraction(g.fn),
        {
            "false_positives": lambda g: Fraction(g.fp),
            "true_positives": lambda g: Fraction(g.tp),
        },
        0,
    ),
    Exercise(
        "type_one_errors",
        1,
        _cases,
        lambda g: Fraction(g.fp),
        {
            "false_negatives": lambda g: Fraction(g.fn),
        },
        0,
    ),
    Exercise(
        "called_at_threshold",
        1,
        _at_threshold,
        lambda g: Fraction(g.rank),
        {
            "strictly_above": lambda g: Fraction(g.above),
        },
        0,
    ),
    Exercise(
        "actual_positives",
        1,
        matrix,
        lambda g: Fraction(g.positives),
        {
            "called_positives": lambda g: Fraction(g.called),
            "true_positives": lambda g: Fraction(g.tp),
        },
        0,
    ),
    Exercise(
        "negatives_from_margins",
        2,
        _plain,
        lambda g: Fraction(g.tn),
        {
            "counted_twice": lambda g: Fraction(g.total - g.positives - g.called),
            "all_negatives": lambda g: Fraction(g.negatives),
        },
        0,
    ),
    Exercise(
        "transposed_matrix",
        2,
        _transposed,
        lambda g: g.recall,
        {
            "rows_and_columns": lambda g: g.precision,
        },
    ),
    Exercise(
        "false_positives_from_rates",
        3,
        _from_rates,
        lambda g: Fraction(g.negatives * g.false_share, 100),
        {
            "rate_of_all": lambda g: Fraction(g.total * g.false_share, 100),
            "false_negatives": lambda g: Fraction(g.positives * (100 - g.r), 100),
        },
        0,
    ),
)
