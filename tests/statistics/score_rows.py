"""Rows of truth, score and weight for tests, and what brute force makes of them, in fractions."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

import numpy as np
from hypothesis import strategies as st

from veracity.statistics.scores.score_table import ScoreTable

ANY = st.one_of(
    st.sampled_from(
        [0.0, -0.0, 1.0, -1.0, 0.5, 5e-324, -5e-324, 2.2e-308, 1e300, -1e300, np.inf, -np.inf]
    ),
    st.integers(-3, 3).map(lambda i: i / 4),
    st.floats(-8, 8, allow_nan=False),
    st.floats(allow_nan=False),
    st.floats(0, 1).map(lambda u: 0.3 + 1e-9 * u),
)
UNIT = st.one_of(
    st.sampled_from([0.0, -0.0, 1.0, 0.5, 5e-324, np.nextafter(1.0, 0.0), np.nextafter(0.5, 0.0)]),
    st.integers(0, 8).map(lambda i: i / 8),
    st.floats(0, 1),
    st.floats(0, 16).map(lambda x: 10.0**-x),
    st.floats(0, 16).map(lambda x: 1 - 10.0**-x),
    st.floats(0, 1).map(lambda u: 0.3 + 1e-9 * u),
    st.floats(0, 1, width=32).map(float),
)
WEIGHTS = st.one_of(st.sampled_from([1.0, 0.5, 3.0, 0.1]), st.floats(1e-3, 1e3))


@dataclass
class Scored:
    """Rows of two classes."""

    truth: np.ndarray
    scores: np.ndarray
    weight: np.ndarray | None

    def table(self) -> ScoreTable:
        return ScoreTable.of_rows(self.truth, self.scores, self.weight)

    def part(self, kept) -> Scored:
        weight = None if self.weight is None else self.weight[kept]
        return Scored(self.truth[kept], self.scores[kept], weight)

    def __len__(self) -> int:
        return len(self.truth)


@st.composite
def scored(draw, scores=ANY, weighted=None, least=2, most=40) -> Scored:
    """Rows with both classes; many scores repeat."""
    size = draw(st.integers(least, most))
    pool = draw(st.lists(scores, min_size=1, max_size=size))
    values = draw(st.lists(st.sampled_from(pool), min_size=size, max_size=size))
    truth = draw(st.lists(st.integers(0, 1), min_size=size, max_size=size))
    truth[:2] = 0, 1
    weight = None
    if draw(st.booleans()) if weighted is None else weighted:
        weight = np.array(draw(st.lists(WEIGHTS, min_size=size, max_size=size)))
    return Scored(np.array(truth), np.array(values), weight)


def _by_score(rows: Scored):
    """(positive, negative) weight of each distinct score from the top, as fractions."""
    weight = np.ones(len(rows)) if rows.weight is None else rows.weight
    entries = sorted(
        zip(rows.scores.tolist(), rows.truth.tolist(), weight.tolist(), strict=True), reverse=True
    )
    for _, group in groupby(entries, key=lambda entry: entry[0]):
        sums = [Fraction(0), Fraction(0)]
        for _, label, w in group:
            sums[label] += Fraction(w)
        yield sums[1], sums[0]


def exact_area(rows: Scored) -> Fraction:
    """Every pair looked at."""
    steps = list(_by_score(rows))
    pairs = Fraction(0)
    for i, (p, n) in enumerate(steps):
        pairs += p * (n / 2 + sum((below for _, below in steps[i + 1 :]), Fraction(0)))
    P, N = (sum(side, Fraction(0)) for side in zip(*steps, strict=True))
    return pairs / (P * N)


def exact_average_precision(rows: Scored) -> Fraction:
    """Σ (R_k − R_{k−1}) · P_k over distinct thresholds."""
    tp = fp = total = Fraction(0)
    for p, n in _by_score(rows):
        tp, fp = tp + p, fp + n
        if p:
            total += p * tp / (tp + fp)
    return total / tp


def delong_by_pairs(truth, scores) -> float:
    """DeLong, DeLong & Clarke-Pearson (1988), equations (4) and (5), pair by pair."""
    X, Y = scores[truth == 1], scores[truth == 0]
    psi = (X[:, None] > Y[None, :]) + 0.5 * (X[:, None] == Y[None, :])
    return float(psi.mean(1).var(ddof=1) / len(X) + psi.mean(0).var(ddof=1) / len(Y))
