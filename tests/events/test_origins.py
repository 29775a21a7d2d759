"""Annotations that say from which moment they count, as MNE's orig_time does."""

import datetime

import numpy as np
import pytest

import veracity as vc
from veracity.errors import VeracityError

BEGIN = datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC)


def after(seconds: float) -> datetime.datetime:
    return BEGIN + datetime.timedelta(seconds=seconds)


class Annotations:
    def __init__(self, *events, orig_time=None, ch_names=()) -> None:
        self.onset = np.array([a for a, _ in events], float)
        self.duration = np.array([b - a for a, b in events], float)
        self.description = np.array(["sz"] * len(events))
        self.orig_time = orig_time
        self.ch_names = np.array(ch_names or [()] * len(events), object)


class Raw:
    """Cropped: its first sample is 50 s after the measurement began."""

    n_times, info, first_time = 3600 * 256, {"sfreq": 256.0}, 50.0

    def __init__(self, annotations: Annotations) -> None:
        self.annotations = annotations


def found(ours, theirs, **how) -> float:
    return vc.events.evaluate(ours, theirs, rules="iou", **how)["iou", "true_positives"].value


def test_annotations_beside_a_raw_count_from_its_beginning() -> None:
    raw = Raw(Annotations((100, 160), (900, 930), orig_time=BEGIN))
    same_clock = Annotations((100, 160), (900, 930), orig_time=BEGIN)
    from_first_sample = Annotations((50, 110), (850, 880))
    for other in (same_clock, from_first_sample, [(50, 110), (850, 880)], raw):
        assert found(raw, other, duration=3600) == 2
        assert found(other, raw, duration=3600) == 2
    assert found(raw, Annotations((90, 150), (890, 920), orig_time=after(10))) == 2


def test_the_beginning_of_the_recording_moves_both() -> None:
    ours = Annotations((100, 160), orig_time=BEGIN)
    theirs = Annotations((90, 150), orig_time=after(10))
    assert found(ours, theirs, duration=(BEGIN, after(3600))) == 1
    assert found(ours, [(80, 140)], duration=(after(20), after(3600))) == 1


def test_different_moments_without_a_beginning_are_refused() -> None:
    ours, theirs = (Annotations((100, 160), orig_time=after(s)) for s in (0, 10))
    with pytest.raises(VeracityError, match=r"different moments: .*00:00:00.* / .*00:00:10"):
        found(ours, theirs, duration=3600)
    naive = Annotations((100, 160), orig_time=BEGIN.replace(tzinfo=None))
    with pytest.raises(VeracityError, match="time zone"):
        found(ours, naive, duration=3600)


def test_channels_of_annotations_by_their_own_name() -> None:
    ours = Annotations((1, 5), (7, 9), ch_names=[["T3", "T5"], ["T5", "F3"]])
    er = vc.events.evaluate(ours, ours, duration=60, channel="ch_names", rules="iou")
    assert {c: one["iou", "true_positives"].value for c, one in er.by_channel.items()} == {
        "T3": 1,
        "T5": 2,
        "F3": 1,
    }
