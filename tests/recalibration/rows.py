"""Rows for the tests of maps; the peers below were run on the same ones."""

import numpy as np

P = np.array(
    [
        *(0.03, 0.07, 0.11, 0.15, 0.19, 0.24, 0.28, 0.33, 0.37, 0.41, 0.46, 0.5),
        *(0.55, 0.59, 0.63, 0.68, 0.72, 0.77, 0.81, 0.85, 0.89, 0.93, 0.96, 0.98),
    ]
)
Y = np.array([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 1, 0, 1, 1, 0, 1, 1, 0, 1, 1, 1, 1])
W = np.array([1, 2, 1, 3, 1, 1, 2, 1, 1, 2, 1, 1, 3, 1, 1, 2, 1, 1, 1, 2, 1, 1, 1, 2.0])


def overconfident(n=400, seed=0, ties=None):
    """Probabilities that are too extreme, outcomes of their true ones, and clusters of four."""
    random = np.random.default_rng(seed)
    true = random.beta(1.5, 3, n)
    logit = 2 * np.log(true / (1 - true)) + 0.5
    p = 1 / (1 + np.exp(-logit))
    if ties:
        p = np.round(p * ties) / ties
    return (random.random(n) < true).astype(int), p, np.arange(n) // 4
