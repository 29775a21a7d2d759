"""One number with its uncertainty: how it prints, converts and stays as it is."""

import dataclasses
import math
import operator
import pickle

import numpy as np
import pytest

from veracity.errors import VeracityError
from veracity.results import Estimate
from veracity.words import Text

FULL = Estimate(0.6714, 0.5523, 0.7681, 0.95, "percentile", 100, 0.0, Text("A note.", "说明。"))


def test_it_prints_value_and_interval():
    assert str(FULL) == "0.671 [0.552, 0.768]"


def test_without_an_interval_it_prints_the_value():
    assert str(Estimate(0.6714, math.nan, math.nan, 0.95, "none", 100)) == "0.671"
    assert str(Estimate(math.nan, math.nan, math.nan, 0.95, "none", 0)) == "—"
    assert str(Estimate(math.inf, 3.2, math.inf, 0.95, "bayes", 9)) == "∞ [3.200, ∞]"


def test_it_is_a_float_where_one_is_wanted():
    assert float(FULL) == 0.6714
    assert math.isnan(float(Estimate(math.nan, math.nan, math.nan, 0.95, "none", 0)))


def test_a_format_of_numbers_is_that_of_the_value():
    assert f"{FULL:.2f}" == "0.67"
    assert f"{FULL:8.1%}" == "   67.1%"
    assert f"{FULL}" == "0.671 [0.552, 0.768]"
    assert f"{FULL:>24s}" == "    0.671 [0.552, 0.768]"


def test_rounded():
    assert round(FULL, 1) == 0.7
    assert round(FULL) == 1


@pytest.mark.parametrize("compared", [operator.lt, operator.le, operator.gt, operator.ge])
@pytest.mark.parametrize("number", [0.9, 1, np.float64(0.9), FULL])
def test_it_is_neither_above_nor_below_before_one_says_what_is_meant(compared, number):
    """`est > 0.9` would be read as shown, where only the value is above."""
    for one, other in ((FULL, number), (number, FULL)):
        with pytest.raises(VeracityError, match=r"float\(estimate\).*vc\.check"):
            compared(one, other)
    with pytest.raises(TypeError):
        sorted([FULL, FULL])
    assert dataclasses.replace(FULL) == FULL


def test_its_fields_in_order():
    names = [field.name for field in dataclasses.fields(Estimate)]
    assert names == ["value", "low", "high", "level", "method", "n", "bound", "note", "chance"]
    assert Estimate(0.5, 0.4, 0.6, 0.95, "wilson", 9).bound == 0.0


def test_as_plain_values():
    assert FULL.to_dict() == {
        "value": 0.6714,
        "low": 0.5523,
        "high": 0.7681,
        "level": 0.95,
        "method": "percentile",
        "n": 100,
        "bound": 0.0,
        "note": "A note.",
    }
    assert type(FULL.to_dict()["note"]) is str


def test_it_does_not_change():
    with pytest.raises(dataclasses.FrozenInstanceError):
        FULL.value = 1


def test_defined():
    assert FULL.defined
    assert Estimate(math.inf, 1, math.inf, 0.95, "bayes", 9).defined
    assert not Estimate(math.nan, math.nan, math.nan, 0.95, "none", 0).defined


def test_pickled_with_both_languages():
    again = pickle.loads(pickle.dumps(FULL))
    assert again == FULL
    assert again.note.zh == "说明。"


def test_a_chance_level_stands_beside_the_value():
    found = Estimate(0.5, 0.4, 0.6, 0.95, "delta", 100, chance=0.25)
    assert found.words.en == "0.500 [0.400, 0.600] (chance 0.250)"
    assert found.words.zh == "0.500 [0.400, 0.600]（随机水平 0.250）"
    assert found.with_interval == "0.500 [0.400, 0.600]"
    assert FULL.words.en == FULL.with_interval
