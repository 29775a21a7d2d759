"""The paired table holds what each model's matrix needs, merges exactly and refuses nonsense."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from veracity.errors import CannotMerge, InputError
from veracity.statistics.joint.joint_scores import JointScores
from veracity.statistics.joint.paired_table import PairedTable

indices = st.integers(0, 2)
rows = st.lists(st.tuples(indices, indices, indices, st.integers(0, 3)), min_size=1, max_size=40)


def table_of(some, labels=("a", "b", "c"), **parts):
    truth, a, b, cluster = (list(column) for column in zip(*some, strict=True))
    return PairedTable.of_rows(
        truth, {"A": a, "B": b}, labels=labels, cluster=cluster, cluster_labels=range(4), **parts
    )


@given(rows)
@settings(max_examples=60, deadline=None)
def test_the_matrices_are_those_of_the_rows(some) -> None:
    table = table_of(some)
    for index, name in ((1, "A"), (2, "B")):
        counts = np.zeros((3, 3))
        for row in some:
            counts[row[0], row[index]] += 1
        matrix = table.matrix(name)
        assert matrix.counts.tolist() == counts.tolist()
        assert matrix.by_cluster().counts.sum(0).tolist() == counts.tolist()
    only = sum(r[1] == r[0] != r[2] for r in some), sum(r[2] == r[0] != r[1] for r in some)
    assert table.discordant("A", "B") == only
    assert table.by_label("A", "B").sum() == len(some)
    assert table.by_label("A", "B")[0, 1] == sum(r[1] == 0 and r[2] == 1 for r in some)


@given(rows, rows)
@settings(max_examples=60, deadline=None)
def test_parts_in_any_order_are_the_whole(one, other) -> None:
    whole = table_of([*one, *other])
    assert table_of(one) + table_of(other) == whole
    assert table_of(other) + table_of(one) == whole
    assert sum([table_of(one), table_of(other)]) == whole


def test_merging_aligns_models_labels_and_clusters() -> None:
    one = PairedTable.of_rows([0, 1], {"A": [0, 1], "B": [1, 1]}, labels=("x", "y"))
    other = PairedTable.of_rows([0, 0], {"B": [1, 0], "A": [0, 0]}, labels=("y", "z"))
    both = one + other
    assert both.labels == ("x", "y", "z")
    assert both.matrix("A").counts.tolist() == [[1, 0, 0], [0, 3, 0], [0, 0, 0]]
    assert both.matrix("B").counts.tolist() == [[0, 1, 0], [0, 2, 1], [0, 0, 0]]


def test_merging_refuses_other_models_and_half_clusters() -> None:
    one = PairedTable.of_rows([0, 1], {"A": [0, 1], "B": [1, 1]})
    with pytest.raises(CannotMerge, match="different models"):
        one + PairedTable.of_rows([0], {"A": [0], "C": [1]})
    with pytest.raises(CannotMerge, match="cluster"):
        one + PairedTable.of_rows([0], {"A": [0], "B": [1]}, cluster=[0], cluster_labels=["p"])
    with pytest.raises(CannotMerge, match="Resampled"):
        one + one.resampled(np.ones((3, len(one))))


def test_weights_keep_their_squares() -> None:
    weight = np.array([0.5, 2.0, 0.25])
    table = PairedTable.of_rows(
        [0, 1, 1], {"A": [0, 1, 1], "B": [0, 1, 1]}, weight, squares=weight**2
    )
    assert table.matrix("A").counts.tolist() == [[0.5, 0.0], [0.0, 2.25]]
    assert table.matrix("A").sum_of_squares.array()[1, 1] == 4.0625
    assert table.effective_total == pytest.approx(2.75**2 / (0.25 + 4 + 0.0625))


def test_redraws_are_a_leading_axis() -> None:
    table = PairedTable.of_rows([0, 1, 1], {"A": [0, 1, 0], "B": [1, 1, 1]})
    weights = np.array([[1.0, 0.0, 2.0], [3.0, 1.0, 1.0], [0.0, 0.0, 5.0]])
    many = table.resampled(weights).matrix("A").counts
    for row, weight in enumerate(weights):
        assert many[row].tolist() == table.resampled(weight[None]).matrix("A").counts[0].tolist()
    with pytest.raises(InputError):
        table.resampled(np.ones(2))


def test_scores_are_cut_at_or_above_the_threshold() -> None:
    joint = JointScores.of_rows([0, 1, 1], {"A": [0.5, 0.5, 0.4], "B": [0.1, 0.9, 0.2]})
    table = PairedTable.of_joint(joint, 0.5)
    assert table.matrix("A").counts.tolist() == [[0, 1], [1, 1]]
    assert table.matrix("B").counts.tolist() == [[1, 0], [1, 1]]
    assert table.matrix("A") == joint.column("A").counts_at(0.5)


def test_a_model_that_is_not_there_is_named() -> None:
    table = PairedTable.of_rows([0, 1], {"A": [0, 1], "B": [1, 1]})
    with pytest.raises(InputError, match="'A', 'B'"):
        table.matrix("C")
    assert table.among(["B"]).names == ("B",)
    assert "2 entries" in repr(table)
