"""Columns of truth and scores to good rows, and the account of the others."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from veracity.engines.columns.aligned import aligned
from veracity.engines.columns.display_names import Names, names_shown
from veracity.engines.files.paths import Piece
from veracity.engines.rows.class_columns import (
    Probability,
    Together,
    columns_by_label,
    in_order,
    known_labels,
    probable,
    refuse_other_columns,
    sums_to_one,
)
from veracity.engines.rows.scored_rows import Keyed, ScoredRows
from veracity.engines.rows.usable_rows import GivenColumns, class_places, judged_scores, keyed
from veracity.engines.validation.rules import rules
from veracity.errors import refuse
from veracity.statistics import labels as naming

__all__ = ["ScoredRows", "read_scores"]


def read_scores(
    truth: Any,
    scores: Mapping[Any, Any],
    *,
    called: Any = None,
    probability: Probability = False,
    weight: Any = None,
    weight_kind: str = "importance",
    labels: Iterable[Any] | None = None,
    pos_label: Any = None,
    cluster: Any = None,
    groups: Mapping[str, Any] | None = None,
    on_invalid: str = "raise",
    names: Names = None,
    by_label: Collection[Any] | None = None,
    together: Together = None,
    pieces: Sequence[Piece] = (),
) -> ScoredRows:
    """Columns read and judged; bad rows stop the run, or leave it with a count.

    `scores` maps what a column is ("y_score", or the label whose probability it holds) to the
    column. `probability` says which of them hold probabilities: all, none, or those listed.
    `by_label` lists the columns that stand for one class each; without it several columns of
    probabilities do. Their rows must add up to one if they are probabilities; `together` lists
    the columns of such sums where they are others. `called` is a column of predicted labels.
    `names` says how messages call the columns, where not by what they are for; `pieces` says
    which files the rows are from. Rows that weigh nothing are used, and behind no number: they
    are left out here.

    >>> rows = read_scores([0, 1, 1], {"y_score": [0.2, 0.4, 0.1]}, called=[0, 1, 0])
    >>> rows.confusion().cells.array().tolist(), rows.place.tolist()
    ([[1.0, 0.0], [1.0, 1.0]], [0, 1, 1])
    """
    probabilities = probable(scores, probability)
    classes = columns_by_label(scores, probabilities, by_label)
    shown = names_shown(scores, probabilities, classes, names)
    listed = labels if labels is None or isinstance(labels, tuple) else tuple(labels)
    refuse_other_columns(listed, classes)
    label_keys = (shown.truth, shown.called)
    ruled = rules(listed, label_keys, weight_kind, shown.weight, on_invalid)
    given = {shown.truth: truth}
    if called is not None:
        given[shown.called] = called
    first_score = len(given)
    given |= {shown.scores[name]: scores[name] for name in scores}
    first_key = len(given)
    if cluster is not None:
        given[shown.cluster] = cluster
    columns, weights = aligned({**given, **(groups or {})}, weight, shown.weight)
    places = {name: i for i, name in enumerate(scores)}
    sums = sums_to_one(classes, probabilities, together)
    judged = judged_scores(
        GivenColumns(
            columns[:first_score],
            columns[first_score:first_key],
            columns[first_key:],
            weights,
            [name in probabilities for name in scores],
            [[places[name] for name in group] for group in sums],
            pieces,
        ),
        ruled,
    )
    found = [(name, one.found) for name, one in zip(given, judged.labels, strict=False)]
    known = known_labels(found[0], None if called is None else found[1], listed, classes)
    good = judged.good
    told = [keyed(column, good) for column in judged.keys]
    place = [class_places(one, known) for one in judged.labels]
    numbers, weights = judged.numbers, judged.weight
    if good is not None:
        place, numbers = [one[good] for one in place], tuple(column[good] for column in numbers)
        weights = None if weights is None else weights[good]
    rows = ScoredRows(
        known,
        naming.chosen_positive(known, pos_label),
        place[0],
        dict(zip(scores, numbers, strict=True)),
        dict(zip(scores, judged.ends, strict=True)) if good is None else {},
        weights,
        ruled.squares,
        told[0] if cluster is not None else None,
        tuple(told[cluster is not None :]),
        judged.account,
        None if called is None else Keyed(known, place[1]),
        in_order(classes, known),
        judged.rounded,
    )
    if weights is None or not judged.some_weigh_nothing:
        return rows
    if not weights.any():
        raise refuse("weights_all_zero", column=shown.weight)
    return rows.part(np.flatnonzero(weights))
