"""The generic influence function against closed forms, DeLong and brute force."""

import numpy as np
import pytest

from tests.comparisons.samples import paired
from veracity.comparisons.paired_samples.influence import correlation, covariance, influences
from veracity.comparisons.paired_samples.layout import Layout
from veracity.metrics import find


def test_a_proportion_varies_as_it_should() -> None:
    sample = paired()
    layout = sample.layout(find("accuracy"))
    cov = sample.covariance(find("accuracy"))
    table = sample.table
    n = table.total
    right = table.right
    p = (right * table.weight).sum(1) / n
    both = (right[0] & right[1]) @ table.weight / n
    assert layout.independent == n
    assert cov[0, 0] == pytest.approx(p[0] * (1 - p[0]) / (n - 1), rel=1e-6)
    assert cov[0, 1] == pytest.approx((both - p[0] * p[1]) / (n - 1), rel=1e-6)


def test_kappa_has_the_published_standard_error() -> None:
    """Fleiss, Cohen and Everitt (1969), for the 2×2 table of one model."""
    sample = paired(n=300)
    cells = sample.table.matrix("A").counts / 300
    rows, columns = cells.sum(1), cells.sum(0)
    agreed, expected = np.trace(cells), rows @ columns
    kappa = (agreed - expected) / (1 - expected)
    spread = sum(cells[i, i] * (1 - (rows[i] + columns[i]) * (1 - kappa)) ** 2 for i in (0, 1)) + (
        1 - kappa
    ) ** 2 * sum(cells[i, j] * (columns[i] + rows[j]) ** 2 for i, j in ((0, 1), (1, 0)))
    spread -= (kappa - expected * (1 - kappa)) ** 2
    variance = spread / (300 * (1 - expected) ** 2)
    assert sample.covariance(find("kappa"))[0, 0] == pytest.approx(variance * 300 / 299, rel=1e-5)


@pytest.mark.parametrize("decimals", [None, 0])
def test_of_roc_areas_it_is_delong(decimals) -> None:
    sample = paired(n=400, decimals=decimals)
    truth = sample.joint.class_totals
    found = sample.covariance(find("auroc"))
    # DeLong divides by each class's n − 1, linearisation by n − 1 of all rows
    factor = (truth / (truth - 1)).mean() / (400 / 399)
    assert found * factor == pytest.approx(sample.areas, rel=0.01)


def test_the_difference_varies_as_in_redraws() -> None:
    sample = paired(n=500)
    for key in ("mcc", "f1", "average_precision"):
        metric = find(key)
        cov = sample.covariance(metric)
        drawn = sample.resamples(metric).differences(0, 1, metric, 0.0)
        spread = cov[0, 0] + cov[1, 1] - 2 * cov[0, 1]
        assert np.sqrt(spread) == pytest.approx(drawn.std(), rel=0.12), key


def test_whole_clusters_add_up_before_they_are_squared() -> None:
    cluster = np.repeat(np.arange(30), 4)
    sample = paired(cluster=cluster)
    layout = sample.layout(find("accuracy"))
    each = influences(layout, find("accuracy"))
    sums = np.zeros((2, 30))
    for t in range(len(layout.weight)):
        sums[:, layout.cluster[t]] += each[:, t] * layout.weight[t]
    assert covariance(layout, each) == pytest.approx(sums @ sums.T * 30 / 29)
    spread = sample.spread(find("accuracy"), 0, 1)
    gap = sums[0] - sums[1]
    assert spread.variance == pytest.approx(gap @ gap * 30 / 29, rel=1e-6)
    assert spread.df == 29
    assert layout.independent == 30


def test_copies_of_rows_in_clusters_are_worth_one_row() -> None:
    once = paired(n=100, seed=4)
    rows = np.tile(np.arange(100), 3)
    joint = once.joint
    again = type(joint).of_rows(
        joint.truth[rows % len(joint)],
        {"A": joint.scores[0][rows % len(joint)], "B": joint.scores[1][rows % len(joint)]},
        cluster=rows % len(joint),
        cluster_labels=range(len(joint)),
    )
    copied = type(once)(type(once.table).of_joint(again, 0.6), again, once.settings)
    for key in ("mcc", "auroc"):
        assert copied.covariance(find(key)) == pytest.approx(once.covariance(find(key)), rel=1e-6)


def test_weights_of_equal_size_change_nothing() -> None:
    plain, weighted = paired(n=80), paired(n=80, weight=np.full(80, 7.5))
    for key in ("mcc", "average_precision"):
        metric = find(key)
        assert weighted.covariance(metric) == pytest.approx(plain.covariance(metric), rel=1e-6)


def test_correlation_is_kept_below_one() -> None:
    assert correlation(np.array([[1.0, 1.0], [1.0, 1.0]]), 100) == pytest.approx(0.98)
    assert correlation(np.array([[0.0, 0.0], [0.0, 1.0]]), 100) == 0.0
    assert correlation(np.array([[1.0, -0.5], [-0.5, 1.0]]), 100) == -0.5


def test_a_single_row_has_no_covariance() -> None:
    layout = Layout(
        ("A",), np.zeros((1, 1, 1), int), 1, lambda _, flat: flat, np.ones(1), np.zeros(1, int)
    )
    assert np.isnan(covariance(layout, np.ones((1, 1)))).all()
