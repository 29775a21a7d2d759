"""The fits of nested cross-validation: every fold left out, and every pair of folds."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from veracity.evaluation.folds.nested import NestedFolds
from veracity.evaluation.front.evaluating import evaluate
from veracity.evaluation.single.evaluation import Evaluation
from veracity.sklearn.fitting import Classifier, Ints, Rows, Study, fitted_answers, joined_answers
from veracity.statistics.labels import Label

OUTER, INNER, PLAIN = "outer", "inner", "plain"


def nested_folds(
    given: Classifier,
    study: Study,
    folds: int,
    times: int,
    n_jobs: int | None,
    random_state: int,
    settings: Mapping[str, Any],
) -> NestedFolds:
    """The statistics of nested cross-validation over several random splits into folds."""
    asked = {k: v for k, v in settings.items() if k in ("pos_label", "labels", "threshold")}
    found: dict[str, list[Evaluation]] = {OUTER: [], INNER: [], PLAIN: []}
    for repeat in range(times):
        fold = _folds(study, folds, random_state + repeat)
        splits, owners = _pairs_and_folds(fold, folds)
        answers = fitted_answers(given, None, splits, study, n_jobs)
        arguments = joined_answers(answers)
        if settings.get("threshold") is not None and len(arguments) > 1:
            arguments.pop("y_pred", None)
        test = np.concatenate([rows for _, rows in splits])
        tested = np.repeat(np.arange(len(splits)), [len(rows) for _, rows in splits])
        for kind, owned in owners:
            at = np.flatnonzero(np.isin(tested, owned[0]) & _of(fold[test], owned[1]))
            parts = {role: _taken(columns, at) for role, columns in arguments.items()}
            found[kind].append(evaluate(study.y[test][at], **parts, **asked, method="none"))
    inner, outer, plain = (tuple(found[kind]) for kind in (INNER, OUTER, PLAIN))
    return NestedFolds(inner, outer, plain, folds)


def _folds(study: Study, folds: int, seed: int) -> Ints:
    """The fold of each row in one random split."""
    from sklearn.model_selection import StratifiedGroupKFold, StratifiedKFold

    kind = StratifiedKFold if study.groups is None else StratifiedGroupKFold
    splitter = kind(folds, shuffle=True, random_state=seed)
    fold = np.empty(len(study.y), np.int64)
    for index, (_, test) in enumerate(splitter.split(np.zeros(len(fold)), study.y, study.groups)):
        fold[test] = index
    return fold


def _pairs_and_folds(
    fold: Ints, folds: int
) -> tuple[list[Rows], list[tuple[str, tuple[list[int], Ints]]]]:
    """Splits that leave out one fold or two, and which of them each statistic is made of.

    An inner statistic of fold f takes from the split without f and g the rows of g.
    """
    splits: list[Rows] = []
    index: dict[tuple[int, ...], int] = {}
    for out in (*((f,) for f in range(folds)), *combinations(range(folds), 2)):
        left = np.isin(fold, out)
        index[out] = len(splits)
        splits.append((np.flatnonzero(~left), np.flatnonzero(left)))
    owners: list[tuple[str, tuple[list[int], Ints]]] = []
    everything = np.arange(folds)
    for f in range(folds):
        owners.append((OUTER, ([index[f,]], everything)))
        pairs = [index[tuple(sorted((f, g)))] for g in range(folds) if g != f]
        owners.append((INNER, (pairs, everything[everything != f])))
    owners.append((PLAIN, (list(range(folds)), everything)))
    return splits, owners


def _of(fold: Ints, some: Ints) -> Any:
    return np.isin(fold, some)


def _taken(columns: dict[Label, NDArray[Any]] | NDArray[Any], at: Ints) -> Any:
    if isinstance(columns, dict):
        return {label: column[at] for label, column in columns.items()}
    return columns[at]
