"""All that text says of an evaluation: a verdict, figures, guessing, notes, matrix, rows."""

import pytest

from veracity.evaluation import ConfusionMatrix, evaluate
from veracity.metrics import find
from veracity.words import use
from veracity.words.layout import width

TWO = ConfusionMatrix.from_counts(tp=40, fp=10, fn=20, tn=50).evaluate()
THREE = ConfusionMatrix([[30, 2, 1], [3, 25, 2], [1, 2, 34]], labels="abc").evaluate()
TEXT = evaluate(["no", "yes", "yes", "no"], ["no", "yes", "no", "no"])
ONE = evaluate(["a", "a"], ["a", "a"])


def parts(ev, lang="en"):
    """Verdict, lines of figures, matrix, rows."""
    return ev.text(lang, verbose=True).split("\n\n")


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("ev", [TWO, THREE, TEXT, ONE])
def test_at_most_twelve_figures(ev, lang):
    figures = parts(ev, lang)[1]
    head, *lines = figures.splitlines()
    assert 1 <= len(lines) <= 12
    assert "95%" in head


def test_the_parts():
    verdict, figures, guessing, notes, matrix, rows = parts(TWO)
    assert notes.startswith("· No-information rate: ")
    assert verdict == TWO.verdict
    assert figures.splitlines()[0].split() == ["metric", "value", "[95%", "interval]", "n"]
    assert "Recall" in figures
    assert str(TWO["recall"]) in figures
    assert guessing.startswith("against guessing ")
    with use("en"):
        assert matrix == repr(TWO.confusion)
    assert rows == "120 of 120 rows used"


def test_every_headline_has_its_interval_or_says_why():
    lines = parts(TWO)[1].splitlines()[1:]
    for line in lines:
        assert "[" in line or "No-information" in line
    assert find("no_information_rate").no_interval is not None


def test_an_undefined_figure_gives_its_reason():
    ev = evaluate([0, 0, 1], [0, 0, 0])
    lines = ev.text("en", verbose=True).splitlines()
    line = next(line for line in lines if line.startswith("Precision"))
    assert line.split()[1:] == ["undefined", "0"]
    assert "· Precision: Nothing was called positive (TP + FP = 0)." in lines


def test_in_chinese():
    verdict, figures, guessing, notes, matrix, rows = parts(TWO, "zh")
    assert notes.startswith("· 无信息率: ")
    assert verdict == TWO.verdict.zh
    assert "召回率" in figures
    assert guessing.startswith("与猜测相比 ")
    assert "真实 \\ 预测" in matrix
    assert rows == "共 120 行，使用 120 行"
    assert "Recall" not in figures


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_columns_line_up(lang):
    lines = parts(TWO, lang)[1].splitlines()
    ends = {width(line[: line.index("[")]) for line in lines[1:] if "[" in line}
    assert len(ends) == 1


def test_str_and_repr_speak_the_current_language():
    with use("zh"):
        assert str(TWO) == repr(TWO) == TWO.text("zh")
    with use("en"):
        assert str(TWO) == TWO.text("en")


def test_asked_metrics_are_what_is_shown():
    ev = ConfusionMatrix.from_counts(tp=40, fp=10, fn=20, tn=50).evaluate(metrics=["fbeta(2)"])
    assert len(parts(ev)[1].splitlines()) == 2


def test_the_level_is_said_exactly():
    ev = ConfusionMatrix.from_counts(tp=40, fp=10, fn=20, tn=50).evaluate(confidence_level=0.995)
    assert "[99.5% interval]" in ev.text("en", verbose=True)
