"""Joint scores of several models with a column for each class: whose column is which."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from veracity.arrays import Floats
from veracity.statistics.joint.joint_scores import JointScores
from veracity.statistics.labels import Label


def models_of(joint: JointScores) -> tuple[Label, ...]:
    """The models, where columns are named (model, label).

    >>> rows = {("A", 0): [0.4], ("A", 1): [0.6], ("B", 0): [0.5], ("B", 1): [0.5]}
    >>> models_of(JointScores.of_rows([1], rows))
    ('A', 'B')
    """
    pairs: list[Any] = list(joint.names)
    return tuple(dict.fromkeys(name for name, _ in pairs))


def columns_of_model(joint: JointScores, name: Label) -> Floats:
    """The scores of one model, a row for each label in its order, (K, T)."""
    index: dict[Any, int] = {column: i for i, column in enumerate(joint.names)}
    scores: Floats = joint.scores[[index[name, label] for label in joint.labels]]
    return scores


def columns_read(joint: JointScores, name: Label, kind: Any) -> tuple[tuple[Label, ...], Floats]:
    """The columns of one model as a kind of joint scores has them, entry by entry, with names.

    A kind (`CumulativeScores` …) is made by its `of_joint`, which puts entries in order; each
    entry is a cluster of its own on the way, so that its index can be found again.
    """
    scores = columns_of_model(joint, name)
    if kind is None:
        return joint.labels, scores
    each = np.arange(len(joint))
    ids: Any = range(len(joint))
    alone = JointScores(
        joint.labels,
        scores,
        joint.truth,
        joint.weight,
        joint.labels,
        cluster=each,
        cluster_labels=ids,
    )
    made = kind.of_joint(alone)
    return made.names, made.scores[:, np.argsort(made.cluster)]


def scores_of_model(joint: JointScores, name: Label) -> JointScores:
    """The joint scores of one model alone, its columns named by the labels."""
    pairs: Any = [(name, label) for label in joint.labels]
    alone = joint.among(pairs)
    named = replace(alone, names=joint.labels)
    vars(named)["ranked"] = alone.ranked  # sorted once
    return named
