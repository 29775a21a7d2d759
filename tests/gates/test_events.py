"""Requirements of events: pass, fail, not enough data; parts, macro figures, what is refused."""

import math
import re

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


def said(er, requirement):
    """The number that the sentence says, of subjects or hours to be added."""
    sentence = vc.check(er, requirement).requirements[0].sentence.en
    return float(re.search(r"about ([\d.,]+) more", sentence)[1].replace(",", ""))


def alarms(hours, n):
    found = [(100 * i + 50, 100 * i + 55) for i in range(n)]
    rule = "any_overlap(merge=0)"
    return vc.events.evaluate([], found, duration=hours * 3600, rules=rule)


@pytest.mark.parametrize(("hours", "more"), [(10, 78.5), (24, 64.5)])
def test_hours_without_alarms_that_would_pass(hours, more):
    """−ln(0.025) days, 88.53 h, of none."""
    asked = "false_alarms_per_day <= 1"
    assert said(alarms(hours, 0), asked) == pytest.approx(more, abs=0.05)
    assert vc.check(alarms(88.6, 0), asked).passed
    assert not vc.check(alarms(88.4, 0), asked).passed


def test_hours_that_would_show_that_it_fails():
    """Alarms come at 0.1 an hour: 7 in 70 h do not show more than one a day, 8 in 80 h do."""
    asked = "false_alarms_per_day <= 1"
    assert 60 < said(alarms(10, 1), asked) < 70
    assert vc.check(alarms(70, 7), asked).state == "not_enough_data"
    assert vc.check(alarms(80, 8), asked).state == "fail"


def subjects(k, poor):
    """Two events each, both found; in so many subjects one of them."""
    reference = {i: [(1000, 1060), (5000, 5060)] for i in range(k)}
    detected = {i: both[:1] if i < poor else both for i, both in reference.items()}
    return vc.events.evaluate(reference, detected, duration=86400, rules="iou")


@pytest.mark.parametrize("asked", ["sensitivity >= 0.9", "macro_sensitivity >= 0.9"])
@pytest.mark.parametrize(("poor", "each"), [(0, 8), (1, 11)])
def test_subjects_that_are_said_do_decide(asked, poor, each):
    """So many more like these pass, and one set fewer does not."""
    now = subjects(each, poor)
    all_of_them = each + said(now, asked)
    enough = math.ceil(all_of_them / each)
    assert vc.check(subjects(enough * each, enough * poor), asked).passed
    assert not vc.check(subjects((enough - 1) * each, (enough - 1) * poor), asked).passed


def test_subjects_that_all_agree_are_told_to_one():
    assert said(subjects(8, 0), "sensitivity >= 0.9") == 27
    assert vc.check(subjects(35, 0), "sensitivity >= 0.9").passed
    assert not vc.check(subjects(34, 0), "sensitivity >= 0.9").passed


def test_alarms_of_several_subjects_are_forecast_between_them():
    """Twice, three times, … the same subjects, until it passes: as said."""

    def night(times):
        none = {i: [] for i in range(6 * times)}
        found = {i: [(5000, 5010)] if i % 3 else [] for i in none}
        return vc.events.evaluate(none, found, duration=86400, rules="iou")

    asked = "false_alarms_per_day <= 1"
    enough = math.ceil(1 + said(night(1), asked) / 6)
    assert [vc.check(night(n), asked).passed for n in (enough - 1, enough)] == [False, True]


@pytest.mark.parametrize("asked", ["sensitivity >= 0.9", "precision >= 0.9", "f1 >= 0.9"])
def test_one_subject_of_three_with_events_is_one_trial(asked):
    """35 such subjects pass (Wilson), however many events each has: 105 with those without."""
    events = [(100 * i + 50, 100 * i + 60) for i in range(6)]

    def study(times):
        given = {(n, i): events if n == 0 else [] for n in range(3) for i in range(times)}
        given = {f"{n}-{i}": one for (n, i), one in given.items()}
        return vc.events.evaluate(given, given, duration=3600, rules="iou")

    assert said(study(1), asked) == pytest.approx(102, abs=1)
    assert [vc.check(study(n), asked).passed for n in (34, 35)] == [False, True]


def test_what_is_undefined_is_not_forecast():
    """Segments count no alarms: no number of subjects decides on their rate."""
    given = {name: [(50, 60)] for name in "abc"}
    er = vc.events.evaluate(given, given, duration=3600, rules="segments")
    for asked in ("false_alarms_per_day <= 1", "macro_false_alarms_per_day <= 1"):
        (found,) = vc.check(er, asked).requirements
        assert found.more_clusters is None
        assert found.state == "not_enough_data"


def test_without_alarms_hours_decide_also_with_several_subjects():
    """The interval knows of no subjects there: 88.53 h without an alarm, whoever is watched."""
    given = {name: [(50, 60)] for name in "abc"}
    asked = "false_alarms_per_day <= 1"
    er = vc.events.evaluate(given, given, duration=3600, rules="iou")
    assert said(er, asked) == pytest.approx(88.53 - 3, abs=0.1)
    assert "subject" not in vc.check(er, asked).requirements[0].sentence.en
    assert vc.check(vc.events.evaluate(given, given, duration=29.52 * 3600), f"iou: {asked}").passed
