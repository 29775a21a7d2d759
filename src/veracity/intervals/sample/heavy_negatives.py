"""Average precision where one negative weighs as much as many positives.

It is then too high (`statistics.scores.heavy_negatives` says why), by an amount that the sample
does not tell. It lies between the value as defined, with the positives that no negative separates
at the upper negative, and the value with these evenly between both negatives; so the lower end of
the interval is moved by what lies between the two (as of a figure that is known up to a range only:
Imbens GW, Manski CF (2004) Econometrica 72:1845–1857). With 60 positives of weight 1 and 240
negatives of weight 20 intervals covered 0.72 and now cover 0.94 to 0.98; at a prevalence of 0.01
from 200 and 200 rows 0.40 to 0.72 and 0.92 to 0.99.

Rows that all weigh the same are left as they are: there intervals cover without.
"""

from __future__ import annotations

from veracity.intervals.formulas.interval import Interval
from veracity.intervals.formulas.scales import Scale
from veracity.intervals.sample.sample import Sample
from veracity.metrics import Metric
from veracity.metrics.record.interval_facts import Smooth
from veracity.statistics import ScoreTable
from veracity.statistics.scores.heavy_negatives import negative_rows, weigh_alike
from veracity.words import Text, say

MOST = 1 / 4  # of the value, that one negative may weigh beside all positives: by simulation


def heavy_table(sample: Sample, metric: Metric) -> tuple[ScoreTable, float] | None:
    """The table that such a metric is read from, where rows weigh unlike each other.

    And its least value: with positives evenly between the negatives around them.
    """
    smooth = metric.fact(Smooth)
    if smooth is None or smooth.evenly_between is None:
        return None
    table: ScoreTable = sample.read if smooth.seen is None else smooth.seen(sample.read)
    known = table.positives > 0 and table.negatives > 0
    if not known or weigh_alike(table):
        return None
    return table, float(smooth.evenly_between(table))


def lowered(found: Interval, sample: Sample, metric: Metric) -> Interval:
    """The interval with its lower end where it would be with positives evenly between."""
    heavy = heavy_table(sample, metric)
    if heavy is None or not found.found:
        return found
    (table, least), value = heavy, float(metric(sample.read))
    if not least < value:
        return found
    scale = Scale(*metric.bounds)
    low = found.low * least / value
    if all(map(scale.inside, (value, least, found.low))):
        low = scale.back(scale.to(found.low) + scale.to(least) - scale.to(value))
    notes = found.notes
    if unresolved(table, least):
        notes += (say("heavy_negatives", share=negative_share(table)),)
    return Interval(min(low, found.low), found.high, found.method, notes, found.n)


def unresolved(table: ScoreTable, least: float) -> bool:
    """Whether one negative weighs so much that average precision is off by more than a tenth.

    Measured: it is too high by about two fifths of what one negative weighs beside all positives.
    """
    return negative_share(table) > MOST * least


def negative_share(table: ScoreTable) -> float:
    """What one negative row weighs, as a part of what all positives weigh."""
    return negative_rows(table)[1] / float(table.positives)


def no_figure(sample: Sample, metric: Metric) -> Text | None:
    """Why there is no average precision at another prevalence; None where there is one."""
    heavy = heavy_table(sample, metric)
    if heavy is None or not unresolved(*heavy):
        return None
    table = heavy[0]
    rows = float(table.negatives) / negative_rows(table)[1]
    return say("negatives_too_few", share=negative_share(table), n=round(rows))
