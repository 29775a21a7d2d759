"""A window as panes: at most 64 evaluations that add, never rows.

The whole of a stream without a window is kept likewise, in pieces of growing size, so that many
small updates cost little more than one large one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from veracity.engines.reading.recipe import COLUMN_BITS
from veracity.engines.reading.reducing import MOST_JOINT
from veracity.engines.reading.score_tables import AUTO_BITS, EXACT_ROWS, FEW_SCORES
from veracity.evaluation.single.evaluation import Evaluation
from veracity.evaluation.streams.window import PANES, Window
from veracity.statistics.held import Held, Scores, rows_behind
from veracity.statistics.statistic import Statistic
from veracity.words import say

MOST_CLUSTERS = 1 << 16  # of which each is known; more are random groups of them


@dataclass(frozen=True, slots=True)
class Pane:
    """Some rows that came one after another; `slot` is the number of their stretch of time."""

    part: Evaluation
    slot: int = 0

    @property
    def rows(self) -> int:
        """How many rows it holds."""
        return observations(self.part)

    def with_more(self, other: Pane) -> Pane:
        """Both together, in the later slot."""
        return Pane(self.part + other.part, max(self.slot, other.slot))


def observations(part: Evaluation) -> int:
    """How many rows stand behind an evaluation; one with a frequency stands for so many."""
    return rows_behind(part.held.some) if part.weight_kind == "frequency" else part.rows.used


class Panes:
    """What a stream has counted, oldest first; pieces that are too old are let go."""

    def __init__(self, window: Window, *, bounded: bool, held: Iterable[Pane] = ()) -> None:
        self._window, self._bounded = window, bounded
        self.held = list(held)

    @property
    def rows(self) -> int:
        """How many rows are inside."""
        return sum(pane.rows for pane in self.held)

    @property
    def room(self) -> float:
        """How many rows the pane that is being filled still takes before it is closed."""
        if self._window.kind in ("rows", "half_life"):
            filling = self.held[-1].rows if self.held else 0
            return self._window.pane - (filling if filling < self._window.pane else 0)
        return float("inf")

    def add(self, part: Evaluation, slot: int) -> None:
        """Take more rows in; nothing is changed where they cannot be added."""
        new, held = Pane(part, slot), list(self.held)
        if self._window.kind == "all":
            while held and held[-1].rows <= new.rows:
                new = held.pop().with_more(new)
        elif held and self._goes_on(held[-1], slot):
            new = held.pop().with_more(new)
        elif held and not _alike(held[-1].part, part):
            held[-1].part + part  # refused here, not when the figures are asked for
        held.append(replace(new, part=self._bound(new.part)))
        self.held = self._kept(held)

    def merged(self, other: Panes) -> None:
        """Take over the panes of another stream, as if its rows had come side by side."""
        if self._window.kind == "all":
            for pane in other.held:
                self.add(pane.part, 0)
            return
        if self._window.kind == "period":
            slots = sorted({pane.slot for pane in (*self.held, *other.held)})
            both = [[p for p in (*self.held, *other.held) if p.slot == slot] for slot in slots]
        else:
            most = max(len(self.held), len(other.held))
            mine, yours = self.held[::-1], other.held[::-1]
            both = [[*mine[i : i + 1], *yours[i : i + 1]] for i in range(most)][::-1]
        held = [panes[0] if len(panes) == 1 else panes[0].with_more(panes[1]) for panes in both]
        if held:
            added([pane.part for pane in held])  # refused before anything is taken over
        self.held = self._kept([replace(pane, part=self._bound(pane.part)) for pane in held])

    def whole(self, *, counts_only: bool = False) -> Evaluation:
        """Everything that is inside, with `counts_only` without the scores."""
        parts = [self._faded(pane, age) for pane, age in self._with_ages()]
        if counts_only and all(part.held.confusion is not None for part in parts):
            parts = [
                part.part(
                    _counts(part.held),
                    part.rows,
                    groups={value: _counts(held) for value, held in part.groups.items()},
                    notes_on_rows=part.notes_on_rows,
                )
                for part in parts
            ]
        return added(parts)

    def _goes_on(self, last: Pane, slot: int) -> bool:
        if self._window.kind == "period":
            return last.slot == slot
        return last.rows < self._window.pane

    def _kept(self, held: list[Pane]) -> list[Pane]:
        match self._window.kind:
            case "rows":
                rows = sum(pane.rows for pane in held)
                while held and rows - held[0].rows >= self._window.size:
                    rows -= held.pop(0).rows
            case "period":
                return [pane for pane in held if pane.slot > held[-1].slot - PANES]
            case "half_life":
                return held[-PANES:]
        return held

    def _with_ages(self) -> list[tuple[Pane, int]]:
        """Each pane with the number of rows that came after it."""
        ages, later = list[tuple[Pane, int]](), 0
        for pane in reversed(self.held):
            ages.append((pane, later))
            later += pane.rows
        return ages[::-1]

    def _faded(self, pane: Pane, age: int) -> Evaluation:
        """A pane whose rows count for less the older they are; as it is without a half-life."""
        if self._window.kind != "half_life":
            return pane.part
        from veracity.statistics.fading import faded

        newest = self.held[-1].rows / 2  # counts whole: only the share of the others matters
        part, factor = pane.part, 0.5 ** ((age + pane.rows / 2 - newest) / self._window.size)
        return part.part(
            faded(part.held, factor),
            part.rows,
            groups={value: faded(held, factor) for value, held in part.groups.items()},
            weight_kind=part.weight_kind if part.weight_kind == "sampling" else "importance",
            notes_on_rows=part.notes_on_rows,
        )

    def _bound(self, part: Evaluation) -> Evaluation:
        """The same, scores in a grid and clusters in groups where they have become too many."""
        if not self._bounded:
            return part
        part = self._in_grids(part)
        held = part.held
        tuples = held.scores is not None and held.scores.by_row
        if tuples or (held.clusters or 0) <= MOST_CLUSTERS:
            return part
        return part.part(
            held.each(_in_groups),
            part.rows,
            groups={value: one.each(_in_groups) for value, one in part.groups.items()},
            notes_on_rows=part.notes_on_rows,
        )

    def _in_grids(self, part: Evaluation) -> Evaluation:
        held = part.held
        if held.scores is None or not _too_many(held.scores, held.rows):
            return part
        return part.part(
            _in_grids(held),
            part.rows,
            groups={value: _in_grids(one) for value, one in part.groups.items()},
            notes_on_rows=tuple(dict.fromkeys((*part.notes_on_rows, say("stream_grid")))),
        )


def added(parts: Sequence[Evaluation]) -> Evaluation:
    """All together, in pairs of about equal size: grids are merged few times each."""
    level = list(parts)
    while len(level) > 1:
        pairs = zip(level[::2], level[1::2], strict=False)
        level = [a + b for a, b in pairs] + ([level[-1]] if len(level) % 2 else [])
    return level[0]


def _alike(mine: Evaluation, yours: Evaluation) -> bool:
    """Whether the two can be added beyond doubt, found without adding them."""

    def nature(ev: Evaluation) -> tuple[Any, ...]:
        statistics = (ev.held.confusion, ev.held.scores, ev.held.probabilities, ev.held.ranks)
        kinds = [one and (one.kind, getattr(one, "family", None)) for one in statistics]
        settings = ev.weight_kind, ev.threshold, bool(ev.groups), ev.held.clusters is None
        return (*kinds, *settings, ev.held.labels, ev.held.pos_label)

    return nature(mine) == nature(yours)


def _counts(held: Held) -> Held:
    return Held(held.rows, held.confusion, fewest=held.fewest)


def _too_many(scores: Scores, rows: int) -> bool:
    """Whether exact scores have become so many that memory would grow with every row."""
    if scores.kind == "score_table":
        return rows > EXACT_ROWS and len(scores) > FEW_SCORES
    return scores.by_row and len(scores) * len(scores.names) > MOST_JOINT


def _in_groups(given: Statistic) -> Any:
    """Clusters of any statistic as random groups of them."""
    statistic: Any = given
    if statistic.kind == "score_columns":
        return replace(statistic, tables=tuple(_in_groups(table) for table in statistic.tables))
    if statistic.clusters is None:
        return statistic
    clusters = statistic.clusters.in_random_groups()
    match statistic.kind:
        case "confusion_matrix":
            return statistic.changed(clusters=clusters)
        case "score_table" | "score_grid":
            return statistic.with_clusters(clusters)
    return replace(statistic, clusters=clusters)


def _in_grids(held: Held) -> Held:
    """Tables of scores as grids of their family, and tuples of scores column by column."""
    from veracity.statistics.grid.building import gridded as to_grid

    family = "unit" if held.probabilities is held.scores else "line"

    def gridded(statistic: Scores | None, kind: str) -> Any:
        if statistic is not None and statistic.by_row:
            columns: Any = statistic.as_read
            tables = tuple(to_grid(table, COLUMN_BITS, kind) for table in columns.tables)
            return replace(columns, tables=tables)
        if statistic is None or statistic.kind != "score_table":
            return statistic
        return to_grid(statistic, AUTO_BITS, kind)

    scores = gridded(held.scores, family)
    probable = scores
    if held.probabilities is not held.scores:
        probable = gridded(held.probabilities, "unit")
    return replace(held, scores=scores, probabilities=probable)
