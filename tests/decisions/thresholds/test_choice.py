"""A choice as people read and keep it."""

import dataclasses
import json
import pickle
import re

import pytest

from tests.decisions.samples import normal_table
from veracity.decisions.thresholds.choosing import choose

CHOICE = choose(normal_table(30, 70, 1.5, 0), maximize="f1", min_recall=0.8, max_alarms=0.6)


def test_it_reads_in_english():
    lines = CHOICE.text("en").splitlines()
    assert re.match(r"Threshold 0\.\d+: scores at or above it", lines[0])
    assert lines[1] == f"Highest F1 score: {CHOICE.estimates['f1']}."
    assert f"expect {CHOICE.corrected:.3f} on new rows" in lines[2]
    (recall,) = (line for line in lines if line.startswith("Recall ≥ 0.8 holds in the population"))
    expected = CHOICE.constraint_corrected["min_recall"]
    assert recall.endswith(f"Recall expected on new rows: {expected:.3f}.")
    assert not re.search("[\u4e00-\u9fff]", CHOICE.text("en"))


def test_it_reads_in_chinese():
    text = CHOICE.text("zh")
    assert text.startswith("阈值 ")
    assert "召回率：" in text
    assert "召回率 ≥ 0.8 在总体中成立的概率约为" in text
    assert "在新数据上预期召回率为" in text
    assert len(text.splitlines()) == len(CHOICE.text("en").splitlines())


def test_the_interval_of_the_aim_says_that_it_was_chosen_here():
    assert "The threshold was chosen here" in CHOICE.estimates["f1"].note
    assert "The threshold was chosen here" in CHOICE.estimates["recall"].note


def test_costs_are_lowest():
    choice = choose(normal_table(30, 70, 1.5, 0), cost_fp=1, cost_fn=4)
    assert "Lowest Expected cost" in choice.text("en")
    assert choice.corrected == pytest.approx(choice.value + float(choice.optimism))


def test_the_printed_threshold_calls_its_own_row():
    printed = float(CHOICE.text("en").split(":")[0].removeprefix("Threshold "))
    assert CHOICE.threshold - 1e-6 < printed <= CHOICE.threshold


def test_as_plain_values():
    plain = json.loads(json.dumps(CHOICE.to_dict()))
    assert plain["threshold"] == CHOICE.threshold
    assert plain["estimates"]["recall"]["value"] == CHOICE.estimates["recall"].value
    assert plain["optimism"]["method"] == "cross_fitting (20 x 5)"
    assert set(plain["holds_with"]) == set(plain["constraints"]) == {"min_recall", "max_alarms"}
    assert plain["constraint_corrected"] == dict(CHOICE.constraint_corrected)
    fields = [field.name for field in dataclasses.fields(CHOICE)]
    assert list(plain) == [name for name in fields if name != "held_out"]  # what intervals need


def test_it_is_frozen_and_can_be_sent():
    with pytest.raises(dataclasses.FrozenInstanceError):
        CHOICE.threshold = 0.5
    assert pickle.loads(pickle.dumps(CHOICE)) == CHOICE
