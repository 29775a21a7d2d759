"""Labels as JSON that keeps their type, and back."""

import datetime
import decimal
import enum
import json

import pytest

from tests.statistics.refusals import refused
from veracity.errors import StorageError
from veracity.statistics.storage.labels import decoded, encoded

LABELS = [
    None,
    True,
    False,
    0,
    -1,
    10**30,
    0.1,
    1e-300,
    "",
    "世界",
    "line\nbreak",
    "\ud800",
    datetime.date(2026, 1, 2),
    datetime.datetime(2026, 1, 2, 3, 4, 5, 6),
    datetime.datetime(2026, 1, 2, tzinfo=datetime.UTC),
    (),
    (1, "a", (True, None)),
]


@pytest.mark.parametrize("label", LABELS, ids=repr)
def test_there_and_back(label):
    again = decoded(json.loads(json.dumps(encoded(label))))
    assert again == label
    assert type(again) is type(label)


class Colour(enum.Enum):
    RED = 1


@pytest.mark.parametrize("label", [b"bytes", decimal.Decimal(1), Colour.RED, 1j])
def test_others_are_refused(label):
    words = (repr(label), type(label).__name__, "int, float, bool, str, date and tuple")
    refused(lambda: encoded(label), *words, error=StorageError)


def test_also_inside_a_tuple():
    refused(lambda: encoded((1, b"x")), "bytes", error=StorageError)


@pytest.mark.parametrize("code", [["list", []], ["date", "soon"], ["float", "zero"], 7, ["int"]])
def test_what_is_no_code(code):
    with pytest.raises((KeyError, ValueError, TypeError)):
        decoded(code)
