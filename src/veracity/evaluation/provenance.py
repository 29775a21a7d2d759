"""What made the numbers: versions, seed, method. Enough to make them again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from veracity.evaluation.evaluation import Evaluation


def provenance(ev: Evaluation) -> dict[str, Any]:
    """The settings of an evaluation and the versions that computed it."""
    from importlib.metadata import version

    units = ev.confusion.units
    return {
        "veracity": version("veracity"),
        "numpy": version("numpy"),
        "confidence_level": ev.settings.confidence_level,
        "method": ev.settings.method,
        "n_resamples": ev.settings.n_resamples,
        "random_state": ev.settings.random_state,
        "weight_kind": ev.weight_kind,
        "threshold": ev.threshold,
        "clusters": None if units is None else len(units),
        "min_count": ev.min_count,
    }
