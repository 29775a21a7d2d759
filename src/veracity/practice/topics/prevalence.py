"""Exercises on prevalence and costs."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from types import SimpleNamespace

from veracity.practice.drawing import matrix
from veracity.practice.exercise import Exercise


def _test(random: Random) -> SimpleNamespace:
    """A test at a prevalence, in percent."""
    pi = random.choice((1, 2, 5, 10, 20))
    r, s = random.randrange(70, 100, 5), random.randrange(80, 100, 2)
    return SimpleNamespace(
        pi=pi,
        r=r,
        s=s,
        f=100 - s,
        hits=pi * r,
        alarms=(100 - pi) * (100 - s),
        misses=pi * (100 - r),
        passed=(100 - pi) * s,
    )


def _priced(random: Random) -> SimpleNamespace:
    """Outcomes and what the two errors cost."""
    given = matrix(random)
    given.alarm, given.miss = random.randint(1, 5), random.randint(10, 60)
    return given


def _net(random: Random) -> SimpleNamespace:
    """Outcomes, and the threshold that says what an alarm may cost."""
    given = matrix(random)
    given.t = random.choice((10, 20, 25, 40))
    given.odds = Fraction(given.t, 100 - given.t)
    return given


def _two_detectors(random: Random) -> SimpleNamespace:
    """A detector that misses more, and one that alarms more."""
    alarms, misses = random.randint(5, 40), random.randint(20, 60)
    more, fewer = alarms + random.randint(50, 900), misses - random.randint(5, 18)
    return SimpleNamespace(
        alarms=alarms, misses=misses, more=more, fewer=fewer, by=more - alarms, saved=misses - fewer
    )


def _monitor(random: Random) -> SimpleNamespace:
    """A detector that looks at every window of a day."""
    seconds = random.choice((2, 4, 5, 10, 30))
    quiet = 86_400 // seconds
    return SimpleNamespace(seconds=seconds, windows=quiet, f=random.choice((1, 2, 5)))


def _odds(random: Random) -> SimpleNamespace:
    """Odds before a test and its likelihood ratio."""
    return SimpleNamespace(
        against=random.choice((4, 9, 19, 49, 99)), ratio=random.choice((2, 3, 5, 8, 10, 12))
    )


def _flagged(random: Random) -> SimpleNamespace:
    """The share that an imperfect test flags."""
    r, s, pi = (
        random.choice((75, 80, 90)),
        random.choice((85, 90, 95)),
        random.randint(3, 35),
    )
    flagged = Fraction(pi * r + (100 - pi) * (100 - s), 10_000)
    return SimpleNamespace(
        r=r, s=s, f=100 - s, pi=pi, flagged=flagged, q=f"{float(flagged) * 100:g}"
    )


EXERCISES = (
    Exercise(
        "cost_of_errors",
        1,
        _priced,
        lambda g: Fraction(g.fp * g.alarm + g.fn * g.miss),
        {
            "costs_exchanged": lambda g: Fraction(g.fp * g.miss + g.fn * g.alarm),
            "errors_counted": lambda g: Fraction(g.fp + g.fn),
        },
        0,
    ),
    Exercise(
        "alarms_per_hit",
        1,
        _test,
        lambda g: Fraction(g.alarms, g.hits),
        {
            "ratio_inverted": lambda g: Fraction(g.hits, g.alarms),
            "ratio_of_rates": lambda g: Fraction(g.f, g.r),
        },
    ),
    Exercise(
        "ppv_at_prevalence",
        2,
        _test,
        lambda g: Fraction(g.hits, g.hits + g.alarms),
        {
            "sensitivity": lambda g: Fraction(g.r, 100),
            "as_if_balanced": lambda g: Fraction(g.r, g.r + g.f),
        },
    ),
    Exercise(
        "npv_at_prevalence",
        2,
        _test,
        lambda g: Fraction(g.passed, g.passed + g.misses),
        {
            "specificity": lambda g: Fraction(g.s, 100),
            "as_if_balanced": lambda g: Fraction(g.s, g.s + 100 - g.r),
        },
    ),
    Exercise(
        "alarms_per_day",
        2,
        _monitor,
        lambda g: Fraction(g.windows * g.f, 100),
        {
            "alarms_per_hour": lambda g: Fraction(g.windows * g.f, 2400),
            "all_windows": lambda g: Fraction(g.windows),
        },
        0,
    ),
    Exercise(
        "odds_after",
        2,
        _odds,
        lambda g: Fraction(g.ratio, g.ratio + g.against),
        {
            "odds_not_probability": lambda g: Fraction(g.ratio, g.against),
            "before_test": lambda g: Fraction(1, 1 + g.against),
        },
    ),
    Exercise(
        "net_benefit",
        3,
        _net,
        lambda g: Fraction(g.tp - g.fp * g.odds, g.total),
        {
            "alarms_as_dear": lambda g: Fraction(g.tp - g.fp, g.total),
            "alarms_for_nothing": lambda g: Fraction(g.tp, g.total),
        },
    ),
    Exercise(
        "break_even_costs",
        3,
        _two_detectors,
        lambda g: Fraction(g.by, g.saved),
        {
            "ratio_inverted": lambda g: Fraction(g.saved, g.by),
            "ratio_of_alarms": lambda g: Fraction(g.more, g.alarms),
        },
        2,
    ),
    Exercise(
        "true_prevalence",
        3,
        _flagged,
        lambda g: Fraction(g.pi, 100),
        {
            "flagged_share": lambda g: g.flagged,
            "only_divided": lambda g: g.flagged / Fraction(g.r, 100),
        },
    ),
)
