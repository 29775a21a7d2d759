"""Smooth calibration error: gaps under a kernel instead of bins."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from veracity.arrays import Floats
from veracity.metrics.calibration.binned_errors import BIASED
from veracity.metrics.probability.brackets import edges
from veracity.metrics.probability.sums import ProbabilityMetric
from veracity.metrics.record.cases import AT_ZERO
from veracity.metrics.record.interval_facts import NoInterval
from veracity.statistics import ScoreTable
from veracity.statistics.grid.score_grid import ScoreGrid
from veracity.statistics.numerics.bisection import falling_cells
from veracity.statistics.numerics.weighted_sums import pieces, sums_between
from veracity.statistics.scores.probability_table import ProbabilityTable
from veracity.words import Text

BLASIOK = "Błasiok J, Nakkiran P (2024) Smooth ECE, ICLR 2024; arXiv:2309.12236"
_NODES = 1 << 13
_LEAST = 2.0**-11  # of the width: below it the nodes would show
_NEAR = 1e-12  # of the width that is looked for
_TILT = (2 / np.pi) ** 0.5  # ∫ |dK/dp| dt, times the width


def smooth_ece(table: ScoreTable) -> Floats:
    """Smooth expected calibration error (Błasiok and Nakkiran): ∫ |Σ w(p − y) K(t, p)| dt / Σw.

    K is the Gaussian kernel on the line from 0 to 1, reflected at both ends. Its width is not
    chosen: it is the one width that equals the error it gives, which exists once, because a
    wider kernel never gives a larger error. Here that equation is solved to 1e-11 on 8,193
    nodes (the error of the nodes is below 1e-4 of the value at widths above 0.005); relplot
    halves ten times, so that its value may differ by 0.001. Below a width of 2^-11 the error
    at that width is given. Biased upwards, but less so than bins.
    """
    values = np.full(table.shape, np.nan)
    for axes in np.ndindex(table.shape):
        yes, no, total = table.positive[axes], table.negative[axes], table.total[axes]
        if total > 0:
            nodes = _on_nodes(table.scores, yes, None if table.apart else no)
            values[axes] = _fixed_point(nodes / total)
    return values[()]


def _on_nodes(p: Floats, yes: Floats, no: Floats | None) -> Floats:
    """Σ w(p − y) shared out to the two nodes around each probability; no `no`: each is a row."""
    nodes = np.zeros(_NODES + 1)
    for piece in pieces(len(p)):
        some = p[piece]
        first, cell = falling_cells(some, _NODES)
        rest = some - yes[piece]
        if no is not None:
            rest = no[piece] * some - yes[piece] * (1 - some)
        every = sums_between(rest, first)
        rest *= some - np.repeat(cell / _NODES, np.diff(first, append=len(some)))
        upper = sums_between(rest, first) * _NODES
        below = cell.astype(np.int64)
        nodes[below] += every - upper
        nodes[np.minimum(below + 1, _NODES)] += upper  # of a probability of 1 there is none
    return nodes


def _fixed_point(nodes: Floats) -> float:
    """The width that equals its own error."""
    from scipy.fft import dct

    # reflection at both ends is what a cosine series does; the end nodes count twice in it
    doubled = nodes.copy()
    doubled[[0, -1]] *= 2
    waves = dct(doubled, 1) / 2
    squares = (np.pi * np.arange(_NODES + 1)) ** 2 / 2

    def error(width: float) -> float:
        smooth = dct(waves * np.exp(-squares * width**2), 1)
        return float((np.abs(smooth[1:-1]).sum() + np.abs(smooth[[0, -1]]).sum() / 2) / _NODES)

    least = error(_LEAST)
    if least <= _LEAST:
        return least
    return error(_crossing(lambda width: error(width) - width, _LEAST, 1.0))


def _crossing(falling: Callable[[float], float], low: float, high: float) -> float:
    """Where a function that falls from above 0 to below it is 0, to within `_NEAR`.

    Straight lines between the two ends of what is left, and where one end stays, half of its
    value is taken (the Illinois method; Dowell M, Jarratt P (1971) BIT 11:168–174).
    """
    over, under = falling(low), falling(high)
    stayed = 0
    while high - low > _NEAR and over > 0 > under:
        width = low + (high - low) * over / (over - under)
        value = falling(width)
        if abs(value) < _NEAR:
            return width
        if value > 0:
            low, over = width, value
            under = under / 2 if stayed > 0 else under
        else:
            high, under = width, value
            over = over / 2 if stayed < 0 else over
        stayed = 1 if value > 0 else -1
    return low if over <= 0 else high


def _bracket(grid: ScoreGrid) -> tuple[Any, Any]:
    """The value with all rows in the middle of their buckets, and how far they can be from it.

    A p that moves by d changes (p − y)·K(t, p) by at most d·K + d·|dK/dp|, so that the error at
    a width s changes by at most e(s) = d(1 + √(2/π)/s), d being the mean over the rows. Errors
    fall with the width: where they equal it moves by no more than e(s) at the old width s.
    """
    low, high = edges(grid)
    yes, no = grid.positive, grid.negative
    total = yes.sum() + no.sum()
    if not total > 0:
        return np.nan, np.nan
    value = _fixed_point(_on_nodes((low + high) / 2, yes, no) / total)
    shift = float(((yes + no) * (high - low)).sum() / total) / 2
    off = shift * (1 + _TILT / max(value, _LEAST))
    return max(value - off, 0.0), min(value + off, 1.0)


SMOOTH_ECE: ProbabilityMetric[ProbabilityTable] = ProbabilityMetric(
    key="smooth_ece",
    names=Text("Smooth calibration error", "平滑校准误差"),
    aliases=("smooth ece", "smece", "smooth expected calibration error"),
    question=Text(
        "How far is the share of positives from the predicted probability, on average, smoothed "
        "by "
        "a kernel whose width equals the error?",
        "用宽度等于误差本身的核平滑之后，正例比例与所给概率的差距平均是多少？",
    ),
    formula=r"\int_0^1 \left| \frac1n \sum_i (p_i - y_i) K_\sigma(t, p_i) \right| dt,"
    r"\quad \sigma = smECE_\sigma",
    compute=smooth_ece,
    on_grid=_bracket,
    interval=NoInterval(BIASED),
    better="lower",
    chance=AT_ZERO,
    misleads_when=Text(
        "almost all probabilities lie near 0 or 1, closer than the width of the kernel",
        "几乎所有概率都聚集在 0 或 1 附近，间距小于核宽时",
    ),
    references=(BLASIOK,),
)
