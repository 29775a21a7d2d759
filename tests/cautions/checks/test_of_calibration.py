"""Probabilities too sure, too timid, too high or low; and errors that are the bins' own."""

import math
import re
from dataclasses import replace

import numpy as np
import pytest

from tests.cautions.samples import evidence, keys, probable, true_rows
from veracity.cautions.checks.of_calibration import _binned
from veracity.cautions.record.from_statistics import facts_of
from veracity.statistics import ScoreTable
from veracity.statistics.joint.joint_scores import JointScores

Y, ODDS = true_rows()
CALIBRATION = ("overconfident", "underconfident", "probabilities_shifted")


def at(odds):
    return 1 / (1 + np.exp(-odds))


@pytest.mark.parametrize(
    ("odds", "key"),
    [
        (1.6 * ODDS, "overconfident"),
        (0.6 * ODDS, "underconfident"),
        (ODDS + 0.6, "probabilities_shifted"),
        (ODDS - 0.6, "probabilities_shifted"),
    ],
    ids=["sure", "timid", "high", "low"],
)
def test_what_is_wrong_is_told_and_nothing_else(odds, key):
    facts = probable(Y, at(odds))
    assert [one for one in CALIBRATION if evidence(one, facts) is not None] == [key]


def test_true_probabilities_are_left_alone():
    facts = probable(Y, at(ODDS))
    assert [one for one in CALIBRATION if evidence(one, facts) is not None] == []


def test_the_slope_is_told():
    # of log odds stretched by 1.6 the slope is that of the true ones divided by 1.6
    slope = evidence("overconfident", probable(Y, at(1.6 * ODDS)))["slope"]
    plain = probable(Y, at(ODDS)).estimate("calibration_slope")
    assert slope.value == pytest.approx(plain.value / 1.6)


def test_the_direction_of_a_shift():
    assert evidence("probabilities_shifted", probable(Y, at(ODDS + 0.6)))["direction"] == "too high"
    found = evidence("probabilities_shifted", probable(Y, at(ODDS - 0.6)))
    assert found["direction"].zh == "偏低"
    assert found["observed_expected"].value == pytest.approx(Y.sum() / at(ODDS - 0.6).sum())


def test_a_certain_but_small_fault_is_left_alone():
    truth, odds = true_rows(200_000, seed=1)
    facts = probable(truth, at(1.04 * odds))
    slope = facts.estimate("calibration_slope")
    assert slope.high < 1
    assert evidence("overconfident", facts) is None


def test_probabilities_of_zero_and_one_are_clipped_for_the_slope():
    p = np.where(np.abs(ODDS) > 3, np.where(ODDS > 0, 1.0, 0.0), at(1.6 * ODDS))
    found = evidence("overconfident", probable(Y, p))
    assert found["slope"].value < 0.9
    assert "clipped to 1e-6" in found["told"].en  # the plain slope is undefined
    assert "1e-6" in found["told"].zh
    unclipped = evidence("overconfident", probable(Y, at(1.6 * ODDS)))
    assert unclipped["told"].en == str(unclipped["slope"])


def test_labels_have_no_calibration():
    table = ScoreTable.of_rows(Y, ODDS)
    facts = facts_of(scores=table)
    assert [one for one in CALIBRATION if evidence(one, facts) is not None] == []


def three(power, seed=0, n=1500):
    """Facts of three classes whose probabilities are raised to a power."""
    random = np.random.default_rng(seed)
    p = random.dirichlet(np.ones(3), n)
    truth = (p.cumsum(1) < random.random(n)[:, None]).sum(1).clip(max=2)
    said = p**power / (p**power).sum(1, keepdims=True)
    joint = JointScores.of_rows(truth, dict(enumerate(said.T)), labels=(0, 1, 2))
    return facts_of(probabilities=joint), truth, said


