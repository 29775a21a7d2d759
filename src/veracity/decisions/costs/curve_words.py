"""Notes on a curve over thresholds: its clusters, and the grid it comes from."""

from __future__ import annotations

from veracity.decisions.expected_loss.population import Population
from veracity.decisions.expected_loss.threshold_counts import CountsAtThresholds, Thresholded
from veracity.results import figure
from veracity.words import Text, say


def about_clusters(counts: CountsAtThresholds, where: Population | None) -> list[Text]:
    """Why there is no band, where clusters are too few to say how they vary."""
    clusters = counts.clusters
    if clusters is None:
        return []
    if len(clusters.tp) < 2:
        return [say("one_cluster")]
    in_single_cluster = min(int((clusters.P > 0).sum()), int((clusters.N > 0).sum())) == 1
    return [say("curve_class_in_one_cluster")] if in_single_cluster and where is not None else []


def about_grid(statistic: Thresholded, bound: float) -> list[Text]:
    """Whether the thresholds of the curve lie at the edges of cells, or how far off it may be."""
    if statistic.kind != "score_grid":
        return []
    if bound == 0:
        return [say("curve_on_edges", n=len(statistic))]
    return [say("curve_inside_cells", n=len(statistic), bound=figure(bound))]
