"""Whether a chance that a chosen precision holds tells one sample from another: it does not.

For each sample a threshold is chosen with `min_precision=0.8`. The chance is the posterior of the
precision (Jeffreys' prior) around the value that cross-fitting expects on new rows. It holds as
often as it says; but where it is higher, the true precision at the threshold is rather lower.
"""

from __future__ import annotations

import numpy as np
from scipy.special import betaincc, ndtr
from scipy.stats import spearmanr

from veracity.decisions.thresholds.choosing import choose
from veracity.errors import InputError
from veracity.statistics.scores.score_table import ScoreTable

BOUND, PREVALENCE = 0.8, 0.3
SETTINGS = ((250, "one"), (250, "many"), (1000, "one"), (1000, "many"))


def measured(n: int, populations: str, times: int, seed: int) -> tuple[float, float, float]:
    """The mean chance, how often the bound held, and the rank correlation with the truth."""
    random, found = np.random.default_rng([seed, n, len(populations)]), []
    for _ in range(times):
        apart = 1.5 if populations == "one" else random.uniform(0.8, 2.5)
        truth = (random.random(n) < PREVALENCE).astype(np.int64)
        table = ScoreTable.of_rows(truth, random.normal(size=n) + apart * truth, pos_label=1)
        try:
            choice = choose(table, min_precision=BOUND)
        except InputError:  # no threshold of this sample has that precision
            continue
        here, expected = choice.estimates["precision"], choice.constraint_corrected["min_precision"]
        # the rule of the whole sample is flattered less than that of four fifths of it
        middle = np.clip(here.value - 0.8 * (here.value - expected), 0.0, 1.0)
        chance = betaincc(middle * here.n + 0.5, (1 - middle) * here.n + 0.5, BOUND)
        hit = PREVALENCE * ndtr(apart - choice.threshold)
        called = hit + (1 - PREVALENCE) * ndtr(-choice.threshold)
        found.append((chance, hit / called))
    chances, known = np.array([pair for pair in found if np.isfinite(pair).all()]).T
    ranks = spearmanr(chances, known).statistic
    return float(chances.mean()), float((known >= BOUND).mean()), float(ranks)


def table(times: int, seed: int) -> str:
    """Every setting, as a Markdown table."""
    lines = [
        "| rows | populations | mean chance | held | rank correlation with the true precision |",
        "|--:|:--|--:|--:|--:|",
    ]
    for n, populations in SETTINGS:
        said, held, ranks = measured(n, populations, times, seed)
        lines.append(f"| {n:,} | {populations} | {said:.2f} | {held:.2f} | {ranks:.2f} |")
        print(lines[-1], flush=True)
    return "\n".join(lines)
