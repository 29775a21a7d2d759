"""What `detections.compare` gives: the difference of two detectors on the same pictures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from veracity.detections.detection_evaluation import DetectionEvaluation
from veracity.errors import NotHere, refuse, spelled
from veracity.metrics.detection_figures.figures import find_detection_figure
from veracity.reports.formats.result_table import ResultTable
from veracity.reports.tables.document import label, table
from veracity.reports.tables.frames import RowsAsFrames
from veracity.results import Estimate
from veracity.results.comparisons.margins import Outcome, outcome
from veracity.results.comparisons.sentences import paper_sentence, plain_sentence
from veracity.results.estimate.figures import percent
from veracity.results.estimate.test import Test, p_words
from veracity.statistics.labels import Label
from veracity.words import Text, current, say
from veracity.words.layout import one_line


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

    @property
    def names(self) -> Text:
        """The name of the figure."""
        return find_detection_figure(self.key).display_name

    @property
    def test_title(self) -> Text:
        """The name of the test in words."""
        return self.test.title

    def mirrored(self) -> DetectionContrast:
        """The second against the first; what was non-inferior may not be so the other way."""
        gap = self.difference
        reversed_gap = replace(
            gap, value=-gap.value + 0.0, low=-gap.high + 0.0, high=-gap.low + 0.0
        )
        return replace(
            self,
            first=self.second,
            second=self.first,
            values=self.values[::-1],
            difference=reversed_gap,
            test=replace(self.test, statistic=-self.test.statistic + 0.0),
            verdict=outcome(reversed_gap, self.p_adjusted, self.margin, "higher"),
        )

    @property
    def plain(self) -> Text:
        """The verdict as a plain sentence."""
        if self.verdict == "cannot_tell":
            both = {"first": one_line(self.first), "second": one_line(self.second)}
            return say("detection_cannot_tell", name=self.names, **both)
        return plain_sentence(self)

    @property
    def sentence(self) -> Text:
        """The sentence a paper would print."""
        return paper_sentence(self)

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
class DetectionComparison(RowsAsFrames):
    """Every pair of detectors and every figure asked for; `detectors` holds each one's own."""

    detectors: Mapping[Label, DetectionEvaluation]
    contrasts: tuple[DetectionContrast, ...]

    def __getitem__(self, asked: tuple[Label, Label, str]) -> DetectionContrast:
        if not isinstance(asked, tuple) or len(asked) != 3:
            raise refuse("compared_key", NotHere, given=spelled(asked))
        first, second, key = asked
        asked_key = find_detection_figure(key).spelled
        for one in self.contrasts:
            if (one.first, one.second, one.key) == (first, second, asked_key):
                return one
            if (one.second, one.first, one.key) == (first, second, asked_key):
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
                find_detection_figure(one.key).display_name,
                str(one.difference),
                p_words(one.p_adjusted),
                say(f"verdict_word_{one.verdict}"),
            ]
            for one in self.contrasts
        ]
        title = say("section_differences")
        return ResultTable(tuple(self.rows()), table(title, head, lines, left=2))

    def text(self, lang: str | None = None) -> str:
        """Verdicts, then the figures of each pair, as plain text."""
        language = current(lang)
        notes = [one.plain.within(language) for one in self.contrasts]
        notes += [f"· {note.within(language)}" for note in self.notes]
        figures = [one.sentence.within(language) for one in self.contrasts]
        return "\n".join([*notes, "", *figures])

    def __repr__(self) -> str:
        return self.text()
