"""Alarms: raised when a requirement is crossed, and hardly ever else."""

import numpy as np
import pytest

import veracity as vc
from tests.evaluation.streams.rows import batches
from veracity.errors import InputError, NotHere
from veracity.evaluation.streams import watching
from veracity.intervals.formulas.anytime import beta_binomial


@pytest.mark.parametrize("window", [None, 2000, "half-life 700"])
def test_a_drop_is_told_once_and_again_after_it_was_mended(window):
    stream = vc.Stream(window=window, require=["recall >= 0.8", "specificity >= 0.5"])
    for truth, called in batches(40, 100, recall=0.9):
        stream.update(truth, called)
    assert stream.alarms == ()
    for truth, called in batches(60, 100, recall=0.3, seed=1):
        stream.update(truth, called, time=7.0)
    (alarm,) = stream.alarms
    assert alarm.requirement == "recall >= 0.8"
    assert 4000 < alarm.row <= 10_000
    assert alarm.time == 7.0
    assert alarm.estimate.high < 0.8
    assert "recall >= 0.8 fails after" in alarm.message.en
    assert "不再满足" in alarm.message.zh
    if window is not None:
        for truth, called in batches(60, 100, recall=0.95, seed=2):
            stream.update(truth, called)
        for truth, called in batches(60, 100, recall=0.3, seed=3):
            stream.update(truth, called)
        assert len(stream.alarms) == 2


def test_the_alarm_is_raised_at_the_row_where_the_sequence_leaves_the_bound():
    stream, successes = vc.Stream(require="accuracy >= 0.9"), 0
    draw = np.random.default_rng(5)
    for row in range(1, 2000):
        right = int(draw.random() < 0.6)
        successes += right
        stream.update([row % 2], [row % 2 if right else 1 - row % 2])
        if beta_binomial(successes, row, 0.95)[1] < 0.9:
            break
    assert [alarm.row for alarm in stream.alarms] == [row]


def test_looks_share_the_level_and_requirements_share_it_too():
    rows = list(batches(4, 200))
    stream = vc.Stream(window=400, looks=10, require=["recall >= 0.999", "mcc >= 0.999"])
    for truth, called in rows:
        stream.update(truth, called)
    assert {alarm.estimate.level for alarm in stream.alarms} == {1 - 0.05 / 2 / 10}
    unending = vc.Stream(window=400)
    for number, (truth, called) in enumerate(rows, 1):
        level = unending.update(truth, called).anytime("recall").level
        assert level == pytest.approx(1 - 0.05 / (number * (number + 1)))


def test_every_group_is_watched_from_its_first_row_on():
    stream = vc.Stream(require="every group: recall >= 0.8")
    for number, (truth, called) in enumerate(batches(60, 100, recall=0.95)):
        bad = number >= 30
        group = np.where(np.arange(100) % 2 == 0, "a", "b" if bad else "c")
        spoiled = np.where((group == "b") & (truth == 1), 0, called)
        stream.update(truth, spoiled, group=group)
    assert [alarm.requirement for alarm in stream.alarms] == ["group b: recall >= 0.8"]
    assert stream._state.watch.parts == [(0, "a"), (0, "c"), (0, "b")]


def test_a_group_that_never_comes_raises_nothing():
    stream = vc.Stream(require=["group z: recall >= 0.8", "recall >= 0.1"])
    for truth, called in batches(3):
        stream.update(truth, called)
    assert stream.alarms == ()


@pytest.mark.parametrize("settings", [{}, {"window": 100}, {"window": "half-life 50"}])
def test_what_can_never_be_watched_is_said(settings):
    stream = vc.Stream(require=["recall >= 0.5", "every class: recall >= 0.1"], **settings)
    with pytest.raises(NotHere, match="threshold"):
        stream.update([0, 1, 1], y_score=[0.1, 2.0, 0.7])
    stream = vc.Stream(require="auroc >= 0.5", **settings)
    with pytest.raises(NotHere):
        stream.update([0, 1, 1], [0, 1, 0])


def test_alarms_and_parts_are_bounded(monkeypatch):
    monkeypatch.setattr(watching, "MOST_WATCHED", 2)
    stream = vc.Stream(window=10, require="every group: accuracy >= 0.5")
    for number in range(5):
        stream.update([0, 1] * 30, [1, 0] * 30, group=[f"g{number}"] * 60)
    assert len(stream._state.watch.parts) == 2
    assert stream._state.watch.alarms.maxlen == watching.MOST_ALARMS


@pytest.mark.parametrize("wrong", ["recall", "recall => 0.9", "nothing >= 1", "recall >= 7", [""]])
def test_requirements_that_cannot_be_read_are_refused_at_once(wrong):
    with pytest.raises((InputError, KeyError)):
        vc.Stream(require=wrong)


def test_looks_belong_to_windows():
    with pytest.raises(InputError, match="needs a window"):
        vc.Stream(looks=10)
    for wrong in (0, -1, 1.5, True, "ten"):
        with pytest.raises(InputError, match="looks must be"):
            vc.Stream(window=10, looks=wrong)
