"""Exercises on choosing and moving a threshold."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from types import SimpleNamespace

from veracity.practice.drawing import counts_at, decimal, ranking
from veracity.practice.exercise import Exercise


def _threshold(random: Random) -> SimpleNamespace:
    """A ranking with a threshold at one of its scores."""
    given = ranking(random)
    index = random.randint(2, given.total - 3)
    given.cutoff = given.hundredths[index]
    given.threshold = decimal(given.cutoff)
    given.tp, given.fp = counts_at(given, given.cutoff)
    given.called, given.above = given.tp + given.fp, counts_at(given, given.cutoff + 1)
    return given


def _raised(random: Random) -> SimpleNamespace:
    """Two thresholds, of which the higher one has the lower precision."""
    while True:
        given = ranking(random)
        low, high = random.randint(3, given.total - 2), random.randint(1, 2)
        tp, fp = counts_at(given, given.hundredths[low])
        less, alarms = counts_at(given, given.hundredths[high])
        if tp * (less + alarms) > less * (tp + fp):
            break
    given.low, given.high = decimal(given.hundredths[low]), decimal(given.hundredths[high])
    given.tp, given.fp, given.before = less, alarms, Fraction(tp, tp + fp)
    given.called = less + alarms
    return given


def _least_recall(random: Random) -> SimpleNamespace:
    """The threshold that finds enough."""
    given = ranking(random)
    found = [score for score, label in zip(given.hundredths, given.truth, strict=True) if label]
    given.wanted = random.randint(2, given.positives - 1)
    given.share = f"{given.wanted}/{given.positives}"
    given.cutoff, given.early = found[given.wanted - 1], found[given.wanted - 2]
    given.late = found[given.wanted]
    return given


def _costs(random: Random) -> SimpleNamespace:
    """What the two errors cost."""
    return SimpleNamespace(alarm=random.randint(1, 5), miss=random.randint(8, 60))


def _best(random: Random) -> SimpleNamespace:
    """The largest F1 and the largest informedness over all thresholds, and those at one half."""
    given = ranking(random)
    counts = [counts_at(given, one) for one in given.hundredths]
    given.f1s = [Fraction(2 * tp, tp + fp + given.positives) for tp, fp in counts]
    given.js = [Fraction(tp, given.positives) - Fraction(fp, given.negatives) for tp, fp in counts]
    tp, fp = counts_at(given, 50)
    given.half = Fraction(2 * tp, tp + fp + given.positives)
    index = given.f1s.index(max(given.f1s))
    given.tp, given.fp = counts[index]
    given.threshold, given.called = decimal(given.hundredths[index]), sum(counts[index])
    top = given.js.index(max(given.js))
    given.j_threshold = decimal(given.hundredths[top])
    given.t, given.f = (
        Fraction(counts[top][0], given.positives),
        Fraction(counts[top][1], given.negatives),
    )
    return given


EXERCISES = (
    Exercise(
        "precision_at_threshold",
        1,
        _threshold,
        lambda g: Fraction(g.tp, g.called),
        {
            "recall": lambda g: Fraction(g.tp, g.positives),
            "strictly_above": lambda g: Fraction(g.above[0], sum(g.above)),
        },
    ),
    Exercise(
        "recall_at_threshold",
        1,
        _threshold,
        lambda g: Fraction(g.tp, g.positives),
        {
            "precision": lambda g: Fraction(g.tp, g.called),
        },
    ),
    Exercise(
        "precision_after_raising",
        2,
        _raised,
        lambda g: Fraction(g.tp, g.called),
        {
            "as_before": lambda g: g.before,
            "recall": lambda g: Fraction(g.tp, g.positives),
        },
    ),
    Exercise(
        "threshold_for_recall",
        2,
        _least_recall,
        lambda g: g.cutoff / 100,
        {
            "one_too_few": lambda g: g.early / 100,
            "one_too_many": lambda g: g.late / 100,
        },
    ),
    Exercise(
        "threshold_of_costs",
        2,
        _costs,
        lambda g: Fraction(g.alarm, g.alarm + g.miss),
        {
            "costs_exchanged": lambda g: Fraction(g.miss, g.alarm + g.miss),
            "ratio_of_costs": lambda g: Fraction(g.alarm, g.miss),
        },
    ),
    Exercise("largest_f1", 3, _best, lambda g: max(g.f1s), {"f1_at_half": lambda g: g.half}),
    Exercise(
        "largest_informedness",
        3,
        _best,
        lambda g: max(g.js),
        {
            "recall_there": lambda g: g.t,
            "largest_f1": lambda g: max(g.f1s),
        },
    ),
)
