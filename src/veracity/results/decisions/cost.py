"""What the calls of a classifier cost, beside what answering without it would cost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from veracity.results.estimate.estimate import NO_NOTE, Estimate
from veracity.results.estimate.figures import figure
from veracity.results.estimate.readable import ReadableResult
from veracity.words import Text, joined, say


@dataclass(frozen=True, slots=True)
class Cost(ReadableResult):
    """The expected cost of one case (or utility, if `utility`), with its interval.

    `constants` is what always answering each label would cost, `best_constant` the best of
    them, and `gain` how much a case is better off with the classifier than with that. `never`
    are labels that no probabilities make worth answering. `threshold` is the probability of the
    positive class from which on calling it is best, for calibrated probabilities of two
    classes; nan where there is none.
    """

    estimate: Estimate
    constants: Mapping[Any, float]
    best_constant: Any
    gain: Estimate
    threshold: float
    never: tuple[Any, ...] = ()
    utility: bool = False
    note: Text = NO_NOTE

    def __float__(self) -> float:
        return self.estimate.value

    def _lines(self) -> list[Text]:
        kind = "utility" if self.utility else "cost"
        lines = [say(f"{kind}_each", value=self.estimate)]
        parts = [
            say("cost_constant", label=repr(label), value=figure(value))
            for label, value in self.constants.items()
        ]
        lines.append(joined(parts, Text("; ", "；")).sentence())
        lines.append(say("cost_gain", label=repr(self.best_constant), gain=self.gain))
        if self.threshold == self.threshold:
            lines.append(say("cost_threshold", threshold=figure(self.threshold)))
        return [*lines, self.note] if self.note else lines

    def to_dict(self) -> dict[str, Any]:
        """Plain values under stable keys."""
        return {
            "estimate": self.estimate.to_dict(),
            "constants": {str(label): value for label, value in self.constants.items()},
            "best_constant": str(self.best_constant),
            "gain": self.gain.to_dict(),
            "threshold": self.threshold,
            "never": [str(label) for label in self.never],
            "utility": self.utility,
            "note": str(self.note),
        }
