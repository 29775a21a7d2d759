"""The fingerprint of what was evaluated or compared, and what it covers in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from veracity.statistics.fingerprint import VERSION, combined, fingerprint, label_text
from veracity.statistics.held import Held
from veracity.statistics.labels import Label
from veracity.statistics.statistic import Statistic
from veracity.words import Text, joined

if TYPE_CHECKING:
    from veracity.comparisons.paired_samples.paired import Paired

AND = Text(", ", "、")
TRUTH = Text("truth", "真值")
PARTS = {
    "confusion": Text("predicted labels", "预测标签"),
    "scores": Text("scores", "分数"),
    "probabilities": Text("probabilities", "概率"),
}
IN_CELLS = Text("{what} in the fixed cells of a grid", "{what}（按网格的固定单元）")
WEIGHTS = Text("weights (relative, six digits)", "权重（相对值，六位数字）")
CLUSTERS = Text("which rows share a cluster (not its name)", "哪些行属于同一个簇（不含簇的名称）")
GROUPS = Text("groups", "分组")
ROWS = Text(
    "of the rows used: {parts}; not their order, nor the file they came from",
    "所用各行的{parts}；与行的顺序和来源文件无关",
)
OF_MODELS = Text("answers of each model", "各模型的回答")


def fingerprint_of(held: Held, groups: Mapping[Label, Held], *, by_threshold: bool) -> str:
    """The code of the rows behind an evaluation, the same from every engine and file.

    `by_threshold` says that the counts were made of the scores by a threshold. Such counts do not
    enter: another threshold is another evaluation of the same data. A prevalence that figures are
    projected to does not either.
    """
    parts = [("all", _held_code(held, by_threshold=by_threshold))]
    if groups:
        parts.append(("groups", _groups_code(groups, by_threshold=by_threshold)))
    return f"{VERSION}-{combined(parts)}"


def covered(held: Held, *, grouped: bool, by_threshold: bool) -> Text:
    """What the code of an evaluation is made of, in words."""
    notes = [TRUTH]
    for name, part in _parts(held, by_threshold=by_threshold):
        what = PARTS["probabilities" if part is held.probabilities else name]
        notes.append(IN_CELLS.filled(what=what) if _in_cells(part) else what)
    extras = ((held.some.weighted, WEIGHTS), (held.clusters is not None, CLUSTERS))
    notes += [text for there, text in (*extras, (grouped, GROUPS)) if there]
    return ROWS.filled(parts=joined(notes, AND))


def fingerprint_of_models(paired: Paired) -> str:
    """The code of the rows behind a paired comparison."""
    return f"{VERSION}-{combined([('models', fingerprint(paired.entries))])}"


def covered_of_models(paired: Paired) -> Text:
    """What that code is made of, in words."""
    entries = paired.entries
    notes = [TRUTH, OF_MODELS]
    notes += [
        text
        for there, text in ((entries.weighted, WEIGHTS), (entries.clustered, CLUSTERS))
        if there
    ]
    return ROWS.filled(parts=joined(notes, AND))


def _parts(held: Held, *, by_threshold: bool) -> Iterator[tuple[str, Statistic]]:
    """The statistics that are data; what a threshold made of others is none."""
    if held.confusion is not None and not (by_threshold and held.table_at_thresholds is not None):
        yield "confusion", held.confusion
    if held.scores is not None:
        yield "scores", held.scores
    if held.probabilities is not None and held.probabilities is not held.scores:
        yield "probabilities", held.probabilities


def _held_code(held: Held, *, by_threshold: bool) -> str:
    return combined(
        (name, fingerprint(part)) for name, part in _parts(held, by_threshold=by_threshold)
    )


def _groups_code(groups: Mapping[Label, Held], *, by_threshold: bool) -> str:
    return combined(
        (label_text(value), _held_code(held, by_threshold=by_threshold))
        for value, held in groups.items()
    )


def _in_cells(statistic: Statistic) -> bool:
    return not statistic.exact
