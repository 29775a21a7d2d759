"""Text of a CSV becomes numbers only where all of a column is numbers."""

import pytest

from tests.engines.refusals import refused
from veracity.engines.counting.confusion import confusion_matrix
from veracity.engines.reading.reading_labels import group_sum
from veracity.engines.sql.text_types import typed_categories
from veracity.errors import InputError

LABELS = ("y_true", "y_pred")


def alone(*texts, allowed=None):
    """A column of labels by itself."""
    return typed_categories({"y_true": texts}, LABELS, allowed)["y_true"]


def group(*texts):
    """A column that holds no labels."""
    return typed_categories({"group": texts}, LABELS, None)["group"]


@pytest.mark.parametrize(
    ("texts", "labels"),
    [
        (["0", "1"], [0, 1]),
        (["1", "1.0", "1e0", "+1", " 1 ", "1."], [1, 1.0, 1.0, 1, 1, 1.0]),
        (["-1", "+1"], [-1, 1]),
        (["0.30000000000000004", "0.3"], [0.30000000000000004, 0.3]),
        (["9007199254740993", "18446744073709551615"], [2**53 + 1, 2**64 - 1]),
        (["-0", ".5", "1E-7"], [0, 0.5, 1e-7]),
        (["1", "inf", "-Infinity"], [1, float("inf"), float("-inf")]),
        (["True", "False"], [True, False]),
        (["TRUE", "false", "1"], [True, False, 1]),
        (["1", None, "NA", "NaN", "null", "None", "<NA>", "#N/A"], [1] + [None] * 7),
        ([None], [None]),
    ],
)
def test_numbers(texts, labels):
    assert repr(alone(*texts)) == repr(labels)
    assert repr(group(*texts)) == repr(labels)


@pytest.mark.parametrize(
    "texts",
    [
        ["01", "02"],
        ["007", "7"],
        ["00", "0"],
        ["1", "x"],
        ["1,5", "2,5"],
        ["1_000", "2"],
        ["0x1F"],
        ["١", "٢"],  # digits of another script are text
        ["1 2", "3"],
        ["2024-02-29"],
        ["T", "F"],
        ["yes", "no"],
        ["none", "na", "mild"],  # small letters are what people name classes
        [" cat", "cat ", "cat"],
        ["inf"],
        ["1" * 2000],
    ],
)
def test_text_stays_as_written(texts):
    assert alone(*texts) == texts
    assert group(*texts) == texts


def test_missing_values_among_text_labels():
    assert alone("a", "NA", "None", " NaN ", "") == ["a", None, None, None, None]
    assert alone("a", "None", "NA", allowed=frozenset(["a", "None"])) == ["a", "None", None]


def test_a_group_named_like_a_missing_value_is_kept():
    assert group("EU", "NA") == ["EU", "NA"]


def test_truth_and_prediction_are_typed_together():
    def both(truth, called, allowed=None):
        typed = typed_categories({"y_true": truth, "y_pred": called, "g": ["1"]}, LABELS, allowed)
        assert typed["g"] == [1]
        return typed["y_true"], typed["y_pred"]

    assert both(["1", "2"], ["1", "x"]) == (["1", "2"], ["1", "x"])
    assert both(["1", "x"], ["2"]) == (["1", "x"], ["2"])
    assert both(["1", "2"], ["2.0"]) == ([1, 2], [2.0])
    assert both(["True"], ["0", "1"]) == ([True], [0, 1])
    assert both(["0", "1"], ["a", "b"]) == ([0, 1], ["a", "b"])
    assert both(["0", "1"], ["00", "01"]) == ([0, 1], ["00", "01"])
    assert both(["0", "1"], ["1"], frozenset(["0", "1"])) == (["0", "1"], ["1"])
    assert both(["0", "1"], ["1"], frozenset([0, 1])) == ([0, 1], [1])


def test_numbers_beside_text_are_refused(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("t,p\n0,no\n1,yes\n")
    grouped, _ = group_sum(path, {"y_true": "t", "y_pred": "p"}, label_keys=LABELS)
    refused(lambda: confusion_matrix(grouped), "text never equals numbers")


def test_the_last_row_decides_as_much_as_the_first(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("t\n" + "1\n" * 50_000 + "x\n")
    assert group_sum(path, {"y_true": "t"}, label_keys=LABELS)[0].categories == (("1", "x"),)


def test_cells_as_they_are(tmp_path):
    """Quoted newlines, CRLF, a BOM, blanks, quotes, empty and quoted empty cells."""
    path = tmp_path / "a.csv"
    path.write_bytes('\ufeff"t",g\r\n"a\r\nb", x\r\n"a ""q""",\r\n,""\r\n'.encode())
    grouped, account = group_sum(path, {"y_true": "t"}, label_keys=LABELS, on_invalid="drop")
    assert grouped.categories == (("a\r\nb", 'a "q"'),)
    assert account.refused == {"null_label": 1}
    assert group_sum(path, {"g": "g"}, on_invalid="drop")[0].categories == ((" x",),)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("inside", ["\n", "\r\n", "\r", "\x0b", "\u2028"])
def test_line_ends_in_quotes_end_no_line(tmp_path, end, inside):
    """In the line of names too, where DuckDB by itself would take them for the end of lines."""
    path = tmp_path / "a.csv"
    lines = ["", f'"t{inside}x",p', "1,2", f'"3{inside}4",5', "6,7", ""]
    path.write_bytes(end.join(lines).encode())
    grouped, account = group_sum(path, {"y": f"t{inside}x", "p": "p"})
    assert account.read == 3
    assert grouped.categories == (("1", f"3{inside}4", "6"), (2, 5, 7))


@pytest.mark.parametrize("ends", [a + b for a in "nrx" for b in "nrx" if a != b])
def test_different_line_ends_are_refused_and_not_misread(tmp_path, ends):
    first, second = ({"n": "\n", "r": "\r", "x": "\r\n"}[end] for end in ends)
    path = tmp_path / "a.csv"
    path.write_bytes(f"t,p{first}1,2{second}3,4{second}5,6{first}".encode())
    try:
        account = group_sum(path, {"t": "t", "p": "p"})[1]
    except InputError:
        return
    assert account.read == 3


def test_blank_lines_are_no_rows(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("\n\nt,p\n\n1,2\n\n3,4\n\n")
    grouped, account = group_sum(path, {"y_true": "t", "y_pred": "p"})
    assert (account.read, grouped.categories) == (2, ((1, 3), (2, 4)))


def test_json_keeps_its_types(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_text('{"t": "1", "n": 1, "d": "2024-02-29"}\n{"t": "x", "n": 1.0, "d": "01"}\n{}\n')
    grouped, account = group_sum(path, {"t": "t", "n": "n", "d": "d"}, on_invalid="drop")
    assert repr(grouped.categories) == "(('1', 'x'), (1,), ('01', '2024-02-29'))"
    assert account.refused == {"null_label": 1}
    path.write_text('{"t": "1"}\n{"t": 1}\n')
    refused(lambda: group_sum(path, {"t": "t"}), "mixes text and numbers", "'1' and 1")
    path.write_text('{"t": 1}\n' * 3000 + '{"t": 1, "late": true}\n')
    _, account = group_sum(path, {"late": "late"}, on_invalid="drop")
    assert (account.read, account.used) == (3001, 1)
    path.write_text('{"t": NaN}\n{"t": 0.30000000000000004}\n{"t": Infinity}\n')
    grouped, account = group_sum(path, {"t": "t"}, on_invalid="drop")
    assert grouped.categories == ((0.30000000000000004,),)
    assert account.refused == {"null_label": 1, "infinite_label": 1}
