"""What `detections.compare` gives: the difference of two detectors on the same pictures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from veracity.detections.detection_evaluation import DetectionEvaluation
from veracity.errors import NotHere, refuse
from veracity.metrics.detection_figures.figures import find_detection_figure
from veracity.reports.formats.result_table import ResultTable
from veracity.reports.tables.document import label, table
from veracity.reports.tables.frames import pandas_frame, polars_frame
from veracity.results import Estimate
from veracity.results.comparisons.margins import Outcome, outcome
from veracity.results.estimate.estimate import NO_NOTE
from veracity.results.estimate.figures import figure, percent
from veracity.results.estimate.test import Test, p_words
from veracity.statistics.labels import Label
from veracity.words import Text, current, say


@dataclass(frozen=True, slots=True)
class DetectionContrast:
    """Two detectors and one figure; `difference` is the first minus the second."""

    first: Label
    second: Label
    key: str
    values: tuple[Estimate, Estimate]
    difference: Estimate
    test: Test
    p_adjusted: float
    verdict: Outcome
    margin: float | None = None

    @property
    def p_value(self) -> float:
        """The p-value of the test, before any correction for several of them."""
        return self.test.p_value

    def mirrored(self) -> DetectionContrast:
        """The second against the first; what was non-inferior may not be so the other way."""
        gap = self.difference
        turned = replace(gap, value=-gap.value + 0.0, low=-gap.high + 0.0, high=-gap.low + 0.0)
        return replace(
            self,
            first=self.second,
            second=self.first,
            values=self.values[::-1],
            difference=turned,
            test=replace(self.test, statistic=-self.test.statistic + 0.0),
            verdict=outcome(turned, self.p_adjusted, self.margin, "higher"),
        )

    @property
    def plain(self) -> Text:
        """The verdict as a plain sentence."""
        return say(
            f"compared_{self.verdict}",
            first=str(self.first),
            second=str(self.second),
            name=find_detection_figure(self.key).shown,
            margin="" if self.margin is None else figure(self.margin),
        )

    @property
    def sentence(self) -> Text:
        """The sentence a paper would print."""
        adjusted = NO_NOTE
        if self.p_adjusted == self.p_adjusted and self.p_adjusted != self.p_value:
            adjusted = say("compared_adjusted", p=p_words(self.p_adjusted))
        whole = self.difference.low == self.difference.low
        return say(
            "compared_sentence" if whole else "compared_sentence_bare",
            first=str(self.first),
            second=str(self.second),
            name=find_detection_figure(self.key).shown,
            mine=self.values[0].figures[0],
            yours=self.values[1].figures[0],
            difference=self.difference.figures[0],
            low=self.difference.figures[1],
            high=self.difference.figures[2],
            level=percent(self.difference.level),
            test=self.test.title,
            p=p_words(self.p_value),
            adjusted=adjusted,
        )

    def to_dict(self) -> dict[str, Any]:
        """Plain values under stable keys."""
        return {
            "first": self.first,
            "second": self.second,
            "figure": self.key,
            "first_value": self.values[0].value,
            "second_value": self.values[1].value,
            **self.difference.to_dict(),
            "p_value": self.p_value,
            "p_adjusted": self.p_adjusted,
            "verdict": self.verdict,
        }


@dataclass(frozen=True, eq=False, repr=False)
class DetectionComparison:
    """Every pair of detectors and every figure asked for; `detectors` holds each one's own."""

    detectors: Mapping[Label, DetectionEvaluation]
    contrasts: tuple[DetectionContrast, ...]

    def __getitem__(self, wanted: tuple[Label, Label, str]) -> DetectionContrast:
        if not isinstance(wanted, tuple) or len(wanted) != 3:
            raise refuse("compared_key", NotHere, given=repr(wanted))
        first, second, key = wanted
        spelled = find_detection_figure(key).spelled
        for one in self.contrasts:
            if (one.first, one.second, one.key) == (first, second, spelled):
                return one
            if (one.second, one.first, one.key) == (first, second, spelled):
                return one.mirrored()
        keys = ", ".join(dict.fromkeys(one.key for one in self.contrasts))
        raise refuse("compared_not_asked", NotHere, key=key, keys=keys)

    def __iter__(self) -> Iterator[DetectionContrast]:
        return iter(self.contrasts)

    def __len__(self) -> int:
        return len(self.contrasts)

    @property
    def notes(self) -> tuple[Text, ...]:
        """What was done to the boxes, detector by detector."""
        return tuple(
            Text(f"{name}: {note.en}", f"{name}：{note.zh}")
            for name, one in self.detectors.items()
            for note in one.notes
        )

    def rows(self) -> list[dict[str, Any]]:
        """One row for each pair and figure."""
        return [one.to_dict() for one in self.contrasts]

    def table(self) -> ResultTable:
        """A line for each pair and figure: the difference, p, the verdict."""
        level = percent(self.contrasts[0].difference.level) if self.contrasts else ""
        head = [
            say("column_pair"),
            say("column_metric"),
            say("column_difference", level=level),
            say("column_p_adjusted"),
            say("column_verdict"),
        ]
        lines = [
            [
                label(f"{one.first} − {one.second}"),
                find_detection_figure(one.key).shown,
                str(one.difference),
                p_words(one.p_adjusted),
                say(f"verdict_word_{one.verdict}"),
            ]
            for one in self.contrasts
        ]
        title = say("section_differences")
        return ResultTable(tuple(self.rows()), table(title, head, lines, left=2))

    def to_pandas(self) -> Any:
        """One row for each pair and figure, as a pandas DataFrame."""
        return pandas_frame(self.rows())

    def to_polars(self) -> Any:
        """One row for each pair and figure, as a polars DataFrame."""
        return polars_frame(self.rows())

    def text(self, lang: str | None = None) -> str:
        """Verdicts, then the figures of each pair, as plain text."""
        language = current(lang)
        notes = [one.plain.within(language) for one in self.contrasts]
        notes += [f"· {note.within(language)}" for note in self.notes]
        figures = [one.sentence.within(language) for one in self.contrasts]
        return "\n".join([*notes, "", *figures])

    def __repr__(self) -> str:
        return self.text()
