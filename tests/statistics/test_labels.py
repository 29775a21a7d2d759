"""Labels: what makes two the same, how they are ordered, what kind they are."""

import datetime
import math

import numpy as np
import pandas as pd
import pytest

from tests.statistics.refusals import refused
from veracity.errors import CannotMerge
from veracity.statistics import labels as naming

NEW_YEAR = datetime.date(2026, 1, 1)


@pytest.mark.parametrize("one", [1, 1.0, True, np.int8(1), np.float32(1), np.bool_(True)])
def test_one_is_one(one):
    assert naming.canonical(one) == 1
    assert hash(naming.canonical(one)) == hash(1)
    assert isinstance(naming.canonical(one), int)


def test_text_never_equals_a_number():
    assert naming.canonical("1") != naming.canonical(1)
    assert type(naming.canonical(np.str_("a"))) is str


@pytest.mark.parametrize(
    ("given", "canonical"),
    [
        (2.5, 2.5),
        (-0.0, 0),
        (np.datetime64("2026-01-02T03:04:05"), datetime.datetime(2026, 1, 2, 3, 4, 5)),
        ((np.int64(1), np.str_("a")), (1, "a")),
        (10**30, 10**30),
    ],
)
def test_canonical_values(given, canonical):
    found = naming.canonical(given)
    assert found == canonical
    assert type(found) is type(canonical)
    if isinstance(canonical, tuple):
        assert [type(part) for part in found] == [type(part) for part in canonical]


@pytest.mark.parametrize("bad", [[1], {"a": 1}, {1, 2}, ([1],), np.array([1, 2])])
def test_what_has_no_hash_is_no_label(bad):
    refused(lambda: naming.canonical(bad), "Use text, numbers", "text, numbers, dates or tuples")


@pytest.mark.parametrize("null", [None, math.nan, np.nan, np.float32("nan"), pd.NA, pd.NaT])
def test_nulls(null):
    assert naming.is_null(null)


@pytest.mark.parametrize("value", ["", 0, False, "nan", "None", math.inf, ()])
def test_what_is_no_null(value):
    assert not naming.is_null(value)


@pytest.mark.parametrize(
    ("label", "kind"),
    [
        (1, "number"),
        (True, "number"),
        (0.5, "number"),
        ("a", "text"),
        ((1,), "other"),
        (NEW_YEAR, "date"),
        (datetime.datetime(2026, 1, 1), "date"),
    ],
)
def test_kinds(label, kind):
    assert naming.kind(label) == kind


@pytest.mark.parametrize(
    ("given", "order"),
    [
        ([10, 9, -1, 9.0], (-1, 9, 10)),
        (["b", "B", "a", "世", "10", "9"], ("10", "9", "B", "a", "b", "世")),
        ([True, False, True], (False, True)),
        ([True, 0, 2], (0, 1, 2)),
        ([(2, "a"), (1, "b")], ((1, "b"), (2, "a"))),
        ([datetime.date(2026, 2, 1), NEW_YEAR], (NEW_YEAR, datetime.date(2026, 2, 1))),
    ],
)
def test_order(given, order):
    assert naming.ordered(given) == order
    assert naming.ordered(reversed(given)) == order


def test_booleans_among_numbers_become_numbers():
    assert [type(v) for v in naming.ordered([True, 0, 2])] == [int, int, int]


def test_what_cannot_be_compared_has_an_order_all_the_same():
    mixed = [(1, "a"), ("a", 1), 3, "x"]
    assert naming.ordered(mixed) == naming.ordered(mixed[::-1])
    assert set(naming.ordered(mixed)) == set(mixed)


def test_a_pair_is_completed_only_from_its_own_labels():
    assert naming.completed((0,)) == (0, 1)
    assert naming.completed((False,)) == (False, True)
    for labels in ((2,), ("1",), (0, 2), (0, 1), (-1, 0), (0.5,)):
        assert naming.completed(labels) is labels


def test_listed_labels():
    assert naming.checked(["b", "a"]) == ("b", "a")
    refused(lambda: naming.checked([]), "empty", "or omit it")
    refused(lambda: naming.checked([1, 2, 1.0, True]), "repeats 1")
    refused(lambda: naming.checked(["a", math.nan]), "missing value")


def test_merged_lists():
    assert naming.merged(("a", "c"), ("b",)) == ("a", "b", "c")
    assert naming.merged(("c", "a"), ("b", "a")) == ("c", "a", "b")
    assert naming.merged((1, 2), (2, 1)) == (1, 2)


def test_text_and_numbers_do_not_merge():
    words = ("1, 2 in one", "'a', 'b' in the other", "Use one kind in both")
    refused(lambda: naming.merged((1, 2), ("a", "b")), *words, error=CannotMerge)


def test_text_against_numbers_can_never_be_right():
    words = ("0, 1", "'0', '1'", "text never equals numbers", "astype(str)")
    refused(lambda: naming.one_kind([0, 1], ["0", "1"]), *words)
    refused(lambda: naming.one_kind(["0", "1"], [0, 1]), *words)
    naming.one_kind([0, 1], [0.0, True])
    naming.one_kind(["a"], ["b"])
