"""Exercises on calibration: Brier score, log loss, expected calibration error."""

from __future__ import annotations

from fractions import Fraction
from math import log
from random import Random
from types import SimpleNamespace

from veracity.practice.drawing import decimal, scored
from veracity.practice.exercise import Exercise
from veracity.practice.table import table
from veracity.words import Text

ROWS, STATED, SEEN = Text("cases", "样本数"), Text("mean p", "平均 p"), Text("positives", "正例")


def _forecasts(random: Random) -> SimpleNamespace:
    """Four or five probabilities with what came of them."""
    truth = [1, 0] + [random.randint(0, 1) for _ in range(random.randint(2, 3))]
    p = [random.randrange(10, 100, 10) for _ in truth]
    errors = [Fraction(100 * y - q, 100) for y, q in zip(truth, p, strict=True)]
    return SimpleNamespace(
        truth=truth,
        p=p,
        n=len(truth),
        errors=errors,
        squares=" + ".join(decimal(round(100 * float(e**2))) for e in errors),
        table=scored(truth, p),
    )


def _promise(random: Random) -> SimpleNamespace:
    """A probability, and how often it was predicted."""
    return SimpleNamespace(
        p=random.choice((20, 30, 60, 70, 80, 90)), n=random.choice((50, 100, 200))
    )


def _bins(random: Random) -> SimpleNamespace:
    """Three bins of a reliability diagram."""
    stated, rows = (20, 50, 80), random.sample((10, 20, 40, 50, 100), 3)
    seen = [random.randint(0, n) for n in rows]
    gaps = [
        abs(Fraction(s, n) - Fraction(p, 100)) for s, n, p in zip(seen, rows, stated, strict=True)
    ]
    cells = [(decimal(p), n, s) for p, n, s in zip(stated, rows, seen, strict=True)]
    return SimpleNamespace(
        rows=rows,
        gaps=gaps,
        total=sum(rows),
        sums=" + ".join(f"{n} × {float(g):.3f}" for n, g in zip(rows, gaps, strict=True)),
        table=table((STATED, ROWS, SEEN), cells),
    )


def _ece(g: SimpleNamespace) -> Fraction:
    terms = (n * gap for n, gap in zip(g.rows, g.gaps, strict=True))
    return Fraction(sum(terms, Fraction(0)), g.total)


def _expected(random: Random) -> SimpleNamespace:
    """Positives seen beside those that the probabilities promise."""
    promised = random.randint(20, 80)
    return SimpleNamespace(
        promised=promised, seen=promised + random.choice((-1, 1)) * random.randint(5, 15)
    )


def _base(random: Random) -> SimpleNamespace:
    """A forecast of the prevalence for everybody."""
    return SimpleNamespace(pi=random.choice((5, 10, 20, 25, 30, 40)))


def _skill(random: Random) -> SimpleNamespace:
    """A Brier score beside that of the prevalence."""
    pi = random.choice((10, 20, 25, 30, 40))
    reference = Fraction(pi * (100 - pi), 10_000)
    score = Fraction(random.randint(20, int(reference * 950)), 1000)
    return SimpleNamespace(pi=pi, score=score, b=f"{float(score):.3f}", reference=reference)


def _pooled(random: Random) -> SimpleNamespace:
    """Outcomes by rising score, of which the middle ones are out of order: one block is pooled."""
    ones, zeros = random.randint(1, 3), random.randint(1, 3)
    truth = [0] * random.randint(1, 2) + [1] * ones + [0] * zeros + [1] * random.randint(1, 2)
    p = sorted(random.sample(range(5, 96), len(truth)))
    first = truth.index(1)
    return SimpleNamespace(
        ones=ones,
        block=ones + zeros,
        at=decimal(p[first]),
        last=decimal(p[first + ones + zeros - 1]),
        table=scored(truth, p),
    )


def _log_loss(g: SimpleNamespace) -> float:
    predicted = ((q if y else 100 - q) / 100 for y, q in zip(g.truth, g.p, strict=True))
    return float(-sum(map(log, predicted)) / g.n)


EXERCISES = (
    Exercise(
        "promised_positives",
        1,
        _promise,
        lambda g: Fraction(g.p * g.n, 100),
        {
            "promised_negatives": lambda g: Fraction((100 - g.p) * g.n, 100),
        },
        0,
    ),
    Exercise(
        "brier",
        1,
        _forecasts,
        lambda g: sum(e**2 for e in g.errors) / g.n,
        {
            "mean_absolute_error": lambda g: sum(map(abs, g.errors)) / g.n,
            "brier_1950": lambda g: 2 * sum(e**2 for e in g.errors) / g.n,
            "not_divided": lambda g: sum(e**2 for e in g.errors),
        },
    ),
    Exercise(
        "observed_expected",
        1,
        _expected,
        lambda g: Fraction(g.seen, g.promised),
        {
            "ratio_inverted": lambda g: Fraction(g.promised, g.seen),
        },
    ),
    Exercise(
        "brier_of_prevalence",
        2,
        _base,
        lambda g: Fraction(g.pi * (100 - g.pi), 10_000),
        {
            "square_of_prevalence": lambda g: Fraction(g.pi**2, 10_000),
            "zero_if_calibrated": lambda g: Fraction(0),
        },
    ),
    Exercise(
        "ece",
        2,
        _bins,
        _ece,
        {
            "mean_of_gaps": lambda g: sum(g.gaps) / 3,
            "largest_gap": lambda g: max(g.gaps),
        },
    ),
    Exercise(
        "brier_skill",
        3,
        _skill,
        lambda g: 1 - g.score / g.reference,
        {
            "ratio_not_skill": lambda g: g.score / g.reference,
            "difference_not_skill": lambda g: g.reference - g.score,
        },
    ),
    Exercise(
        "isotonic_block",
        3,
        _pooled,
        lambda g: Fraction(g.ones, g.block),
        {
            "outcome_itself": lambda g: Fraction(1),
        },
    ),
    Exercise(
        "log_loss",
        3,
        _forecasts,
        _log_loss,
        {
            "in_bits": lambda g: _log_loss(g) / log(2),
            "brier": lambda g: sum(e**2 for e in g.errors) / g.n,
        },
    ),
)
