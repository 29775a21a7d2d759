"""Inputs at the edge: no labels, fractions as classes, types of what comes back, refusals."""

import re

import numpy as np
import pandas as pd
import pytest
from scipy.sparse import csr_array

import veracity.sklearn
from tests.sklearn.side_by_side import assert_same, theirs

FRACTIONS = [0.5, 1.5, 0.5, 1.5]
PAIRS = np.array([[1, 0], [1, 1], [0, 1], [0, 0]])
HALVES = np.full((4, 2), 0.5)


@pytest.mark.parametrize(
    "name", ["log_loss", "brier_score_loss", "d2_log_loss_score", "d2_brier_score"]
)
@pytest.mark.parametrize("labels", [None, [0.5, 1.5]])
def test_fractions_name_no_classes(name: str, labels) -> None:
    done = assert_same(name, FRACTIONS, HALVES, labels=labels)
    assert str(done.error).startswith("Unknown label type")


def test_fractions_name_no_classes_of_a_hinge_loss() -> None:
    done = assert_same("hinge_loss", FRACTIONS, [0.1, 0.9, 0.2, 0.4])
    assert str(done.error).startswith("Unknown label type")
    three = [0.5, 1.5, 2.5]  # scikit-learn takes them where there are more than two
    assert assert_same("hinge_loss", three, np.eye(3)).error is None


@pytest.mark.parametrize(
    "pair", [([0, 1, 1], [0, 1, 0]), (["a", "b"], ["a", "a"]), (PAIRS, 1 - PAIRS[::-1])]
)
@pytest.mark.parametrize("average", [None, "micro", "macro", "weighted"])
def test_no_labels_asked_for(pair, average) -> None:
    for name in ("precision_score", "recall_score", "f1_score", "jaccard_score"):
        assert assert_same(name, *pair, labels=[], average=average).error is None
    assert_same("fbeta_score", *pair, labels=[], average=average, beta=2)
    assert_same("precision_recall_fscore_support", *pair, labels=[], average=average)


def test_no_labels_of_matrices_and_reports() -> None:
    sparse = csr_array(PAIRS)
    for pair in ((PAIRS, PAIRS), (sparse, sparse), ([0, 1], [0, 1])):
        done = assert_same("multilabel_confusion_matrix", *pair, labels=[])
        assert done.value.shape == (0, 2, 2)
        assert_same("classification_report", *pair, labels=[], output_dict=True)
        assert_same("classification_report", *pair, labels=[], target_names=["x", "a" * 20])
        assert assert_same("classification_report", *pair, labels=[]).error is not None


@pytest.mark.parametrize("weight", [None, [1, 2, 0, 1], [0.5, 1.0, 2.0, 1.0]])
@pytest.mark.parametrize(
    "pair",
    [
        ([0, 1, 1, 0], [1, 0, 0, 1]),  # no row is right: scikit-learn counts in floats
        ([0, 1, 1, 0], [0, 0, 0, 1]),
        (["a", "b", "b", "c"], ["b", "c", "a", "a"]),
        (PAIRS, PAIRS[::-1]),
    ],
)
def test_types_of_counts(pair, weight) -> None:
    support = assert_same("precision_recall_fscore_support", *pair, sample_weight=weight).value[3]
    other = theirs("precision_recall_fscore_support")(*pair, sample_weight=weight, zero_division=0)
    assert support.dtype == other[3].dtype
    for by_row in (False, True)[: np.ndim(pair[0])]:
        given = {"sample_weight": weight, "samplewise": by_row}
        cells = assert_same("multilabel_confusion_matrix", *pair, **given).value
        assert cells.dtype == theirs("multilabel_confusion_matrix")(*pair, **given).dtype
    assert_same("classification_report", *pair, sample_weight=weight)


@pytest.mark.parametrize("weight", [None, [1, 2, 0, 1], [0.5, 1.0, 2.0, 1.0]])
@pytest.mark.parametrize("pair", [([0, 1, 1, 0], [1, 1, 0, 1]), (PAIRS, PAIRS[::-1])])
def test_types_of_losses(pair, weight) -> None:
    for name, options in (
        ("hamming_loss", {}),
        ("zero_one_loss", {}),
        ("zero_one_loss", {"normalize": False}),
    ):
        given = {"sample_weight": weight, **options}
        value = assert_same(name, *pair, **given).value
        assert type(value) is type(theirs(name)(*pair, **given))


@pytest.mark.parametrize("name", ["log_loss", "brier_score_loss"])
@pytest.mark.parametrize("labels", [[0, 1], [-1, 1], ["a", "b"], [0], [], [0.5, 1.5]])
def test_labels_do_not_fit_indicators(name: str, labels) -> None:
    assert assert_same(name, PAIRS, HALVES, labels=labels).error is not None
    assert assert_same(name, PAIRS.tolist(), HALVES, labels=labels).error is not None


@pytest.mark.parametrize("normalize", [True, False])
def test_top_k_of_rows_that_weigh_nothing(normalize: bool) -> None:
    done = assert_same(
        "top_k_accuracy_score", [0, 1], [0.2, 0.7], k=1, sample_weight=[0, 0], normalize=normalize
    )
    assert isinstance(done.error, ZeroDivisionError) is normalize


def test_labels_of_two_types_are_named_as_in_the_truth() -> None:
    truth, predicted = [True, False, True], [1, 0, 0]
    for pair in (
        (truth, predicted),
        (predicted, truth),
        (truth, pd.Series(predicted, dtype="Int64")),
        (predicted, [1.0, 0.0, 2.0]),
    ):
        assert_same("classification_report", *pair)


def test_hinge_loss_of_singles() -> None:
    decision = np.random.default_rng(3).normal(size=(40, 3)).astype(np.float32)
    truth = np.arange(40) % 3
    assert_same("hinge_loss", truth, decision)
    assert_same("hinge_loss", truth, (decision * 10).astype(np.int8))


def test_one_point_has_no_area() -> None:
    done = assert_same("auc", [0.0], [0.0])
    with pytest.raises(ValueError, match=re.escape(str(done.error))):
        theirs("auc")([0.0], [0.0])


@pytest.mark.parametrize("name", ["dcg_score", "ndcg_score", "roc_auc_score"])
@pytest.mark.parametrize("ignore_ties", [False, True])
@pytest.mark.parametrize("columns", [1, 3])
def test_other_numbers_of_columns_are_refused(name: str, ignore_ties: bool, columns: int) -> None:
    options = {"ignore_ties": ignore_ties} if "dcg" in name else {}
    with pytest.raises(ValueError, match="shape"):
        getattr(veracity.sklearn, name)(PAIRS, np.ones((4, columns)), **options)


@pytest.mark.parametrize("name", ["average_precision_score", "roc_auc_score"])
def test_several_labels_need_a_column_each(name: str) -> None:
    done = assert_same(name, PAIRS, [0.1, 0.4, 0.3, 0.2])
    assert str(done.error).startswith("Expected 2D array, got 1D array instead")
