"""`evaluate_cv`: an estimator fitted fold by fold, its out-of-fold predictions evaluated."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Sized
from dataclasses import replace
from inspect import signature
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeVar, cast, runtime_checkable
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from veracity.errors import VeracityError, quoted, refuse
from veracity.evaluation.folds.cross_validation import CrossValidation
from veracity.evaluation.folds.fold_means import Procedure
from veracity.evaluation.front.evaluating import evaluate
from veracity.evaluation.front.fold_columns import evaluated_by_fold
from veracity.evaluation.inputs.from_estimator import Predicted
from veracity.sklearn.fitting import Classifier, Ints, Rows, Study, fitted_answers, joined_answers

MOST_NAMED = 3
FOLDS = 5  # where cv is None, as scikit-learn has it
DECIDED = {
    *("y_true", "y_pred", "y_score", "y_proba", "data", "engine", "estimator", "X"),
    *("fold", "sample_weight", "random_state"),
}
REPEATS_OF_NESTED = 50
Made = TypeVar("Made")

if TYPE_CHECKING:
    from veracity.engines.reading.columns import ColumnLike


@runtime_checkable
class Splitter(Protocol):
    """Cross-validation splitters of scikit-learn's kind."""

    def split(self, X: object, y: object = None, groups: object = None) -> Iterable[Rows]:
        """Training and test rows of every fold."""


def evaluate_cv(
    estimator: Classifier | Mapping[str, Any],
    X: object,
    y: ColumnLike,
    *,
    cv: int | Splitter | Iterable[Rows] | None = 5,
    groups: ColumnLike | None = None,
    sample_weight: ColumnLike | None = None,
    response: Literal["auto", "predict_proba", "decision_function", "predict"] = "auto",
    nested: bool | int = False,
    n_jobs: int | None = None,
    random_state: int = 0,
    **settings: Any,
) -> CrossValidation:
    """Fit and test an estimator fold by fold, and say how good the procedure is.

    estimator: one of scikit-learn's kind, which is cloned for every fold; or what
    `cross_validate(..., return_estimator=True, return_indices=True)` gave.
    cv: a number of folds (stratified and shuffled by `random_state`, by whole `groups` where
    these are given), a splitter, or pairs of training and test rows.
    response: what is asked of the fitted estimator; "auto" takes predict_proba, else
    decision_function, else predict; beside decision_function, predict gives the labels, and
    beside predict_proba where it does not call the most probable class (a tuned threshold).
    nested: also fit models on all pairs of left-out folds, over 50 (or so many) splits, and
    take the interval of nested cross-validation for means over rows (accuracy, Brier, log loss).
    settings: those of `evaluate` (pos_label, threshold, metrics, confidence_level ...).

    >>> import numpy as np
    >>> from sklearn.linear_model import LogisticRegression
    >>> rng = np.random.default_rng(0)
    >>> X = rng.normal(size=(200, 3))
    >>> y = (X[:, 0] + rng.normal(size=200) > 0).astype(int)
    >>> found = evaluate_cv(LogisticRegression(), X, y)
    >>> len(found.folds), found.mean["auroc"].method
    (5, 'nadeau_bengio')
    """
    try:
        import sklearn.model_selection  # noqa: F401
    except ImportError:
        raise refuse("cv_needs_sklearn") from None
    study = Study(
        X,
        _column_of_labels(y),
        _column(sample_weight),
        _column(groups),
        response,
        settings.get("pos_label"),
    )
    _refuse_settings(settings)
    _in_our_errors(lambda: _same_lengths(study))
    _refuse_missing("y", study.y)
    _refuse_missing("groups", study.groups)
    if isinstance(estimator, Mapping):
        fitted, splits = _of_result(estimator)
        given = fitted[0]
        _refuse_other_rows(splits, len(study.y))
    else:
        if isinstance(estimator, type):
            raise refuse("estimator_is_class", name=estimator.__name__)
        if _is_regressor(estimator):
            raise refuse("cv_regressor", name=type(estimator).__name__)
        splits = _in_our_errors(lambda: list(_splits(cv, study, random_state)))
        given, fitted = estimator, None
    if len(splits) == 1:
        raise refuse("cv_one_split")
    _in_our_errors(lambda: _refuse_bad_splits(splits, study))
    answers = _in_our_errors(lambda: fitted_answers(given, fitted, splits, study, n_jobs))
    made = _evaluated(given, answers, splits, study, random_state, settings, fitted is None)
    if nested is False:
        return made
    if not isinstance(nested, int) or nested < 1 or fitted is not None:
        raise refuse("cv_nested_not_whole", given=repr(nested))
    from veracity.sklearn.nested_fits import nested_folds

    times = REPEATS_OF_NESTED if nested is True else nested
    within = nested_folds(given, study, len(splits), times, n_jobs, random_state, settings)
    return replace(made, nested=within)


