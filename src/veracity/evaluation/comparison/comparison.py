"""What `compare` gives: contrasts with their verdicts, in words, tables, pictures and a page."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any

from veracity.cautions.catalogue.checking import notes_of_muted
from veracity.comparisons.contrasts.contrasting import Wishes, checked_margin, paired_contrasts
from veracity.comparisons.contrasts.omnibus import all_alike
from veracity.comparisons.differences.cost_ratio import cost_words
from veracity.comparisons.paired_samples.paired import Paired
from veracity.errors import quoted
from veracity.evaluation.comparison.display import DisplayedComparison
from veracity.evaluation.comparison.models import readable
from veracity.evaluation.state.remarks import ORDERED_KEYS, of_label_order
from veracity.intervals import Settings
from veracity.metrics import Metric, find
from veracity.results import Contrast
from veracity.statistics import RowAccount
from veracity.words import Text, joined, say

CORRECTION_NAMES = {
    "holm": Text("Holm", "Holm"),
    "hochberg": Text("Hochberg", "Hochberg"),
    "hommel": Text("Hommel", "Hommel"),
    "bonferroni": Text("Bonferroni", "Bonferroni"),
    "sidak": Text("Šidák", "Šidák"),
    "bh": Text("Benjamini–Hochberg", "Benjamini–Hochberg"),
    "by": Text("Benjamini–Yekutieli", "Benjamini–Yekutieli"),
    "none": Text("none", "无"),
}
MOST_COSTS = 3
DEFAULT_SCORES = ("auroc", "average_precision")
DEFAULT_COLUMNS = ("auroc_ovr_macro", "auroc_ovo_macro", "top_k_accuracy")
DEFAULT_TWO = ("accuracy", "balanced_accuracy", "mcc", "f1")
DEFAULT_BOTH = ("auroc", "average_precision", "accuracy", "mcc")
DEFAULT_MANY = ("accuracy", "balanced_accuracy", "mcc", "macro_f1")

# Parts that classes of this package read of each other; they work, and no editor offers them.
INTERNAL = (
    "cost_text curve_tables fingerprints name_of named paired probable rows_of section_of settings "
    "sides wishes"
)


class Comparison(DisplayedComparison):
    """Every pair of models and every metric asked for, with verdicts, tables and pages.

    `cmp["A", "B", "auroc"]` is one contrast. A key that was not asked for is computed when it
    is looked up, and corrected over its own pairs alone.
    """

    def __dir__(self) -> Iterable[str]:
        """What users call: an editor offers nothing else."""
        return [name for name in super().__dir__() if name not in INTERNAL.split()]


def paired_comparison(
    paired: Paired,
    asked: tuple[str, ...],
    wishes: Wishes,
    *,
    rows: RowAccount,
    notes: tuple[Text, ...] = (),
    ignore: tuple[str, ...] = (),
    **settings: Any,
) -> Comparison:
    """The comparison of several models on the same rows; `notes` are those of the rows."""
    metrics = [readable(paired, find(key)) for key in asked or _defaults(paired)]
    checked_margin(wishes.margin, [metric.key for metric in metrics])
    contrasts = paired_contrasts(paired, metrics, wishes)
    pairs = list(combinations(range(len(paired.names)), 2))
    if len(pairs) == 1:
        omnibus = {one.key: one.test for one in contrasts}
    else:
        omnibus = {metric.key: all_alike(paired, metric) for metric in metrics}
    alike = tuple((paired.names[a], paired.names[b]) for a, b in pairs if paired.alike(a, b))
    clusters = len(paired.entries.cluster_labels) if paired.entries.clustered else None
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
        note=joined(
            [
                *notes,
                *_sorted_labels(paired, metrics),
                *_no_positive(paired, asked),
                corrected_over(wishes, contrasts),
                *notes_of_muted(ignore),
            ]
        ),
        paired=paired,
        wishes=wishes,
        ignore=ignore,
    )


def _sorted_labels(paired: Paired, metrics: Sequence[Metric]) -> tuple[Text, ...]:
    """That classes are in alphabetical order, where a metric takes that for their order."""
    if not any(metric.key in ORDERED_KEYS for metric in metrics):
        return ()
    return of_label_order(paired.entries.labels)


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
    names, level = paired.names, paired.settings.confidence_level
    return tuple(cost_words((names[a], names[b]), table, level) for a, b in pairs)


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
        "margin": wishes.margin if isinstance(wishes.margin, float | None) else dict(wishes.margin),
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


def _defaults(paired: Paired) -> tuple[str, ...]:
    if paired.table is None:
        return DEFAULT_SCORES if paired.read_classes is None else DEFAULT_COLUMNS
    if paired.joint is not None:
        return DEFAULT_BOTH
    table = paired.table
    return DEFAULT_TWO if table.classes == 2 and table.pos_label is not None else DEFAULT_MANY
