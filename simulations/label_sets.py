"""How often intervals of rows with several labels contain the truth.

Labels of a row depend on each other through a hidden strength of the row. The truth of a key is
its value on two million rows.

    python -m simulations.label_sets --times 500 --seed 1
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

import veracity as vc

PAGE = Path(__file__).resolve().parents[1] / "docs" / "multilabel_coverage.md"
KEYS = (
    "macro_f1",
    "micro_f1",
    "weighted_f1",
    "samples_f1",
    "macro_recall",
    "subset_accuracy",
    "hamming_loss",
    "label_ranking_loss",
    "macro_auroc",
    "micro_auroc",
)
DESIGNS = [(50, 5, 1), (200, 5, 1), (200, 30, 1), (400, 10, 10)]  # rows, labels, rows a cluster


def rows(rng, n, labels, each):
    """Truth and scores; a part of both is shared within a row, another within a cluster."""
    clusters = np.repeat(np.arange(-(-n // each)), each)[:n]
    shared = rng.normal(size=(n, 1)) + rng.normal(size=(clusters[-1] + 1, 1))[clusters]
    difficulty = np.linspace(-0.2, 1.0, labels)
    truth = rng.normal(size=(n, labels)) + 0.6 * shared > difficulty + 0.3
    scores = 1.2 * truth + 0.6 * shared + rng.normal(size=(n, labels)) - 0.6
    return truth, 1 / (1 + np.exp(-scores)), clusters


def simulate(times, seed):
    lines = []
    for place, (n, labels, each) in enumerate(DESIGNS):
        rng = np.random.default_rng([seed, place])
        big = 2_000_000 // labels
        truth, scores, _ = rows(rng, big, labels, each)
        whole = vc.evaluate_multilabel(truth, y_proba=scores, method="none")
        true = {key: whole[key].value for key in KEYS}
        hits = {key: [] for key in KEYS}
        for _ in range(times):
            truth, scores, clusters = rows(rng, n, labels, each)
            ev = vc.evaluate_multilabel(
                truth, y_proba=scores, cluster=clusters if each > 1 else None, n_resamples=100
            )
            for key in KEYS:
                one = ev[key]
                if not np.isnan(one.low):
                    hits[key].append(one.low <= true[key] <= one.high)
        design = f"{n} rows, {labels} labels" + (f", clusters of {each}" if each > 1 else "")
        for key in KEYS:
            lines.append(f"| {design} | `{key}` | {np.mean(hits[key]):.3f} | {len(hits[key])} |")
            print(lines[-1], flush=True)
    return lines


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--times", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    lines = simulate(given.times, given.seed)
    command = f"python -m simulations.label_sets --times {given.times} --seed {given.seed}"
    text = [
        "# Coverage of intervals of rows with several labels",
        "",
        f"Made by `{command}`; nominal 95%. Labels of a row depend on each other. The interval "
        "of `macro_auroc` takes the labels as moving together and is wide by design.",
        "",
        "| design | key | coverage | samples with an interval |",
        "|:--|:--|--:|--:|",
        *lines,
        "",
    ]
    PAGE.write_text("\n".join(text), encoding="utf-8")


if __name__ == "__main__":
    main()
