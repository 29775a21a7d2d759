"""What a stream knows, as families of OpenMetrics samples."""

from __future__ import annotations

from veracity.errors import refuse
from veracity.evaluation.single.evaluation import Evaluation
from veracity.evaluation.state.reported_keys import table_keys
from veracity.evaluation.streams.stream_state import StreamState
from veracity.reports.formats.openmetrics import Family, Sample, exposition, is_name
from veracity.results import Estimate

MOST_GROUPS = 100  # each is a set of time series at the server


def exposed(state: StreamState, ev: Evaluation | None, prefix: str) -> str:
    """Figures with both ends, of all rows and of each group; rows, batches, alarms, looks."""
    if not is_name(prefix):
        raise refuse("openmetrics_prefix", given=repr(prefix))
    families: list[Family] = []
    watch = state.watch
    if ev is not None:
        required = () if watch is None else (one.key for one in watch.conditions)
        keys = tuple(dict.fromkeys((*(state.asked or table_keys(ev.held)), *required)))
        figures = _figures(ev, keys)
        families += [
            _family(prefix, "value", "Metric value in the window of the stream.", figures),
            _family(prefix, "low", "Lower end of the interval of one look.", figures),
            _family(prefix, "high", "Upper end of the interval of one look.", figures),
            Family(
                f"{prefix}_window_rows",
                "gauge",
                "Rows behind the figures.",
                (({}, state.panes.rows),),
                "rows",
            ),
        ]
    families.append(
        Family(f"{prefix}_rows", "counter", "Rows ever counted.", (({}, state.rows),), "rows")
    )
    skipped: tuple[Sample, ...] = (({}, state.batches.skipped),)
    families.append(
        Family(f"{prefix}_batches_skipped", "counter", "Batches counted before.", skipped)
    )
    if watch is not None:
        texts = [one.text for one in watch.conditions]
        raised = tuple(
            ({"requirement": text}, float(n)) for text, n in zip(texts, watch.raised, strict=True)
        )
        failing = {number for number, _ in watch.failing}
        now = tuple(({"requirement": t}, float(i in failing)) for i, t in enumerate(texts))
        families += [
            Family(f"{prefix}_alarms", "counter", "Alarms raised.", raised),
            Family(f"{prefix}_failing", "gauge", "1 while a requirement fails.", now),
        ]
        if state.looks is not None:
            left = float(max(state.looks - state.updates, 0))
            families.append(
                Family(
                    f"{prefix}_looks_left", "gauge", "Looks that may still alarm.", (({}, left),)
                )
            )
    return exposition(families)


def _figures(ev: Evaluation, keys: tuple[str, ...]) -> list[tuple[dict[str, str], Estimate]]:
    found = [({"metric": key}, ev[key]) for key in keys if key in ev]
    for value in list(ev.by_group)[:MOST_GROUPS]:
        part = ev.by_group[value]
        found += [({"metric": key, "group": str(value)}, part[key]) for key in keys if key in part]
    return found


def _family(
    prefix: str, part: str, text: str, figures: list[tuple[dict[str, str], Estimate]]
) -> Family:
    samples: tuple[Sample, ...] = tuple((of, getattr(one, part)) for of, one in figures)
    name = f"{prefix}_metric" if part == "value" else f"{prefix}_metric_{part}"
    return Family(name, "gauge", text, samples)
