"""What is reported of several parts together (folds): means, pooled figures, how far apart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from veracity.results.estimate.caution import Caution
from veracity.results.estimate.estimate import NO_NOTE, Estimate
from veracity.results.estimate.figures import figure
from veracity.results.page.provenance import Provenance
from veracity.words import Text


@dataclass(frozen=True, slots=True)
class Spread:
    """How far the parts differ: a description of them, not a standard error of the mean."""

    mean: float
    sd: float
    smallest: float
    largest: float
    matrices: int
    undefined: int

    def __str__(self) -> str:
        return f"{figure(self.smallest)} … {figure(self.largest)} (sd {figure(self.sd)})"


@dataclass(frozen=True, slots=True)
class AggregateLine:
    """One metric: its mean over the parts, its value of all rows together, its spread.

    `pooled` is None where the parts cannot be added; `each` holds the value of every part.
    """

    key: str
    names: Text
    macro: Estimate
    pooled: Estimate | None
    spread: Spread
    each: tuple[float, ...]

    @property
    def title(self) -> Text:
        """The name, with the chance level where mean and pooled value share it."""
        return self.macro.titled(self.names) if self._one_chance else self.names

    def cell(self, estimate: Estimate | None) -> Text:
        """The mean or the pooled value as a cell, with its chance level unless the title has it."""
        if estimate is None:
            return Text("—", "—")
        alone = Text(estimate.with_interval, estimate.with_interval)
        return alone if self._one_chance else estimate.words

    @property
    def _one_chance(self) -> bool:
        return self.pooled is None or self.pooled.at_chance == self.macro.at_chance

    def to_dict(self) -> dict[str, Any]:
        """Plain values under stable keys, for a row of a data frame."""
        mean, pooled, spread = self.macro, self.pooled, self.spread
        ends = (None, None, None) if pooled is None else (pooled.value, pooled.low, pooled.high)
        return {
            "key": self.key,
            "name": self.names.en,
            "mean": mean.value,
            "low": mean.low,
            "high": mean.high,
            **dict(zip(("pooled", "pooled_low", "pooled_high"), ends, strict=True)),
            "smallest": spread.smallest,
            "largest": spread.largest,
            "sd": spread.sd,
            "parts": spread.matrices,
            "undefined": spread.undefined,
            "level": mean.level,
            "method": mean.method,
            "bound": mean.bound,
            "note": str(mean.note),
            "chance": mean.chance,
        }


@dataclass(frozen=True, slots=True)
class AggregateProfile:
    """Parts by name with their rows, the sentences of each metric, and what to know of all."""

    names: tuple[Any, ...]
    rows: tuple[int, ...]
    lines: tuple[AggregateLine, ...]
    level: float
    notes: tuple[Text, ...] = ()
    settings: tuple[tuple[str, Any], ...] = ()
    provenance: Provenance | None = None
    cases: int | None = None  # where a case is in several parts: how many there are
    kind: Literal["parts", "folds"] = "parts"
    estimand: Text = NO_NOTE  # what the figures are about
    cautions: tuple[Caution, ...] = ()
    title: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """Plain values under stable keys."""
        return {
            "parts": [
                {"name": str(name), "rows": n}
                for name, n in zip(self.names, self.rows, strict=True)
            ],
            "metrics": {line.key: line.to_dict() for line in self.lines},
            "each": {
                line.key: dict(zip(map(str, self.names), line.each, strict=True))
                for line in self.lines
            },
            "notes": [str(note) for note in self.notes],
            "estimand": str(self.estimand),
            "cautions": [caution.to_dict() for caution in self.cautions],
            "settings": dict(self.settings),
            "provenance": None if self.provenance is None else self.provenance.to_dict(),
        }