def _refuse_settings(settings: Mapping[str, Any]) -> None:
    """What `evaluate` does not take, or the folds decide, is refused before anything is fitted."""
    if not settings:
        return
    known = set(signature(evaluate).parameters) - DECIDED
    strange = [name for name in settings if name not in known]
    if strange:
        raise refuse("cv_setting_unknown", names=quoted(strange))


def _refuse_missing(name: str, column: NDArray[Any] | None) -> None:
    """A class or group that is not known: None, NaN or pandas' NA, none of which equals itself."""
    if column is None or column.dtype.kind not in "fOmM":
        return
    same = ((row, one == one) for row, one in enumerate(column.tolist()) if one is not None)
    known = {row for row, it in same if isinstance(it, (bool, np.bool_)) and it}
    missing = [row for row in range(len(column)) if row not in known]
    if missing:
        raise refuse("cv_value_missing", column=name, n=len(missing), row=missing[0])


def _refuse_other_rows(splits: Sequence[Rows], n: int) -> None:
    """Indices beyond the rows, or folds that together are a table of fewer rows."""
    last = max((int(rows.max()) for pair in splits for rows in pair if len(rows)), default=-1)
    whole = all(len(a) + len(b) == last + 1 for a, b in splits)
    if last >= n or (whole and last + 1 < n):
        raise refuse("cv_result_other_rows", rows=last + 1, n=n)


def _in_our_errors(work: Callable[[], Made]) -> Made:
    """What scikit-learn or the estimator refuses, as an error of ours with its words."""
    try:
        return work()
    except VeracityError:
        raise
    except (ValueError, TypeError, IndexError, AttributeError) as problem:
        raise refuse("cv_failed", why=str(problem)) from problem


def _same_lengths(study: Study) -> None:
    """As many rows of X as of y, groups and weights."""
    shape = getattr(study.X, "shape", None)
    lengths = {"X": shape[0] if shape else len(cast("Sized", study.X)), "y": len(study.y)}
    for name, column in (("groups", study.groups), ("sample_weight", study.weight)):
        if column is not None:
            lengths[name] = len(column)
    if len(set(lengths.values())) > 1:
        lengths_text = ", ".join(f"{name} {n}" for name, n in lengths.items())
        raise refuse("different_lengths", lengths=lengths_text)


def _evaluated(
    given: Classifier,
    answers: Sequence[Predicted],
    splits: Sequence[Rows],
    study: Study,
    random_state: int,
    settings: Mapping[str, Any],
    cloned: bool,
) -> CrossValidation:
    test = np.concatenate([rows for _, rows in splits])
    repeat = np.repeat(_repeats(splits, len(study.y)), [len(rows) for _, rows in splits])
    fold = np.repeat(np.arange(len(splits)), [len(rows) for _, rows in splits])
    several = repeat.max() > 0
    arguments = dict(settings)
    arguments.setdefault("random_state", random_state)
    arguments.setdefault("cluster", None if study.groups is None else study.groups[test])
    arguments |= {"y_true": study.y[test], **joined_answers(answers)}
    if settings.get("threshold") is not None and answers[0].response != "predict":
        arguments.pop("y_pred", None)  # scores are counted at the threshold asked for
    if study.weight is not None:
        arguments["sample_weight"] = study.weight[test]
    names = _names(splits, repeat, fold) if several else list(range(len(splits)))
    columns: Any = {"repeat": repeat, "fold": fold} if several else fold
    training = {name: float(len(rows)) for name, (rows, _) in zip(names, splits, strict=True)}
    code = crc32(test.astype(np.int64, copy=False).tobytes())
    procedure = Procedure(
        type(given).__name__,
        answers[0].response,
        cloned and _is_fitted(given),
        splits=f"{code:08x}",
        trained_share=float(np.mean([len(rows) for rows, _ in splits])) / len(study.y),
        own_rule=answers[0].response == "predict_proba" and "y_pred" in arguments,
    )
    return evaluated_by_fold(evaluate, columns, arguments, training, procedure)


