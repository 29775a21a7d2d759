"""Events in time: beside timescoring and sed_eval in their own environments, and beside limits.

The environments are those that `python scripts/event_references.py --keep build/event_peers`
leaves (or the folder that EVENT_PEERS names); without them these lines are left out.
"""

from __future__ import annotations

import json
import os
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

import veracity as vc
from benchmarks.case import Case, Measured, Memory
from veracity.matching import Recording, find_rule, spans_of
from veracity.matching.spans import SECOND, Spans, in_order, union

DAY = 86_400
HERE = Path(__file__).resolve().parent
MILLION = 10**6
TURNS = 20
LIMIT = 5.0  # seconds of CPU for a million against a million
Events = list[tuple[float, float]]
LISTS, DOOR, ARRAYS, FOUR = "lists", "front door", "front door, arrays", "front door, intervals"
FIGURES = ("sensitivity", "precision", "f1", "false_alarms_per_day")


@dataclass(frozen=True)
class Beside:
    """The same scoring in another environment, in turns; each side times itself."""

    peer: str
    work: str
    given: tuple[Events, Events]
    ours: Callable[[], float]
    target: float | None
    rounds: int = 15

    def measured(self, rounds: int | None = None) -> Measured:
        """The best of each side."""
        python = environment(self.peer)
        process = subprocess.Popen(
            [str(python), str(HERE / "event_peer.py"), self.peer, self.work],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env={**os.environ, "PYTHONPATH": ""},
        )
        assert process.stdin is not None
        assert process.stdout is not None
        sides = dict(zip(("reference", "detected"), self.given, strict=True))
        process.stdin.write(json.dumps(sides) + "\n")
        theirs, ours = [], []
        turns = 1 if self.rounds < 10 else TURNS  # of each side in a row; the same for both
        self.ours()
        for _ in range(rounds or self.rounds):
            process.stdin.write(f"{turns}\n")
            process.stdin.flush()
            seconds, found = json.loads(process.stdout.readline())
            theirs.append(seconds * 1e3)
            for _ in range(turns):
                start = time.process_time()
                mine = self.ours()
                ours.append((time.process_time() - start) * 1e3)
            if mine != found:
                raise AssertionError(f"{self.peer} found {found}, we {mine}")
        process.stdin.close()
        process.wait()
        return Measured(self.peer, min(theirs), min(ours), self.target)


def environment(peer: str) -> Path:
    """The Python of a peer's environment."""
    folder = Path(os.environ.get("EVENT_PEERS", HERE.parent / "build" / "event_peers"))
    python = folder / peer / "bin" / "python"
    if not python.exists():
        raise ImportError(f"no environment of {peer}: see scripts/event_references.py --keep")
    return python


def day_of(n: int, length: float) -> tuple[Events, Events]:
    """Events of a day, and detections near three quarters of them.

    On halves of a second: floats and grids of tenths then hold them exactly, on both sides.
    """
    rng = np.random.default_rng(0)
    start = np.sort(rng.choice((DAY - 400) * 2, n, replace=False))
    stop = start + 1 + rng.poisson(2 * length, n)
    stop[:-1] = np.minimum(stop[:-1], start[1:])
    near = rng.random(n) < 0.75
    moved = np.where(near, start + rng.integers(0, 2, n), start + rng.integers(0, 600, n))
    begin = np.unique(moved)
    end = begin + 1 + rng.poisson(2 * length, len(begin))
    end[:-1] = np.minimum(end[:-1], begin[1:])
    return tuples(start / 2, stop / 2), tuples(begin / 2, end / 2)


def tuples(start: Any, stop: Any) -> Events:
    return list(zip(start.tolist(), stop.tolist(), strict=True))


def scored(rule: str, given: tuple[Events, Events], way: str) -> Callable[[], float]:
    """One rule on prepared spans, from lists, or through the front door with its checks.

    Through the door: the counts from arrays or from lists, or (FOUR) sensitivity, precision, F1
    and false alarms per day from lists, each with its interval. timescoring gives no intervals,
    so that line has no target.
    """
    record = find_rule(rule)
    spans = union(spans_of(given[0])), spans_of(given[1])
    if way == "spans":
        return lambda: record(Recording(*spans, DAY * SECOND)).true_positives
    if way == "lists":
        return lambda: (
            record(
                Recording(union(spans_of(given[0])), spans_of(given[1]), DAY * SECOND)
            ).true_positives
        )

    sides = [np.array(side) for side in given] if way == ARRAYS else given

    def whole() -> float:
        figures = vc.events.evaluate(*sides, duration=DAY, rules=rule)[rule]
        for key in FIGURES if way == FOUR else ():
            figures[key]
        return float(figures["true_positives"].value)

    return whole


def beside(
    peer: str, work: str, n: int, rule: str, way: str, target: float | None, rounds: int = 15
) -> Beside:
    """A day with n events."""
    environment(peer)
    given = day_of(n, 40 if n < 1000 else 4)
    return Beside(peer, work, given, scored(rule, given, way), target, rounds)


