"""The rule `epochs`: the label at the middle of every epoch."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from veracity.matching.cells import counted_cells
from veracity.matching.rule import Match, Recording, Rule
from veracity.matching.spans import SECOND, Spans
from veracity.parameters import Parameter
from veracity.words import Text


def matched(recording: Recording, values: Mapping[str, Any]) -> Match:
    """Epoch k is positive where start < (k + 1/2) · s <= stop."""
    length = round(values["seconds"] * SECOND)

    def last(time: Any) -> Any:
        """The last epoch whose middle is not after a time."""
        return (2 * time - length) // (2 * length)

    def marked(spans: Spans) -> Spans:
        return Spans(last(spans.start) + 1, last(spans.stop) + 1)

    cells = max(int(last(recording.duration)) + 1, 0)
    return counted_cells(marked(recording.reference), marked(recording.detected), cells)


EPOCHS = Rule(
    key="epochs",
    names=Text("Epoch by epoch", "逐时段"),
    question=Text(
        "At the middle of every epoch, do reference and detection agree?",
        "在每个时段的中点，参考与检测是否一致？",
    ),
    counts=Text("epochs", "时段"),
    shares=Text("every epoch counts once", "每个时段只计一次"),
    demands=Text(
        "counts epochs of {seconds:g} s, so that long events weigh more",
        "按 {seconds:g} 秒的时段计数，长事件分量更重",
    ),
    misleads_when=Text(
        "events are shorter than an epoch: one between two middles does not exist",
        "事件短于一个时段：落在两个中点之间的事件等于不存在",
    ),
    references=(
        "Shah V, Golmohammadi M, Obeid I, Picone J (2021) in: Biomedical Signal Processing, "
        "Springer, 223–255",
    ),
    match=matched,
    parameters=(
        Parameter(
            "seconds",
            1,
            Text("length of an epoch in seconds", "每个时段的秒数"),
            between=(1e-6, 1e9),
        ),
    ),
    alarms=False,
)
