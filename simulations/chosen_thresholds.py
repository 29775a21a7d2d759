"""How often the interval at a threshold chosen on the same rows contains the truth there.

Scores are normal with standard deviation 1, those of positives 1.5 higher. The truth is the figure
of the population at the threshold that the sample chose. The last column is the coverage that the
interval would have had if the threshold had been taken as given.
"""

from __future__ import annotations

import numpy as np
from scipy.special import ndtr

from veracity.decisions.thresholds.choosing import choose
from veracity.intervals import Estimator, Settings
from veracity.metrics import find
from veracity.statistics import ConfusionMatrix
from veracity.statistics.matrix.cells import DenseCells
from veracity.statistics.scores.score_table import ScoreTable

APART = 1.5
SETTINGS = tuple((aim, n, p) for aim in ("f1", "mcc") for n in (100, 400) for p in (0.5, 0.2))
KEYS = ("f1", "recall", "precision")


def population(threshold: float, prevalence: float) -> ConfusionMatrix:
    """The shares of the population at a threshold."""
    tp, fp = prevalence * ndtr(APART - threshold), (1 - prevalence) * ndtr(-threshold)
    cells = np.array([[1 - prevalence - fp, fp], [prevalence - tp, tp]])
    return ConfusionMatrix.made(DenseCells(cells), (0, 1), 1)


def covered(aim: str, n: int, prevalence: float, times: int, seed: int) -> dict[str, float]:
    """The share of intervals that hold the truth: of the aim and of others at its threshold."""
    random = np.random.default_rng([seed, n, round(100 * prevalence), *map(ord, aim)])
    truth = (np.arange(n) < round(n * prevalence)).astype(np.int64)
    keys = dict.fromkeys((aim, *KEYS))
    held, given = dict.fromkeys(keys, 0), 0
    for _ in range(times):
        table = ScoreTable.of_rows(truth, random.normal(size=n) + APART * truth, pos_label=1)
        choice = choose(table, maximize=aim)
        there = population(choice.threshold, prevalence)
        for key in keys:
            known = float(find(key)(there))
            held[key] += choice.estimates[key].low <= known <= choice.estimates[key].high
        counts = table.counts_at(choice.threshold)
        plain = Estimator(counts, Settings()).estimate(find(aim))
        given += plain.low <= float(find(aim)(there)) <= plain.high
    return {**{key: held[key] / times for key in keys}, "given": given / times}


def table(times: int, seed: int) -> str:
    """Every setting, as a Markdown table."""
    lines = [
        "| highest | rows | positives | the highest | `f1` | `recall` | `precision` | as given |",
        "|:--|--:|--:|--:|--:|--:|--:|--:|",
    ]
    for aim, n, prevalence in SETTINGS:
        found = covered(aim, n, prevalence, times, seed)
        rates = [found[key] for key in (aim, *KEYS, "given")]
        cells = " | ".join(f"{rate:.3f}" for rate in rates)
        lines.append(f"| `{aim}` | {n} | {prevalence:.0%} | {cells} |")
        print(lines[-1], flush=True)
    return "\n".join(lines)