def _splits(
    cv: int | Splitter | Iterable[Rows] | None, study: Study, random_state: int
) -> Iterator[Rows]:
    """Training and test rows of every fold."""
    from sklearn.model_selection import StratifiedGroupKFold, StratifiedKFold

    cv = FOLDS if cv is None else cv
    if isinstance(cv, str) or not isinstance(cv, (int, np.integer, Splitter, Iterable)):
        raise refuse("cv_unknown", given=repr(cv))
    if isinstance(cv, (int, np.integer)):
        kind = StratifiedKFold if study.groups is None else StratifiedGroupKFold
        splitter = kind(int(cv), shuffle=True, random_state=random_state)
    elif isinstance(cv, Splitter):
        splitter = cv
    else:
        for pair in cv:
            if not isinstance(pair, (tuple, list)) or len(pair) != 2:
                raise refuse("cv_unknown", given=repr(pair))
            yield np.asarray(pair[0]), np.asarray(pair[1])
        return
    with warnings.catch_warnings():  # groups that a splitter does not keep together are refused
        warnings.filterwarnings("ignore", "The groups parameter is ignored", UserWarning)
        yield from (
            (np.asarray(a), np.asarray(b))
            for a, b in splitter.split(study.X, study.y, study.groups)
        )


def _of_result(result: Mapping[str, Any]) -> tuple[list[Any], list[Rows]]:
    """The estimators and rows of scikit-learn's cross_validate."""
    missing = [name for name in ("estimator", "indices") if name not in result]
    if missing:
        raise refuse("cv_result_lacks", missing=quoted(missing))
    index = result["indices"]
    return list(result["estimator"]), list(zip(index["train"], index["test"], strict=True))


def _refuse_bad_splits(splits: Sequence[Rows], study: Study) -> None:
    """Folds without test rows, rows or groups on both sides, classes that a model never saw."""
    if not splits or any(len(test) == 0 for _, test in splits):
        raise refuse("cv_no_test_rows")
    n = len(study.y)
    classes, code = _encoded(study.y)
    rarest = int(np.bincount(code).min())
    for fold, (training, test) in enumerate(splits):
        trained = np.zeros(n, bool)
        trained[training] = True
        shared = int(np.count_nonzero(trained[test]))
        if shared:
            raise refuse("cv_rows_leak", n=shared, fold=fold)
        if n - np.count_nonzero(trained) >= rarest:  # else too few rows are left out for that
            lacking = classes[np.bincount(code[training], minlength=len(classes)) == 0].tolist()
            if lacking:
                named = quoted(lacking)
                raise refuse("cv_class_not_trained", fold=fold, classes=named, n=len(lacking))
        if study.groups is not None:
            both = np.intersect1d(study.groups[training], study.groups[test])
            if len(both):
                named = quoted(both[:MOST_NAMED].tolist())
                raise refuse("cv_groups_leak", n=len(both), fold=fold, groups=named)


def _encoded(y: NDArray[Any]) -> tuple[NDArray[Any], Ints]:
    """The classes, and the index of each row's among them; 0 and 1 are their own indices."""
    if y.dtype.kind in "iu" and len(y) and y.min() == 0 and y.max() == 1:
        return np.arange(2), y
    classes, code = np.unique(y, return_inverse=True)
    return classes, code


def _repeats(splits: Sequence[Rows], n: int) -> Ints:
    """To which repeat each fold belongs: a row is tested once in each."""
    repeat, seen, found = 0, np.zeros(n, bool), []
    every = np.concatenate([test for _, test in splits])
    seen[every] = True
    if np.count_nonzero(seen) == len(every):
        return np.zeros(len(splits), np.int64)
    seen[:] = False
    for _, test in splits:
        if seen[test].any():
            repeat, seen = repeat + 1, np.zeros(n, bool)
        seen[test] = True
        found.append(repeat)
    return np.array(found)


def _names(splits: Sequence[Rows], repeat: Ints, fold: Ints) -> list[tuple[int, int]]:
    """The name of each fold, as grouping by repeat and fold gives it."""
    starts = np.cumsum([0, *(len(test) for _, test in splits[:-1])])
    return [(int(repeat[at]), int(fold[at])) for at in starts]


def _is_regressor(estimator: object) -> bool:
    from sklearn.base import is_regressor

    try:
        return bool(is_regressor(estimator))
    except AttributeError:  # no estimator of scikit-learn's; fitting it will tell
        return False


def _is_fitted(estimator: Classifier) -> bool:
    from sklearn.exceptions import NotFittedError
    from sklearn.utils.validation import check_is_fitted

    try:
        check_is_fitted(estimator)
    except (NotFittedError, TypeError):
        return False
    return True


def _column_of_labels(y: ColumnLike) -> NDArray[Any]:
    """One label a row: a matrix of indicators is none."""
    values = np.asarray(y)
    if values.ndim == 2 and values.shape[1] == 1:
        return values[:, 0]
    if values.ndim != 1:
        raise refuse("column_not_flat", column="y", shape=values.shape)
    return values


def _column(values: ColumnLike | None) -> NDArray[Any] | None:
    return None if values is None else np.asarray(values)
