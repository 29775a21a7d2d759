"""The request of a reading: which columns, what each is for, and what makes a row usable."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from veracity.engines.columns.display_names import display_name
from veracity.engines.rows.class_columns import refuse_other_columns
from veracity.engines.validation.rules import Allowed, allowed_of, checked_choices

if TYPE_CHECKING:
    from veracity.engines.columns.given import ColumnLike, Source

C_co = TypeVar("C_co", bound="ColumnLike", covariant=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadRequest(Generic[C_co]):
    """One request, from the front door to the engine that reads.

    Without `data` what is given are columns, with it their names. `scores` maps what a column
    is ("y_score", or the label whose probability it holds) to the column. `probability` says
    which of them hold probabilities: all, none, or those listed. `by_label` lists the columns
    that stand for one class each; without it several columns of probabilities do. Their rows
    must add up to one if they are probabilities; `together` lists the columns of such sums where
    they are others. `predicted` is a column of predicted labels. The names are those that messages
    use; `score_names` has those of scores, where not by what they are for. `engine` is the one
    that was asked for by name.
    """

    truth: C_co
    predicted: C_co | None = None
    scores: Mapping[Any, C_co] = field(default_factory=dict)
    data: Source | None = None
    probability: bool | Collection[Hashable] = False
    by_label: Collection[Hashable] | None = None
    together: Sequence[Sequence[Hashable]] | None = None
    weight: C_co | None = None
    weight_kind: str = "importance"
    labels: tuple[Hashable, ...] | None = None
    pos_label: Hashable = None
    cluster: C_co | None = None
    groups: Mapping[str, C_co] = field(default_factory=dict)
    on_invalid: str = "raise"
    engine: str | None = None
    truth_name: str = "y_true"
    predicted_name: str = "y_pred"
    cluster_name: str = "cluster"
    weight_name: str = "sample_weight"
    score_names: Mapping[Any, str] = field(default_factory=dict)

    @property
    def probabilities(self) -> tuple[Any, ...]:
        """The columns of scores that hold probabilities."""
        if isinstance(self.probability, bool):
            return tuple(self.scores) if self.probability else ()
        return tuple(name for name in self.scores if name in self.probability)

    @property
    def classes(self) -> tuple[Any, ...]:
        """The columns of scores that stand for one class each."""
        if self.by_label is not None:
            return tuple(name for name in self.scores if name in self.by_label)
        probabilities = self.probabilities
        return probabilities if len(probabilities) > 1 else ()

    @property
    def sums(self) -> tuple[tuple[Any, ...], ...]:
        """The columns of scores that must add up to one."""
        if self.together is not None:
            return tuple(tuple(group) for group in self.together)
        probabilities = self.probabilities
        columns = tuple(name for name in self.classes if name in probabilities)
        return (columns,) if columns else ()

    @property
    def label_keys(self) -> frozenset[str]:
        """The names of the columns that hold classes."""
        return frozenset((self.truth_name, self.predicted_name))

    @property
    def allowed(self) -> Allowed:
        """The classes that were listed."""
        return allowed_of(self.labels)

    @property
    def drop(self) -> bool:
        """Whether bad rows leave with a count."""
        return self.on_invalid == "drop"

    @property
    def squares(self) -> bool:
        """Whether w² is summed: frequencies have no use for it."""
        return self.weight_kind != "frequency"

    def check(self) -> None:
        """Refuse choices that there are not, and columns of other classes than those listed."""
        refuse_other_columns(self.labels, self.classes)
        checked_choices(self.weight_kind, self.on_invalid)

    def scores_by_name(self) -> dict[str, C_co]:
        """The columns of scores by what messages call them: as given, or by role and class."""
        classes, probabilities = self.classes, self.probabilities

        def name_of(key: Hashable) -> str:
            if key not in classes:
                return str(key)
            return f"{'y_proba' if key in probabilities else 'y_score'}[{key!r}]"

        names = self.score_names
        return {names.get(key) or name_of(key): column for key, column in self.scores.items()}

    def labels_by_name(self) -> dict[str, C_co]:
        """Truth and predictions by what messages call them."""
        truth = {self.truth_name: self.truth}
        return truth if self.predicted is None else {**truth, self.predicted_name: self.predicted}

    def keys_by_name(self) -> dict[str, C_co]:
        """What else tells rows apart: cluster and groups."""
        cluster = {} if self.cluster is None else {self.cluster_name: self.cluster}
        return {**cluster, **self.groups}

    def columns_by_name(self) -> dict[str, C_co]:
        """All columns but the weight: labels, scores, keys."""
        return {**self.labels_by_name(), **self.scores_by_name(), **self.keys_by_name()}

    def every_column(self) -> list[Any]:
        """All columns as they were given."""
        optional = (self.predicted, self.cluster, self.weight)
        every = [self.truth, *self.scores.values(), *self.groups.values()]
        return [*every, *(one for one in optional if one is not None)]

    def named(self) -> ReadRequest[str]:
        """The same with what messages call the columns of a table: by role and by name."""
        scores = zip(self.scores, self.scores_by_name().items(), strict=True)
        given: ReadRequest[Any] = self  # with a source columns are given by name
        return replace(
            given,
            truth_name=display_name(self.truth_name, self.truth),
            predicted_name=display_name(self.predicted_name, self.predicted or self.predicted_name),
            cluster_name=display_name(self.cluster_name, self.cluster or self.cluster_name),
            weight_name=display_name(self.weight_name, self.weight or self.weight_name),
            score_names={key: display_name(role, column) for key, (role, column) in scores},
            groups={display_name(name, column): column for name, column in self.groups.items()},
        )

    def asked(self) -> list[Any]:
        """The names of all columns, once each."""
        return list(dict.fromkeys(self.every_column()))

    def with_columns(self, columns: Mapping[Any, ColumnLike]) -> ReadRequest[ColumnLike]:
        """The same with columns in memory instead of their names."""

        def taken(name: object) -> ColumnLike | None:
            return None if name is None else columns[name]

        named: ReadRequest[Any] = self
        return replace(
            named,
            data=None,
            truth=columns[self.truth],
            scores={role: columns[name] for role, name in self.scores.items()},
            predicted=taken(self.predicted),
            weight=taken(self.weight),
            cluster=taken(self.cluster),
            groups={group: columns[name] for group, name in self.groups.items()},
        )
