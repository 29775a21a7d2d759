"""A curve: the data of a picture, apart from the picture."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from veracity.arrays import Floats, ratio
from veracity.errors import refuse
from veracity.results.estimate.estimate import NO_NOTE
from veracity.words import Text

Ints = NDArray[np.int64]
Window = tuple[float, float]
Extent = Callable[[Ints, Ints], Floats]


@dataclass(frozen=True, slots=True, eq=False)
class Band:
    """Where the curve may lie: from low to high, with a confidence, by a method."""

    low: Floats
    high: Floats
    level: float
    method: str


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Curve:
    """Points in the order of falling thresholds, from +inf, where nothing is called positive.

    `columns` are named arrays (..., points): x first, y second, then whatever else there is.
    Those with a window are drawn: `windows` says from where to where, `names` what to write at
    the axis. A `step` keeps the y of a point back to the x of the point before it. `bound` is
    the largest error of a certified grid, `error` what thinning added, as a share of a window.

    ROC, hull, PR, DET and reliability curves unpack as scikit-learn returns them, FROC curves to
    false alarms per hour, sensitivity and thresholds.

    >>> up = np.array([0.0, 0.5, 1.0])
    >>> curve = Curve(
    ...     "lorenz",
    ...     {"share": up, "income": up**2},
    ...     np.array([np.inf, 0.7, 0.2]),
    ...     {"share": Text("Share", "份额")},
    ...     {"share": (0, 1), "income": (0, 1)},
    ... )
    >>> curve, curve["income"].tolist()
    (<lorenz curve: 3 points, income against share>, [0.0, 0.25, 1.0])
    """

    kind: str
    columns: Mapping[str, Floats]
    thresholds: Floats
    names: Mapping[str, Text]
    windows: Mapping[str, Window]
    shape: Literal["line", "step"] = "line"
    band: Band | None = None
    note: Text = NO_NOTE
    bound: float = 0.0
    error: float = 0.0

    def __post_init__(self) -> None:
        for array in (*self.columns.values(), self.thresholds):
            array.flags.writeable = False

    @property
    def axes(self) -> tuple[str, str]:
        """The keys of x and y."""
        x, y, *_ = self.columns
        return x, y

    @property
    def x(self) -> Floats:
        """The first column."""
        return self.columns[self.axes[0]]

    @property
    def y(self) -> Floats:
        """The second column."""
        return self.columns[self.axes[1]]

    def __getitem__(self, key: str) -> Floats:
        return self.columns[key]

    def __len__(self) -> int:
        """Number of points."""
        return len(self.thresholds)

    def __repr__(self) -> str:
        x, y = self.axes
        return f"<{self.kind} curve: {len(self)} points, {y} against {x}>"

    def taken(self, indices: Any, **changed: Any) -> Curve:
        """Only the points at these indices."""
        band = self.band and replace(
            self.band, low=self.band.low[..., indices], high=self.band.high[..., indices]
        )
        columns = {key: column[..., indices] for key, column in self.columns.items()}
        thresholds = self.thresholds[indices]
        return replace(self, columns=columns, thresholds=thresholds, band=band, **changed)

    # other forms

    def __iter__(self) -> Iterator[Floats]:
        """The arrays that scikit-learn's function for this kind of curve returns, in its order."""
        if self.kind not in _UNPACKED:
            raise refuse("curve_does_not_unpack", kind=self.kind, columns=", ".join(self.columns))
        one = self._of_one()
        if self.kind in ("roc", "pr") and "tp" not in self.columns:  # a mean over folds or classes
            pair = (one.x, one.y) if self.kind == "roc" else (one.y, one.x)
            return iter((*pair, one.thresholds))
        return iter(_UNPACKED[self.kind](one))

    def _of_one(self) -> Curve:
        if self.x.ndim > 1:
            raise refuse("curve_of_many", shape=self.x.shape[:-1])
        return self

    def to_dict(self) -> dict[str, Any]:
        """Plain values under stable keys."""
        band = self.band and {
            "low": self.band.low.tolist(),
            "high": self.band.high.tolist(),
            "level": self.band.level,
            "method": self.band.method,
        }
        return {
            "kind": self.kind,
            "columns": {key: column.tolist() for key, column in self.columns.items()},
            "thresholds": self.thresholds.tolist(),
            "names": {key: str(name) for key, name in self.names.items()},
            "shape": self.shape,
            "band": band,
            "note": str(self.note),
            "bound": self.bound,
            "error": self.error,
        }

    def to_pandas(self) -> Any:
        """One row for each point: threshold, the columns, and the band if there is one."""
        from pandas import DataFrame

        table = {"threshold": self.thresholds, **self._of_one().columns}
        if self.band:
            table |= {"low": self.band.low, "high": self.band.high}
        return DataFrame(table)

    # fewer points

    def thinned(self, error: float) -> Curve:
        """Fewer points, drawn alike: nothing moves by more than `error` of a window.

        Points are left out only where all between two kept ones lie in a box of that size, so
        that y read off at any x, and x at any y, is off by no more; on top of that, points on
        a straight horizontal or vertical line. The result says in `error` how much it was.
        """
        error = checked_error(error)
        drawn = [part for key in self.windows for part in self._parts(key)]
        indices, made = kept_indices(len(self), extent_of(drawn), error)
        straight = _straight([column[indices] for column, _ in drawn])
        return self.taken(indices[~straight], error=self.error + made)

    def _parts(self, key: str) -> list[tuple[Floats, Window]]:
        """A column, and the band if it is y's, by leading axes; where it is nan is one more."""
        arrays = [self.columns[key]]
        if self.band and key == self.axes[1]:
            arrays += [self.band.low, self.band.high]
        parts: list[tuple[Floats, Window]] = []
        for row in (row for array in arrays for row in array.reshape(-1, len(self))):
            if not np.isnan(row.min()):
                parts.append((row, self.windows[key]))
                continue
            empty = np.isnan(row)
            parts.append((np.where(empty, self.windows[key][0], row), self.windows[key]))
            parts.append((empty.astype(np.float64), (0.0, 1.0)))
        return parts


