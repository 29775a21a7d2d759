"""`evaluate(..., fold=)`: out-of-fold predictions as a cross-validation, wherever they lie."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from veracity.errors import refuse
from veracity.evaluation.folds.cross_validation import CrossValidation
from veracity.evaluation.folds.fold_means import Procedure
from veracity.evaluation.folds.folds_read_later import FoldsReadLater
from veracity.evaluation.inputs.score_arguments import FoldColumns
from veracity.evaluation.single.evaluation import Evaluation
from veracity.intervals import Settings
from veracity.statistics.labels import Label

KEYS = ("repeat", "fold")
OF_SETTINGS = frozenset({"confidence_level", "method", "n_resamples", "random_state"})


def evaluated_by_fold(
    evaluate: Callable[..., Evaluation],
    fold: object,
    arguments: Mapping[str, Any],
    training: Mapping[Label, float] | None = None,
    procedure: Procedure | None = None,
) -> CrossValidation:
    """The cross-validation of out-of-fold predictions.

    Folds are read as groups are, in one pass; where groups are asked for too, these are of the
    pooled rows, in a second one. Without `training` each model is taken to have been trained on
    the rows of all other folds of its repeat. With it, its keys are the names of the folds: then
    all rows are checked at once, and the folds read when they are first asked for; so are all
    rows, in the same reading, where a look at the ends of the columns shows that all are good.
    """
    columns = _columns(fold, named=arguments.get("data") is not None)
    grouped = {**arguments, "group": FoldColumns(columns)}
    parts: Sequence[Evaluation]
    whole: Evaluation | None = None
    read_whole: Callable[[], Evaluation] | None = None
    if training is not None and arguments.get("on_invalid", "raise") == "raise":
        names: tuple[Any, ...] = tuple(training)
        parts = later = FoldsReadLater(len(names), lambda: _both(evaluate(**grouped)))
        if _surely_good(arguments):
            given = {name: arguments[name] for name in OF_SETTINGS if name in arguments}
            settings, read_whole = Settings(**given), later.whole
        else:
            whole = evaluate(**arguments)
            settings = whole.settings
    else:
        read = evaluate(**grouped)
        names, parts = tuple(read.groups), _folds(read)
        whole = evaluate(**arguments) if arguments.get("group") is not None else _ungrouped(read)
        settings = whole.settings
    if len(names) < 2:
        raise refuse("cv_one_fold_given", fold=repr(names[0]) if names else "")
    repeats = tuple(name[0] for name in names) if len(columns) > 1 else (0,) * len(names)
    return CrossValidation(
        parts,
        names,
        settings,
        training=_training(names, repeats, parts, training),
        repeats=repeats,
        whole=whole,
        read_whole=read_whole,
        procedure=procedure or Procedure(fold_is_cluster=_same(fold, arguments.get("cluster"))),
    )


def _surely_good(arguments: Mapping[str, Any]) -> bool:
    """Whether no row can be refused: whole numbers 0 and 1, probabilities from 0 to 1, no more.

    What cannot be told so quickly is read.
    """
    truth, p = arguments["y_true"], arguments.get("y_proba")
    given = {name for name, value in arguments.items() if value is not None}
    if given - OF_SETTINGS != {"y_true", "y_proba"} or not type(truth) is type(p) is np.ndarray:
        return False
    flat = truth.ndim == p.ndim == 1 and 0 < len(truth) == len(p)
    if not flat or truth.dtype.kind not in "iu" or p.dtype not in (np.float64, np.float32):
        return False
    both = truth.min() == 0 and truth.max() == 1
    return bool(both and p.min() >= 0 and p.max() <= 1)  # NaN is neither


def _both(read: Evaluation) -> tuple[Evaluation, tuple[Evaluation, ...]]:
    return _ungrouped(read), _folds(read)


def _folds(read: Evaluation) -> tuple[Evaluation, ...]:
    """The groups of an evaluation as folds."""
    return tuple(_without_intervals(read.by_group[name], read) for name in read.groups)


def _columns(fold: object, *, named: bool) -> dict[str, Any]:
    """The column of folds, and before it that of repeats where there are several.

    With `named` they are names of columns, one each.
    """
    given = fold if isinstance(fold, Mapping) else {"fold": fold}
    if set(given) - set(KEYS) or "fold" not in given:
        raise refuse("cv_fold_keys", given=", ".join(map(str, given)))
    if named and any(isinstance(one, (list, np.ndarray)) for one in given.values()):
        raise refuse("cv_fold_keys", given=str(fold))
    return {key: given[key] for key in KEYS if key in given}


def _without_intervals(part: Evaluation, read: Evaluation) -> Evaluation:
    """A fold; the intervals of means are made from all folds."""
    return part.part(
        part.held,
        part.rows,
        settings=replace(read.settings, method="none"),
        asked=read.asked,
        notes_on_rows=read.notes_on_rows,
    )


def _ungrouped(read: Evaluation) -> Evaluation:
    made = read.part(read.held, read.rows, asked=read.asked, notes_on_rows=read.notes_on_rows)
    made.read_as = read.read_as
    return made


def _training(
    names: tuple[Label, ...],
    repeats: tuple[Any, ...],
    parts: Sequence[Evaluation],
    given: Mapping[Label, float] | None,
) -> tuple[float, ...]:
    if given is not None:
        return tuple(float(given[name]) for name in names)
    total: Counter[Any] = Counter()
    for repeat, part in zip(repeats, parts, strict=True):
        total[repeat] += part.rows.used
    return tuple(
        float(total[repeat] - part.rows.used) for repeat, part in zip(repeats, parts, strict=True)
    )


def _same(fold: object, cluster: object) -> bool:
    """Whether one column is given as fold and as cluster."""
    if cluster is None or isinstance(fold, Mapping):
        return False
    if isinstance(fold, str) or isinstance(cluster, str):
        return bool(isinstance(fold, str) and fold == cluster)
    return bool(np.array_equal(np.asarray(fold), np.asarray(cluster)))
