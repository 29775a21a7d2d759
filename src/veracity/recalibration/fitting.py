"""Fitting a map for one column of probabilities to a table of truth and probability."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import log

import numpy as np
from numpy.typing import NDArray

from veracity.arrays import Floats
from veracity.errors import refuse
from veracity.recalibration.logistic_fit import logistic_fit
from veracity.recalibration.maps import Fitted, LogitMap, Map, isotonic_map
from veracity.results.estimate.figures import whole
from veracity.statistics.scores.score_table import ScoreTable
from veracity.words import Text, say


def fit_map(method: str, table: ScoreTable) -> Fitted:
    """The map of a method; METHODS lists them.

    isotonic: see `isotonic_map`. The others are maximum likelihood fits of a line of log-odds,
    ln(q/(1−q)) = a·ln p − b·ln(1−p) + c, which never falls (a, b ≥ 0):

    platt: a = b. Logistic regression of the outcome on the log-odds of p, without penalty: the
    form in common use for probabilities, Cox's recalibration line. Cox DR (1958) Biometrika
    45(3/4):562–565.
    platt_smoothed: the same line fitted to Platt's targets (P+1)/(P+2) and 1/(N+2) instead of
    1 and 0, which keeps it finite for separated classes. Platt J (1999) Advances in Large
    Margin Classifiers:61–74 (there on the score of a support vector machine; scikit-learn's
    "sigmoid" is this, on whatever score it is given).
    beta: a, b and c free. Kull M, Silva Filho TM, Flach P (2017) AISTATS, PMLR 54:623–631.
    temperature: a = b = 1/T, c = 0. Guo C, et al. (2017) ICML, PMLR 70:1321–1330.

    >>> table = ScoreTable.of_rows([1, 1, 1, 0], [0.8, 0.8, 0.8, 0.8])
    >>> fit_map("temperature", table).map  # 3 of 4 are positive: a = ln 3 / ln 4
    LogitMap(a=0.7924..., b=0.7924..., c=0.0)
    """
    if method not in METHODS:
        raise refuse("recalibrate_method", method=repr(method), methods=", ".join(METHODS))
    _refuse_one_class(table)
    if method == "isotonic":
        return Fitted(isotonic_map(table))
    fitted = _FITS[method](_inside(table, method))
    return replace(fitted, notes=(*_of_ends(table, method, fitted.map), *fitted.notes))


@dataclass(frozen=True, slots=True)
class _Rows:
    """Weights at the probabilities strictly between 0 and 1.

    `effective` is how many effective rows a weight of 1 is, `base` the log-odds of the
    share of positives among all rows, those at 0 and 1 too.
    """

    p: Floats
    positive: Floats
    total: Floats
    effective: float
    base: float

    @property
    def logit(self) -> Floats:
        return np.log(self.p) - np.log1p(-self.p)

    @property
    def separated(self) -> bool:
        """Whether every positive lies at or above every negative: no finite line is the best."""
        lowest = self.p[self.positive > 0].min(initial=np.inf)
        highest = self.p[self.total > self.positive].max(initial=-np.inf)
        return bool(lowest >= highest)


def _refuse_one_class(table: ScoreTable) -> None:
    if not (table.positive.sum() > 0 and table.negative.sum() > 0):
        raise refuse("recalibrate_one_class")


def _inside(table: ScoreTable, method: str) -> _Rows:
    """Rows at exactly 0 or 1 have infinite log-odds, which no line moves: they fit nothing."""
    total = table.positive + table.negative
    inner = _between(table)
    if not inner.any():
        raise refuse("recalibrate_all_certain", method=method)
    P, N = float(table.positive.sum()), float(table.negative.sum())
    worth = float(table.effective_total) / float(table.total)
    return _Rows(table.scores[inner], table.positive[inner], total[inner], worth, log(P / N))


def _between(table: ScoreTable) -> NDArray[np.bool_]:
    held = table.positive + table.negative > 0
    inner: NDArray[np.bool_] = held & (table.scores > 0) & (table.scores < 1)
    return inner


def _of_ends(table: ScoreTable, method: str, made: Map) -> tuple[Text, ...]:
    """What became of the rows at exactly 0 and 1."""
    total = table.positive + table.negative
    ends = ~_between(table) & (total > 0)
    if not ends.any():
        return ()
    wrong = np.where(table.scores <= 0, table.positive, table.negative)[ends].sum()
    kept = made(np.array([0.0, 1.0])).tolist() == [0.0, 1.0]
    facts = {"n": whole(float(total[ends].sum())), "wrong": whole(float(wrong))}
    key = "recalibrate_ends" if kept else "recalibrate_ends_moved"
    return (say(key, method=method, **facts),)


def _level(rows: _Rows) -> Fitted:
    """All probabilities equal: only their level can be corrected, by a shift of log-odds."""
    note = say("recalibrate_constant", p=f"{rows.p[0]:g}")
    c = np.log(rows.positive.sum()) - np.log((rows.total - rows.positive).sum())
    return Fitted(LogitMap(1.0, 1.0, float(c - rows.logit[0])), (note,))


def _platt(rows: _Rows, notes: tuple[Text, ...] = ()) -> Fitted:
    _refuse_one_class_inside(rows)
    if len(rows.p) > 1 and rows.separated:
        raise refuse("recalibrate_separated")
    return _line(rows, notes)


def _smoothed(rows: _Rows) -> Fitted:
    """Platt's targets: the mean of a uniform prior's posterior for rows that all agree."""
    negative = rows.total - rows.positive
    P, N = (rows.effective * float(weight.sum()) for weight in (rows.positive, negative))
    return _line(replace(rows, positive=rows.positive * ((P + 1) / (P + 2)) + negative / (N + 2)))


def _line(rows: _Rows, notes: tuple[Text, ...] = ()) -> Fitted:
    """The best line with a = b."""
    if len(rows.p) == 1:
        return _level(rows)
    columns = np.stack([rows.logit, np.ones_like(rows.p)])
    slope, c = logistic_fit(columns, rows.positive, rows.total)
    if slope <= 0:
        return _flat(rows)
    return Fitted(LogitMap(float(slope), float(slope), float(c)), notes)


def _flat(rows: _Rows) -> Fitted:
    """The best line falls; the best that does not is level, at the base rate."""
    return Fitted(LogitMap(0.0, 0.0, rows.base), (say("recalibrate_falls"),))


def _beta(rows: _Rows) -> Fitted:
    """The best with a, b ≥ 0: the loss is convex, so it is the best of the four cases."""
    _refuse_one_class_inside(rows)
    if len(rows.p) < 3:  # three unknowns, at most two shares: the line with a = b passes them
        note = () if len(rows.p) == 1 else (say("recalibrate_beta_two"),)
        return _platt(rows, note)
    if rows.separated:
        raise refuse("recalibrate_separated")
    columns = np.stack([np.log(rows.p), -np.log1p(-rows.p), np.ones_like(rows.p)])
    a, b, c = logistic_fit(columns, rows.positive, rows.total)
    if a >= 0 and b >= 0:
        return Fitted(LogitMap(float(a), float(b), float(c)))
    edges: list[tuple[float, LogitMap]] = []
    for kept in (0, 1):
        slope, level = logistic_fit(columns[[kept, 2]], rows.positive, rows.total)
        if slope > 0:
            pair = (float(slope), 0.0) if kept == 0 else (0.0, float(slope))
            made = LogitMap(*pair, float(level))
            edges.append((_log_loss(made, rows), made))
    if not edges:
        return _flat(rows)
    return Fitted(min(edges, key=lambda one: one[0])[1])


def _temperature(rows: _Rows) -> Fitted:
    z = rows.logit
    if not z.any():
        raise refuse("recalibrate_all_half")
    wrong = np.where(z > 0, rows.total - rows.positive, np.where(z < 0, rows.positive, 0.0))
    if not wrong.any():  # colder is always better
        raise refuse("recalibrate_separated_half")
    (slope,) = logistic_fit(z[None], rows.positive, rows.total)
    if slope <= 0:
        return Fitted(LogitMap(0.0, 0.0, 0.0), (say("recalibrate_falls_half"),))
    return Fitted(LogitMap(float(slope), float(slope), 0.0))


def _refuse_one_class_inside(rows: _Rows) -> None:
    if not 0 < rows.positive.sum() < rows.total.sum():
        raise refuse("recalibrate_one_class")


def _log_loss(made: Callable[[Floats], Floats], rows: _Rows) -> float:
    from scipy.special import xlog1py, xlogy

    q = made(rows.p)
    return float(-(xlogy(rows.positive, q) + xlog1py(rows.total - rows.positive, -q)).sum())


_FITS: dict[str, Callable[[_Rows], Fitted]] = {
    "platt": _platt,
    "platt_smoothed": _smoothed,
    "beta": _beta,
    "temperature": _temperature,
}
METHODS = ("isotonic", *_FITS)
