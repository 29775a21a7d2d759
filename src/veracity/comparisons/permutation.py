"""The permutation test: which model gave which answer is left to chance, row by row."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from veracity.arrays import Floats
from veracity.comparisons.layout import Layout
from veracity.intervals import Settings
from veracity.results import Test
from veracity.words import say

BATCH = 1 << 21  # numbers at a time
MOST = 4 * 10**7  # numbers in all
LEAST = 200


def can_exchange(layout: Layout) -> bool:
    """Weighted rows were added up and cannot be exchanged one by one; whole clusters can."""
    return layout.squares is None or layout.unit is not None


def permutation_test(
    layout: Layout, first: int, second: int, metric: Any, settings: Settings
) -> Test:
    """Two-sided p of |difference| when the answers of the two models are exchanged at random.

    Each row (each cluster, where there are clusters) keeps or swaps the two answers with
    probability one half; the difference of the metric is computed anew each time. Of scores it
    is the ranks that are exchanged, as raw scores have no common scale: Venkatraman ES, Begg CB
    (1996) Biometrika 83:835–848; Bandos AI, Rockette HE, Gur D (2005) Statistics in Medicine
    24:2873–2893. The null hypothesis is that answers are exchangeable, which is more than an
    equal metric. p = (1 + as extreme) / (1 + draws) is never 0 (Phipson B, Smyth GK (2010)).
    """
    a, b = layout.cells[first], layout.cells[second]
    apart = np.flatnonzero(a != b)
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
    batch = int(np.clip(BATCH // max(len(apart), layout.size), 1, times))
    # entries that both models put into the same cell stay; the others add to one or the other
    change = _signed(a[apart], b[apart], layout.size)
    extreme = known = 0
    for start in range(0, times, batch):
        swapped = _swapped(random, layout, apart, min(batch, times - start))
        moved = swapped @ change
        with np.errstate(all="ignore"):
            mine = np.asarray(metric(layout.build(first, _clean(flats[0] + moved))))
            yours = np.asarray(metric(layout.build(second, _clean(flats[1] - moved))))
        gap = np.abs(mine - yours)
        known += int((~np.isnan(gap)).sum())
        extreme += int((gap >= abs(observed) - 1e-12).sum())
    if known < times / 2:
        return Test(observed, None, math.nan, "permutation", say("redraws_too_undefined"))
    return Test(observed, None, (1 + extreme) / (1 + known), "permutation")


def _signed(a: Any, b: Any, size: int) -> Any:
    """What a swap of each entry does to the cells of the first model, as a sparse matrix."""
    from scipy.sparse import csr_array

    rows = np.arange(len(a))
    ones = np.ones(len(a))
    return csr_array(
        (
            np.concatenate([-ones, ones]),
            (np.concatenate([rows, rows]), np.concatenate([a, b])),
        ),
        shape=(len(a), size),
    )


def _swapped(random: np.random.Generator, layout: Layout, apart: Any, times: int) -> Floats:
    """The weight that is swapped in each entry, (times, entries)."""
    weight = layout.weight[apart]
    if layout.unit is not None:
        heads = random.integers(0, 2, (times, layout.clusters))
        return np.asarray(heads[:, layout.unit[apart]] * weight)
    return random.binomial(weight.astype(np.int64), 0.5, (times, len(apart))).astype(np.float64)


def _clean(flat: Floats) -> Floats:
    """Sums of weights that should be 0 may round to a little less."""
    return np.where(flat < 1e-12 * flat.max(initial=0.0), 0.0, flat)
