"""What is asked of rows with scores: columns, or their names where something holds them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from veracity.engines.columns.display_names import DisplayNames, Names, names_shown, shown_name
from veracity.engines.files.paths import Piece
from veracity.engines.rows.class_columns import (
    Probability,
    Together,
    columns_by_label,
    probable,
    sums_to_one,
)
from veracity.engines.rows.from_columns import ScoredRows, read_scores


@dataclass(frozen=True, slots=True)
class Wanted:
    """Columns by what they are for, and how rows are judged; see `scored_rows`."""

    truth: Any
    scores: Mapping[Any, Any]
    called: Any = None
    probability: Probability = False
    weight: Any = None
    weight_kind: str = "importance"
    labels: tuple[Any, ...] | None = None
    pos_label: Any = None
    cluster: Any = None
    groups: Mapping[str, Any] = field(default_factory=dict)
    on_invalid: str = "raise"
    names: Names = None
    by_label: Collection[Any] | None = None
    together: Together = None

    @property
    def probabilities(self) -> tuple[Any, ...]:
        """The columns of scores that hold probabilities."""
        return probable(self.scores, self.probability)

    @property
    def classes(self) -> tuple[Any, ...]:
        """The columns of scores that stand for one class each."""
        return columns_by_label(self.scores, self.probabilities, self.by_label)

    @property
    def sums(self) -> tuple[tuple[Any, ...], ...]:
        """The columns of scores that must add up to one."""
        return sums_to_one(self.classes, self.probabilities, self.together)

    @property
    def shown(self) -> DisplayNames:
        """How messages call the columns."""
        return names_shown(self.scores, self.probabilities, self.classes, self.names)

    def named(self) -> Wanted:
        """The same with what messages call the columns of a table: by role and by name."""
        shown = self.shown
        return replace(
            self,
            names=DisplayNames(
                shown_name(shown.truth, self.truth),
                shown_name(shown.called, self.called or shown.called),
                shown_name(shown.cluster, self.cluster or shown.cluster),
                shown_name(shown.weight, self.weight or shown.weight),
                {name: shown_name(shown.scores[name], self.scores[name]) for name in self.scores},
            ),
            groups={shown_name(name, column): column for name, column in self.groups.items()},
        )

    def asked(self) -> list[Any]:
        """The names of all columns, once each."""
        optional = (self.called, self.cluster, self.weight)
        every = [self.truth, *self.scores.values(), *self.groups.values()]
        return list(dict.fromkeys([*every, *(name for name in optional if name is not None)]))

    def of(self, columns: Mapping[Any, Any], pieces: Sequence[Piece] = ()) -> ScoredRows:
        """The rows of columns in memory, by their names."""

        def taken(name: Any) -> Any:
            return None if name is None else columns[name]

        return replace(
            self,
            truth=taken(self.truth),
            scores={role: taken(name) for role, name in self.scores.items()},
            called=taken(self.called),
            weight=taken(self.weight),
            cluster=taken(self.cluster),
            groups={group: taken(name) for group, name in self.groups.items()},
        ).read(pieces)

    def read(self, pieces: Sequence[Piece] = ()) -> ScoredRows:
        """The rows of the columns themselves."""
        return read_scores(
            self.truth,
            self.scores,
            called=self.called,
            probability=self.probability,
            weight=self.weight,
            weight_kind=self.weight_kind,
            labels=self.labels,
            pos_label=self.pos_label,
            cluster=self.cluster,
            groups=self.groups,
            on_invalid=self.on_invalid,
            names=self.names,
            by_label=self.by_label,
            together=self.together,
            pieces=pieces,
        )
