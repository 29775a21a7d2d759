"""Files that cannot be read as they are: what is wrong, where, and what to do."""

import gzip
import json
import os

import numpy as np
import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet as pq
import pytest

from tests.engines.refusals import refused
from veracity.engines.reading.reading_labels import group_sum
from veracity.engines.validation.threshold_key import ThresholdKey

KEYS = {"y_true": "t", "y_pred": "p"}
GOOD = "t,p\n" + "a,b\nb,b\n" * 10


def read(data, keys=KEYS, **options):
    return group_sum(data, keys, label_keys=("y_true", "y_pred"), **options)


@pytest.fixture
def write(tmp_path, monkeypatch):
    """Writes a file into the folder where the test runs, and gives its name."""
    monkeypatch.chdir(tmp_path)

    def written(name, content):
        data = content if isinstance(content, bytes) else content.encode()
        (tmp_path / name).write_bytes(data)
        return name

    return written


# --- the path ---


def test_a_missing_file_names_its_neighbour(write):
    write("results.csv", GOOD)
    refused(lambda: read("result.csv"), "No file result.csv", "did you mean 'results.csv'")


def test_a_missing_file_in_a_missing_folder(write):
    refused(lambda: read("nowhere/x.csv"), "No file nowhere/x.csv", "folder nowhere does not exist")


def test_a_missing_file_without_neighbours(write):
    refused(lambda: read("x.csv"), "No file x.csv.")


def test_a_folder(write, tmp_path):
    refused(lambda: read(tmp_path), "is a folder", "/*.parquet")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read(write):
    path = write("secret.csv", GOOD)
    os.chmod(path, 0)  # noqa: PTH101
    refused(lambda: read(path), "secret.csv: permission denied", "permission")


def test_permission_is_translated_for_root_too(write, monkeypatch):
    from pathlib import Path

    def denied(self, *_):
        raise PermissionError(13, "denied")

    path = write("secret.csv", GOOD)
    monkeypatch.setattr(Path, "open", denied)
    refused(lambda: read(path), "secret.csv: permission denied", "permission")


def test_a_glob_that_matches_nothing(write):
    write("a.csv", GOOD)
    refused(lambda: read("*.parquet"), "No file matches *.parquet")


def test_an_empty_list(write):
    refused(lambda: read([]), "empty list")


def test_a_file_named_twice(write):
    path = write("a.csv", GOOD)
    refused(lambda: read([path, "*.csv"]), "a.csv is named twice")


def test_files_of_different_formats(write):
    pq.write_table(pa.table({"t": ["a"], "p": ["b"]}), "a.parquet")
    refused(lambda: read([write("a.csv", GOOD), "a.parquet"]), "csv, parquet")


def test_a_path_with_a_zero(write):
    refused(lambda: read("a\0b.csv"), "Cannot read")


def test_a_pipe(tmp_path):
    os.mkfifo(tmp_path / "pipe.csv")
    refused(lambda: read(tmp_path / "pipe.csv"), "is a pipe", "Save it as a file")


def test_data_that_holds_no_rows():
    refused(lambda: read(5), "data=, a int (5", "Parquet", "DuckDB relation", "polars")
    refused(lambda: read(np.zeros((2, 2))), "data=, a ndarray")


def test_columns_beside_data(write):
    path = write("a.csv", GOOD)
    refused(lambda: read(path, {"y_true": ["a", "b"]}), "not ['a', 'b']", "without data=")


# --- what is in it ---


@pytest.mark.parametrize("name", ["a.csv", "a.parquet", "a.jsonl", "a.arrow", "a.tsv", "a.csv.gz"])
def test_no_bytes(write, name):
    refused(lambda: read(write(name, "")), f"{name} is empty")


@pytest.mark.parametrize("content", ["\n\n", "  \n", "\ufeff"])
def test_nothing_but_blanks(write, content):
    refused(lambda: read(write("a.csv", content)), "a.csv is empty")


@pytest.mark.parametrize("content", ["t,p\n", "t,p", "\ufefft,p\r\n"])
def test_header_only(write, content):
    refused(
        lambda: read(write("a.csv", content)),
        "a.csv holds column names but no rows",
        "nothing to evaluate",
    )


def test_no_rows_in_other_formats(write):
    table = pa.table({"t": pa.array([], "int8"), "p": pa.array([], "int8")})
    pq.write_table(table, "a.parquet")
    pa.feather.write_feather(table, "a.arrow")
    refused(lambda: read("a.parquet"), "a.parquet holds column names but no rows")
    refused(lambda: read("a.arrow"), "a.arrow holds column names but no rows")


