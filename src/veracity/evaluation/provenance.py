"""What made the numbers: versions, seed, method. Enough to make them again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from veracity.evaluation.evaluation import Evaluation


def provenance(ev: Evaluation) -> dict[str, Any]:
    """The settings of an evaluation and the versions that computed it."""
    from importlib.metadata import version

    return {
        "veracity": version("veracity"),
        "numpy": version("numpy"),
        "confidence_level": ev.settings.confidence_level,
        "method": ev.settings.method,
        "n_resamples": ev.settings.n_resamples,
        "random_state": ev.settings.random_state,
        "weight_kind": ev.weight_kind,
        "threshold": ev.threshold,
        "clusters": ev.held.clusters,
        "resolution": resolution_of(ev.scores),
        "min_count": ev.min_count,
        "prevalence": None if ev.population is None else ev.population.words,
    }


def resolution_of(scores: Any) -> str | None:
    """How finely scores were kept."""
    from veracity.statistics.score_columns import ScoreColumns
    from veracity.statistics.score_grid import ScoreGrid

    if scores is None:
        return None
    if isinstance(scores, ScoreColumns):
        return ", ".join(dict.fromkeys(str(resolution_of(table)) for table in scores.tables))
    if isinstance(scores, ScoreGrid):
        return f"grid of {len(scores):,} cells ({scores.family})"
    return "exact"
