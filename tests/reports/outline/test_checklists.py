"""Checklists have the items of the statements, and say what is answered and what is not."""

import re

import pytest

import veracity as vc
from veracity.errors import VeracityError
from veracity.reports.outline.checklists import LISTS

EV = vc.evaluate([0, 1, 1, 0] * 10, y_proba=[0.1, 0.8, 0.4, 0.3] * 10, group=["a", "b"] * 20)


@pytest.mark.parametrize(
    ("name", "last", "lettered"),
    [
        ("stard", 30, {10: "ab", 12: "ab", 13: "ab", 21: "ab"}),
        (
            "tripod_ai",
            27,
            {
                3: "abc",
                5: "ab",
                6: "abc",
                8: "abc",
                9: "abc",
                12: "abcdefg",
                18: "abcdef",
                20: "abc",
                23: "ab",
                27: "abc",
            },
        ),
    ],
)
def test_items_are_numbered_as_in_the_statement(name, last, lettered):
    expected = []
    for number in range(1, last + 1):
        expected += [f"{number}{letter}" for letter in lettered.get(number, [""])]
    assert [one["item"] for one in EV.checklist(name)] == expected


def test_what_the_evaluation_holds_is_answered():
    by_item = {one["item"]: one for one in EV.checklist("stard")}
    answered = {item for item, one in by_item.items() if one["answered"]}
    assert answered == {"12a", "14", "16", "17", "19", "23", "24", "26"}
    assert by_item["12a"]["answer"].startswith("Threshold 0.5;")
    assert by_item["17"]["answer"] == "Figures of 2 groups"
    groups = {
        one["item"]: one for one in EV.checklist("tripod_ai")
    }  # figures of groups are neither
    assert not groups["14"]["answered"]  # an approach to fairness
    assert not groups["23b"]["answered"]  # nor heterogeneity between clusters
    labels = vc.evaluate([0, 1, 1, 0] * 40, [0, 1, 0, 0] * 40).checklist("tripod_ai")
    answered = {one["item"] for one in labels if one["answered"]}
    assert answered == {"11", "12e", "20a", "21", "23a"}


def test_both_languages_and_every_report(tmp_path):
    for row in [row for one in LISTS.values() for row in (one, *one["items"])]:
        assert not re.search("[一-鿿]", row["en"])
        assert re.search("[一-鿿]", row["zh"])
    for ending in ("html", "md", "tex", "txt"):
        EV.report(tmp_path / f"page.{ending}", lang="zh")
        assert "TRIPOD+AI" in (tmp_path / f"page.{ending}").read_text("utf-8")


def test_an_unknown_one_is_refused():
    with pytest.raises(VeracityError, match="stard, tripod_ai"):
        EV.checklist("consort")
