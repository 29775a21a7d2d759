"""Rows with several columns of scores, and clusters, for tests."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from hypothesis import strategies as st

from tests.statistics.score_rows import ANY, WEIGHTS
from veracity.statistics.joint.joint_scores import JointScores


@dataclass
class JointRows:
    """Rows of `classes` classes with the columns "A", "B", … and perhaps weights and clusters."""

    truth: np.ndarray
    columns: dict[str, np.ndarray]
    weight: np.ndarray | None
    cluster: np.ndarray | None
    classes: int

    @property
    def labels(self) -> tuple[int, ...]:
        return tuple(range(self.classes))

    def joint(self, kept=slice(None)) -> JointScores:
        clusters = (
            {}
            if self.cluster is None
            else {"cluster": self.cluster[kept], "cluster_labels": range(5)}
        )
        return JointScores.of_rows(
            self.truth[kept],
            {name: column[kept] for name, column in self.columns.items()},
            None if self.weight is None else self.weight[kept],
            labels=self.labels,
            **clusters,
        )

    def __len__(self) -> int:
        return len(self.truth)


@st.composite
def joint_rows(draw, classes=None, weighted=None, clustered=None, scores=ANY, most=30) -> JointRows:
    """Rows with every class; many tuples of scores repeat."""
    count = draw(st.integers(2, 4)) if classes is None else classes
    size = draw(st.integers(count, most))

    def several(values):
        return np.array(draw(st.lists(values, min_size=size, max_size=size)))

    truth = several(st.integers(0, count - 1))
    truth[:count] = range(count)
    columns = {}
    for name in "ABC"[: draw(st.integers(1, 3))]:
        pool = draw(st.lists(scores, min_size=1, max_size=6))
        columns[name] = several(st.sampled_from(pool))
    weigh = draw(st.booleans()) if weighted is None else weighted
    cluster = draw(st.booleans()) if clustered is None else clustered
    return JointRows(
        truth,
        columns,
        several(WEIGHTS) if weigh else None,
        several(st.integers(0, 4)) if cluster else None,
        count,
    )
