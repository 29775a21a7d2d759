"""The thresholds that are best for a few aims, as a page names them."""

from __future__ import annotations

import math
from collections.abc import Iterator

from veracity.errors import VeracityError
from veracity.evaluation.single.thresholds import Thresholds
from veracity.results import Choice

AIMS = ("f1", "mcc", "informedness")
MOST_ROWS = 1_000_000  # so many flatter hardly, and cross-fitting sorts them again and again


def best_thresholds(ev: Thresholds) -> Iterator[Choice]:
    """For each aim the threshold that is best for it, with its optimism by cross-fitting.

    Nothing where there are no scores of two classes, of an evaluation at another prevalence, and
    of very many rows.

    >>> from veracity.evaluation import evaluate
    >>> p = [0.1, 0.2, 0.3, 0.6, 0.4, 0.7, 0.8, 0.9]
    >>> ev = evaluate([0, 0, 0, 0, 1, 1, 1, 1], y_proba=p)
    >>> [(choice.maximize, choice.threshold) for choice in best_thresholds(ev)]
    [('f1', 0.4), ('mcc', 0.4), ('informedness', 0.4)]
    """
    if ev.held.table_at_thresholds is None or ev.population is not None or ev.rows.used > MOST_ROWS:
        return
    for aim in AIMS:
        try:
            choice = ev.choose(maximize=aim)
        except VeracityError:  # one class only, or nothing that this aim could be computed of
            continue
        if not math.isnan(choice.value):
            yield choice
