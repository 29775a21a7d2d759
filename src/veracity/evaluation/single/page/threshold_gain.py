"""What another threshold would gain on new rows, with its interval.

A threshold that was chosen on these rows looks better here than it is. The gain over the present
one is the value that cross-fitting gives for the choice (every row classified at a threshold that
it did not choose), less the value at the present threshold. Its interval is the paired one of both
thresholds on the same rows (clusters and weights as everywhere), drawn out downwards by as much
as the sample flatters.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from veracity.comparisons.contrasts.contrasting import Wishes, paired_contrasts
from veracity.comparisons.paired_samples.paired import Paired
from veracity.evaluation.single.thresholds import Thresholds, on_edges
from veracity.metrics import find
from veracity.results import Choice, Estimate
from veracity.statistics.joint.paired_table import PairedTable
from veracity.statistics.scores.score_table import ScoreTable
from veracity.statistics.scores.thresholds import threshold_indices

CHOSEN, PRESENT = "chosen", "present"


def threshold_gain(ev: Thresholds, choice: Choice) -> Estimate | None:
    """The gain of a choice over the present threshold, positive where it is better.

    None where there is no threshold, or the choice is the present one.

    >>> from veracity.evaluation import evaluate
    >>> p = [0.1, 0.2, 0.3, 0.35, 0.4, 0.42, 0.6, 0.8] * 20
    >>> ev = evaluate([0, 0, 0, 1, 1, 1, 1, 1] * 20, y_proba=p)
    >>> print(threshold_gain(ev, ev.choose(maximize="f1")))
    0.429 [0.333, 0.527]
    """
    table, present = ev.held.table_at_thresholds, ev.threshold
    if table is None or present is None or ev.held.confusion is None:
        return None
    both = _paired_at(on_edges(table), {CHOSEN: choice.threshold, PRESENT: present})
    if (both.predicted[0] == both.predicted[1]).all():
        return None
    metric = find(choice.maximize)
    paired = Paired(both, None, ev.settings)
    (contrast,) = paired_contrasts(paired, (metric,), Wishes(correction="none"))
    gain: Estimate = contrast.difference
    flattered = choice.optimism.value
    if metric.better == "lower":
        gain = replace(gain, value=-gain.value, low=-gain.high, high=-gain.low)
    if math.isnan(flattered):
        return replace(gain, low=math.nan, high=math.nan)
    low = min(gain.low, gain.low - flattered)
    return replace(gain, value=gain.value - flattered, low=low)


def _paired_at(table: ScoreTable, thresholds: dict[str, float]) -> PairedTable:
    """The rows by truth and by how each threshold calls them."""
    yes = 0 if table.positive_first else 1
    indices = threshold_indices(table.scores, np.array(list(thresholds.values())))
    if table.clusters is None:
        cluster, size = None, len(table)
        cell, weight = np.arange(2 * size), table.weight.reshape(-1)
        squares = None if table.squares is None else table.squares.reshape(-1)
    else:
        cluster, cell, size = table.clusters.cluster, table.clusters.cell, len(table)
        weight, squares = table.clusters.weight, table.clusters.squares
    truth, score = np.divmod(cell, size)
    predicted = {
        name: np.where(score < index, yes, 1 - yes)
        for name, index in zip(thresholds, indices, strict=True)
    }
    return PairedTable.of_rows(
        truth,
        predicted,
        weight,
        labels=table.labels,
        pos_label=table.pos_label,
        squares=squares,
        cluster=cluster,
        cluster_labels=() if table.clusters is None else table.clusters.ids,
    )
