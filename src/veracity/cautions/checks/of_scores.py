"""Checks of scores: not what they seem, tied, or ranking the wrong way round."""

from __future__ import annotations

import numpy as np

from veracity.arrays import ratio
from veracity.cautions.checks.strictness import SHARE, surely_below
from veracity.cautions.record.caution_record import CautionRecord, Evidence, Need
from veracity.cautions.record.facts import (
    COUNTS,
    NO_PROBABILITIES,
    ONE_COLUMN,
    SCORES,
    SEVERAL_OCCUR,
    TWO_CLASSES,
    Facts,
    needs_figure,
)
from veracity.statistics import ScoreTable
from veracity.statistics.grid.score_grid import ScoreGrid
from veracity.statistics.joint.joint_scores import JointScores
from veracity.words import Text

HEAVY_TIES = 0.1  # of the pairs of a positive and a negative
LARGEST_LOG_ODDS = 100.0
PERCENT = 100.0
HALF = 0.5
FEWEST_ROWS = 10  # below which two values are no wonder
BEGINNING = 1000

HANLEY = "Hanley JA, McNeil BJ (1982) Radiology 143(1):29–36"
MUSCHELLI = "Muschelli J (2020) Journal of Classification 37:696–708"


def _ends(table: ScoreTable | ScoreGrid) -> tuple[float, float]:
    """The lowest and the highest score."""
    return float(table.low[-1]), float(table.high[0])


def like_labels(facts: Facts) -> Evidence | None:
    """Two distinct values where scores were expected, or only 0 and 1 in K columns; 10 rows up."""
    if facts.rows.used < FEWEST_ROWS:
        return None
    if facts.scores is not None and facts.scores.by_row:
        return {"low": 0.0, "high": 1.0} if _one_hot(facts.scores) else None
    table = facts.column
    if table is None or len(table) != 2 or _wide(table):
        return None
    low, high = _ends(table)
    return {"low": low, "high": high}


def _one_hot(joint: JointScores) -> bool:
    """Whether every row has one 1 and otherwise 0; most are decided by their beginning."""
    if not len(joint):
        return False
    begin, whole = joint.scores[:, :BEGINNING], joint.scores
    return all(bool(((part == 0) | (part == 1)).all()) for part in (begin, whole))


def constant(facts: Facts) -> Evidence | None:
    """One and the same score for all rows of two classes."""
    table = facts.column
    if table is None or len(table) != 1 or _wide(table) or not (facts.class_weight > 0).all():
        return None
    return {"value": _ends(table)[0], "rows": facts.rows.used}


def _wide(table: ScoreTable | ScoreGrid) -> bool:
    return bool(table.wide.any())


def like_log_odds(facts: Facts) -> Evidence | None:
    """Scores on both sides of 0 that leave [−1, 1], and no probabilities beside them."""
    table = facts.column
    if table is None or facts.probabilities is not None or len(table) <= 2:
        return None
    low, high = _ends(table)
    if not (low < 0 < high and 1 < max(-low, high) <= LARGEST_LOG_ODDS):
        return None
    return {"low": low, "high": high}


def like_percentages(facts: Facts) -> Evidence | None:
    """Scores from 0 to 100 that reach beyond half of it, and no probabilities beside them."""
    table = facts.column
    if table is None or facts.probabilities is not None or len(table) <= 2:
        return None
    low, high = _ends(table)
    if not (low >= 0 and PERCENT / 2 < high <= PERCENT):
        return None
    return {"low": low, "high": high}


def off_scale(facts: Facts) -> Evidence | None:
    """The threshold is 1/2, and the scores it is applied to look like log odds or percentages."""
    if facts.threshold != HALF or facts.confusion is None:
        return None
    found = like_log_odds(facts)
    if found is not None:
        return {**found, "threshold": 0.5, "half": 0.0, "kind": LOG_ODDS}
    found = like_percentages(facts)
    if found is None:
        return None
    return {**found, "threshold": 0.5, "half": PERCENT / 2, "kind": PERCENTAGES}


def ties(facts: Facts) -> Evidence | None:
    """More than a tenth of the pairs of a positive and a negative have equal scores.

    Buckets of a grid that may hold several scores count as no tie.
    """
    table = facts.column
    if table is None or facts.positive is None:
        return None
    if table.apart:  # one row behind every score
        return None
    yes, no = table.positive, table.negative
    pairs = float(yes.sum() * no.sum())
    within = np.where(table.wide, 0.0, yes * no)
    share = float(ratio(within.sum(), pairs))
    if not share > HEAVY_TIES:
        return None
    heaviest = int((yes + no).argmax())
    return {
        "share": share,
        "distinct": len(table),
        "value": float(table.low[heaviest]),
        "rows": float(ratio((yes + no)[heaviest], (yes + no).sum())),
    }


