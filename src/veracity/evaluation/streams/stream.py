"""Predictions that come batch by batch: counted, watched, merged, evaluated at any time."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterable
from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, SupportsIndex

from veracity.errors import CannotMerge, StorageError, VeracityError, refuse
from veracity.evaluation.front.evaluating import evaluate
from veracity.evaluation.inputs.matching_labels import parts_of_more, refuse_unmatched
from veracity.evaluation.single.evaluation import Evaluation
from veracity.evaluation.streams.batches import batch_of, refuse_back, seconds, times_of
from veracity.evaluation.streams.panes import observations
from veracity.evaluation.streams.stream_state import StreamState
from veracity.evaluation.streams.window import window_of
from veracity.files import Mark, checked_path, mark_of, remove_leftovers
from veracity.results import Estimate
from veracity.results.gates.alarm import Alarm
from veracity.words import say

if TYPE_CHECKING:
    from datetime import timedelta

    from veracity.engines.reading.columns import ColumnLike

COLUMNS = (
    *("data", "engine", "y_true", "y_pred", "y_score", "y_proba", "sample_weight", "group"),
    *("cluster", "fold", "estimator", "X", "time", "batch"),
)
_GIVEN = set(signature(evaluate).parameters) - {"fold"}
_SETTINGS = tuple(name for name in signature(evaluate).parameters if name not in COLUMNS)


class Stream:
    """An evaluation that grows; rows are forgotten, statistics are kept.

    window: None for everything so far; a number of rows, a timedelta (then `update` takes
    `time=`) or "half-life ROWS" for what is recent. A window is kept as at most 64 panes; a batch
    goes into one pane, so that a window of n rows holds n, and at most a pane or a batch more.
    require: requirements as in `check`; `alarms` tells when one was crossed. looks: over how many
    updates a window spends its chance of a false alarm.
    checkpoint: a file that holds the stream whenever `update` has returned; `Stream.resume` goes
    on from there. One stream writes it: where another did, updates are refused, and copies
    (pickles too) write none. The other settings are those of `evaluate`. With
    `resolution="auto"` scores move into a certified grid once there are very many rows and very
    many different scores, so that memory stays bounded; the figures then state their bound.

    >>> stream = Stream(require=["recall >= 0.5"])
    >>> stream.update([0, 1], y_proba=[0.2, 0.9]).update([1, 0], y_proba=[0.4, 0.6]).compute()[
    ...     "auroc"
    ... ].value
    0.75
    >>> print(stream.anytime("recall"), stream.alarms)
    0.500 [0.006, 0.994] ()
    """

    def __init__(
        self,
        *,
        window: int | timedelta | str | None = None,
        checkpoint: str | os.PathLike[str] | None = None,
        require: str | Iterable[str] = (),
        looks: int | None = None,
        **settings: Any,
    ) -> None:
        for name in settings:
            if name in COLUMNS:
                raise refuse("stream_setting", name=name)
            if name not in _SETTINGS:
                raise refuse("stream_unknown_setting", name=name, known=", ".join(_SETTINGS))
        if not isinstance(require, Iterable):
            raise refuse("requirement_grammar", text=repr(require))
        listed = (require,) if isinstance(require, str) else tuple(dict.fromkeys(require))
        spans = window_of(window)
        number = _number_of_looks(looks, windowed=spans.kind != "all")
        self.checkpoint = None if checkpoint is None else os.fspath(checked_path(checkpoint))
        self._mark: Mark | None = None
        if self.checkpoint is not None:
            kept = Path(self.checkpoint)
            if kept.is_file() and kept.stat().st_size:
                raise refuse("stream_checkpoint_exists", path=self.checkpoint)
        self._state = StreamState(settings, spans, listed, number)

    def reset(self) -> Self:
        """Forget everything that was counted, and all alarms; settings stay."""
        state = self._state.emptied()
        self._kept(state)
        self._state = state
        return self

    # what comes in

    def update(
        self,
        y_true: ColumnLike,
        y_pred: ColumnLike | None = None,
        *,
        time: object = None,
        batch: tuple[Any, int] | None = None,
        **columns: Any,
    ) -> Self:
        """Count more rows; the arguments are columns of `evaluate`.

        time: when the rows came (or a column of times; the latest counts). batch: (source,
        number): the numbers of a source rise, and a batch that is not above the last one was
        counted before: it is skipped and counted in `skipped`. Where the checkpoint cannot be
        written, the batch is not counted.
        """
        careful = self.checkpoint is not None or self._state.watched_row_by_row
        before = self._state.copied() if careful else None
        for name in columns:
            if name not in _GIVEN:
                raise refuse("stream_column", name=name)
        state, named, times = self._state, batch_of(batch), times_of(time)
        if named is not None and not state.batches.is_new(named):
            return self
        slot = state.slot
        if times is not None:
            refuse_back(state.time, times[0])
        elif state.window.kind == "period":
            raise refuse("stream_needs_time")
        if times is not None and state.window.kind == "period":
            slot = int(seconds(times[1]) // state.window.pane)
        if slot != state.slot or state.counting.rows >= state.panes.room:
            state.flush()
        used = self._counted(y_true, y_pred, columns, slot)
        state.time = state.time if times is None else times[1]
        if named is not None:
            state.batches.done(named)
        state.rows += used
        state.updates += 1
        if state.watch is not None and state.looks is not None and state.updates == state.looks + 1:
            warnings.warn(str(say("stream_looks_spent", n=state.looks)), stacklevel=2)
        try:
            state.look()
        except VeracityError:  # a requirement that these columns can never answer
            state.flush()
            self._state = state.emptied() if state.updates == 1 else before or state
            raise
        try:
            self._kept(state)
        except StorageError:
            self._state = before or state
            raise
        return self

    def _counted(
        self, y_true: ColumnLike, y_pred: ColumnLike | None, columns: dict[str, Any], slot: int
    ) -> int:
        """How many rows were counted: added to those of their kind, or evaluated by themselves."""
        state = self._state
        quick = None if y_pred is not None else state.counting.counted(y_true, columns)
        if quick is not None:
            state.slot = slot
            return quick
        state.flush()
        given = {**state.settings, **columns}
        if not state.counting.needs_keys:
            given.pop("metrics", None)
        with parts_of_more():
            part: Evaluation = evaluate(y_true, y_pred, **given)
        part.asked = ()
        state.panes.add(part, slot)
        state.slot = slot
        state.counting.like(part)
        state.unnamed = state.unnamed or (y_pred is not None and given.get("labels") is None)
        return observations(part)

    # what goes out

    def compute(self) -> Evaluation:
        """The evaluation of the window, or of everything so far.

        Its intervals are those of one look at rows that were not chosen by looking; `anytime`
        gives intervals for looking again and again.
        """
        state = self._state
        whole = state.whole()
        if state.unnamed:
            refuse_unmatched(whole.confusion, whole.rows.used, state.settings.get("pos_label"))
        made = whole.part(
            whole.held,
            whole.rows,
            groups=whole.groups,
            asked=state.asked,
            notes_on_rows=(*whole.notes_on_rows, *state.notes()),
        )
        made.group_names = state.counting.group_names
        return made

    def anytime(self, key: str) -> Estimate:
        """A figure whose interval holds at all looks at once, with the level as its probability.

        Without a window: a confidence sequence over all rows. With a window: the interval of this
        look at a level such that all looks together have the level of the stream.
        """
        state = self._state
        return state.interval(state.whole(), key, 1.0 - (1.0 - state.level) * state.share)

    @property
    def alarms(self) -> tuple[Alarm, ...]:
        """The latest alarms, oldest first; at most 1,000 are kept, all are counted."""
        return () if self._state.watch is None else tuple(self._state.watch.alarms)

    @property
    def skipped(self) -> int:
        """Batches that were skipped because they were counted before."""
        return self._state.batches.skipped

    @property
    def rows(self) -> int:
        """Rows that were ever counted, also those that left the window; by frequencies, if any."""
        return self._state.rows

    def openmetrics(self, prefix: str = "veracity") -> str:
        """Figures, interval ends, rows and alarms as OpenMetrics text, which Prometheus reads."""
        from veracity.evaluation.streams.exposition import exposed

        return exposed(self._state, self.compute() if self.rows else None, prefix)

    # state

    def merge_state(self, other: Stream | Iterable[Stream]) -> Self:
        """Take over what other streams have counted; they stay as they are.

        Of several streams all are taken over, or none where one is refused.
        """
        others = tuple(other) if isinstance(other, Iterable) else (other,)
        state, before = self._state.copied(), {id(self)}
        for one in others:
            if not isinstance(one, Stream):
                raise refuse("stream_merge_other", CannotMerge, given=type(one).__name__)
            if id(one) in before:
                raise refuse("stream_merge_itself", CannotMerge)
            before.add(id(one))
            state.merge(one._state)
        self._kept(state)
        self._state = state
        return self

    def __repr__(self) -> str:
        """Rows, window, alarms."""
        state = self._state
        raised = 0 if state.watch is None else sum(state.watch.raised)
        return f"Stream({self.rows:,} rows, window={state.window}, {raised:,} alarms)"

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the stream whole; `Stream.resume` and `vc.load` read it."""
        from veracity.evaluation.streams.checkpoint import write

        write(self._state, path, going_on=False)

    @classmethod
    def resume(cls, path: str | os.PathLike[str]) -> Self:
        """Go on where a checkpoint or a saved stream stands; a checkpoint is written on."""
        from veracity.evaluation.streams.checkpoint import read

        stream, stream._mark = cls(), mark_of(path)
        stream._state, going_on = read(path)
        stream.checkpoint = os.fspath(path) if going_on else None
        if going_on:
            remove_leftovers(path)
        return stream

    def _kept(self, state: StreamState) -> None:
        """The checkpoint written, where there is one."""
        if self.checkpoint is not None:
            from veracity.evaluation.streams.checkpoint import write

            if mark_of(self.checkpoint) not in (None, self._mark):
                raise refuse("stream_other_writer", StorageError, path=self.checkpoint)
            write(state, self.checkpoint, going_on=True)
            self._mark = mark_of(self.checkpoint)

    def __getstate__(self) -> dict[str, Any]:
        """All but the checkpoint: a copy, here or in another process, does not write it too."""
        return {**self.__dict__, "checkpoint": None, "_mark": None}


def _number_of_looks(given: object, *, windowed: bool) -> int | None:
    if given is None:
        return None
    if not isinstance(given, SupportsIndex) or isinstance(given, bool) or int(given) < 1:
        raise refuse("stream_looks", given=repr(given))
    if not windowed:
        raise refuse("stream_looks_without_window")
    return int(given)
