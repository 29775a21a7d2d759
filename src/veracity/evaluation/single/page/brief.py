"""The little that `print` and the command line say of an evaluation before anybody asks more."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from heapq import nlargest

import numpy as np

from veracity.evaluation.single.figures import Figures, line_of, part_lines
from veracity.evaluation.single.profile import Profiled
from veracity.evaluation.state.remarks import of_counts
from veracity.evaluation.state.reported_keys import MOST_LINES, brief_keys, table_keys
from veracity.evaluation.state.worst_groups import FEW, UNDEFINED, badness, looked_at, ranked_by
from veracity.metrics import find
from veracity.results.page.profile import Brief, PartLines, WorstParts
from veracity.statistics.labels import Label
from veracity.unexpected import left_out, unless_broken
from veracity.words import Text, say
from veracity.words.layout import number, one_line

Maker = Callable[[Profiled, bool], WorstParts | None]
COLUMNS = 3  # figures of a class or a group: what fits beside its name
MOST_PARTS = 10


def brief_of(ev: Profiled, *, every: bool = False) -> Brief:
    """What is reported first; `every`: all figures, all classes and all groups."""
    faults: list[Text] = []
    parts = [
        found
        for made in (_classes, _groups)
        if (found := unless_broken(_bound(made, ev, every=every), left_out(faults))) is not None
    ]
    usual = ev.keys() if every else tuple(key for key in brief_keys(ev.held) if key in ev)
    keys = ev.asked[: None if every else MOST_LINES] or usual
    notes = (*_confused(ev), *of_counts(ev.held, ev.population), *ev.notes, *faults)
    return Brief(
        verdict=ev.verdict,
        figures=tuple(line_of("all", None, ev, key) for key in keys),
        parts=tuple(parts),
        cautions=ev.cautions,
        cells=_cells(ev),
        notes=notes,
        rows=ev.rows,
    )


def _bound(made: Maker, ev: Profiled, *, every: bool) -> Callable[[], WorstParts | None]:
    return lambda: made(ev, every)


def _classes(ev: Profiled, every: bool) -> WorstParts | None:
    """The classes that are discriminated worst; of very many, those among the most frequent."""
    labels = ev.held.labels
    if len(labels) < 3 or ev.asked:
        return None
    looked: tuple[Label, ...] = labels
    if len(labels) > FEW and not every:
        rows = dict(zip(labels, np.asarray(ev.held.some.class_totals).tolist(), strict=True))
        looked = tuple(nlargest(FEW, labels, key=lambda label: rows[label]))
    parts = [part_lines("class", name, ev.by_class[name], _columns(ev, name)) for name in looked]
    return WorstParts("class", _ranked(parts, every=every), len(labels), len(looked))


def _columns(ev: Profiled, label: Label) -> tuple[str, ...]:
    return _first_columns(table_keys(ev.by_class[label].held))


def _groups(ev: Profiled, every: bool) -> WorstParts | None:
    """The groups that are worst by the figure that comes first."""
    keys = ev.asked or _first_columns(table_keys(ev.held))
    metric = ranked_by(keys, ev.held, len(ev.groups))
    if metric is None or len(ev.groups) < 2:
        return None
    level = ev.settings.confidence_level
    looked, sure = (tuple(ev.groups), True) if every else looked_at(ev.groups, metric, level)
    columns = tuple(dict.fromkeys((metric.key, *keys)))[:COLUMNS]
    parts = [part_lines("group", name, _part(ev, name), columns) for name in looked]
    seen = len(ev.groups) if sure else len(looked)
    return WorstParts("group", _ranked(parts, every=every), len(ev.groups), seen)


def _part(ev: Profiled, name: Label) -> Figures:
    return ev.by_group[name]


def _first_columns(keys: tuple[str, ...]) -> tuple[str, ...]:
    """Scores rank before labels are counted: the area replaces F1 where there is one."""
    first = [key for key in keys if key.startswith("auroc")]
    others = keys[len(first) :] if first and keys[0] not in first else keys
    return tuple(dict.fromkeys((*first, *others)))[:COLUMNS]


def _ranked(parts: list[PartLines], *, every: bool) -> tuple[PartLines, ...]:
    def bad(part: PartLines) -> tuple[int, float]:
        line = next(iter(part.lines), None)
        return UNDEFINED if line is None else badness(line.estimate, find(line.key))

    return tuple(sorted(parts, key=bad, reverse=True))[: None if every else MOST_PARTS]


def _cells(ev: Profiled) -> Text:
    """The four cells of two classes in one line."""
    matrix = ev.matrix
    if matrix is None or matrix.classes != 2 or matrix.pos_label is None or not matrix.total > 0:
        return Text("", "")
    cells = {name: number(float(getattr(matrix, name))) for name in ("tp", "fp", "fn", "tn")}
    return say("brief_cells", label=one_line(matrix.pos_label), **cells)


def _confused(ev: Profiled) -> Iterator[Text]:
    """Of more classes, the confusion that is seen most."""
    matrix = ev.matrix
    if matrix is None or not 2 < matrix.classes <= FEW:
        return
    counts = np.array(matrix.cells.array(), np.float64)
    truth = counts.sum(-1)
    np.fill_diagonal(counts, 0.0)
    if counts.max() > 0:
        true, predicted = np.unravel_index(int(counts.argmax()), counts.shape)
        names = {
            "truth": one_line(matrix.labels[int(true)]),
            "predicted": one_line(matrix.labels[int(predicted)]),
        }
        seen = {"n": number(counts.max()), "of": number(truth[true])}
        yield say("brief_confused", **seen, **names)
