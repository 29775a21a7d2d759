"""Which keys an evaluation holds, and what to say of those it does not."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from veracity.errors import NotHere, VeracityError, quoted, refuse
from veracity.metrics import ANY_CLASSES, TWO_CLASSES, Metric, find
from veracity.metrics.catalogue.catalogue import PROBABILITY, RANKING
from veracity.metrics.catalogue.reading import fits_counts, kind_read
from veracity.metrics.record.averaging import AVERAGES
from veracity.statistics import ConfusionMatrix
from veracity.statistics.held import Held
from veracity.statistics.joint.score_columns import ScoreColumns
from veracity.statistics.joint.top_label import TopLabel
from veracity.statistics.joint.top_ranks import TopRanks
from veracity.statistics.scores.probability_table import ProbabilityTable
from veracity.statistics.scores.score_table import ScoreTable

# Averaged over the classes these shares say nothing: one label per case makes them 1/K.
SHARES = ("prevalence", "predicted_positive_rate")


def available(held: Held) -> tuple[str, ...]:
    """The keys that can be computed from these statistics, in reading order, defaults only."""
    matrix = held.confusion
    counted = () if matrix is None else _counted(matrix.classes, matrix.pos_label is not None)
    if held.scores is None:  # all others need some, and saying why not takes time
        return counted
    others = (*RANKING.values(), *PROBABILITY.values())
    return (*counted, *(m.key for m in others if why_not(m, held) is None))


@lru_cache(maxsize=8)
def _counted(classes: int, positive_known: bool) -> tuple[str, ...]:
    keys = [m.key for m in ANY_CLASSES]
    if classes == 2:
        keys += [m.key for m in TWO_CLASSES if positive_known or m.symmetric]
    telling = [m.key for m in TWO_CLASSES if m.key not in SHARES]
    keys += [f"{how}_{key}" for how in AVERAGES for key in telling]
    return tuple(keys)


def check(metric: Metric, held: Held) -> None:
    """Refuse a metric that cannot be computed here, and say what to ask for instead."""
    problem = why_not(metric, held)
    if problem is not None:
        raise problem


def why_not(metric: Metric, held: Held) -> VeracityError | None:
    """Why this metric cannot be computed here."""
    if metric.reads is ConfusionMatrix:
        if held.confusion is None and metric.acts_at is not None:
            return refuse("benefit_needs_probabilities", NotHere, key=metric.key)
        if held.confusion is None:
            return refuse("key_needs_threshold", NotHere, key=metric.key)
        return _why_not_counted(metric, held.confusion)
    if held.scores is None:
        return refuse("key_needs_scores", NotHere, key=metric.key)
    if metric.base_key in PROBABILITY:
        return _why_not_probable(metric, held)
    if metric.reads is TopLabel:
        given = held.probabilities
        if given is not None and given.kind in ("score_table", "joint_scores"):
            return None
        return refuse("key_needs_probabilities", NotHere, key=metric.key)
    many = held.scores.several_columns
    if metric.reads is ScoreTable and many:
        return refuse("key_of_two_classes", NotHere, key=metric.key, classes=len(held.labels))
    if metric.reads in (ScoreColumns, TopRanks) and not many:
        ones = (one for one in ("average_precision", "accuracy") if metric.base_key.endswith(one))
        return refuse("key_of_many_classes", NotHere, key=metric.key, instead=next(ones, "auroc"))
    coarse = held.scores.kind in ("score_grid", "score_columns") and not held.scores.exact
    if coarse and metric.reads is not TopRanks and not on_grid(metric):
        return refuse("key_needs_exact", NotHere, key=metric.key)
    return None


def _why_not_probable(metric: Metric, held: Held) -> VeracityError | None:
    table = held.probabilities
    if table is None:
        return refuse("key_needs_probabilities", NotHere, key=metric.key)
    if table.kind == "score_grid":
        return None if on_grid(metric) else refuse("key_needs_exact", NotHere, key=metric.key)
    if table.kind == "score_table":
        return None
    kind = kind_read(metric, held)
    if kind is ProbabilityTable:
        many = [one.key for one in PROBABILITY.values() if one.classes == "any"]
        facts = {"classes": len(held.labels), "keys": ", ".join(many)}
        return refuse("key_of_one_probability", NotHere, key=metric.key, **facts)
    coarse = table.kind == "score_columns" and not table.exact and not on_grid(metric)
    if coarse or (kind is not ScoreColumns and not table.by_row):
        return refuse("key_needs_exact", NotHere, key=metric.key)
    return None


def on_grid(metric: Metric) -> bool:
    """Whether a grid bounds this metric."""
    return metric.on_grid is not None


def _why_not_counted(metric: Metric, matrix: ConfusionMatrix) -> VeracityError | None:
    if fits_counts(metric, matrix):
        return None
    labels = quoted(matrix.labels)
    if matrix.classes == 2:
        return refuse("key_needs_pos_label", NotHere, key=metric.key, labels=labels)
    if matrix.classes < 2:
        return refuse("key_needs_two_labels", NotHere, key=metric.key, labels=labels)
    return refuse(
        "key_needs_average",
        NotHere,
        key=metric.key,
        classes=matrix.classes,
        averages=", ".join(f"{how}_{metric.key}" for how in AVERAGES),
    )


def computable(metric: Metric, matrix: ConfusionMatrix) -> Metric:
    """The metric, if this matrix has what it reads; else an error that says what to ask for."""
    if metric.reads is not ConfusionMatrix:
        raise refuse("key_needs_scores", NotHere, key=metric.key)
    problem = _why_not_counted(metric, matrix)
    if problem is not None:
        raise problem
    return metric


def asked_keys(metrics: Any) -> tuple[str, ...]:
    """The keys a user named, in canonical spelling."""
    if metrics is None:
        return ()
    several = not isinstance(metrics, str) and isinstance(metrics, Iterable)
    names = tuple(metrics) if several else (metrics,)
    return tuple(dict.fromkeys(find(name).key for name in names))


def ignored(ignore: str | Iterable[str]) -> tuple[str, ...]:
    """The keys of cautions that a user mutes, checked."""
    if ignore is None or (type(ignore) in (tuple, list, str) and not ignore):
        return ()
    from veracity.cautions.catalogue.checking import muted_keys

    return muted_keys(ignore)
