"""Checks of two evaluations that are compared."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from veracity.arrays import ratio
from veracity.cautions.check import Check, Evidence
from veracity.cautions.facts import readable
from veracity.cautions.of_use import ODDS_APART
from veracity.cautions.strictness import ALPHA
from veracity.metrics import find
from veracity.words import Text

BOYD = "Boyd K, Santos Costa V, Davis J, Page CD (2012) Proc. 29th ICML, 1619–1626"
SAITO = "Saito T, Rehmsmeier M (2015) PLoS ONE 10(3):e0118432"


@dataclass(frozen=True, eq=False)
class Pair:
    """Two tables (or grids, or matrices) of two classes, their names, and what is compared."""

    first: Any
    second: Any
    names: tuple[str, str] = ("A", "B")
    keys: tuple[str, ...] = ("average_precision",)


def prevalences_differ(pair: Pair) -> Evidence | None:
    """Metrics that move with prevalence are compared between rows of different prevalence.

    Two-sample z test of the shares of positives on effective rows at the strict level (on
    clusters where there are some), and odds apart by a quarter and more.
    """
    keys = tuple(key for key in pair.keys if find(key).moves_with_prevalence)
    both = [_share(one) for one in (pair.first, pair.second)]
    if not keys or None in both:
        return None
    (mine, n), (yours, m) = (one for one in both if one is not None)
    pooled = (mine * n + yours * m) / (n + m)
    error = math.sqrt(pooled * (1 - pooled) * (1 / n + 1 / m))
    apart = float(ratio(mine * (1 - yours), yours * (1 - mine)))
    p = math.erfc(float(ratio(abs(mine - yours), error)) / math.sqrt(2))
    if not p < ALPHA or 1 / ODDS_APART < apart < ODDS_APART:
        return None
    return {
        "first": pair.names[0],
        "second": pair.names[1],
        "mine": mine,
        "yours": yours,
        "keys": keys,
        "p_value": p,
    }


def _share(statistic: Any) -> tuple[float, float] | None:
    """Share of positives, and how many independent rows tell it; None without two classes."""
    if len(statistic.labels) != 2 or statistic.pos_label is None:
        return None
    truth = readable(statistic).truth
    share = float(ratio(truth[statistic.labels.index(statistic.pos_label)], truth.sum()))
    rows = float(statistic.effective_total)
    if statistic.units is not None:
        rows = min(rows, float(len(statistic.units)))
    return (share, rows) if rows > 0 else None


PREVALENCES_DIFFER: Check[Pair] = Check(
    key="compared_at_different_prevalences",
    severity="warning",
    question=Text(
        "Are the two compared on equally common positives?", "两者比较时正例是否同样常见？"
    ),
    message=Text(
        "Positives are {mine:.1%} of the rows of {first} and {yours:.1%} of those of {second} "
        "(p = {p_value:.2g}). {keys} and PR curves move with that alone: a random ranking has "
        "average precision {mine:.3f} in one and {yours:.3f} in the other.",
        "{first} 的样本中正例占 {mine:.1%}，{second} 的占 {yours:.1%}（p = {p_value:.2g}）。"
        "仅此就会使 {keys} 与 PR 曲线变化：随机排序的平均查准率"
        "在两处分别为 {mine:.3f} 与 {yours:.3f}。",
    ),
    advice=Text(
        "Compare at one prevalence (`at_prevalence`), or by AUROC, recall at a fixed false "
        "positive rate, or `auprg`.",
        "请在同一患病率下比较（`at_prevalence`），或用 AUROC、"
        "固定假阳性率下的召回率、`auprg` 比较。",
    ),
    look=prevalences_differ,
    references=(BOYD, SAITO),
)
