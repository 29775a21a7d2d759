"""Two evaluations of rows with several labels, compared average by average."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from veracity.arrays import Floats
from veracity.errors import UnknownName, quoted, refuse
from veracity.evaluation.label_sets.averaged_labels import AveragedLabels
from veracity.metrics.label_sets.naming import better_of, name_of
from veracity.reports.formats.reported import Reported
from veracity.results import Estimate, Test
from veracity.statistics.numerics.quantiles import normal_quantile, share_below
from veracity.words import Language, Text, current, say

if TYPE_CHECKING:
    from veracity.reports.formats.result_table import ResultTable


@dataclass(frozen=True)
class LabelContrast:
    """One average of two evaluations: the first minus the second, its interval, a z test."""

    key: str
    values: tuple[Estimate, Estimate]
    difference: Estimate
    test: Test
    verdict: str
    p_adjusted: float = math.nan

    @property
    def p_value(self) -> float:
        """Of the test, before any correction."""
        return self.test.p_value


def label_contrast(
    key: str, values: tuple[Estimate, Estimate], better: str, note: Text
) -> LabelContrast:
    """By square-and-add of both intervals (MOVER), as for two samples.

    Zou GY, Donner A (2008) Statistics in Medicine 27:1693–1702.
    """
    a, b = values
    level = a.level
    value = a.value - b.value
    low = value - math.hypot(a.value - a.low, b.high - b.value)
    high = value + math.hypot(a.high - a.value, b.value - b.low)
    found = Estimate(value, low, high, level, "mover", a.n + b.n, 0.0, note)
    side = value - low if value > 0 else high - value
    z = value / side * normal_quantile((1 + level) / 2) if side > 0 else math.nan
    p = 2 * share_below(-abs(z)) if not math.isnan(z) else math.nan
    verdict = "cannot_tell"
    if not low <= 0 <= high and not math.isnan(low):
        verdict = "better" if (value > 0) == (better == "higher") else "worse"
    return LabelContrast(key, values, found, Test(z, None, p, "mover"), verdict)


@dataclass(frozen=True, eq=False, repr=False)
class LabelComparison(Reported):
    """Every average of two evaluations, by key."""

    contrasts: tuple[LabelContrast, ...]
    notes: tuple[Text, ...] = ()
    names: tuple[str, str] = ("A", "B")

    def __getitem__(self, asked: str | tuple[str, str, str]) -> LabelContrast:
        """By key, or as of any comparison: `cmp["A", "B", "macro_f1"]`."""
        *models, key = (asked,) if isinstance(asked, str) else asked
        found = next((one for one in self.contrasts if one.key == key), None)
        if found is None or (models and tuple(models) != self.names):
            keys = ", ".join(one.key for one in self.contrasts)
            raise refuse("label_key_unknown", UnknownName, key=repr(asked), keys=keys)
        return found

    def __iter__(self) -> Iterator[LabelContrast]:
        return iter(self.contrasts)

    def __len__(self) -> int:
        return len(self.contrasts)

    def table(self) -> ResultTable:
        """One line for each average: both values, the difference, p, the verdict."""
        from veracity.reports.formats.label_comparison import label_comparison_table

        return label_comparison_table(
            [
                (
                    one.key,
                    name_of(one.key),
                    one.values,
                    one.difference,
                    one.test.p_value,
                    one.verdict,
                )
                for one in self.contrasts
            ]
        )

    def text(self, lang: str | None = None) -> str:
        """The table, and what there is to know of it."""
        from veracity.reports.formats.label_comparison import comparison_text

        return comparison_text(self.table(), self.notes, current(lang))

    def to_dict(self) -> dict[str, Any]:
        """Everything that is displayed, as plain values."""
        notes = [str(note) for note in self.notes]
        return {"contrasts": self.table().to_dict(), "notes": notes}

    def _reported(self, ending: str, language: Language) -> str:
        from veracity.reports.formats.label_comparison import comparison_report

        if ending == ".json":
            return self.to_json()
        return comparison_report(self.table(), self.notes, ending, language)


def compared_labels(
    first: AveragedLabels, second: AveragedLabels, metrics: Sequence[str]
) -> LabelComparison:
    """Every metric in turn; both must have the same labels."""
    if not isinstance(second, AveragedLabels):
        raise refuse("label_compared_with", type=type(second).__name__)
    if first.labels != second.labels:
        raise refuse("label_sets_differ", mine=quoted(first.labels), yours=quoted(second.labels))
    note = say("labels_unpaired")
    same = first.sets.rows == second.sets.rows and np.array_equal(_true(first), _true(second))
    return LabelComparison(
        tuple(
            label_contrast(key, (first[key], second[key]), better_of(key), note) for key in metrics
        ),
        (note, say("labels_same_rows")) if same else (note,),
    )


def _true(ev: AveragedLabels) -> Floats:
    """How many rows have each label."""
    return np.asarray(ev.sets.counts[:, 1].sum(-1))
