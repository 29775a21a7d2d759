"""What `compare` gives: contrasts with their verdicts, and what can be asked of them."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING, Any

from veracity import results
from veracity.comparisons import (
    Paired,
    Wishes,
    all_alike,
    cost_ratio,
    cost_words,
    paired_contrasts,
)
from veracity.curves import Dominance, dominance
from veracity.errors import NotHere, quoted, refuse
from veracity.evaluation.comparison.display import ComparedShown
from veracity.evaluation.single.thresholds import ranking_table
from veracity.evaluation.state.keys import computable
from veracity.intervals import Settings
from veracity.metrics import Metric, find
from veracity.results import Contrast
from veracity.statistics import ConfusionMatrix, RowAccount
from veracity.statistics.labels import Label
from veracity.words import Text, joined, say

if TYPE_CHECKING:
    from veracity.evaluation.single.evaluation import Evaluation
    from veracity.evaluation.single.plotting import ComparisonPlots

CORRECTION_NAMES = {
    "holm": Text("Holm", "Holm"),
    "hochberg": Text("Hochberg", "Hochberg"),
    "bh": Text("Benjamini–Hochberg", "Benjamini–Hochberg"),
    "none": Text("none", "无"),
}
MOST_COSTS = 3
DEFAULT_SCORES = ("auroc", "average_precision")
DEFAULT_COLUMNS = ("auroc_ovr_macro", "auroc_ovo_macro", "top_k_accuracy")
DEFAULT_TWO = ("accuracy", "balanced_accuracy", "mcc", "f1")
DEFAULT_BOTH = ("auroc", "average_precision", "accuracy", "mcc")
DEFAULT_MANY = ("accuracy", "balanced_accuracy", "mcc", "macro_f1")


@dataclass(frozen=True, repr=False)
class Comparison(ComparedShown, results.Comparison):
    """Every pair of models and every metric asked for, with verdicts, tables and pages.

    `cmp["A", "B", "auroc"]` is one contrast. A key that was not asked for is computed when it
    is looked up, and corrected over its own pairs alone. Models on the same rows are in
    `paired`, two evaluations of different rows in `sides`.
    """

    paired: Paired | None = None
    wishes: Wishes = field(default_factory=Wishes)
    sides: tuple[Evaluation, ...] = ()

    @property
    def plot(self) -> ComparisonPlots:
        """Pictures of all models together: `cmp.plot.roc()` and one for each."""
        from veracity.evaluation.single.plotting import ComparisonPlots

        return ComparisonPlots(self)

    def __getitem__(self, wanted: tuple[Any, Any, str]) -> Contrast:
        try:
            return super().__getitem__(wanted)
        except NotHere:
            if self.paired is None or not isinstance(wanted, tuple) or len(wanted) != 3:
                raise
            first, second = self.named(wanted[0]), self.named(wanted[1])
        metric = readable(self.paired, find(wanted[2]))
        made = paired_contrasts(self.paired, (metric,), self.wishes)
        alone = replace(self, contrasts=made, keys=(metric.key,), paired=None)
        return alone[first, second, metric.key]

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
            return all(ev.held.cut_table is ev.held.probabilities is not None for ev in self.sides)
        return self.settings.get("kind") == "y_proba"

    def dominance(
        self, space: Any = "roc", first: Any = None, second: Any = None
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

    def cost_ratio(self, first: Any, second: Any) -> Fraction | float:
        """The cost of a false negative, in false positives, at which both cost the same.

        Above it the model with fewer false negatives is the cheaper one. An exact fraction of
        counts; nan where one model is cheaper whatever the costs.
        """
        return cost_ratio(self._matrix(first), self._matrix(second))

    def cost_text(self, first: Any, second: Any) -> Text:
        """Which of two models is cheaper, and from which ratio of costs on."""
        names = self.named(first), self.named(second)
        return cost_words(names, self._matrix(first), self._matrix(second))

    def _matrix(self, name: Any) -> ConfusionMatrix:
        named = self.named(name)
        if self.paired is None or self.paired.table is None:
            raise refuse("compare_costs_need_labels", NotHere)
        return self.paired.table.matrix(named)


def paired_comparison(
    paired: Paired, asked: tuple[str, ...], wishes: Wishes, *, rows: RowAccount, **settings: Any
) -> Comparison:
    """The comparison of several models on the same rows."""
    metrics = [readable(paired, find(key)) for key in asked or _defaults(paired)]
    contrasts = paired_contrasts(paired, metrics, wishes)
    pairs = list(combinations(range(len(paired.names)), 2))
    if len(pairs) == 1:
        omnibus = {one.key: one.test for one in contrasts}
    else:
        omnibus = {metric.key: all_alike(paired, metric) for metric in metrics}
    alike = tuple((paired.names[a], paired.names[b]) for a, b in pairs if paired.alike(a, b))
    clusters = len(paired.entries.unit_ids) if paired.entries.clustered else None
    return Comparison(
        paired.names,
        tuple(metric.key for metric in metrics),
        contrasts,
        omnibus,
        "paired",
        rows,
        {**made_with(paired.settings, wishes), "clusters": clusters, **settings},
        costs=_costs(paired, pairs),
        identical=alike,
        note=joined([*_no_positive(paired, asked), corrected_over(wishes, contrasts)]),
        paired=paired,
        wishes=wishes,
    )


def _no_positive(paired: Paired, asked: tuple[str, ...]) -> tuple[Text, ...]:
    """That keys of the positive class are not among the usual ones, where none was named."""
    table = paired.table
    if asked or table is None or table.classes != 2 or table.pos_label is not None:
        return ()
    return (say("compared_no_positive", labels=quoted(table.labels)),)


def _costs(paired: Paired, pairs: list[tuple[int, int]]) -> tuple[Text, ...]:
    """At which ratio of costs the cheaper model changes, for two classes and few models."""
    table = paired.table
    if table is None or table.classes != 2 or table.pos_label is None or len(pairs) > MOST_COSTS:
        return ()
    names, matrices = paired.names, [table.matrix(name) for name in paired.names]
    return tuple(cost_words((names[a], names[b]), matrices[a], matrices[b]) for a, b in pairs)


def made_with(settings: Settings, wishes: Wishes) -> dict[str, Any]:
    """What made the numbers: versions, seed, method, test."""
    from importlib.metadata import version

    return {
        "veracity": version("veracity"),
        "numpy": version("numpy"),
        "confidence_level": settings.confidence_level,
        "method": wishes.method,
        "test": wishes.test,
        "correction": wishes.correction,
        "margin": wishes.margin,
        "n_resamples": settings.n_resamples,
        "random_state": settings.random_state,
    }


def corrected_over(wishes: Wishes, contrasts: tuple[Contrast, ...]) -> Text:
    """Over what the p-values were corrected: all that there are."""
    tests = sum(not math.isnan(one.p_value) for one in contrasts)
    if tests == 0:
        return say("corrected_no_test")
    if tests == 1:
        return say("corrected_one")
    key = "corrected_none" if wishes.correction == "none" else "corrected_over"
    return say(key, n=tests, correction=CORRECTION_NAMES[wishes.correction])


def readable(paired: Paired, metric: Metric) -> Metric:
    """The metric, if it can be computed for these models; else what to ask for instead."""
    paired.readable(metric)
    if metric.reads is ConfusionMatrix and paired.table is not None:
        from veracity.evaluation.single.confusion_matrix import ConfusionMatrix as Public

        computable(metric, Public.like(paired.table.matrix(paired.names[0])))
    return metric


def _defaults(paired: Paired) -> tuple[str, ...]:
    if paired.table is None:
        return DEFAULT_SCORES if paired.read_classes is None else DEFAULT_COLUMNS
    if paired.joint is not None:
        return DEFAULT_BOTH
    table = paired.table
    return DEFAULT_TWO if table.classes == 2 and table.pos_label is not None else DEFAULT_MANY
