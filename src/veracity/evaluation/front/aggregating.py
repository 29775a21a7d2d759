"""Many matrices (folds, runs, data sets, class pairs) as one answer, every average by name."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from typing import Any

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.errors import quoted, refuse
from veracity.evaluation.single.confusion_matrix import ConfusionMatrix
from veracity.evaluation.single.evaluation import Evaluation
from veracity.evaluation.state.keys import computable
from veracity.intervals import Settings, percentiles
from veracity.metrics import find
from veracity.resampling import Redraws
from veracity.results import Estimate, figure
from veracity.statistics import labels as naming
from veracity.words import Text, say


@dataclass(frozen=True, slots=True)
class Spread:
    """How far the matrices differ: a description of them, not a standard error of the mean."""

    mean: float
    sd: float
    smallest: float
    largest: float
    matrices: int
    undefined: int

    def __str__(self) -> str:
        return f"{figure(self.smallest)} … {figure(self.largest)} (sd {figure(self.sd)})"


@dataclass(frozen=True, eq=False)
class Aggregate:
    """Pooled counts (= micro), means over matrices (= macro), and their spread, by key.

    >>> folds = [
    ...     ConfusionMatrix.from_counts(tp=4, fp=1, fn=2, tn=5),
    ...     ConfusionMatrix.from_counts(tp=3, fp=1, fn=4, tn=4),
    ... ]
    >>> both = aggregate(folds)
    >>> round(both.pooled["precision"].value, 4), round(both.macro["f1"].value, 4)
    (0.7778, 0.6364)
    >>> round(both.f1_of_macro.value, 4)
    0.6418
    """

    matrices: tuple[ConfusionMatrix, ...]
    names: tuple[Any, ...]
    settings: Settings
    share_cases: bool = False

    def __getstate__(self) -> dict[str, Any]:
        """What is kept in a pickle: everything but redraws, which come back from their seed."""
        return {name: value for name, value in self.__dict__.items() if name != "_redraws"}

    @cached_property
    def pooled(self) -> Evaluation:
        """The evaluation of the counts added up: micro over the matrices."""
        total = self.matrices[0]
        for matrix in self.matrices[1:]:
            total = total + matrix
        settings = self.settings
        return total.evaluate(
            confidence_level=settings.confidence_level,
            method="none" if self.share_cases else settings.method,
            n_resamples=settings.n_resamples,
            random_state=settings.random_state,
        )

    @property
    def macro(self) -> Macro:
        """The mean of a metric over the matrices, each counting the same, by key."""
        return Macro(self)

    @cached_property
    def f1_of_macro(self) -> Estimate:
        """F1 of macro precision and macro recall: not the mean of the F1s."""
        return self._estimated(
            lambda of: _harmonic(_mean(of("precision")), _mean(of("recall"))),
            ("precision", "recall"),
        )

    def each(self, key: str) -> dict[Any, float]:
        """The metric of every matrix, by name."""
        return dict(zip(self.names, (m.metric(key) for m in self.matrices), strict=True))

    def spread(self, key: str) -> Spread:
        """Smallest, largest and standard deviation over the matrices; never a standard error."""
        values = np.array(list(self.each(key).values()))
        known = values[~np.isnan(values)]
        if not len(known):
            return Spread(math.nan, math.nan, math.nan, math.nan, len(values), len(values))
        sd = float(known.std(ddof=1)) if len(known) > 1 and np.isfinite(known).all() else math.nan
        ends = float(known.min()), float(known.max())
        return Spread(float(known.mean()), sd, *ends, len(values), len(values) - len(known))

    def _estimated(self, combine: Any, keys: Sequence[str]) -> Estimate:
        value = float(combine(lambda key: np.array(list(self.each(key).values()))))
        n = float(sum(float(m.effective_total) for m in self.matrices))
        level = self.settings.confidence_level
        why = self._no_interval(value, keys)
        if why is None:
            with np.errstate(all="ignore"):
                found = percentiles(combine(self._redrawn), level)
            if found.found and not found.no_width:
                note = say("matrices_independent")
                return Estimate(value, found.low, found.high, level, "percentile", n, 0.0, note)
            why = say("redraws_no_width")
            if not found.found:
                limit = 100 * (1 - level) / 2
                why = say("redraws_undefined", share=found.undefined, limit=limit)
        return Estimate(value, math.nan, math.nan, level, "none", n, 0.0, why)

    def _no_interval(self, value: float, keys: Sequence[str]) -> Text | None:
        """Why there can be none, if so."""
        blame = [
            name
            for name, m in zip(self.names, self.matrices, strict=True)
            if any(math.isnan(m.metric(key)) for key in keys)
        ]
        if blame:
            return say("undefined_for_matrices", names=", ".join(map(repr, blame)))
        if math.isnan(value):
            return say("mean_undefined")
        for metric in map(find, keys):
            if metric.no_interval is not None:
                return metric.no_interval.sentence()
        if self.share_cases:
            return say("pairs_share_cases")
        return Text("", "") if self.settings.method == "none" else None

    def _redrawn(self, key: str) -> Floats:
        """The metric of every redraw of every matrix, (redraws, matrices)."""
        columns = []
        for redraws, matrix in zip(self._redraws, self.matrices, strict=True):
            columns.append(redraws.values(computable(find(key), matrix)))
        return np.stack(columns, -1)

    @cached_property
    def _redraws(self) -> tuple[Redraws, ...]:
        return tuple(
            Redraws(m.plain(), self.settings.n_resamples, self.settings.random_state + place)
            for place, m in enumerate(self.matrices)
        )


@dataclass(frozen=True, eq=False)
class Macro:
    """Means over matrices by key."""

    of: Aggregate

    def __getitem__(self, key: str) -> Estimate:
        metric = find(key)
        return self.of._estimated(lambda of: _mean(of(metric.key)), (metric.key,))


def aggregate(
    matrices: Iterable[ConfusionMatrix],
    names: Iterable[Any] | None = None,
    *,
    confidence_level: float = 0.95,
    method: str = "auto",
    n_resamples: int = 2000,
    random_state: int = 0,
) -> Aggregate:
    """Several matrices together: folds, runs, data sets, or the pairs of one (`cm.pairs()`)."""
    parts = tuple(getattr(one, "confusion", one) for one in matrices)
    if not parts:
        raise refuse("aggregate_nothing")
    listed = tuple(range(len(parts))) if names is None else tuple(names)
    if len(listed) != len(parts):
        raise refuse("aggregate_names", names=len(listed), matrices=len(parts))
    if len(set(listed)) < len(listed):
        raise refuse("aggregate_names_repeated", names=quoted(naming.repeated(listed)))
    settings = Settings(confidence_level, method, n_resamples, random_state)
    return Aggregate(_aligned(parts), listed, settings, _are_pairs(parts))


def _aligned(parts: tuple[ConfusionMatrix, ...]) -> tuple[ConfusionMatrix, ...]:
    """All over the union of the labels; pairs of different classes over negative and positive."""
    if _are_pairs(parts):
        return tuple(part.by_role() for part in parts)
    labels = reduce(naming.merged, (part.labels for part in parts))
    return tuple(part.relabelled(labels) for part in parts)


def _are_pairs(parts: tuple[ConfusionMatrix, ...]) -> bool:
    """Two classes each, and not the same two: cases of a class are then in several matrices."""
    two = all(part.classes == 2 and part.pos_label is not None for part in parts)
    return two and len({label for part in parts for label in naming.found(part.labels)}) > 2


def _mean(values: Floats) -> Floats:
    with np.errstate(invalid="ignore"):  # ∞ − ∞ is nan, like 0/0
        return np.asarray(values.mean(-1))


def _harmonic(one: Floats, other: Floats) -> Floats:
    return ratio(2 * one * other, one + other)
