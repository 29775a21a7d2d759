"""Every pair of models and every metric: contrasts, corrected for their number and judged."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import combinations
from numbers import Real
from typing import Any, TypeVar

from veracity.comparisons.differences.difference import difference
from veracity.comparisons.paired_samples.paired import Paired
from veracity.comparisons.paired_samples.resampling import superiority_of
from veracity.comparisons.significance.correction import adjusted, simultaneous_level
from veracity.comparisons.significance.testing import paired_test
from veracity.errors import refuse, spelled
from veracity.intervals.estimator.undefined import undefined
from veracity.metrics import Metric, find
from veracity.results import Contrast, Estimate, Superiority, Test
from veracity.results.comparisons.margins import (
    Sides,
    margin_p_values,
    margin_tests,
    one_sided,
    outcome,
    standard_errors,
)
from veracity.statistics.numerics.quantiles import quantile_of
from veracity.unexpected import unless_broken
from veracity.words import joined, say

AnyContrast = TypeVar("AnyContrast", bound=Contrast)
Margin = float | Mapping[str, float] | None
STUDENT = ("delta", "delong", "delong_unpaired", "mover")  # tests whose df are those of t
MOST_RESAMPLED = 5 * 10**6  # numbers; with so many rows the normal approximation is as good


@dataclass(frozen=True, slots=True)
class Wishes:
    """What was asked for: method, test, margin, correction; `named` are keys asked for by name.

    `seed` is that of the tests of two evaluations that exchange rows at random.
    """

    method: str = "auto"
    test: str = "auto"
    margin: Margin = None
    correction: str = "holm"
    named: frozenset[str] = frozenset()
    seed: int = 0

    def margin_of(self, metric: Metric) -> float | None:
        """The margin of one metric, if there is one."""
        return self.margin.get(metric.key) if isinstance(self.margin, Mapping) else self.margin


def checked_margin(margin: Margin, asked: Sequence[str] = ()) -> Margin:
    """The margin as a number, or as one by key; positive for every metric, costs and errors too.

    One for a metric that is not among those asked for is refused.
    """
    if margin is None:
        return None
    if isinstance(margin, Mapping):
        sizes = {find(key).key: positive_margin(size) for key, size in margin.items()}
        strange = [key for key in sizes if asked and key not in asked]
        if strange or not sizes:
            keys = {"key": ", ".join(strange) or "{}", "keys": ", ".join(asked)}
            raise refuse("margin_not_compared", **keys)
        return sizes
    return positive_margin(margin)


def positive_margin(margin: float) -> float:
    """A margin as a number; it is positive, also where lower is better."""
    value = math.nan
    if isinstance(margin, Real) and not isinstance(margin, bool):
        with suppress(OverflowError):  # a whole number beyond floats
            value = float(margin)
    if not 0 < value < math.inf:
        raise refuse("margin_not_positive", margin=spelled(margin))
    return value


def paired_contrasts(
    paired: Paired, metrics: Sequence[Metric], wishes: Wishes
) -> tuple[Contrast, ...]:
    """All pairs in the order of the models, for each metric in turn."""
    pairs = list(combinations(range(len(paired.names)), 2))
    made = [
        paired_contrast(paired, first, second, paired.readable(metric), wishes)
        for metric in metrics
        for first, second in pairs
    ]
    return with_verdicts(made, wishes)


def paired_contrast(
    paired: Paired, first: int, second: int, metric: Metric, wishes: Wishes
) -> Contrast:
    """One pair and one metric, before the correction."""
    names, level = (paired.names[first], paired.names[second]), paired.settings.confidence_level
    return unless_broken(
        lambda: _paired_contrast(paired, first, second, metric, wishes),
        lambda why: undefined_contrast(
            names, metric, undefined(why, level), wishes.margin_of(metric)
        ),
    )


def undefined_contrast(
    names: tuple[Any, Any], metric: Metric, nothing: Estimate, margin: float | None
) -> Contrast:
    """A contrast of which nothing is known, for the reason that the estimate gives."""
    test = Test(math.nan, None, math.nan, "none", nothing.note)
    shares = no_superiority(margin or 0.0, nothing)
    both = nothing, nothing
    return Contrast(*names, metric.key, both, nothing, test, shares, margin=margin)


def _paired_contrast(
    paired: Paired, first: int, second: int, metric: Metric, wishes: Wishes
) -> Contrast:
    by_name = metric.key in wishes.named
    found = difference(paired, first, second, metric, wishes.method, by_name=by_name)
    test = paired_test(paired, first, second, metric, found, wishes.test, by_name=by_name)
    shares = _superiority(paired, first, second, metric, found, wishes.margin_of(metric) or 0.0)
    return Contrast(
        paired.names[first],
        paired.names[second],
        metric.key,
        (paired.estimate(metric, first), paired.estimate(metric, second)),
        found,
        test,
        shares,
        **_against(found, wishes.margin_of(metric), metric, _df(paired, first, second, metric)),
    )


def _superiority(
    paired: Paired, first: int, second: int, metric: Metric, found: Estimate, margin: float
) -> Superiority:
    """Shares of the resamples; by the normal approximation where very many rows would be resampled.

    None where the difference is undefined, where clusters cannot show how it varies, and for
    biased metrics, whose resamples are not centred on the value either.
    """
    layout, spread = paired.layout(metric), paired.spread(metric, first, second)
    unseen = spread is not None and (layout.clusters < 2 or bool(spread.hidden))
    if unseen or not math.isfinite(found.value) or metric.no_interval is not None:
        return no_superiority(margin, found)
    numbers = max(len(layout.weight), layout.size) * paired.settings.n_resamples
    if numbers > MOST_RESAMPLED and not math.isnan(found.low) and found.method != "percentile":
        return normal_superiority(
            found, margin, metric.better, None if spread is None else spread.df
        )
    drawn = paired.resamples(metric).differences(first, second, metric, found.value)
    return superiority_of(drawn, margin, metric.better)


def with_verdicts(contrasts: Sequence[AnyContrast], wishes: Wishes) -> tuple[AnyContrast, ...]:
    """The same with adjusted p-values, over all of them, and with the verdicts that follow.

    Three families, each corrected for its own number: the tests of a difference, the one-sided
    ones that it is above −margin, and those that it is below margin. A pair can be at one margin
    only, so that a false claim of non-inferiority or equivalence anywhere has at most the
    chance 1 − level, half of it on each side.
    """
    p_values = adjusted([one.p_value for one in contrasts], wishes.correction).tolist()
    raw = [_margin_p_values(one) for one in contrasts]
    low, high = (adjusted(side, wishes.correction).tolist() for side in zip(*raw, strict=True))
    tests = [one.p_value for one in contrasts]
    return tuple(
        _with_verdict(_at_once(one, tests, wishes.correction), p, sides)
        for one, p, sides in zip(contrasts, p_values, zip(low, high, strict=True), strict=True)
    )


def _at_once(one: AnyContrast, tests: Sequence[float], correction: str) -> AnyContrast:
    """The same with limits that hold at once for all differences.

    Each side is as many standard errors longer as the stricter level has, and stays inside the
    range of differences.
    """
    found = one.difference
    level = simultaneous_level(found.level, tests, correction)
    df = one.test.df if one.test.name in STUDENT else None
    wider = quantile_of(level, df) / quantile_of(found.level, df)
    low = found.value - wider * (found.value - found.low)
    high = found.value + wider * (found.high - found.value)
    least, most = one.span
    inside = max(low, least) if low == low else low, min(high, most) if high == high else high
    return replace(one, adjusted_limits=inside)


def _margin_p_values(one: Contrast) -> Sides:
    if one.margin is None or one.equivalence is None:
        return math.nan, math.nan
    return margin_p_values(one.difference, one.margin, one.equivalence.df)


def _with_verdict(one: AnyContrast, p: float, sides: Sides) -> AnyContrast:
    """The verdict; where the correction alone undoes what the interval shows, a note says so."""
    test, found, margin, better = one.test, one.difference, one.margin, one.better
    known = None if math.isnan(sides[0]) else sides
    verdict = outcome(found, p, margin, better, known)
    notes = [test.note]
    apart = not found.low <= 0 <= found.high and test.p_value < 1 - found.level <= p
    if apart and better != "neither" and verdict in ("cannot_tell", "non_inferior"):
        notes.append(say("compared_adjusted_decides"))
    elif verdict != outcome(found, p, margin, better):
        notes.append(say("compared_margin_adjusted"))
    test = replace(test, note=joined([note for note in notes if note]))
    return replace(one, p_adjusted=p, p_margins=sides, verdict=verdict, test=test)


def normal_superiority(
    found: Estimate, margin: float, better: str, df: float | None = None
) -> Superiority:
    """The same shares by the normal approximation that the interval stands for."""
    if math.isnan(found.low):
        return no_superiority(margin, found)
    above = one_sided(-standard_errors(found, margin, df), df)
    below = one_sided(standard_errors(found, -margin, df), df)
    more, less = (below, above) if better == "lower" else (above, below)
    return Superiority(more, max(0.0, 1 - more - less), less, margin, 0, "normal")


def no_superiority(margin: float, found: Estimate) -> Superiority:
    """None, for the reason that the difference has no interval."""
    return Superiority(math.nan, math.nan, math.nan, margin, 0, "none", found.note)


def _df(paired: Paired, first: int, second: int, metric: Metric) -> float | None:
    spread = paired.spread(metric, first, second)
    return None if spread is None else spread.df


def _against(
    found: Estimate, margin: float | None, metric: Metric, df: float | None
) -> dict[str, Any]:
    if margin is None or math.isnan(found.low):
        return {"margin": margin}
    return {"margin": margin, **margin_tests(found, margin, metric.better, df)}
