"""How often a sentence that ranks, recommends or excludes is said where it is false.

    python -m simulations.sentences --times 2000

Written to docs/sentences.md.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from veracity.comparisons.differences.cost_ratio import cost_words
from veracity.decisions.calibration.calibration_tests import intercept_slope
from veracity.decisions.costs.net_benefit import decision
from veracity.statistics.clusters.clusters import Clusters
from veracity.statistics.joint.paired_table import PairedTable
from veracity.statistics.scores.probability_table import ProbabilityTable

PAGE = Path(__file__).parent.parent / "docs" / "sentences.md"
CLUSTER = 10  # rows of a cluster
SIZES, PREVALENCES = (50, 200, 1000), (0.5, 0.1)
Drawn = tuple[Any, Any]
HEAD = """# How often a sentence is said where it is false

A sentence that ranks, recommends or excludes is an inference. This page says how often each
came in samples in which it is false; at most 5% was wanted. It was written by

    python -m simulations.sentences --times {times} --seed {seed}

(standard error of a share near 5%: {error:.3f}).
"""


class Row(NamedTuple):
    """One setting: what was drawn, and in which share of samples the sentence came."""

    sentence: str
    drawn: str
    rows: int
    prevalence: float
    said: float
    true: float | None = None


def without_signal(rng: Any, n: int, share: float) -> Drawn:
    """Probabilities spread about the prevalence that know nothing of the truth."""
    return rng.random(n) < share, rng.beta(4 * share, 4 * (1 - share), n)


def near_constant(rng: Any, n: int, share: float) -> Drawn:
    """Probabilities that differ by little from the prevalence, without signal."""
    return rng.random(n) < share, np.clip(rng.normal(share, 0.02, n), 0.001, 0.999)


def calibrated(rng: Any, n: int, share: float) -> Drawn:
    """True probabilities."""
    p = rng.beta(2 * share, 2 * (1 - share), n)
    return rng.random(n) < p, p


def overconfident(rng: Any, n: int, share: float) -> Drawn:
    """Probabilities with signal whose log odds are twice what they should be."""
    truth, p = calibrated(rng, n, share)
    return truth, p**2 / (p**2 + (1 - p) ** 2)


def in_clusters(rng: Any, n: int, share: float) -> Drawn:
    """Without signal, the rows of a cluster with one probability and mostly one truth."""
    size = n // CLUSTER
    p = np.repeat(rng.beta(4 * share, 4 * (1 - share), size), CLUSTER)
    truth = np.repeat(rng.random(size) < share, CLUSTER)
    own = rng.random(n) < 0.3
    return np.where(own, rng.random(n) < share, truth), p


def table_of(truth: Any, p: Any, *, clustered: bool = False) -> ProbabilityTable:
    """The table of these rows, in clusters of neighbours if wanted."""
    table = ProbabilityTable.of_rows(truth.astype(int), p)
    if not clustered:
        return table
    index = np.searchsorted(-table.scores, -p)
    cluster = np.arange(len(p)) // CLUSTER
    cell = truth.astype(int) * len(table) + index
    ids = tuple(range(int(cluster.max()) + 1))
    clusters = Clusters.of_entries(ids, cluster, cell, np.ones(len(p)), None)
    return ProbabilityTable(
        table.scores, table.weight, table.labels, table.pos_label, None, clusters
    )


def worth_where_false(draw: Callable[..., Drawn], rng: Any, n: int, share: float) -> Iterator[Any]:
    """Samples: whether the model was called worth it at a threshold where it is not."""
    large = decision(table_of(*draw(np.random.default_rng(0), 400_000, share)))
    false = large["net_benefit"] <= np.maximum(large["treat_all"], 0.0) + 1e-4
    if draw in (without_signal, near_constant, in_clusters):
        false[:] = True
    while True:
        truth, p = draw(rng, n, share)
        if truth.any() and not truth.all():
            table = table_of(truth, p, clustered=draw is in_clusters)
            shown = decision(table)["shown_better"] > 0
            yield bool((shown & false).any()), float(shown[~false].mean()) if (~false).any() else 0


def cheaper_of_equals(rng: Any, n: int, share: float, *, better: bool) -> Iterator[Any]:
    """Two models with equal rates: whether one is called cheaper at any ratio.

    `better`: the first finds more positives, and has as many false alarms; then it is false that
    the other is cheaper anywhere, and not shown by the false alarms alone that it always is.
    """
    while True:
        truth = (rng.random(n) < share).astype(int)
        hits = (0.9, 0.7) if better else (0.8, 0.8)
        called = {}
        for name, hit in zip("AB", hits, strict=True):
            right = np.where(truth == 1, hit, 0.85)
            called[name] = np.where(rng.random(n) < right, truth, 1 - truth)
        words = cost_words(("A", "B"), PairedTable.of_rows(truth, called))
        wrong = "B is shown" in words or "whatever" in words if better else "is shown" in words
        yield wrong, float("A is shown" in words)


def called_untrue(rng: Any, n: int, share: float, *, clustered: bool = False) -> Iterator[Any]:
    """True probabilities: whether the joint test rejects them."""
    middle = np.log(share / (1 - share))
    while True:
        x = rng.normal(middle, 1, n)
        if clustered:
            x = np.repeat(x[: n // CLUSTER], CLUSTER)
        p = 1 / (1 + np.exp(-x))
        truth = rng.random(len(p)) < p
        found = intercept_slope(table_of(truth, p, clustered=clustered)).p_value
        yield found < 0.05, 0.0


def measured(times: int, seed: int) -> Iterator[Row]:
    """Every sentence, setting by setting."""
    worth = "worth more than treating all and none"
    for draw in (without_signal, near_constant, in_clusters, overconfident, calibrated):
        for n in SIZES[1:]:
            for share in PREVALENCES:
                rng = np.random.default_rng([seed, n, int(100 * share)])
                found = _shares(worth_where_false(draw, rng, n, share), times // 4)
                said, true = found
                own = draw.__name__.replace("_", " ")
                yield Row(
                    worth,
                    own,
                    n,
                    share,
                    said,
                    true if draw in (overconfident, calibrated) else None,
                )
    for better, words in ((False, "equal models"), (True, "A finds more, as many false alarms")):
        for n in (100, *SIZES[1:]):
            for share in PREVALENCES:
                rng = np.random.default_rng([seed, n, int(100 * share)])
                said, true = _shares(cheaper_of_equals(rng, n, share, better=better), times)
                sentence = (
                    "cheaper than the other" if not better else "cheaper whatever, or B cheaper"
                )
                yield Row(sentence, words, n, share, said, true if better else None)
    for clustered in (False, True):
        for n in SIZES if not clustered else SIZES[1:]:
            for share in PREVALENCES:
                rng = np.random.default_rng([seed, n, int(100 * share)])
                said, _ = _shares(called_untrue(rng, n, share, clustered=clustered), times)
                words = "true probabilities" + (
                    f", clusters of {CLUSTER} rows" if clustered else ""
                )
                yield Row("its probabilities are not true", words, n, share, said)


def _shares(drawn: Iterator[Any], times: int) -> tuple[float, float]:
    rows = [next(drawn) for _ in range(times)]
    false, true = np.array(rows, np.float64).mean(0)
    return float(false), float(true)


def page(rows: list[Row], times: int, seed: int) -> str:
    """The page as Markdown."""
    head = HEAD.format(times=times, seed=seed, error=(0.05 * 0.95 / times) ** 0.5)
    lines = [
        "| sentence | drawn | rows | prevalence | said where false | said where true |",
        "|---|---|---:|---:|---:|---:|",
    ]
    for row in rows:
        true = "" if row.true is None else f"{row.true:.1%}"
        lines.append(
            f"| {row.sentence} | {row.drawn} | {row.rows:,} | {row.prevalence:g} "
            f"| {row.said:.1%} | {true} |"
        )
    return f"{head}\n" + "\n".join([*lines, "", *NOTES])


NOTES = (
    "*Said where true* is, for the first sentence, the share of thresholds (0.01 … 0.99) at which "
    "the model is worth more and was shown to be; for the third, how often A was shown to be "
    "cheaper at some ratio. The first sentence is measured on a quarter of the samples.\n",
    "Before version 0.2.0 the first came in 98% of evaluations of signal-free probabilities, "
    '"cheaper whatever" in 61% of comparisons of equal models, and calibrated probabilities '
    "were called miscalibrated in 9%.\n",
)


def main() -> None:
    """Simulate and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    rows = []
    for row in measured(given.times, given.seed):
        print(*row, sep=" | ", flush=True)
        rows.append(row)
    PAGE.write_text(page(rows, given.times, given.seed), encoding="utf-8")


if __name__ == "__main__":
    main()
