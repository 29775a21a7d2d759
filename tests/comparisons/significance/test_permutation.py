"""The permutation test against the enumeration of every exchange."""

from itertools import product

import numpy as np
import pytest

from tests.comparisons.samples import paired, scores
from veracity.comparisons.paired_samples.paired import Paired
from veracity.comparisons.significance.permutation import can_exchange, permutation_test
from veracity.intervals import Settings
from veracity.metrics import find
from veracity.statistics.joint.joint_scores import JointScores
from veracity.statistics.joint.paired_table import PairedTable

MANY = Settings(0.95, "auto", 20_000, 1)


def test_labels_against_enumeration() -> None:
    truth = np.array([0, 0, 0, 0, 1, 1, 1, 1, 1, 1])
    a = np.array([0, 0, 1, 0, 1, 1, 1, 1, 1, 0])
    b = np.array([1, 0, 1, 1, 0, 0, 1, 1, 0, 0])
    table = PairedTable.of_rows(truth, {"A": a, "B": b})
    sample = Paired(table, None, MANY)
    metric = find("f1")

    def f1(called):
        hits = (called & truth).sum()
        return 2 * hits / (called.sum() + truth.sum())

    apart = np.flatnonzero(a != b)
    observed = abs(f1(a) - f1(b))
    extreme = 0
    for swaps in product((False, True), repeat=len(apart)):
        one, other = a.copy(), b.copy()
        for row, swap in zip(apart, swaps, strict=True):
            if swap:
                one[row], other[row] = b[row], a[row]
        extreme += abs(f1(one) - f1(other)) >= observed - 1e-12
    exact = extreme / 2 ** len(apart)
    test = permutation_test(*sample.exchangeable(metric, 0, 1), metric, MANY)
    assert test.p_value == pytest.approx(exact, abs=4 * np.sqrt(exact * (1 - exact) / 20_000))


def test_ranks_do_not_care_for_the_scale_of_scores() -> None:
    truth, columns = scores(60)
    other = {"A": columns["A"], "B": np.exp(3 * columns["B"]) - 40}
    p = []
    for given in (columns, other):
        joint = JointScores.of_rows(truth, given)
        sample = Paired(None, joint, Settings(0.95, "auto", 500, 3))
        metric = find("auroc")
        index = sample.exchangeable(metric, 0, 1)
        p.append(permutation_test(*index, metric, sample.settings).p_value)
    assert p[0] == p[1]


def test_observed_difference_of_ranks_is_that_of_scores() -> None:
    sample = paired(n=90)
    metric = find("auroc")
    test = permutation_test(*sample.exchangeable(metric, 0, 1), metric, sample.settings)
    values = [float(metric(sample.statistic(metric, m))) for m in (0, 1)]
    assert test.statistic == pytest.approx(values[0] - values[1], abs=1e-12)


def test_whole_clusters_are_exchanged() -> None:
    cluster = np.repeat(np.arange(3), 20)
    sample = paired(n=60, cluster=cluster, settings=Settings(0.95, "auto", 4000, 2))
    metric = find("accuracy")
    test = permutation_test(*sample.exchangeable(metric, 0, 1), metric, sample.settings)
    # three clusters have eight exchanges, which come in pairs of one size: p is in quarters
    assert min(abs(test.p_value - part) for part in (0.25, 0.5, 0.75, 1.0)) < 0.03


def test_weighted_rows_cannot_be_exchanged() -> None:
    weight = np.linspace(1, 2, 60)
    assert not can_exchange(paired(n=60, weight=weight).layout(find("mcc")))
    cluster = np.arange(60) % 6
    assert can_exchange(paired(n=60, weight=weight, cluster=cluster).layout(find("mcc")))


def test_no_row_apart() -> None:
    table = PairedTable.of_rows([0, 1, 1], {"A": [0, 1, 0], "B": [0, 1, 0]})
    sample = Paired(table, None, MANY)
    metric = find("mcc")
    test = permutation_test(*sample.exchangeable(metric, 0, 1), metric, MANY)
    assert test.p_value == 1.0
