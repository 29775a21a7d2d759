"""How often the gain of another threshold is claimed where there is none, and its interval right.

Scores are normal with standard deviation 1, those of positives `apart` higher. The present
threshold is the best one of the population, or lies 0.7 above it. The truth is the gain in F1 of
the threshold that the sample chose over the present one, in the population. A claim is an
interval above 0. `python -m simulations.threshold_gain --times 1000` prints the table that is in
docs/thresholds.md.
"""

from __future__ import annotations

import argparse
import math

import numpy as np
from scipy.special import ndtr

from veracity.evaluation import evaluate
from veracity.evaluation.single.page.threshold_gain import threshold_gain

# rows, prevalence, apart, how far above the best threshold the present one lies
SETTINGS = (
    (200, 0.3, 1.5, 0.0),
    (1000, 0.3, 1.5, 0.0),
    (1000, 0.1, 1.5, 0.0),
    (300, 0.3, 1.5, 0.7),
    (1000, 0.1, 1.5, 0.7),
    (2000, 0.05, 2.0, 0.7),
)
GRID = np.linspace(-6, 8, 40_001)


def f1(threshold: float, apart: float, prevalence: float) -> float:
    """The F1 of the population at a threshold."""
    tp, fp = prevalence * ndtr(apart - threshold), (1 - prevalence) * ndtr(-threshold)
    return float(2 * tp / (tp + fp + prevalence))


def rates(n: int, prevalence: float, apart: float, above: float, times: int) -> tuple[float, ...]:
    """The possible gain, the share of claims, and the share of intervals that hold the truth."""
    best = float(GRID[np.argmax([f1(one, apart, prevalence) for one in GRID])])
    present = best + above
    random = np.random.default_rng([n, round(1000 * prevalence), round(10 * above)])
    truth = (np.arange(n) < round(n * prevalence)).astype(np.int64)
    claims = held = 0
    for _ in range(times):
        scores = random.normal(size=n) + apart * truth
        ev = evaluate(truth, y_score=scores, threshold=present)
        choice = ev.choose(maximize="f1")
        gain = threshold_gain(ev, choice)
        if gain is None:  # the same calls: nothing is gained, and nothing is claimed
            held += 1
            continue
        chosen = choice.threshold if math.isfinite(choice.threshold) else 99.0
        known = f1(chosen, apart, prevalence) - f1(present, apart, prevalence)
        claims += gain.low > 0
        held += gain.low <= known <= gain.high
    possible = f1(best, apart, prevalence) - f1(present, apart, prevalence)
    return possible, claims / times, held / times


def table(times: int) -> str:
    """Every setting, as a Markdown table."""
    lines = [
        "| rows | prevalence | positives higher by | possible gain | claimed | interval right |",
        "|--:|--:|--:|--:|--:|--:|",
    ]
    for n, prevalence, apart, above in SETTINGS:
        possible, claimed, held = rates(n, prevalence, apart, above, times)
        lines.append(
            f"| {n} | {prevalence} | {apart} | {possible:.3f} | {claimed:.3f} | {held:.3f} |"
        )
    return "\n".join(lines)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=1000)
    print(table(parser.parse_args().times))
