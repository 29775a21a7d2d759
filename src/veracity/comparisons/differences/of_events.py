"""The difference of two detectors, or of two rules, on the same recordings: subject by subject.

Both are sums over subjects, so that the difference is linearised in what each subject adds; the
variance is that between subjects, with the factor and the degrees of freedom of uneven clusters
(Bell and McCaffrey 2002). Where a side is 0 or 1 there is no variation, and the interval is made
from those of both sides (square-and-add). The test exchanges the two within a subject, which is
exact where neither is better: with k subjects no p-value is below 2 / 2^k.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from itertools import product

import numpy as np

from veracity.arrays import Floats
from veracity.comparisons.differences.mover import square_and_add
from veracity.intervals.influence.clusters import uneven_shares
from veracity.intervals.influence.derivatives import along
from veracity.matching.rule import Harmonic
from veracity.metrics.event_figures.from_sums import PER, SHARES, from_sums, parts
from veracity.results import Estimate, Test
from veracity.statistics.events.event_tally import EventTally
from veracity.statistics.numerics.quantiles import quantile_of
from veracity.words import Text, joined, say

Figure = Callable[[Floats], Floats]
MOST_EXACT = 12  # subjects: 2^11 exchanges
DRAWS = 9999
Both = tuple[Harmonic | None, Harmonic | None]
STEP = 1e-4
ROUNDING = 1e-9
FEW = 6  # subjects, below which no exchange can reach 0.05


@dataclass(frozen=True, slots=True)
class SideBySide:
    """Two tallies of the same recordings: what each subject adds to either, (subjects, columns)."""

    first: Floats
    second: Floats
    harmonic: Both = (None, None)

    @classmethod
    def of(cls, first: EventTally, second: EventTally, harmonic: Both = (None, None)) -> SideBySide:
        """Of two tallies, whose recordings are the same in the same order."""
        return cls(first.sums_by_cluster(), second.sums_by_cluster(), harmonic)

    def figures(self, key: str) -> tuple[Figure, Figure]:
        """The figure as a function of sums, for each side."""
        one, other = self.harmonic
        return (
            lambda sums: from_sums(sums, key, harmonic=one),
            lambda sums: from_sums(sums, key, harmonic=other),
        )

    def weights(self, key: str) -> Floats:
        """How much each subject weighs in the figure, on average of both sides."""
        found = []
        for sums, harmonic in zip((self.first, self.second), self.harmonic, strict=True):
            below = parts(sums, key, harmonic=harmonic)[1]
            found.append(below / max(float(below.sum()), 1e-300))
        return (found[0] + found[1]) / 2


@dataclass(frozen=True, slots=True)
class EventGap:
    """A difference with its interval, the degrees of freedom and the test of exchanges."""

    difference: Estimate
    df: float | None
    test: Test


def event_difference(
    sides: SideBySide,
    key: str,
    values: tuple[Estimate, Estimate],
    level: float,
    *,
    seed: int = 0,
    tested: bool = True,
) -> EventGap:
    """First minus second in one figure; `values` are the estimates of both sides alone."""
    one, other = sides.figures(key)
    value = float(one(sides.first.sum(0)) - other(sides.second.sum(0)))
    weights = sides.weights(key)
    k = int((weights > 0).sum())
    if not math.isfinite(value) or any(math.isnan(side.value) for side in values):
        why = dict.fromkeys(side.note for side in values if side.note)
        return _nothing(math.nan, level, k, joined([say("difference_undefined"), *why]))
    if k < 2:
        return _nothing(value, level, k, say("event_one_subject_difference"))
    adds = influences(one, sides.first) - influences(other, sides.second)
    shares = uneven_shares(np.zeros(len(weights), np.int64), weights)
    df = min(float(shares.freedom[0]), k - 1.0)
    error = math.sqrt(float(shares.factor[0]) * float((adds**2).sum()))
    test = exchanged(sides, key, value, seed) if tested else _no_test()
    notes = [say("event_by_subject")] if k >= FEW else [say("event_few_subjects", n=k)]
    flat = key in SHARES and any(end in (0.0, 1.0) for end in (values[0].value, values[1].value))
    if error <= ROUNDING * max(abs(value), ROUNDING) or flat:
        ends = square_and_add(*values) if value or flat else (math.nan, math.nan)
        if math.isnan(ends[0]) or math.isnan(ends[1]):
            return EventGap(_bare(value, level, k, say("event_nothing_varies")), df, test)
        found = Estimate(value, *ends, level, "mover", float(k), note=joined(notes))
        return EventGap(found, df, test)
    half = quantile_of(level, df) * error
    low, high = value - half, value + half
    if key in SHARES:
        low, high = max(low, -1.0), min(high, 1.0)
    return EventGap(
        Estimate(value, low, high, level, "delta", float(k), note=joined(notes)), df, test
    )


def influences(figure: Figure, sums: Floats) -> Floats:
    """What each subject adds to a figure: its derivative in the direction of that subject."""
    return np.nan_to_num(along(figure, sums.sum(0), sums, STEP))


def rate_ratio(sides: SideBySide, key: str, level: float) -> Estimate | None:
    """How many times as many false alarms the first gives, on the log scale; None for shares."""
    if key not in PER:
        return None
    one, other = sides.figures(key)
    rates = [float(f(s.sum(0))) for f, s in ((one, sides.first), (other, sides.second))]
    weights = sides.weights(key)
    k = int((weights > 0).sum())
    if not all(rate > 0 for rate in rates) or k < 2:
        why = say("event_ratio_undefined")
        return Estimate(math.nan, math.nan, math.nan, level, "none", float(k), note=why)
    shares = uneven_shares(np.zeros(len(weights), np.int64), weights)
    adds = influences(one, sides.first) / rates[0] - influences(other, sides.second) / rates[1]
    error = math.sqrt(float(shares.factor[0]) * float((adds**2).sum()))
    step = quantile_of(level, min(float(shares.freedom[0]), k - 1.0)) * error
    value = rates[0] / rates[1]
    ends = (value * math.exp(-step), value * math.exp(step)) if step > 0 else (math.nan, math.nan)
    return Estimate(value, *ends, level, "delta", float(k), note=say("event_by_subject"))


def exchanged(sides: SideBySide, key: str, value: float, seed: int) -> Test:
    """How often a difference as large comes about when the two are exchanged within subjects."""
    apart = np.flatnonzero((sides.first != sides.second).any(1))
    k = len(apart)
    if not k:
        return Test(value, None, 1.0, "exchange", say("event_never_differ"))
    if k <= MOST_EXACT:  # the first subject stays: exchanging all of them changes the sign only
        rest = list(product((0.0, 1.0), repeat=k - 1))
        swaps = np.array([(0.0, *one) for one in rest])
    else:
        drawn = np.random.default_rng(seed).integers(0, 2, (DRAWS, k))
        swaps = drawn.astype(np.float64)
    first, second = sides.first.sum(0), sides.second.sum(0)
    moved = swaps @ (sides.second - sides.first)[apart]
    one, other = sides.figures(key)
    made = np.abs(one(first + moved) - other(second - moved))
    beyond = ~(made < abs(value) - ROUNDING * max(abs(value), 1.0))  # undefined counts as beyond
    count = float(np.count_nonzero(beyond))
    p = count / len(swaps) if k <= MOST_EXACT else (count + 1) / (len(swaps) + 1)
    note = say("event_exchange_few", n=k, least=f"{2 / 2**k:.3g}") if k < FEW else Text("", "")
    return Test(value, None, p, "exchange", note)


def _no_test() -> Test:
    return Test(math.nan, None, math.nan)


def _bare(value: float, level: float, k: int, why: Text) -> Estimate:
    return Estimate(value, math.nan, math.nan, level, "none", float(k), note=why)


def _nothing(value: float, level: float, k: int, why: Text) -> EventGap:
    return EventGap(_bare(value, level, k, why), None, Test(math.nan, None, math.nan, "none", why))
