"""At which ratio of costs one model becomes cheaper than another."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from veracity.arrays import Floats
from veracity.intervals.influence.clusters import covariance_of_sums
from veracity.results import percent
from veracity.statistics import ConfusionMatrix
from veracity.statistics.joint.paired_table import PairedTable
from veracity.statistics.numerics.quantiles import quantile_of
from veracity.words import Text, joined, say


def cost_ratio(first: ConfusionMatrix, second: ConfusionMatrix) -> Fraction | float:
    """The cost of a false negative, in false positives, at which both models cost the same.

    Costs are FN·r + FP on the same rows, so r = (FP₂ − FP₁)/(FN₁ − FN₂): an exact fraction of
    counts. The model with fewer false negatives is the cheaper one above it. nan where none is
    positive: then one model is cheaper (or both cost the same) whatever the costs.

    >>> S = ConfusionMatrix([[9801, 99], [40, 60]], labels=(0, 1))
    >>> B = ConfusionMatrix([[8910, 990], [5, 95]], labels=(0, 1))
    >>> cost_ratio(S, B)
    Fraction(891, 35)
    """
    false, missed = _gap(second.fp, first.fp), _gap(first.fn, second.fn)
    if missed == 0 or false == 0 or (false > 0) != (missed > 0):
        return math.nan
    ratio: Fraction | float = false / missed
    return ratio


def cost_words(names: tuple[Any, Any], table: PairedTable, level: float = 0.95) -> Text:
    """At which ratios of costs one of two models is shown to be cheaper, all ratios together.

    Cheaper whatever the costs: where it makes fewer errors of both kinds, each by an exact
    McNemar test. Else by Fieller's limits (Fieller EC (1954) JRSS B 16:175–185) with the
    critical value of both kinds of errors at once (Scheffé), so that what is stated of all ratios
    holds with the level; with clusters it is Hotelling's.
    """
    a, b = (str(name) for name in names)
    ratio = cost_ratio(*(table.matrix(name) for name in names))
    gap = _differing(table, names, level)
    if not gap.errors.any():
        return say("cost_ratio_same", first=a, second=b)
    if gap.significant.all() and gap.errors[0] * gap.errors[1] > 0:
        winner, other = (a, b) if gap.errors[0] < 0 else (b, a)
        return say("cost_ratio_always", winner=winner, other=other, level=percent(level))
    notes = [
        _range_words((a, b) if first else (b, a), low, high)
        for low, high, first in cheaper_ranges(gap.errors, gap.variance, gap.critical)
    ]
    if notes:
        notes.append(say("cost_ratio_elsewhere", level=percent(level)))
    else:
        notes.append(say("cost_ratio_unclear", first=a, second=b, level=percent(level)))
    if not (isinstance(ratio, float) and math.isnan(ratio)):
        significant = f"{float(ratio):.4g}"
        if isinstance(ratio, Fraction) and ratio.denominator > 1:
            significant = f"{ratio} = {significant}"
        notes.append(say("cost_ratio_even", ratio=significant))
    return joined(notes)


def cheaper_ranges(
    errors: Floats, variance: Floats, critical: float
) -> list[tuple[float, float, bool]]:
    """Ratios from low to high at which a model is cheaper, and whether that is the first.

    `errors` are by how many false negatives and false positives the first has more, `variance`
    how these vary, (2, 2). At the ratio r the difference is r · FN + FP.

    >>> ranges = cheaper_ranges(np.array([35.0, -891.0]), np.diag([45.0, 1089.0]), 2.448)
    >>> [(round(low, 1), round(high, 1), first) for low, high, first in ranges]
    [(0.0, 17.1, True), (48.2, inf, False)]
    """
    if not math.isfinite(critical):
        return []
    (fn, fp), c = errors.tolist(), critical**2
    square = (fn**2 - c * variance[0, 0], fn * fp - c * variance[0, 1], fp**2 - c * variance[1, 1])
    roots = np.roots([square[0], 2 * square[1], square[2]])
    real = sorted(float(r.real) for r in roots if abs(r.imag) < 1e-9 * abs(r) and r.real > 0)
    found: list[tuple[float, float, bool]] = []
    for low, high in pairwise([0.0, *real, math.inf]):
        inside = (low + high) / 2 if math.isfinite(high) else 2 * low + 1
        if square[0] * inside**2 + 2 * square[1] * inside + square[2] > 0:
            found.append((low, high, inside * fn + fp < 0))
    return found


class _Differing(NamedTuple):
    """Errors that the first model has more, how they vary, and which are shown by themselves."""

    errors: Floats
    variance: Floats
    critical: float
    significant: NDArray[np.bool_]


def _differing(table: PairedTable, names: tuple[Any, Any], level: float) -> _Differing:
    """Of rows in which one model errs: their number is the variance, and one more for caution."""
    from scipy.special import chdtri, fdtri

    yes = table.labels.index(table.pos_label)
    positive = table.truth == yes
    predicted = [table.predicted[table.index_of_name(name)] == yes for name in names]
    apart = predicted[0].astype(np.float64) - predicted[1]
    each = np.stack([np.where(positive, -apart, 0.0), np.where(positive, 0.0, apart)])
    errors = (each * table.weight).sum(-1)
    squares = table.sum_of_squares
    one_more = float(np.nan_to_num(squares.sum() / table.weight.sum())) ** 2  # of a usual weight
    if table.cluster is not None:
        size = len(table.cluster_labels)
        by_cluster = [np.bincount(table.cluster, one * table.weight, size) for one in each]
        sums = np.stack(by_cluster).astype(np.float64)
        variance = covariance_of_sums(sums) + np.diag((errors / size) ** 2 + one_more)
        if size < 3:
            return _Differing(errors, variance, math.inf, np.zeros(2, bool))
        with np.errstate(all="ignore"):
            z = np.abs(errors) / np.sqrt(variance.diagonal())
        most = 2 * (size - 1) / (size - 2) * fdtri(2, size - 2, level)
        significant = (z > quantile_of(level, size - 1)) & np.isfinite(z)
        return _Differing(errors, variance, math.sqrt(most), significant)
    variance = np.diag((each**2 * squares).sum(-1) + one_more)
    critical = math.sqrt(float(chdtri(2, 1 - level)))
    if table.squares is None:
        p = np.array(
            [
                _exact(*(float(((sign * one > 0) * table.weight).sum()) for sign in (1, -1)))
                for one in each
            ]
        )
        return _Differing(errors, variance, critical, p < 1 - level)
    z = np.abs(errors) / np.sqrt(variance.diagonal())
    return _Differing(errors, variance, critical, z > quantile_of(level, None))


def _exact(one: float, other: float) -> float:
    """McNemar's exact two-sided p-value."""
    from scipy.special import betainc

    more, less = max(one, other), min(one, other)
    return min(1.0, 2 * float(betainc(more, less + 1, 0.5))) if more > 0 else 1.0


def _range_words(names: tuple[str, str], low: float, high: float) -> Text:
    facts = {"winner": names[0], "other": names[1], "low": f"{low:.4g}", "high": f"{high:.4g}"}
    if low == 0:
        return say("cost_ratio_any" if math.isinf(high) else "cost_ratio_below", **facts)
    return say("cost_ratio_above" if math.isinf(high) else "cost_ratio_between", **facts)


def _gap(one: float, other: float) -> Fraction | float:
    """A difference of counts: exact where they are whole."""
    mine, yours = float(one), float(other)
    if mine.is_integer() and yours.is_integer():
        return Fraction(int(mine) - int(yours))
    return mine - yours
