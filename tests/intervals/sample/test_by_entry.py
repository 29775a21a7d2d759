"""The closed forms of K columns against derivatives that are taken by hand, entry by entry."""

from dataclasses import replace

import numpy as np
import pytest

from veracity.intervals import Settings
from veracity.intervals.influence.influence import Directions
from veracity.intervals.sample.by_entry import influence_of_entries
from veracity.intervals.sample.sample import Sample
from veracity.metrics import find
from veracity.metrics.catalogue.catalogue import PROBABILITY, RANKING
from veracity.metrics.record.interval_facts import Smooth
from veracity.resampling.joint_parts import entries_of
from veracity.statistics.joint.cumulative_scores import CumulativeScores
from veracity.statistics.joint.joint_scores import JointScores
from veracity.statistics.joint.unit_length import UnitScores

KEYS = sorted(
    key
    for key, metric in {**RANKING, **PROBABILITY}.items()
    if (smooth := metric.fact(Smooth)) is not None and smooth.by_entry is not None
)
STEP = 1e-5


def joint(rows=36, classes=3, *, weights=False, clusters=0) -> JointScores:
    random = np.random.default_rng(rows)
    truth = np.concatenate([np.arange(classes), random.integers(0, classes, rows - classes)])
    raw = random.integers(1, 8, (classes, rows)) + 3.0 * (np.arange(classes)[:, None] == truth)
    scores = raw / raw.sum(0)
    if classes < 10:
        scores[0] = np.round(scores[0], 1)  # ties, in one column
    labels = [f"class {k}" for k in range(classes)]
    return JointScores.of_rows(
        truth,
        dict(zip(labels[::-1], scores[::-1], strict=True)),  # columns in another order
        random.uniform(0.5, 2, rows) if weights else None,
        labels=labels,
        cluster=random.integers(0, clusters, rows) if clusters else None,
        cluster_labels=range(clusters),
    )


def read_by(key: str, rows: JointScores) -> JointScores:
    kinds = {"rps": CumulativeScores, "spherical": UnitScores, "ordinal_auroc": CumulativeScores}
    return kinds[key].of_joint(rows) if key in kinds else rows


def test_there_are_some():
    assert {"auroc_ovr_macro", "auroc_ovo_weighted", "brier", "log_loss", "rps"} <= set(KEYS)


@pytest.mark.parametrize("weights", [False, True])
@pytest.mark.parametrize("key", [*KEYS, "log_loss(0.01)"])
def test_the_derivative_by_the_weight_of_every_entry(key, weights):
    metric, rows = find(key), read_by(key.partition("(")[0], joint(weights=weights))
    expected = []
    for index in range(len(rows)):
        ends = []
        for way in (1, -1):
            moved = rows.weight.copy()
            moved[index] += way * STEP
            ends.append(float(metric(replace(rows, weight=moved).columns)))
        expected.append((ends[0] - ends[1]) / (2 * STEP))
    found = metric.interval.by_entry(rows, **metric.values)
    np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-9)


@pytest.mark.parametrize("kind", [{}, {"weights": True}, {"clusters": 12}])
@pytest.mark.parametrize("key", KEYS)
def test_the_influence_is_that_of_moving_the_columns(key, kind):
    metric, rows = find(key), read_by(key, joint(60, **kind))
    found = influence_of_entries(Sample(rows, Settings()), metric)
    moved = Directions(entries_of(rows, None), 0).influence(metric)
    assert found.variance == pytest.approx(moved.variance, rel=1e-4)
    assert found.degrees == pytest.approx(moved.degrees, rel=1e-3)
    assert (found.freedom, found.clusters) == pytest.approx((moved.freedom, moved.clusters))


@pytest.mark.parametrize("key", KEYS)
def test_many_classes_take_no_time(key):
    """150 classes have 150² · 32 cells; one by one they would take minutes."""
    metric = find(key)
    rows = read_by(key, joint(600, 150))
    found = influence_of_entries(Sample(rows, Settings()), metric)
    assert found.variance > 0