def checked_error(error: float) -> float:
    """A share of an axis."""
    if not 0 <= error < 1:
        raise refuse("thinning_error", error=repr(error))
    return float(error)


def kept_indices(size: int, extent: Extent, error: float) -> tuple[Ints, float]:
    """First and last index of runs whose extent is at most `error`, and the largest of them.

    Wide runs are halved until they are narrow enough or hold two points.
    """
    runs = int(min(np.ceil(1 / error), size)) if error else size
    edges = np.unique(np.linspace(0, size, runs + 1).astype(np.int64))
    first, last = edges[:-1], edges[1:] - 1
    kept, made = [np.array([0, size - 1])[:size]], 0.0
    while len(first):
        wide = last - first > 1
        extents = np.where(wide, extent(first, last), 0.0)
        done = extents <= error
        made = max(made, float(extents[done].max(initial=0.0)))
        kept += [first[done], last[done]]
        first, last = first[~done], last[~done]
        middle = (first + last) // 2
        first, last = (
            np.column_stack(pair).ravel() for pair in ([first, middle + 1], [middle, last])
        )
    return np.unique(np.concatenate(kept)), made


def extent_of(columns: list[tuple[Floats, Window]]) -> Extent:
    """The larger side of the box around the points of each run, as a share of the windows."""

    def extent(first: Ints, last: Ints) -> Floats:
        edges = np.column_stack([first, last + 1]).ravel()
        size = np.zeros(len(first))
        for values, window in columns:
            inside = edges[:-1] if edges[-1] == len(values) else edges
            low, high = (f.reduceat(values, inside)[::2] for f in (np.minimum, np.maximum))
            np.maximum(size, share_of(window, low, high), out=size)
        return size

    return extent


def share_of(window: Window, low: Floats, high: Floats) -> Floats:
    """How much of a window lies between two values."""
    side = np.clip(high, *window) - np.clip(low, *window)
    return ratio(side, window[1] - window[0]) if window[1] > window[0] else np.zeros(side.shape)


def _straight(columns: list[Floats]) -> NDArray[np.bool_]:
    """Points where a line goes straight on along one axis: they can go without a trace."""
    with np.errstate(invalid="ignore"):
        way = np.sign(np.diff(np.stack(columns), axis=-1))
    inner = (way[:, 1:] == way[:, :-1]).all(0) & ((way != 0).sum(0) <= 1)[1:]
    return np.concatenate([[False], inner, [False]])[: len(columns[0])]


# as scikit-learn returns them


def _as_roc(curve: Curve) -> tuple[Floats, ...]:
    """Without the points in the middle of a straight run of equal steps."""
    occupied = _occupied(curve)
    if len(occupied) > 3:
        bends = [np.diff(occupied[key][1:], 2) != 0 for key in ("fp", "tp")]
        occupied = occupied.taken(np.concatenate([[True, True], bends[0] | bends[1], [True]]))
    return occupied["fpr"], occupied["tpr"], occupied.thresholds


def _as_hull(curve: Curve) -> tuple[Floats, ...]:
    return curve["fpr"], curve["tpr"], curve.thresholds


def _as_pr(curve: Curve) -> tuple[Floats, ...]:
    """From the lowest threshold up, with the closing point (precision 1, recall 0)."""
    occupied = _occupied(curve).taken(slice(None, 0, -1))
    return (
        np.append(occupied["precision"], 1.0),
        np.append(occupied["recall"], 0.0),
        occupied.thresholds,
    )


def _as_det(curve: Curve) -> tuple[Floats, ...]:
    """From the first threshold that misses nothing up to the last without a false alarm."""
    occupied = _occupied(curve)
    start = int(np.searchsorted(occupied["fp"], 0.0, "right")) - 1
    stop = int(np.searchsorted(occupied["tp"], occupied["tp"][-1])) + 1
    occupied = occupied.taken(np.arange(start, stop)[::-1])
    return occupied["fpr"], occupied["fnr"], occupied.thresholds


def _as_calibration(curve: Curve) -> tuple[Floats, ...]:
    """The share of positives first, then the mean probability, from the lowest bin up."""
    return curve["observed"][::-1], curve["predicted"][::-1]


def _as_froc(curve: Curve) -> tuple[Floats, ...]:
    """False alarms per hour, sensitivity, thresholds."""
    return curve.x, curve.y, curve.thresholds


def _occupied(curve: Curve) -> Curve:
    """Without thresholds at which nothing weighs anything."""
    moves = (np.diff(curve["tp"]) != 0) | (np.diff(curve["fp"]) != 0)
    return curve if moves.all() else curve.taken(np.concatenate([[True], moves]))


_UNPACKED = {
    "roc": _as_roc,
    "hull": _as_hull,
    "pr": _as_pr,
    "det": _as_det,
    "reliability": _as_calibration,
    "froc": _as_froc,
}
