"""The keys that are reported unless others are asked for: headlines, classes, groups, baselines."""

from __future__ import annotations

from veracity.evaluation.state.keys import available, why_not
from veracity.metrics import find
from veracity.statistics import ConfusionMatrix
from veracity.statistics.held import Held

HEADLINE_TWO = (
    "accuracy",
    "no_information_rate",
    "balanced_accuracy",
    "mcc",
    "kappa",
    "f1",
    "precision",
    "recall",
    "specificity",
    "npv",
    "prevalence",
    "predicted_positive_rate",
)
HEADLINE_BOTH = (
    "auroc",
    "average_precision",
    "accuracy",
    "no_information_rate",
    "balanced_accuracy",
    "mcc",
    "f1",
    "precision",
    "recall",
    "specificity",
    "npv",
    "prevalence",
)
HEADLINE_SCORES = (
    "auroc",
    "average_precision",
    "partial_auroc",
    "tpr_at_fpr",
    "precision_at_recall",
    "eer",
    "h_measure",
    "ks",
    "max_f1",
    "max_mcc",
)
HEADLINE_MANY = (
    "accuracy",
    "no_information_rate",
    "balanced_accuracy",
    "mcc",
    "kappa",
    "macro_f1",
    "f1_of_macro",
    "weighted_f1",
    "macro_precision",
    "macro_recall",
)
HEADLINE_COLUMNS = ("auroc_ovr_macro", "auroc_ovo_macro", "top_k_accuracy")
MOST_LINES = 12

# what is printed before anybody asks for more: verdicts say accuracy and the commonest class
BRIEF_LABELS = (
    "accuracy",
    "balanced_accuracy",
    "mcc",
    "f1",
    "precision",
    "recall",
    "specificity",
    "npv",
)
BRIEF_SCORES = ("auroc", "average_precision", "tpr_at_fpr", "precision_at_recall", "eer")
BRIEF_RANKS = ("auroc", "average_precision")
BRIEF_PROBABILITIES = ("brier", "calibration_slope")
BRIEF_MANY = ("accuracy", "balanced_accuracy", "mcc", "macro_f1", "macro_precision", "macro_recall")

BESIDE_TWO = ("accuracy", "balanced_accuracy", "mcc", "f1")
BESIDE_MANY = ("accuracy", "balanced_accuracy", "mcc", "macro_f1")

CLASS_KEYS = (
    "precision",
    "recall",
    "specificity",
    "npv",
    "f1",
    "jaccard",
    "mcc",
    "prevalence",
    "predicted_positive_rate",
)
# the first one there is says which part is the worst
TABLE_TWO = ("f1", "precision", "recall", "auroc")
TABLE_MANY = ("macro_f1", "accuracy", "mcc", "auroc_ovr_macro")
TABLE_SCORES = ("auroc", "average_precision", "auroc_ovr_macro")
CLASS_SCORE_KEYS = ("auroc", "average_precision")


def headline(held: Held) -> tuple[str, ...]:
    """At most twelve keys that say most about these statistics."""
    there = (key for key in _headline(held) if why_not(find(key), held) is None)
    return tuple(there)[:MOST_LINES]


def _headline(held: Held) -> tuple[str, ...]:
    matrix = held.confusion
    if matrix is None:
        return (*HEADLINE_SCORES, *HEADLINE_COLUMNS)
    if matrix.classes == 2 and matrix.pos_label is not None:
        return HEADLINE_TWO if held.scores is None else HEADLINE_BOTH
    many = HEADLINE_MANY if matrix.classes >= 2 else HEADLINE_MANY[:2]
    return many if held.scores is None else (*HEADLINE_COLUMNS[:2], *many)


def brief_keys(held: Held) -> tuple[str, ...]:
    """The few keys that are printed unless others are asked for, by what the rows hold."""
    matrix = held.confusion
    counted: tuple[str, ...] = ()
    if matrix is not None:
        two = matrix.classes == 2 and matrix.pos_label is not None
        counted = BRIEF_LABELS if two else BRIEF_MANY if matrix.classes >= 2 else ("accuracy",)
    keys = counted
    if held.scores is not None:  # accuracy is in the verdict
        ranked: tuple[str, ...] = BRIEF_SCORES if matrix is None else BRIEF_RANKS
        ranked = ("auroc_ovr_macro",) if held.scores.several_columns else ranked
        sure = () if held.probabilities is None else BRIEF_PROBABILITIES
        keys = (*ranked, *sure, *(counted[2:] if counted is BRIEF_LABELS else counted))
    return tuple(key for key in keys if why_not(find(key), held) is None)


def baseline_keys(held: Held, asked: tuple[str, ...]) -> tuple[str, ...]:
    """What rules without knowledge are compared in: four keys, and those asked for of counts.

    Of more classes, where other keys were asked for, two: the verdict has their intervals, and
    those of the others take long where classes are many.
    """
    matrix = held.confusion
    assert matrix is not None
    named = matrix.classes == 2 and matrix.pos_label is not None
    usual: tuple[str, ...] = BESIDE_TWO if named else BESIDE_MANY
    if asked and matrix.classes > 2:
        usual = ("accuracy", "mcc")
    counted = [key for key in asked if find(key).reads is ConfusionMatrix]
    return tuple(dict.fromkeys((*usual, *counted)))


def class_keys(held: Held) -> tuple[str, ...]:
    """What is reported of each class."""
    there = available(held)
    return tuple(k for k in (*CLASS_SCORE_KEYS, *CLASS_KEYS) if k in there)


def table_keys(held: Held) -> tuple[str, ...]:
    """The few figures by which classes or groups stand beside each other."""
    keys: tuple[str, ...] = TABLE_MANY
    if held.pos_label is not None and len(held.labels) == 2:
        keys = TABLE_TWO
    if held.confusion is None:
        keys = TABLE_SCORES
    return tuple(key for key in keys if why_not(find(key), held) is None)
