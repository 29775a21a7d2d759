"""Requirements of events: pass, fail, not enough data; parts, macro figures, what is refused."""

import pytest

import veracity as vc
from veracity.errors import VeracityError
from veracity.gates import parsed_event


@pytest.fixture(scope="module")
def night():
    reference = {f"s{i}": [(1000, 1060), (5000, 5060), (9000, 9060)] for i in range(8)}
    detected = {name: one[: 3 if i else 1] for i, (name, one) in enumerate(reference.items())}
    detected["s1"] = [*detected["s1"], (30000, 30010)]
    return vc.events.evaluate(reference, detected, duration=86400, rules=["any_overlap", "iou"])


@pytest.mark.parametrize(
    ("requirement", "state"),
    [
        ("any_overlap: false_alarms_per_day <= 2", "pass"),  # 1 in 8 days
        ("iou: false_alarms_per_day >= 5", "fail"),
        ("any_overlap: sensitivity >= 0.9", "not_enough_data"),  # 22 of 24
        ("any_overlap: sensitivity >= 20%", "pass"),
        ("iou(0.5): macro_recall >= 0.2", "pass"),
        ("0.5 <= iou: sensitivity", None),
        ("subject s0: iou: sensitivity >= 0.5", "not_enough_data"),
    ],
)
def test_states(night, requirement, state):
    if state is None:
        with pytest.raises(VeracityError):
            vc.check(night, requirement)
        return
    verdict = vc.check(night, requirement)
    assert verdict.state == state
    assert verdict.exit_code == {"pass": 0, "fail": 1, "not_enough_data": 3}[state]


def test_the_rule_may_be_turned_round_behind_its_name(night):
    assert vc.check(night, "iou: 0.2 <= sensitivity").passed


def test_every_subject_is_one_requirement_each(night):
    verdict = vc.check(night, ["every subject: iou: sensitivity >= 0.05"])
    assert len(verdict.requirements) == 8
    assert {one.of for one in verdict.requirements} == {f"s{i}" for i in range(8)}
    assert verdict.requirements[0].text.en == "subject s0: iou: sensitivity >= 0.05"
    assert len(vc.check(night, "every recording: iou: missed <= 5").requirements) == 8


def test_more_subjects_or_hours_would_decide(night):
    whole = vc.check(night, "any_overlap: sensitivity >= 0.8").requirements[0]
    assert whole.state == "not_enough_data"
    assert whole.more_clusters > 0
    assert "more subject" in whole.sentence.en
    alone = vc.check(night, "subject s1: any_overlap: false_alarms_per_day <= 4").requirements[0]
    assert "more hours" in alone.sentence.en


def test_undefined_and_without_interval_are_not_enough_data(night):
    quiet = vc.events.evaluate([], [(5, 6)], duration=3600)
    verdict = vc.check(quiet, "any_overlap: sensitivity >= 0.5")
    assert verdict.state == "not_enough_data"
    assert "undefined" in verdict.requirements[0].sentence.en.casefold()


def test_one_rule_needs_no_name():
    one = vc.events.evaluate([(1, 2)], [(1, 2)], duration=3600, rules="iou")
    assert vc.check(one, "sensitivity >= 0.01").requirements[0].key == "iou: sensitivity"


@pytest.mark.parametrize(
    "wrong",
    [
        "sensitivity >= 0.5",  # which rule?
        "magic: sensitivity >= 0.5",
        "iou: auroc >= 0.5",
        "iou: sensitivity => 0.5",
        "iou: sensitivity",
        "taes: sensitivity >= 0.5",  # not evaluated
        "subject nobody: iou: sensitivity >= 0.5",
        "",
        [],
    ],
)
def test_what_cannot_be_meant_is_refused(night, wrong):
    with pytest.raises(VeracityError):
        vc.check(night, wrong)


def test_a_baseline_is_refused(night):
    with pytest.raises(VeracityError, match="compare"):
        vc.check(night, "iou: sensitivity >= 0.5", baseline=night, margin=0.1)


def test_the_grammar():
    found = parsed_event(
        "subject ward 3: any_overlap(before=0, after=5): false_alarms_per_hour < 2"
    )
    assert (found.scope, found.of, found.rule) == (
        "subject",
        "ward 3",
        "any_overlap(0, after=5)",
    )
    assert parsed_event("iou：sensitivity＞＝９０％").condition.bound == 0.9
