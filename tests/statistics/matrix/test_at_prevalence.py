"""The same rates in a population with other class shares, exact by fractions."""

from fractions import Fraction

import numpy as np
import pytest

from tests.statistics.refusals import refused
from veracity.evaluation import ConfusionMatrix, evaluate

TWO = ConfusionMatrix.from_counts(tp=45, fp=10, fn=5, tn=90)


@pytest.mark.parametrize("share", [Fraction(1, 1000), Fraction(1, 20), Fraction(1, 3), Fraction(1)])
def test_precision_by_bayes(share):
    recall, fpr = Fraction(45, 50), Fraction(10, 100)
    expected = recall * share / (recall * share + fpr * (1 - share))
    shifted = TWO.at_prevalence(float(share))
    assert shifted.metric("precision") == pytest.approx(float(expected), rel=1e-14)
    assert shifted.metric("prevalence") == pytest.approx(float(share), rel=1e-14)


def test_rates_and_total_stay():
    shifted = TWO.at_prevalence(0.01)
    for key in ("recall", "specificity", "informedness", "lr_plus"):
        assert shifted.metric(key) == pytest.approx(TWO.metric(key), rel=1e-14)
    assert float(shifted.total) == pytest.approx(150)


def test_the_number_is_the_share_of_the_positive_class():
    first = ConfusionMatrix([[45, 5], [10, 90]], labels="ab", pos_label="a").at_prevalence(0.2)
    assert first.truth.tolist() == pytest.approx([30, 120])


def test_many_classes_by_fractions():
    counts = [[5, 1, 2], [0, 7, 3], [4, 0, 9]]
    share = {"a": Fraction(1, 2), "b": Fraction(1, 4), "c": Fraction(1, 4)}
    shifted = ConfusionMatrix(counts, labels="abc").at_prevalence(
        {label: float(part) for label, part in share.items()}
    )
    for row, label, got in zip(counts, "abc", shifted.counts, strict=True):
        expected = [Fraction(v, sum(row)) * share[label] * 31 for v in row]
        assert got.tolist() == pytest.approx([float(v) for v in expected], rel=1e-14)


def test_several_shares_are_the_last_leading_axis():
    shares = np.array([0.1, 0.2, 0.5])
    stacked = TWO.at_prevalence(shares)
    assert stacked.shape == (3,)
    looped = [TWO.at_prevalence(share).metric("precision") for share in shares]
    assert stacked.metric("precision").tolist() == pytest.approx(looped, rel=1e-15)


def test_a_class_without_cases_and_without_share_stays_empty():
    shifted = ConfusionMatrix([[5, 1, 0], [2, 4, 0], [0, 0, 0]], labels="abc").at_prevalence(
        {"a": 0.25, "b": 0.75}
    )
    assert shifted.counts[2].tolist() == [0, 0, 0]
    assert shifted.metric("accuracy") == pytest.approx(0.25 * 5 / 6 + 0.75 * 4 / 6)


def test_a_class_without_cases_has_no_rates_to_project():
    shifted = ConfusionMatrix([[5, 1, 0], [2, 4, 0], [0, 0, 0]], labels="abc").at_prevalence(
        {"a": 0.25, "b": 0.25, "c": 0.5}
    )
    assert np.isnan(shifted.metric("accuracy"))


@pytest.mark.parametrize("share", [-0.1, 1.5, float("nan")])
def test_impossible_shares(share):
    refused(lambda: TWO.at_prevalence(share), str(share), "between 0 and 1")


def test_shares_of_classes_add_up_to_one():
    refused(lambda: TWO.at_prevalence({"negative": 0.5, "positive": 0.4}), "0.9", "not 1")
    refused(lambda: TWO.at_prevalence({"negative": 0.5, "other": 0.5}), "No class 'other")


def test_rows_that_count_more_do_not_become_more_rows():
    """10 positives among 1010 rows, projected to half: no more certain than 10 positives."""
    rare = ConfusionMatrix.from_counts(tp=9, fp=10, fn=1, tn=990)
    shifted = rare.at_prevalence(0.5)
    assert shifted.weighted
    assert shifted.effective_total < 45
    estimate, before = shifted.evaluate()["recall"], rare.evaluate()["recall"]
    assert (estimate.low, estimate.high) == pytest.approx((before.low, before.high))


def test_clusters_are_projected_too():
    cluster = [1, 1, 2, 2, 3, 3]
    ev = evaluate([0, 0, 0, 0, 1, 1], [0, 0, 1, 0, 1, 0], cluster=cluster)
    shifted = ev.confusion.at_prevalence(0.5)
    summed = shifted.clusters.resampled(np.ones(3), 4).reshape(2, 2)
    assert np.allclose(summed, shifted.counts)
    squares = np.bincount(shifted.clusters.cell, shifted.clusters.sum_of_squares, 4)
    assert np.allclose(squares.reshape(2, 2), shifted.squares.array())
