"""Average precision with the positives evenly between the negatives around them, by hand."""

from fractions import Fraction

import numpy as np
import pytest

from veracity.statistics.scores.areas import average_precision
from veracity.statistics.scores.heavy_negatives import (
    evenly_between,
    negative_rows,
    weigh_alike,
    weigh_alike_by_class,
)
from veracity.statistics.scores.score_table import ScoreTable


def test_by_hand():
    """Ranked + + − + − − with negatives of weight 20: gaps of 2, 1 and 0 positives."""
    truth, score = [1, 1, 0, 1, 0, 0], [6, 5, 4, 3, 2, 1.0]
    table = ScoreTable.of_rows(truth, score, [1.0, 1, 20, 1, 20, 20], pos_label=1)
    rates = [Fraction(1, 4), Fraction(3, 4), 1 + Fraction(1, 2)]  # of negatives, in 3 + 1 gaps
    false = [60 * rate / 4 for rate in rates]
    expected = sum(Fraction(i) / (i + f) for i, f in enumerate(false, 1)) / 3
    assert evenly_between(table) == pytest.approx(float(expected), rel=1e-14)
    assert negative_rows(table)[1] == 20


def test_tied_scores_share_a_threshold():
    """Two positives tied with a negative, one positive after them in the same gap."""
    table = ScoreTable.of_rows([1, 1, 0, 1, 0], [3, 3, 3, 2, 1.0], pos_label=1)
    rates = [1 + Fraction(1, 3), 1 + Fraction(5, 6)]  # two of three, then the third
    false = [2 * rate / 3 for rate in rates]
    expected = (2 * Fraction(2) / (2 + false[0]) + Fraction(3) / (3 + false[1])) / 3
    assert evenly_between(table) == pytest.approx(float(expected), rel=1e-14)


def test_many_negatives_leave_the_average_precision():
    draw = np.random.default_rng(1)
    truth = np.repeat([1, 0], (50, 20_000))
    table = ScoreTable.of_rows(truth, draw.normal(size=len(truth)) + truth, pos_label=1)
    assert evenly_between(table) == pytest.approx(float(average_precision(table)), rel=0.02)
    few = ScoreTable.of_rows(truth[:90], draw.normal(size=90) + truth[:90], pos_label=1)
    assert evenly_between(few) < float(average_precision(few))


@pytest.mark.parametrize("first", [0, 1])
def test_whichever_label_comes_first(first):
    """The positive class may be the first label: the same rows, the same figures."""
    truth, weight = np.array([first, first, 1 - first, first, 1 - first]), [1.0, 1, 9, 1, 9]
    table = ScoreTable.of_rows(truth, [5, 4, 3, 2, 1.0], weight, pos_label=first)
    each, usual = negative_rows(table)
    assert each.tolist() == [0, 0, 9, 0, 9]
    assert usual == 9
    false = [18 * rate / 3 for rate in (Fraction(1, 4), Fraction(3, 4), Fraction(3, 2))]
    expected = sum(Fraction(i) / (i + f) for i, f in enumerate(false, 1)) / 3
    assert evenly_between(table) == pytest.approx(float(expected), rel=1e-14)


@pytest.mark.parametrize(
    ("weight", "all_alike", "by_class"),
    [
        (None, True, True),
        ([2.0, 2, 2, 2], True, True),
        ([1.0, 20, 1, 20], False, True),
        ([1.0, 20, 2, 20], False, False),
    ],
)
def test_whether_rows_weigh_alike(weight, all_alike, by_class):
    table = ScoreTable.of_rows([1, 0, 1, 0], [4, 3, 2, 1.0], weight, pos_label=1)
    assert weigh_alike(table) == all_alike
    assert weigh_alike_by_class(table) == by_class
