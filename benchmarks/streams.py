"""Rows a second that a stream takes in, in batches of 10^5 rows.

`python -m benchmarks.streams` writes stream_results.md. Processor time of one thread, the best of
several rounds, so that a busy machine tells the same as an idle one.
"""

from __future__ import annotations

import platform
import time
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np

import veracity as vc

ROWS, BATCHES, ROUNDS, TARGET = 10**5, 40, 5, 20.0
LINES: list[tuple[str, dict[str, Any], str]] = [
    ("grid of 12 bits", {"resolution": 12}, "y_proba"),
    ("grid of 16 bits", {"resolution": 16}, "y_proba"),
    ("grid of 18 bits", {"resolution": 18}, "y_proba"),
    ("grid of 16 bits, scores", {"resolution": 16, "threshold": 0.5}, "y_score"),
    ("grid of 16 bits, window of 10^6 rows", {"resolution": 16, "window": 10**6}, "y_proba"),
    (
        "grid of 16 bits, window of 10^6 rows, recall watched",
        {"resolution": 16, "window": 10**6, "require": "recall >= 0.1"},
        "y_proba",
    ),
    ("labels", {}, "y_pred"),
]


def batches() -> list[dict[str, Any]]:
    """Truth, probabilities and labels: 10 % positives, overlapping scores."""
    draw, made = np.random.default_rng(0), []
    for _ in range(BATCHES):
        truth = (draw.random(ROWS) < 0.1).astype(np.int8)
        proba = 1 / (1 + np.exp(-(draw.normal(size=ROWS) + 2 * truth - 2)))
        called = (proba >= 0.5).astype(np.int8)
        made.append({"y_true": truth, "y_proba": proba, "y_score": proba, "y_pred": called})
    return made


def seconds(settings: dict[str, Any], role: str, given: list[dict[str, Any]]) -> float:
    """Processor seconds of all updates behind the first, which plans the cells."""
    best = float("inf")
    for _ in range(ROUNDS):
        stream = vc.Stream(**settings).update(given[0]["y_true"], **{role: given[0][role]})
        start = time.process_time()
        for one in given:
            stream.update(one["y_true"], **{role: one[role]})
        best = min(best, time.process_time() - start)
        assert stream.rows == (BATCHES + 1) * ROWS
    return best


def main() -> None:
    """Measure, print and write the table."""
    given = batches()
    rows = [
        "# Streams: rows a second",
        "",
        f"`python -m benchmarks.streams`, {date.today().isoformat()}, "
        f"Python {platform.python_version()}, numpy {np.__version__}, {platform.machine()}. "
        f"Batches of {ROWS:,} rows, {BATCHES} of them, the best of {ROUNDS} rounds, processor time "
        "of one thread: a second core is left for what makes the predictions. The target is for "
        "streams without a window; in this window every batch becomes a pane of its own.",
        "",
        "| stream | ms a batch | million rows a second | at least 20 |",
        "|---|---|---|---|",
    ]
    for name, settings, role in LINES:
        each = seconds(settings, role, given) / BATCHES
        rate = ROWS / each / 1e6
        wanted = "" if "window" in settings else ("yes" if rate >= TARGET else "NO")
        rows.append(f"| {name} | {1e3 * each:.2f} | {rate:.0f} | {wanted} |")
        print(rows[-1], flush=True)
    Path(__file__).with_name("stream_results.md").write_text("\n".join(rows) + "\n", "utf-8")


if __name__ == "__main__":
    main()
