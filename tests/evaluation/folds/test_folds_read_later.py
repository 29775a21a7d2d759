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


@pytest.mark.parametrize(
    ("more", "at_first", "at_last"),
    [
        ({}, [], [True]),
        ({"confidence_level": 0.9}, [], [True]),
        ({"sample_weight": np.arange(60) % 4 + 1.0}, [False], [False, True]),
        ({"y_true": TRUTH.astype(str), "pos_label": "1"}, [False], [False, True]),
    ],
)
def test_rows_are_read_once_and_folds_when_asked(more: Any, at_first: Any, at_last: Any) -> None:
    calls: list[bool] = []
    cv = made(calls, {0: 40.0, 1: 40.0, 2: 40.0}, **more)
    assert len(cv.parts) == 3
    assert calls == at_first
    at_once = made([], None, **more)
    assert cv.settings == at_once.settings
    for key in ("auroc", "accuracy", "brier"):
        assert repr(cv.mean[key]) == repr(at_once.mean[key])
        assert repr(cv.pooled[key]) == repr(at_once.pooled[key])
    assert cv.pooled.rows.used == 60
    assert cv.pooled.reading is not None
    assert calls == at_last


def test_a_pickle_has_the_folds() -> None:
    cv = made([], {0: 40.0, 1: 40.0, 2: 40.0})
    again = pickle.loads(pickle.dumps(cv))
    assert isinstance(again.parts, tuple)
    assert repr(again.mean["auroc"]) == repr(cv.mean["auroc"])
    assert repr(again.pooled["auroc"]) == repr(cv.pooled["auroc"])


@pytest.mark.parametrize(
    "bad",
    [
        {"y_proba": np.where(np.arange(60) == 7, 1.5, P)},
        {"y_proba": P[:59]},
        {"confidence_level": 2.0},
        {"random_state": -1},
        {"threshold": "a"},
    ],
)
def test_what_is_refused_is_refused_at_once(bad: Any) -> None:
    with pytest.raises(VeracityError):
        made([], {0: 40.0, 1: 40.0, 2: 40.0}, **bad)


def test_bad_rows_are_refused_at_once() -> None:
    bad = np.where(np.arange(60) == 7, np.nan, P)
    with pytest.raises(VeracityError):
        made([], {0: 40.0, 1: 40.0, 2: 40.0}, y_proba=bad)
    dropped = made([], {0: 40.0, 1: 40.0, 2: 40.0}, y_proba=bad, on_invalid="drop")
    assert [fold.rows.used for fold in dropped.folds] == [20, 19, 20]
