"""From an evaluation to the data of its pictures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np

from veracity import curves, plots
from veracity.arrays import ratio
from veracity.curves.kinds.cost import cost_curve, probability_cost
from veracity.curves.kinds.of_classes import Average
from veracity.curves.kinds.sweep import USUAL as SWEPT
from veracity.curves.kinds.sweep import swept_metrics
from veracity.curves.reliability.reliability import reliability
from veracity.decisions.costs.abstention import abstention
from veracity.decisions.costs.cost_curves import cost_line
from veracity.decisions.costs.net_benefit import decision
from veracity.decisions.expected_loss.population import share_of
from veracity.decisions.prevalence.against_prevalence import USUAL, against_prevalence
from veracity.errors import NotHere, refuse
from veracity.evaluation.single.deployment import Deployment
from veracity.evaluation.single.thresholds import on_edges, ranking_table, table_at_thresholds
from veracity.evaluation.single.verdict import tied_share
from veracity.evaluation.state.reported_keys import class_keys, headline
from veracity.intervals import Settings
from veracity.intervals.estimator.bands import with_band
from veracity.metrics import find
from veracity.metrics.catalogue.projecting import carried
from veracity.metrics.catalogue.reading import top_label
from veracity.plots import Here, Picture, QuadrantPoint
from veracity.plots.picture.fewer_thresholds import fewer_thresholds
from veracity.plots.picture.series import ERROR
from veracity.results import Curve, Estimate, Line
from veracity.statistics import ConfusionMatrix
from veracity.statistics.held import Held
from veracity.statistics.labels import Label
from veracity.statistics.scores.probability_table import ProbabilityTable
from veracity.statistics.scores.score_table import ScoreTable
from veracity.words import Text

BAND_BUCKETS = 2048  # a band is resampled from so many at most; the curve is made from all
CLASS_PROFILE = ("precision", "recall", "f1")
ROC = {"macro": "auroc_ovr_macro", "micro": "micro_auroc"}  # the area under a curve of classes
PR = {"macro": "macro_average_precision", "micro": "micro_average_precision"}
AVERAGED = {"macro": Text("Macro average", "宏平均"), "micro": Text("Micro average", "微平均")}
Keys = Sequence[str] | str | None
Make = Callable[[ScoreTable], Curve]


def of_evaluation(ev: Deployment, name: str, **options: Any) -> Picture:
    """One picture of an evaluation."""
    return one_of(_PICTURES, name)(ev, **options)


def one_of(makers: dict[str, Callable[..., Picture]], name: str) -> Callable[..., Picture]:
    """The function that makes a picture, by its name."""
    if name not in makers:
        raise refuse("picture_unknown", NotHere, name=repr(name), names=", ".join(makers))
    return makers[name]


# what is drawn


def here(ev: Deployment) -> Here | None:
    """The operating point: the counts of two classes, and the threshold if there is one."""
    matrix = ev.matrix
    if matrix is None or matrix.classes != 2 or matrix.pos_label is None:
        return None
    tp, fp, fn, tn = (float(n) for n in (matrix.tp, matrix.fp, matrix.fn, matrix.tn))
    return Here(tp, fp, fn, tn, ev.threshold)


def _many(held: Held) -> bool:
    return held.scores is not None and held.scores.several_columns


def _made(ev: Deployment, make: Make, *, moves: bool = False) -> Curve | dict[Label, Curve]:
    """The curve of what ranks; of several columns, that of each class against the rest.

    One that `moves` with the prevalence is that of the population of use.
    """
    share = share_of(ev.population) if moves else None
    if not _many(ev.held):
        table = on_edges(ranking_table(ev.held))
        return make(table if share is None else table.at_prevalence(share))
    return {
        label: make(on_edges(ranking_table(ev.held.one_vs_rest(label, share))))
        for label in ev.held.labels
    }


def _areas(ev: Deployment, key: str) -> Any:
    if not _many(ev.held):
        return ev[key]
    return {label: part[key] for label, part in ev.by_class.items()}


def banded(of: Any, table: ScoreTable, band: str | None, settings: Settings) -> Curve:
    """The curve of a table, with a band that is resampled from a table of bounded size.

    A line may leave out points on its straight parts, but a band bends there too: with one, the
    curve has every point of a table that is coarse enough, and exact at its scores.
    """
    if band is None or settings.method == "none":
        made: Curve = of(table, error=ERROR)
        return made
    few = table if len(table) <= BAND_BUCKETS else table.coarsened(BAND_BUCKETS)
    return with_band(of(few), few, band, settings)


def _ranked(of: Any, picture: Any, key: str | None = None) -> Callable[..., Picture]:
    """A picture of a curve of what ranks; with its area and a band where there is a key."""
    usual = None if key is None else "pointwise"
    moves = of is not curves.roc and of is not curves.det

    def make(ev: Deployment, *, band: str | None = usual) -> Picture:
        alone = not _many(ev.held)
        has_band = alone and not (moves and ev.population is not None)

        def curve(table: ScoreTable) -> Curve:
            return banded(of, table, band if has_band else None, ev.settings)

        facts: dict[str, Any] = {} if key is None else {"areas": _areas(ev, key)}
        drawn = _made(ev, curve, moves=moves)
        if of is curves.roc:
            facts["tied"] = tied_share(ev.held.scores)
        made: Picture = picture(drawn, here=here(ev) if alone else None, **facts)
        return made

    return make


def _roc(
    ev: Deployment,
    *,
    band: str | None = "pointwise",
    average: Average | None = None,
    binormal: bool = False,
) -> Picture:
    if average is not None:
        return _averaged(plots.roc_picture, average, ev.roc(average=average), ev[ROC[average]])
    if not binormal:
        return _ranked(curves.roc, plots.roc_picture, "auroc")(ev, band=band)
    fitted = ev.binormal_roc()
    if not np.isfinite(fitted.y).any():
        raise refuse("no_zroc_line", NotHere)
    return _ranked(curves.roc, partial(plots.roc_picture, fitted=fitted), "auroc")(ev, band=band)


def _pr(
    ev: Deployment, *, band: str | None = "pointwise", average: Average | None = None
) -> Picture:
    if average is not None:
        return _averaged(plots.pr_picture, average, ev.pr(average=average), ev[PR[average]])
    return _ranked(curves.precision_recall, plots.pr_picture, "average_precision")(ev, band=band)


def _averaged(picture: Any, average: Average, curve: Curve, area: Estimate) -> Picture:
    """The picture of one curve of all classes, by the name of the average."""
    name = AVERAGED[average]
    made: Picture = picture({name: curve}, areas={name: area})
    return made


def _murphy(ev: Deployment) -> Picture:
    table = _probable(ev.held)
    share = float(ratio(table.positives, table.total))
    brier = ev["brier"] if ev.population is None else None  # the diagram is that of the rows
    return plots.murphy_picture(
        ev.murphy_diagram(), prevalence=share, brier=brier, threshold=ev.threshold
    )


def _pr_gain(ev: Deployment) -> Picture:
    alone = not _many(ev.held)
    made = _made(ev, lambda table: curves.pr_gain(table, error=ERROR), moves=True)
    area = ev["auprg"] if alone and "auprg" in ev else None
    return plots.pr_gain_picture(made, here=here(ev) if alone else None, area=area)


def _matrix(ev: Deployment) -> ConfusionMatrix:
    if ev.matrix is None:
        raise refuse("plot_needs_matrix", NotHere)
    return ev.matrix


def _confusion(ev: Deployment, *, by: Any = "counts") -> Picture:
    matrix = _matrix(ev)
    return plots.confusion_picture(matrix.labels, matrix.counts, by=by, pos_label=matrix.pos_label)


def _probable(held: Held) -> ScoreTable:
    """The probabilities of one class."""
    if held.probabilities is None or held.probabilities.several_columns:
        raise refuse("plot_needs_probabilities", NotHere)
    return on_edges(held.probabilities)


def _reliability(
    ev: Deployment, *, kind: Any = "corp", band: Any = "consistency", bins: int = 10
) -> Picture:
    settings = {
        "confidence_level": ev.settings.confidence_level,
        "n_resamples": max(min(ev.settings.n_resamples, 1000), 100),
        "random_state": ev.settings.random_state,
        "kind": kind,
        "bins": bins,
    }
    binned = kind == "binned"
    if ev.held.probabilities is not None and ev.held.probabilities.several_columns:
        parts = {label: _probable(ev.held.one_vs_rest(label)) for label in ev.held.labels}
        made = {label: reliability(part, **settings) for label, part in parts.items()}
        return plots.reliability_picture(made)
    table = _probable(ev.held)
    curve = reliability(table, band=band, **settings)
    below = curves.score_histogram(ProbabilityTable.like(table), 40)
    return plots.reliability_picture(curve, below, binned=binned)


def _sweep(ev: Deployment, *, metrics: Keys = None) -> Picture:
    few = fewer_thresholds(on_edges(table_at_thresholds(ev.held)))
    records = swept_metrics(listed(metrics) or SWEPT)
    curve = curves.sweep(few, [carried(one, share_of(ev.population)) for one in records])
    return plots.sweep_picture(curve, threshold=ev.threshold)


def _prevalence(ev: Deployment, *, metrics: Keys = None) -> Picture:
    _matrix(ev)
    matrix = ev.held.confusion
    assert matrix is not None
    curve = against_prevalence(matrix.plain(), listed(metrics) or USUAL, settings=ev.settings)
    spot = here(ev)
    return plots.prevalence_picture(curve, here=None if spot is None else spot.prevalence)


def _decision(ev: Deployment) -> Picture:
    curve = decision(_probable(ev.held), prevalence=ev.population, settings=ev.settings)
    return plots.decision_picture(curve, threshold=ev.threshold)


def _cost(ev: Deployment, *, cost_fp: float | None = None, cost_fn: float | None = None) -> Picture:
    curve = cost_curve(on_edges(ranking_table(ev.held)))
    spot, at = here(ev), None
    line = None
    if spot is not None and ev.held.confusion is not None:
        line = cost_line(ev.held.confusion.plain(), ev.settings)
        if cost_fp is not None and cost_fn is not None:
            at = probability_cost(spot.prevalence, cost_fp, cost_fn)
    return plots.cost_picture(curve, line=line, at=at)


def _risk_coverage(ev: Deployment) -> Picture:
    if ev.held.probabilities is None:
        raise refuse("plot_needs_probabilities", NotHere)
    if ev.held.probabilities.kind in ("score_grid", "score_columns"):
        raise refuse("key_needs_exact", NotHere, key="risk_coverage")
    label = top_label(
        ev.held, ev.threshold
    )  # the counts at the confidences that are left stay exact
    few = label if len(label) <= BAND_BUCKETS else label.coarsened(BAND_BUCKETS)
    return plots.risk_coverage_picture(abstention(few, settings=ev.settings))


def _line(scope: str, of: Label | None, ev: Deployment, key: str) -> Line:
    metric = find(key)
    return Line(scope, of, metric.key, metric.display_name, metric.better, ev[key])


def _forest(ev: Deployment, *, metrics: Keys = None) -> Picture:
    keys = listed(metrics) or ev.asked or headline(ev.held)
    return plots.forest_picture([_line("all", None, ev, key) for key in keys])


def _by_class(ev: Deployment, *, metrics: Keys = None) -> Picture:
    matrix = ev.matrix
    lines = []
    keys: Sequence[str] = listed(metrics)
    for label, part in ev.by_class.items():
        keys = keys or [k for k in CLASS_PROFILE if k in part] or class_keys(part.held)
        lines += [_line("class", label, part, key) for key in keys]
    support = None
    if matrix is not None:
        weights = matrix.counts.sum(-1).tolist()
        support = dict(zip(matrix.labels, weights, strict=True))
    return plots.by_class_picture(lines, keys=[find(k).key for k in keys], support=support)


def _by_group(ev: Deployment, *, metric: str | None = None) -> Picture:
    if not ev.groups:
        raise refuse("plot_no_groups", NotHere)
    key = metric or (ev.asked or headline(ev.held))[0]
    lines = [_line("group", value, part, key) for value, part in ev.by_group.items()]
    return plots.by_group_picture(lines, _line("all", None, ev, key))


def quadrant_point(ev: Deployment) -> QuadrantPoint:
    """Where a model stands in the picture of both questions."""
    _probable(ev.held)
    area, slope, large = (
        ev[key] for key in ("auroc", "calibration_slope", "calibration_in_the_large")
    )
    return QuadrantPoint(area, slope, large, ev.quadrant.calibrated)


def listed(metrics: Keys) -> tuple[str, ...]:
    """The keys a user named: one, several, or none."""
    return (metrics,) if isinstance(metrics, str) else tuple(metrics or ())


_PICTURES: dict[str, Callable[..., Picture]] = {
    "confusion": _confusion,
    "roc": _roc,
    "pr": _pr,
    "det": _ranked(curves.det, plots.det_picture),
    "pr_gain": _pr_gain,
    "gains": _ranked(curves.gains, plots.gains_picture),
    "lift": _ranked(curves.lift, plots.lift_picture),
    "reliability": _reliability,
    "murphy_diagram": _murphy,
    "sweep": _sweep,
    "prevalence": _prevalence,
    "decision": _decision,
    "cost": _cost,
    "risk_coverage": _risk_coverage,
    "forest": _forest,
    "by_class": _by_class,
    "by_group": _by_group,
    "quadrant": lambda ev: plots.quadrant_picture(quadrant_point(ev)),
}
