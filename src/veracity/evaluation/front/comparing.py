"""The front door of comparisons: several models on the same rows, or two evaluations."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal, cast

from veracity.comparisons.contrasts.contrasting import Wishes, checked_margin
from veracity.comparisons.differences.difference import checked_method
from veracity.comparisons.paired_samples.paired import Paired
from veracity.comparisons.significance.correction import checked_correction
from veracity.comparisons.significance.testing import checked_test
from veracity.engines.reading.label_sets import LabelSetRequest
from veracity.engines.reading.paired.class_columns import class_rows
from veracity.engines.reading.paired.models import joint_scores, paired_table
from veracity.engines.reading.reading_scores import ReadRequest
from veracity.errors import quoted, refuse
from veracity.evaluation.comparison.comparison import Comparison, paired_comparison
from veracity.evaluation.comparison.unpaired import unpaired_comparison
from veracity.evaluation.folds.aggregate import Aggregate
from veracity.evaluation.front.comparing_multilabel import compared_label_rows, several_labels
from veracity.evaluation.inputs.class_columns import by_label, given_columns, labels_of
from veracity.evaluation.inputs.matching_labels import refuse_unmatched
from veracity.evaluation.inputs.score_arguments import column_name, threshold_number
from veracity.evaluation.label_sets.averaged_labels import AveragedLabels
from veracity.evaluation.single.evaluation import Evaluation
from veracity.evaluation.state.keys import asked_keys, ignored
from veracity.evaluation.state.remarks import of_rounding
from veracity.intervals import Settings
from veracity.statistics import RowAccount
from veracity.statistics import labels as naming
from veracity.statistics.joint.paired_table import PairedTable
from veracity.statistics.labels import Label
from veracity.words import Text

if TYPE_CHECKING:
    from veracity.engines.reading.columns import ColumnLike, Source

KINDS = ("y_proba", "y_score", "y_pred")
FOLD_TESTS = ("nadeau_bengio", "5x2cv_f")
HALF = 0.5
Kind = Literal["y_proba", "y_score", "y_pred"]


def compare(
    y_true: ColumnLike,
    models: Any = None,
    *,
    data: Source | None = None,
    kind: Kind = "y_proba",
    metrics: str | Iterable[str] | None = None,
    labels: Iterable[Any] | None = None,
    pos_label: Label | None = None,
    threshold: float | None = None,
    sample_weight: ColumnLike | None = None,
    weight_kind: Literal["importance", "sampling", "frequency"] = "importance",
    cluster: ColumnLike | None = None,
    margin: float | Mapping[str, float] | None = None,
    test: str = "auto",
    correction: Literal[
        "holm", "hochberg", "hommel", "bonferroni", "sidak", "bh", "by", "none"
    ] = "holm",
    confidence_level: float = 0.95,
    method: str = "auto",
    n_resamples: int = 2000,
    random_state: int = 0,
    on_invalid: Literal["raise", "drop"] = "raise",
    ignore: str | Iterable[str] = (),
) -> Comparison:
    """Say whether one model is better than another, and how sure that is.

    y_true, models: the truth and a mapping name → answers of each model on the same rows; or
    two evaluations of different rows (two sites, two periods), which makes it unpaired. A matrix
    or sets of labels, as `evaluate_multilabel` takes them, compare two models label set by label
    set: averages over labels and rows, by the paired delta method, as `ev_a.compare(ev_b)` shows
    them.
    kind: what the models gave: "y_proba" probabilities of the positive class (compared by
    ranking, and as labels at `threshold`, 0.5) or one column for each class (an (n, K) array, a
    list of names, a mapping from label to column; as labels the class with the largest),
    "y_score" any scores (ranking only, unless there is a threshold), "y_pred" labels.
    data: a path, frame or relation; then the answers are names of its columns.
    metrics: the keys to compare; the correction is over all pairs of models and all of these.
    margin: how much is too little to matter, positive for every metric; {"auroc": 0.02, ...} for
    each of some.
    test: "auto", or by name: mcnemar_exact, mcnemar_mid_p, mcnemar, mcnemar_corrected, bowker,
    cochran_q, delong, delta, bootstrap, permutation, mover; unpaired: delong_unpaired, fisher;
    two cross-validations on the same folds: nadeau_bengio, 5x2cv_f.
    method: the interval of the difference: "auto", newcombe, delong, mover, delta, percentile,
    none; of two evaluations also wald, agresti_caffo, miettinen_nurminen for proportions. All
    other arguments are those of `evaluate`; `ignore` mutes cautions here too.

    >>> truth = [0, 0, 0, 0, 1, 1, 1, 1]
    >>> a, b = [0, 0, 0, 1, 1, 1, 1, 1], [0, 1, 0, 1, 0, 1, 1, 0]
    >>> cmp = compare(truth, {"A": a, "B": b}, kind="y_pred", metrics="accuracy")
    >>> row = cmp["A", "B", "accuracy"]
    >>> print(row.difference, row.p_value, row.verdict)
    0.375 [-0.073, 0.678] 0.125 cannot_tell
    """
    settings = Settings(confidence_level, "auto", n_resamples, random_state)
    checked_correction(correction)
    muted = ignored(ignore)
    if isinstance(y_true, AveragedLabels) or isinstance(models, AveragedLabels):
        raise refuse("compare_label_sets")
    if models is None:
        raise refuse("compare_needs_models", type=type(y_true).__name__)
    if several_labels(y_true, data):
        plain = (method, test, pos_label, margin, on_invalid, weight_kind)
        if plain != ("auto", "auto", None, None, "raise", "importance"):
            raise refuse("compare_labels_plain")
        listed = None if labels is None else naming.as_listed(labels)
        share = kind == "y_proba"
        sets = LabelSetRequest(
            y_true, None, None, share, data, listed, threshold, None, sample_weight, cluster
        )
        found = compared_label_rows(sets, _models(models), kind, metrics, settings, correction)
        return cast("Comparison", found)  # has less: what `ev_a.compare(ev_b)` gives
    asked = asked_keys(metrics)
    if metrics is not None and not asked:
        raise refuse("compare_no_metrics")
    wishes = Wishes(
        checked_method(method),
        test if test in FOLD_TESTS or isinstance(y_true, Aggregate) else checked_test(test),
        checked_margin(margin, asked),
        correction,
        frozenset(asked),
        settings.random_state,
    )
    if isinstance(y_true, Aggregate):
        from veracity.evaluation.folds.comparing import compared_folds

        return compared_folds(y_true, models, asked, wishes)
    if test in FOLD_TESTS:
        raise refuse("cv_test_needs_folds", test=repr(test))
    if isinstance(y_true, Evaluation) or isinstance(models, Evaluation):
        rows = (data, labels, pos_label, threshold, sample_weight, cluster)
        if any(one is not None for one in rows):
            raise refuse("compare_evaluations_alone")
        return unpaired_comparison(y_true, models, settings, asked, wishes, muted)
    at_least = None if threshold is None else threshold_number(threshold)
    if kind not in KINDS:
        raise refuse("kind_unknown", kind=repr(kind), kinds=", ".join(KINDS))
    request = ReadRequest(
        data=data,
        truth=y_true,
        probability=kind == "y_proba",
        weight=sample_weight,
        weight_kind=weight_kind,
        labels=None if labels is None else naming.as_listed(labels),
        pos_label=pos_label,
        cluster=cluster,
        on_invalid=on_invalid,
    )
    paired, account, at, notes = _read(request, _models(models), kind, at_least, settings)
    if isinstance(data, (str, os.PathLike, list, tuple)) and kind != "y_pred":
        from veracity.engines.reading.read_columns import comma_columns

        notes = (*notes, *comma_columns(data, (*models.values(), sample_weight)))
    return paired_comparison(
        paired,
        asked,
        wishes,
        rows=account,
        notes=notes,
        kind=kind,
        threshold=at,
        weight_kind=None if sample_weight is None else weight_kind,
        cluster_name=column_name(cluster),
        ignore=muted,
    )


Read = tuple[Paired, RowAccount, float | None, tuple[Text, ...]]


def _read(
    request: ReadRequest[ColumnLike],
    models: dict[Any, Any],
    kind: Kind,
    threshold: float | None,
    settings: Settings,
) -> Read:
    """The answers on the same rows, the account of these, the threshold, what there is to say."""
    if kind == "y_pred":
        if threshold is not None:
            raise refuse("threshold_with_labels")
        table, account = paired_table(request, models)
        if request.labels is None:
            for name in table.names:
                matrix = table.matrix(name)
                refuse_unmatched(matrix, account.used, request.pos_label, model=name)
        return Paired(table, None, settings), account, None, ()
    probability = kind == "y_proba"
    given = given_columns(models, named=request.data is not None)
    if given is not None:
        found = labels_of(given, request)
        each = by_label(given, found)
        if len(found) > 2:
            if threshold is not None:
                raise refuse("threshold_with_columns", classes=len(found))
            rows, account = class_rows(replace(request, labels=found), each)
            # a score that is no probability calls no class, as in evaluate
            table_or_none = rows.table() if probability else None
            paired = Paired(table_or_none, None, settings, probability, rows.scores)
            return paired, account, None, of_rounding(rows.scored.rounded)
        positive = naming.chosen_positive(found, request.pos_label)
        if positive is None:
            raise refuse("needs_pos_label", labels=quoted(found))
        models = {name: by_class[positive] for name, by_class in each.items()}
    joint, account = joint_scores(replace(request, scores=models))
    at = HALF if threshold is None and probability else threshold
    at_threshold = None if at is None else PairedTable.of_joint(joint, float(at))
    return Paired(at_threshold, joint, settings, probability, threshold=at), account, at, ()


def _models(models: object) -> dict[Any, Any]:
    """The models by name: at least two."""
    if not isinstance(models, Mapping):
        raise refuse("models_not_mapping", type=type(models).__name__)
    names = [naming.canonical(name) for name in models]
    same = naming.repeated([str(name) for name in names])
    if same:
        raise refuse("models_same_name", names=quoted(same))
    if len(names) < 2:
        raise refuse("models_too_few", n=len(names))
    return dict(zip(names, models.values(), strict=True))
