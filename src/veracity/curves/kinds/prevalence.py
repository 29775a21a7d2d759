"""The curve of metrics against the prevalence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from veracity.arrays import Floats
from veracity.metrics.counts.among_truth import PREVALENCE
from veracity.metrics.record.metric import Metric
from veracity.results.estimate.curve import Band, Curve, Window
from veracity.words import Text


def prevalence_curve(
    shares: Floats,
    columns: Mapping[str, Floats],
    records: Sequence[Metric],
    *,
    band: Band | None,
    note: Text,
) -> Curve:
    """Columns over the prevalence, from the lowest up; it has no thresholds, so they are nan."""
    windows: dict[str, Window] = {"prevalence": (0.0, 1.0)}
    for metric in records:
        if metric.base_key != "prevalence":
            windows[metric.key] = _window(metric, columns[metric.key])
    return Curve(
        "prevalence",
        {"prevalence": shares, **{k: v for k, v in columns.items() if k != "prevalence"}},
        np.full(len(shares), np.nan),
        {"prevalence": PREVALENCE.names, **{metric.key: metric.names for metric in records}},
        windows,
        band=band,
        note=note,
    )


def _window(metric: Metric, values: Floats) -> Window:
    """The range of a metric, or where it has no end, what was seen."""
    if np.isfinite(metric.bounds).all():
        return metric.bounds
    seen = values[np.isfinite(values)]
    return (float(seen.min()), float(seen.max())) if seen.size else (0.0, 1.0)
