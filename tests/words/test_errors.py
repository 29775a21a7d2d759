"""Errors speak the chosen language, are pickled whole, and are the builtin ones too."""

import copy
import pickle

import pytest

from veracity import errors
from veracity.errors import InputError, NotHere, UnknownName, VeracityError, quoted, refuse
from veracity.words import Text, use

KINDS = [
    kind
    for kind in vars(errors).values()
    if isinstance(kind, type) and issubclass(kind, VeracityError)
]


def made(kind=InputError):
    return refuse("no_such_class", kind, name="'d'", names="'a', 'b'")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("language", "words"), [("en", "No class 'd'"), ("zh", "没有类别 'd'")])
def test_in_the_language_spoken_when_raised(kind, language, words):
    with use(language):
        error = made(kind)
    assert str(error).startswith(words)
    assert error.text.en.startswith("No class")
    assert error.text.zh.startswith("没有类别")


@pytest.mark.parametrize("kind", KINDS)
def test_pickled_and_copied(kind):
    with use("en"):
        error = made(kind)
        for again in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
            assert type(again) is kind
            assert str(again) == str(error)
            assert again.text.zh == error.text.zh


def test_a_key_error_prints_without_quotes():
    """A plain KeyError would show its message as a quoted string."""
    with use("en"):
        assert str(made(NotHere)).startswith("No class")
    assert issubclass(NotHere, KeyError)
    assert issubclass(UnknownName, KeyError)


def test_input_errors_are_value_errors():
    assert issubclass(InputError, ValueError)


def test_all_are_ours():
    with pytest.raises(VeracityError):
        raise made()


def test_values_in_a_message_are_short_and_told_apart():
    assert quoted(["1", 1, True]) == "'1', 1, True"
    assert quoted(range(10)) == "0, 1, 2, 3, 4, 5, 6, 7, … (+2)"
    assert quoted(range(5), 4) == "0, 1, 2, 3, … (+1)"
    assert quoted([]) == ""


def test_a_message_of_its_own():
    with use("zh"):
        assert str(VeracityError(Text("one", "一"))) == "一"
