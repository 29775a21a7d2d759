"""The counts that the sliders of a page move: at many thresholds, or of calls alone."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

from veracity.curves.making.coordinates import (
    X_FPR,
    Y_PRECISION,
    Y_TPR,
    stops,
    thresholds_at,
    totals,
)
from veracity.curves.making.thinning import enough_thresholds
from veracity.evaluation.single.profile import Profiled
from veracity.evaluation.single.thresholds import on_edges
from veracity.results.estimate.curve import Ints
from veracity.results.page.page import Live
from veracity.statistics.scores.score_table import ScoreTable

MOST_THRESHOLDS = 400


def live(ev: Profiled) -> Live | None:
    """Exact counts at a few hundred thresholds; None where there are not two classes.

    The thresholds are so chosen that recall, false positive rate and precision move as little
    as possible between neighbours. That of the evaluation is one of them; where it has none, the
    page begins where as many are called positive as there are positives.
    """
    held = ev.held
    if held.table_at_thresholds is None or held.pos_label is None:
        return _called(ev)
    table = on_edges(held.table_at_thresholds)
    indices = _indices(table)
    thresholds, tp, fp = (
        column[::-1] for column in (thresholds_at(table, indices), *table.reached(indices))
    )
    matrix, own_threshold = held.confusion, ev.threshold
    own = own_threshold is not None and matrix is not None and held.fewest is None
    if own_threshold is not None and matrix is not None and own and own_threshold not in thresholds:
        at = int(np.searchsorted(thresholds, own_threshold))
        thresholds = np.insert(thresholds, at, own_threshold)
        tp, fp = np.insert(tp, at, float(matrix.tp)), np.insert(fp, at, float(matrix.fp))
    positives, negatives = (float(total[0]) for total in totals(table))
    if own_threshold is not None:
        start = min(int(np.searchsorted(thresholds, own_threshold)), len(thresholds) - 1)
    else:
        start = int(np.argmin(np.abs(tp + fp - positives)))
    share = None if ev.population is None else ev.population.share
    return Live(
        thresholds=tuple(thresholds.tolist()),
        tp=tuple(tp.tolist()),
        fp=tuple(fp.tolist()),
        positives=positives,
        negatives=negatives,
        start=start,
        own=own,
        ranks=held.scores is held.table_at_thresholds,
        share=None if share is None or isinstance(share, Mapping) else float(share),
    )


def _called(ev: Profiled) -> Live | None:
    """The counts of two classes that were called without scores: only the prevalence moves."""
    matrix = ev.held.confusion
    if matrix is None or matrix.classes != 2 or matrix.pos_label is None:
        return None
    tp, fp = float(matrix.tp), float(matrix.fp)
    positives, negatives = tp + float(matrix.fn), fp + float(matrix.tn)
    if not (positives > 0 and negatives > 0):
        return None
    share = None if ev.population is None else ev.population.share
    return Live(
        thresholds=(math.inf,),
        tp=(tp,),
        fp=(fp,),
        positives=positives,
        negatives=negatives,
        start=0,
        own=False,
        ranks=False,
        share=None if share is None or isinstance(share, Mapping) else float(share),
    )


def _indices(table: ScoreTable) -> Ints:
    """Some hundred thresholds of the sweep; where a score is +inf, none calls nothing positive."""
    size, error = stops(table), 0.005
    indices = np.arange(min(size, MOST_THRESHOLDS + 1))
    while len(indices) > MOST_THRESHOLDS:
        indices, _ = enough_thresholds(table, (X_FPR, Y_TPR, Y_PRECISION), error)
        error *= 1.5
    reached = size < 2 or not np.isposinf(table.scores[0])
    return indices if reached else indices[indices > 0]
