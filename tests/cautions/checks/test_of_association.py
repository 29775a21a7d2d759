"""Predictions that go with the truth and yet do not agree with it."""

import math

import numpy as np
import pytest

from tests.cautions.samples import clustered, counts, evidence, keys, matrix
from veracity.evaluation import ConfusionMatrix

TURNED = np.array([[1, 2, 0], [0, 1, 2], [2, 0, 1]])


def test_classes_under_exchanged_names():
    """MCC is 0; ln 3 − H(1/3, 2/3) is 0.667 bits of 1.585."""
    found = evidence("association_without_agreement", matrix(TURNED * 100))
    assert found["mcc"].value == pytest.approx(0, abs=1e-12)
    told = math.log2(3) + (math.log2(1 / 3) + 2 * math.log2(2 / 3)) / 3
    assert told == pytest.approx(2 / 3)
    assert found["bits"] == pytest.approx(told)
    assert found["share"] == pytest.approx(told / math.log2(3))


def test_it_stands_beside_the_verdict():
    ev = ConfusionMatrix(TURNED * 100, labels=("a", "b", "c")).evaluate()
    assert "association_without_agreement" in [caution.key for caution in ev.cautions]
    assert "Not shown to be better than guessing" in ev.verdict.en
    assert "strongly associated (0.667 bits)" in ev.verdict.en
    assert "强烈相关（0.667 比特）" in ev.verdict.zh


def test_guessing_and_few_rows_are_left_alone():
    random = np.random.default_rng(0)
    shares = np.outer([0.5, 0.3, 0.2], [0.4, 0.3, 0.3]).reshape(-1)
    guessed = [
        random.multinomial(n, shares).reshape(3, 3) for n in (12, 60, 3000) for _ in range(50)
    ]
    told = [evidence("association_without_agreement", matrix(one)) for one in guessed]
    assert sum(one is not None for one in told) <= 1
    assert evidence("association_without_agreement", matrix(TURNED)) is None


def test_what_agrees_or_is_turned_round_is_said_elsewhere():
    right = np.eye(3) * 80 + 10
    assert evidence("association_without_agreement", matrix(right)) is None
    assert evidence("association_without_agreement", counts(tp=10, fn=90, fp=90, tn=10)) is None
    swapped = matrix(np.array([[0, 90, 10], [90, 0, 10], [10, 10, 80]]))
    assert "association_without_agreement" not in keys(clustered([5] * 30))
    assert {"calls_backwards", "association_without_agreement"} != set(keys(swapped))
