"""From a comparison to the data of its pictures."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from veracity import curves, plots
from veracity.curves.reliability.reliability import reliability
from veracity.decisions.costs.net_benefit import decision
from veracity.evaluation.comparison.models import ComparedModels
from veracity.evaluation.single.pictures import Keys, Make, listed, one_of
from veracity.evaluation.single.thresholds import on_edges
from veracity.metrics import find
from veracity.plots import Picture
from veracity.plots.picture.series import ERROR
from veracity.results import Curve, Estimate
from veracity.statistics.labels import Label


def of_comparison(comparison: ComparedModels, name: str, **options: Any) -> Picture:
    """One picture of a comparison."""
    return one_of(_COMPARED, name)(comparison, **options)


def _each(comparison: ComparedModels, make: Make) -> dict[Label, Curve]:
    tables = comparison.curve_tables()
    return {name: make(on_edges(table)) for name, table in tables.items()}


def _compared(of: Any, picture: Any, key: str | None = None) -> Callable[..., Picture]:
    """A picture of the curves of all models; with their areas where there is a key."""

    def make(comparison: ComparedModels) -> Picture:
        facts = {} if key is None else {"areas": _values(comparison, key)}
        made: Picture = picture(_each(comparison, lambda table: of(table, error=ERROR)), **facts)
        return made

    return make


def _values(comparison: ComparedModels, key: str) -> dict[Label, Estimate]:
    """What each model has, as far as it was compared."""
    found: dict[Label, Estimate] = {}
    for one in comparison.contrasts:
        if one.key == key:
            found |= dict(zip((one.first, one.second), one.values, strict=True))
    return found


def _differences(comparison: ComparedModels, *, metrics: Keys = None) -> Picture:
    keys = [find(key).key for key in listed(metrics)] or None
    return plots.comparison_picture(comparison, keys=keys)


_COMPARED: dict[str, Callable[..., Picture]] = {
    "roc": _compared(curves.roc, plots.roc_picture, "auroc"),
    "pr": _compared(curves.precision_recall, plots.pr_picture, "average_precision"),
    "det": _compared(curves.det, plots.det_picture),
    "gains": _compared(curves.gains, plots.gains_picture),
    "reliability": lambda c: plots.reliability_picture(_each(c, reliability)),
    "decision": lambda c: plots.decision_picture(_each(c, decision)),
    "forest": _differences,
}
