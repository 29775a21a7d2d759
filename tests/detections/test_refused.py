"""Boxes that cannot be meant, and settings that cannot be used, are refused in a sentence."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import veracity as vc
from veracity.errors import VeracityError

evaluate = vc.detections.evaluate
REFERENCE = {name: [(0, 0, 10, 10, "x")] for name in "abcd"}
DETECTED = {name: [(0, 0, 10, 10 - i, "x", 0.9)] for i, name in enumerate("abcd")}


def table(**more: Any) -> dict[str, Any]:
    corners = {"x0": [0, 20], "y0": [0, 20], "x1": [10, 30], "y1": [10, 30]}
    return corners | {"image": ["a", "a"], "class": ["x", "x"]} | more


def refused(call: Callable[[], Any], *words: str) -> None:
    with pytest.raises(VeracityError) as caught:
        call()
    for word in words:
        assert word in str(caught.value)


FOUND = [(0, 0, 10, 10, "x", "a", 0.9)]


@pytest.mark.parametrize("yes", [1, 1.0, True, "yes", "Y", "1"])
@pytest.mark.parametrize("no", [0, False, "no", "n", None, float("nan")])
def test_a_crowd_is_said_with_a_number_or_a_word(yes: Any, no: Any) -> None:
    """Of two boxes one is a crowd, so that the one detection finds all of them."""
    found = evaluate(table(crowd=[no, yes]), FOUND, n_resamples=0)
    assert found["ar(1)"].value == 1.0
    assert evaluate(table(crowd=[no, no]), FOUND, n_resamples=0)["ar(1)"].value == 0.5


@pytest.mark.parametrize("odd", [2, -1, "maybe"])
@pytest.mark.parametrize("name", ["crowd", "difficult"])
def test_what_is_neither_yes_nor_no_is_named(name: str, odd: Any) -> None:
    given = table(**{name: [0, odd]})
    refused(lambda: evaluate(given, FOUND), name, "box 1", repr(odd))


def test_a_negative_area_is_refused() -> None:
    refused(lambda: evaluate(table(area=[4, -5]), FOUND), "negative area", "box 1", "-5")


def test_a_picture_of_unknown_fields_is_not_empty() -> None:
    refused(lambda: evaluate({"a": {"foo": 1}}, DETECTED), "reference boxes")
    refused(lambda: evaluate(REFERENCE, {"a": {"foo": 1}}), "detected boxes")


def test_columns_are_named_where_there_are_columns() -> None:
    refused(lambda: evaluate(REFERENCE, DETECTED, image="zzz"), "image='zzz'")
    refused(lambda: evaluate(REFERENCE, DETECTED, score=5), "score=5")
    refused(lambda: evaluate(REFERENCE, DETECTED, label=[["x"], ["x"]]), "label=")
    records = {"a": [{"box": (0, 0, 10, 10), "kind": "x"}]}
    scored = {"a": [{"box": (0, 0, 10, 10), "kind": "x", "score": 0.5}]}
    assert evaluate(records, scored, label="kind", n_resamples=0).classes == ("x",)


def test_without_resamples_the_reason_is_that() -> None:
    whole = evaluate(REFERENCE, DETECTED)
    assert whole["map"].low < whole["map"].value
    none = evaluate(REFERENCE, DETECTED, n_resamples=0)["map"]
    assert (none.value, none.note.en) == (whole["map"].value, "No interval: n_resamples=0.")
    cmp = vc.detections.compare(REFERENCE, {"A": DETECTED, "B": DETECTED}, n_resamples=0)
    assert cmp["A", "B", "map"].difference.note.en == "No interval: n_resamples=0."


@pytest.mark.parametrize(
    ("name", "given"),
    [
        *(("n_resamples", one) for one in (1, -1, True, 1.5, None)),
        *(("random_state", one) for one in (-1, "abc", 1.5)),
        *(("confidence_level", one) for one in ("x", None, 95, 0)),
        *((name, [1, 2]) for name in ("ap", "matching", "box_format")),
    ],
)
def test_settings_are_checked_as_elsewhere(name: str, given: Any) -> None:
    refused(lambda: evaluate(REFERENCE, DETECTED, **{name: given}), name)


@pytest.mark.parametrize(
    ("name", "given"),
    [
        *(("margin", one) for one in ("x", [0.1], {"map": 0.1}, 0, -1)),
        *(("figures", one) for one in (5, None, [])),
    ],
)
def test_settings_of_a_comparison_are_checked(name: str, given: Any) -> None:
    both = {"A": DETECTED, "B": DETECTED}
    refused(lambda: vc.detections.compare(REFERENCE, both, **{name: given}), name, repr(given))


def test_numbers_of_numpy_are_numbers() -> None:
    few = evaluate(REFERENCE, DETECTED, iou=0.5, max_detections=1, n_resamples=0)
    same = {"iou": np.float32(0.5), "max_detections": np.int64(1), "n_resamples": np.int64(0)}
    assert {key: one.value for key, one in evaluate(REFERENCE, DETECTED, **same).items()} == {
        key: one.value for key, one in few.items()
    }


@pytest.mark.parametrize("key", [5, None])
def test_a_key_is_a_word(key: Any) -> None:
    refused(lambda: evaluate(REFERENCE, DETECTED)[key], str(key))
