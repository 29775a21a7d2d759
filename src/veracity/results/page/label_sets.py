"""Everything that is reported of rows with several labels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from veracity.results.estimate.caution import Caution
from veracity.results.estimate.estimate import NO_NOTE
from veracity.results.page.profile import Line, PartLines
from veracity.results.page.provenance import Provenance
from veracity.words import Text


@dataclass(frozen=True, slots=True)
class LabelSetProfile:
    """Averages over labels and rows, each label, and how it was made."""

    rows: int
    lines: tuple[Line, ...]
    labels: tuple[PartLines, ...]
    level: float
    notes: tuple[Text, ...] = ()
    provenance: Provenance | None = None
    cautions: tuple[Caution, ...] = ()
    lead: Text = NO_NOTE  # what it finds and how often it is right, in whole numbers

    def to_dict(self) -> dict[str, Any]:
        """Plain values under stable keys."""
        return {
            "rows": self.rows,
            "metrics": {line.key: line.estimate.to_dict() for line in self.lines},
            "labels": {
                str(part.name): {
                    "rows": part.n,
                    **{line.key: line.estimate.to_dict() for line in part.lines},
                }
                for part in self.labels
            },
            "cautions": [one.to_dict() for one in self.cautions],
            "notes": [str(note) for note in self.notes],
            "provenance": None if self.provenance is None else self.provenance.to_dict(),
        }
