"""How often all adjusted limits of a comparison hold at once (docs/coverage.md).

Four models score the same rows: positives lie higher by `apart`, and the scores of the models
share half of their variance. In every sample vc.compare gives six differences in each of two
metrics, and the limits `low_adjusted`, `high_adjusted` of all twelve should hold the true
differences together in 95 of 100 samples. The truth is that of a million rows.

python -m simulations.adjusted_limits --times 300
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np

import veracity as vc
from veracity.comparisons.contrasts.contrasting import Wishes, with_verdicts

MODELS = {"alike": (1.5, 1.5, 1.5, 1.5), "different": (1.0, 1.3, 1.6, 2.0)}
METRICS = {"y_score": ("auroc", "average_precision"), "y_pred": ("accuracy", "mcc")}
CORRECTIONS = ("holm", "bonferroni", "sidak", "hommel", "none")
SETTINGS = (  # models, what is given, rows
    ("alike", "y_score", 100),
    ("alike", "y_score", 400),
    ("alike", "y_pred", 100),
    ("alike", "y_pred", 400),
    ("different", "y_score", 100),
)
PREVALENCE, TRUTH = 0.3, 1_000_000


def drawn(random: np.random.Generator, apart: tuple[float, ...], rows: int) -> tuple[Any, Any]:
    """The truth and the scores of each model."""
    truth = (random.random(rows) < PREVALENCE).astype(np.int64)
    shared = random.normal(size=rows)
    scores = {
        name: one * truth + np.sqrt(0.5) * (shared + random.normal(size=rows))
        for name, one in zip("ABCD", apart, strict=True)
    }
    return truth, scores


def inputs(kind: str, scores: Any) -> Any:
    """Scores as they are, or called positive from 1 on."""
    if kind == "y_score":
        return scores
    return {name: (one >= 1.0).astype(np.int64) for name, one in scores.items()}


def true_values(random: np.random.Generator, apart: tuple[float, ...], kind: str) -> Any:
    """Each metric of each model in the population."""
    truth, scores = drawn(random, apart, TRUTH)
    return {
        (name, key): vc.measure(key, truth, **{kind: one}, method="none").value
        for name, one in inputs(kind, scores).items()
        for key in METRICS[kind]
    }


def main() -> None:
    """Print one line a setting: the share of samples in which all limits hold."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--times", type=int, default=300)
    times = parser.parse_args().times
    print("| models | given | rows | " + " | ".join(CORRECTIONS) + " | each alone |")
    print("|:--|:--|--:|" + "--:|" * (len(CORRECTIONS) + 1))
    for name, kind, rows in SETTINGS:
        apart = MODELS[name]
        random = np.random.default_rng([16, rows, len(name), len(kind)])
        true = true_values(random, apart, kind)
        held, alone = dict.fromkeys(CORRECTIONS, 0), 0.0
        for _ in range(times):
            truth, scores = drawn(random, apart, rows)
            found = vc.compare(
                truth, inputs(kind, scores), kind=kind, metrics=METRICS[kind], pos_label=1
            )
            for correction in CORRECTIONS:  # the differences are the same, their limits are not
                inside = [
                    one.low_adjusted
                    <= true[one.first, one.key] - true[one.second, one.key]
                    <= one.high_adjusted
                    for one in with_verdicts(found.contrasts, Wishes(correction=correction))
                ]
                held[correction] += all(inside)
                alone += float(np.mean(inside)) if correction == "none" else 0.0
        shares = " | ".join(f"{held[one] / times:.3f}" for one in CORRECTIONS)
        print(f"| {name} | `{kind}` | {rows} | {shares} | {alone / times:.3f} |", flush=True)


if __name__ == "__main__":
    main()
