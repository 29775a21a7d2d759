"""A text in every language: English wherever a string is expected."""

import copy
import json
import pickle

import pytest

from veracity.words import LANGUAGES, Text, joined

NAME = Text("Recall", "召回率")


def test_it_is_its_english():
    assert NAME == "Recall"
    assert f"{NAME}" == str(NAME) == NAME.en == "Recall"
    assert json.dumps(NAME) == '"Recall"'
    assert {"Recall": 1}[NAME] == 1


def test_in_each_language():
    assert [NAME.within(language) for language in LANGUAGES] == ["Recall", "召回率"]
    assert {type(NAME.within(language)) for language in LANGUAGES} == {str}


@pytest.mark.parametrize(
    "copied", [copy.copy, copy.deepcopy, lambda t: pickle.loads(pickle.dumps(t))]
)
def test_copies_know_both(copied):
    again = copied(NAME)
    assert (type(again), again.en, again.zh) == (Text, "Recall", "召回率")


def test_filled_by_language():
    filled = Text("{name}: {n:.1f} of {name}", "{name}：{n:.1f}").filled(name=NAME, n=2)
    assert filled.en == "Recall: 2.0 of Recall"
    assert filled.zh == "召回率：2.0"


def test_what_is_filled_in_is_not_filled_again():
    assert Text("{a}", "{a}").filled(a="{b}").zh == "{b}"


def test_a_missing_field_is_an_error():
    with pytest.raises(KeyError):
        Text("{a} {b}", "{a}").filled(a=1)


def test_joined():
    both = joined([Text("One.", "一。"), Text("Two.", "二。")])
    assert (both.en, both.zh) == ("One. Two.", "一。二。")
    listed = joined([NAME, NAME], Text("; ", "；"))
    assert (listed.en, listed.zh) == ("Recall; Recall", "召回率；召回率")
    nothing = joined([])
    assert (nothing.en, nothing.zh) == ("", "")


def test_a_clause_as_a_sentence():
    clause = Text("nothing was called positive", "没有任何样本被判为正")
    assert clause.sentence().en == "Nothing was called positive."
    assert clause.sentence().zh == "没有任何样本被判为正。"


def test_nothing_can_be_added_to_it():
    with pytest.raises(AttributeError):
        NAME.other = 1
