"""The constraints a threshold can be chosen under, in words: which rate each one bounds."""

from __future__ import annotations

from veracity.metrics.catalogue.finding import find
from veracity.words import Text

BOUNDED = {
    "min_recall": "recall",
    "min_precision": "precision",
    "max_fpr": "fpr",
    "max_alarms": "predicted_positive_rate",
}


def constraint_words(name: str, bound: float) -> Text:
    """A constraint as people read it.

    >>> words = constraint_words("min_recall", 0.9)
    >>> print(words, words.zh)
    Recall ≥ 0.9 召回率 ≥ 0.9
    """
    rate, sign = bounded_rate(name), "≥" if name.startswith("min_") else "≤"
    return Text(f"{rate.en} {sign} {bound:g}", f"{rate.zh} {sign} {bound:g}")


def bounded_rate(name: str) -> Text:
    """The name of the rate that a constraint bounds.

    >>> print(bounded_rate("max_alarms"))
    Predicted positive rate
    """
    return find(BOUNDED[name]).names
