"""Before and after a map, side by side, and in words what became of both."""

from __future__ import annotations

import math

import numpy as np

from veracity.evaluation.single.evaluation import Evaluation
from veracity.intervals import Estimator
from veracity.metrics import find
from veracity.recalibration.fitted_map import FittedMap, probabilities_of
from veracity.results.estimate.estimate import Estimate
from veracity.results.estimate.figures import figure, whole
from veracity.statistics.joint.joint_scores import JointScores
from veracity.statistics.joint.top_label import TopLabel
from veracity.statistics.joint.top_ranks import true_columns
from veracity.statistics.scores.probability_table import ProbabilityTable
from veracity.statistics.scores.score_table import ScoreTable
from veracity.words import Language, Text, joined, say
from veracity.words.layout import first_sentence, in_columns

KEYS = ("brier", "log_loss", "ece", "calibration_slope", "auroc")
KEYS_MANY = ("brier", "log_loss", "ece_top_label", "auroc_ovr_macro")
SAME = 1e-12
DIGITS = 13


def side_by_side(found: FittedMap, language: Language, *, verbose: bool = False) -> str:
    """Whether the log loss fell, a table of figures, and notes; `verbose`: those in full."""
    lines = [("", say("side_before").within(language), say("side_after").within(language))]
    before, after = (figures(ev) for ev in (found.before, found.after))
    for key, estimate in before.items():
        lines.append((find(key).names.within(language), str(estimate), str(after[key])))
    colon = "：" if language == "zh" else ": "
    why = [
        f"{find(key).names.within(language)}{colon}{one.note.within(language)}"
        for key in before
        for one in (before[key], after[key])
        if not one.defined
    ]
    loss, rows, *notes = sentences(found)
    lead = joined([loss, rows] if found.folds is None else [loss])  # on rows of the fit: too good
    notes_text = [*([] if found.folds is None else [rows.within(language)]), *dict.fromkeys(why)]
    notes_text += [one.within(language) for one in notes]
    if not verbose:
        notes_text = [first_sentence(one) for one in notes_text]
    listed = "\n".join(f"· {one}" for one in notes_text)
    parts = [lead.within(language), in_columns(lines), listed]
    return "\n\n".join(part for part in parts if part)


def figures(ev: Evaluation) -> dict[str, Estimate]:
    """What is compared: two mean scores, a calibration error, the slope, and the ranking."""
    held = probabilities_of(ev)
    if not held.by_row:
        estimator = Estimator(ProbabilityTable.like(held), ev.settings)
        return {key: estimator.estimate(find(key)) for key in KEYS}
    columns, top = (Estimator(one, ev.settings) for one in (held, TopLabel.of_joint(held)))
    found = {}
    for key in KEYS_MANY:
        metric = find(key)
        found[key] = (top if metric.reads is TopLabel else columns).estimate(metric)
    return found


def sentences(found: FittedMap) -> list[Text]:
    """Whether the log loss fell, which rows the figures are of, and what ties did to AUROC."""
    before, after = found.before, found.after
    notes = [of_log_loss(before, after, crossfitted=found.folds is not None)]
    notes.append(
        say("side_in_sample") if found.folds is None else say("side_crossfitted", n=found.folds)
    )
    notes += before.notes_on_rows  # bad rows that were left out, or other shares of the classes
    notes += of_ranking(before, after, crossfitted=found.folds is not None)
    return [*notes, *found.notes]


def of_log_loss(before: Evaluation, after: Evaluation, *, crossfitted: bool) -> Text:
    """Better or worse; infinite where an outcome was given the probability 0."""
    was, became = (mean_log_loss(probabilities_of(ev)) for ev in (before, after))
    facts = distinct_texts(was, became)
    if math.isinf(became):
        lost = _weight_lost(probabilities_of(after))
        if math.isinf(was):
            return say("side_loss_infinite_both", n=whole(lost), **facts)
        return say("side_loss_infinite_after", n=whole(lost), **facts, **_others(before, after))
    if became > was * (1 + SAME):
        return say("side_loss_worse" if crossfitted else "side_loss_worse_in_sample", **facts)
    return say("side_loss_better" if became < was * (1 - SAME) else "side_loss_same", **facts)


def _others(before: Evaluation, after: Evaluation) -> dict[str, str]:
    """The Brier score and the calibration error of both: they stay finite at 0 and 1."""
    mine, yours = figures(before), figures(after)
    error = "ece_top_label" if "ece_top_label" in mine else "ece"
    found: dict[str, str] = {}
    for name, key in (("brier", "brier"), ("ece", error)):
        pair = distinct_texts(mine[key].value, yours[key].value)
        found |= {f"{name}_{when}": texts for when, texts in pair.items()}
    return found


def of_ranking(before: Evaluation, after: Evaluation, *, crossfitted: bool) -> list[Text]:
    """Whether the area under the ROC curve changed, and by what."""
    key = (
        "auroc_ovr_macro"
        if before.held.scores is not None and before.held.scores.by_row
        else "auroc"
    )
    was, became = (float(ev[key].value) for ev in (before, after))
    if math.isnan(was) or math.isnan(became):
        return []
    facts = distinct_texts(was, became)
    many, few = (distinct(probabilities_of(ev)) for ev in (before, after))
    if abs(became - was) <= SAME:
        state = "side_auroc_same" if many == few else "side_auroc_same_ties"
    elif key != "auroc":
        state = "side_auroc_columns"
    elif crossfitted:
        state = "side_auroc_folds_ties" if few < many else "side_auroc_folds"
    else:
        state = "side_auroc_ties"
    return [say(state, many=many, few=few, **facts)]


def distinct_texts(before: float, after: float) -> dict[str, str]:
    """Two figures with as many digits as it takes to see that they differ.

    >>> distinct_texts(0.84562, 0.84571)
    {'before': '0.8456', 'after': '0.8457'}
    """
    texts = figure(before), figure(after)
    for digits in range(4, DIGITS):
        if texts[0] != texts[1] or abs(after - before) <= SAME or not math.isfinite(after):
            break
        texts = f"{before:.{digits}f}", f"{after:.{digits}f}"
    return {"before": texts[0], "after": texts[1]}


def distinct(statistic: ScoreTable | JointScores) -> int:
    """How many different probabilities occur (of K classes: different rows of them)."""
    if statistic.by_row:
        return len(np.unique(statistic.scores, axis=1).T)
    return int((statistic.weight.sum(0) > 0).sum())


def mean_log_loss(statistic: ScoreTable | JointScores) -> float:
    """−Σ w ln p(truth) / Σ w; infinite where some row gave its truth the probability 0."""
    from scipy.special import xlog1py, xlogy

    if statistic.by_row:
        own = statistic.scores[true_columns(statistic), np.arange(len(statistic))]
        return float(-xlogy(statistic.weight, own).sum() / statistic.weight.sum())
    loss = xlogy(statistic.positive, statistic.scores) + xlog1py(
        statistic.negative, -statistic.scores
    )
    return float(-loss.sum() / statistic.total)


def _weight_lost(statistic: ScoreTable | JointScores) -> float:
    """How much weight has rows that gave their truth the probability 0."""
    if statistic.by_row:
        own = statistic.scores[true_columns(statistic), np.arange(len(statistic))]
        return float(statistic.weight[own <= 0].sum())
    p = statistic.scores
    return float(statistic.positive[p <= 0].sum() + statistic.negative[p >= 1].sum())
