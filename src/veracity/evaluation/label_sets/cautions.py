"""What could make figures of rows with several labels lie."""

from __future__ import annotations

import math

from veracity.cautions.catalogue.checking import checked
from veracity.cautions.catalogue.finding import asked
from veracity.cautions.checks.of_label_sets import LABEL_SET_CHECKS, LabelSetFacts
from veracity.evaluation.label_sets.averaged_labels import AveragedLabels
from veracity.results.estimate.caution import Caution, Check


def cautions_of_labels(ev: AveragedLabels) -> tuple[Caution, ...]:
    """Every caution there is reason for, gravest first."""
    return asked(LABEL_SET_CHECKS, facts_of_labels(ev), ev.ignore)


def checks_of_labels(ev: AveragedLabels) -> tuple[Check, ...]:
    """What became of every check."""
    return checked(LABEL_SET_CHECKS, facts_of_labels(ev), ev.ignore)


def facts_of_labels(ev: AveragedLabels) -> LabelSetFacts:
    """What the checks look at; a loss without an interval is taken as it is."""
    counts = ev.sets.counts
    true, predicted = counts[:, 1].sum(-1), counts[:, :, 1].sum(-1)
    total = float(counts[0].sum())
    loss = ev["hamming_loss"]
    thresholds = set(ev.thresholds or ())
    return LabelSetFacts(
        ev.labels,
        total,
        tuple(true.tolist()),
        tuple(predicted.tolist()),
        loss.value,
        loss.value if math.isnan(loss.high) else loss.high,
        float(true.mean()) / total,
        thresholds.pop() if len(thresholds) == 1 and len(ev.labels) > 1 else None,
    )
