"""How often a gate errs on a proportion exactly at its limit: enumerated, not simulated."""

from __future__ import annotations

import numpy as np
from scipy.stats import binom

from veracity.gates import exact
from veracity.gates.judging import state_of
from veracity.intervals import proportion_interval
from veracity.metrics import find
from veracity.results import Estimate

LIMITS = (0.0015, 0.01, 0.05, 0.2, 0.5)
ROWS = (20, 100, 400, 2000)
GROUPS = (2, 5, 12, 50)


def error_rates(limit: float, n: int, *, exactly: bool, level: float = 0.95) -> tuple[float, float]:
    """False fail and false pass of "fpr <= limit" where the rate is the limit.

    What passes there is as much in error as it can be: any larger rate passes less often.

    >>> fail, _ = error_rates(0.0015, 100, exactly=False)
    >>> round(fail, 3), round(1 - 0.9985**100, 3)
    (0.139, 0.139)
    """
    found = {"pass": 0.0, "fail": 0.0, "not_enough_data": 0.0}
    chances = binom.pmf(np.arange(n + 1), n, limit)
    lows, highs = proportion_interval(np.arange(n + 1), n, "wilson", level)
    for x in np.flatnonzero(chances > 1e-12):
        one = Estimate(x / n, float(lows[x]), float(highs[x]), level, "wilson", n)
        if exactly:
            one = exact(one, find("fpr"))
        found[state_of("<=", limit, one.low, one.high)] += chances[x]
    return float(found["fail"]), float(found["pass"])


def together(groups: int, limit: float, n: int) -> tuple[float, float]:
    """How often any of so many groups, each exactly at the limit, fails: alone and corrected.

    Holm's first step is Bonferroni's, and without it nothing fails.
    """
    alone, _ = error_rates(limit, n, exactly=True)
    strict, _ = error_rates(limit, n, exactly=True, level=1 - 0.05 / groups)
    return float(1 - (1 - alone) ** groups), float(1 - (1 - strict) ** groups)


def table_of_groups() -> str:
    """Several groups at the limit, as a Markdown table."""
    lines = [
        "| groups | limit | negatives each | some interval beyond the limit | false fail |",
        "|--:|--:|--:|--:|--:|",
    ]
    for groups in GROUPS:
        for limit, n in ((0.05, 400), (0.2, 400), (0.5, 2000)):
            before, after = together(groups, limit, n)
            lines.append(f"| {groups} | {limit:g} | {n:,} | {before:.3f} | {after:.3f} |")
    return "\n".join(lines)


def table() -> str:
    """Every limit and number of rows, as a Markdown table."""
    lines = [
        "| limit | negatives | false fail | false pass | by Wilson: false fail | false pass |",
        "|--:|--:|--:|--:|--:|--:|",
    ]
    for limit in LIMITS:
        for n in ROWS:
            rates = *error_rates(limit, n, exactly=True), *error_rates(limit, n, exactly=False)
            cells = " | ".join(f"{rate:.3f}" for rate in rates)
            lines.append(f"| {limit:g} | {n:,} | {cells} |")
    return "\n".join(lines)
