"""Models that are compared: their contrasts, looked up or made, curves and costs."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import combinations
from typing import Any

from veracity.comparisons.contrasts.contrasting import Wishes, paired_contrasts
from veracity.comparisons.differences.cost_ratio import cost_ratio, cost_words
from veracity.comparisons.paired_samples.paired import Paired
from veracity.curves import Dominance, dominance
from veracity.errors import NotHere, refuse
from veracity.evaluation.single.profile import Profiled
from veracity.evaluation.single.thresholds import ranking_table
from veracity.evaluation.state.keys import computable
from veracity.metrics import Metric, find
from veracity.reports.formats.reported import ReportedComparison
from veracity.results import Contrast
from veracity.statistics import ConfusionMatrix
from veracity.statistics.joint.paired_table import PairedTable
from veracity.statistics.labels import Label
from veracity.words import Text


@dataclass(frozen=True, repr=False)
class ComparedModels(ReportedComparison):
    """Every pair of models and every metric asked for, with verdicts, tables and pages.

    `cmp["A", "B", "auroc"]` is one contrast. A key that was not asked for is computed when it
    is looked up, and corrected over its own pairs alone. Models on the same rows are in
    `paired`, two evaluations of different rows in `sides`.
    """

    paired: Paired | None = None
    wishes: Wishes = field(default_factory=Wishes)
    sides: tuple[Profiled, ...] = ()

    def __getitem__(self, asked: tuple[Any, Any, str]) -> Contrast:
        try:
            return super().__getitem__(asked)
        except NotHere:
            if self.paired is None or not isinstance(asked, tuple) or len(asked) != 3:
                raise
            first, second = self.named(asked[0]), self.named(asked[1])
        metric = readable(self.paired, find(asked[2]))
        made = paired_contrasts(self.paired, (metric,), self.wishes)
        alone = replace(self, contrasts=made, keys=(metric.key,), paired=None)
        return alone[first, second, metric.key]

    def rows_of(self, name: Label) -> float:
        """How many rows one model was judged on; two evaluations have each their own."""
        if not self.sides:
            return super().rows_of(name)
        return float(self.sides[self.names.index(name)].rows.used)

    def curve_tables(self) -> dict[Label, Any]:
        """The scores that the curve of each model is made of."""
        if self.sides:
            ranked = (ranking_table(ev.held) for ev in self.sides)
            return dict(zip(self.names, ranked, strict=True))
        if self.paired is None or self.paired.joint is None:
            raise refuse("compare_curves_need_scores", NotHere)
        return {name: self.paired.joint.column(name) for name in self.names}

    @property
    def probable(self) -> bool:
        """Whether the models gave probabilities of one class, which curves are made of."""
        if self.sides:
            return all(
                ev.held.table_at_thresholds is ev.held.probabilities is not None
                for ev in self.sides
            )
        return self.settings.get("kind") == "y_proba"

    def dominance(
        self, space: Any = "roc", first: Label | None = None, second: Label | None = None
    ) -> Dominance | dict[tuple[Label, Label], Dominance]:
        """Whether one curve lies above the other everywhere, in "roc", "pr" or "pr_step".

        Of two models (or two that are named) one answer; of more, one for each pair.
        """
        tables = self.curve_tables()
        named = self.names
        if first is not None or second is not None:
            named = (self.named(first), self.named(second))
        found = {
            (a, b): dominance(tables[a], tables[b], space=space, names=(str(a), str(b)))
            for a, b in combinations(named, 2)
        }
        return next(iter(found.values())) if len(found) == 1 else found

    def cost_ratio(self, first: Label, second: Label) -> Fraction | float:
        """The cost of a false negative, in false positives, at which both cost the same.

        Above it the model with fewer false negatives is the cheaper one. An exact fraction of
        counts; nan where one model is cheaper whatever the costs.
        """
        return cost_ratio(self._matrix(first), self._matrix(second))

    def cost_text(self, first: Label, second: Label) -> Text:
        """At which ratios of costs one of two models is shown to be cheaper."""
        names = self.named(first), self.named(second)
        return cost_words(names, self._labels, float(self.settings["confidence_level"]))

    def _matrix(self, name: Label) -> ConfusionMatrix:
        return self._labels.matrix(self.named(name))

    @property
    def _labels(self) -> PairedTable:
        if self.paired is None or self.paired.table is None:
            raise refuse("compare_costs_need_labels", NotHere)
        return self.paired.table


def readable(paired: Paired, metric: Metric) -> Metric:
    """The metric, if it can be computed for these models; else what to ask for instead."""
    paired.readable(metric)
    if metric.reads is ConfusionMatrix and paired.table is not None:
        computable(metric, paired.table.matrix(paired.names[0]))
    return metric
