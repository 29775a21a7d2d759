"""The front door: predictions in, an Evaluation out."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING, Any, Literal, TypedDict, Unpack, overload

from veracity.engines.reading.engine_choice import engine_in_words, logged
from veracity.engines.reading.reading_scores import ReadRequest, checked_engine
from veracity.engines.reading.recipe import Recipe
from veracity.errors import InputError, refuse
from veracity.evaluation.inputs.from_scores import Statistics, scored_statistics
from veracity.evaluation.inputs.score_arguments import (
    FoldColumns,
    ScoreArguments,
    column_name,
    given_scores,
    names_of_source,
    threshold_number,
)
from veracity.evaluation.single.evaluation import Evaluation
from veracity.evaluation.state.keys import asked_keys, ignored
from veracity.intervals import Settings
from veracity.metrics import find
from veracity.results import Estimate
from veracity.statistics.labels import Label, as_listed
from veracity.words import say

if TYPE_CHECKING:
    from veracity.engines.reading.columns import ColumnLike, Source
    from veracity.evaluation.folds.cross_validation import CrossValidation
    from veracity.evaluation.inputs.from_estimator import Predicts

INDIRECT = ("fold", "estimator", "X")


class EvaluateSettings(TypedDict, total=False):
    """The arguments of `evaluate` behind the labels, for type checkers."""

    y_score: ColumnLike | None
    y_proba: ColumnLike | None
    data: Source | None
    labels: Iterable[Any] | None
    pos_label: Label | None
    threshold: float | None
    sample_weight: ColumnLike | None
    weight_kind: Literal["importance", "sampling", "frequency"]
    group: object
    cluster: ColumnLike | None
    estimator: Predicts | None
    X: object
    metrics: str | Iterable[str] | None
    confidence_level: float
    method: str
    n_resamples: int
    random_state: int
    resolution: str | int
    on_invalid: Literal["raise", "drop"]
    engine: str | None
    ignore: str | Iterable[str]


@overload
def evaluate(
    y_true: ColumnLike,
    y_pred: ColumnLike | None = None,
    *,
    fold: None = None,
    **settings: Unpack[EvaluateSettings],
) -> Evaluation: ...


@overload
def evaluate(
    y_true: ColumnLike,
    y_pred: ColumnLike | None = None,
    *,
    fold: object,
    **settings: Unpack[EvaluateSettings],
) -> CrossValidation: ...


def evaluate(
    y_true: ColumnLike,
    y_pred: ColumnLike | None = None,
    *,
    y_score: ColumnLike | None = None,
    y_proba: ColumnLike | None = None,
    data: Source | None = None,
    labels: Iterable[Any] | None = None,
    pos_label: Label | None = None,
    threshold: float | None = None,
    sample_weight: ColumnLike | None = None,
    weight_kind: Literal["importance", "sampling", "frequency"] = "importance",
    group: object = None,
    cluster: ColumnLike | None = None,
    fold: object = None,
    estimator: Predicts | None = None,
    X: object = None,
    metrics: str | Iterable[str] | None = None,
    confidence_level: float = 0.95,
    method: str = "auto",
    n_resamples: int = 2000,
    random_state: int = 0,
    resolution: str | int = "auto",
    on_invalid: Literal["raise", "drop"] = "raise",
    engine: str | None = None,
    ignore: str | Iterable[str] = (),
) -> Evaluation | CrossValidation:
    """Say how good predictions are, and how sure that is.

    y_true, y_pred: labels, one for each row; lists, numpy, pandas, polars or pyarrow columns,
    tensors of torch, CuPy or JAX (very many rows on a GPU are reduced there).
    y_score: any score that is higher for more positive rows. y_proba: probabilities of the
    positive class, or K columns (an array of two axes, a mapping label → column); with K
    columns the largest is the prediction, ties go to the first label.
    threshold: positive where y_proba (or y_score) >= threshold; 0.5 for y_proba. Scores
    without a threshold have curves and areas, but no confusion matrix.
    data: a path or glob (CSV, TSV, Parquet, JSON lines, Arrow), a data frame or a DuckDB
    relation; then the other arguments are names of its columns.
    labels: order and universe of classes; to be named where truth and predictions share none,
    or seem to write one class in two ways ("yes", "Yes "): else that is refused.
    pos_label: the positive class, needed for two-class metrics unless the labels are {0, 1},
    {-1, 1} or {False, True}.
    sample_weight, weight_kind: "importance" and "sampling" weights are scale-free, "frequency"
    weights are whole numbers of rows.
    group: one column, or several as a mapping name → column (with `data`, a list of names):
    `by_group` holds each value.
    cluster: rows of one patient, recording or user belong together in every interval.
    fold: the fold of each row, where predictions are out-of-fold ones; {"repeat": …, "fold": …}
    for repeated cross-validation. The answer is then a CrossValidation.
    estimator, X: a fitted model and the rows to predict, instead of predictions:
    predict_proba (with the labels of predict where these are not the most probable class, as
    those of a tuned threshold), else decision_function with the labels of predict, else predict.
    metrics: the keys to show; all others remain available.
    resolution: "exact" keeps every distinct score, a number of bits counts in cells of
    about 1/2^bits of the rows with certified bounds, "auto" is exact unless rows are very many.
    ignore: keys of cautions to mute; every output says which are.

    >>> ev = evaluate([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 1, 0])
    >>> print(ev["accuracy"])
    0.667 [0.300, 0.903]
    >>> ev = evaluate([0, 0, 1, 1], y_score=[0.1, 0.4, 0.35, 0.8])
    >>> ev["auroc"].value, ev.confusion
    (0.75, None)
    """
    if fold is not None or estimator is not None:
        return _indirect(
            fold, estimator, X, {k: v for k, v in locals().items() if k not in INDIRECT}
        )
    settings = Settings(confidence_level, method, n_resamples, random_state)
    columns = y_true, y_pred, y_score, y_proba, sample_weight, cluster
    checked_engine(engine, data, columns)
    if data is not None:
        _names_only(y_true=y_true, y_pred=y_pred, cluster=cluster)
    if y_pred is not None and threshold is not None:
        raise refuse("threshold_with_labels")
    asked, muted = asked_keys(metrics), ignored(ignore)
    given = tuple(
        one
        for role, columns in (("y_score", y_score), ("y_proba", y_proba))
        if (one := given_scores(role, columns, named=data is not None)) is not None
    )
    request = ReadRequest(
        data=data,
        truth=y_true,
        predicted=y_pred,
        labels=None if labels is None else as_listed(labels),
        pos_label=pos_label,
        weight=sample_weight,
        weight_kind=weight_kind,
        cluster=cluster,
        groups=_group_columns(group, named=data is not None),
        on_invalid=on_invalid,
        engine=engine,
    )
    at = None if threshold is None else threshold_number(threshold)
    classes_named = labels is not None or any(one.names is not None for one in given)
    started = perf_counter()
    with logged() as log:
        if given:
            recipe = Recipe(resolution=resolution, edges=edges_of(asked))
            found = _scored(request, given, at, recipe, classes_named)
        else:
            found = _counted(request)
    seconds = perf_counter() - started
    held, groups, rows, at, notes = found
    if log["lost"]:
        notes = (*notes, say("worker_lost", n=log["lost"]))
    if data is not None and isinstance(data, (str, os.PathLike, list, tuple)):
        from veracity.engines.reading.read_columns import comma_columns

        notes = (*notes, *comma_columns(data, (y_score, y_proba, sample_weight)))
    if y_pred is not None and not classes_named:
        from veracity.evaluation.inputs.matching_labels import refuse_unmatched

        refuse_unmatched(held.confusion, rows.used, pos_label)
    made = Evaluation(
        held,
        rows=rows,
        settings=settings,
        groups=groups,
        asked=asked,
        weight_kind=None if sample_weight is None else weight_kind,
        threshold=at,
        notes_on_rows=notes,
        ignore=muted,
    )
    made.group_names = tuple(name.removeprefix("group ") for name in request.groups)
    made.cluster_name = column_name(cluster)
    made.read_from = names_of_source(data, y_pred, y_score, y_proba)
    read_by = engine_in_words(data, columns, device=log["on_device"] > 0)
    made.read_as = read_by, max(log["passes"], 1), log["values"], seconds
    return made


def _indirect(
    fold: object, estimator: Predicts | None, X: object, arguments: dict[str, Any]
) -> Evaluation | CrossValidation:
    """Predictions that are yet to be made, or that belong to several models."""
    if estimator is not None:
        from veracity.evaluation.inputs.from_estimator import predicted, words_of_estimator

        given = [
            name for name in ("y_pred", "y_score", "y_proba", "data") if arguments[name] is not None
        ]
        if given or X is None:
            raise refuse("estimator_alone", given=", ".join(given) or "X=None")
        answers = predicted(estimator, X, pos_label=arguments["pos_label"])
        arguments |= answers.complete
        if arguments["threshold"] is not None and answers.response != "predict":
            arguments["y_pred"] = None  # scores are counted at the threshold asked for
        if answers.response == "predict" and arguments["threshold"] is not None:
            raise refuse("threshold_with_labels")
        if fold is None:
            ev: Evaluation = evaluate(**arguments)
            own_rule = arguments["y_pred"] is not None and answers.own_rule
            remarks = words_of_estimator(type(estimator).__name__, answers.response, own_rule)
            return ev.part(
                ev.held,
                ev.rows,
                groups=ev.groups,
                asked=ev.asked,
                notes_on_rows=(*ev.notes_on_rows, *remarks),
            )
    from veracity.evaluation.front.fold_columns import evaluated_by_fold

    return evaluated_by_fold(evaluate, fold, arguments)


def measure(
    key: str, y_true: ColumnLike, y_pred: ColumnLike | None = None, **settings: Any
) -> Estimate:
    """One number with its interval; the same arguments as `evaluate`.

    >>> print(measure("recall", [0, 1, 1, 1], [0, 1, 1, 0]))
    0.667 [0.208, 0.939]
    """
    if "metrics" in settings:
        raise refuse("measure_takes_one")
    if settings.get("fold") is not None:
        cv: CrossValidation = evaluate(y_true, y_pred, metrics=(key,), **settings)
        return cv.mean[key]
    ev: Evaluation = evaluate(y_true, y_pred, metrics=(key,), **settings)
    return ev[key]


def edges_of(asked: tuple[str, ...]) -> tuple[float, ...]:
    """The probabilities at which the figures asked for act."""
    own = (find(key).own_threshold for key in asked)
    return tuple(at for at in own if at is not None)


def _scored(
    request: ReadRequest[ColumnLike],
    given: tuple[ScoreArguments, ...],
    threshold: float | None,
    recipe: Recipe,
    classes_named: bool,
) -> Statistics:
    """What the rows are reduced to; labels that do not meet are reported before their effects."""
    try:
        return scored_statistics(request, given, threshold, recipe)
    except InputError:
        if request.predicted is not None and not classes_named:
            _refuse_unmatched_labels(replace(request, groups={}, on_invalid="drop"))
        raise


def _counted(request: ReadRequest[ColumnLike]) -> Statistics:
    from veracity.evaluation.inputs.from_labels import counted_statistics

    return counted_statistics(request)


def _refuse_unmatched_labels(request: ReadRequest[ColumnLike]) -> None:
    """Look at truth and predictions alone, where these can be counted."""
    from veracity.evaluation.inputs.matching_labels import refuse_unmatched

    try:
        held, _, rows, _, _ = _counted(request)
    except InputError:
        return
    refuse_unmatched(held.confusion, rows.used)


def _names_only(**columns: Any) -> None:
    """With `data` the arguments are names of its columns, not columns themselves."""
    for name, given in columns.items():
        if given is not None and not isinstance(given, (str, int)):
            raise refuse("column_name_needed", name=name, type=type(given).__name__)


def _group_columns(group: Any, *, named: bool) -> dict[str, Any]:
    if group is None:
        return {}
    if isinstance(group, FoldColumns):
        return dict(group)
    if named:
        names = (group,) if isinstance(group, str) else tuple(group)
        return {f"group {name}": name for name in names}
    if isinstance(group, Mapping):
        return {f"group {name}": column for name, column in group.items()}
    if isinstance(group, tuple) and group and not isinstance(group[0], (str, int, float, bool)):
        return {f"group {index}": column for index, column in enumerate(group)}
    return {"group": group}
