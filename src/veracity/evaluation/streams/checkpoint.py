"""Streams as files: settings, panes, the last batch of each source, alarms."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import fields
from datetime import datetime
from typing import Any

import numpy as np

from veracity.errors import StorageError, VeracityError, refuse
from veracity.evaluation.front.loading import evaluation_of
from veracity.evaluation.single.saving import entry_of
from veracity.evaluation.state.storage import count
from veracity.evaluation.streams.batches import Batches
from veracity.evaluation.streams.panes import Pane
from veracity.evaluation.streams.stream_state import StreamState
from veracity.evaluation.streams.watching import MOST_ALARMS, Watch
from veracity.evaluation.streams.window import PANES, Window
from veracity.results import Estimate
from veracity.results.gates.alarm import Alarm
from veracity.statistics.storage import file as storage
from veracity.statistics.storage.labels import decoded, encoded
from veracity.words import Text

KIND = "stream"
VERSION = 1


def write(state: StreamState, path: str | os.PathLike[str], *, going_on: bool) -> None:
    """The stream in one file, written whole or not at all; quickly rather than small."""
    state.flush()
    arrays: storage.Arrays = {}
    panes = [
        {"slot": pane.slot, **entry_of(pane.part, pane.part.held, pane.part.groups, arrays, at)}
        for at, pane in ((f"pane{i}.", pane) for i, pane in enumerate(state.panes.held))
    ]
    header = {
        "kind": KIND,
        "stream": VERSION,
        "going_on": going_on,
        "settings": {name: _written(value) for name, value in state.settings.items()},
        "window": [state.window.kind, state.window.size],
        "require": list(state.require),
        "looks": state.looks,
        "panes": panes,
        "sources": [[encoded(source), last] for source, last in state.batches.last.items()],
        "skipped": state.batches.skipped,
        "rows": state.rows,
        "updates": state.updates,
        "slot": state.slot,
        "time": encoded(state.time),
        "unnamed": state.unnamed,
        "group_names": list(state.counting.group_names),
        "watch": None if state.watch is None else _of_watch(state.watch),
    }
    storage.save(path, header, arrays, quickly=True)


def read(path: str | os.PathLike[str]) -> tuple[StreamState, bool]:
    """The stream that was written, and whether it is a checkpoint, to be written on."""
    header, arrays = storage.load(path)
    if header.get("kind") != KIND:
        raise refuse("stream_not_saved", StorageError, path=path, kind=repr(header.get("kind")))
    version = header.get("stream")
    if version != VERSION:
        raise refuse(
            "stream_other_version", StorageError, path=path, version=version, known=VERSION
        )
    try:
        return _state(header, arrays), bool(header["going_on"])
    except (VeracityError, *storage.DAMAGE) as problem:
        raise storage.not_saved(path, problem) from problem


def _state(header: Mapping[str, Any], arrays: storage.Arrays) -> StreamState:
    kind, size = header["window"]
    if kind not in ("all", "rows", "period", "half_life") or len(header["panes"]) > PANES:
        raise ValueError("no window")
    state = StreamState(
        {name: _read(value) for name, value in header["settings"].items()},
        Window(kind, float(size)),
        tuple(str(one) for one in header["require"]),
        None if header["looks"] is None else count(header["looks"]),
        Batches(
            {decoded(source): int(last) for source, last in header["sources"]},
            count(header["skipped"]),
        ),
        bool(header["unnamed"]),
        count(header["rows"]),
        count(header["updates"]),
        int(header["slot"]),
        decoded(header["time"]),
    )
    if state.time is not None and not isinstance(state.time, (datetime, float)):
        raise ValueError("no time")
    for index, entry in enumerate(header["panes"]):
        part = evaluation_of(entry, arrays, f"pane{index}.")
        state.panes.held.append(Pane(part, int(entry["slot"])))
        state.counting.like(part)
    state.counting.group_names = tuple(header["group_names"])
    if state.watch is not None:
        _fill_watch(state.watch, header["watch"])
    return state


def _written(value: object) -> Any:
    """A setting as JSON: a label or plain value, or a list of them."""
    if isinstance(value, Iterable) and not isinstance(value, (str, tuple)):
        value = tuple(value)
    if isinstance(value, tuple):
        return [encoded(_plain(one)) for one in value]
    return {"value": encoded(_plain(value))}


def _plain(value: object) -> Any:
    return value.item() if isinstance(value, np.generic) else value


def _read(value: dict[str, Any] | list[Any]) -> Any:
    if isinstance(value, dict):
        return decoded(value["value"])
    return [decoded(one) for one in value]


def _of_watch(watch: Watch) -> dict[str, Any]:
    return {
        "parts": [[number, encoded(of)] for number, of in watch.parts],
        "failing": [[number, encoded(of)] for number, of in watch.failing],
        "raised": watch.raised,
        "alarms": [
            {
                "requirement": alarm.requirement,
                "row": alarm.row,
                "time": encoded(alarm.time),
                "estimate": _of_estimate(alarm.estimate),
                "message": [alarm.message.en, alarm.message.zh],
            }
            for alarm in watch.alarms
        ],
    }


def _of_estimate(estimate: Estimate) -> dict[str, Any]:
    values = {one.name: getattr(estimate, one.name) for one in fields(estimate)}
    note = values["note"]
    return {**values, "note": [note.en, note.zh] if isinstance(note, Text) else note}


def _fill_watch(watch: Watch, saved: Mapping[str, Any]) -> None:
    watch.parts = [(int(number), decoded(of)) for number, of in saved["parts"]]
    watch.failing = {(int(number), decoded(of)) for number, of in saved["failing"]}
    watch.raised = [count(n) for n in saved["raised"]]
    if len(watch.raised) != len(watch.conditions):
        raise ValueError("alarms of other requirements")
    watch.alarms = deque((_alarm(one) for one in saved["alarms"]), MOST_ALARMS)


def _alarm(saved: Mapping[str, Any]) -> Alarm:
    note = saved["estimate"]["note"]
    estimate = Estimate(
        **{**saved["estimate"], "note": Text(*note) if isinstance(note, list) else note}
    )
    return Alarm(
        str(saved["requirement"]),
        count(saved["row"]),
        decoded(saved["time"]),
        estimate,
        Text(*saved["message"]),
    )
