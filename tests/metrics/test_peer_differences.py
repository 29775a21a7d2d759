"""Every difference from another package is written down in docs/differences.md and pinned here.

The table of that page is read: each of its rows is computed again, both sides, and no row may be
missing on either side.
"""

from __future__ import annotations

import math
import re
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import sklearn
import sklearn.metrics as sk
from pycm import PYCM_VERSION
from pycm import ConfusionMatrix as PyCM

from tests.metrics import tables
from tests.metrics.test_peers import TORCH
from veracity.metrics import find

PAGE = Path(__file__).parents[2] / "docs" / "differences.md"
Counts = list[list[int]]


def rows(counts: Counts) -> tuple[np.ndarray, np.ndarray]:
    cells = np.array(counts)
    truth, called = np.indices(cells.shape)
    return np.repeat(truth.ravel(), cells.ravel()), np.repeat(called.ravel(), cells.ravel())


def sklearn_value(name: str, **options: Any) -> Callable[[Counts], Any]:
    def value(counts: Counts) -> Any:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return getattr(sk, name)(*rows(counts), **options)

    return value


def pycm_value(name: str, label: int | None = None) -> Callable[[Counts], Any]:
    def value(counts: Counts) -> Any:
        indices = range(len(counts))
        peer = PyCM(matrix={i: {j: counts[i][j] for j in indices} for i in indices})
        found = getattr(peer, name)
        return found if label is None else found[label]

    return value


def pycm_weighted_kappa(counts: Counts) -> Any:
    peer = PyCM(matrix={i: {j: counts[i][j] for j in range(3)} for i in range(3)})
    weights = {i: {j: abs(i - j) / 2 for j in range(3)} for i in range(3)}
    with pytest.warns(RuntimeWarning, match="unweighted"):
        return peer.weighted_kappa(weights)


def torch_value(name: str) -> Callable[[Counts], Any]:
    def value(counts: Counts) -> Any:
        table = next(t for t in TORCH["tables"] if t["counts"] == counts)
        return table["values"][name]

    return value


S, P, T = "scikit-learn 1.9.1", "PyCM 4.6", "torchmetrics 1.9.0"
THEIRS: dict[tuple[str, str, str], Callable[[Counts], Any]] = {
    (S, "precision_score", "precision"): sklearn_value("precision_score"),
    (S, "recall_score", "recall"): sklearn_value("recall_score"),
    (S, "f1_score", "f1"): sklearn_value("f1_score"),
    (S, "jaccard_score", "jaccard"): sklearn_value("jaccard_score"),
    (S, 'precision_score(average="macro")', "macro_precision"): sklearn_value(
        "precision_score", average="macro"
    ),
    (S, 'recall_score(average="macro")', "macro_recall"): sklearn_value(
        "recall_score", average="macro"
    ),
    (S, 'f1_score(average="macro", labels=[0, 1])', "macro_f1"): sklearn_value(
        "f1_score", average="macro", labels=[0, 1]
    ),
    (S, "matthews_corrcoef", "mcc"): sklearn_value("matthews_corrcoef"),
    (S, "normalized_mutual_info_score", "normalised_mutual_information"): sklearn_value(
        "normalized_mutual_info_score"
    ),
    (S, "mutual_info_score", "mutual_information_bits"): sklearn_value("mutual_info_score"),
    (S, "class_likelihood_ratios", "lr_plus"): lambda counts: sklearn_value(
        "class_likelihood_ratios"
    )(counts)[0],
    (S, "fowlkes_mallows_score", "fowlkes_mallows"): sklearn_value("fowlkes_mallows_score"),
    (P, "PPV", "precision"): pycm_value("PPV", 1),
    (P, "MCC", "mcc"): pycm_value("MCC", 1),
    (P, "PLR", "lr_plus"): pycm_value("PLR", 1),
    (P, "DOR", "dor"): pycm_value("DOR", 1),
    (P, "Q", "yule_q"): pycm_value("Q", 1),
    (P, "DP", "discriminant_power"): pycm_value("DP", 1),
    (P, "weighted_kappa", "kappa_linear"): pycm_weighted_kappa,
    (T, "binary_precision", "precision"): torch_value("binary_precision"),
    (T, "binary_recall", "recall"): torch_value("binary_recall"),
    (T, "binary_f1_score", "f1"): torch_value("binary_f1_score"),
    (T, "binary_matthews_corrcoef", "mcc"): torch_value("binary_matthews_corrcoef"),
    (T, 'multiclass_accuracy(average="macro")', "macro_accuracy"): torch_value(
        "multiclass_accuracy macro"
    ),
    (T, 'multiclass_recall(average="macro")', "macro_recall"): torch_value(
        "multiclass_recall macro"
    ),
    (T, 'multiclass_hamming_distance(average="macro")', "hamming_loss"): torch_value(
        "multiclass_hamming_distance macro"
    ),
}
ROW = re.compile(r"\| `(\w+)` \| ([^|`]+) `([^`]+)` \| `([^`]+)` \| (\S+) \| (\S+) \| (.+) \|")


def written() -> list[tuple[str, ...]]:
    """The rows of the page: metric, package, function, counts, theirs, ours, why."""
    lines = [line for line in PAGE.read_text("utf-8").splitlines() if line.startswith("| `")]
    found = [ROW.fullmatch(line) for line in lines]
    assert all(found), [line for line, match in zip(lines, found, strict=True) if not match]
    return [match.groups() for match in found if match]


def as_text(value: Any) -> str:
    if isinstance(value, str):
        return f'"{value}"'
    if value is None or math.isnan(value):
        return "nan"
    return f"{float(value):.6g}"


@pytest.mark.parametrize("row", written(), ids=lambda row: f"{row[0]}, {row[1]}, {row[3]}")
def test_both_values_are_as_written(row: tuple[str, ...]) -> None:
    key, package, function, text, theirs, ours, why = row
    counts = [[int(n) for n in part.split()] for part in text.split(";")]
    assert as_text(THEIRS[package, function, key](counts)) == theirs
    assert as_text(find(key)(tables.matrix(counts))) == ours
    assert theirs != ours
    assert len(why) > 20


def test_every_difference_is_written_down() -> None:
    assert {(package, function, key) for key, package, function, *_ in written()} == set(THEIRS)


def test_the_versions_are_those_of_the_page() -> None:
    installed = {f"scikit-learn {sklearn.__version__}", f"PyCM {PYCM_VERSION}"}
    installed |= {f"torchmetrics {TORCH['torchmetrics']}"}
    if installed != {S, P, T}:
        pytest.skip(f"the page is about {S}, {P}, {T}; here are {installed}")
    assert {package for _, package, *_ in written()} == installed


def test_a_limit_is_said_where_peers_return_a_silent_number() -> None:
    """scikit-learn gives 0 for a constant prediction as we do; only we say why."""
    counts = [[99, 0], [1, 0]]
    assert sklearn_value("matthews_corrcoef")(counts) == 0
    c = tables.matrix(counts)
    assert find("mcc")(c) == 0
    assert len(find("mcc").reasons(c)) == 1
