"""The front door of rows with several labels: sets or matrices in, a MultilabelEvaluation out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Literal
from zlib import crc32

import numpy as np

from veracity.arrays import Floats
from veracity.engines.reading.label_sets import LabelRows, LabelSetRequest, label_rows
from veracity.errors import quoted, refuse
from veracity.evaluation.front.evaluating import evaluate
from veracity.evaluation.label_sets.multilabel import MultilabelEvaluation
from veracity.evaluation.single.evaluation import ConfusionMatrix, Evaluation
from veracity.evaluation.state.keys import ignored
from veracity.intervals import Settings
from veracity.statistics.labels import as_listed
from veracity.words import Text, say

if TYPE_CHECKING:
    from veracity.engines.reading.columns import ColumnLike, Source

SCALE_FREE = ("importance", "sampling")
MOST_DECISIONS = 1 << 22  # of which the interval of a pooled ranking is made, rows as clusters


def evaluate_multilabel(
    y_true: ColumnLike,
    y_pred: ColumnLike | None = None,
    *,
    y_score: ColumnLike | None = None,
    y_proba: ColumnLike | None = None,
    data: Source | None = None,
    labels: Iterable[Any] | None = None,
    threshold: float | Mapping[Any, float] | None = None,
    separator: str | None = None,
    hierarchy: Mapping[Any, Any] | None = None,
    sample_weight: ColumnLike | None = None,
    weight_kind: Literal["importance", "sampling"] = "importance",
    cluster: ColumnLike | None = None,
    confidence_level: float = 0.95,
    method: Literal["auto", "none"] = "auto",
    n_resamples: int = 2000,
    random_state: int = 0,
    ignore: str | Iterable[str] = (),
) -> MultilabelEvaluation:
    """Say how good predictions of several labels a row are.

    y_true, y_pred: indicator matrices (rows × labels, dense, sparse or a frame of 0/1 columns),
    sets of labels, or text with a `separator`. y_score, y_proba: one column a label. With `data`
    (a path or frame) they are lists of columns in the same order, or one column of text.
    threshold: of all labels, or by label; used where there is no y_pred. 0.5 unless given; scores
    outside 0 to 1 need one.
    hierarchy: child → parent; every label then counts together with all above it, rows may be
    single labels, and `hierarchical_precision`, `_recall` and `_f1` exist.
    cluster: rows of one patient belong together. Labels of one row always do, in every interval.
    method: "none" counts without what intervals need.
    ignore: keys of cautions to mute; every output says which are.

    >>> ev = evaluate_multilabel([[1, 0], [1, 1], [0, 1]], [[1, 0], [0, 1], [0, 1]])
    >>> round(ev["macro_recall"].value, 3), round(ev["hamming_loss"].value, 3)
    (0.75, 0.167)
    """
    settings, muted = Settings(confidence_level, "auto", n_resamples, random_state), ignored(ignore)
    if method not in ("auto", "none"):
        raise refuse("method_unknown", method=repr(method), methods="auto, none")
    if method == "none":
        settings = Settings(confidence_level, "none", n_resamples, random_state)
    if weight_kind not in SCALE_FREE:  # rows are summed by their squared weight
        known = quoted(SCALE_FREE)
        raise refuse("label_weight_kind", given=repr(weight_kind), known=known)
    if y_score is not None and y_proba is not None:
        raise refuse("label_scores_twice")
    if threshold is not None and y_pred is not None:
        raise refuse("threshold_with_labels")
    if separator is not None and (not isinstance(separator, str) or not separator):
        raise refuse("label_separator_bad", given=repr(separator))
    if hierarchy is not None and (y_score is not None or y_proba is not None):
        raise refuse("hierarchy_of_labels")
    scores = y_proba if y_proba is not None else y_score
    rows = label_rows(
        LabelSetRequest(
            y_true,
            y_pred,
            scores,
            y_proba is not None,
            data,
            None if labels is None else as_listed(labels),
            threshold,
            separator,
            sample_weight,
            cluster,
            hierarchy,
        )
    )
    kind = None if sample_weight is None else weight_kind
    sets = rows.reduced(moments=method != "none")
    counts, share = sets.counts, y_proba is not None
    each = tuple(_label(rows, i, counts, settings, share, kind) for i in range(len(rows.labels)))
    pooled, notes = _pooled(rows, settings, share, kind)
    if muted:
        from veracity.cautions.catalogue.checking import notes_of_muted

        notes += notes_of_muted(muted)
        each = tuple(
            one.part(one.held, one.rows, notes_on_rows=one.notes_on_rows, ignore=muted)
            for one in each
        )
    thresholds = None if y_pred is not None else tuple(rows.thresholds.tolist())
    return MultilabelEvaluation(
        sets, each, settings, pooled, notes, hierarchy is not None, thresholds, muted
    )


def _label(
    rows: LabelRows,
    index: int,
    counts: Floats,
    settings: Settings,
    probability: bool,
    kind: str | None,
) -> Evaluation:
    """One label against all rows without it, as any two-class evaluation."""
    if rows.scores is None and rows.weight is None and rows.cluster is None:
        (tn, fp), (fn, tp) = counts[index].tolist()
        matrix = ConfusionMatrix.from_counts(tp=tp, fp=fp, fn=fn, tn=tn, labels=(False, True))
        return matrix.evaluate(
            confidence_level=settings.confidence_level,
            method=settings.method,
            n_resamples=settings.n_resamples,
            random_state=settings.random_state,
        )
    truth, predicted = rows.truth[:, index], rows.predicted[:, index]
    return _evaluated(truth, predicted, rows, index, settings, probability, kind)


def _evaluated(
    truth: np.ndarray[Any, Any],
    predicted: np.ndarray[Any, Any],
    rows: LabelRows,
    index: int,
    settings: Settings,
    probability: bool,
    kind: str | None,
) -> Evaluation:
    options: dict[str, Any] = {} if kind is None else {"weight_kind": kind}
    if rows.scores is not None:
        options["y_proba" if probability else "y_score"] = rows.scores[:, index]
    ev: Evaluation = evaluate(
        truth,
        predicted,
        labels=(False, True),
        pos_label=True,
        sample_weight=rows.weight,
        cluster=rows.cluster,
        confidence_level=settings.confidence_level,
        method=settings.method,
        n_resamples=settings.n_resamples,
        random_state=settings.random_state,
        **options,
    )
    return ev


def _pooled(
    rows: LabelRows, settings: Settings, probability: bool, kind: str | None
) -> tuple[Evaluation | None, tuple[Text, ...]]:
    """All decisions as one ranking; a row, or its cluster, is then a cluster of decisions."""
    if rows.scores is None:
        return None, ()
    n, wide = rows.truth.shape
    few = n * wide <= MOST_DECISIONS and settings.method != "none"
    notes = () if few or settings.method == "none" else (say("label_pooled_many"),)
    options: dict[str, Any] = {} if kind is None else {"weight_kind": kind}
    options["y_proba" if probability else "y_score"] = rows.scores.ravel()
    owner = _row_ids(rows) if rows.cluster is None else rows.cluster
    ev: Evaluation = evaluate(
        rows.truth.ravel(),
        labels=(False, True),
        pos_label=True,
        sample_weight=None if rows.weight is None else np.repeat(rows.weight, wide),
        cluster=np.repeat(owner, wide) if few else None,
        confidence_level=settings.confidence_level,
        method=settings.method if few else "none",
        n_resamples=settings.n_resamples,
        random_state=settings.random_state,
        **options,
    )
    return ev, notes


def _row_ids(rows: LabelRows) -> np.ndarray[Any, Any]:
    """A number for each row that rows of other data do not have, so that evaluations merge."""
    code = crc32(np.ascontiguousarray(rows.scores).tobytes(), crc32(rows.truth.tobytes()))
    return np.arange(len(rows.truth)) + (code << 28)
