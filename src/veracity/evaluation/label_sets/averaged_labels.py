"""Averages over labels and rows by key, and each label by itself."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from veracity.errors import NotHere, UnknownName, refuse
from veracity.evaluation.label_sets.averages import AVERAGES, LabelFigures, two_class
from veracity.evaluation.single.evaluation import Evaluation
from veracity.evaluation.single.figures import part_lines
from veracity.evaluation.single.slices import Slices
from veracity.intervals import Settings
from veracity.intervals.formulas.scales import Scale
from veracity.metrics import find
from veracity.metrics.label_sets.records import BY_KEY
from veracity.results import Estimate
from veracity.results.page.profile import PartLines
from veracity.statistics.label_sets.label_sets import LabelSets
from veracity.statistics.labels import Label
from veracity.statistics.numerics.quantiles import normal_quantile
from veracity.unexpected import unless_broken
from veracity.words import Text, say

COUNTED = ("precision", "recall", "f1", "jaccard")
HIERARCHICAL = {f"hierarchical_{key}": f"micro_{key}" for key in ("precision", "recall", "f1")}
RANKING = ("macro_auroc", "micro_auroc", "macro_average_precision")
HEADLINE = ("macro_f1", "micro_f1", "weighted_f1", "samples_f1", "subset_accuracy", "hamming_loss")
OF_LABELS = ("precision", "recall", "f1")


@dataclass(frozen=True, eq=False, repr=False)
class AveragedLabels:
    """Figures of rows that have several labels, with intervals that know whose labels they are."""

    sets: LabelSets
    each: tuple[Evaluation, ...]
    settings: Settings
    pooled: Evaluation | None = None  # all decisions as one sample of scores, rows as clusters
    notes: tuple[Text, ...] = ()
    hierarchical: bool = False  # whether labels count together with all above them
    thresholds: tuple[float, ...] | None = None  # of each label, where scores were given
    ignore: tuple[str, ...] = ()  # keys of cautions that are muted

    @property
    def labels(self) -> tuple[Label, ...]:
        """The labels, in their order."""
        return self.sets.labels

    @property
    def by_label(self) -> Slices[Evaluation]:
        """The evaluation of each label against all rows without it."""
        return Slices(
            "label", self.labels, lambda one: self.each[self.labels.index(one)], label_lines
        )

    def keys(self) -> tuple[str, ...]:
        """The keys that can be computed, parameters at their defaults."""
        averages = tuple(f"{how}_{key}" for how in AVERAGES for key in COUNTED)
        rows = tuple(k for k, one in BY_KEY.items() if one.of_sets or self.sets.ranked is not None)
        above = tuple(HIERARCHICAL) if self.hierarchical else ()
        return (*averages, *rows, *above, *(RANKING if self.pooled is not None else ()))

    def __iter__(self) -> Iterator[str]:
        return iter(self.keys())

    def __contains__(self, key: object) -> bool:
        try:
            self[str(key)]
        except (NotHere, UnknownName, ValueError):
            return False
        return True

    def __getitem__(self, key: str) -> Estimate:
        level, n = self.settings.confidence_level, float(self.sets.rows)
        return unless_broken(
            lambda: self._estimate(key),
            lambda why: Estimate(math.nan, math.nan, math.nan, level, "none", n, 0.0, why),
        )

    def _estimate(self, key: str) -> Estimate:
        if not isinstance(key, str):
            raise refuse(
                "label_key_unknown", UnknownName, key=repr(key), keys=", ".join(self.keys())
            )
        figures = LabelFigures(self.sets, self.settings)
        if self.hierarchical:
            key = HIERARCHICAL.get(key, key)
        if key in BY_KEY:
            return figures.row_figure(BY_KEY[key])
        how, _, rest = key.partition("_")
        if key in RANKING:
            return self._of_scores(how, rest)
        if how == "samples":
            metric = find(rest)
            beta = metric.values.get("beta") if metric.key.startswith("fbeta") else None
            if beta is not None:
                return figures.samples_fbeta(float(beta))
        for average in AVERAGES:
            if how == average and rest:
                return figures.averaged(average, two_class(rest))
        raise refuse("label_key_unknown", UnknownName, key=repr(key), keys=", ".join(self.keys()))

    def _of_scores(self, how: str, key: str) -> Estimate:
        """Macro: the mean over labels, its error at most that of labels that move together."""
        if self.pooled is None:
            raise refuse("label_figure_needs_scores", NotHere, key=f"{how}_{key}")
        if how == "micro":
            return self.pooled[key]
        level, n = self.settings.confidence_level, float(self.sets.rows)
        found = [ev[key] for ev in self.each]
        values = np.array([one.value for one in found])
        undefined = [str(self.labels[i]) for i in np.flatnonzero(np.isnan(values))]
        if undefined:
            why = say("undefined_for_matrices", names=", ".join(undefined[:5]))
            return Estimate(math.nan, math.nan, math.nan, level, "none", n, 0.0, why)
        value, scale = float(values.mean()), Scale(0.0, 1.0)
        chances = [one.chance for one in found if one.chance is not None]
        chance = sum(chances) / len(chances) if chances else None
        widths = np.array([one.high - one.low for one in found])
        if np.isnan(widths).any() or not scale.inside(value):
            return Estimate(
                value, math.nan, math.nan, level, "none", n, 0.0, say("label_no_spread"), chance
            )
        times = normal_quantile((1 + level) / 2)
        low, high = scale.interval(value, float(widths.mean()) / (2 * times), times)
        note = say("labels_move_together")
        return Estimate(value, low, high, level, "labels together", n, 0.0, note, chance)


def label_lines(
    kind: str, name: Label, part: Evaluation, metrics: Iterable[str] | str | None
) -> PartLines:
    """The figures of a label, and how many rows have it."""
    found = part_lines(kind, name, part, metrics)
    return replace(found, n=float(part.held.some.class_totals[1]))
