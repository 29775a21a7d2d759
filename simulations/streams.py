"""How often a stream that is looked at again and again alarms falsely, and how late rightly.

`python -m simulations.streams --times 300 --seed 1 --out docs/stream_errors.md`
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import repeat
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
from scipy import stats

import veracity as vc

LOOKS, ROWS, DROP_AT = 60, 100, 30
Batch = tuple[Any, dict[str, Any]]
Feed = Callable[[np.random.Generator, int], Batch]


def labels(before: float, after: float) -> Feed:
    """Half of the rows positive; this share of either class is right, another after the drop."""

    def feed(draw: np.random.Generator, look: int) -> Batch:
        truth = draw.integers(0, 2, ROWS)
        right = draw.random(ROWS) < (before if look < DROP_AT else after)
        return truth, {"y_pred": np.where(right, truth, 1 - truth)}

    return feed


def scores(before: float, after: float) -> Feed:
    """Normal scores of both classes with these ROC areas."""

    def feed(draw: np.random.Generator, look: int) -> Batch:
        truth = draw.integers(0, 2, ROWS)
        apart = math.sqrt(2) * stats.norm.ppf(before if look < DROP_AT else after)
        return truth, {"y_score": draw.normal(apart * truth, 1.0)}

    return feed


@dataclass(frozen=True)
class Line:
    """One requirement at the true value (no change), and the same with a drop after half time."""

    name: str
    requirement: str
    still: Feed
    drop: Feed
    settings: dict[str, Any]


RECALL = ("recall >= 0.9", labels(0.9, 0.9), labels(0.95, 0.75))
MCC = ("mcc >= 0.8", labels(0.9, 0.9), labels(0.95, 0.75))
AUROC = ("auroc >= 0.85", scores(0.85, 0.85), scores(0.9, 0.7))
STATED: dict[str, Any] = {"window": 1000, "looks": LOOKS}
LINES = [
    Line("everything: confidence sequence", *RECALL, {}),
    Line("everything: confidence sequence", *MCC, {}),
    Line("everything: confidence sequence", *AUROC, {}),
    Line(f"window of 1,000 rows, looks={LOOKS}", *RECALL, STATED),
    Line(f"window of 1,000 rows, looks={LOOKS}", *MCC, STATED),
    Line(f"window of 1,000 rows, looks={LOOKS}", *AUROC, STATED),
    Line("window of 1,000 rows, looks not stated", *RECALL, {"window": 1000}),
    Line("half-life of 500 rows, looks not stated", *RECALL, {"window": "half-life 500"}),
]


def first_alarms(feed: Feed, line: Line, times: int, seed: int) -> Iterator[int | None]:
    """The rows after which each of so many streams raised its first alarm; None for never."""
    for number in range(times):
        draw = np.random.default_rng((seed, number))
        stream = vc.Stream(require=line.requirement, **line.settings)
        for look in range(LOOKS):
            truth, columns = feed(draw, look)
            if stream.update(truth, **columns).alarms:
                break
        yield stream.alarms[0].row if stream.alarms else None


def naive(times: int, seed: int) -> float:
    """The share of streams in which a usual 95% interval at any look lies below the true recall."""
    missed, feed = 0, RECALL[1]
    for number in range(times):
        draw = np.random.default_rng((seed, number))
        found = right = 0
        for look in range(LOOKS):
            truth, columns = feed(draw, look)
            found += int(truth.sum())
            right += int((truth & columns["y_pred"]).sum())
            if float(vc.interval(right, found).high) < 0.9:
                missed += 1
                break
    return missed / times


def measured(number: int, times: int, seed: int) -> str:
    """One line of the table; of a drop a third as many streams are enough."""
    line, fewer = LINES[number], max(times // 3, 1)
    still = [row for row in first_alarms(line.still, line, times, seed) if row]
    drops = [row for row in first_alarms(line.drop, line, fewer, seed + 1) if row]
    late = [row - DROP_AT * ROWS for row in drops if row > DROP_AT * ROWS]
    delay = f"{median(late):,.0f}" if late else "—"
    told = (
        f"| {line.name} | `{line.requirement}` | {100 * len(still) / times:.1f}% "
        f"| {100 * len(late) / fewer:.0f}% | {delay} "
        f"| {100 * (len(drops) - len(late)) / fewer:.1f}% |"
    )
    print(told, flush=True)
    return told


def page(times: int, seed: int) -> str:
    """The table as Markdown."""
    rows = [
        "# Errors of streams, measured",
        "",
        f"Made by `python -m simulations.streams --times {times} --seed {seed}`. Each stream has "
        f"{LOOKS} looks of {ROWS} rows and one requirement at a level of 95%. Without a change "
        "the true value is exactly the bound, the worst case; with a drop it falls after "
        f"{DROP_AT * ROWS:,} rows, from 0.95 right to 0.75 (ROC area 0.90 to 0.70). Standard "
        f"errors of the shares: {100 * math.sqrt(0.05 * 0.95 / times):.1f} points at 5%.",
        "",
        "| what is kept | requirement | false alarms, no change | alarms after the drop "
        "| median delay in rows | alarms before the drop |",
        "|---|---|---|---|---|---|",
    ]
    with ProcessPoolExecutor(3) as pool:
        rows += pool.map(measured, range(len(LINES)), repeat(times), repeat(seed))
    rows += [
        "",
        f"For comparison: a usual 95% interval of recall, looked at {LOOKS} times, lay below the "
        f"true value at some look in {100 * naive(times, seed):.0f}% of the streams.",
        "",
    ]
    return "\n".join(rows)


def main() -> None:
    """Simulate, and write the page."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--times", type=int, default=300)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--out", default="")
    given = options.parse_args()
    text = page(given.times, given.seed)
    if given.out:
        Path(given.out).write_text(text, "utf-8")
    else:
        print(text)


if __name__ == "__main__":
    main()
