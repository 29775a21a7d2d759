"""Every metric of the statistics held, computed on demand: the ground an evaluation stands on."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Self

from veracity import statistics
from veracity.arrays import Floats
from veracity.decisions.expected_loss.population import Population, several, share_of
from veracity.errors import CannotMerge, NotHere, UnknownName, refuse
from veracity.evaluation.single.slices import Slices
from veracity.evaluation.state.at_threshold import acting
from veracity.evaluation.state.keys import asked_keys, available, check
from veracity.evaluation.state.remarks import (
    between_edges,
    noted,
    of_calls,
    of_resolution,
    remarked,
    with_hidden_rows,
)
from veracity.evaluation.state.reported_keys import table_keys
from veracity.intervals import Estimator, Settings
from veracity.intervals.estimator.undefined import undefined
from veracity.memo import look_up
from veracity.metrics import Metric, find
from veracity.metrics.catalogue.projecting import can_move, carried
from veracity.metrics.catalogue.reading import kind_read, read_by
from veracity.results import Estimate, Line
from veracity.results.page.profile import PartLines
from veracity.statistics import RowAccount
from veracity.statistics.held import Held
from veracity.statistics.labels import Label
from veracity.unexpected import unless_broken
from veracity.words import Text, say

MOST_PARTS = 1 << 8  # classes and groups that are kept with what was computed of them


class Figures:
    """Estimates by key, of all rows, of each class and of each group.

    `asked` are the keys that a user named, `notes` what there is to know of all figures: of
    the grid that scores are in, `notes_on_rows` and, at another threshold, `notes_on_threshold`.
    `population` is the one that figures are projected to, if not that of the rows;
    `chosen_here` says that the threshold was chosen on these very rows, `held_out` what the
    cells were where every row was classified at a threshold that it did not choose; `ignore` are
    the keys of cautions that were muted.
    """

    def __init__(
        self,
        held: Held,
        *,
        rows: RowAccount,
        settings: Settings,
        groups: Mapping[Label, Held] | None = None,
        asked: tuple[str, ...] = (),
        weight_kind: str | None = None,
        threshold: float | None = None,
        min_count: int | None = None,
        notes_on_rows: tuple[Text, ...] = (),
        notes_on_threshold: tuple[Text, ...] = (),
        population: Population | None = None,
        chosen_here: bool = False,
        held_out: Floats | None = None,
        ignore: tuple[str, ...] = (),
    ) -> None:
        self.held = held
        self.rows = rows
        self.settings = settings
        self.groups = dict(groups or {})
        self.asked = asked
        self.weight_kind = weight_kind
        self.threshold = threshold
        self.min_count = min_count
        self.notes_on_rows = notes_on_rows
        self.notes_on_threshold = notes_on_threshold
        self.population = population
        self.chosen_here = chosen_here
        self.held_out = held_out
        self.ignore = ignore
        self.slice_name: Label | None = None  # of a group: its value
        self.cells_emptied = False  # by min_count, of rows whose number is not known
        self.groups_emptied: frozenset[Label] = frozenset()  # groups of which the same holds
        self.group_names: tuple[str, ...] = ()  # of the columns that groups come from
        self.cluster_name = ""  # of the column that clusters come from, where it has one
        self.read_from = "", ""  # names of the file and of the column of predictions
        self._found: dict[str, Estimate] = {}
        self._estimators: dict[Any, Estimator] = {}
        self._parts: dict[tuple[str, Label], Self] = {}
        for key in asked:
            self[key]

    def __getstate__(self) -> dict[str, Any]:
        """What is kept in a pickle: everything but resamples, which come back from their seed."""
        return self.__dict__ | {"_estimators": {}, "_parts": {}}

    @property
    def matrix(self) -> statistics.ConfusionMatrix | None:
        """The counts, at another prevalence those expected there; None without calls."""
        matrix = self.held.confusion
        if matrix is None or self.population is None:
            return matrix
        return matrix.at_prevalence(self.population.share)

    @property
    def notes(self) -> tuple[Text, ...]:
        """What there is to know of all figures."""
        notes = (*of_resolution(self.held), *self.notes_on_rows, *self.notes_on_threshold)
        if self.ignore:
            from veracity.cautions.catalogue.checking import notes_of_muted

            notes += notes_of_muted(self.ignore)
        if self.population is None:
            return notes
        return (*notes, say("label_shift", share=self.population.words))

    # numbers

    def __getitem__(self, key: str) -> Estimate:
        metric = find(key)
        return look_up(self._found, metric.key, lambda: self._estimated(metric))

    def _estimated(self, metric: Metric) -> Estimate:
        check(metric, self.held)
        level, n = self.settings.confidence_level, float(self.held.rows)
        return unless_broken(lambda: self._figure(metric), lambda why: undefined(why, level, n))

    def _figure(self, metric: Metric) -> Estimate:
        held = acting(metric, self.held)
        notes = of_calls(metric, self.held, self.threshold, self.population)
        kind: Any = kind_read(metric, held)
        if held is not self.held:
            kind = kind, metric.own_threshold
        estimator = look_up(
            self._estimators,
            kind,
            lambda: Estimator(read_by(metric, held, self.threshold), self.settings),
        )
        by_name = any(find(key).key == metric.key for key in self.asked)
        if self.population is not None:
            from veracity.decisions.prevalence.prevalence import estimate_at

            moved = estimate_at(estimator, metric, self.population)
            moved = self.with_hidden(moved, carried(metric, share_of(self.population)))
            return noted(self._at_chosen(moved, metric, held), *notes)
        estimate = estimator.estimate(metric, by_name=by_name)
        if held.fewest is not None and metric.reads is statistics.ConfusionMatrix:
            estimate = between_edges(estimate, metric, held)
        estimate = self.with_hidden(estimate, metric)
        return noted(remarked(self._at_chosen(estimate, metric, held), metric, held), *notes)

    def with_hidden(self, estimate: Estimate, metric: Metric) -> Estimate:
        """With what rows in emptied cells can change."""
        matrix = self.held.confusion
        if matrix is None or metric.reads is not statistics.ConfusionMatrix:
            return estimate
        return with_hidden_rows(estimate, metric, matrix, self.hidden_rows)

    @property
    def hidden_rows(self) -> int | None:
        """How many rows lie in cells that were emptied; None where nobody knows."""
        return None if self.cells_emptied else self.rows.refused.get("small_cell", 0)

    def _at_chosen(self, estimate: Estimate, metric: Metric, held: Held) -> Estimate:
        """With the interval of a threshold that was chosen on these rows, where it was."""
        counts = self.held.confusion
        if not self.chosen_here or held is not self.held or counts is None:
            return estimate
        if metric.reads is not statistics.ConfusionMatrix:
            return estimate
        from veracity.decisions.thresholds.chosen_here import at_chosen

        there = carried(metric, share_of(self.population))
        return at_chosen(estimate, there, counts, self.held_out)

    def __contains__(self, key: object) -> bool:
        try:
            metric = find(str(key))
            check(metric, self.held)
        except (NotHere, UnknownName, ValueError):
            return False
        return self.population is None or can_move(metric)

    def keys(self) -> tuple[str, ...]:
        """The keys that can be computed here, parameters at their defaults."""
        keys = available(self.held)
        return keys if self.population is None else tuple(k for k in keys if can_move(find(k)))

    def __iter__(self) -> Iterator[str]:
        return iter(self.keys())

    def __len__(self) -> int:
        return len(self.keys())

    @property
    def by_class(self) -> Slices[Self]:
        """The evaluation of each class against the rest, by label."""
        return Slices("class", self.held.labels, self._of_class, part_lines)

    @property
    def by_group(self) -> Slices[Self]:
        """The evaluation of each group of rows, by the value of the group."""
        return Slices("group", self.groups, self._of_group, part_lines)

    def _of_class(self, label: Label) -> Self:
        return self._made_once("class", label, self._made_of_class)

    def _of_group(self, value: Label) -> Self:
        return self._made_once("group", value, self._made_of_group)

    def _made_once(self, kind: str, name: Label, make: Callable[[Label], Self]) -> Self:
        """Parts are kept, as long as they are few: every table and page asks for them."""
        return look_up(self._parts, (kind, name), lambda: make(name), MOST_PARTS)

    def _made_of_class(self, label: Label) -> Self:
        held, where, notes = self.held.one_vs_rest(label), self.population, self.notes_on_threshold
        other = label != self.held.pos_label
        if where is not None and several(where):
            # the mixture of the others changes too: rows are weighted to the shares instead
            held = self.held.one_vs_rest(label, where.share)
            notes, where = (*notes, say("label_shift_weighted", share=where.words)), None
        elif where is not None and other:
            where = where.reversed()
        return self.part(
            held,
            self.rows,
            threshold=self._reversed_threshold()
            if other and self.threshold is not None
            else self.threshold,
            population=where,
            notes_on_threshold=notes,
        )

    def _reversed_threshold(self) -> float | None:
        """The threshold of the other class, whose score is 1 − p (or −s): above it, not at it."""
        if self.threshold is None:
            return None
        whole = 0.0 if self.held.probabilities is None else 1.0
        return math.nextafter(whole - self.threshold, math.inf)

    def _made_of_group(self, value: Label) -> Self:
        held = self.groups[value]
        made = self.part(held, RowAccount(held.rows, held.rows))
        made.slice_name, made.cells_emptied = value, value in self.groups_emptied
        return made

    def part(self, held: Held, rows: RowAccount, **changed: Any) -> Self:
        """An evaluation of other statistics, with everything else as it is here."""
        made = type(self)(
            held,
            **{
                "rows": rows,
                "settings": self.settings,
                "weight_kind": self.weight_kind,
                "threshold": self.threshold,
                "min_count": self.min_count,
                "population": self.population,
                "chosen_here": self.chosen_here,
                "held_out": self.held_out if held is self.held else None,
                "ignore": self.ignore,
                **changed,
            },
        )
        if made.groups:
            made.group_names = self.group_names
        made.cluster_name, made.read_from = self.cluster_name, self.read_from
        made.cells_emptied, made.groups_emptied = self.cells_emptied, self.groups_emptied
        return made

    # merging

    def __add__(self, other: Figures) -> Self:
        if not isinstance(other, Figures):
            return NotImplemented
        for name in ("weight_kind", "threshold", "population"):
            mine, yours = getattr(self, name), getattr(other, name)
            if mine != yours:
                raise refuse("merge_settings", CannotMerge, name=name, mine=mine, yours=yours)
        if bool(self.groups) != bool(other.groups):
            raise refuse("merge_one_has_groups", CannotMerge)
        whole = self.held + other.held
        groups = dict(self.groups)
        for value, held in other.groups.items():
            groups[value] = groups[value] + held if value in groups else held
        made = self.part(
            whole,
            self.rows + other.rows,
            groups={value: held.relabelled(whole.labels) for value, held in groups.items()},
            asked=self.asked,
            min_count=max(self.min_count or 0, other.min_count or 0) or None,
            notes_on_rows=tuple(dict.fromkeys((*self.notes_on_rows, *other.notes_on_rows))),
            notes_on_threshold=tuple(
                dict.fromkeys((*self.notes_on_threshold, *other.notes_on_threshold))
            ),
            chosen_here=self.chosen_here or other.chosen_here,
            ignore=tuple(key for key in self.ignore if key in other.ignore),
        )
        made.cells_emptied = self.cells_emptied or other.cells_emptied
        made.groups_emptied = self.groups_emptied | other.groups_emptied
        return made


def part_lines(
    kind: str, name: Label, part: Figures, metrics: Iterable[str] | str | None
) -> PartLines:
    """The figures of a class or a group for a table, and its rows (of a class: those of it)."""
    keys = asked_keys(metrics) or part.asked or table_keys(part.held)
    lines = tuple(line_of(kind, name, part, key) for key in keys if key in part)
    own = kind == "class"
    n = part.held.some.class_totals[part.held.labels.index(name)] if own else part.rows.used
    return PartLines(name, float(n), lines)


def line_of(scope: str, of: Label | None, part: Figures, key: str) -> Line:
    """One figure of an evaluation or a part of it, with its part and key."""
    metric = find(key)
    return Line(scope, of, metric.key, metric.display_name, metric.better, part[key])
