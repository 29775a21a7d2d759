"""A sparse matrix of very many classes gives what the dense one gives."""

from __future__ import annotations

import numpy as np
import pytest

from tests.metrics import tables
from tests.metrics.comparing import same
from veracity.metrics import ANY_CLASSES, TWO_CLASSES, find

SOME = tuple(np.flatnonzero(tables.sparse_three().cells.array().sum((-2, -1)) > 3)[::60])
KEYS = (
    *(key for m in ANY_CLASSES for key in (m.key, *m.examples)),
    *(f"{how}_{m.key}" for how in ("macro", "micro", "weighted") for m in [*TWO_CLASSES][:15]),
)


@pytest.mark.parametrize("key", KEYS)
def test_sparse_cells_give_the_value_of_dense_ones(key: str) -> None:
    metric = find(key)
    counts = [tables.sparse_three().cells.array()[index] for index in SOME]
    counts += [tables.random(4).cells.array()[index] for index in range(5)]
    for one in counts:
        dense = tables.matrix(one)
        sparse = dense.changed(cells=dense.cells.sparse())
        assert same(metric(sparse), metric(dense), 1e-13).all()
        assert metric.reasons(sparse) == metric.reasons(dense)
