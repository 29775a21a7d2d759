"""The difference of two evaluations of different rows (two sites, two periods), with its test."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from veracity.arrays import Bools, Floats
from veracity.comparisons.contrasts.contrasting import Wishes, normal_superiority
from veracity.comparisons.differences.between_samples import Freedoms, welch
from veracity.comparisons.differences.delong import Gap, unpaired_gap
from veracity.comparisons.differences.mover import square_and_add
from veracity.comparisons.differences.paired_proportions import wilson
from veracity.comparisons.differences.ratio import as_ratio
from veracity.comparisons.significance.testing import from_interval
from veracity.comparisons.significance.venkatraman import MOST_ROWS, venkatraman_unpaired
from veracity.errors import refuse
from veracity.intervals.formulas.two_proportions import TWO_PROPORTIONS
from veracity.metrics import Metric
from veracity.results import Contrast, Estimate, Test
from veracity.results.comparisons.margins import margin_tests
from veracity.statistics.labels import Label
from veracity.statistics.numerics.fisher_exact import fisher_exact
from veracity.statistics.scores.areas import delong_variance
from veracity.statistics.scores.score_table import ScoreTable
from veracity.statistics.statistic import Statistic
from veracity.words import Text, joined, say

UNPAIRED_METHODS = ("auto", "newcombe", *TWO_PROPORTIONS, "delong", "mover", "none")
DRAWS = 2000  # of a permutation test
Two = tuple[Any, Any]


def unpaired_contrast(
    names: tuple[Label, Label],
    metric: Metric,
    estimates: tuple[Estimate, Estimate],
    statistics: Two,
    wishes: Wishes,
    freedoms: Freedoms = (None, None),
) -> Contrast:
    """The difference of one metric between two evaluations, first minus second.

    Newcombe's hybrid score interval (1998) for proportions counted without weights and
    clusters, DeLong's variances for ROC areas, square-and-add of the two intervals for
    everything else. `statistics` are what the metric reads of each; rows are taken as
    independent, or clusters: `freedoms` are the degrees of freedom that these leave each
    estimate, and the test is one of t then.
    """
    mine, yours = estimates
    by_name = metric.key in wishes.named
    value, level, n = mine.value - yours.value, mine.level, min(mine.n, yours.n)
    gap = area_gap(metric, estimates, statistics)
    if not math.isfinite(value):
        why = joined((say("difference_undefined"), *_notes(estimates)))
        found = Estimate(math.nan, math.nan, math.nan, level, "none", n, 0.0, why)
    else:
        found = _difference(metric, estimates, statistics, gap, wishes.method, by_name)
    df = welch(estimates, freedoms)
    test = _test(metric, found, statistics, gap, wishes, by_name, df)
    df = gap.df if gap is not None and found.method == "delong" else df
    margin = wishes.margin_of(metric)
    against: dict[str, Any] = {"margin": margin}
    if margin is not None and not math.isnan(found.low):
        against |= margin_tests(found, margin, metric.better, df)
    shares = normal_superiority(found, margin or 0.0, metric.better, df)
    return Contrast(*names, metric.key, estimates, found, test, shares, **against)


def area_gap(metric: Metric, estimates: tuple[Estimate, Estimate], statistics: Two) -> Gap | None:
    """The difference of two ROC areas with DeLong's standard error; None for other metrics.

    None with clusters too: the two intervals know how many of them inform each area.
    """
    if metric.area is None or any(map(clustered, statistics)):
        return None
    scale = metric.area.slope**2
    parts = [
        (one.value, scale * float(delong_variance(held)), float(held.effective_total))
        for one, held in zip(estimates, statistics, strict=True)
    ]
    found = unpaired_gap(parts[0], parts[1])
    return found if found.error > 0 else None


def _difference(
    metric: Metric,
    estimates: tuple[Estimate, Estimate],
    statistics: Two,
    gap: Gap | None,
    method: str,
    by_name: bool,
) -> Estimate:
    mine, yours = estimates
    value, level, n = mine.value - yours.value, mine.level, min(mine.n, yours.n)
    counted = _counted(metric, statistics)
    fits = {"newcombe": counted, "delong": gap is not None, "percentile": False, "delta": False}
    fits |= dict.fromkeys(TWO_PROPORTIONS, counted)
    usual = "newcombe" if counted else "delong" if gap is not None else "mover"
    notes: tuple[Text, ...] = ()
    taken = usual if method == "auto" else method
    if not fits.get(taken, True):
        if by_name:
            fitting = ", ".join(name for name in UNPAIRED_METHODS if fits.get(name, True))
            raise refuse("compare_method_misfit", method=method, key=metric.key, fitting=fitting)
        taken, notes = usual, (say("method_does_not_fit", method=method, key=metric.key),)
    low = high = math.nan
    if taken == "newcombe":
        parts = [wilson(*_counts(metric, held), level) for held in statistics]
        low, high = square_and_add(parts[0], parts[1])
    elif taken in TWO_PROPORTIONS:
        counts = [_counts(metric, held) for held in statistics]
        low, high = TWO_PROPORTIONS[taken](counts[0], counts[1], level)
    elif taken == "delong" and gap is not None:
        span = metric.bounds[1] - metric.bounds[0]
        low, high = gap.ends(level, (-span, span))
    elif taken == "mover":
        low, high = square_and_add(mine, yours)
    if math.isnan(low) or math.isnan(high):
        low, high, taken, notes = math.nan, math.nan, "none", notes + _notes(estimates)
    elif metric.limit is not None:
        reasons = [one.sentence() for held in statistics for one in metric.reasons(held)]
        notes += tuple(dict.fromkeys(reasons))
    notes += as_ratio(metric, mine, yours)
    return Estimate(value, low, high, level, taken, n, mine.bound + yours.bound, joined(notes))


def _test(
    metric: Metric,
    found: Estimate,
    statistics: Two,
    gap: Gap | None,
    wishes: Wishes,
    by_name: bool,
    df: float | None,
) -> Test:
    asked = wishes.test
    if not math.isfinite(found.value):
        return Test(math.nan, None, math.nan, "none", say("difference_undefined"))
    counted = _counted(metric, statistics)
    fits = {"delong_unpaired": gap is not None, "delong": gap is not None, "fisher": counted}
    fits["venkatraman"] = metric.area is not None and all(map(_row_by_row, statistics))
    note = None
    if asked not in ("auto", "mover") and not fits.get(asked, False):
        if by_name:
            fitting = ", ".join(["auto", *(name for name in fits if fits[name]), "mover"])
            raise refuse("compare_test_misfit", test=asked, key=metric.key, fitting=fitting)
        note = say("test_does_not_fit", test=asked, key=metric.key)
        asked = "auto"
    if asked == "venkatraman":
        sides = [_rows_of(held) for held in statistics]
        return venkatraman_unpaired(sides[0], sides[1], DRAWS, wishes.seed)
    if asked == "fisher":
        return _fisher(metric, statistics)
    if gap is not None and asked != "mover":
        made = gap.test("delong_unpaired")
    else:
        made = from_interval(found, df)
    return made if note is None else Test(made.statistic, made.df, made.p_value, made.name, note)


def _counted(metric: Metric, statistics: Two) -> bool:
    """Whether the metric is a proportion of rows that are plainly counted."""
    plain = not any(clustered(held) or held.weighted for held in statistics)
    return plain and metric.counted is not None


def _row_by_row(held: Statistic) -> bool:
    """Whether scores are exact, and rows plainly counted and not too many."""
    plain = not clustered(held) and not held.weighted and held.exact
    return plain and float(held.total) <= MOST_ROWS


def _rows_of(held: ScoreTable) -> tuple[Bools, Floats]:
    """Which rows are positive, and their scores."""
    times = [np.asarray(part).round().astype(np.int64) for part in (held.positive, held.negative)]
    scores = np.concatenate([np.repeat(held.scores, one) for one in times])
    return np.arange(len(scores)) < times[0].sum(), scores


def clustered(held: Statistic) -> bool:
    """Whether a statistic knows clusters."""
    return held.cluster_ids is not None


def _counts(metric: Metric, held: Statistic) -> tuple[float, float]:
    """Successes and trials of a proportion."""
    assert metric.counted is not None
    return float(metric.counted.successes(held)), float(metric.counted.trials(held))


def _fisher(metric: Metric, statistics: Two) -> Test:
    """Fisher's exact test of successes and failures of the two (two-sided as in R)."""
    counts = [_counts(metric, held) for held in statistics]
    table = np.array([[successes, trials - successes] for successes, trials in counts])
    odds, p = fisher_exact(table.round())
    return Test(odds, None, p, "fisher")


def _notes(estimates: tuple[Estimate, Estimate]) -> tuple[Text, ...]:
    return tuple(dict.fromkeys(one.note for one in estimates if one.note))
