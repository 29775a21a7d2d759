"""Columns on which laws are tried: every kind of label, weight, cluster and group."""

from dataclasses import dataclass
from datetime import date
from typing import Any

import numpy as np
from hypothesis import strategies as st

from veracity.evaluation import ConfusionMatrix, Evaluation, evaluate

NAMES = {
    "zero and one": (0, 1),
    "minus one and one": (-1, 1),
    "booleans": (False, True),
    "whole numbers": (1, 2, 3),
    "text": ("a", "b", "世界"),
    "dates": (date(2026, 1, 1), date(2026, 1, 2), date(2026, 12, 31)),
    "tuples": ((1, "a"), (1, "b"), (2, "a")),
}


@dataclass(frozen=True)
class Columns:
    """Rows as parallel lists."""

    truth: list[Any]
    called: list[Any]
    weight: list[float] | None = None
    cluster: list[Any] | None = None
    group: list[Any] | None = None

    def __len__(self) -> int:
        return len(self.truth)

    def rows(self, which: Any) -> "Columns":
        def pick(column: list[Any] | None) -> list[Any] | None:
            return None if column is None else [column[i] for i in which]

        parts = (self.truth, self.called, self.weight, self.cluster, self.group)
        return Columns(*(pick(part) for part in parts))

    def matrix(self, **options: Any) -> ConfusionMatrix:
        return self.evaluation(**options).confusion

    def evaluation(self, **options: Any) -> Evaluation:
        return evaluate(
            self.truth,
            self.called,
            sample_weight=self.weight,
            cluster=self.cluster,
            group=self.group,
            **options,
        )


@st.composite
def columns(draw: Any, kind: str | None = None, *, weights: bool = False) -> Columns:
    """Few rows of one kind of label, so that parts often lack a label."""
    names = NAMES[kind or draw(st.sampled_from(sorted(NAMES)))]
    size = draw(st.integers(1, 12))

    def column(values: Any) -> Any:
        return draw(st.lists(values, min_size=size, max_size=size))

    label = st.sampled_from(names)
    weight = st.floats(0.01, 100) if weights else None
    cluster, group = st.sampled_from(["p1", "p2", "p3", "p4"]), st.sampled_from(["x", "y"])
    with_clusters, with_groups = draw(st.booleans()), draw(st.booleans())
    return Columns(
        column(label),
        column(label),
        None if weight is None else column(weight),
        column(cluster) if with_clusters else None,
        column(group) if with_groups else None,
    )


@st.composite
def divided(draw: Any, rows: Columns) -> list[Columns]:
    """The rows divided into parts in any way; no part is empty."""
    part = draw(st.lists(st.integers(0, 4), min_size=len(rows), max_size=len(rows)))
    return [rows.rows([i for i, p in enumerate(part) if p == one]) for one in sorted(set(part))]


def many(size: int, classes: int, seed: int = 0, right: float = 0.7) -> Columns:
    """Rows of whole-number labels, most of them predicted right."""
    draw = np.random.default_rng(seed)
    truth = draw.integers(0, classes, size)
    called = np.where(draw.random(size) < right, truth, draw.integers(0, classes, size))
    return Columns(truth.tolist(), called.tolist())


def close(mine: Any, yours: Any, tolerance: float = 1e-12) -> bool:
    """Equal to 1e-12 relative to the largest, nan equal to nan."""
    mine, yours = np.asarray(mine, float), np.asarray(yours, float)
    finite = np.abs(yours[np.isfinite(yours)])
    scale = max(1.0, finite.max()) if finite.size else 1.0
    return bool(np.allclose(mine, yours, rtol=0, atol=tolerance * scale, equal_nan=True))
