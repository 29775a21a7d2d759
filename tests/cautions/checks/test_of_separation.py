"""Not one error on many rows: a leak?"""

import numpy as np
import pytest

import veracity as vc
from tests.cautions.samples import counts, evidence, matrix, scored, true_rows

HALF = np.repeat([0, 1], 30)
SCORE = HALF + np.random.default_rng(0).random(60) * 0.9


def test_scores_that_part_the_classes():
    assert evidence("perfect_separation", scored(HALF, SCORE))["rows"] == 60
    assert evidence("perfect_separation", scored(HALF, -SCORE)) is None
    tied = SCORE.copy()
    tied[0] = SCORE[30:].min()
    assert evidence("perfect_separation", scored(HALF, tied)) is None


@pytest.mark.parametrize(("rows", "told"), [(29, False), (30, True)])
def test_it_takes_thirty_rows_of_two_classes(rows, told):
    facts = scored(HALF[30 - rows :], SCORE[30 - rows :])
    assert (evidence("perfect_separation", facts) is not None) is told


def test_calls_without_an_error():
    assert evidence("perfect_separation", counts(tp=30, fp=0, fn=0, tn=70))["rows"] == 100
    assert evidence("perfect_separation", counts(tp=30, fp=1, fn=0, tn=70)) is None
    assert evidence("perfect_separation", matrix([[40, 0, 0], [0, 30, 0], [0, 0, 5]])) is not None
    assert evidence("perfect_separation", matrix([[40, 0, 0], [0, 30, 0], [1, 0, 5]])) is None
    assert evidence("perfect_separation", matrix([[90, 0, 0], [0, 9, 0], [0, 0, 5]])) is None


def test_a_bad_threshold_does_not_hide_it():
    ev = vc.evaluate(HALF, y_score=SCORE, threshold=1.5)
    (found,) = (one for one in ev.cautions if one.key == "perfect_separation")
    assert "60 rows" in found.message.en
    assert "泄漏" in found.message.zh


def test_good_scores_are_not_suspected():
    truth, odds = true_rows(2000, spread=6.0)
    assert evidence("perfect_separation", scored(truth, odds)) is None
