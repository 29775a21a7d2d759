"""How many rows were read, how many are behind the numbers, and why the others are not."""

from veracity.statistics import RowAccount


def test_accounts_add_up():
    one = RowAccount(100, 95, {"null_label": 3, "bad_weight": 2})
    other = RowAccount(10, 8, {"null_label": 1, "unknown_label": 1})
    both = one + other
    assert both == RowAccount(110, 103, {"null_label": 4, "bad_weight": 2, "unknown_label": 1})
    assert both.dropped == 7
    assert one + other == other + one


def test_in_words():
    words = RowAccount(100, 98, {"null_label": 2}).words()
    assert words == "98 of 100 rows used (2 without a label)"
    assert words.zh == "共 100 行，使用 98 行（2 行没有标签）"


def test_several_reasons_in_words():
    refused = {"null_label": 2, "bad_weight": 1, "infinite_label": 3, "unknown_label": 4}
    words = RowAccount(100, 90, refused).words()
    for part in (
        "90 of 100",
        "2 without a label",
        "1 with a negative",
        "3 with an inf",
        "4 with a",
    ):
        assert part in words.en
    assert words.en.count(";") == words.zh.count("；") == 3


def test_nothing_to_say_of_nothing_dropped():
    assert RowAccount(5, 5).words() == "5 of 5 rows used"


def test_the_parts_are_not_changed_by_adding():
    one = RowAccount(2, 1, {"null_label": 1})
    _ = one + one
    assert one == RowAccount(2, 1, {"null_label": 1})
