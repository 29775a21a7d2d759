"""The verdict of an evaluation in one sentence: better than guessing or not, and how sure."""

from __future__ import annotations

import math

import numpy as np

from veracity.arrays import ratio
from veracity.cautions.checks.of_association import association
from veracity.decisions.baselines.baseline_tests import against_constant, plain_counts
from veracity.evaluation.single.figures import Figures
from veracity.intervals import Estimator, Settings
from veracity.results import Estimate, figure, percent
from veracity.results.estimate.test import p_words
from veracity.statistics import ConfusionMatrix
from veracity.statistics.held import Scores
from veracity.statistics.numerics.fisher_exact import fisher_exact
from veracity.words import Text, joined, say

LEAST_TIED = 0.0005  # a share that three digits show
LEAST_EXPECTED = 5  # below it resamples of a 2×2 table cannot be trusted (Cochran 1954)


def verdict(ev: Figures) -> Text:
    """What the labels say, then what the ranking says, as far as there is either."""
    notes = []
    matrix = ev.matrix
    if matrix is not None:
        parts = (ev[key] for key in ("mcc", "accuracy", "no_information_rate"))
        notes.append(of_labels(matrix, *parts, whole=ev.hidden_rows == 0))
    key = ranking_key(ev)
    if key is not None:
        notes.append(of_ranking(ev[key], key, tied_share(ev.held.scores)))
    return joined(notes)


def tied_share(scores: Scores | None) -> float:
    """The share of pairs of a positive and a negative that have one score; 0 of K columns."""
    if scores is None or scores.several_columns:
        return 0.0
    pairs = scores.truth.prod(-1)
    return float(np.nan_to_num(ratio(scores.tied_pairs, pairs)))


def of_ranking(area: Estimate, key: str, tied: float = 0.0) -> Text:
    """Judged by the interval of the ROC area; the area above the curve is reported beside it.

    The area under the curve is the chance that a positive ranks before a negative, the area
    above it that a negative ranks first; of ties half go to each, and where there are some
    (so many that three digits show them) all three shares are reported.
    """
    if not area.defined:
        return joined([say("ranking_undefined"), area.note])
    facts = {"area": area, "above": figure(1 - area.value), "level": percent(area.level)}
    of = "rankings" if key != "auroc" else "ranking" if tied < LEAST_TIED else "ranking_tied"
    state = "better" if area.low > 0.5 else "worse" if area.high < 0.5 else "unsure"
    if math.isnan(area.low):
        state = "no_interval"
    if of == "ranking_tied":
        facts |= _pairs(area, tied)
    return say(f"{of}_{state}", **facts)


def _pairs(area: Estimate, tied: float) -> dict[str, str]:
    """The shares of pairs in the right order, tied, and in the wrong one."""
    shares = {"first": area.value - tied / 2, "tied": tied, "last": 1 - area.value - tied / 2}
    return {name: figure(max(share, 0.0)) for name, share in shares.items()}


def of_labels(
    matrix: ConfusionMatrix,
    mcc: Estimate,
    accuracy: Estimate,
    share: Estimate,
    *,
    whole: bool = True,
) -> Text:
    """Judged by the interval of the Matthews correlation, beside the most common class.

    Where a 2×2 table expects fewer than five cases in a cell, Fisher's exact test decides
    instead of the interval. `share` is the no-information rate: the accuracy of
    always answering the most common class. Of a matrix that is not `whole`, of which small cells
    were emptied, the intervals alone tell.
    """
    if not mcc.defined:
        return joined([say("verdict_undefined"), mcc.note])
    if whole and (matrix.predicted > 0).sum() == 1 and not mcc.bound:
        label = matrix.labels[int(matrix.predicted.argmax())]
        return say("verdict_constant", label=repr(label), accuracy=accuracy)
    sentence, compared = (
        _sentence_of_labels(matrix, mcc, whole=whole),
        _beside_commonest(matrix, accuracy, share),
    )
    notes = [sentence, say(compared, accuracy=accuracy, share=f"{share.value:.3f}")]
    if whole and not mcc.low > 0:
        rows = matrix.effective_total if matrix.clusters is None else len(matrix.clusters)
        found = association(matrix, float(rows))
        if found is not None:
            notes.append(say("verdict_associated", bits=figure(found[0])))
    return joined(notes)


