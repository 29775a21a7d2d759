"""Rows of one patient belong together: intervals know it."""

import math

import numpy as np
import pytest

from veracity.evaluation import evaluate
from veracity.intervals import proportion_interval


def patients(number, rows_each, seed=0):
    """Every patient is either predicted right throughout or wrong throughout."""
    draw = np.random.default_rng(seed)
    truth = np.repeat(draw.integers(0, 2, number), rows_each)
    right = np.repeat(draw.random(number) < 0.7, rows_each)
    return truth, np.where(right, truth, 1 - truth), np.repeat(np.arange(number), rows_each)


def width(estimate):
    return estimate.high - estimate.low


@pytest.mark.parametrize("key", ["accuracy", "recall", "mcc", "f1"])
def test_correlated_rows_make_intervals_wider(key):
    """30 copies of each patient: √30 = 5.5 times as wide as if rows were independent."""
    truth, called, cluster = patients(60, 30)
    honest, naive = evaluate(truth, called, cluster=cluster)[key], evaluate(truth, called)[key]
    assert honest.value == naive.value
    assert width(honest) / width(naive) == pytest.approx(math.sqrt(30), rel=0.15)


@pytest.mark.parametrize("key", ["accuracy", "mcc"])
def test_copies_of_rows_add_nothing(key):
    many = evaluate(*patients(60, 30)[:2], cluster=patients(60, 30)[2])[key]
    few = evaluate(*patients(60, 1)[:2], method="delta")[key]
    assert many.value == pytest.approx(few.value, rel=1e-12)
    assert width(many) == pytest.approx(width(few), rel=0.1)


def test_clusters_of_one_row_are_rows():
    """But for C/(C − 1) and t instead of the normal quantile."""
    truth, called, cluster = patients(200, 1)
    one = evaluate(truth, called, cluster=cluster)["mcc"]
    other = evaluate(truth, called, method="delta")["mcc"]
    assert (one.low, one.high) == pytest.approx((other.low, other.high), abs=0.002)


def test_one_cluster_says_nothing_of_the_variation():
    found = evaluate([0, 1, 1, 0], [0, 1, 0, 0], cluster=["p"] * 4)["accuracy"]
    assert (found.value, found.method) == (0.75, "none")
    assert math.isnan(found.low)
    assert "one cluster" in found.note


def test_the_number_of_clusters_is_said():
    truth, called, cluster = patients(12, 5)
    note = evaluate(truth, called, cluster=cluster)["accuracy"].note
    assert note == "The variance is between 12 clusters (t distribution, 11 degrees of freedom)."
    redrawn = evaluate(truth, called, cluster=cluster, method="percentile")["accuracy"]
    assert redrawn.note.startswith("12 clusters were resampled")


def test_groups_and_classes_know_their_clusters():
    truth, called, cluster = patients(40, 10)
    ev = evaluate(truth, called, cluster=cluster, group=np.where(cluster < 15, "x", "y"))
    assert "between 15 clusters" in ev.by_group["x"]["accuracy"].note
    assert ev.by_class[1]["recall"].method == "delta (clusters)"


def test_clusters_that_all_agree_are_as_many_trials():
    """9 patients of 4 rows, all right: no better known than 9 rights of 9 (Wilson)."""
    truth = [0, 1] * 18
    cluster = [i // 4 for i in range(36)]
    found = evaluate(truth, truth, cluster=cluster)["accuracy"]
    assert (found.value, found.high) == (1, 1)
    assert found.low == pytest.approx(proportion_interval(9, 9, "wilson")[0])
    assert found.method == "wilson (clusters)"
    assert found.n == 36
