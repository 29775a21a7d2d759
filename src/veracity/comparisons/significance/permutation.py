"""The permutation test: which model gave which answer is left to chance, row by row."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from veracity.arrays import Floats, Ints
from veracity.comparisons.paired_samples.layout import Layout
from veracity.intervals import Settings
from veracity.metrics import Metric
from veracity.results import Test
from veracity.words import say

BATCH = 1 << 21  # numbers at a time
MOST = 4 * 10**7  # numbers in all
LEAST = 200
ENOUGH = 100  # draws as extreme as what was seen: p is large, and more of them tell no more


def can_exchange(layout: Layout) -> bool:
    """Weighted rows were added up and cannot be exchanged one by one; whole clusters can."""
    return layout.squares is None or layout.cluster is not None


def permutation_test(
    layout: Layout, first: int, second: int, metric: Metric, settings: Settings
) -> Test:
    """Two-sided p of |difference| when the answers of the two models are exchanged at random.

    Each row (each cluster, where there are clusters) keeps or swaps the two answers with
    probability one half; the difference of the metric is computed anew each time. Of scores it
    is the ranks that are exchanged, as raw scores have no common scale: Venkatraman ES, Begg CB
    (1996) Biometrika 83:835–848; Bandos AI, Rockette HE, Gur D (2005) Statistics in Medicine
    24:2873–2893. The null hypothesis is that answers are exchangeable, which is more than an
    equal metric. p = (1 + as extreme) / (1 + draws) is never 0 (Phipson B, Smyth GK (2010)).
    Drawing stops when a hundred draws were as extreme, after l of them say, and p = 100 / l
    (Besag J, Clifford P (1991) Biometrika 78:301–304): p is then large, and known to a tenth.
    """
    a, b = layout.cells[first], layout.cells[second]
    apart = np.flatnonzero((a != b).any(0))
    if not len(apart):
        return Test(0.0, None, 1.0, "permutation", say("no_discordant_rows"))
    flats = [layout.flat(model, layout.weight) for model in (first, second)]
    with np.errstate(all="ignore"):
        observed = float(metric(layout.build(first, flats[0]))) - float(
            metric(layout.build(second, flats[1]))
        )
    if not math.isfinite(observed):
        return Test(math.nan, None, math.nan, "permutation", say("difference_undefined"))
    random = np.random.default_rng(settings.random_state)
    times = min(settings.n_resamples, max(LEAST, MOST // max(len(apart), layout.size)))
    batch = int(np.clip(BATCH // max(len(apart), layout.size), 1, LEAST))
    # entries that both models put into the same cell stay; the others add to one or the other
    change = _signed(a[:, apart], b[:, apart], layout.size)
    drawn, extreme = np.empty(0), np.zeros(0, np.bool_)
    for start in range(0, times, batch):
        swapped = _swapped(random, layout, apart, min(batch, times - start))
        moved = swapped @ change
        with np.errstate(all="ignore"):
            mine = np.asarray(metric(layout.build(first, _clean(flats[0] + moved))))
            yours = np.asarray(metric(layout.build(second, _clean(flats[1] - moved))))
        drawn = np.append(drawn, np.abs(mine - yours))
        extreme = drawn[~np.isnan(drawn)] >= abs(observed) - 1e-12
        if extreme.sum() >= ENOUGH:
            break
    if len(extreme) < len(drawn) / 2:
        return Test(observed, None, math.nan, "permutation", say("redraws_too_undefined"))
    return Test(observed, None, _share(extreme), "permutation")


def p_of_draws(draw: Callable[[], float], observed: float, times: int) -> float:
    """The p-value of a statistic from draws of it, one after the other; it stops as above."""
    extreme = np.zeros(times, np.bool_)
    for index in range(times):
        extreme[index] = draw() >= observed - 1e-9
        if extreme.sum() >= ENOUGH:
            return _share(extreme[: index + 1])
    return _share(extreme)


def _share(extreme: NDArray[np.bool_]) -> float:
    """The p-value from which draws were as extreme, in their order."""
    count = int(extreme.sum())
    if count < ENOUGH:
        return (1 + count) / (1 + len(extreme))
    return ENOUGH / (int(np.flatnonzero(extreme)[ENOUGH - 1]) + 1)


def _signed(a: Floats, b: Floats, size: int) -> Any:
    """What a swap of each entry does to the cells of the first model, as a sparse matrix."""
    from scipy.sparse import csr_array

    columns, entries = a.shape
    rows = np.tile(np.arange(entries), 2 * columns)
    signs = np.repeat([-1.0, 1.0], columns * entries)
    cells = np.concatenate([a.reshape(-1), b.reshape(-1)])
    return csr_array((signs, (rows, cells)), shape=(entries, size))


def _swapped(random: np.random.Generator, layout: Layout, apart: Ints, times: int) -> Floats:
    """The weight that is swapped in each entry, (times, entries)."""
    weight = layout.weight[apart]
    if layout.cluster is not None:
        heads = random.integers(0, 2, (times, layout.clusters))
        return np.asarray(heads[:, layout.cluster[apart]] * weight)
    return random.binomial(weight.astype(np.int64), 0.5, (times, len(apart))).astype(np.float64)


def _clean(flat: Floats) -> Floats:
    """Sums of weights that should be 0 may round to a little less."""
    return np.where(flat < 1e-12 * flat.max(initial=0.0), 0.0, flat)
