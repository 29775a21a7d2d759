"""Tests without a correction, and one threshold that means different things to two models."""

import math

import numpy as np
import pytest

from veracity.cautions.catalogue.compared import COMPARED_CHECKS
from veracity.cautions.catalogue.finding import asked
from veracity.cautions.checks.of_models import Compared
from veracity.statistics.joint.paired_table import PairedTable

TRUTH = np.repeat([0, 1], [600, 400])


def called(first, second, **options):
    """Two models that call their first so many rows positive."""
    index = np.arange(1000)
    both = {"A": (index < first).astype(int), "B": (index < second).astype(int)}
    return PairedTable.of_rows(TRUTH, both, **options)


def found(**facts):
    usual = {"keys": ("accuracy", "auroc"), "tests": 2, "correction": "holm"}
    return asked(COMPARED_CHECKS, Compared(**{**usual, **facts}))


def test_several_tests_without_a_correction():
    (one,) = found(tests=4, correction="none")
    assert (one.key, one.severity) == ("tests_not_corrected", "warning")
    assert one.evidence["chance"] == pytest.approx(1 - 0.95**4)
    assert "19%" in one.message
    (strict,) = found(tests=4, correction="none", level=0.99)
    assert strict.evidence["chance"] == pytest.approx(1 - 0.99**4)


@pytest.mark.parametrize("facts", [{"tests": 40}, {"tests": 2, "correction": "none"}])
def test_corrected_or_few_tests_say_nothing(facts):
    assert found(**facts) == ()


def test_one_threshold_that_calls_unequally_often():
    (one,) = found(table=called(100, 300), threshold=0.5)
    assert (one.key, one.severity) == ("called_unequally_often", "note")
    assert (one.evidence["low"], one.evidence["high"]) == ("A", "B")
    assert (one.evidence["few"], one.evidence["many"]) == (0.1, 0.3)
    # 200 rows are called by B alone and none by A alone: z = 200/√200
    assert one.evidence["p_value"] == pytest.approx(math.erfc(math.sqrt(200) / math.sqrt(2)))
    assert one.evidence["keys"] == ("accuracy",)


def test_about_as_often_says_nothing():
    assert found(table=called(300, 320), threshold=0.5) == ()
    assert found(table=called(2, 4), threshold=0.5) == ()  # two rows are chance
    assert found(table=called(100, 300), threshold=None) == ()  # the models gave labels
    assert found(table=called(100, 300), threshold=0.5, keys=("auroc",)) == ()


def test_clusters_count_as_rows():
    """The 200 rows that only B calls are a fifth: of ten clusters two, which is chance."""
    few = called(100, 300, cluster=np.arange(1000) % 10, cluster_labels=tuple(range(10)))
    assert found(table=few, threshold=0.5) == ()
    many = called(100, 300, cluster=np.arange(1000) % 200, cluster_labels=tuple(range(200)))
    assert [one.key for one in found(table=many, threshold=0.5)] == ["called_unequally_often"]
