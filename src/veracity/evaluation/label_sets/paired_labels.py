"""Two models that name labels of the same rows: every average with a paired interval."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from veracity.comparisons.significance.correction import adjusted
from veracity.engines.reading.label_sets import LabelRows
from veracity.errors import NotHere, refuse
from veracity.evaluation.label_sets.averaged_labels import AveragedLabels
from veracity.evaluation.label_sets.averages import AVERAGES, LabelFigures, average_of, two_class
from veracity.evaluation.label_sets.comparing import LabelComparison, LabelContrast
from veracity.intervals import Settings
from veracity.metrics.label_sets.naming import better_of
from veracity.metrics.label_sets.records import BY_KEY
from veracity.results import Estimate, Test
from veracity.results.comparisons.margins import outcome
from veracity.statistics.label_sets.paired_label_sets import PairedLabelSets
from veracity.statistics.numerics.quantiles import quantile_of
from veracity.words import Text, say

OF_SETS = {key: one.of_sets for key, one in BY_KEY.items() if one.of_sets is not None}
LEAST = 1e-24  # of a variance, as for one evaluation


def paired_labels(
    names: tuple[str, str],
    rows: tuple[LabelRows, LabelRows],
    settings: Settings,
    metrics: Sequence[str],
    correction: str,
) -> LabelComparison:
    """Every metric in turn, from the sums of both models over the same rows."""
    first, second = rows
    cluster = None
    if first.cluster is not None:
        cluster = np.unique(first.cluster, return_inverse=True)[1].ravel()
    pair = PairedLabelSets.of_rows(
        first.labels,
        first.truth,
        (first.predicted, second.predicted),
        OF_SETS,
        weight=first.weight,
        cluster=cluster,
    )
    each = [AveragedLabels(one.reduced(moments=True), (), settings) for one in rows]
    note = say(
        "labels_paired",
        n=f"{len(first.truth):,}",
        first=names[0],
        second=names[1],
        tests=len(metrics),
    )
    contrasts = []
    for key in metrics:
        value, variance = _difference(pair, key, settings)
        values = each[0][key], each[1][key]
        contrasts.append(_contrast(key, values, value, variance, pair, settings, note))
    p_values = adjusted([one.p_value for one in contrasts], correction).tolist()
    made = zip(contrasts, p_values, strict=True)
    return LabelComparison(tuple(_with_verdict(one, p) for one, p in made), (note,), names)


def _with_verdict(one: LabelContrast, p: float) -> LabelContrast:
    verdict = outcome(one.difference, p, None, better_of(one.key))
    return replace(one, p_adjusted=p, verdict=verdict)


def _difference(pair: PairedLabelSets, key: str, settings: Settings) -> tuple[float, float]:
    """The first minus the second, and the variance of that."""
    if key in pair.figures:
        return pair.difference(key)
    how, _, rest = key.partition("_")
    average = next((one for one in AVERAGES if one == how and rest), None)
    if average is None or key in ("macro_auroc", "micro_auroc", "macro_average_precision"):
        raise refuse("label_pair_figure", NotHere, key=repr(key), keys=", ".join(pair.figures))
    metric, counts = two_class(rest), pair.cells.counts
    half = len(counts) // 2
    (a, by_a), (b, by_b) = (
        average_of(average, metric, part) for part in (counts[:half], counts[half:])
    )
    if math.isnan(a - b):
        return math.nan, math.nan
    gradient = np.concatenate([by_a, -by_b])
    return a - b, LabelFigures(pair.cells, settings).variance(gradient)


def _contrast(
    key: str,
    values: tuple[Estimate, Estimate],
    value: float,
    variance: float,
    pair: PairedLabelSets,
    settings: Settings,
    note: Text,
) -> LabelContrast:
    level, n = settings.confidence_level, float(pair.cells.rows)
    if not variance > LEAST:
        why = say("mean_undefined") if math.isnan(value) else say("label_no_spread")
        found = Estimate(value, math.nan, math.nan, level, "none", n, 0.0, why)
        return LabelContrast(
            key, values, found, Test(math.nan, None, math.nan, "delta"), "cannot_tell"
        )
    freedom = float(pair.agreement.units - 1)
    if key not in pair.figures and pair.cells.cells.freedom is not None:
        freedom = min(freedom, pair.cells.cells.freedom)
    from scipy.special import stdtr

    error = math.sqrt(variance)
    half = quantile_of(level, freedom) * error
    low, high = max(value - half, -1.0), min(value + half, 1.0)
    z = value / error
    found = Estimate(value, low, high, level, "delta", n, 0.0, note)
    p = float(2 * stdtr(freedom, -abs(z)))
    return LabelContrast(key, values, found, Test(z, freedom, p, "delta"), "cannot_tell")
