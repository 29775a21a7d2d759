"""Rows that were dropped stay counted in every output."""

import json

import numpy as np
import pytest

from veracity.evaluation import evaluate, load

TRUTH = [0, 1, None, 1, 0, 1]
CALLED = [0, 1, 1, np.nan, 0, 0]
WEIGHT = [1, 1, 1, 1, -2, 1]


@pytest.fixture(scope="module")
def ev():
    return evaluate(TRUTH, CALLED, sample_weight=WEIGHT, on_invalid="drop", n_resamples=100)


def test_the_account(ev):
    assert (ev.rows.read, ev.rows.used) == (6, 3)
    assert ev.rows.refused == {"null_label": 2, "bad_weight": 1}


def test_the_numbers_are_those_of_the_rest(ev):
    rest = evaluate([0, 1, 1], [0, 1, 0], sample_weight=[1, 1, 1])
    assert ev.confusion == rest.confusion


@pytest.mark.parametrize(
    "output",
    [str, repr, lambda ev: ev.text(), lambda ev: ev._repr_html_(), lambda ev: ev.to_markdown()],
)
def test_in_words(ev, output):
    text = output(ev)
    assert "3 of 6 rows used" in text
    assert "2 without a label" in text
    assert "1 with a negative, NaN or infinite weight" in text


def test_in_chinese(ev):
    assert "共 6 行，使用 3 行（2 行没有标签；1 行权重为负数、NaN 或无穷大）" in ev.text("zh")


def test_in_latex(ev):
    assert "3 of 6 rows used" in ev.to_latex()


def test_in_dict_and_json(ev):
    expected = {"read": 6, "used": 3, "refused": {"null_label": 2, "bad_weight": 1}}
    assert ev.to_dict()["rows"] == expected
    assert json.loads(ev.to_json())["rows"] == expected


def test_in_saved_files(ev, tmp_path):
    ev.save(tmp_path / "one")
    assert load(tmp_path / "one").rows == ev.rows


def test_in_every_class(ev):
    assert ev.by_class[1].rows == ev.rows


def test_labels_that_are_not_listed():
    ev = evaluate(["a", "b", "x"], ["a", "a", "a"], labels=["a", "b"], on_invalid="drop")
    assert ev.rows.refused == {"unknown_label": 1}
    assert "1 with a label missing from labels=" in str(ev)
