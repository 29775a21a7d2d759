"""Batches of predictions with a known quality, for the tests of streams."""

import numpy as np


def batches(number, size=100, *, recall=0.9, prevalence=0.5, seed=0):
    """Yield truth and predictions; positives are found with probability `recall`."""
    draw = np.random.default_rng(seed)
    for _ in range(number):
        truth = (draw.random(size) < prevalence).astype(int)
        right = draw.random(size) < np.where(truth == 1, recall, 0.9)
        yield truth, np.where(right, truth, 1 - truth)
