"""Count metrics at every threshold: the sweep is one more leading axis of a matrix."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from veracity.arrays import Floats
from veracity.errors import refuse
from veracity.metrics.catalogue.catalogue import ANY_CLASSES, TWO_CLASSES
from veracity.metrics.catalogue.finding import find
from veracity.metrics.record.metric import Metric
from veracity.results.estimate.curve import Curve, Window, checked_error
from veracity.results.estimate.estimate import NO_NOTE
from veracity.statistics import ConfusionMatrix
from veracity.statistics.scores.score_table import ScoreTable
from veracity.threads import threads
from veracity.words import Text, joined, say

USUAL = ("precision", "recall", "f1", "mcc", "kappa")
ALL = "all"
THRESHOLD = Text("Threshold", "阈值")
_AT_ONCE = 1 << 16  # thresholds whose counts are made and read together


def sweep(
    table: ScoreTable,
    metrics: Sequence[str | Metric] | str | Metric = USUAL,
    *,
    error: float | None = None,
    counted: ScoreTable | None = None,
) -> Curve:
    """The values of any count metrics at every threshold, from +inf down.

    One column for each metric, (..., T + 1), and the counts tp, fp, fn and tn (of `counted`, the
    same scores in another population, where that is given). "all" is every
    count metric of two classes, without the averages over classes. With an `error` only so many
    thresholds are kept as a drawing needs: no column of a metric moves by more than that share of
    its window, corners stay within it too, and the curve says in `error` how much it was. Recall
    never falls as the threshold does; precision goes up and down. Where a metric has no value
    it is nan, and the note says why. Memory beyond the columns themselves does not grow with the
    number of thresholds.

    >>> table = ScoreTable.of_rows([0, 1, 1], [0.9, 0.8, 0.7])
    >>> curve = sweep(table, ["recall", "precision"])
    >>> curve["recall"].tolist(), curve["precision"].round(3).tolist()
    ([0.0, 0.0, 0.5, 1.0], [nan, 0.0, 0.5, 0.667])
    >>> print(curve.note)
    Precision is not finite at 1 of 4 thresholds: nothing was called positive (TP + FP = 0).
    """
    if error is not None:
        error = checked_error(error)
    records = swept_metrics(metrics)
    swept, size = table, _AT_ONCE
    if table.squares is not None:
        if all(metric.scale_free for metric in records):
            swept = replace(table, squares=None, clusters=None)  # nobody asks for Σw²
        else:
            size *= 64  # each part sums Σw² anew
    stops = len(table) + 1
    values = {metric.key: np.empty((*table.shape, stops)) for metric in records}
    step = max(size // max(int(np.prod(table.shape)), 1), 1)

    def fill(start: int) -> None:
        part = slice(start, min(start + step, stops))
        counts = swept.sweep(part.start, part.stop)
        for metric in records:
            values[metric.key][..., part] = metric(counts)

    fill(0)  # makes the running sums, which the other parts share
    rest = range(step, stops, step)
    with threads(stops * len(records)) as run:
        run(fill, rest)
    thresholds = table.thresholds
    curve = Curve(
        "sweep",
        {"threshold": thresholds, **values, **_counts(table if counted is None else counted)},
        thresholds,
        {"threshold": THRESHOLD, **{metric.key: metric.names for metric in records}},
        {"threshold": _span(thresholds), **{m.key: _window(m, values[m.key]) for m in records}},
        note=_note(swept, records, values),
    )
    return curve if error is None else curve.thinned(error)


def _counts(table: ScoreTable) -> dict[str, Floats]:
    """TP, FP, FN and TN at every threshold, (..., T + 1)."""
    tp, fp = table.tp, table.fp
    positives, negatives = (np.asarray(x)[..., None] for x in (table.positives, table.negatives))
    missed, rejected = np.maximum(positives - tp, 0.0), np.maximum(negatives - fp, 0.0)
    return {"tp": tp, "fp": fp, "fn": missed, "tn": rejected}


def swept_metrics(metrics: Sequence[str | Metric] | str | Metric) -> list[Metric]:
    """The metrics that were asked for, each once."""
    if metrics == ALL:
        return [*ANY_CLASSES, *TWO_CLASSES]
    names = (metrics,) if isinstance(metrics, (str, Metric)) else metrics
    found = [find(name) if isinstance(name, str) else name for name in names]
    if not found:
        raise refuse("sweep_of_nothing")
    for metric in found:
        if not issubclass(metric.reads, ConfusionMatrix):
            raise refuse("sweep_needs_counts", metric=metric.key)
    return found


def _window(metric: Metric, values: Floats) -> Window:
    """The range of a metric, or where it has no end, what was seen."""
    return metric.bounds if np.isfinite(metric.bounds).all() else _span(values)


def _span(values: Floats) -> Window:
    seen = values[np.isfinite(values)]
    return (float(seen.min()), float(seen.max())) if seen.size else (0.0, 1.0)


def _note(table: ScoreTable, records: list[Metric], values: dict[str, Floats]) -> Text:
    """Why some values are undefined or infinite, as it is at the first and last such threshold."""
    notes = []
    for metric in records:
        if metric.acts_at is not None:
            notes.append(say("benefit_of_each_threshold", name=metric.names))
        missing = ~np.isfinite(values[metric.key])
        indices = np.flatnonzero(missing.any(tuple(range(missing.ndim - 1))))
        if not len(indices):
            continue
        ends = (table.sweep(int(index), int(index) + 1) for index in indices[[0, -1]])
        reasons = dict.fromkeys(reason for counts in ends for reason in metric.reasons(counts))
        notes.append(
            say(
                "sweep_not_finite",
                name=metric.names,
                n=len(indices),
                of=len(table) + 1,
                why=joined(reasons, Text("; ", "；")),
            )
        )
    return joined(notes) if notes else NO_NOTE
