"""Confidence sequences: intervals that hold at all times at once, however often one looks.

A usual interval misses 5 times in 100 at one look; looked at after every batch, it misses sooner
or later nearly always. A confidence sequence misses with probability 1 − level at any time at all.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from scipy import special

TIGHTEST = 1000.0  # rows at which the asymptotic sequence is as narrow as it can be
LEAST_MIXING = 1.0  # below, where a level is under about 0.25, no ρ is the narrowest; all hold
_HALVINGS = 200


def beta_binomial(successes: float, trials: float, level: float) -> tuple[float, float]:
    """The shares that a mixture of bets against them has not refuted.

    Against the share p the mixture over Beta(½, ½) alternatives has the capital
    M(p) = B(s + ½, f + ½) / (B(½, ½) pˢ (1 − p)ᶠ) after s successes and f failures. If p is true,
    M(p) is a martingale from 1, so that it ever reaches 1/α with probability α at most (Ville J
    (1939); Robbins H (1970) Annals of Mathematical Statistics 41:1397–1409; Howard SR, Ramdas A,
    McAuliffe J, Sekhon J (2021) Annals of Statistics 49:1055–1080). It depends on the two counts
    alone, not on their order, so that streams can be merged.

    >>> low, high = beta_binomial(90, 100, 0.95)
    >>> round(low, 3), round(high, 3)
    (0.772, 0.971)
    """
    failures = trials - successes
    rest = special.betaln(successes + 0.5, failures + 0.5) - special.betaln(0.5, 0.5)
    limit = -math.log1p(-level)

    def refuted(share: float) -> bool:
        capital = rest - special.xlogy(successes, share) - special.xlog1py(failures, -share)
        return bool(capital >= limit)

    middle = successes / trials
    return _edge(refuted, middle, 0.0), _edge(refuted, middle, 1.0)


def _edge(refuted: Callable[[float], bool], inside: float, end: float) -> float:
    """Where shares begin to be refuted on the way from the estimate to an end of the range."""
    if not refuted(end):
        return end
    outside = end
    for _ in range(_HALVINGS):
        between = (inside + outside) / 2
        if between in (inside, outside):
            break
        if refuted(between):
            outside = between
        else:
            inside = between
    return outside


def asymptotic_level(rows: float, level: float) -> float:
    """The level at which a usual interval after so many rows belongs to a confidence sequence.

    The normal mixture boundary in standard errors, √(2 (1 + 1/(t ρ²)) log(√(t ρ² + 1) / α)) at t
    rows (Waudby-Smith I, Arbour D, Sinha R, Kennedy EH, Ramdas A (2024) Time-uniform central
    limit theory and asymptotic confidence sequences, Annals of Statistics 52:2613–2640, theorem
    2.2), with ρ such that it is narrowest at TIGHTEST rows; as a two-sided normal level.

    >>> round(asymptotic_level(1000, 0.95), 4), round(asymptotic_level(10**6, 0.95), 5)
    (0.9976, 0.9999)
    """
    alpha = 1.0 - level
    twice = -2.0 * math.log(alpha)
    narrowest = max(twice + math.log(twice) + 1.0, LEAST_MIXING)
    time = rows * narrowest / TIGHTEST
    boundary = math.sqrt(2.0 * (1.0 + 1.0 / time) * (0.5 * math.log1p(time) - math.log(alpha)))
    return float(2.0 * special.ndtr(boundary) - 1.0)
