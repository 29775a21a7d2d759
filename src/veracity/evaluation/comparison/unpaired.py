"""Two evaluations of different rows, compared metric by metric."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from typing import Any

from veracity.cautions.catalogue.checking import notes_of_muted
from veracity.comparisons.contrasts.contrasting import (
    Wishes,
    checked_margin,
    undefined_contrast,
    with_verdicts,
)
from veracity.comparisons.contrasts.unpaired import unpaired_contrast
from veracity.decisions.expected_loss.population import Population, share_of
from veracity.decisions.prevalence.prevalence import estimate_at
from veracity.errors import quoted, refuse
from veracity.evaluation.comparison.comparison import (
    DEFAULT_BOTH,
    DEFAULT_MANY,
    DEFAULT_TWO,
    Comparison,
    corrected_over,
    made_with,
)
from veracity.evaluation.single.evaluation import Evaluation
from veracity.evaluation.state.at_threshold import acting
from veracity.evaluation.state.keys import check
from veracity.evaluation.state.remarks import between_edges, noted, of_calls
from veracity.intervals import Estimator, Settings
from veracity.intervals.estimator.undefined import undefined
from veracity.memo import look_up
from veracity.metrics import Metric, find
from veracity.metrics.catalogue.projecting import carried
from veracity.metrics.catalogue.reading import kind_read, read_by
from veracity.results import Contrast, Estimate
from veracity.statistics import ConfusionMatrix
from veracity.statistics.held import Held
from veracity.statistics.labels import Label
from veracity.unexpected import unless_broken
from veracity.words import Text, joined, say

NAMES = ("A", "B")


def unpaired_comparison(
    first: Any,
    second: Any,
    settings: Settings,
    asked: tuple[str, ...],
    wishes: Wishes,
    ignore: tuple[str, ...] = (),
) -> Comparison:
    """The comparison of two evaluations, named A and B, whose rows are independent."""
    for ev in (first, second):
        if not isinstance(ev, Evaluation):
            raise refuse("compare_two_evaluations", type=type(ev).__name__)
    _same_kind(first, second)
    names = _names(first, second)
    keys = (
        asked
        or tuple(
            key
            for key in dict.fromkeys((*DEFAULT_BOTH, *DEFAULT_TWO, *DEFAULT_MANY))
            if key in first and key in second
        )[:4]
    )
    moved = tuple(ev.population for ev in (first, second) if ev.population is not None)
    contrasts, metrics = [], [find(key) for key in keys]
    checked_margin(wishes.margin, [metric.key for metric in metrics])
    estimators: dict[Any, tuple[Estimator, Estimator]] = {}
    for metric in metrics:
        for ev in (first, second):
            check(metric, ev.held)
        held = acting(metric, first.held), acting(metric, second.held)
        kind = kind_read(metric, held[0]), kind_read(metric, held[1]), metric.own_threshold
        both = partial(_estimators, metric, zip((first, second), held, strict=True), settings)
        of = look_up(estimators, kind, both)
        mine, yours = (
            _estimate(ev, one, metric, there)
            for ev, one, there in zip((first, second), of, held, strict=True)
        )
        how = _projected(wishes) if metric.moves_with_prevalence and moved else wishes
        if metric.reads is ConfusionMatrix and any(e.hidden_rows != 0 for e in (first, second)):
            how = _projected(wishes)  # counts of the rows shown are not all
        contrasts.append(
            unless_broken(
                partial(_contrast, names, metric, (mine, yours), of, how),
                partial(_no_contrast, names, metric, mine.level, wishes),
            )
        )
    made = with_verdicts(contrasts, wishes)
    return Comparison(
        names,
        tuple(metric.key for metric in metrics),
        made,
        {one.key: one.test for one in made},
        "unpaired",
        first.rows + second.rows,
        made_with(settings, wishes) | _shares(names, first, second),
        note=joined([*_label_shift(moved), corrected_over(wishes, made), *notes_of_muted(ignore)]),
        wishes=wishes,
        sides=(first, second),
        ignore=ignore,
    )


def _names(first: Evaluation, second: Evaluation) -> tuple[Label, Label]:
    """The values of two groups, where both are groups; else A and B."""
    mine, yours = first.slice_name, second.slice_name
    named = mine is not None and yours is not None and str(mine) != str(yours)
    return (mine, yours) if named else NAMES


def _estimators(
    metric: Metric, parts: Iterable[tuple[Evaluation, Held]], settings: Settings
) -> tuple[Estimator, Estimator]:
    """One for each evaluation, shared by all metrics that read the same of them."""
    read = (read_by(metric, held, ev.threshold) for ev, held in parts)
    one, other = (Estimator(statistic, settings) for statistic in read)
    return one, other


def _contrast(
    names: tuple[Label, Label],
    metric: Metric,
    estimates: tuple[Estimate, Estimate],
    of: tuple[Estimator, Estimator],
    how: Wishes,
) -> Contrast:
    read, free = (
        (of[0].statistic, of[1].statistic),
        (of[0].freedom(metric), of[1].freedom(metric)),
    )
    return unpaired_contrast(names, metric, estimates, read, how, free)


def _no_contrast(
    names: tuple[Label, Label], metric: Metric, level: float, wishes: Wishes, why: Text
) -> Contrast:
    return undefined_contrast(names, metric, undefined(why, level), wishes.margin_of(metric))


def _estimate(ev: Evaluation, estimator: Estimator, metric: Metric, held: Held) -> Estimate:
    """The value of one side, at the prevalence that it was projected to."""
    notes = of_calls(metric, ev.held, ev.threshold, ev.population)
    if ev.population is not None:
        moved = estimate_at(estimator, metric, ev.population)
        return noted(ev.with_hidden(moved, carried(metric, share_of(ev.population))), *notes)
    estimate = estimator.estimate(metric)
    if held.fewest is not None and metric.reads is ConfusionMatrix:
        estimate = between_edges(estimate, metric, held)
    return noted(ev.with_hidden(estimate, metric), *notes)


def _projected(wishes: Wishes) -> Wishes:
    """Counts of the rows say nothing about another prevalence; the two intervals there do."""
    return replace(
        wishes,
        method="mover" if wishes.method in ("auto", "newcombe") else wishes.method,
        test="mover" if wishes.test in ("auto", "fisher") else wishes.test,
    )


def _label_shift(moved: tuple[Population, ...]) -> list[Text]:
    """What every projection assumes, for each prevalence once."""
    shares = dict.fromkeys(where.words for where in moved)
    return [say("label_shift", share=share) for share in shares]


def _shares(names: tuple[Label, Label], first: Evaluation, second: Evaluation) -> dict[str, str]:
    """The prevalences that figures are projected to, where they are."""
    sides = zip(names, (first, second), strict=True)
    moved_names = [
        f"{name}: {ev.population.words}" for name, ev in sides if ev.population is not None
    ]
    return {"prevalence": ", ".join(moved_names)} if moved_names else {}


def _same_kind(first: Evaluation, second: Evaluation) -> None:
    """Both must hold the same statistics of the same classes, or the difference means nothing."""
    mine, yours = first.held, second.held
    for part in ("confusion", "scores"):
        if (getattr(mine, part) is None) != (getattr(yours, part) is None):
            raise refuse("compare_kinds_differ", part=part)
    if set(mine.labels) != set(yours.labels) or mine.pos_label != yours.pos_label:
        labels = {"mine": quoted(mine.labels), "yours": quoted(yours.labels)}
        raise refuse("compare_labels_differ", **labels)
