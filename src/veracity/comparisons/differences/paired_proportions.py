"""Paired proportions: discordant rows of two models, and Newcombe's interval of the difference."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from veracity.arrays import ratio
from veracity.comparisons.differences.mover import Ends, square_and_add
from veracity.comparisons.paired_samples.layout import Layout
from veracity.intervals import proportion_interval
from veracity.metrics import Metric
from veracity.results import Estimate

BATCH = 1 << 21  # numbers at a time
AT_ONCE = 40  # cells: their sum has fewer digits than a number can hold
MOST_ASKED = 1 << 17  # cells, of some 360 classes
Bools = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class PairedCounts:
    """Trials by success of the first and of the second model."""

    both: float
    only_first: float
    only_second: float
    neither: float

    @property
    def trials(self) -> float:
        """All of them."""
        return self.both + self.only_first + self.only_second + self.neither

    @property
    def phi(self) -> float:
        """The correlation as method 10 takes it: with a continuity correction, 0 if undefined.

        Newcombe RG (1998) Statistics in Medicine 17:2635–2650: half of n is taken off the
        product difference where it is positive, down to 0.
        """
        first, second = self.both + self.only_first, self.both + self.only_second
        n = self.trials
        scale = math.sqrt(first * (n - first) * second * (n - second))
        if scale == 0:
            return 0.0
        product = self.both * self.neither - self.only_first * self.only_second
        return (product if product < 0 else max(product - n / 2, 0.0)) / scale


def newcombe(counts: PairedCounts, level: float) -> Ends:
    """The paired score interval (method 10) of the difference of two proportions.

    >>> counts = PairedCounts(59, 6, 16, 80)  # Cavo et al. 2012, R package contingencytables
    >>> [round(float(end), 4) for end in newcombe(counts, 0.95)]
    [-0.1186, -0.0046]
    """
    n = counts.trials
    first = wilson(counts.both + counts.only_first, n, level)
    second = wilson(counts.both + counts.only_second, n, level)
    low, high = square_and_add(first, second, counts.phi)
    return max(low, -1.0), min(high, 1.0)


def wilson(successes: float, trials: float, level: float) -> Estimate:
    """A proportion with its score interval."""
    low, high = proportion_interval(successes, trials, "wilson", level)
    value = float(ratio(successes, trials))
    return Estimate(value, float(low), float(high), level, "wilson", trials)


def cells_that_count(layout: Layout, metric: Metric) -> tuple[Bools, Bools]:
    """Which cells are trials of a proportion, and which successes.

    Both are sums of cells, so that 40 cells are asked at once: they weigh 1, 2, 4 …, and the
    digits of the sum say which of them count.
    """
    assert metric.counted is not None
    cell = np.arange(layout.size)
    groups, digit = cell // AT_ONCE, cell % AT_ONCE
    found = np.zeros((2, layout.size), np.bool_)
    batch = max(1, BATCH // layout.size)
    for start in range(0, int(groups.max(initial=-1)) + 1, batch):
        part = np.flatnonzero((groups >= start) & (groups < start + batch))
        group, weight = groups[part] - start, 2.0 ** digit[part]
        asked = np.zeros((int(group.max()) + 1, layout.size))
        asked[group, part] = weight
        each = layout.build(0, asked)
        for row, count in enumerate((metric.counted.trials, metric.counted.successes)):
            sums = np.asarray(count(each), np.float64)
            found[row, part] = np.floor(sums[group] / weight) % 2 == 1
    return found[0], found[1]


def paired_counts(layout: Layout, metric: Metric, first: int, second: int) -> PairedCounts | None:
    """The counts behind a proportion, or None if it is not one on the same rows.

    It is one if whether a row is a trial does not depend on what the models say: accuracy,
    recall and specificity are, precision is not. The record is asked cell by cell.
    """
    if metric.counted is None or layout.size > MOST_ASKED:
        return None
    if layout.squares is not None or layout.cluster is not None:
        return None
    a, b = layout.cell[[first, second]]
    trial, success = cells_that_count(layout, metric)
    if (trial[a] != trial[b]).any():
        return None
    weight = np.where(trial[a], layout.weight, 0.0)
    mine, yours = success[a], success[b]
    return PairedCounts(
        float(weight[mine & yours].sum()),
        float(weight[mine & ~yours].sum()),
        float(weight[yours & ~mine].sum()),
        float(weight[~mine & ~yours].sum()),
    )
