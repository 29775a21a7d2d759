"""Small score tables, and the same made from rows at random."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from hypothesis import strategies as st

from veracity.statistics.scores.score_table import ScoreTable


def ranked(labels):
    """A table of distinct scores from the labels, best score first."""
    return ScoreTable.of_rows(labels, np.arange(len(labels), 0, -1.0))


def grouped(groups):
    """A table from (positives, negatives) of each score, best first."""
    weight = np.array(groups, float).T.reshape(2, -1)
    return ScoreTable(np.arange(len(groups), 0, -1.0), weight[::-1].copy(), (0, 1), 1)


def rows(seed, n=200, *, levels=None, weights=None):
    """Labels, scores and weights; `levels` makes ties, `weights` is "whole" or "fractions"."""
    rng = np.random.default_rng(seed)
    y = (rng.random(n) < 0.3).astype(int)
    y[:2] = 0, 1
    score = rng.normal(size=n) + y
    if levels:
        score = np.round(score * levels) / levels
    if weights == "whole":
        return y, score, rng.integers(0, 4, n).astype(float)
    if weights == "fractions":
        return y, score, rng.random(n) + 0.1
    return y, score, None


def table_of(y, score, weight=None):
    return ScoreTable.of_rows(y, score, weight)


def stacked(tables):
    """Tables of the same scores on one leading axis."""
    return ScoreTable(tables[0].scores, np.stack([t.weight for t in tables]), (0, 1), 1)


count = st.integers(0, 3)
groups = st.lists(st.tuples(count, count), min_size=1, max_size=25)
both = groups.filter(lambda g: any(p for p, _ in g) and any(n for _, n in g))


@st.composite
def two_models(draw, most=14):
    """Two models that rank the same cases, each with ties of its own."""
    truth = draw(
        st.lists(st.booleans(), min_size=2, max_size=most).filter(lambda t: 0 < sum(t) < len(t))
    )
    level = st.integers(0, draw(st.sampled_from([2, 5, 40])))
    size = {"min_size": len(truth), "max_size": len(truth)}
    return tuple(
        table_of(np.array(truth, int), np.array(draw(st.lists(level, **size)), float))
        for _ in range(2)
    )


def fractions(text):
    return [float(Fraction(entry["exact"])) for entry in text]
