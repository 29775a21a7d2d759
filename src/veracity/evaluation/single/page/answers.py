"""The five questions that people have first, answered in a few words each."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import cast

import numpy as np

from veracity.errors import VeracityError
from veracity.evaluation.single.page.threshold_gain import threshold_gain
from veracity.evaluation.single.profile import Profiled
from veracity.evaluation.single.verdict import (
    only_ranks_better,
    ranking_key,
    standing_of_labels,
    standing_of_ranking,
)
from veracity.intervals import Estimator
from veracity.metrics import find
from veracity.metrics.catalogue.reading import top_label
from veracity.results import Choice, Estimate, figure, percent
from veracity.results.estimate.test import p_words
from veracity.results.page.answers import Answer, IntervalBar, Tone
from veracity.statistics.joint.joint_scores import JointScores
from veracity.statistics.scores.probability_table import ProbabilityTable
from veracity.words import Text, say
from veracity.words.layout import number, one_line

RARE = 0.01  # the prevalence that the card opens at
TENTH = 0.1  # of the prevalence here, where that is 1 % or less
WIDE = 0.2  # an interval as wide as this says little
UNKNOWN = 0.5  # and one as wide as this nothing


def answers(ev: Profiled, choice: Choice | None) -> tuple[Answer, ...]:
    """The answers that this evaluation can give; `choice` is the threshold best for F1."""
    made = (
        _better_than_guessing(ev),
        _how_sure(ev),
        _which_threshold(ev, choice),
        _at_another_prevalence(ev),
        _probabilities_true(ev),
        *_of_classes(ev),
    )
    return tuple(one for one in made if one is not None)


# ---- better than guessing?


def _better_than_guessing(ev: Profiled) -> Answer | None:
    question = say("ask_guessing")
    matrix, key = ev.matrix, ranking_key(ev)
    if matrix is not None:
        found, mark, figures = ev["mcc"], 0.0, "answer_by_mcc"
        state = standing_of_labels(matrix, found, whole=ev.hidden_rows == 0)
    else:
        if key is None:
            return None
        found, mark, figures = ev[key], 0.5, "answer_by_auroc"
        state = standing_of_ranking(found)
    notes, tone = _GUESSING[state]
    bar = IntervalBar.of(found, mark, 1.0, mark, say("mark_guessing"))
    behind = say(figures, found=found)
    if key is not None and only_ranks_better(ev):
        behind = say("answer_but_ranks", labels=behind, found=ev[key])
    return Answer("guessing", question, say(notes), behind, tone, bar)


_GUESSING: dict[str, tuple[str, Tone]] = {
    "better": ("answer_yes", "good"),
    "unsure": ("answer_not_shown", "warning"),
    "worse": ("answer_worse", "serious"),
    "constant": ("answer_constant", "serious"),
    "unknown": ("answer_unknown", "unknown"),
}


def _beside(found: Estimate, mark: float) -> str:
    if not found.defined or math.isnan(found.low):
        return "unknown"
    return "better" if found.low > mark else "worse" if found.high < mark else "unsure"


# ---- how sure?


def _how_sure(ev: Profiled) -> Answer | None:
    """The interval of what people ask first: positives found, cases right, or pairs in order."""
    key = next((key for key in ("recall", "accuracy", "auroc", "auroc_ovr_macro") if key in ev), "")
    if not key:
        return None
    found = ev[key]
    facts = say(f"answer_sure_{key}", found=found, n=number(round(found.n)))
    bar = IntervalBar.of(found, 0.0, 1.0)
    if bar is None:
        return Answer("sure", say("ask_sure"), say("answer_unknown"), facts, "unknown")
    ends = say(f"answer_from_to_{key}", low=found.figures[1], high=found.figures[2])
    tone: Tone = "warning" if found.high - found.low >= WIDE else "plain"
    return Answer("sure", say("ask_sure"), ends, facts, tone, bar)


# ---- which threshold?


def _which_threshold(ev: Profiled, choice: Choice | None) -> Answer | None:
    """Never a bare optimum: what the best one gains on new rows, with its interval."""
    if (
        ev.held.table_at_thresholds is None
        or ev.held.pos_label is None
        or ev.population is not None
    ):
        return None
    question = say("ask_threshold")
    ranks = _beside(ev["auroc"], 0.5)
    if ranks != "better":
        figures = say("answer_by_auroc", found=ev["auroc"])
        none = "answer_no_threshold" if ranks == "worse" else "answer_no_threshold_shown"
        return Answer("threshold", question, say(none), figures, "unknown")
    if choice is None:
        return Answer(
            "threshold", question, say("answer_unknown"), say("answer_not_chosen"), "unknown"
        )
    best = _short(choice.threshold)
    if ev.threshold is None:
        figures = say("answer_best_f1", value=figure(choice.corrected))
        return Answer("threshold", question, say("answer_near", at=best), figures, "plain")
    gain, present = threshold_gain(ev, choice), _short(ev.threshold)
    if gain is None:
        figures = say("answer_already_best")
        return Answer("threshold", question, say("answer_keep", at=present), figures, "good")
    bar = IntervalBar.of(
        gain, min(-0.05, gain.low), max(0.05, gain.high), 0.0, say("mark_no_change")
    )
    if gain.low > 0:
        figures = say("answer_gain", present=present, gain=gain)
        return Answer("threshold", question, say("answer_rather", at=best), figures, "warning", bar)
    figures = say("answer_no_gain", at=best, gain=gain)
    return Answer("threshold", question, say("answer_keep", at=present), figures, "plain", bar)


# ---- at another prevalence?


def rarer_share(ev: Profiled) -> float | None:
    """The prevalence to ask about: 1 %, or a tenth of that here where it is 1 % or less."""
    matrix = ev.held.confusion
    if matrix is None or matrix.classes != 2 or matrix.pos_label is None:
        return None
    here = ev["prevalence"].value
    if ev.population is not None or not 0 < here < 1:
        return None
    return RARE if here > RARE else float(f"{TENTH * here:.2g}")


def _at_another_prevalence(ev: Profiled) -> Answer | None:
    share, here = rarer_share(ev), ev["prevalence"].value if "prevalence" in ev else math.nan
    if share is None:
        return None
    question = say("ask_prevalence", share=percent(share))
    found = ev.at_prevalence(share)["precision"]
    if not found.defined:
        why = ev["precision"].note
        return Answer("prevalence", question, say("answer_unknown"), why, "unknown")
    figures = say("answer_precision", found=found, here=ev["precision"], share=_percent(here))
    bar = IntervalBar.of(found, 0.0, 1.0, ev["precision"].value, say("mark_here"))
    if bar is None or found.high - found.low >= UNKNOWN:
        return Answer("prevalence", question, say("answer_unknown"), figures, "unknown", bar)
    tone: Tone = "warning" if found.value < 0.5 else "plain"
    return Answer("prevalence", question, _alarms_right(found), figures, tone, bar)


def _alarms_right(precision: Estimate) -> Text:
    """How many of 100 alarms are right; of 1000 where that is the first whole number.

    From so few alarms that one number would promise too much: from how many to how many.
    """
    share = precision.value
    if precision.high - precision.low >= WIDE:
        ends = {"low": round(100 * precision.low), "high": round(100 * precision.high)}
        return say("answer_alarms_between", of=100, **ends)
    of = 100 if share >= 0.01 or share == 0 else 1000
    return say("answer_alarms_right", n=round(of * share), of=of)


# ---- are the probabilities true?


def _probabilities_true(ev: Profiled) -> Answer | None:
    if ev.held.probabilities is None or ev.population is not None:
        return None
    question = say("ask_probabilities")
    if ev.held.table_at_thresholds is None:
        return _confidence_true(ev)
    try:
        state = ev.quadrant.calibrated
        ratio, slope = ev["observed_expected"], ev["calibration_slope"]
    except VeracityError:
        return None
    figures = say("answer_observed_expected", found=ratio)
    bar = IntervalBar.of(ratio, 0.5, 1.5, 1.0, say("mark_ideal"))
    if state == "unsure":
        return Answer("probabilities", question, say("answer_unknown"), figures, "unknown", bar)
    if state == "yes":
        return Answer("probabilities", question, say("answer_no_fault"), figures, "good", bar)
    if _beside(ratio, 1.0) in ("better", "worse"):
        answer = "answer_too_low" if ratio.value > 1 else "answer_too_high"
    elif _beside(slope, 1.0) in ("better", "worse"):
        answer = "answer_too_timid" if slope.value > 1 else "answer_too_extreme"
        figures, bar = (
            say("answer_slope", found=slope),
            IntervalBar.of(slope, 0.0, 2.0, 1.0, say("mark_ideal")),
        )
    else:
        joint = ev.calibration_tests()["intercept_slope"]
        certain = math.isinf(joint.statistic)
        answer = "answer_wrongly_certain" if certain else "answer_not_true"
        why = (
            say("answer_certain_happened")
            if certain
            else say("answer_joint", p=p_words(joint.p_value))
        )
        return Answer("probabilities", question, say(answer), why, "warning")
    return Answer("probabilities", question, say(answer), figures, "warning", bar)


def _confidence_true(ev: Profiled) -> Answer | None:
    """Of K columns: right answers for each one that the largest probabilities promise."""
    if not isinstance(ev.held.probabilities, JointScores):
        return None
    table = ProbabilityTable.like(top_label(ev.held))
    found = Estimator(table, ev.settings).estimate(find("observed_expected"))
    notes, tone = {
        "better": ("answer_too_timid", "warning"),
        "worse": ("answer_too_confident", "warning"),
        "unsure": ("answer_no_fault", "good"),
        "unknown": ("answer_unknown", "unknown"),
    }[_beside(found, 1.0)]
    figures = say("answer_right_expected", found=found)
    bar = IntervalBar.of(found, 0.5, 1.5, 1.0, say("mark_ideal"))
    question = say("ask_probabilities")
    return Answer("probabilities", question, say(notes), figures, cast(Tone, tone), bar)


# ---- more than two classes


def _of_classes(ev: Profiled) -> Iterator[Answer]:
    """The class that is found least, and the confusion that is seen most."""
    matrix = ev.matrix
    if matrix is None or matrix.classes < 3:
        return
    counts = np.asarray(matrix.cells.array(), np.float64)
    truth = counts.sum(-1)
    seen = np.flatnonzero(truth > 0)
    if not len(seen):
        return
    recalls = counts.diagonal()[seen] / truth[seen]
    tied = seen[recalls == recalls.min()]
    label, n = matrix.labels[int(tied[0])], number(truth[tied[0]])
    found = ev.by_class[label]["recall"]
    bar = IntervalBar.of(found, 0.0, 1.0, ev["balanced_accuracy"].value, say("mark_mean"))
    question = say("ask_worst_class")
    if len(tied) == 1:
        figures, named = say("answer_worst_class", found=found, n=n), _plain(one_line(label))
        yield Answer("worst", question, named, figures, "plain", bar)
    else:  # the first of equals is no answer
        figures = say("answer_tied_class", label=one_line(label), found=found, n=n)
        named = say("answer_tied_classes", n=len(tied))
        yield Answer("worst", question, named, figures, "unknown", bar)
    off = counts.copy()
    np.fill_diagonal(off, 0.0)
    if off.max() > 0:
        true, predicted = np.unravel_index(int(off.argmax()), off.shape)
        names = {
            "truth": one_line(matrix.labels[int(true)]),
            "predicted": one_line(matrix.labels[int(predicted)]),
        }
        figures = say("answer_confused", n=number(off.max()), of=number(truth[true]), **names)
        alike = int((off == off.max()).sum())
        answer = say("answer_taken_for", **names)
        if alike > 1:
            answer = say("answer_tied_confusions", n=alike)
        yield Answer("confusion", say("ask_confusion"), answer, figures)


def _short(threshold: float) -> str:
    return f"{threshold:.3g}"


def _percent(share: float) -> str:
    return f"{100 * share:.2g}%" if share < 0.1 else f"{100 * share:.0f}%"


def _plain(text: str) -> Text:
    return Text(text, text)
