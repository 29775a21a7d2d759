"""Folds of `evaluate_cv` are read when they are first asked for, once, and change no number."""

import pickle
from typing import Any

import numpy as np
import pytest

import veracity as vc
from veracity.errors import VeracityError
from veracity.evaluation.folds.cross_validation import CrossValidation
from veracity.evaluation.front.fold_columns import evaluated_by_fold

FOLD = np.arange(60) % 3
TRUTH = np.arange(60) % 2
P = np.random.default_rng(1).random(60)


def made(calls: list[Any], training: dict[int, float] | None, **more: Any) -> CrossValidation:
    def evaluate(**arguments: Any) -> Any:
        calls.append("group" in arguments)
        return vc.evaluate(**arguments)

    arguments = {"y_true": TRUTH, "y_proba": P, **more}
    return evaluated_by_fold(evaluate, FOLD, arguments, training)


def test_all_rows_are_read_at_once_and_folds_when_asked() -> None:
    calls: list[bool] = []
    cv = made(calls, {0: 40.0, 1: 40.0, 2: 40.0})
    assert calls == [False]
    assert len(cv.parts) == 3
    assert cv.pooled.rows.used == 60
    assert calls == [False]
    at_once = made([], None)
    for key in ("auroc", "accuracy", "brier"):
        assert repr(cv.mean[key]) == repr(at_once.mean[key])
        assert cv.pooled[key].value == at_once.pooled[key].value
    assert calls == [False, True]


def test_a_pickle_has_the_folds() -> None:
    cv = made([], {0: 40.0, 1: 40.0, 2: 40.0})
    again = pickle.loads(pickle.dumps(cv))
    assert isinstance(again.parts, tuple)
    assert repr(again.mean["auroc"]) == repr(cv.mean["auroc"])


def test_bad_rows_are_refused_at_once() -> None:
    bad = np.where(np.arange(60) == 7, np.nan, P)
    with pytest.raises(VeracityError):
        made([], {0: 40.0, 1: 40.0, 2: 40.0}, y_proba=bad)
    dropped = made([], {0: 40.0, 1: 40.0, 2: 40.0}, y_proba=bad, on_invalid="drop")
    assert [fold.rows.used for fold in dropped.folds] == [20, 19, 20]
