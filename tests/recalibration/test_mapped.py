"""Statistics after a map are those of rows after the map."""

import numpy as np
import pytest

from tests.recalibration.rows import overconfident
from veracity.engines.rows.tables import score_table
from veracity.evaluation.front.evaluating import evaluate
from veracity.recalibration.mapped import held_of, largest_counts, mapped
from veracity.recalibration.maps import IsotonicMap, Temperature
from veracity.statistics.joint.joint_scores import JointScores

STEPS = IsotonicMap(np.array([0.1, 0.3, 0.31, 0.6]), np.array([0.0, 0.0, 0.5, 1.0]))


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("clustered", [False, True])
def test_a_table(weighted, clustered):
    y, p, cluster = overconfident(120, 0)
    options = {"cluster": cluster if clustered else None}
    w = np.random.default_rng(0).random(120) if weighted else None
    made = mapped(score_table(y, p, w, **options)[0], STEPS)
    rows = score_table(y, STEPS(p), w, **options)[0]
    assert np.array_equal(made.scores, rows.scores)
    assert made.weight == pytest.approx(rows.weight, abs=1e-12)
    assert made.sum_of_squares == pytest.approx(rows.sum_of_squares, abs=1e-12)
    if clustered:
        assert made.clusters.ids == rows.clusters.ids
        assert np.array_equal(made.clusters.cell, rows.clusters.cell)
        assert made.clusters.weight == pytest.approx(rows.clusters.weight)


@pytest.mark.parametrize("clustered", [False, True])
def test_columns(clustered):
    random = np.random.default_rng(0)
    p = random.dirichlet([1, 1, 1], 90).round(2)
    p[:, 2] = 1 - p[:, 0] - p[:, 1]
    p = np.abs(p)
    y, cluster = random.integers(0, 3, 90), np.arange(90) // 3
    made = Temperature(0.5)
    joint = JointScores.of_rows(
        y,
        dict(enumerate(p.T)),
        labels=(0, 1, 2),
        cluster=cluster if clustered else None,
        cluster_labels=range(30) if clustered else (),
    )
    held = held_of(mapped(joint, made), 90, None)
    again = evaluate(y, y_proba=made(p.T).T, cluster=cluster if clustered else None).held
    assert np.array_equal(held.confusion.counts, again.confusion.counts)
    assert np.array_equal(held.ranks.weight, again.ranks.weight)
    assert held.clusters == again.clusters
    if clustered:
        assert held.confusion.clusters == again.confusion.clusters


def test_of_equal_columns_the_first_is_called():
    joint = JointScores.of_rows([1], {0: [0.5], 1: [0.5]})
    assert largest_counts(joint).counts.tolist() == [[0, 0], [1, 0]]
