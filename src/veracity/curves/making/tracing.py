"""Tracing a curve: a table of scores and two coordinates become its points, of every kind alike."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from veracity.curves.making.coordinates import Coordinate, Swept, thresholds_at, totals
from veracity.curves.making.thinning import enough_thresholds
from veracity.results.estimate.curve import Curve, checked_error


def curve_of(
    kind: str,
    table: Swept,
    drawn: Sequence[Coordinate],
    *,
    beside: Sequence[Coordinate] = (),
    error: float | None = None,
    indices: Any = None,
    **facts: Any,
) -> Curve:
    """The curve through the operating points of a table, or through those at some indices.

    `drawn` are its axes, `beside` further columns; the counts TP and FP come along. With an
    `error` only so many points are made as a drawing within that error needs: half of it is
    spent on finding them from the counts, half on the points themselves.
    """
    made = 0.0
    if error is not None:
        indices, made = enough_thresholds(table, drawn, checked_error(error) / 2)
    if indices is None:
        thresholds, tp, fp = table.thresholds, table.tp, table.fp
    else:
        thresholds, (tp, fp) = thresholds_at(table, indices), table.reached(indices)
    P, N = totals(table)
    curve = Curve(
        kind,
        {c.key: c.of(tp, fp, P, N) for c in (*drawn, *beside)} | {"fp": fp, "tp": tp},
        thresholds,
        {c.key: c.names for c in (*drawn, *beside)},
        {c.key: c.window(P, N) for c in drawn},
        error=made,
        **facts,
    )
    return curve if error is None else curve.thinned(error / 2)
