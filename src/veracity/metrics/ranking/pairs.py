"""Pairs of a positive and a negative: ranked rightly, tied, ranked wrongly."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.metrics.ranking.staircase import BOTH, totals
from veracity.metrics.record.interval_facts import Smooth
from veracity.metrics.record.metric import Chance, Identity, Metric
from veracity.statistics import ScoreTable
from veracity.statistics.scores.steps import Steps
from veracity.words import Text

GOODMAN = "Goodman LA, Kruskal WH (1954) J Am Stat Assoc 49(268):732–764"


def _share(table: ScoreTable, against: Callable[[Steps, Floats], Floats]) -> Floats:
    """Σ positive · (negatives it is counted against) over all pairs."""
    pairs, negatives = np.zeros(table.shape), totals(table)[1]
    for s in table.steps.parts():
        pairs = pairs + (s.positive * against(s, negatives)).sum(-1)
    return np.clip(ratio(pairs, table.positives * table.negatives), 0.0, 1.0)[()]


def pairs_concordant(table: ScoreTable) -> Floats:
    """Share of pairs whose positive has the higher score."""
    return _share(table, lambda s, negatives: np.maximum(negatives - s.fp, 0.0))


def pairs_tied(table: ScoreTable) -> Floats:
    """Share of pairs with equal scores."""
    return _share(table, lambda s, negatives: s.negative)


def pairs_discordant(table: ScoreTable) -> Floats:
    """Share of pairs whose negative has the higher score."""
    return _share(table, lambda s, negatives: np.maximum(s.fp - s.negative, 0.0))


def _by_chance(compute: Callable[[ScoreTable], Floats], en: str, zh: str) -> Chance:
    return Chance(Text(en, zh), lambda t, **values: compute(t.by_chance()))


_PAIRS: dict[str, Any] = {
    "reads": ScoreTable,
    "moves_with_prevalence": False,
    "undefined_when": BOTH,
    "references": (GOODMAN,),
}

PAIRS_CONCORDANT: Metric[ScoreTable] = Metric(
    key="pairs_concordant",
    names=Text("Concordant pairs", "一致对比例"),
    aliases=("concordant pairs", "percent concordant", "share of concordant pairs"),
    question=Text(
        "In what share of the pairs of a positive and a negative has the positive the higher "
        "score?",
        "一正一负的样本对中，正例分数更高的占多少？",
    ),
    formula=r"\frac{C}{P\,N}",
    compute=pairs_concordant,
    on_grid="rises",
    chance=_by_chance(pairs_concordant, "half of the pairs that are not tied", "非并列对的一半"),
    misleads_when=Text(
        "taken for the concordance index: AUROC adds half of the tied pairs",
        "误当作一致性指数时：AUROC 还要加上并列对的一半",
    ),
    identities=(Identity("AUROC - T / 2", lambda of: of("auroc") - of("pairs_tied") / 2),),
    **_PAIRS,
)

PAIRS_TIED: Metric[ScoreTable] = Metric(
    key="pairs_tied",
    names=Text("Tied pairs", "并列对比例"),
    aliases=("tied pairs", "percent tied"),
    question=Text(
        "In what share of the pairs of a positive and a negative are both scores equal?",
        "一正一负的样本对中，分数相等的占多少？",
    ),
    formula=r"\frac{T}{P\,N}",
    compute=pairs_tied,
    better="neither",
    chance=_by_chance(pairs_tied, "how often two scores are equal", "任意两个分数相等的比例"),
    misleads_when=Text(
        "scores were rounded or binned: the ties then come from that",
        "分数曾被取整或分箱时：并列由此产生",
    ),
    interval=Smooth(
        none_at_end=Text(
            "Either no pair is tied or all are: no interval.",
            "没有任何样本对并列，或全部并列：不给出区间。",
        )
    ),
    identities=(
        Identity("1 - C - D", lambda of: 1 - of("pairs_concordant") - of("pairs_discordant")),
    ),
    **_PAIRS,
)

PAIRS_DISCORDANT: Metric[ScoreTable] = Metric(
    key="pairs_discordant",
    names=Text("Discordant pairs", "不一致对比例"),
    aliases=("discordant pairs", "percent discordant"),
    question=Text(
        "In what share of the pairs of a positive and a negative has the negative the higher "
        "score?",
        "一正一负的样本对中，负例分数更高的占多少？",
    ),
    formula=r"\frac{D}{P\,N}",
    compute=pairs_discordant,
    better="lower",
    on_grid="rises",
    chance=_by_chance(pairs_discordant, "half of the pairs that are not tied", "非并列对的一半"),
    misleads_when=Text(
        "read as 1 − AUROC: that adds half of the tied pairs",
        "当作 1 − AUROC 时：后者还要加上并列对的一半",
    ),
    identities=(Identity("C - Somers' D", lambda of: of("pairs_concordant") - of("somers_d")),),
    **_PAIRS,
)
