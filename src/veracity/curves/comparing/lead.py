"""Which of two curves is ahead, and where the lead changes.

A curve that only goes up and to the right meets each falling line x + y = s exactly once. So
along s both curves are functions, with straight pieces, and it is enough to compare them at
the corners of both: there is no trouble with vertical pieces, and nothing lies between.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from veracity.arrays import Array, Floats, ratio
from veracity.curves.making.coordinates import Swept, whole
from veracity.results.estimate.curve import Ints

Path = tuple[Array, Array]
TOLERANCE = 1e-12  # of an axis, for weights: sums in another order differ by their rounding
_SAFE = 2**29  # up to here products of sums of two, and their differences, fit in int64


@dataclass(frozen=True, slots=True)
class Lead:
    """Whether the first is ahead somewhere, whether the second is, and where that changes."""

    first: bool
    second: bool
    changes: tuple[tuple[float, float], ...]
    exact: bool


def lead_between(first: Swept, second: Swept, space: Literal["roc", "pr"]) -> Lead:
    """The lead of curves with straight lines of counts between the thresholds."""
    exact, (a, b) = _paths(first, second, per_negative=space == "roc", corners=True)
    (s_a, d_a), (s_b, d_b) = (_rotated(x, y) for x, y in (a, b))
    ahead_at_a, ahead_at_b = _ahead(s_a, d_a, s_b, d_b), -_ahead(s_b, d_b, s_a, d_a)
    index = np.concatenate([s_a, s_b]).astype(np.float64)
    ahead = np.concatenate([ahead_at_a, ahead_at_b])
    order = np.argsort(index, kind="stable")
    index, ahead = index[order], ahead[order]
    if not exact:
        ahead = np.where(np.abs(ahead) <= TOLERANCE, 0.0, ahead)
    at = _where_it_changes(index, ahead)
    fall = np.interp(at, s_a.astype(np.float64), d_a.astype(np.float64))
    x, y = (at - fall) / 2, (at + fall) / 2
    end_x, end_y = float(a[0][-1]), float(a[1][-1])
    points = (x / end_x, y / end_y) if space == "roc" else (y / end_y, ratio(y, x + y))
    return _found(ahead, points, exact)


def lead_of_steps(first: Swept, second: Swept) -> Lead:
    """The lead of precision drawn as steps: each recall has that of the next threshold."""
    exact, (a, b) = _paths(first, second, per_negative=False, corners=False)
    (x_a, y_a), (x_b, y_b) = (_by_height(x, y) for x, y in (a, b))
    if not exact:
        y_b = _snapped(y_b, y_a)
    heights = np.unique(np.concatenate([y_a, y_b]))
    at_a, at_b = np.searchsorted(y_a, heights), np.searchsorted(y_b, heights)
    at_a, at_b = (np.minimum(at, len(y) - 1) for at, y in ((at_a, y_a), (at_b, y_b)))
    margin = x_b[at_b] * y_a[at_a] - x_a[at_a] * y_b[at_b]
    ahead = margin.astype(np.float64)
    if not exact:
        ahead = np.where(np.abs(ahead) <= TOLERANCE, 0.0, ahead)
    runs = np.flatnonzero(ahead)
    ends = runs[:-1][np.sign(ahead[runs[:-1]]) != np.sign(ahead[runs[1:]])]
    # both step there; they meet where the two upright pieces overlap
    pieces = [
        np.stack([_precision(x, y, at[ends]), _precision(x, y, at[ends + 1])])
        for x, y, at in ((x_a, y_a, at_a), (x_b, y_b, at_b))
    ]
    low, high = (np.max([p.min(0) for p in pieces], 0), np.min([p.max(0) for p in pieces], 0))
    return _found(ahead, (heights[ends] / float(y_a[-1]), (low + high) / 2), exact)


def _found(ahead: Floats, points: tuple[Floats, Floats], exact: bool) -> Lead:
    changes = tuple(zip(*(values.astype(np.float64).tolist() for values in points), strict=True))
    return Lead(bool((ahead > 0).any()), bool((ahead < 0).any()), changes, exact)


def _paths(
    first: Swept, second: Swept, *, per_negative: bool, corners: bool
) -> tuple[bool, list[Path]]:
    """Both curves as (false, true) in one unit: integers where all counts are whole.

    The unit of false calls is a share of the negatives (ROC), or one positive (PR). Ends that
    differ are joined by the line on which recall is 1.
    """
    exact = whole(first.tp, first.fp, second.tp, second.fp)
    ends = [(t.tp[-1], t.fp[-1] if per_negative else t.tp[-1]) for t in (first, second)]
    (P_a, cluster_a), (P_b, cluster_b) = ends
    scales: list[tuple[Any, Any]] = [(1, 1), (1, 1)]
    if not exact:
        scales = [(1 / cluster_a, 1 / P_a), (1 / cluster_b, 1 / P_b)]
    elif ends[0] != ends[1]:
        scales = [(int(cluster_b), int(P_b)), (int(cluster_a), int(P_a))]
    paths: list[Path] = []
    for table, (of_fp, of_tp) in zip((first, second), scales, strict=True):
        reach = max(float(table.fp[-1]) * of_fp, float(table.tp[-1]) * of_tp)
        kind = np.float64 if not exact else np.int64 if reach < _SAFE else object
        at = _moving(table, corners)
        paths.append((_scaled(table.fp[at], of_fp, kind), _scaled(table.tp[at], of_tp, kind)))
    furthest = max(path[0][-1] for path in paths)
    return exact, [_extended(*path, furthest) for path in paths]


def _moving(table: Swept, corners: bool) -> Ints:
    """Indices at which something is added to the counts, or only those at which the curve turns."""
    up, across = np.diff(table.tp) > 0, np.diff(table.fp) > 0
    moves = np.flatnonzero(up | across)
    indices: Ints = np.concatenate([[0], moves + 1])
    if not corners or len(moves) < 2:
        return indices
    way = up[moves] + 2 * across[moves].astype(np.int8)
    turns = (way[1:] != way[:-1]) | (way[1:] == 3)
    kept: Ints = indices[np.concatenate([[True], turns, [True]])]
    return kept


def _scaled(counts: Floats, scale: Floats, kind: Any) -> Array:
    if kind is object:
        return np.array([int(count) * scale for count in counts.tolist()], dtype=object)
    scaled: Array = counts.astype(kind) * scale
    return scaled


def _extended(x: Array, y: Array, furthest: Floats) -> Path:
    """Up to the common end."""
    if x[-1] == furthest:
        return x, y
    return np.append(x, np.array([furthest], x.dtype)), np.append(y, y[-1:])


def _rotated(x: Array, y: Array) -> Path:
    return x + y, y - x


def _ahead(s: Array, d: Array, other_s: Array, other_d: Array) -> Floats:
    """By how much a curve is above the other at its own corners; the sign is exact."""
    before = np.clip(np.searchsorted(other_s, s, "right") - 1, 0, len(other_s) - 2)
    width = other_s[before + 1] - other_s[before]
    rise = other_d[before + 1] - other_d[before]
    margin = (d - other_d[before]) * width - (s - other_s[before]) * rise
    return ratio(margin.astype(np.float64), width.astype(np.float64))


def _where_it_changes(index: Floats, ahead: Floats) -> Floats:
    """Where the lead goes from one to the other; where both are level for a while, its start."""
    leads = np.flatnonzero(ahead)
    k, after = leads[:-1], leads[1:]
    changed = np.sign(ahead[k]) != np.sign(ahead[after])
    k, after = k[changed], after[changed]
    part = ratio(ahead[k], ahead[k] - ahead[after])
    between: Floats = index[k] + part * (index[after] - index[k])
    return np.where(after == k + 1, between, index[k + 1])


def _precision(x: Array, y: Array, at: Ints) -> Floats:
    false, true = x[at].astype(np.float64), y[at].astype(np.float64)
    return ratio(true, true + false)


def _snapped(heights: Floats, others: Floats) -> Floats:
    """Levels that differ from one of the others by rounding alone become that one."""
    at = np.searchsorted(others, heights)
    before, after = others[np.maximum(at - 1, 0)], others[np.minimum(at, len(others) - 1)]
    nearest = np.where(heights - before <= np.abs(after - heights), before, after)
    return np.where(np.abs(nearest - heights) <= TOLERANCE, nearest, heights)


def _by_height(x: Array, y: Array) -> Path:
    """The recalls above 0 that thresholds have, each with its fewest false calls."""
    first: Ints = np.flatnonzero(np.diff(y) > 0) + 1
    return x[first], y[first]
