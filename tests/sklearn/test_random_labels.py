"""Functions of labels on small random inputs: values, errors and warnings as scikit-learn's."""

from typing import Any

import numpy as np
import pytest
from scipy.sparse import csr_array

from tests.sklearn.side_by_side import assert_same

NAMES = np.array(["a", "bb", "c", "dd", "e"])
KINDS = {
    "int": lambda c: c,
    "signed": lambda c: c * 2 - 1,
    "text": lambda c: NAMES[c],
    "object": lambda c: NAMES.astype(object)[c],
    "float": lambda c: c.astype(float),
    "bool": lambda c: c > 0,
    "list": lambda c: c.tolist(),
    "uint8": lambda c: c.astype(np.uint8),
    "column": lambda c: c[:, None],
}
AVERAGES = [None, "micro", "macro", "weighted", "binary", "samples"]
SCORES = ["precision_score", "recall_score", "f1_score", "jaccard_score"]


def weights(rng: np.random.Generator, n: int) -> dict[str, Any]:
    kinds = [None, rng.random(n), rng.integers(0, 3, n), rng.integers(0, 2, n) * rng.random(n)]
    chosen = kinds[rng.integers(0, 4)]
    return {} if chosen is None else {"sample_weight": chosen}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(2))
def test_labels(kind: str, seed: int) -> None:
    rng = np.random.default_rng([seed, len(kind)])
    n, classes = int(rng.integers(1, 40)), int(rng.integers(1, 6))
    y_true, y_pred = (KINDS[kind](rng.integers(0, classes, n)) for _ in range(2))
    given = weights(rng, n)
    some = rng.permutation(np.unique(np.concatenate([np.ravel(y_true), np.ravel(y_pred)])))
    labels: dict[str, Any] = {"labels": some[: rng.integers(0, classes + 1)]} if seed % 2 else {}
    for name in ("accuracy_score", "zero_one_loss"):
        assert_same(name, y_true, y_pred, normalize=bool(seed % 2), **given)
    for name in ("hamming_loss", "matthews_corrcoef", "balanced_accuracy_score"):
        assert_same(name, y_true, y_pred, **given)
    for normalize in (None, "true", "pred", "all"):
        assert_same("confusion_matrix", y_true, y_pred, normalize=normalize, **labels, **given)
    assert_same("multilabel_confusion_matrix", y_true, y_pred, **labels, **given)
    for how in (None, "linear", "quadratic"):
        assert_same("cohen_kappa_score", y_true, y_pred, weights=how, **labels, **given)
    for stand_in in (np.nan, 1.0, {"LR+": 2.0, "LR-": 0.5}):
        assert_same(
            "class_likelihood_ratios", y_true, y_pred, replace_undefined_by=stand_in, **given
        )


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(2))
def test_f_scores(kind: str, seed: int) -> None:
    rng = np.random.default_rng([seed, len(kind), 7])
    n, classes = int(rng.integers(1, 40)), int(rng.integers(1, 6))
    y_true, y_pred = (KINDS[kind](rng.integers(0, classes, n)) for _ in range(2))
    given = weights(rng, n)
    if kind in ("int", "list"):
        given["labels"] = [2, 0, 7]
    positive = {"pos_label": np.unique(y_true)[0]} if seed else {}
    for place, average in enumerate(AVERAGES):
        for name in SCORES:
            stand_in = ("warn", 0, 1)[(seed + place) % 3]
            common = {"average": average, "zero_division": stand_in, **positive, **given}
            assert_same(name, y_true, y_pred, **common)
        beta = (0.5, 0, np.inf)[place % 3]
        common = {"average": average, "zero_division": np.nan, "beta": beta, **given}
        assert_same("fbeta_score", y_true, y_pred, **common)
        assert_same("precision_recall_fscore_support", y_true, y_pred, **common)


@pytest.mark.parametrize("seed", range(6))
def test_indicators(seed: int) -> None:
    rng = np.random.default_rng([seed, 3])
    n, count = int(rng.integers(1, 40)), int(rng.integers(2, 5))
    y_true, y_pred = ((rng.random((n, count)) < 0.5).astype(int) for _ in range(2))
    given = weights(rng, n)
    labels = {"labels": rng.permutation(count)[: rng.integers(1, count + 1)]} if seed % 2 else {}
    pair = (csr_array(y_true), csr_array(y_pred)) if seed % 3 == 0 else (y_true, y_pred)
    for name in ("accuracy_score", "zero_one_loss", "hamming_loss"):
        assert_same(name, *pair, **given)
    for by_row in (False, True):
        assert_same("multilabel_confusion_matrix", *pair, samplewise=by_row, **labels, **given)
    for average in AVERAGES:
        for name in (*SCORES, "precision_recall_fscore_support"):
            assert_same(name, *pair, average=average, **labels, **given)


@pytest.mark.parametrize("seed", range(12))
def test_reports(seed: int) -> None:
    """As values with any weights; as text without fractions, whose sums end in other digits."""
    rng = np.random.default_rng([seed, 4])
    n, classes = int(rng.integers(1, 40)), int(rng.integers(1, 6))
    kind = list(KINDS)[seed % len(KINDS)]
    pair = [KINDS[kind](rng.integers(0, classes, n)) for _ in range(2)]
    if seed % 4 == 3:
        pair = [(rng.random((n, 3)) < 0.5).astype(int) for _ in range(2)]
    whole = {"sample_weight": rng.integers(1, 4, n)} if seed % 2 else {}
    for stand_in in ("warn", 1, np.nan):
        assert_same(
            "classification_report", *pair, digits=seed % 5, zero_division=stand_in, **whole
        )
        assert_same(
            "classification_report",
            *pair,
            output_dict=True,
            zero_division=stand_in,
            sample_weight=rng.random(n),
        )
