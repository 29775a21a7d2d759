"""Checks of probabilities that claim to be certain."""

from __future__ import annotations

import math

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.cautions.checks.strictness import ALPHA
from veracity.cautions.checks.top_class import EXTREME, top_class
from veracity.cautions.record.caution_record import CautionRecord, Evidence, Need, count
from veracity.cautions.record.facts import Facts
from veracity.words import Text


def _sure(facts: Facts) -> tuple[Floats, Floats, Floats] | None:
    """Rows that claim to be sure: how unsure each is, its weight, and the weight that was wrong."""
    top_rows = top_class(facts)
    if top_rows is not None:
        unsure, held, missed = top_rows.sure
        return unsure, held, missed
    table = facts.probability
    if table is None or facts.positive is None or not len(table):
        return None
    high, low = table.high, table.low
    # scores fall, so what is sure stands in a piece at each end
    top = len(low) - int(np.searchsorted(low[::-1], 1 - EXTREME, "left"))
    bottom = len(high) - int(np.searchsorted(high[::-1], EXTREME, "right"))
    yes, no = table.positive, table.negative
    unsure = np.concatenate([1 - low[:top], high[bottom:]])
    wrong = np.concatenate([no[:top], yes[bottom:]])
    right = np.concatenate([yes[:top], no[bottom:]])
    return unsure, wrong + right, wrong


def wrongly_certain(facts: Facts) -> Evidence | None:
    """Among the rows with p ≤ 0.001 or ≥ 0.999 more are wrong than the probabilities allow.

    Of K classes: among the rows whose predicted class was given 0.999 and more.

    If they were true, the number of wrong ones would be at most Poisson with the sum of
    min(p, 1 − p) as its mean; one-sided at the strict level. With weights, counts are those of
    as many rows as tell as much (Kish 1965); with clusters each row counts as a part of its
    cluster, which is on the safe side.
    """
    sure = _sure(facts)
    if sure is None:
        return None
    unsure, weight, wrong = sure
    errors = float(wrong.sum())
    if not errors:
        return None
    expected = float((unsure * weight).sum())
    scale = _rows_for_weight(facts)
    if not _poisson_tail(errors * scale, expected * scale) < ALPHA:
        return None
    certain = float(wrong[unsure == 0].sum())
    return {
        "sure": count(float(weight.sum())),
        "wrong": count(errors),
        "expected": expected,
        "certain": count(certain),
        "besides": INFINITE.filled(certain=count(certain)) if certain else NOTHING,
    }


def _rows_for_weight(facts: Facts) -> float:
    """How many independent rows a weight of 1 stands for."""
    sizes, statistic = facts.cluster_sizes, facts.some
    if sizes is not None:
        return float(ratio((sizes > 0).sum(), sizes.sum()))
    return float(ratio(statistic.effective_total, statistic.total))


def _poisson_tail(found: float, mean: float) -> float:
    """P(X ≥ found) for X Poisson; parts of rows are rounded down."""
    from scipy.special import gammainc

    least = math.floor(found + 1e-9)
    if least <= 0:
        return 1.0
    return float(gammainc(least, mean)) if mean > 0 else 0.0


def certain(facts: Facts) -> Evidence | None:
    """Rows with a probability of exactly 0 or 1."""
    sure = _sure(facts)
    if sure is None:
        return None
    unsure, weight, _ = sure
    rows = float(weight[unsure == 0].sum())
    if not rows:
        return None
    total = float(facts.class_weight.sum())
    return {"rows": count(rows), "share": float(ratio(rows, total))}


NOTHING = Text("", "")
INFINITE = Text(
    " Of the wrong ones, {certain} had exactly 0 or 1, which makes log loss infinite.",
    "判错的行中有 {certain} 行的概率恰为 0 或 1，这会使对数损失为无穷大。",
)

PROBABILITIES = Need[Facts](
    Text("there are no probabilities of classes", "没有类别的概率"),
    lambda facts: _sure(facts) is not None,
)
WRONGLY_CERTAIN = CautionRecord(
    key="wrongly_certain",
    severity="warning",
    question=Text(
        "Are rows that claim to be certain wrong too often?", "自称确定的行是否错得太多？"
    ),
    message=Text(
        "Of {sure} rows with a probability within 0.001 of 0 or 1, {wrong} are wrong; "
        "calibrated probabilities would allow about {expected:.2g}.{besides}",
        "有 {sure} 行的概率与 0 或 1 相差不到 0.001，其中 {wrong} 行是错的；"
        "若概率已校准，大约只应有 {expected:.2g} 行。{besides}",
    ),
    advice=Text(
        "The probabilities are saturated: recalibrate, and look at these rows for wrong labels.",
        "概率已饱和：请重新校准，并检查这些行的标签是否有误。",
    ),
    look=wrongly_certain,
    looked=Text(
        "errors among rows with a probability within 0.001 of 0 or 1",
        "概率与 0 或 1 相差不到 0.001 的行中的错误",
    ),
    needs=(PROBABILITIES,),
    unless=("scores_look_like_labels",),
)
CERTAIN = CautionRecord(
    key="saturated_probabilities",
    severity="note",
    question=Text("Are probabilities exactly 0 or 1?", "是否有概率恰好为 0 或 1？"),
    message=Text(
        "{rows} rows ({share:.1%}) have a probability of exactly 0 or 1: one such row that is "
        "wrong makes log loss infinite, and the calibration slope is undefined.",
        "有 {rows} 行（{share:.1%}）的概率恰好为 0 或 1：不留任何余地，其中只要有一行判错，"
        "对数损失就为无穷大，校准斜率也无定义。",
    ),
    advice=Text(
        "Keep more digits, average more models, or state a clip (`log_loss(1e-6)`).",
        "请保留更多位数、平均更多模型，或明确截断值（`log_loss(1e-6)`）。",
    ),
    look=certain,
    looked=Text("probabilities of exactly 0 or 1", "恰为 0 或 1 的概率"),
    needs=(PROBABILITIES,),
    unless=("wrongly_certain", "scores_look_like_labels"),
)
