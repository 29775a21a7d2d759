"""Everything that a page, a table or a text shows of one evaluation."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from veracity.results.estimate.caution import Caution
from veracity.results.estimate.estimate import Estimate
from veracity.statistics import RowAccount
from veracity.statistics.labels import Label
from veracity.words import Text

if TYPE_CHECKING:
    from veracity.results.decisions.baselines import Baselines
    from veracity.results.page.provenance import Provenance


@dataclass(frozen=True, slots=True)
class Line:
    """One estimate of a profile: whose it is, which metric, and what to say of it."""

    scope: str  # "all", "class" or "group"
    of: Label | None
    key: str
    names: Text
    better: str
    estimate: Estimate

    @property
    def title(self) -> Text:
        """The name, with the chance level where the value cannot be read without it."""
        return self.estimate.titled(self.names)


@dataclass(frozen=True, slots=True)
class PartLines:
    """A class, a group or a model: how much it rests on, and its figures."""

    name: Label
    n: float
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class WorstGroups:
    """The groups that one figure is worst in, the most certain first; `groups` is their number.

    `looked_at` is how many were candidates: all, or the largest where they are very many.
    """

    lines: tuple[Line, ...]
    groups: int
    looked_at: int


@dataclass(frozen=True, slots=True)
class Profile:
    """A frozen summary: verdict, lines, matrix, rows and the settings that made them.

    `counts` is None where there is no matrix, `notes_on_counts` what to know of them; `notes`
    are true of all figures; `cautions` what could make them lie; `baselines` the rules without
    knowledge that stand beside the figures, where there is a matrix. `provenance` is there in
    reports, and not where a few figures are printed; `worst_groups` is there where they are,
    instead of all groups.
    """

    verdict: Text
    headline: tuple[Line, ...]
    lines: tuple[Line, ...]
    labels: tuple[Label, ...]
    pos_label: Label | None
    counts: Any
    rows: RowAccount
    notes: tuple[Text, ...] = ()
    settings: dict[str, Any] = field(default_factory=dict)
    notes_on_counts: tuple[Text, ...] = ()
    cautions: tuple[Caution, ...] = ()
    provenance: Provenance | None = None
    baselines: Baselines | None = None
    worst_groups: WorstGroups | None = None


@dataclass(frozen=True, slots=True)
class WorstParts:
    """Classes or groups, the most certainly bad ones first; `total` is how many there are in all.

    `looked_at` is how many were candidates: all, or the largest where they are very many.
    """

    kind: str  # "class" or "group"
    parts: tuple[PartLines, ...]
    total: int
    looked_at: int


@dataclass(frozen=True, slots=True)
class Brief:
    """Verdict, few figures, worst classes or groups, cautions, cells and rows in words."""

    verdict: Text
    figures: tuple[Line, ...]
    parts: tuple[WorstParts, ...]
    cautions: tuple[Caution, ...]
    cells: Text  # of two classes
    notes: tuple[Text, ...]
    rows: RowAccount
