"""What `evaluate_cv` adds to fitting a logistic regression fold by fold, in one run.

python -m benchmarks.cross_validation
"""

from __future__ import annotations

import time

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold

import veracity as vc

ROWS, FEATURES, FOLDS, ROUNDS = 10**4, 20, 5, 7


def main() -> None:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(ROWS, FEATURES))
    y = (X[:, 0] + rng.normal(size=ROWS) > 0).astype(int)
    split = StratifiedKFold(FOLDS, shuffle=True, random_state=0)
    fits, whole = [], []
    for _ in range(ROUNDS):
        start = time.process_time()
        for training, test in split.split(X, y):
            LogisticRegression().fit(X[training], y[training]).predict_proba(X[test])
        middle = time.process_time()
        vc.evaluate_cv(LogisticRegression(), X, y, cv=split)
        fits.append(middle - start)
        whole.append(time.process_time() - middle)
    added = min(whole) / min(fits) - 1
    print(
        f"{FOLDS} fits of {ROWS} rows {1e3 * min(fits):.1f} ms, "
        f"with evaluate_cv {1e3 * min(whole):.1f} ms of processor time: {added:+.1%}"
    )


if __name__ == "__main__":
    main()
