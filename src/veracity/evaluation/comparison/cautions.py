"""What could make a comparison lie: its statistics, handed to the checks."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from veracity.cautions.catalogue.compared import cautions_of_compared, cautions_of_pair
from veracity.cautions.catalogue.finding import cautions_of_rows
from veracity.cautions.checks.of_models import Compared
from veracity.cautions.record.from_statistics import facts_of
from veracity.evaluation.comparison.models import ComparedModels
from veracity.evaluation.single.figures import Figures
from veracity.results.estimate.caution import Caution
from veracity.words import Text


def cautions_of_comparison(comparison: ComparedModels) -> tuple[Caution, ...]:
    """Every caution that these differences give reason for, gravest first.

    Of models on the same rows what the rows give reason for is said once; of two evaluations it
    is said of each, by its name.
    """
    found = [*_of_models(comparison), *_of_sides(comparison), *_of_tests(comparison)]
    return tuple(sorted(found, key=lambda caution: -caution.rank))


def _of_tests(comparison: ComparedModels) -> tuple[Caution, ...]:
    paired, settings = comparison.paired, comparison.settings
    tests = sum(not math.isnan(one.p_value) for one in comparison.contrasts)
    return cautions_of_compared(
        Compared(
            comparison.keys,
            tests,
            comparison.wishes.correction,
            float(settings.get("confidence_level", 0.95)),
            None if paired is None else paired.table,
            settings.get("threshold"),
        )
    )


def _of_models(comparison: ComparedModels) -> tuple[Caution, ...]:
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
    return cautions_of_rows(facts)


def _of_sides(comparison: ComparedModels) -> Iterator[Caution]:
    if not comparison.sides:
        return
    first, second = comparison.sides
    names = str(comparison.names[0]), str(comparison.names[1])
    yield from cautions_of_pair(
        _at_its_prevalence(first),
        _at_its_prevalence(second),
        names=names,
        keys=comparison.keys,
        thresholds=(first.threshold, second.threshold),
        chosen_here=(first.chosen_here, second.chosen_here),
    )
    for name, ev in zip(names, comparison.sides, strict=True):
        held = ev.held
        facts = facts_of(
            confusion=held.confusion,
            scores=held.scores,
            probabilities=held.probabilities,
            rows=ev.rows,
        )
        for caution in cautions_of_rows(facts):
            said = Text(f"{name}: {caution.message.en}", f"{name}：{caution.message.zh}")
            yield replace(caution, message=said)


def _at_its_prevalence(ev: Figures) -> Any:
    """Its counts or scores, in the population that its figures are projected to."""
    some: Any = ev.held.some
    return some if ev.population is None else some.at_prevalence(ev.population.share)