def test_half_a_parquet(write):
    pq.write_table(pa.table({"t": np.arange(1000), "p": np.arange(1000)}), "whole.parquet")
    with open("whole.parquet", "rb") as file:  # noqa: PTH123
        whole = file.read()
    refused(lambda: read(write("half.parquet", whole[:500])), "half.parquet is truncated")
    refused(lambda: read(write("tiny.parquet", b"PAR1")), "tiny.parquet is truncated")
    damaged = whole[:60] + b"x" * 400 + whole[460:]
    text = refused(lambda: read(write("bad.parquet", damaged)), "bad.parquet: Failed to read")
    assert "SELECT" not in text
    assert "\n" not in text


def test_half_a_gz(write):
    numbers = np.random.default_rng(0).integers(0, 10**9, 60_000)
    packed = gzip.compress(("t,p\n" + "".join(f"{n},{n}\n" for n in numbers)).encode())
    refused(lambda: read(write("h.csv.gz", packed[: len(packed) // 2])), "h.csv.gz is truncated")
    refused(lambda: read(write("s.csv.gz", packed[:30])), "s.csv.gz is truncated")
    refused(lambda: read(write("n.csv.gz", b"\x1f\x8bnonsense")), "Cannot read")


def test_half_an_arrow(write):
    pa.feather.write_feather(pa.table({"t": np.arange(1000), "p": np.arange(1000)}), "w.arrow")
    with open("w.arrow", "rb") as file:  # noqa: PTH123
        whole = file.read()
    refused(lambda: read(write("h.arrow", whole[: len(whole) // 2])), "h.arrow")
    refused(lambda: read(write("n.feather", b"nonsense")), "n.feather")


def test_half_a_json(write):
    lines = "".join(json.dumps({"t": i % 2, "p": 0}) + "\n" for i in range(100))
    text = refused(lambda: read(write("h.jsonl", lines[:-9])), "h.jsonl")
    assert "SELECT" not in text


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (b"PAR1\0\0", "Parquet"),
        (b"PK\x03\x04\0\0", "Excel / ZIP"),
        (b"ARROW1\0\0", "Arrow"),
        (bytes(range(256)) * 4, "binary file"),
    ],
)
def test_a_binary_file_named_csv(write, content, kind):
    refused(lambda: read(write("a.csv", content)), "a.csv is a binary file", kind, ".xlsx")


def test_no_columns(write):
    pq.write_table(pa.table({"a": [1]}).select([]), "zero.parquet")
    refused(lambda: read("zero.parquet"), "zero.parquet has no columns")
    refused(lambda: read(pa.table({})), "the table has no columns")
    refused(lambda: read({}), "the mapping has no columns")


def test_no_pyarrow(write, monkeypatch):
    import sys

    pa.feather.write_feather(pa.table({"t": [1], "p": [1]}), "a.arrow")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    refused(lambda: read("a.arrow"), "a.arrow", "pip install pyarrow", "Parquet")


# --- columns ---


@pytest.mark.parametrize(
    ("asked", "near"), [("Truth", "'truth'"), ("trueth", "'truth'"), ("p", "' p'")]
)
def test_the_nearest_column(write, asked, near):
    path = write("a.csv", "truth, p\na,b\n")
    refused(
        lambda: read(path, {"y_true": asked}),
        f"No column '{asked}' in a.csv",
        f"did you mean {near}?",
        "Columns: 'truth', ' p'",
    )


def test_no_column_is_near(write):
    for data in (write("a.csv", GOOD), {"t": [1], "p": [2]}, pa.table({"t": [1], "p": [2]})):
        refused(lambda data=data: read(data, {"y_true": "zebra"}), "columns: 't', 'p")


def test_a_column_twice(write):
    path = write("a.csv", "t,p,t\na,b,c\n")
    refused(lambda: read(path), "a.csv has 2 columns named 't'", "Rename")
    assert read(path, {"y_true": "p"})[0].categories == (("b",),)


def test_a_wrong_delimiter(write):
    path = write("a.csv", "t:p\na:b\n")
    refused(lambda: read(path), "a.csv", "one column, 't:p'", "delimiter", "semicolon")
    path = write("b.csv", "t  p\na  b\n")
    refused(lambda: read(path), "one column, 't  p'")


def test_no_header(write):
    path = write("a.csv", "0,1\n1,1\n0,0\n")
    refused(lambda: read(path), "a.csv has no column names", "(0, 1)", "Add a header row")


@pytest.mark.parametrize(
    ("content", "line", "found"), [("t,p\na,b\na\n", 3, 1), ("t,p\na,b\nb,a\na,b,c\n", 4, 3)]
)
def test_ragged_lines(write, content, line, found):
    refused(
        lambda: read(write("a.csv", content)),
        f"a.csv, line {line}: {found} cells for 2 columns",
    )


def test_row_names_of_r(write):
    refused(lambda: read(write("a.csv", "t,p\n1,a,b\n2,b,a\n")), "line 2: 3 cells")


def test_quotes(write):
    refused(lambda: read(write("a.csv", 't,p\na,b\n"a,b\nb,a\n')), "a.csv, line", "double quote")
    refused(lambda: read(write("b.csv", 't,p\na,b\n"a"x,b\n')), "b.csv, line", "double quote")


def test_mixed_line_ends(write):
    refused(lambda: read(write("a.csv", "t,p\na,b\r\nb,a\rb,b\n")), "a.csv", "line end")


@pytest.mark.parametrize(
    ("encoding", "words", "named"),
    [
        ("latin-1", "positif,négatif", "Windows-1252"),
        ("gbk", "阳性,阴性", "GB18030"),
        ("utf-16", "a,b", "UTF-16"),
    ],
)
def test_encodings(write, encoding, words, named):
    in_cells = write("a.csv", f"t,p\n{words}\n".encode(encoding))
    refused(lambda: read(in_cells), "a.csv is not UTF-8", f"iconv -f {named} -t UTF-8")
    in_names = write("b.csv", f"t,p,{words}\na,b,c,d\n".encode(encoding))
    refused(lambda: read(in_names), f"iconv -f {named}")
    packed = write("c.csv.gz", gzip.compress(f"t,p\n{words}\n".encode(encoding)))
    refused(lambda: read(packed), "c.csv.gz is not UTF-8", f"iconv -f {named}")


# --- several files ---


def test_a_csv_that_lacks_a_column(write):
    write("a.csv", GOOD)
    write("b.csv", "t,q\na,b\n")
    refused(lambda: read("*.csv"), "b.csv lacks column 'p' of a.csv", "'t', 'q'")


def test_a_parquet_that_lacks_a_column_or_has_another_type(write):
    pq.write_table(pa.table({"t": [1], "p": [1]}), "a.parquet")
    pq.write_table(pa.table({"t": [1], "q": [1]}), "b.parquet")
    refused(lambda: read("*.parquet"), "b.parquet lacks column 'p' of a.parquet")
    pq.write_table(pa.table({"t": [1], "p": ["1"]}), "b.parquet")
    refused(
        lambda: read("*.parquet"), "'p' is BIGINT in a.parquet and VARCHAR in b.parquet", "one type"
    )


def test_other_formats_that_lack_a_column(write):
    write("a.jsonl", '{"t": 1, "p": 2}\n')
    write("b.jsonl", '{"t": 1}\n')
    refused(lambda: read("*.jsonl"), "b.jsonl lacks column 'p'")
    pa.feather.write_feather(pa.table({"t": [1], "p": [1]}), "a.arrow")
    pa.feather.write_feather(pa.table({"t": [1], "q": [1]}), "b.arrow")
    refused(lambda: read("*.arrow"), "b.arrow lacks column 'p'")
    pa.feather.write_feather(pa.table({"t": [1], "p": ["1"]}), "b.arrow")
    refused(lambda: read("*.arrow"), "'p' is int64 in a.arrow and string in b.arrow")


def test_the_bad_one_of_several_is_named(write):
    for i in range(4):
        write(f"{i}.csv", GOOD + ("a,b,c\n" if i == 2 else ""))
    refused(lambda: read("*.csv"), "2.csv, line 22: 3 cells")
    pq.write_table(pa.table({"t": [1], "p": [1]}), "a.parquet")
    write("b.parquet", b"PAR1 half of it")
    refused(lambda: read("*.parquet"), "b.parquet is truncated")
    write("a.csv.gz", gzip.compress(GOOD.encode()))
    write("b.csv.gz", gzip.compress(GOOD.encode())[:-12])
    refused(lambda: read("*.csv.gz"), "b.csv.gz")


# --- rows ---


def test_rows_are_named_with_their_file(write):
    write("a.csv", "t,p\na,b\n,b\n")
    write("b.csv", "t,p\na,b\nb,b\na,\n,b\n")
    text = refused(lambda: read("*.csv"), "rows 1 (a.csv), 3 (b.csv)", "row 2 (b.csv)")
    assert 'y_true (column "t")' in text


def test_the_first_rows_of_a_large_file(write):
    """More rows than one thread reads at once: numbers must still count from the first."""
    lines = ["a,b"] * 400_000
    for row in (123_456, 299_999, 399_998):
        lines[row] = ",b"
    path = write("a.csv", "t,p\n" + "\n".join(lines))
    refused(lambda: read(path), "in 3 rows", "rows 123456, 299999, 399998 (counted")
    records = ['{"t": 1, "p": 1}'] * 300_000
    records[250_001] = '{"t": null, "p": 1}'
    refused(lambda: read(write("a.jsonl", "\n".join(records))), "row 250001 (counted")
    column = np.ones(500_000)
    column[[400_000, 450_000]] = np.nan
    pq.write_table(pa.table({"t": column, "p": column}), "a.parquet", row_group_size=50_000)
    refused(lambda: read("a.parquet"), "in 2 rows", "rows 400000, 450000 (counted")


def test_unknown_labels_and_infinite_ones(write):
    path = write("a.csv", "t,p\n1,2\n2,inf\n3,1\n1.0,1\n")
    refused(
        lambda: read(path, labels=[1, 2]),
        "missing from labels= (3) in 1 row; the first is row 2",
        "is infinite in 1 row; the first is row 1",
    )
    pq.write_table(pa.table({"t": [0.5, 1.5], "p": [0.5, 2.1]}), "a.parquet")
    refused(lambda: read("a.parquet", labels=[0.5, 1.5]), "(2.1) in 1 row; the first is row 1")


def test_an_all_null_column(write):
    path = write("a.csv", "t,p\na,\nb,\n")
    refused(lambda: read(path), "no value", "in 2 rows; the first are rows 0, 1")
    refused(lambda: read(path, on_invalid="drop"), "No rows left", "2 without a label")
    pq.write_table(pa.table({"t": [1, 2], "p": pa.array([None, None])}), "a.parquet")
    refused(lambda: read("a.parquet"), "no value", "in 2 rows")


def test_spellings_of_nothing(write):
    path = write("a.csv", "t,p\nmild,None\nNone,mild\n,mild\n")
    refused(
        lambda: read(path),
        "in 2 rows; the first are rows 1, 2",
        "Cells 'None' count as missing",
        "list it in labels=",
    )
    _, account = read(path, labels=["None", "mild"], on_invalid="drop")
    assert account.refused == {"null_label": 1}


def test_nested_columns(write):
    pq.write_table(pa.table({"t": [[1], [2]], "p": [1, 2]}), "a.parquet")
    refused(lambda: read("a.parquet"), "several values in one cell")
    refused(lambda: read(write("a.jsonl", '{"t": [1], "p": 1}\n')), "y_true", "list")


def test_weights_in_files(write):
    path = write("a.csv", "t,p,w\na,b,1\nb,b,x\na,a,-1\n")
    refused(
        lambda: read(path, weight="w"), "sample_weight (column \"w\") holds 'x' in row 1", "numbers"
    )
    path = write("b.csv", "t,p,w\na,b,1\nb,b,NaN\na,a,-1\nb,a,inf\nb,a,\nb,b,NA\n")
    refused(lambda: read(path, weight="w"), "in 5 rows; the first are rows 1, 2, 3, 4, 5")
    path = write("c.csv", "t,p,w\na,b,1\nb,b,2.5\n")
    refused(
        lambda: read(path, weight="w", weight_kind="frequency"), "in 1 row, first in row 1", "2.5"
    )
    path = write("d.csv", "t,p,w\na,b,0\nb,b,0\n")
    refused(lambda: read(path, weight="w"), "is 0 in every row")
    pq.write_table(pa.table({"t": [1], "p": [1], "w": ["1"]}), "a.parquet")
    refused(lambda: read("a.parquet", weight="w"), "holds '1' in row 0")


def test_scores_in_files(write):
    path = write("a.csv", "t,s\n1,0.2\n0,97.3\n1,x\n0,\n1,NA\n0,nan\n")
    refused(
        lambda: read(path, {"y_true": "t", "y_proba": ThresholdKey("s")}),
        'y_proba (column "s") has no value (null or NaN) in 3 rows; the first are rows 3, 4, 5',
        "must lie between 0 and 1; 1 row is outside, e.g. '97.3'",
        "Values go up to 97.3: percentages? Divide by 100.",
        "is not a number in 1 row, e.g. 'x'; the first is row 2",
    )
    path = write("b.csv", "t,s\n1,-4.5\n0,2.25\n1,inf\n")
    refused(
        lambda: read(path, {"y_true": "t", "y_proba": ThresholdKey("s")}),
        "from -4.5 to 2.25",
        "logits",
    )
    grouped, _ = read(path, {"y_true": "t", "y_score": ThresholdKey("s", 0.0, probability=False)})
    assert grouped.codes[1].tolist() == [1, 0, 1]


def test_all_cells_of_a_long_line_are_counted(write):
    refused(
        lambda: read(write("a.csv", 't,p\na,b\nb,"c,d",e,f\n')), "line 3: 4 cells for 2 columns"
    )