@pytest.mark.parametrize(("power", "words"), [(2.0, "overconfident"), (0.5, "underconfident")])
def test_confidence_of_three_classes(power, words):
    facts, truth, said = three(power)
    found = evidence("confidence_is_not_accuracy", facts)
    assert found["direction"] == words
    confidence, right = said.max(1), said.argmax(1) == truth
    assert found["confidence"] == pytest.approx(confidence.mean())
    assert found["accuracy"] == pytest.approx(right.mean())
    z = abs((right - confidence).sum()) / math.sqrt((confidence * (1 - confidence)).sum())
    assert found["z"] == pytest.approx(z)


def test_true_probabilities_of_three_classes_are_left_alone():
    assert evidence("confidence_is_not_accuracy", three(1.0)[0]) is None


def test_scores_that_rank_backwards_are_not_called_too_sure():
    facts = probable(Y, at(-ODDS))
    assert evidence("overconfident", facts)["slope"].value < 0
    assert keys(facts)[0] == "ranks_backwards"
    assert not {"overconfident", "accuracy_below_baseline"} & set(keys(facts))


def test_labels_given_as_probabilities_are_one_fault_and_not_four():
    said = keys(probable(Y, (ODDS > 0) * 1.0))
    assert "scores_look_like_labels" in said
    assert not {*CALIBRATION, "wrongly_certain", "saturated_probabilities"} & set(said)


def test_an_ece_that_chance_brings():
    truth, odds = true_rows(300, seed=2)
    found = evidence("ece_mostly_noise", probable(truth, at(odds), asked=("ece",)))
    assert (found["key"], found["bins"]) == ("ece", 15)
    assert found["ece"] == pytest.approx(probable(truth, at(odds)).estimate("ece").value)
    assert found["many"] > found["few"]


@pytest.mark.parametrize("key", ["ece(10)", "ece(8, strategy=quantile)"])
def test_the_bins_are_those_that_were_asked_for(key):
    truth, odds = true_rows(300, seed=2)
    facts = probable(truth, at(odds), asked=(key,))
    found = evidence("ece_mostly_noise", facts)
    assert found["bins"] == int(re.search(r"\d+", key)[0])
    assert found["ece"] == pytest.approx(facts.estimate(key).value)


def test_a_classwise_and_a_top_label_ece_of_three_classes():
    facts, truth, said = three(1.0, n=150)
    for key in ("ece_top_label", "ece_classwise"):
        found = evidence("ece_mostly_noise", replace(facts, asked=(key,)))
        assert found["key"] == key
        assert found["ece"] == pytest.approx(_ece(key, truth, said))
    assert evidence("ece_mostly_noise", replace(three(3.0)[0], asked=("ece_top_label",))) is None


def _ece(key, truth, said):
    """The definition, by a loop over 15 bins of equal width."""
    columns = [(said.max(1), said.argmax(1) == truth)]
    if key == "ece_classwise":
        columns = [(said[:, k], truth == k) for k in range(3)]
    each = []
    for p, yes in columns:
        index = np.minimum((p * 15).astype(int), 14)
        gaps = [abs((yes - p)[index == b].sum()) for b in range(15)]
        each.append(sum(gaps) / len(truth))
    return np.mean(each)


def test_an_ece_of_real_miscalibration_is_left_alone():
    assert evidence("ece_mostly_noise", probable(Y, at(2.5 * ODDS), asked=("ece",))) is None


def test_nobody_asked_for_an_ece():
    truth, odds = true_rows(300, seed=2)
    assert evidence("ece_mostly_noise", probable(truth, at(odds))) is None


def test_what_chance_brings_is_what_redrawn_outcomes_have():
    random = np.random.default_rng(4)
    p = at(1.5 * random.normal(size=2000))
    drawn = [
        _binned([ScoreTable.of_rows((random.random(2000) < p).astype(int), p)], 15, "uniform")[0]
        for _ in range(60)
    ]
    table = ScoreTable.of_rows((random.random(2000) < p).astype(int), p)
    said = _binned([table], 15, "uniform")[1]
    assert said == pytest.approx(np.mean(drawn), rel=0.1)
