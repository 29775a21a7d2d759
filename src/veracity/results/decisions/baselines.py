"""A classifier beside rules that look at nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from veracity.metrics.catalogue.finding import find
from veracity.results.estimate.estimate import NO_NOTE, Estimate
from veracity.results.estimate.figures import figure
from veracity.results.estimate.readable import ReadableResult
from veracity.results.estimate.test import Test, p_words
from veracity.words import Text, say

TESTED = Text("{key}: {test}, {p}", "{key}：{test}，{p}")
Standing = Literal["better", "worse", "cannot_tell", "undefined"]
COMPARED = ("accuracy", "balanced_accuracy", "mcc", "f1", "macro_f1", "precision", "recall")


@dataclass(frozen=True, slots=True)
class Rival:
    """A rule without knowledge: its values, and how the classifier stands against it.

    `values` are those of the table that the rule is expected to make, `standing` says for each
    key whether the interval of the classifier lies wholly on one side of the rule's value, and
    `test` compares the two accuracies.
    """

    name: str
    title: Text
    values: Mapping[str, float]
    standing: Mapping[str, Standing]
    test: Test

    def to_dict(self) -> dict[str, Any]:
        """Plain values under stable keys."""
        return {
            "name": self.name,
            "title": str(self.title),
            "values": dict(self.values),
            "standing": dict(self.standing),
            "test": self.test.to_dict(),
        }


@dataclass(frozen=True, slots=True)
class Baselines(ReadableResult):
    """The classifier's estimates, its rivals by name, the tests, and the paradox if there is one.

    `tests` holds those against no rule in particular: accuracy against the no-information
    rate, MCC and kappa against 0. `paradox` is empty where accuracy tells the truth.
    """

    estimates: Mapping[str, Estimate]
    rivals: Mapping[str, Rival]
    tests: Mapping[str, Test]
    paradox: Text = NO_NOTE
    note: Text = NO_NOTE

    def __getitem__(self, name: str) -> Rival:
        return self.rivals[name]

    def _lines(self) -> list[Text]:
        lines = []
        for key in COMPARED:
            if key not in self.estimates:
                continue
            title, values = find(key).names, []
            for rival in self.rivals.values():
                value = figure(rival.values[key])
                values.append((f"{rival.title.en} {value}", f"{rival.title.zh} {value}"))
            en, zh = ("; ".join(v[0] for v in values), "；".join(v[1] for v in values))
            own = self.estimates[key]
            lines.append(Text(f"{title.en}: {own} ({en})", f"{title.zh}：{own}（{zh}）"))
        for name, rival in self.rivals.items():
            if name != "best_constant":
                lines.append(
                    say(
                        "baseline_accuracy",
                        title=rival.title,
                        standing=say(f"standing_{rival.standing['accuracy']}"),
                        test=rival.test.title,
                        p=p_words(rival.test.p_value),
                    )
                )
        return [*lines, *self.tested(), *(text for text in (self.paradox, self.note) if text)]

    def tested(self) -> tuple[Text, ...]:
        """The tests against no rule in particular, each in words."""
        return tuple(
            TESTED.filled(key=find(key).names, test=test.title, p=p_words(test.p_value))
            for key, test in self.tests.items()
        )

    def to_dict(self) -> dict[str, Any]:
        """Plain values under stable keys."""
        return {
            "estimates": {key: e.to_dict() for key, e in self.estimates.items()},
            "rivals": {name: rival.to_dict() for name, rival in self.rivals.items()},
            "tests": {key: test.to_dict() for key, test in self.tests.items()},
            "paradox": str(self.paradox),
            "note": str(self.note),
        }
