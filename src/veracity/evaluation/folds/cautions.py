"""What could make cross-validated figures lie: of the folds, then of the pooled rows."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from veracity.cautions.catalogue.checking import checked
from veracity.cautions.catalogue.finding import asked
from veracity.cautions.checks.of_folds import FOLD_CHECKS, FoldFacts
from veracity.results.estimate.caution import Caution, Check

if TYPE_CHECKING:
    from veracity.evaluation.folds.fold_means import FoldMeans


def cautions_of_folds(cv: FoldMeans) -> tuple[Caution, ...]:
    """Every caution there is reason for, gravest first."""
    pooled = cv.pooled
    found = (*asked(FOLD_CHECKS, facts_of_folds(cv), pooled.ignore), *pooled.cautions)
    return tuple(sorted(found, key=lambda caution: -caution.rank))


def checks_of_folds(cv: FoldMeans) -> tuple[Check, ...]:
    """What became of every check: of the folds, then of the pooled rows."""
    pooled = cv.pooled
    return (*checked(FOLD_CHECKS, facts_of_folds(cv), pooled.ignore), *pooled.checks())


def facts_of_folds(cv: FoldMeans) -> FoldFacts:
    """What the checks look at; a cluster is split where one repeat has it in several folds."""
    times: Counter[tuple[object, object]] = Counter()
    for repeat, part in zip(cv.repeats, cv.parts, strict=True):
        times.update((repeat, one) for one in part.held.some.cluster_ids or ())
    everyone = {one for _, one in times}
    split = {one for (_, one), n in times.items() if n > 1}
    return FoldFacts(
        len(cv.parts),
        any(part.held.scores is not None for part in cv.parts),
        len(everyone) or None,
        len(split),
        cv.procedure.fold_is_cluster,
        cv.procedure.fitted_before,
        cv.procedure.name,
    )
