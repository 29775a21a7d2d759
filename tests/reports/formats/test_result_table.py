"""One table type: rows as data and the same table as people read it."""

import csv
import io
import math
from pathlib import Path

import pandas
import polars
import pytest

from veracity.reports.formats.result_table import ResultTable
from veracity.reports.tables.document import label, table
from veracity.words import Text, use


@pytest.fixture
def made() -> ResultTable:
    records = (
        {"class": "a|b", "n": 3, "f1": 0.5, "f1_low": math.nan},
        {"class": "<c>", "n": 10, "f1": 0.25, "f1_low": 0.125},
    )
    head = [Text("class", "类别"), "n", "F1"]
    rows = [[label("a|b"), 3, "0.500"], [label("<c>"), 10, "0.250 [0.125]"]]
    layout = table(Text("By class", "按类别"), head, rows)
    return ResultTable(records, layout, Text("a note & more", "说明"))


def test_rows_are_a_sequence_of_records(made: ResultTable) -> None:
    assert len(made) == 2
    assert made[1]["f1"] == 0.25
    assert [row["class"] for row in made] == ["a|b", "<c>"]
    assert made.columns == ("class", "n", "f1", "f1_low")
    assert made.to_dict()["n"] == [3, 10]


def test_frames_hold_numbers_not_text(made: ResultTable) -> None:
    for frame in (made.to_pandas(), made.to_polars()):
        assert list(frame.columns) == ["class", "n", "f1", "f1_low"]
        assert frame["f1"].sum() == 0.75
    assert isinstance(made.to_pandas(), pandas.DataFrame)
    assert isinstance(made.to_polars(), polars.DataFrame)
    assert made.to_pyarrow().column("n").to_pylist() == [3, 10]


def test_csv_reads_back_and_leaves_the_undefined_empty(made: ResultTable, tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    text = made.to_csv(path)
    assert path.read_text("utf-8") == text
    first, second = csv.DictReader(io.StringIO(text))
    assert (first["class"], first["f1_low"]) == ("a|b", "")
    assert float(second["f1_low"]) == 0.125


def test_print_lines_up_and_ends_with_the_note(made: ResultTable) -> None:
    head, first, second, note = str(made).splitlines()
    assert head.split() == ["class", "n", "F1"]
    assert len(first) == len(head) == len(second)  # figures end in one column
    assert second.endswith("0.250 [0.125]")
    assert note == "a note & more"
    with use("zh"):
        assert str(made).startswith("类别")


def test_labels_never_become_markup(made: ResultTable) -> None:
    assert r"a\|b" in made.to_markdown()
    assert "&lt;c&gt;" in made._repr_html_()
    assert "<c>" not in made._repr_html_()
    latex = made.to_latex()
    assert r"\begin{tabular}{lrr}" in latex
    assert r"a\textbar{}b & 3 & 0.500 \\" in latex


def test_labels_of_several_kinds_become_text_in_arrow() -> None:
    records = ({"class": 1}, {"class": "x"})
    mixed = ResultTable(records, table(Text("t", "t"), ["class"], [[1], ["x"]]))
    assert mixed.to_pyarrow().column("class").to_pylist() == ["1", "x"]