def backwards(facts: Facts) -> Evidence | None:
    """The ROC area is below one half, beyond what chance explains; of K classes, their mean."""
    for key, name in AREAS:
        area = facts.found(key)
        if area is not None:
            low = surely_below(area, 0.5, SHARE)
            return {"auroc": area, "turned": 1 - area.value, "name": name} if low else None
    return None


def calls_backwards(facts: Facts) -> Evidence | None:
    """Calls go against the truth: MCC is below 0, beyond what chance explains."""
    mcc = facts.found("mcc")
    if mcc is None or not surely_below(mcc, 0.0, (-1.0, 1.0)):
        return None
    return {"mcc": mcc}


AREA = Text("AUROC", "AUROC")
MEAN_AREA = Text("The mean AUROC of each class against the rest", "各类别对其余的 AUROC 均值")
AREAS = (("auroc", AREA), ("auroc_ovr_macro", MEAN_AREA))
LOG_ODDS = Text("log odds", "对数几率")
PERCENTAGES = Text("percentages", "百分数")
SCORES_QUESTION = Text("Are the scores what they are taken for?", "分数是否真是所以为的那种？")

AREA_KNOWN = Need[Facts](
    Text("AUROC has no interval here", "此处 AUROC 没有区间"),
    lambda facts: any(facts.found(key) is not None for key, _ in AREAS),
)
TEN_ROWS = Need[Facts](
    Text("there are fewer than 10 rows", "不足 10 行"),
    lambda facts: facts.rows.used >= FEWEST_ROWS,
)
SOME_SCORES = Need[Facts](
    Text("there are only one or two distinct scores", "只有一两个不同的分数"),
    lambda facts: facts.column is not None and len(facts.column) > 2,
)
AT_HALF = Need[Facts](
    Text("only a threshold of 0.5 is looked at", "只检查阈值 0.5"),
    lambda facts: facts.threshold == HALF,
)
LIKE_LABELS = CautionRecord(
    key="scores_look_like_labels",
    severity="warning",
    question=SCORES_QUESTION,
    message=Text(
        "The scores have only two values, {low:g} and {high:g}: they look like labels. A ROC curve "
        "then has one real point, its area is balanced accuracy under another name, and nothing "
        "can be said of calibration.",
        "分数只有两个值：{low:g} 与 {high:g}，看起来像标签。此时 ROC 曲线只有一个真实的点，"
        "其面积就是平衡准确率，只是换了名称，也无从评价校准。",
    ),
    advice=Text(
        "Give the model's scores (`predict_proba`, `decision_function`), or give labels as "
        "`y_pred`.",
        "请给出模型的分数（`predict_proba`、`decision_function`），或把标签作为 `y_pred` 传入。",
    ),
    look=like_labels,
    looked=Text("how many distinct scores there are", "不同分数的个数"),
    needs=(SCORES, TEN_ROWS),
    references=(MUSCHELLI,),
)
CONSTANT = CautionRecord(
    key="constant_scores",
    severity="warning",
    question=SCORES_QUESTION,
    message=Text(
        "All {rows} rows have the score {value:g}: nothing is ranked, and AUROC is one half "
        "whatever the model knows.",
        "全部 {rows} 行的分数都是 {value:g}：无从排序，无论模型如何，AUROC 都是二分之一。",
    ),
    advice=Text(
        "Check that the right column was given, and that it was not rounded or filled in.",
        "请检查所给的列是否正确，以及是否被取整或填充过。",
    ),
    look=constant,
    looked=Text("how many distinct scores there are", "不同分数的个数"),
    needs=(ONE_COLUMN, SEVERAL_OCCUR),
)
LIKE_LOG_ODDS = CautionRecord(
    key="scores_look_like_log_odds",
    severity="note",
    question=SCORES_QUESTION,
    message=Text(
        "The scores range from {low} to {high}: they look like log odds (logits) or margins. "
        "They rank, but nothing is said about calibration.",
        "分数范围为 {low} 到 {high}：看起来像对数几率（logit）或间隔值。"
        "它们可以排序，但无法据此评价校准。",
    ),
    advice=Text(
        "If they are log odds, give 1/(1 + exp(−s)) as `y_proba`; nothing is converted unasked.",
        "若确为对数几率，请把 1/(1 + exp(−s)) 作为 `y_proba` 传入；未经要求不会自动转换。",
    ),
    look=like_log_odds,
    looked=Text("the range of the scores", "分数的范围"),
    needs=(ONE_COLUMN, NO_PROBABILITIES, SOME_SCORES),
    unless=("threshold_off_scale",),
)
LIKE_PERCENTAGES = CautionRecord(
    key="scores_look_like_percentages",
    severity="note",
    question=SCORES_QUESTION,
    message=Text(
        "The scores range from {low} to {high}: they look like percentages. They rank, but "
        "nothing is said about calibration.",
        "分数范围为 {low} 到 {high}：看起来像百分数。它们可以排序，但无法据此评价校准。",
    ),
    advice=Text(
        "If they are percentages, divide them by 100 and give them as `y_proba`.",
        "若确为百分数，请除以 100 后作为 `y_proba` 传入。",
    ),
    look=like_percentages,
    looked=Text("the range of the scores", "分数的范围"),
    needs=(ONE_COLUMN, NO_PROBABILITIES, SOME_SCORES),
    unless=("threshold_off_scale",),
)
OFF_SCALE = CautionRecord(
    key="threshold_off_scale",
    severity="warning",
    question=Text(
        "Does the threshold belong to the scale of the scores?", "阈值与分数的尺度是否相符？"
    ),
    message=Text(
        "The threshold is {threshold:g}, but the scores range from {low} to {high} and look "
        "like {kind}, where even odds are at {half:g}.",
        "阈值为 {threshold:g}，而分数范围为 {low} 到 {high}，看起来像{kind}，"
        "其对应一半概率的位置是 {half:g}。",
    ),
    advice=Text(
        "Set the threshold on this scale, or give probabilities as `y_proba`.",
        "请按该尺度设置阈值，或把概率作为 `y_proba` 传入。",
    ),
    look=off_scale,
    looked=Text("the threshold, against the range of the scores", "阈值，与分数的范围比较"),
    needs=(COUNTS, ONE_COLUMN, NO_PROBABILITIES, AT_HALF),
)
HEAVILY_TIED = CautionRecord(
    key="heavy_ties",
    severity="note",
    question=Text("Do many rows have the same score?", "是否有许多行的分数相同？"),
    message=Text(
        "{share:.0%} of the pairs of a positive and a negative have equal scores ({distinct} "
        "distinct values; {rows:.0%} of the rows have {value}). Each counts one half in AUROC, "
        "and no threshold can separate them.",
        "{share:.0%} 的正负例对分数相同（共 {distinct} 个不同的值；{rows:.0%} 的行分数为 "
        "{value}）。每一对在 AUROC 中计一半，且没有阈值能将其分开。",
    ),
    advice=Text(
        "Give scores before rounding, if there are any; packages differ in how they count ties.",
        "若有未取整的分数请使用它们；各软件包对并列的处理并不相同。",
    ),
    look=ties,
    looked=Text(
        "pairs of a positive and a negative with equal scores, against 10%",
        "分数相同的正负例对，与 10% 比较",
    ),
    needs=(ONE_COLUMN, TWO_CLASSES),
    unless=("scores_look_like_labels", "constant_scores"),
    references=(HANLEY, MUSCHELLI),
)
BACKWARDS = CautionRecord(
    key="ranks_backwards",
    severity="serious",
    question=Text("Do higher scores mean more positives?", "分数越高是否越可能为正？"),
    message=Text(
        "{name} is {auroc}: higher scores go with fewer cases of the class. Reversed, it would "
        "be {turned}.",
        "{name} 为 {auroc}：分数越高，该类反而越少。反转后为 {turned}。",
    ),
    advice=Text(
        "Check `pos_label`, and which class each column of scores is of, before reversing "
        "anything.",
        "反转之前，请先检查 `pos_label` 以及各列分数对应的是哪一类。",
    ),
    look=backwards,
    looked=Text("the interval of AUROC, against 0.5", "AUROC 的区间，与 0.5 比较"),
    needs=(AREA_KNOWN,),
)
CALLS_BACKWARDS = CautionRecord(
    key="calls_backwards",
    severity="serious",
    question=Text("Do calls go with the truth?", "判定是否与真实标签一致？"),
    message=Text(
        "MCC is {mcc}: predictions contradict the truth more often than chance explains.",
        "MCC 为 {mcc}：判定与真实标签相反，且超出随机所能解释的程度。",
    ),
    advice=Text(
        "Check whether two labels are exchanged, whether rows of truth and prediction belong "
        "together, and on which side of the threshold positives are.",
        "请检查是否有两个标签互换、真实标签与预测的行是否对应，以及正例在阈值的哪一侧。",
    ),
    look=calls_backwards,
    looked=Text("the interval of MCC, against 0", "MCC 的区间，与 0 比较"),
    needs=(needs_figure("mcc"),),
    unless=("ranks_backwards", "threshold_off_scale"),
)
