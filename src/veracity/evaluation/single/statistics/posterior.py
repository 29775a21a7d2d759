"""What a confusion matrix may be in truth: draws from its Dirichlet posterior, and any metric."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from veracity.arrays import Floats, is_number
from veracity.errors import refuse
from veracity.evaluation.state.keys import computable
from veracity.metrics import find
from veracity.results import Estimate
from veracity.results.estimate.estimate import NO_NOTE
from veracity.statistics import ConfusionMatrix
from veracity.words import say

PRIORS = {"jeffreys": 0.5, "uniform": 1.0}
MOST_CELLS = 5 * 10**7  # in all draws


@dataclass(frozen=True, eq=False, repr=False)
class MatrixPosterior:
    """`matrices` is one matrix with a leading axis of draws; `prior` was added to each cell.

    >>> from veracity.evaluation.single.statistics.confusion_matrix import CountedMatrix
    >>> found = CountedMatrix([[50, 5], [4, 41]], labels=[0, 1]).posterior(n=4000)
    >>> print(f"{found.estimate('recall'):.2f}", found.metric("mcc").shape)
    0.90 (4000,)
    >>> bool(0.9 < found.probability("recall", above=0.8) < 1)
    True
    """

    matrices: ConfusionMatrix
    prior: Floats
    rows: float

    def __len__(self) -> int:
        return int(self.matrices.shape[0])

    def __repr__(self) -> str:
        return f"<{len(self)} matrices, {self.matrices.classes} × {self.matrices.classes}>"

    def metric(self, key: str, **values: Any) -> Floats:
        """The metric of every draw; nan where it is undefined."""
        with np.errstate(all="ignore"):
            metric = computable(find(key), self.matrices).with_values(**values)
            found: Floats = np.asarray(metric(self.matrices.plain()), np.float64)
        return found

    def estimate(self, key: str, confidence_level: float = 0.95, **values: Any) -> Estimate:
        """The mean of the draws with the interval between their equal tails."""
        if not is_number(confidence_level) or not 0 < confidence_level < 1:
            raise refuse("level_outside", level=repr(confidence_level))
        drawn = self.metric(key, **values)
        known = drawn[np.isfinite(drawn)]
        if len(known) < len(drawn) / 2:
            note = say("posterior_undefined", share=100 * (1 - len(known) / len(drawn)))
            nothing = (math.nan,) * 3
            return Estimate(*nothing, confidence_level, "none", self.rows, 0.0, note)
        tail = (1 - confidence_level) / 2
        low, high = np.quantile(known, [tail, 1 - tail])
        note = NO_NOTE
        if len(known) < len(drawn):
            note = say("posterior_undefined", share=100 * (1 - len(known) / len(drawn)))
        ends = float(low), float(high)
        mean = float(known.mean())
        return Estimate(mean, *ends, confidence_level, "posterior", self.rows, 0.0, note)

    def probability(self, key: str, *, above: float | None = None, **values: Any) -> float:
        """In what share of the draws the metric is above a number, given data and prior."""
        if not is_number(above):
            raise refuse("posterior_above")
        drawn = self.metric(key, **values)
        known = drawn[~np.isnan(drawn)]
        return float((known > above).mean()) if len(known) else math.nan


def matrix_posterior(
    matrix: ConfusionMatrix,
    prior: str | ArrayLike,
    n: int,
    seed: int,
) -> MatrixPosterior:
    """Draws of the cells' shares, times the number of rows: multinomial counts, Dirichlet prior.

    Caelen O (2017) Annals of Mathematics and Artificial Intelligence 81:429–450.
    """
    if matrix.shape:
        raise refuse("evaluate_leading_axes", shape=matrix.shape)
    if matrix.weighted or matrix.cluster_ids is not None:
        raise refuse("posterior_needs_counts")
    counts = matrix.counts
    cells = np.asarray(counts.toarray() if hasattr(counts, "toarray") else counts, np.float64)
    added = _added(prior, cells.shape)
    if isinstance(n, bool) or not isinstance(n, int) or not 1 <= n * cells.size <= MOST_CELLS:
        raise refuse("posterior_draws", n=repr(n), most=MOST_CELLS // cells.size)
    shape = cells + added
    if not (shape.sum() > 0 and cells.sum() > 0):
        raise refuse("matrix_empty")
    drawn = np.random.default_rng(seed).standard_gamma(shape, (n, *cells.shape))
    shares = drawn / drawn.sum((-2, -1), keepdims=True)
    made = type(matrix)(shares * cells.sum(), labels=matrix.labels, pos_label=matrix.pos_label)
    return MatrixPosterior(made, added, float(cells.sum()))


def _added(prior: str | ArrayLike, shape: tuple[int, ...]) -> Floats:
    """What the prior adds to each cell: by name, a number, or a matrix of them."""
    if isinstance(prior, str):
        if prior not in PRIORS:
            raise refuse("posterior_prior", prior=repr(prior), priors=", ".join(PRIORS))
        return np.full(shape, PRIORS[prior])
    try:
        given = np.asarray(prior, np.float64)
    except (TypeError, ValueError):
        raise refuse("posterior_prior", prior=repr(prior), priors=", ".join(PRIORS)) from None
    if given.shape not in ((), shape):
        mine, asked = (" × ".join(map(str, one)) for one in (given.shape, shape))
        raise refuse("posterior_prior_shape", given=mine, shape=asked)
    if not np.isfinite(given).all() or (given < 0).any():
        raise refuse("posterior_prior", prior=repr(prior), priors=", ".join(PRIORS))
    return np.broadcast_to(given, shape).copy()
