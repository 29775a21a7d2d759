"""How often intervals of cross-validation contain the truth, beside the naive one.

The truth is the expected performance of the procedure trained on (K−1)/K of n rows: its mean
over fresh training samples, each tested on 20,000 fresh rows.

    python -m simulations.cross_validation --times 400 --seed 1
"""

from __future__ import annotations

import argparse
import math
import warnings
from pathlib import Path

import numpy as np
from scipy import stats
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.naive_bayes import GaussianNB

import veracity as vc

PAGE = Path(__file__).resolve().parents[1] / "docs" / "cross_validation_coverage.md"
DESIGNS = [  # rows, folds, repeats, features, share of positives
    (60, 5, 1, 5, 0.5),
    (200, 5, 1, 20, 0.5),
    (200, 10, 1, 20, 0.2),
    (200, 5, 5, 20, 0.5),
    (1000, 10, 1, 20, 0.1),
]
KEYS = ("accuracy", "auroc", "brier")
MODELS = {"LDA": LinearDiscriminantAnalysis, "naive Bayes": GaussianNB}


def rows(rng, n, features, share):
    y = (np.arange(n) < round(share * n)).astype(int)
    x = rng.normal(size=(n, features))
    x[:, :3] += 0.6 * y[:, None]
    order = rng.permutation(n)
    return x[order], y[order]


def truth(model, n, folds, features, share, rng, samples=60):
    inside = round(n * (folds - 1) / folds)
    test_x, test_y = rows(rng, 20_000, features, share)
    found = []
    for _ in range(samples):
        fitted = model().fit(*rows(rng, inside, features, share))
        ev = vc.evaluate(test_y, y_proba=fitted.predict_proba(test_x)[:, 1], method="none")
        found.append([ev[key].value for key in KEYS])
    return dict(zip(KEYS, np.mean(found, 0), strict=True))


def naive(values, level=0.95):
    s = values.std(ddof=1) / math.sqrt(len(values))
    return stats.t.interval(level, len(values) - 1, values.mean(), s) if s > 0 else (np.nan,) * 2


def simulate(times, seed, nested):
    from sklearn.model_selection import RepeatedStratifiedKFold

    lines = []
    for place, (n, folds, repeats, features, share) in enumerate(DESIGNS):
        for name, model in MODELS.items():
            rng = np.random.default_rng([seed, place])
            true = truth(model, n, folds, features, share, rng)
            hits = {(how, key): [] for how in ("naive", "corrected", "nested") for key in KEYS}
            widths = {both: [] for both in hits}
            for one in range(times):
                x, y = rows(rng, n, features, share)
                split = RepeatedStratifiedKFold(n_splits=folds, n_repeats=repeats, random_state=one)
                within = one < nested and repeats == 1 and n <= 200
                cv = vc.evaluate_cv(model(), x, y, cv=split)
                inner = vc.evaluate_cv(model(), x, y, cv=folds, nested=10) if within else None
                for key in KEYS:
                    values = np.array(list(cv.each(key).values()))
                    ends = {"naive": naive(values)}
                    estimate = cv.mean[key]
                    ends["corrected"] = estimate.low, estimate.high
                    if inner is not None and inner.mean[key].method == "nested_cv":
                        ends["nested"] = inner.mean[key].low, inner.mean[key].high
                    for how, (low, high) in ends.items():
                        if not math.isnan(low):
                            hits[how, key].append(low <= true[key] <= high)
                            widths[how, key].append(high - low)
            design = f"{n} rows, {folds} folds" + (f" × {repeats}" if repeats > 1 else "")
            for key in KEYS:
                cells = [f"{name}, {design}, {share:.0%}", f"`{key}`"]
                for how in ("naive", "corrected", "nested"):
                    h, w = hits[how, key], widths[how, key]
                    cells.append(f"{np.mean(h):.3f} ({np.mean(w):.3f})" if h else "")
                lines.append("| " + " | ".join(cells) + " |")
                print(lines[-1], flush=True)
    return lines


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--times", type=int, default=400)
    parser.add_argument("--nested", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    warnings.simplefilter("ignore")
    lines = simulate(given.times, given.seed, given.nested)
    command = (
        f"python -m simulations.cross_validation --times {given.times} "
        f"--nested {given.nested} --seed {given.seed}"
    )
    PAGE.write_text(
        "\n".join(
            [
                "# Coverage of intervals of cross-validation",
                "",
                f"Made by `{command}`. Each row: {given.times} samples, nominal 95%; in brackets "
                "the mean width. The truth is the expected performance of the procedure trained "
                "on (K−1)/K of the rows. The naive interval is t over folds without correction. "
                f"Nested cross-validation: {given.nested} samples, 10 repeats each, means over "
                "rows only.",
                "",
                "| procedure | key | naive | corrected (default) | nested |",
                "|:--|:--|--:|--:|--:|",
                *lines,
                "",
            ]
        ),
        encoding="utf-8",
    )


if __name__ == "__main__":
    main()
