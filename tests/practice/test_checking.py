"""Answers as people type them."""

from fractions import Fraction
from types import SimpleNamespace

import pytest

from veracity.practice.checking import Unread, check, read
from veracity.practice.exercise import Exercise, asked

HALF = Exercise(
    "recall",
    1,
    lambda random: given(7, 12),
    lambda g: Fraction(7, 12),
    {
        "precision": lambda g: Fraction(4, 5),
    },
)


def given(tp, positives):
    return SimpleNamespace(tp=tp, positives=positives)


@pytest.mark.parametrize(
    ("typed", "value"),
    [
        ("7/12", Fraction(7, 12)),
        (" 7 / 12 ", Fraction(7, 12)),
        ("0.583", Fraction(583, 1000)),
        (".5", Fraction(1, 2)),
        ("58.3%", Fraction(583, 1000)),
        ("58.3 ％", Fraction(583, 1000)),
        ("０．５", Fraction(1, 2)),
        ("½", Fraction(1, 2)),
        ("−3/4", Fraction(-3, 4)),
        ("+1", Fraction(1)),
        ("-0", Fraction(0)),
        ("0/0", None),
        ("无定义", None),
        ("NaN", None),
    ],
)
def test_what_is_read(typed, value):
    assert read(typed) == value


@pytest.mark.parametrize(
    "typed",
    ["", "abc", "1/0", "1e5", "1//2", "--1", ".", "1.2.3", "%", "9" * 41, "1,5", "inf", "/2"],
)
def test_what_is_not_read(typed):
    with pytest.raises(Unread):
        read(typed)


@pytest.mark.parametrize(
    ("typed", "verdict", "slip"),
    [
        ("7/12", "right", None),
        ("0.583", "right", None),
        ("0.584", "right", None),
        ("58.3 %", "right", None),
        ("0.58", "nearly", None),
        ("58.3", "wrong", "percent"),
        ("4/5", "wrong", "precision"),
        ("80%", "wrong", "precision"),
        ("0.25", "wrong", None),
        ("undefined", "wrong", None),
        ("?!", "unread", None),
    ],
)
def test_replies(typed, verdict, slip):
    reply = check(asked(HALF, "metrics", 0), typed)
    assert (reply.verdict, reply.slip) == (verdict, slip)
    assert reply.says.en
    assert reply.says.zh


def test_whole_numbers_are_exact():
    ten = Exercise("recall", 1, lambda random: given(10, 10), lambda g: Fraction(10), {}, 0)
    ask = asked(ten, "metrics", 0)
    assert check(ask, "10").verdict == "right"
    assert check(ask, "10.0").verdict == "right"
    assert check(ask, "11").verdict == "wrong"
    assert check(ask, "9.99").verdict == "wrong"
