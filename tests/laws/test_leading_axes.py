"""A metric of stacked matrices is the stack of its values: leading axes are a loop."""

import numpy as np
import pytest

from tests.laws.columns import close
from veracity.evaluation import ConfusionMatrix
from veracity.evaluation.state.keys import available
from veracity.statistics.held import Held


def tables(classes: int) -> np.ndarray:
    """Matrices on two leading axes, some of them with empty rows, columns, or empty at all."""
    draw = np.random.default_rng(classes)
    counts = draw.integers(0, 6, (4, 5, classes, classes))
    counts[0, 0] = 0
    counts[0, 1, 0, :] = 0
    counts[0, 2, :, 0] = 0
    counts[0, 3] = np.eye(classes)
    counts[0, 4] = np.eye(classes)[:1].T @ np.ones((1, classes))
    counts[1, 0] = 0
    counts[1, 0, 0, 0] = 9
    return counts


@pytest.mark.parametrize("classes", [2, 3, 5])
def test_every_key(classes):
    counts = tables(classes)
    labels = range(classes)
    stacked = ConfusionMatrix(counts, labels=labels)
    for key in available(Held(1, stacked)):
        value = stacked.metric(key)
        looped = [
            [ConfusionMatrix(table, labels=labels).metric(key) for table in row] for row in counts
        ]
        assert value.shape == (4, 5), key
        assert close(value, looped), key


@pytest.mark.parametrize("key", ["fbeta(2)", "macro_fbeta(0.5)", "net_benefit(0.2)"])
def test_keys_with_parameters(key):
    counts = tables(2)
    stacked = ConfusionMatrix(counts, labels=(0, 1)).metric(key)
    looped = [[ConfusionMatrix(t, labels=(0, 1)).metric(key) for t in row] for row in counts]
    assert close(stacked, looped)


def test_one_matrix_gives_a_plain_float():
    matrix = ConfusionMatrix([[5, 1], [2, 4]], labels=(0, 1))
    assert all(type(matrix.metric(key)) is float for key in available(Held(1, matrix)))


def test_operations_keep_the_axes():
    counts = tables(3)
    stacked = ConfusionMatrix(counts, labels="abc")
    one = ConfusionMatrix(counts[2, 3], labels="abc")
    for operation in (
        lambda c: c.T,
        lambda c: c.one_vs_rest("b"),
        lambda c: c.one_vs_one("a", "c"),
        lambda c: c.pooled_classes(),
        lambda c: c.at_prevalence({"a": 0.2, "b": 0.3, "c": 0.5}),
        lambda c: c.by_chance(),
        lambda c: c + c,
    ):
        got = operation(stacked)
        assert got.shape == (4, 5)
        assert close(got.cells.array()[2, 3], operation(one).cells.array())