# ----------------------------------------------------------------------------- beside a limit
def million(rule: str) -> Case:
    """A million events one second apart on average, nine of ten detected within centiseconds."""
    rng = np.random.default_rng(1)
    whole = MILLION * SECOND
    start = np.sort(rng.integers(0, whole, MILLION))
    kept = start[rng.random(MILLION) < 0.9]
    late = np.clip(kept + rng.normal(0, SECOND // 50, len(kept)).astype(np.int64), 0, whole)
    times = np.concatenate([late, rng.integers(0, whole, MILLION - len(kept))])
    length = rng.integers(SECOND // 20, SECOND // 2, MILLION)
    reference = union(in_order(start, start + length))
    detected = in_order(times, times + rng.permutation(length))
    if rule.startswith("points"):
        reference, detected = Spans(start, start), Spans(np.sort(times), np.sort(times))
    recording, record = Recording(reference, detected, whole + SECOND), find_rule(rule)
    return Case(
        f"a limit of {LIMIT:g} s",
        partial(time.sleep, 0),
        lambda: record(recording),
        lambda _, mine: mine.sensitivity() > 0,
        1.0,
        rounds=3,
    )


@dataclass(frozen=True)
class Limited:
    """Our CPU time beside a limit."""

    limit: float
    make: Callable[[], Case]

    def measured(self, rounds: int | None = None) -> Measured:
        """Milliseconds of CPU, the best of a few."""
        case, taken = self.make(), []
        for _ in range(rounds or case.rounds):
            start = time.process_time()
            case.ours()
            taken.append((time.process_time() - start) * 1e3)
        return Measured(case.peer, self.limit * 1e3, min(taken), 1.0)


def hundred_days() -> Memory:
    """100 subjects for a day at 256 Hz, given as events: 2.2·10⁹ samples that are never made."""
    rng = np.random.default_rng(2)
    reference, detected = {}, {}
    for k in range(100):
        start = np.sort(rng.uniform(0, DAY - 100, 20))
        reference[f"s{k}"] = tuples(start, start + 30)
        detected[f"s{k}"] = tuples(start + 5, start + 40)

    def ours() -> Any:
        er = vc.events.evaluate(
            reference, detected, duration=DAY, fs=256, rules=["samples", "any_overlap", "iou"]
        )
        return er["samples"]["sensitivity"].value

    return Memory(64 * 2**20, ours, 1.0)


def masks_one_by_one() -> Memory:
    """Twenty days of masks at 256 Hz, made one recording at a time and freed after it."""

    def ours() -> Any:
        whole = None
        for k in range(20):
            mask = np.zeros(DAY * 256, np.bool_)
            mask[k * 5000 : k * 5000 + 9000] = True
            other = np.roll(mask, 500)
            one = vc.events.evaluate({k: mask}, {k: other}, fs=256, rules="samples")
            whole = one if whole is None else whole + one
        assert whole is not None
        return whole["samples"]["sensitivity"].value

    return Memory(2 * 3 * DAY * 256, ours, 1.0)


COLLAR = "collar(0.2, offset=0.2, offset_share=0.5)"
CASES: dict[str, Callable[[], Any]] = {
    "a day, 200 events, any_overlap": lambda: beside(
        "timescoring", "scoring", 200, "any_overlap", "spans", 15
    ),
    "a day, 200 events, any_overlap from lists": lambda: beside(
        "timescoring", "from lists", 200, "any_overlap", LISTS, 30
    ),
    "a day, 200 events, evaluate with arrays, counts": lambda: beside(
        "timescoring", "scoring", 200, "any_overlap", ARRAYS, 15
    ),
    "a day, 200 events, evaluate with lists, counts": lambda: beside(
        "timescoring", "from lists", 200, "any_overlap", DOOR, 30
    ),
    "a day, 200 events, evaluate with lists, four figures with intervals": lambda: beside(
        "timescoring", "from lists", 200, "any_overlap", FOUR, None
    ),
    "a day, 5,000 events, collar, all of evaluate": lambda: beside(
        "sed_eval", "collar", 5000, COLLAR, DOOR, 100, 1
    ),
    "a day, 5,000 events, segments(1), all of evaluate": lambda: beside(
        "sed_eval", "segments", 5000, "segments(1)", DOOR, 100, 3
    ),
    **{
        f"10^6 x 10^6 {rule}": partial(Limited, LIMIT, partial(million, rule))
        for rule in (
            "points(0.05)",
            "points(0.5)",
            "collar(0.2)",
            COLLAR,
            "iou(0.5)",
            "iou(0.1)",
            "any_overlap(before=0, after=0, merge=0)",
            "taes",
            "affiliation",
            "range_based",
        )
    },
    "memory of 100 days at 256 Hz as events, limit 64 MB": hundred_days,
    "memory of 20 days of masks, limit three of one recording": masks_one_by_one,
}
