"""Counting labels: a confusion matrix with the labels discovered, beside scikit-learn."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

import veracity as vc
from benchmarks.case import Case, Memory
from veracity.engines.reading.reading_labels import group_sum

MILLION, TEN_MILLION = 10**6, 10**7


def ours(y_true: Any, y_pred: Any, **options: Any) -> Any:
    """What is measured: the public door, with all its checks."""
    return vc.ConfusionMatrix.from_labels(y_true, y_pred, **options)


def counts_of(matrix: Any) -> np.ndarray[Any, Any]:
    """The counts as a plain array."""
    return np.asarray(matrix.counts)


def _beside_sklearn(
    draw: Callable[[], tuple[Any, Any]], target: float, rounds: int = 3, repeat: int = 1
) -> Case:
    from sklearn.metrics import confusion_matrix

    y_true, y_pred = draw()
    return Case(
        "scikit-learn",
        lambda: confusion_matrix(y_true, y_pred),
        lambda: ours(y_true, y_pred),
        lambda theirs, mine: bool(np.array_equal(theirs, counts_of(mine))),
        target,
        rounds,
        repeat,
    )


def _pair(rows: int, classes: int) -> tuple[Any, Any]:
    """Truth and predictions that agree in seven of ten rows."""
    rng = np.random.default_rng(0)
    y_true = rng.integers(0, classes, rows)
    return y_true, np.where(rng.random(rows) < 0.7, y_true, rng.integers(0, classes, rows))


def _codes(rows: int, classes: int, dtype: str = "int64") -> tuple[Any, Any]:
    y_true, y_pred = _pair(rows, classes)
    return y_true.astype(dtype), y_pred.astype(dtype)


def _named(rows: int, classes: int, names: Callable[[int], Any]) -> tuple[Any, Any]:
    """The same with a name for each class."""
    y_true, y_pred = _pair(rows, classes)
    labels = names(classes)
    return labels[y_true], labels[y_pred]


def _far(classes: int) -> Any:
    return np.sort(np.random.default_rng(1).integers(0, 2**40, classes))


def _words(classes: int) -> Any:
    return np.array([f"class_{i:05d}" for i in range(classes)])


def _with_rare(rows: int) -> tuple[Any, Any]:
    """Text labels, a hundred of which are so rare that no sample shows them."""
    y_true, y_pred = _named(rows, 100, _words)
    rare = np.random.default_rng(2).choice(rows, 200, replace=False)
    y_true[rare] = [f"rare_{i % 100:05d}" for i in range(200)]
    return y_true, y_pred


def _shared(rows: int) -> tuple[Any, Any]:
    return _named(rows, 100, lambda classes: _words(classes).astype(object))


def _distinct(rows: int) -> tuple[Any, Any]:
    """Every row its own object, as after reading a file."""
    return tuple(column.astype(object) for column in _named(rows, 100, _words))  # type: ignore[return-value]


def _categorical(rows: int) -> tuple[Any, Any]:
    import pandas as pd

    y_true, y_pred = _pair(rows, 100)
    labels = _words(100)
    return tuple(pd.Series(pd.Categorical.from_codes(c, labels)) for c in (y_true, y_pred))  # type: ignore[return-value]


def _arrow(rows: int) -> tuple[Any, Any]:
    import pyarrow as pa

    return tuple(pa.array(column) for column in _named(rows, 100, _words))  # type: ignore[return-value]


def _weighted() -> Case:
    from sklearn.metrics import confusion_matrix

    y_true, y_pred = _pair(MILLION, 100)
    weight = np.random.default_rng(3).random(MILLION)
    return Case(
        "scikit-learn",
        lambda: confusion_matrix(y_true, y_pred, sample_weight=weight),
        lambda: ours(y_true, y_pred, sample_weight=weight),
        lambda theirs, mine: bool(np.allclose(theirs, counts_of(mine), rtol=1e-9)),
    )


def _grouped(classes: int, clusters: int | None) -> Case:
    """Combinations too many for a matrix; pandas does the same by groupby."""
    import pandas as pd

    y_true, y_pred = _pair(MILLION, classes)
    keys = {"y_true": y_true, "y_pred": y_pred}
    if clusters:
        keys["cluster"] = np.random.default_rng(4).integers(0, clusters, MILLION)
    frame = pd.DataFrame(keys)
    return Case(
        "pandas groupby",
        lambda: frame.groupby(list(keys)).size(),
        lambda: group_sum(None, keys),
        lambda theirs, mine: theirs.tolist() == mine[0].rows.tolist(),
        rounds=3,
    )


def _memory() -> Memory:
    y_true, y_pred = _codes(TEN_MILLION, 100)
    return Memory(y_true.nbytes + y_pred.nbytes, lambda: ours(y_true, y_pred))


def _case(draw: Callable[[], tuple[Any, Any]], **options: Any) -> Callable[[], Case]:
    return partial(_beside_sklearn, draw, **options)


CASES: dict[str, Callable[[], Case | Memory]] = {
    "10^7 int8, 2 classes": _case(partial(_codes, TEN_MILLION, 2, "int8"), target=50),
    "10^7 int64, 2 classes": _case(partial(_codes, TEN_MILLION, 2), target=40),
    "10^7 int64, 100 classes": _case(partial(_codes, TEN_MILLION, 100), target=20),
    "10^7 int64 up to 2^40, 100 classes": _case(
        partial(_named, TEN_MILLION, 100, _far), target=20, rounds=2
    ),
    "10^6 numpy text, 3 classes": _case(partial(_named, MILLION, 3, _words), target=8),
    "10^6 numpy text, 100 classes": _case(partial(_named, MILLION, 100, _words), target=8),
    "10^6 numpy text, 100 classes and 100 rare": _case(partial(_with_rare, MILLION), target=8),
    "10^6 text objects, shared": _case(partial(_shared, MILLION), target=15, rounds=2),
    "10^6 text objects, each its own": _case(partial(_distinct, MILLION), target=15, rounds=2),
    "10^6 pandas categorical": _case(partial(_categorical, MILLION), target=100, rounds=2),
    "10^6 arrow text": _case(partial(_arrow, MILLION), target=30, rounds=2),
    "100 rows, 2 classes": _case(partial(_codes, 100, 2), target=3, rounds=50, repeat=20),
    "100 rows, 100 classes": _case(partial(_codes, 100, 100), target=3, rounds=50, repeat=20),
    "10^6 int64, 100 classes, weighted": _weighted,
    "10^6 int64, 2 classes in 10^5 clusters": partial(_grouped, 2, 10**5),
    "10^6 int64, 30,000 classes": partial(_grouped, 30_000, None),
    "memory of 10^7 int64, 100 classes": _memory,
}
