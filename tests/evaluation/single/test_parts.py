"""By class, by group, and what they know of the whole."""

import numpy as np
import pytest

from tests.statistics.refusals import refused
from veracity.errors import NotHere
from veracity.evaluation import evaluate

TRUTH = list("aaabbbcccc")
CALLED = list("aabbbcccca")
SITE = ["x", "x", "y", "y", "y", "x", "x", "y", "x", "y"]


def test_a_class_against_the_rest():
    part = evaluate(TRUTH, CALLED).by_class["c"]
    assert (part.confusion.tp, part.confusion.fp, part.confusion.fn) == (3, 1, 1)
    assert part["recall"].value == 3 / 4
    assert part["precision"].value == 3 / 4
    assert part.confusion.pos_label == "c"


def test_classes_of_two():
    ev = evaluate([0, 0, 1, 1], [0, 1, 1, 1])
    assert ev.by_class[0]["recall"].value == 1 / 2
    assert ev.by_class[1]["recall"].value == ev["recall"].value == 1
    assert ev.by_class[0]["recall"].value == ev["specificity"].value


def test_numbers_are_found_by_value():
    ev = evaluate([0, 1, 2], [0, 1, 1])
    for one in (1, 1.0, True, np.int8(1)):
        assert ev.by_class[one]["recall"].value == 1


def test_every_row_is_behind_every_class():
    ev = evaluate([*TRUTH, None], [*CALLED, "a"], on_invalid="drop")
    assert ev.by_class["a"].rows == ev.rows
    assert ev.by_class["a"].rows.dropped == 1


def test_a_class_that_is_not_there():
    ev = evaluate(TRUTH, CALLED)
    refused(lambda: ev.by_class["d"], "'d'", "'a', 'b', 'c'", error=NotHere)
    assert "d" not in ev.by_class
    assert "a" in ev.by_class
    assert list(ev.by_class) == ["a", "b", "c"]
    assert len(ev.by_class) == 3


def test_groups_are_evaluations_of_their_rows():
    ev = evaluate(TRUTH, CALLED, group=SITE)
    assert list(ev.by_group) == ["x", "y"]
    for site in "xy":
        rows = [i for i, one in enumerate(SITE) if one == site]
        alone = evaluate([TRUTH[i] for i in rows], [CALLED[i] for i in rows], labels="abc")
        assert ev.by_group[site].confusion == alone.confusion
        assert ev.by_group[site].rows.used == len(rows)
        assert repr(ev.by_group[site]["macro_recall"]) == repr(alone["macro_recall"])


def test_groups_add_up_to_the_whole():
    ev = evaluate(TRUTH, CALLED, group=SITE)
    assert ev.groups["x"] + ev.groups["y"] == ev.held


def test_all_groups_know_all_labels():
    ev = evaluate(["a", "b", "c"], ["a", "b", "c"], group=[1, 1, 2])
    assert ev.by_group[2].confusion.labels == ("a", "b", "c")


def test_several_columns_make_combinations():
    shift = ["night"] * 5 + ["day"] * 5
    ev = evaluate(TRUTH, CALLED, group={"site": SITE, "shift": shift})
    assert set(ev.by_group) == {("x", "night"), ("y", "night"), ("x", "day"), ("y", "day")}
    assert ev.by_group["x", "night"].rows.used == 2
    by_position = evaluate(TRUTH, CALLED, group=(SITE, shift))
    assert by_position.groups == ev.groups


def test_groups_of_numbers_and_booleans():
    ev = evaluate(TRUTH, CALLED, group=[i % 2 for i in range(10)])
    assert list(ev.by_group) == [0, 1]
    assert ev.by_group[1.0].rows.used == 5


def test_a_group_that_is_not_there():
    ev = evaluate(TRUTH, CALLED, group=SITE)
    refused(lambda: ev.by_group["z"], "'z'", "'x', 'y'", "group=", error=NotHere)
    without = evaluate(TRUTH, CALLED)
    refused(lambda: without.by_group["x"], "'x'", "group=", error=NotHere)
    assert len(without.by_group) == 0


def test_settings_go_along():
    ev = evaluate(TRUTH, CALLED, group=SITE, confidence_level=0.8, n_resamples=300, random_state=5)
    for part in (ev.by_group["x"], ev.by_class["a"]):
        assert part.settings == ev.settings
        assert part["accuracy"].level == 0.8


def test_weighted_groups():
    weight = np.arange(1, 11) / 1000
    ev = evaluate(TRUTH, CALLED, group=SITE, sample_weight=weight)
    of_x = [w for w, site in zip(weight, SITE, strict=True) if site == "x"]
    assert float(ev.by_group["x"].confusion.total) == pytest.approx(sum(of_x))
    assert ev.by_group["x"].rows.used == 5
    assert ev.by_class["a"].rows.used == 10


def test_groups_of_frequencies_count_rows_as_rows():
    ev = evaluate(TRUTH, CALLED, group=SITE, sample_weight=[7] * 10, weight_kind="frequency")
    assert ev.by_group["x"].confusion.total == 35
    assert ev.by_group["x"].rows.used == 5
