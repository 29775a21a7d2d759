"""The other side of `benchmarks/events.py`, run by the Python of a package's own environment.

One line in says how often to score, one line out how many seconds of CPU the best took and what
was found.
Events come once, as JSON on the first line.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from typing import Any

DAY = 86_400
RATE = 256  # of the masks that annotations are made at


def timescoring(given: dict[str, Any], work: str) -> Callable[[], int]:
    """SzCORE's events: scoring alone, or with the annotations made from lists."""
    from timescoring.annotations import Annotation
    from timescoring.scoring import EventScoring

    sides = [[tuple(one) for one in given[side]] for side in ("reference", "detected")]

    def annotated() -> list[Any]:
        return [Annotation(side, RATE, DAY * RATE) for side in sides]

    ready = annotated()
    if work == "from lists":
        return lambda: int(EventScoring(*annotated()).tp)
    return lambda: int(EventScoring(*ready).tp)


def sed_eval(given: dict[str, Any], work: str) -> Callable[[], int]:
    """Collars, or segments of a second."""
    import dcase_util
    from sed_eval import sound_event

    sides = [
        dcase_util.containers.MetaDataContainer(
            [{"event_label": "x", "onset": a, "offset": b, "filename": "f"} for a, b in given[side]]
        )
        for side in ("reference", "detected")
    ]

    def scored() -> int:
        if work == "segments":
            metric = sound_event.SegmentBasedMetrics(["x"], time_resolution=1.0)
            metric.evaluate(*sides, evaluated_length_seconds=float(DAY))
        else:
            metric = sound_event.EventBasedMetrics(["x"], t_collar=0.2, percentage_of_length=0.5)
            metric.evaluate(*sides)
        return int(metric.class_wise["x"]["Ntp"])

    return scored


def main() -> None:
    """Answer until the input ends."""
    out = sys.stdout
    sys.stdout = sys.stderr
    work = {"timescoring": timescoring, "sed_eval": sed_eval}[sys.argv[1]]
    score = work(json.loads(sys.stdin.readline()), sys.argv[2])
    for turns in sys.stdin:
        taken = []
        for _ in range(int(turns)):
            start = time.process_time()
            found = score()
            taken.append(time.process_time() - start)
        out.write(json.dumps([min(taken), found]) + "\n")
        out.flush()


if __name__ == "__main__":
    main()
