"""What could make a comparison lie: its statistics, handed to the checks."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from veracity.cautions.catalogue.catalogue import ROW_CHECKS
from veracity.cautions.catalogue.checking import checked
from veracity.cautions.catalogue.compared import COMPARED_CHECKS, PAIR_CHECKS
from veracity.cautions.checks.of_comparisons import ComparedPair
from veracity.cautions.checks.of_models import Compared
from veracity.cautions.record.from_statistics import facts_of
from veracity.evaluation.comparison.models import ComparedModels
from veracity.evaluation.single.figures import Figures
from veracity.results.estimate.caution import Caution, Check
from veracity.words import Text
from veracity.words.layout import one_line


def cautions_of_comparison(comparison: ComparedModels) -> tuple[Caution, ...]:
    """Every caution that these differences give reason for, gravest first.

    Of models on the same rows what the rows give reason for is reported once; of two evaluations it
    is reported of each, by its name.
    """
    found = [one.caution for one in checks_of_comparison(comparison) if one.state == "fired"]
    return tuple(sorted((one for one in found if one is not None), key=lambda one: -one.rank))


def checks_of_comparison(comparison: ComparedModels) -> tuple[Check, ...]:
    """What became of every check of these differences, and of their rows."""
    ignore = comparison.ignore
    found = [*_of_models(comparison), *_of_sides(comparison)]
    return (*found, *checked(COMPARED_CHECKS, _tests(comparison), ignore))


def _tests(comparison: ComparedModels) -> Compared:
    paired, settings = comparison.paired, comparison.settings
    return Compared(
        comparison.keys,
        sum(not math.isnan(one.p_value) for one in comparison.contrasts),
        comparison.wishes.correction,
        float(settings.get("confidence_level", 0.95)),
        None if paired is None else paired.table,
        settings.get("threshold"),
    )


def _of_models(comparison: ComparedModels) -> tuple[Check, ...]:
    """Of the rows that all models share; one model's statistic tells their classes."""
    paired = comparison.paired
    if paired is None:
        return ()
    name = paired.names[0]
    counts = None if paired.table is None else paired.table.matrix(name)
    scores = None if paired.joint is None else paired.joint.column(name)
    if counts is None and scores is None:
        facts = facts_of(rows=comparison.rows, scores=paired.by_class)
    else:
        facts = facts_of(rows=comparison.rows, confusion=counts, scores=scores)
    return checked(ROW_CHECKS, facts, comparison.ignore)


def _of_sides(comparison: ComparedModels) -> Iterator[Check]:
    if not comparison.sides:
        return
    first, second = comparison.sides
    names = one_line(comparison.names[0]), one_line(comparison.names[1])
    pair = ComparedPair(
        _at_its_prevalence(first),
        _at_its_prevalence(second),
        names,
        comparison.keys,
        (first.threshold, second.threshold),
        (first.chosen_here, second.chosen_here),
    )
    yield from checked(PAIR_CHECKS, pair, comparison.ignore)
    for name, ev in zip(names, comparison.sides, strict=True):
        held = ev.held
        facts = facts_of(
            confusion=held.confusion,
            scores=held.scores,
            probabilities=held.probabilities,
            rows=ev.rows,
        )
        for check in checked(ROW_CHECKS, facts, comparison.ignore):
            yield _notes_on(name, check)


def _notes_on(name: str, check: Check) -> Check:
    """The same, with the name of the evaluation that it is about."""
    reason = Text(f"{name}: {check.reason.en}", f"{name}：{check.reason.zh}")
    caution = check.caution and replace(check.caution, message=reason)
    return replace(check, reason=reason, caution=caution)


def _at_its_prevalence(ev: Figures) -> Any:
    """Its counts or scores, in the population that its figures are projected to."""
    some: Any = ev.held.some
    return some if ev.population is None else some.at_prevalence(ev.population.share)
