"""How often equal models are called different, where rows belong to few clusters of uneven size.

Two models of the same quality score the same rows. The scores of positives are 1.5 higher and
vary by 1; the rows of a cluster share a shift with standard deviation 0.5, and in each model and
each class one of its own with 0.7, so that in one cluster the one model is better and in another
the other. A row of a cluster is positive with probability 0.4.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from veracity.comparisons.differences.difference import gap
from veracity.comparisons.paired_samples.paired import Paired
from veracity.intervals import Settings
from veracity.metrics import find
from veracity.statistics.joint.joint_scores import JointScores
from veracity.statistics.joint.paired_table import PairedTable

KEYS = ("accuracy", "f1", "auroc")
ROWS = 20  # of a cluster, on average
CUT = 0.75
SETTINGS = (
    (5, "geometric"),
    (12, "even"),
    (12, "exponential"),
    (12, "geometric"),
    (12, "one holds half"),
    (30, "exponential"),
    (30, "geometric"),
)


def sizes(random: np.random.Generator, clusters: int, kind: str) -> Any:
    """Rows of each cluster: as exponential numbers, each 0.7 of the one before, or one large."""
    share = {
        "even": np.ones(clusters),
        "exponential": random.exponential(size=clusters),
        "geometric": 0.7 ** np.arange(clusters),
        "one holds half": np.r_[clusters - 1.0, np.ones(clusters - 1)],
    }[kind]
    return np.maximum(np.round(share / share.sum() * clusters * ROWS), 2).astype(np.int64)


def drawn(random: np.random.Generator, clusters: int, kind: str) -> Paired:
    """Two models of the same quality on the same rows."""
    cluster = np.repeat(np.arange(clusters), sizes(random, clusters, kind))
    truth = (random.random(len(cluster)) < 0.4).astype(np.int64)
    common = random.normal(0, 0.5, clusters)[cluster]
    scores = {
        name: 1.5 * truth
        + random.normal(size=len(cluster))
        + common
        + random.normal(0, 0.7, (clusters, 2))[cluster, truth]
        for name in ("a", "b")
    }
    joint = JointScores.of_rows(
        truth, scores, pos_label=1, cluster=cluster, cluster_labels=range(clusters)
    )
    return Paired(PairedTable.of_joint(joint, CUT), joint, Settings(method="none"), False)


def size_of(clusters: int, kind: str, times: int, seed: int) -> dict[str, float]:
    """The share of samples in which a test at 0.05 rejects, of each key."""
    random = np.random.default_rng([seed, clusters, *map(ord, kind)])
    rejected, tested = dict.fromkeys(KEYS, 0), dict.fromkeys(KEYS, 0)
    for _ in range(times):
        paired = drawn(random, clusters, kind)
        for key in KEYS:
            metric = find(key)
            spread = paired.spread(metric, 0, 1)
            assert spread is not None
            p = math.nan if spread.hidden else gap(paired, 0, 1, metric).test("delta").p_value
            tested[key] += not math.isnan(p)
            rejected[key] += p <= 0.05
    return {key: rejected[key] / max(tested[key], 1) for key in KEYS}


def table(times: int, seed: int) -> str:
    """Every setting, as a Markdown table."""
    head = ["clusters", "sizes", *(f"`{key}`" for key in KEYS)]
    lines = ["| " + " | ".join(head) + " |", "|--:|:--|" + "--:|" * len(KEYS)]
    for clusters, kind in SETTINGS:
        found = size_of(clusters, kind, times, seed)
        rates = " | ".join(f"{found[key]:.3f}" for key in KEYS)
        lines.append(f"| {clusters} | {kind} | {rates} |")
        print(lines[-1], flush=True)
    return "\n".join(lines)
