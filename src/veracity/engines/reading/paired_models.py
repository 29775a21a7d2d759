"""Rows with the answers of several models → paired statistics, whatever held the rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from veracity.engines.counting.group_clusters import with_own_clusters
from veracity.engines.reading.category_order import category_order
from veracity.engines.reading.reading_labels import group_sum
from veracity.engines.reading.reading_scores import scored_rows
from veracity.engines.rows.scored_rows import ScoredRows
from veracity.errors import quoted, refuse
from veracity.statistics import labels as naming
from veracity.statistics.joint.joint_scores import JointScores
from veracity.statistics.joint.paired_table import PairedTable
from veracity.statistics.row_account import RowAccount


def paired_table(
    data: Any,
    truth: Any,
    models: Mapping[Any, Any],
    *,
    weight: Any = None,
    weight_kind: str = "importance",
    labels: Iterable[Any] | None = None,
    pos_label: Any = None,
    cluster: Any = None,
    on_invalid: str = "raise",
) -> tuple[PairedTable, RowAccount]:
    """Truth by the labels that the models gave; with `data`, columns are given by name.

    >>> table, account = paired_table(None, [0, 1, 1], {"A": [0, 1, 0], "B": [1, 1, 1]})
    >>> table.discordant("A", "B"), account.used
    ((1.0, 1.0), 3)
    """
    roles = {name: f"model {name}" for name in models}
    keys = {"y_true": truth, **{roles[name]: column for name, column in models.items()}}
    if cluster is not None:
        keys["cluster"] = cluster
    listed = None if labels is None else tuple(labels)
    grouped, account = group_sum(
        data,
        keys,
        weight=weight,
        weight_kind=weight_kind,
        labels=listed,
        label_keys=("y_true", *roles.values()),
        on_invalid=on_invalid,
    )
    levels = grouped.levels[: 1 + len(models)]
    for called in levels[1:]:
        naming.one_kind(levels[0], called)
    order = category_order(data, truth, *models.values()) if listed is None else None
    found = naming.in_given_order((v for level in levels for v in level), order, between=True)
    names = found if listed is None else naming.checked(listed)
    place = {label: i for i, label in enumerate(names)}
    places = [
        np.array([place[label] for label in level], np.int64)[codes]
        for level, codes in zip(levels, grouped.codes, strict=False)
    ]
    table = PairedTable.of_rows(
        places[0],
        dict(zip(models, places[1:], strict=True)),
        grouped.rows if grouped.weight is None else grouped.weight,
        labels=names,
        pos_label=pos_label,
        squares=grouped.squares,
        unit=None if cluster is None else grouped.codes[-1],
        unit_ids=() if cluster is None else grouped.levels[-1],
    )
    own: PairedTable = with_own_clusters(table)
    return own, account


def joint_scores(
    data: Any,
    truth: Any,
    models: Mapping[Any, Any],
    *,
    probability: bool,
    weight: Any = None,
    weight_kind: str = "importance",
    labels: Iterable[Any] | None = None,
    pos_label: Any = None,
    cluster: Any = None,
    on_invalid: str = "raise",
) -> tuple[JointScores, RowAccount]:
    """The scores of the models on the same rows, which have two classes.

    >>> joint, account = joint_scores(
    ...     None, [0, 1, 1], {"A": [0.1, 0.9, 0.9], "B": [3, 5, 5]}, probability=False
    ... )
    >>> len(joint), account.used
    (2, 3)
    """
    scored = scored_rows(
        data,
        truth,
        dict(models),
        probability=probability,
        weight=weight,
        weight_kind=weight_kind,
        labels=labels,
        pos_label=pos_label,
        cluster=cluster,
        on_invalid=on_invalid,
        names={name: f"model {name}" for name in models},
        by_label=(),
    )
    if len(scored.labels) != 2:
        raise refuse("one_score_needs_two_classes", labels=quoted(scored.labels))
    if scored.pos_label is None:
        raise refuse("needs_pos_label", labels=quoted(scored.labels))
    first, *rest = (_joint(piece, models) for piece in scored.pieces())
    whole: JointScores = with_own_clusters(first.merged(rest) if rest else first)
    return whole, scored.account


def _joint(rows: ScoredRows, models: Iterable[Any]) -> JointScores:
    cluster = rows.cluster
    return JointScores.of_rows(
        rows.place.astype(np.int64),
        {name: rows.scores[name] for name in models},
        rows.weight,
        labels=rows.labels,
        pos_label=rows.pos_label,
        unit=None if cluster is None else cluster.codes.astype(np.int64),
        unit_ids=() if cluster is None else cluster.levels,
        squares=rows.squares,
    )
