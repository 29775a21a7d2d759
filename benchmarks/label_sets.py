"""Counts of many labels beside scikit-learn's multilabel_confusion_matrix, in one run.

python -m benchmarks.label_sets
"""

from __future__ import annotations

import time

import numpy as np
from sklearn.metrics import multilabel_confusion_matrix

import veracity as vc

ROWS, LABELS, ROUNDS = 10**6, 50, 3


def main() -> None:
    rng = np.random.default_rng(0)
    truth = rng.random((ROWS, LABELS), dtype=np.float32) < 0.1
    called = truth ^ (rng.random((ROWS, LABELS), dtype=np.float32) < 0.05)
    for kind in (bool, np.int64):
        y, p = truth.astype(kind), called.astype(kind)
        theirs, ours = [], []
        for _ in range(ROUNDS):
            start = time.process_time()
            expected = multilabel_confusion_matrix(y, p)
            middle = time.process_time()
            found = vc.evaluate_multilabel(y, p, method="none").sets.counts
            theirs.append(middle - start)
            ours.append(time.process_time() - middle)
            assert np.array_equal(found, expected)
        print(
            f"{np.dtype(kind)}: scikit-learn {min(theirs):.2f} s, veracity {min(ours):.2f} s "
            f"of processor time, {min(theirs) / min(ours):.1f}×"
        )


if __name__ == "__main__":
    main()
