"""What pictures are made of."""

import numpy as np
import pytest

from veracity.plots.picture.picture import (
    Axis,
    Path,
    Picture,
    held_back,
    stepped,
    user_text,
    user_texts,
)
from veracity.words import Text

UNIT = Axis(Text("x", "横"), (0, 1))


def test_steps_keep_a_value_back_to_the_point_before():
    x, y = stepped(np.array([0.0, 0.5, 1.0]), np.array([0.9, 0.8, 0.6]))
    assert x.tolist() == [0.0, 0.0, 0.5, 0.5, 1.0]
    assert y.tolist() == [0.9, 0.8, 0.8, 0.6, 0.6]


def test_the_area_under_steps_is_the_sum_of_the_rectangles():
    x, y = stepped(np.array([0.0, 0.25, 1.0]), np.array([np.nan, 1.0, 0.5]))
    assert np.trapezoid(y, x) == pytest.approx(0.25 * 1.0 + 0.75 * 0.5, rel=1e-15)


def test_between_two_thresholds_the_calls_are_those_at_the_higher():
    x, y = held_back(np.array([0.9, 0.5, 0.1]), np.array([0.2, 0.6, 1.0]))
    place = np.flatnonzero((x[:-1] >= 0.3) & (x[1:] <= 0.3))[0]
    assert y[place] == y[place + 1] == 0.6


def test_a_layer_is_found_by_its_name():
    line = Path("curve", np.array([0.0, 1.0]), np.array([0.0, 1.0]), Text("A", "甲"))
    picture = Picture("roc", Text("t", "题"), UNIT, UNIT).of([line])
    assert picture["curve"] is line
    assert picture.ids == ("curve",)
    assert picture.labels == ("A",)
    with pytest.raises(KeyError):
        picture["band"]


def test_an_empty_picture_keeps_nothing_but_the_reason():
    line = Path("curve", np.zeros(2), np.zeros(2))
    empty = Picture("roc", Text("t", "题"), UNIT, UNIT, (line,)).saying(Text("why", "因"))
    assert empty.layers == ()
    assert empty.note.zh == "因"


@pytest.mark.parametrize(
    ("label", "shown"),
    [
        ("a\nb\tc", "a b c"),
        ("\u202eabc", "\ufffdabc"),
        ("x" * 64, "x" * 14 + "…" + "x" * 15),
        (3, "3"),
        ("中文", "中文"),
    ],
)
def test_labels_of_users_stay_on_one_short_line(label, shown):
    assert user_text(label) == shown
    assert user_text(label).zh == shown


def test_long_labels_that_would_look_alike_show_where_they_differ():
    names = [f"spikes of unit {n:02d} recorded from the left hippocampus" for n in range(40)]
    told = [str(text) for text in user_texts([*names, "noise"], 22)]
    assert len(set(told)) == 41
    assert max(map(len, told)) <= 23
    assert "unit 07" in told[7]
    assert told[-1] == "noise"


def test_equal_starts_and_short_labels():
    told = [str(text) for text in user_texts(["a" * 40, "a" * 40 + "b", "a"], 10)]
    assert len(set(told)) == 3
