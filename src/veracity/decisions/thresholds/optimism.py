"""How much better a choice looks in the sample that made it than it will be elsewhere.

Cross-fitting: the table is divided at random into folds; the rule chooses on all but one fold
and is judged on that one; the counts of all folds together give the honest value, and the mean
over many divisions is kept. The bootstrap correction (Efron & Tibshirani 1993, section 17.6)
chooses on a resample and judges on the table it was drawn from. The resample repeats most of those
rows, so it sees a part of the optimism only, and goes by name.

References: Efron B, Tibshirani RJ (1993) An Introduction to the Bootstrap, Chapman & Hall,
chapter 17; Stone M (1974) JRSS B 36(2):111–147; Leeflang MMG, Moons KGM, Reitsma JB, Zwinderman
AH (2008) Clinical Chemistry 54(4):729–737 (bias of data-driven cut-offs).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from veracity.arrays import Floats
from veracity.decisions.thresholds.rule import ThresholdRule, counts_at_indexes
from veracity.errors import refuse
from veracity.memo import remember
from veracity.metrics import Metric
from veracity.resampling.folds import MOST_SCORES, folded, resampled
from veracity.results.decisions.choice import Optimism
from veracity.results.estimate.estimate import NO_NOTE
from veracity.statistics import ConfusionMatrix
from veracity.statistics.matrix.cells import DenseCells
from veracity.statistics.scores.score_table import ScoreTable
from veracity.words import Text, joined, say

FOLDS = 5
REPEATS = 20
RESAMPLES = 400
WAYS = ("cross_fitting", "bootstrap")


@dataclass(frozen=True, slots=True)
class Correction:
    """For every rate that was looked at: what it is where the rule has not seen the rows.

    Where that is unknown it is nan, and `why` has the reason, as a clause. `chosen_on` is the
    part of the rows that chose: the fewer choose, the more a choice is flattered. `held_out` are
    the cells of every division, each row counted at a threshold that it did not choose.
    """

    corrected: Mapping[str, float]
    optimism: Optimism
    why: Mapping[str, Text]
    chosen_on: float = 1.0
    held_out: Floats | None = None


def corrected_choice(
    table: ScoreTable, rule: ThresholdRule, in_sample: Mapping[str, float], way: str, seed: int
) -> Correction:
    """The aim and the constrained rates without the optimism of the choice."""
    if way not in WAYS:
        raise refuse("optimism_unknown", way=repr(way), ways=", ".join(WAYS))
    records = {m.key: m for m in (rule.aim, *(c.metric for c in rule.constraints))}
    notes: list[Text] = []
    small = table
    if len(table) > MOST_SCORES:
        small = remember(table, "pooled", lambda: table.coarsened(MOST_SCORES))
        notes.append(say("optimism_pooled", n=len(small)))
    why = _too_few(table)
    if why is not None:
        nothing = dict.fromkeys(records, math.nan)
        note = say("optimism_not_said", why=why)
        optimism = Optimism(math.nan, math.nan, "none", 0, note)
        return Correction(nothing, optimism, dict.fromkeys(records, why))
    chosen_on = 1.0
    folds = FOLDS if table.clusters is None else min(FOLDS, len(table.clusters))
    held_out = _held_out(small, rule, folds, seed)
    if way == "bootstrap":
        method = f"bootstrap ({RESAMPLES})"
        excess = _bootstrapped(small, rule, records, seed)
    else:
        chosen_on = 1 - 1 / folds
        method = f"cross_fitting ({REPEATS} x {folds})"
        with np.errstate(all="ignore"):
            excess = {
                key: in_sample[key] - np.atleast_1d(metric(held_out))
                for key, metric in records.items()
            }
    if rule.aim.better == "lower":  # a cost looks lower than it is
        excess[rule.aim.key] = -excess[rule.aim.key]
    found = {key: _middle(values) for key, values in excess.items()}
    value, spread, repeats = found[rule.aim.key]
    unknown = {
        key: _why_unknown(metric, in_sample[key])
        for key, metric in records.items()
        if math.isnan(found[key][0])
    }
    if rule.aim.key in unknown:
        notes.insert(0, say("optimism_not_said", why=unknown[rule.aim.key]))
    if table.clusters is not None:
        notes.append(say("optimism_whole_clusters", n=len(table.clusters)))
    elif table.weighted:
        notes.append(say("optimism_weights"))
    note = joined(notes) if notes else NO_NOTE
    sign = {key: -1.0 for key in (rule.aim.key,) if rule.aim.better == "lower"}
    corrected = {key: in_sample[key] - sign.get(key, 1.0) * found[key][0] for key in records}
    optimism = Optimism(value, spread, method, repeats, note)
    return Correction(corrected, optimism, unknown, chosen_on, held_out.cells.array())


def _why_unknown(metric: Metric, in_sample: float) -> Text:
    """Why there is no mean over the divisions."""
    if math.isinf(in_sample):
        return say("optimism_infinite", name=metric.names)
    return say("optimism_undefined", name=metric.names)


def _too_few(table: ScoreTable) -> Text | None:
    if table.clusters is not None and len(table.clusters) < 2:
        return say("optimism_one_cluster")
    rows = (table.weight > 0).sum(-1) if table.weighted else table.truth
    return say("optimism_too_few") if float(rows.min()) < 2 else None


def _held_out(table: ScoreTable, rule: ThresholdRule, folds: int, seed: int) -> ConfusionMatrix:
    """The counts of all folds of a division, each at a threshold chosen on the others, (times,)."""
    random = np.random.default_rng([seed, 1])  # not the numbers that divide the table
    pooled: list[ConfusionMatrix] = []
    # the same division for every aim: a page asks for three, and drawing it takes longest
    for held in remember(
        table, ("folded", folds, seed), lambda: tuple(folded(table, folds, REPEATS, seed))
    ):
        whole = held.weight.sum(1, keepdims=True)
        rest = replace(held, weight=np.maximum(whole - held.weight, 0.0))
        needed = [
            c.needed_in_part(table, rest, random.random(rest.shape)) for c in rule.constraints
        ]
        counts = counts_at_indexes(held, rule.swept(rest, needed).indices)
        pooled.append(counts.changed(cells=DenseCells(counts.cells.array().sum(1))))
    cells = np.concatenate([one.cells.array() for one in pooled])
    return pooled[0].changed(cells=DenseCells(cells))


def _bootstrapped(
    table: ScoreTable, rule: ThresholdRule, records: Mapping[str, Metric], seed: int
) -> dict[str, Floats]:
    excess: dict[str, list[Floats]] = {key: [] for key in records}
    here = table.sweep()
    for drawn in resampled(table, RESAMPLES, seed):
        both = (drawn.truth > 0).all(-1)
        drawn = replace(drawn, weight=drawn.weight[both])
        indices = rule.swept(drawn).indices
        there = counts_at_indexes(drawn, indices)
        origin = here.changed(
            cells=DenseCells(here.cells.array()[indices]), squares=None, clusters=None
        )
        for key, metric in records.items():
            with np.errstate(all="ignore"):
                excess[key].append(np.atleast_1d(metric(there) - metric(origin)))
    return {key: np.concatenate(parts) for key, parts in excess.items()}


def _middle(values: Floats) -> tuple[float, float, int]:
    """Mean and standard deviation over the divisions in which the value was finite."""
    known = values[np.isfinite(values)]
    if 2 * len(known) < len(values) or len(known) < 2:
        return math.nan, math.nan, len(known)
    return float(known.mean()), float(known.std(ddof=1)), len(known)
