"""All that a stream is: its settings, and what it has counted so far."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass, field
from typing import Any

from veracity.errors import CannotMerge, refuse
from veracity.evaluation.single.evaluation import Evaluation
from veracity.evaluation.state.keys import asked_keys
from veracity.evaluation.streams.anytime import at_one_look, over_all_rows
from veracity.evaluation.streams.batches import Batches, Time, refuse_other_times, seconds
from veracity.evaluation.streams.counting import GridCounting
from veracity.evaluation.streams.panes import Panes
from veracity.evaluation.streams.watching import Interval, Watch, watch_of
from veracity.evaluation.streams.window import Window
from veracity.statistics.labels import canonical
from veracity.words import Text, say

SAME = ("labels", "confidence_level")  # settings of streams that are merged


@dataclass(eq=False)
class StreamState:
    """Settings, panes, batches, alarms, and how far the stream has come.

    `rows` and `updates` count everything ever taken in, `slot` is the stretch of time that is
    being filled, `unnamed` says that predictions came and nobody named the classes.
    """

    settings: dict[str, Any]
    window: Window
    require: tuple[str, ...]
    looks: int | None
    batches: Batches = field(default_factory=Batches)
    unnamed: bool = False
    rows: int = 0
    updates: int = 0
    slot: int = 0
    time: Time | None = None
    panes: Panes = field(init=False)
    counting: GridCounting = field(init=False)
    watch: Watch | None = field(init=False)

    def __post_init__(self) -> None:
        bounded = self.settings.get("resolution") != "exact"
        self.asked = asked_keys(self.settings.get("metrics"))
        self.panes = Panes(self.window, bounded=bounded)
        self.counting = GridCounting(self.settings, self.asked)
        self.watch = watch_of(self.require, 1.0 - self.level)

    def emptied(self) -> StreamState:
        """The same settings, and nothing counted."""
        return StreamState(self.settings, self.window, self.require, self.looks)

    def copied(self) -> StreamState:
        """The same, which takes over others without a change of this one."""
        self.flush()
        made = copy(self)
        made.batches = Batches(self.batches.last, self.batches.skipped)
        made.panes = copy(self.panes)
        made.watch = None if self.watch is None else self.watch.copied()
        return made

    @property
    def level(self) -> float:
        """The confidence level of the stream."""
        return float(self.settings.get("confidence_level", 0.95))

    @property
    def watched_row_by_row(self) -> bool:
        """Whether requirements are judged and no grid is being filled, which has its classes."""
        return self.watch is not None and not self.counting.rows

    def flush(self) -> None:
        """Put what is being counted into its pane."""
        part = self.counting.taken()
        if part is not None:
            self.panes.add(part, self.slot)

    def whole(self, *, counts_only: bool = False) -> Evaluation:
        """Everything inside the window."""
        self.flush()
        if not self.panes.held:
            raise refuse("stream_empty")
        return self.panes.whole(counts_only=counts_only)

    def merge(self, other: StreamState) -> None:
        """Take over what another stream has counted; nothing changes where that is refused."""
        for name in ("window", "require", "looks"):
            mine, yours = getattr(self, name), getattr(other, name)
            if mine != yours:
                raise refuse("merge_settings", CannotMerge, name=name, mine=mine, yours=yours)
        for name in SAME:
            mine, yours = (_comparable(one.settings.get(name)) for one in (self, other))
            if mine != yours:
                raise refuse("merge_settings", CannotMerge, name=name, mine=mine, yours=yours)
        self.batches.refuse_shared(other.batches)
        if self.time is not None and other.time is not None:
            refuse_other_times(self.time, other.time, CannotMerge)
        self.flush()
        other.flush()
        self.panes.merged(other.panes)
        self.batches.merged(other.batches)
        if self.watch is not None and other.watch is not None:
            self.watch.merged(other.watch)
        self.unnamed = self.unnamed or other.unnamed
        self.rows += other.rows
        self.updates += other.updates
        self.slot = max(self.slot, other.slot)
        if self.time is None or (other.time and seconds(other.time) > seconds(self.time)):
            self.time = other.time

    # looks

    @property
    def interval(self) -> Interval:
        """How a figure gets an interval for looking again and again."""
        return over_all_rows if self.window.kind == "all" else at_one_look

    @property
    def share(self) -> float:
        """The part of α that this look may spend: of one sequence for all time, the whole."""
        if self.window.kind == "all":
            return 1.0
        look = max(self.updates, 1)
        if self.looks is None:
            return 1.0 / (look * (look + 1))
        return 1.0 / self.looks if look <= self.looks else 0.0

    def look(self) -> None:
        """Judge every requirement on what is known now."""
        watch, share = self.watch, self.share
        if watch is None or share <= 0:
            return
        ev = self._counts() if watch.counts_only else self.whole()
        watch.look(ev, self.interval, share, self.rows, self.time)

    def _counts(self) -> Evaluation:
        """The counts alone, without making a grid of what is being counted."""
        pending = self.counting.counts()
        if pending is None or self.window.kind == "half_life":
            return self.whole(counts_only=True)
        if not self.panes.held:
            return pending
        return self.panes.whole(counts_only=True) + pending

    def notes(self) -> tuple[Text, ...]:
        """What is to be known of the figures: the window, and which error is controlled."""
        notes: tuple[Text, ...] = () if self.window.kind == "all" else (self.window.text,)
        if self.batches.skipped:
            notes += (say("stream_skipped", n=self.batches.skipped),)
        if self.watch is not None:
            alpha = f"{100 * (1.0 - self.level):.3g}%"
            notes += (say(f"stream_error_{self.error}", alpha=alpha, looks=self.looks),)
            notes += (say("stream_alarms", n=sum(self.watch.raised)),)
        return (*notes, say("stream_one_look"))

    @property
    def error(self) -> str:
        """Which error alarms control: over all time, over stated looks, over unending ones."""
        if self.window.kind == "all":
            return "sequence"
        return "unending" if self.looks is None else "looks"


def _comparable(setting: object) -> object:
    """A setting as it is; labels in whatever they were listed as a tuple."""
    if isinstance(setting, Iterable) and not isinstance(setting, str):
        return tuple(canonical(one) for one in setting)
    return setting
