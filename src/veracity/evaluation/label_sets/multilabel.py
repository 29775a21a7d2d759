"""Rows with several labels evaluated: averages, merging, comparing, tables, reports, files."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from veracity.errors import CannotMerge, refuse
from veracity.evaluation.label_sets.averaged_labels import (
    HIERARCHICAL,
    AveragedLabels,
    label_lines,
)
from veracity.evaluation.label_sets.cautions import cautions_of_labels, checks_of_labels
from veracity.evaluation.label_sets.comparing import LabelComparison, compared_labels
from veracity.evaluation.label_sets.saving import save
from veracity.evaluation.single.provenance import made_from
from veracity.evaluation.single.sentences import NOTHING, of_hundred
from veracity.metrics.label_sets.naming import better_of, name_of
from veracity.reports.formats.reported import Reported
from veracity.results import Line
from veracity.results.page.label_sets import LabelSetProfile
from veracity.words import Language, Text, current, say

if TYPE_CHECKING:
    from veracity.reports.formats.result_table import ResultTable
    from veracity.results import Estimate
    from veracity.results.estimate.caution import Caution, Check
    from veracity.results.gates.verdict import Verdict

RANKING = ("macro_auroc", "micro_auroc", "macro_average_precision")
HEADLINE = ("macro_f1", "micro_f1", "weighted_f1", "samples_f1", "subset_accuracy", "hamming_loss")
OF_LABELS = ("precision", "recall", "f1")


@dataclass(frozen=True, eq=False, repr=False)
class MultilabelEvaluation(AveragedLabels, Reported):
    """Figures of rows that have several labels, with intervals that know whose labels they are.

    >>> import veracity as vc
    >>> truth = [{"dog", "cat"}, {"cat"}, {"dog"}, {"bird"}]
    >>> called = [{"dog"}, {"cat"}, {"dog", "bird"}, {"bird"}]
    >>> ev = vc.evaluate_multilabel(truth, called)
    >>> round(ev["micro_f1"].value, 3), ev["subset_accuracy"].value
    (0.8, 0.5)
    >>> ev.by_label["dog"]["recall"].value
    1.0
    """

    # merging and comparing

    def __add__(self, other: MultilabelEvaluation) -> MultilabelEvaluation:
        if not isinstance(other, MultilabelEvaluation):
            return NotImplemented
        sets = self.sets + other.sets
        for field, name in (("thresholds", "threshold"), ("hierarchical", "hierarchical")):
            mine, yours = getattr(self, field), getattr(other, field)
            if mine != yours:
                raise refuse(
                    "merge_settings", CannotMerge, name=name, mine=repr(mine), yours=repr(yours)
                )
        each = tuple(a + b for a, b in zip(self.each, other.each, strict=True))
        pooled = None
        if self.pooled is not None and other.pooled is not None:
            pooled = self.pooled + other.pooled
        return replace(self, sets=sets, each=each, pooled=pooled)

    def compare(
        self, other: MultilabelEvaluation, metrics: Iterable[str] = HEADLINE
    ) -> LabelComparison:
        """The differences to another evaluation, taken as one of other rows.

        For two models on the same rows the intervals are then wider than need be, as long as their
        errors go together: `vc.compare` of the truth and both models pairs the rows.
        """
        return compared_labels(self, other, tuple(metrics))

    def check(self, requirements: str | Iterable[str]) -> Verdict:
        """Requirements on averages, as `vc.check` judges them: by their intervals."""
        from veracity.gates import judge_figures

        def figure(key: str, level: float) -> tuple[str, Text, Estimate]:
            at = replace(self, settings=replace(self.settings, confidence_level=level))
            return key, name_of(HIERARCHICAL.get(key, key)), at[key]

        return judge_figures(requirements, self.settings.confidence_level, figure)

    # what people read

    @cached_property
    def cautions(self) -> tuple[Caution, ...]:
        """What could make these figures lie, gravest first; each label has its own."""
        return cautions_of_labels(self)

    def checks(self) -> tuple[Check, ...]:
        """Every check that was made: passed, fired or not applicable, and why."""
        return checks_of_labels(self)

    def table(self) -> ResultTable:
        """One line for each label: how many rows have it, precision, recall and F1."""
        return self.by_label.table(OF_LABELS)

    def summary(self) -> ResultTable:
        """One line for each average."""
        from veracity.reports.formats.result_tables import summary_table

        return summary_table(self.lines())

    def lines(self) -> tuple[Line, ...]:
        """The headline figures, then those of scores where there are some."""
        keys = [*HEADLINE, *(RANKING if self.pooled is not None else ())]
        return tuple(
            Line("all", None, key, name_of(key), better_of(key), self[key]) for key in keys
        )

    def profile(self) -> LabelSetProfile:
        """Everything that a report shows."""
        parts = tuple(
            label_lines("label", one, self.by_label[one], OF_LABELS) for one in self.labels
        )
        codes = {str(one): ev.fingerprint for one, ev in zip(self.labels, self.each, strict=True)}
        made = made_from(codes, self.each[0].covers, self.settings.random_state)
        level = self.settings.confidence_level
        rows, lines = self.sets.rows, self.lines()
        return LabelSetProfile(
            rows, lines, parts, level, self.notes, made, self.cautions, self._lead()
        )

    def _lead(self) -> Text:
        """What it finds and how often it is right, pooled over labels."""
        found, right = self["micro_recall"], self["micro_precision"]
        if not (found.defined and right.defined):
            return NOTHING
        shares = {"found": of_hundred(found.value), "right": of_hundred(right.value)}
        return say("labels_found", **shares)

    def text(self, lang: str | None = None) -> str:
        """The headline figures and the labels, for a terminal."""
        from veracity.reports.formats.label_set_reports import text

        return text(self.profile(), current(lang))

    def _reported(self, ending: str, language: Language) -> str:
        if ending == ".json":
            return self.to_json()
        from veracity.reports.formats.label_set_reports import written

        return written(self.profile(), ending, language)

    def to_dict(self) -> dict[str, Any]:
        """Everything that is displayed, as plain values under stable keys."""
        return self.profile().to_dict()

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the statistics to a file, whole or not at all; `vc.load` reads it."""
        save(self, path)
