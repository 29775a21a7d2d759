"""Venkatraman's test of two ROC curves: whether they differ at any threshold, not in area alone."""

from __future__ import annotations

import numpy as np

from veracity.arrays import Bools, Floats
from veracity.comparisons.significance.permutation import LEAST, p_of_draws
from veracity.results import Test
from veracity.words import say

MOST_ROWS = 50_000
MOST_NUMBERS = 4 * 10**7


def venkatraman(case: Bools, first: Floats, second: Floats, draws: int, seed: int) -> Test:
    """Two models on the same rows: E = Σ |errors of the first − of the second| over all ranks.

    At the rank k errors are cases ranked k or lower and controls ranked higher. Under the
    hypothesis of equal curves the two ranks of a row can be exchanged: Venkatraman ES, Begg CB
    (1996) Biometrika 83:835–848. Ties, also those that an exchange makes, are broken at random;
    the R package pROC breaks those of the scores in the order of the rows.

    >>> y = np.array([0, 0, 1, 1, 0, 1]) == 1
    >>> a, b = np.array([1.0, 2, 3, 4, 5, 6]), np.array([2.0, 1, 6, 5, 4, 3])
    >>> venkatraman(y, a, b, 200, 0).statistic
    2.0
    """
    from scipy.stats import rankdata

    random = np.random.default_rng(seed)
    one, other = rankdata(first), rankdata(second)
    observed = _distance(_found(one, case, random), _found(other, case, random))
    times = min(draws, max(LEAST, MOST_NUMBERS // len(case)))

    def again() -> float:
        swap = random.random(len(case)) < 0.5
        mine, yours = np.where(swap, other, one), np.where(swap, one, other)
        return _distance(_found(mine, case, random), _found(yours, case, random))

    p = p_of_draws(again, observed, times)
    return Test(observed, None, p, "venkatraman", say("venkatraman_of_curves"))


def _found(scores: Floats, case: Bools, random: np.random.Generator) -> Floats:
    """Cases ranked k or lower, for each rank k; ties broken at random."""
    order = np.lexsort((random.random(len(scores)), scores))
    found: Floats = np.cumsum(case[order], dtype=np.float64)
    return found


def _distance(first: Floats, second: Floats) -> float:
    """Errors are 2·cases found + a number that both share."""
    return float(2 * np.abs(first - second).sum())


def venkatraman_unpaired(
    first: tuple[Bools, Floats], second: tuple[Bools, Floats], draws: int, seed: int
) -> Test:
    """Two models on different rows: the area between their curves of errors by percentile.

    Errors and percentiles are those of a population with the share of cases that both samples
    have together; cases are exchanged between the samples, and controls, by their percentile:
    Venkatraman ES (2000) Biometrics 56:1134–1138.
    """
    random = np.random.default_rng(seed)
    sides = [(case, _percentiles(scores)) for case, scores in (first, second)]
    rows = sum(len(case) for case, _ in sides)
    share = sum(int(case.sum()) for case, _ in sides) / rows
    observed = _between(sides, share, random)
    times = min(draws, max(LEAST, MOST_NUMBERS // rows))
    pools = [np.concatenate([s[case == kind] for case, s in sides]) for kind in (False, True)]

    def again() -> float:
        drawn = [random.permutation(pool) for pool in pools]
        mixed, used = [], [0, 0]
        for case, scores in sides:
            new = np.empty_like(scores)
            for kind in (0, 1):
                n = int((case == bool(kind)).sum())
                new[case == bool(kind)] = drawn[kind][used[kind] : used[kind] + n]
                used[kind] += n
            mixed.append((case, new))
        return _between(mixed, share, random)

    p = p_of_draws(again, observed, times)
    return Test(observed, None, p, "venkatraman", say("venkatraman_of_curves"))


def _percentiles(scores: Floats) -> Floats:
    from scipy.stats import rankdata

    return np.asarray((rankdata(scores) - 0.5) / len(scores))


def _between(sides: list[tuple[Bools, Floats]], share: float, random: np.random.Generator) -> float:
    """The area between the two curves of errors, both drawn straight between their points."""
    curves = []
    for case, scores in sides:
        found = np.append(0.0, _found(scores, case, random))
        controls = np.arange(len(scores) + 1) - found
        up, down = found / case.sum(), controls / (~case).sum()
        curves.append((share * up + (1 - share) * down, share * up + (1 - share) * (1 - down)))
    x = np.unique(np.concatenate([curves[0][0], curves[1][0]]))
    apart = np.abs(np.interp(x, *curves[0]) - np.interp(x, *curves[1]))
    return float(((apart[1:] + apart[:-1]) * np.diff(x)).sum() / 2)
