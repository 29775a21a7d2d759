"""Text layout: one line, one width, whatever the script."""

import pytest
from hypothesis import given
from hypothesis import strategies as some

from veracity.words.layout import JOINERS, aligned, in_columns, number, one_line, padded, width


@pytest.mark.parametrize(
    ("label", "columns"), [("abc", 3), ("世界", 4), ("🙂", 2), ("e\u0301", 1), ("ﬁ", 1), ("ａ", 2)]
)
def test_width_on_a_terminal(label, columns):
    assert width(label) == columns
    assert width(padded(label, 6, left=True)) == 6


@pytest.mark.parametrize(
    ("label", "safe"),
    [
        ("two\nlines", "two lines"),
        ("tab\there\r\n", "tab here"),
        ("\x1b[31mred", "�[31mred"),
        ("bell\x07", "bell�"),
        ("null\0", "null�"),
        ("\u202eright to left", "�right to left"),
        ("\u2066isolate", "�isolate"),
        ("no\u00a0break\u3000space\u2028end", "no break space end"),
        ("\ud800", "�"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("שלום", "שלום"),
        ("🙂", "🙂"),
        (1.5, "1.5"),
        ((1, "a\n"), "1 · a"),
    ],
)
def test_labels_stay_on_their_line(label, safe):
    assert one_line(label) == safe


def simplest(text):
    """The rule in its plainest form: white space around line breaks folded, then sign by sign."""
    if "\n" in text or "\r" in text or "\t" in text:
        text = " ".join(text.split())
    found = ""
    for sign in text:
        if sign.isprintable() or sign in JOINERS:
            found += sign
        elif sign.isspace():
            found += " "
        else:
            found += "\N{REPLACEMENT CHARACTER}"
    return found


@given(some.text(some.characters()) | some.text("a \n\t\r\x0b\x1b\u00a0\u2028\u200d\u202e世é"))
def test_one_line_is_the_simple_rule(text):
    assert one_line(text) == simplest(text)


def test_printable_text_is_not_walked(monkeypatch):
    walked = []
    monkeypatch.setattr("veracity.words.layout._visible", lambda sign: walked.append(sign) or sign)
    assert one_line("Recall, 召回率: 0.9 [0.8, 0.95]") == "Recall, 召回率: 0.9 [0.8, 0.95]"
    assert walked == []
    one_line("a\x07")
    assert walked == ["a", "\x07"]


@pytest.mark.parametrize(
    ("count", "written"),
    [
        (5.0, "5"),
        (2.0**53, "9007199254740992"),
        (0.25, "0.25"),
        (1 / 3, "0.3333"),
        (0.00001234, "1.234e-05"),
        (1234.56, "1234.6"),
        (999.96, "1000"),
    ],
)
def test_numbers(count, written):
    assert number(count) == written


@given(some.lists(some.tuples(some.text("ab世é "), some.text("ab世é ")), min_size=1))
def test_columns_line_up(rows):
    lines = aligned(rows, right=[1])
    assert len({width(line) for line in lines}) == 1
    for (left, right), line in zip(rows, lines, strict=True):
        assert line.startswith(left)
        assert line.endswith(right)
    assert in_columns(rows, right=[1]).split("\n") == [line.rstrip() for line in lines]
