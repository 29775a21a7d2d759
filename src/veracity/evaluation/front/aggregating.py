"""Many parts (folds, runs, data sets, class pairs) as one answer, every average by name."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import reduce
from typing import Any

from veracity import statistics
from veracity.errors import quoted, refuse
from veracity.evaluation.folds.aggregate import Aggregate
from veracity.evaluation.front.class_pairs import pooled_pairs
from veracity.evaluation.single.evaluation import ConfusionMatrix, Evaluation
from veracity.intervals import Settings
from veracity.statistics import RowAccount
from veracity.statistics import labels as naming
from veracity.statistics.held import Held, rows_behind


def aggregate(
    parts: Iterable[Evaluation | statistics.ConfusionMatrix | statistics.ScoreTable],
    names: Iterable[Any] | None = None,
    *,
    confidence_level: float = 0.95,
    method: str = "auto",
    n_resamples: int = 2000,
    random_state: int = 0,
) -> Aggregate:
    """Several evaluations or matrices together: folds, runs, data sets, or pairs of classes.

    Evaluations of labels, scores or probabilities, confusion matrices, tables of scores; also
    the pairs of one matrix (`cm.pairs()`).

    >>> folds = [
    ...     ConfusionMatrix.from_counts(tp=4, fp=1, fn=2, tn=5),
    ...     ConfusionMatrix.from_counts(tp=3, fp=1, fn=4, tn=4),
    ... ]
    >>> both = aggregate(folds)
    >>> round(both.pooled["precision"].value, 4), round(both.macro["f1"].value, 4)
    (0.7778, 0.6364)
    >>> round(both.f1_of_macro.value, 4)
    0.6418
    """
    settings = Settings(confidence_level, method, n_resamples, random_state)
    found = tuple(_evaluated(one, replace(settings, method="none")) for one in parts)
    if not found:
        raise refuse("aggregate_nothing")
    listed = tuple(range(len(found))) if names is None else tuple(names)
    if len(listed) != len(found):
        raise refuse("aggregate_names", names=len(listed), matrices=len(found))
    if len(set(listed)) < len(listed):
        raise refuse("aggregate_names_repeated", names=quoted(naming.repeated(listed)))
    are_pairs = _are_pairs(found)
    matrices = [part.held.confusion for part in found if part.held.confusion is not None]
    pairs = pooled_pairs(matrices) if are_pairs and len(matrices) == len(found) else None
    return Aggregate(_aligned(found), listed, settings, are_pairs, pairs)


def _evaluated(one: object, settings: Settings) -> Evaluation:
    """A part as an evaluation without intervals: those of means are made from all parts."""
    if isinstance(one, Evaluation):
        return one.part(
            one.held,
            one.rows,
            settings=settings,
            groups=one.groups,
            asked=one.asked,
            notes_on_rows=one.notes_on_rows,
            notes_on_threshold=one.notes_on_threshold,
        )
    if not isinstance(one, (statistics.ConfusionMatrix, statistics.ScoreTable)):
        raise refuse("aggregate_kind", type=type(one).__name__)
    if one.shape:
        raise refuse("evaluate_leading_axes", shape=one.shape)
    n = rows_behind(one)
    if one.kind == "score_table":
        held = Held(n, scores=statistics.ScoreTable.like(one))
    else:
        held = Held(n, statistics.ConfusionMatrix.like(one))
    kind = "importance" if one.weighted else None
    return Evaluation(held, rows=RowAccount(n, n), settings=settings, weight_kind=kind)


def _aligned(parts: tuple[Evaluation, ...]) -> tuple[Evaluation, ...]:
    """All over the union of the labels; pairs of different classes over negative and positive."""
    if _are_pairs(parts):
        if any(part.held.scores is not None for part in parts):
            classes = [part.held.labels for part in parts]
            raise refuse("aggregate_other_classes", classes=quoted(list(dict.fromkeys(classes))))
        return tuple(_with(part, part.held.each(_by_role)) for part in parts)
    labels = reduce(naming.merged, (part.held.labels for part in parts))
    grouped = all(part.groups for part in parts)
    return tuple(
        _with(
            part,
            part.held.relabelled(labels),
            groups={g: held.relabelled(labels) for g, held in part.groups.items() if grouped},
        )
        for part in parts
    )


def _by_role(matrix: statistics.ConfusionMatrix) -> statistics.ConfusionMatrix:
    return statistics.ConfusionMatrix.like(ConfusionMatrix.like(matrix).by_role())


def _with(part: Evaluation, held: Held, **changed: Any) -> Evaluation:
    notes = {"notes_on_rows": part.notes_on_rows, "notes_on_threshold": part.notes_on_threshold}
    return part.part(held, part.rows, asked=part.asked, **notes, **changed)


def _are_pairs(parts: tuple[Evaluation, ...]) -> bool:
    """Two classes each, and not the same two: cases of a class are then in several parts."""
    held = [part.held for part in parts]
    two = all(len(one.labels) == 2 and one.pos_label is not None for one in held)
    return two and len({label for one in held for label in naming.found(one.labels)}) > 2
