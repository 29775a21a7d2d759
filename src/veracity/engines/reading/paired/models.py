"""Rows with the answers of several models → paired statistics, whatever held the rows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from veracity.engines.counting.group_clusters import with_own_clusters
from veracity.engines.reading.category_order import category_order
from veracity.engines.reading.reading_labels import group_sum
from veracity.engines.reading.reading_scores import ReadRequest, Scored, read_rows
from veracity.errors import quoted, refuse
from veracity.statistics import labels as naming
from veracity.statistics.joint.joint_scores import JointScores
from veracity.statistics.joint.paired_table import PairedTable
from veracity.statistics.labels import Label
from veracity.statistics.row_account import RowAccount

if TYPE_CHECKING:
    from veracity.engines.columns.given import ColumnLike


def paired_table(
    request: ReadRequest[ColumnLike], models: Mapping[Label, ColumnLike]
) -> tuple[PairedTable, RowAccount]:
    """Truth by the labels that the models gave.

    >>> models = {"A": [0, 1, 0], "B": [1, 1, 1]}
    >>> table, account = paired_table(ReadRequest(truth=[0, 1, 1]), models)
    >>> table.discordant("A", "B"), account.used
    ((1.0, 1.0), 3)
    """
    roles = {name: f"model {name}" for name in models}
    keys = {"y_true": request.truth, **{roles[name]: column for name, column in models.items()}}
    clustered = request.cluster is not None
    if request.cluster is not None:
        keys["cluster"] = request.cluster
    grouped, account = group_sum(
        request.data,
        keys,
        weight=request.weight,
        weight_kind=request.weight_kind,
        labels=request.labels,
        label_keys=("y_true", *roles.values()),
        on_invalid=request.on_invalid,
        cluster="cluster" if clustered else None,
    )
    categories = grouped.categories[: 1 + len(models)]
    for predicted in categories[1:]:
        naming.one_kind(categories[0], predicted)
    if request.labels is None:
        order = category_order(request.data, request.truth, *models.values())
        found = (v for level in categories for v in level)
        names = naming.in_given_order(found, order, between=True)
    else:
        names = naming.checked(request.labels)
    index = {label: i for i, label in enumerate(names)}
    indices = [
        np.array([index[label] for label in level], np.int64)[codes]
        for level, codes in zip(categories, grouped.codes, strict=False)
    ]
    table = PairedTable.of_rows(
        indices[0],
        dict(zip(models, indices[1:], strict=True)),
        grouped.rows if grouped.weight is None else grouped.weight,
        labels=names,
        pos_label=request.pos_label,
        squares=grouped.squares,
        cluster=grouped.codes[-1] if clustered else None,
        cluster_labels=grouped.categories[-1] if clustered else (),
    )
    own: PairedTable = with_own_clusters(table)
    return own, account


def joint_scores(request: ReadRequest[ColumnLike]) -> tuple[JointScores, RowAccount]:
    """The scores of the models, named as they are, on the same rows, which have two classes.

    >>> models = {"A": [0.1, 0.9, 0.9], "B": [3, 5, 5]}
    >>> joint, account = joint_scores(ReadRequest(truth=[0, 1, 1], scores=models))
    >>> len(joint), account.used
    (2, 3)
    """
    names = {name: f"model {name}" for name in request.scores}
    scored = read_rows(replace(request, score_names=names, by_label=()))
    if len(scored.labels) != 2:
        raise refuse("one_score_needs_two_classes", labels=quoted(scored.labels))
    if scored.pos_label is None:
        raise refuse("needs_pos_label", labels=quoted(scored.labels))
    return joined_scores(scored), scored.account


def joined_scores(scored: Scored) -> JointScores:
    """All scores of every row as distinct tuples, piece by piece."""
    first, *rest = (piece.joint(piece.scores, piece.pos_label) for piece in scored.pieces())
    whole: JointScores = with_own_clusters(first.merged(rest) if rest else first)
    return whole
