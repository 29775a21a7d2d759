"""Very many clusters as random groups: standard errors and coverage beside those of all clusters.

    python -m simulations.random_groups --times 400

Rows of one cluster share how common positives are and how high they score. Every sample is
evaluated twice: with its clusters, and with the 1,024 groups into which `random_groups` puts them,
which is what happens to rows that are more than are held. `even` clusters have 4 rows each;
`uneven` ones have log-normal sizes (σ = 2, the largest hundreds of times the median); in
`one giant` a tenth, or three tenths, of all rows lie in one cluster.

Told are the mean standard error (half the interval over its quantile) beside the standard
deviation of the estimates, and how often the 95% interval holds the true value.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass

import numpy as np

import veracity as vc
from veracity.arrays import Floats
from veracity.statistics.clusters.random_groups import Ints, groups_of

KEYS = ("accuracy", "auroc", "f1")
CLUSTERS = 5_000
ROWS = 4  # of a cluster, on average
Z = 1.959963984540054


@dataclass(frozen=True, slots=True)
class Setting:
    """How uneven clusters are: spread of log sizes, and the share of rows in one of them."""

    name: str
    spread: float = 0.0
    giant: float = 0.0

    def sizes(self, random: np.random.Generator) -> Ints:
        """Rows of each cluster."""
        sizes = random.lognormal(0.0, self.spread, CLUSTERS)
        sizes = np.maximum(1, np.rint(sizes * ROWS / sizes.mean())).astype(int)
        if self.giant:
            sizes[0] = round(sizes.sum() * self.giant / (1 - self.giant))
        return sizes


SETTINGS = (
    Setting("even"),
    Setting("uneven", spread=2.0),
    Setting("one giant, 10% of rows", giant=0.1),
    Setting("one giant, 30% of rows", giant=0.3),
)


def drawn(random: np.random.Generator, sizes: Ints) -> tuple[Floats, Floats, Ints]:
    """Truth, score and cluster of each row."""
    cluster = np.repeat(np.arange(len(sizes)), sizes)
    often, high = random.normal(0, (0.7, 0.5), (len(sizes), 2)).T
    truth = (random.normal(0, 1, len(cluster)) + often[cluster] > 0.5).astype(float)
    score = 1.2 * truth + high[cluster] + random.normal(0, 1, len(cluster))
    return truth, 1 / (1 + np.exp(0.6 - score)), cluster


def truths(random: np.random.Generator) -> dict[str, float]:
    """The figures of the population, from four million clusters of one row."""
    truth, score, _ = drawn(random, np.ones(4_000_000, int))
    ev = vc.evaluate(truth, y_proba=score, method="none")
    return {key: ev[key].value for key in KEYS}


def measured(
    setting: Setting, random: np.random.Generator, times: int, true: dict[str, float]
) -> dict[tuple[str, str], Floats]:
    """By key and way: estimates, standard errors, whether intervals held the true value, (3, R)."""
    found: dict[tuple[str, str], list[tuple[float, float, float]]] = {}
    for _ in range(times):
        names = random.integers(0, 2**62, CLUSTERS)
        truth, score, cluster = drawn(random, setting.sizes(random))
        ways = {"clusters": cluster, "groups": groups_of(names.tolist())[cluster]}
        for way, column in ways.items():
            ev = vc.evaluate(truth, y_proba=score, cluster=column)
            for key in KEYS:
                one = ev[key]
                held = float(one.low <= true[key] <= one.high)
                found.setdefault((key, way), []).append(
                    (one.value, (one.high - one.low) / 2 / Z, held)
                )
    return {name: np.array(rows).T for name, rows in found.items()}


def main() -> None:
    """Simulate and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=400)
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    random = np.random.default_rng(chosen.seed)
    true = truths(random)
    print(
        "| clusters | figure | sd of estimates | SE, all clusters | SE, random groups "
        "| ratio of SEs, 5% to 95% | held, all clusters | held, random groups |"
    )
    print("|:--|:--|--:|--:|--:|--:|--:|--:|")
    for setting in SETTINGS:
        found = measured(setting, random, chosen.times, true)
        for key in KEYS:
            values, own, held = found[key, "clusters"]
            _, pooled, held_pooled = found[key, "groups"]
            low, high = np.quantile(pooled / own, (0.05, 0.95))
            print(
                f"| {setting.name} | {key} | {values.std(ddof=1):.5f} | {own.mean():.5f} "
                f"| {pooled.mean():.5f} | {low:.2f} to {high:.2f} "
                f"| {held.mean():.3f} | {held_pooled.mean():.3f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
