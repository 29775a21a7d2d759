"""Exercises on signal detection and information."""

from __future__ import annotations

from fractions import Fraction
from math import log2
from random import Random
from types import SimpleNamespace

from veracity.practice.drawing import matrix
from veracity.practice.exercise import Exercise
from veracity.practice.table import table
from veracity.words import Text

# normal quantiles of rates, as tables of signal detection give them (z in halves)
RATES = {
    4: "0.977",
    3: "0.933",
    2: "0.841",
    1: "0.691",
    0: "0.500",
    -1: "0.309",
    -2: "0.159",
    -3: "0.067",
    -4: "0.023",
}


def _observer(random: Random) -> SimpleNamespace:
    """An observer whose rates have known quantiles."""
    hits, alarms = random.randint(0, 4), random.randint(-4, -1)
    rows = [(RATES[z], f"{z / 2:.1f}".replace("-", "−")) for z in sorted(RATES, reverse=True)]
    return SimpleNamespace(
        h=RATES[hits],
        f=RATES[alarms],
        zh=Fraction(hits, 2),
        zf=Fraction(alarms, 2),
        zh_shown=f"{hits / 2:.1f}",
        zf_shown=f"{alarms / 2:.1f}".replace("-", "−"),
        table=table((Text("rate", "比率"), "z"), rows),
    )


def _classes(random: Random) -> SimpleNamespace:
    """Classes whose shares are powers of one half."""
    shares = random.choice(
        ((1, 2, 2), (1, 2, 3, 3), (2, 2, 2, 3, 3), (1, 3, 3, 3, 3), (1, 2, 3, 4, 4))
    )
    return SimpleNamespace(
        powers=shares,
        k=len(shares),
        shares=", ".join(f"1/{2**one}" for one in shares),
        terms=" + ".join(f"{one}/{2**one}" for one in shares),
    )


def _speller(random: Random) -> SimpleNamespace:
    """A brain–computer interface with so many commands."""
    n, p = random.choice((2, 4, 8, 16, 32)), random.randrange(70, 100, 5)
    wrong = 100 - p
    bits = log2(n) + p / 100 * log2(p / 100) + wrong / 100 * log2(wrong / 100 / (n - 1))
    return SimpleNamespace(n=n, p=p, wrong=wrong, bits=bits, most=log2(n), other=n - 1)


def _trials(random: Random) -> SimpleNamespace:
    """Bits of a trial, and how long it takes."""
    hundredths, seconds = random.randrange(20, 300, 5), random.choice((2, 3, 4, 5, 6, 10))
    return SimpleNamespace(
        hundredths=hundredths, seconds=seconds, b=f"{hundredths / 100:.2f}", per=60 // seconds
    )


EXERCISES = (
    Exercise(
        "lr_plus",
        1,
        matrix,
        lambda g: g.recall / Fraction(g.fp, g.negatives),
        {
            "ratio_inverted": lambda g: Fraction(g.fp, g.negatives) / g.recall,
            "odds_of_call": lambda g: Fraction(g.tp, g.fp),
        },
        2,
    ),
    Exercise(
        "bits_per_minute",
        1,
        _trials,
        lambda g: Fraction(g.hundredths * g.per, 100),
        {
            "by_seconds": lambda g: Fraction(g.hundredths * g.seconds, 100),
            "per_second": lambda g: Fraction(g.hundredths, 100 * g.seconds),
        },
        2,
    ),
    Exercise(
        "d_prime",
        2,
        _observer,
        lambda g: g.zh - g.zf,
        {
            "added_not_subtracted": lambda g: g.zh + g.zf,
            "rates_subtracted": lambda g: Fraction(g.h) - Fraction(g.f),
        },
    ),
    Exercise(
        "odds_ratio",
        2,
        matrix,
        lambda g: Fraction(g.tp * g.tn, g.fp * g.fn),
        {
            "ratio_inverted": lambda g: Fraction(g.fp * g.fn, g.tp * g.tn),
            "lr_plus": lambda g: g.recall / Fraction(g.fp, g.negatives),
        },
        2,
    ),
    Exercise(
        "entropy",
        2,
        _classes,
        lambda g: sum(Fraction(one, 2**one) for one in g.powers),
        {
            "equal_classes": lambda g: log2(g.k),
        },
    ),
    Exercise(
        "criterion",
        3,
        _observer,
        lambda g: -(g.zh + g.zf) / 2,
        {
            "sign_reversed": lambda g: (g.zh + g.zf) / 2,
            "d_prime": lambda g: g.zh - g.zf,
        },
    ),
    Exercise(
        "information_transfer",
        3,
        _speller,
        lambda g: g.bits,
        {
            "perfect_channel": lambda g: g.most,
            "accuracy_times_bits": lambda g: g.most * g.p / 100,
        },
    ),
)