def _beside_commonest(matrix: ConfusionMatrix, accuracy: Estimate, share: Estimate) -> str:
    """Whether the accuracy is above that of the most common class, as a message.

    Both are measured on the same rows: McNemar's exact test, as in `ev.baselines()` and in the
    cautions. With weights or clusters, at another prevalence, or where cells are known only
    between bounds, the interval decides.
    """
    own = float(ratio(matrix.right, matrix.total))
    above = accuracy.low > share.value + share.bound
    below = accuracy.high < share.value - share.bound
    known = accuracy.value == own and not accuracy.bound and not math.isnan(accuracy.low)
    if plain_counts(matrix) and known:
        test = against_constant(Estimator(matrix, Settings()), int(matrix.truth.argmax()))
        significant = test.p_value < 1 - accuracy.level
        above, below = significant and own > share.value, significant and own < share.value
    return "accuracy_above" if above else "accuracy_below" if below else "accuracy_not_above"


def _sentence_of_labels(matrix: ConfusionMatrix, mcc: Estimate, *, whole: bool) -> Text:
    facts = {"mcc": mcc, "n": f"{mcc.n:.0f}"}
    p = None if mcc.bound or not whole else _fisher(matrix)
    if p is not None and mcc.value > 0 and p < 1 - mcc.level:
        return say("verdict_better_by_test", p=p_words(p), **facts)
    if math.isnan(mcc.low):
        return say("verdict_no_interval", **facts)
    if mcc.low > 0 and p is None:
        return say("verdict_better", level=percent(mcc.level), **facts)
    if mcc.high < 0:
        return say("verdict_worse", level=percent(mcc.level), **facts)
    if mcc.low > 0 and p is not None:
        return say("verdict_unsure_by_test", p=p_words(p), **facts)
    return say("verdict_unsure", level=percent(mcc.level), **facts)


def standing_of_labels(matrix: ConfusionMatrix, mcc: Estimate, *, whole: bool = True) -> str:
    """The same in one word: better, unsure, worse, constant (one class is always answered).

    "unknown" where there is no value or no interval.
    """
    if whole and mcc.defined and (matrix.predicted > 0).sum() == 1 and not mcc.bound:
        return "constant"
    p = None if mcc.bound or not whole else _fisher(matrix)
    if not mcc.defined or (math.isnan(mcc.low) and p is None):
        return "unknown"
    if p is not None and mcc.value > 0:
        return "better" if p < 1 - mcc.level else "unsure"
    return "better" if mcc.low > 0 else "worse" if mcc.high < 0 else "unsure"


def standing_of_ranking(area: Estimate) -> str:
    """The same of a ROC area: better, unsure, worse, or unknown."""
    if math.isnan(area.low) or math.isnan(area.high):
        return "unknown"
    return "better" if area.low > 0.5 else "worse" if area.high < 0.5 else "unsure"


def ranking_key(ev: Figures) -> str | None:
    """The ROC area that this evaluation has, of two classes or of all."""
    return next((key for key in ("auroc", "auroc_ovr_macro") if key in ev), None)


def only_ranks_better(ev: Figures) -> bool:
    """Whether the labels are not shown to be better than guessing, and the ranking is."""
    key = ranking_key(ev)
    if ev.matrix is None or key is None or standing_of_ranking(ev[key]) != "better":
        return False
    return standing_of_labels(ev.matrix, ev["mcc"], whole=ev.hidden_rows == 0) != "better"


def _fisher(matrix: ConfusionMatrix) -> float | None:
    """Two-sided p of Fisher's exact test, where the table is plain, 2×2 and thin; else None."""
    if matrix.classes != 2 or matrix.weighted or matrix.clusters is not None:
        return None
    counts = matrix.cells.array()
    thin = matrix.by_chance().cells.array().min() < LEAST_EXPECTED
    if not thin or not matrix.cells.whole():
        return None
    return fisher_exact(counts)[1]
