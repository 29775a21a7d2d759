"""What `evaluate_cv` adds to fitting a logistic regression fold by fold, in one run.

python -m benchmarks.cross_validation

Beside it, in turn and by processor time: a bare loop over the same splitter (clone, fit,
predict_proba), scikit-learn's `cross_val_predict`, and `evaluate_cv` with a first figure, which
is when the folds are read.
"""

from __future__ import annotations

import time

import numpy as np
from sklearn.base import clone
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold, cross_val_predict

import veracity as vc

ROWS, FEATURES, FOLDS, ROUNDS = 10**4, 20, 5, 40


def main() -> None:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(ROWS, FEATURES))
    y = (X[:, 0] + rng.normal(size=ROWS) > 0).astype(int)
    model = LogisticRegression()
    split = StratifiedKFold(FOLDS, shuffle=True, random_state=0)

    def loop() -> None:
        for training, test in split.split(X, y):
            clone(model).fit(X[training], y[training]).predict_proba(X[test])

    def predicted() -> None:
        cross_val_predict(model, X, y, cv=split, method="predict_proba")

    def evaluated() -> None:
        vc.evaluate_cv(model, X, y, cv=split)

    def with_figure() -> None:
        float(vc.evaluate_cv(model, X, y, cv=split).mean["auroc"])

    ways = {
        "bare loop": loop,
        "cross_val_predict": predicted,
        "evaluate_cv": evaluated,
        'evaluate_cv, then mean["auroc"]': with_figure,
    }
    spent: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(ROUNDS):
        for name, work in ways.items():
            start = time.process_time()
            work()
            spent[name].append(1e3 * (time.process_time() - start))
    base = spent["bare loop"]
    print(f"{FOLDS} folds of {ROWS} rows x {FEATURES}, {ROUNDS} rounds, ms of processor time")
    for name, taken in spent.items():
        least, middle = min(taken) / min(base) - 1, np.median(taken) / np.median(base) - 1
        print(
            f"{name:32s} least {min(taken):5.1f} ({least:+.1%}), "
            f"median {np.median(taken):5.1f} ({middle:+.1%})"
        )


if __name__ == "__main__":
    main()
