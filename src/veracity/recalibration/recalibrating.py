"""The front door of recalibration: probabilities and truth in, a map with its figures out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from veracity.errors import refuse
from veracity.evaluation.front.evaluating import evaluate
from veracity.evaluation.single.evaluation import Evaluation
from veracity.recalibration.column_fitting import fit_columns
from veracity.recalibration.fitted_map import probabilities_of
from veracity.recalibration.fitting import METHODS, fit_map
from veracity.recalibration.mapped import held_of, mapped
from veracity.recalibration.maps import EachColumn, Fitted, IsotonicMap, Map
from veracity.recalibration.recalibration import Recalibration
from veracity.resampling.folds import checked_folds, in_folds
from veracity.statistics.joint.joint_scores import JointScores
from veracity.statistics.labels import Label
from veracity.statistics.scores.score_table import ScoreTable
from veracity.words import Text, say

if TYPE_CHECKING:
    from veracity.engines.reading.columns import ColumnLike, Source


def recalibrate(
    y_true: ColumnLike,
    y_proba: ColumnLike,
    *,
    method: str = "isotonic",
    cv: object = None,
    data: Source | None = None,
    cluster: ColumnLike | None = None,
    sample_weight: ColumnLike | None = None,
    weight_kind: Literal["importance", "sampling", "frequency"] = "importance",
    labels: Iterable[Any] | None = None,
    pos_label: Label | None = None,
    confidence_level: float = 0.95,
    n_resamples: int = 2000,
    random_state: int = 0,
    on_invalid: Literal["raise", "drop"] = "raise",
) -> Recalibration:
    """Fit a map that makes probabilities true, and say how good they are before and after.

    method: "isotonic", "platt", "platt_smoothed", "beta" or "temperature"; `fit_map` states
    their definitions. K columns of probabilities have one temperature, or a map for each class
    against the rest with rows divided by their sum.
    cv: the number of folds of cross-fitting, or a column that says the fold of each row: every
    row is then judged after a map that was fitted without its fold, so that the figures after
    are honest. With `cluster` whole clusters are in one fold. Without cv the figures after are
    of the rows the map was fitted to, and say so. The map that is kept is always fitted to all
    rows. All other arguments are those of `evaluate`; the probabilities are counted exactly.

    >>> found = recalibrate([0, 1, 0, 1], [0.1, 0.3, 0.6, 0.8])
    >>> found.transform([0.1, 0.3, 0.6, 0.8])
    [0.0, 0.5, 0.5, 1.0]
    >>> found.before["auroc"].value, found.after["auroc"].value  # isotonic maps make ties
    (0.75, 0.875)
    """
    if method not in METHODS:
        raise refuse("recalibrate_method", method=repr(method), methods=", ".join(METHODS))
    if y_proba is None:
        raise refuse("recalibrate_needs_proba")
    columned = cv is not None and not isinstance(cv, (int, float, np.number))
    ev = evaluate(
        y_true,
        y_proba=y_proba,
        data=data,
        labels=labels,
        pos_label=pos_label,
        sample_weight=sample_weight,
        weight_kind=weight_kind,
        group=_fold_column(cv, named=data is not None) if columned else None,
        cluster=cluster,
        confidence_level=confidence_level,
        n_resamples=n_resamples,
        random_state=random_state,
        resolution="exact",
        on_invalid=on_invalid,
    )
    whole = probabilities_of(ev)
    fitted = _fitted(method, whole)
    parts: list[Any] | None = None
    if columned:
        parts = [held.probabilities for held in ev.groups.values()]
        checked_folds(len(parts), np.inf)
    elif cv is not None:
        parts = in_folds(whole, checked_folds(cv, _most_folds(whole)), random_state)
    before = ev.part(ev.held, ev.rows, notes_on_rows=ev.notes_on_rows)
    after, notes_on_rows = _after(before, method, whole, fitted, parts)
    notes = (*fitted.notes, *_of_certainty(fitted.map), *notes_on_rows)
    return Recalibration(
        method,
        (fitted.map,),
        tuple(whole.labels),
        whole.pos_label,
        tuple(_shares(whole)),
        None if parts is None else len(parts),
        tuple(dict.fromkeys(notes)),
        (before, after),
    )


def _fold_column(cv: object, *, named: bool) -> Any:
    """The folds as groups; messages call them what the user did."""
    return cv if named else {"cv": cv}


def _fitted(method: str, statistic: ScoreTable | JointScores) -> Fitted:
    if statistic.by_row:
        return fit_columns(method, statistic)
    return fit_map(method, statistic)


def _after(
    before: Evaluation,
    method: str,
    whole: ScoreTable | JointScores,
    fitted: Fitted,
    parts: list[Any] | None,
) -> tuple[Evaluation, tuple[Text, ...]]:
    """The evaluation after the map: of all rows, or of each fold after a map of the others."""
    if parts is None:
        changed, notes_on_rows = mapped(whole, fitted.map), (say("side_in_sample"),)
        notes: tuple[Text, ...] = ()
    else:
        made = []
        for index, part in enumerate(parts):
            others = parts[:index] + parts[index + 1 :]
            made.append(mapped(part, _fitted(method, others[0].merged(others[1:])).map))
        changed, notes_on_rows = made[0].merged(made[1:]), (say("side_crossfitted", n=len(parts)),)
        cells = whole.kind == "score_table" and whole.clusters is None and whole.weighted
        notes = (say("side_cells_together"),) if cells else ()
    held = held_of(changed, before.held.rows, before.threshold)
    return before.part(
        held, before.rows, notes_on_rows=(*before.notes_on_rows, *notes_on_rows)
    ), notes


def _of_certainty(made: Map) -> tuple[Text, ...]:
    """Isotonic maps give 0 and 1 where all rows agree: noted, since one exception costs all."""
    maps = made.maps if isinstance(made, EachColumn) else (made,)
    sure = [one for one in maps if isinstance(one, IsotonicMap) and {0.0, 1.0} & {*one.y.tolist()}]
    return (say("recalibrate_certain"),) if sure else ()


def _most_folds(statistic: ScoreTable | JointScores) -> float:
    """As many folds as there are clusters, or rows."""
    if statistic.by_row:
        return len(statistic.cluster_labels) if statistic.clustered else float(statistic.total)
    if statistic.clusters is not None:
        return len(statistic.clusters)
    return float(statistic.total) if statistic.squares is None else float(len(statistic))


def _shares(statistic: ScoreTable | JointScores) -> list[float]:
    truth = statistic.class_totals
    shares: list[float] = (truth / float(statistic.total)).tolist()
    return shares
