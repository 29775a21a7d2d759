"""Clusters that all have the same share: how often the interval holds the true one.

    python -m simulations.agreeing_clusters

Clusters of m rows with shares that vary between them (beta distribution, correlation of two rows
of one cluster `icc`). Only samples in which every cluster has the same number of positives, and
neither none nor all of its rows, are looked at: it is asked how right the interval is that
speaks then, however rare that is.
"""

from __future__ import annotations

import argparse
from itertools import product

import numpy as np

import veracity as vc

CLUSTERS = (2, 3, 5, 10)
ROWS = (3, 10, 30)
SHARES = (0.5, 0.2, 0.05)
CORRELATIONS = (0.0, 0.1, 0.4)
FEWEST = 200  # samples that agree, for a rate to be told


def interval(clusters: int, rows: int, positive: int) -> tuple[float, float]:
    """The interval of the prevalence, each of the clusters having so many positives."""
    truth = np.tile(np.arange(rows) < positive, clusters).astype(int)
    part = np.repeat(np.arange(clusters), rows)
    found = vc.evaluate(truth, truth, cluster=part)["prevalence"]
    return found.low, found.high


def measured(
    random: np.random.Generator, times: int, clusters: int, rows: int, share: float, icc: float
) -> tuple[float, float]:
    """How often clusters agree, and how often the interval then holds the true share."""
    each = np.full((times, clusters), share)
    if icc:
        size = 1 / icc - 1
        each = random.beta(share * size, (1 - share) * size, (times, clusters))
    counts = random.binomial(rows, each)
    agree = (counts == counts[:, :1]).all(1) & (counts[:, 0] > 0) & (counts[:, 0] < rows)
    found = np.bincount(counts[agree, 0], minlength=rows)
    if found.sum() < FEWEST:
        return float(agree.mean()), float("nan")
    ends = {int(c): interval(clusters, rows, int(c)) for c in np.flatnonzero(found)}
    held = sum(found[c] for c, (low, high) in ends.items() if low <= share <= high)
    return float(agree.mean()), float(held / found.sum())


def main() -> None:
    """Simulate and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    random = np.random.default_rng(chosen.seed)
    print("| clusters | rows each | share | icc | agree | held when they agree |")
    print("|--:|--:|--:|--:|--:|--:|")
    for setting in product(CLUSTERS, ROWS, SHARES, CORRELATIONS):
        often, held = measured(random, chosen.times, *setting)
        if not np.isnan(held):
            k, m, share, icc = setting
            print(f"| {k} | {m} | {share:g} | {icc:g} | {often:.4f} | {held:.3f} |")


if __name__ == "__main__":
    main()
