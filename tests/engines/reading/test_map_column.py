"""A file again with one more column: all other cells, the order of rows, and nothing halfway."""

import gzip

import numpy as np
import pandas as pd
import pytest

from veracity.engines.reading.map_column import map_column
from veracity.errors import InputError, InvalidRows, StorageError, VeracityError


def turned(columns):
    return [1 - column for column in columns]


def test_cells_of_a_csv_keep_their_text(tmp_path):
    (tmp_path / "in.csv").write_bytes(
        b'id;"na;me";p\r\n007;"a ""q""\nb";0.50\r\n008;;2.5e-1\r\n1e3;\xc3\xa4;1\r\n'
    )
    out = tmp_path / "out.csv"
    assert map_column(tmp_path / "in.csv", ["p"], turned, out, ["q"]) == 3
    assert out.read_bytes() == (
        b'id;"na;me";p;q\n007;"a ""q""\nb";0.50;0.5\n008;;2.5e-1;0.75\n1e3;\xc3\xa4;1;0.0\n'
    )


@pytest.mark.parametrize("ending", ["csv", "tsv", "parquet"])
def test_rows_keep_their_order_and_numbers_their_digits(ending, tmp_path):
    n = 300_000 if ending == "parquet" else 30_000
    frame = pd.DataFrame({"id": np.arange(n), "p": np.random.default_rng(0).random(n)})
    given, out = tmp_path / f"in.{ending}", tmp_path / f"out.{ending}"
    if ending == "parquet":
        frame.to_parquet(given, row_group_size=7_000)
    else:
        frame.to_csv(given, index=False, sep="\t" if ending == "tsv" else ",")
    map_column(given, ["p"], lambda columns: [columns[0] ** 2], out, ["q"])
    if ending == "parquet":
        made = pd.read_parquet(out)
    else:
        text = pd.read_csv(out, sep="\t" if ending == "tsv" else ",", dtype=str)
        made = text.map(float)  # pandas' own parser may round the last digit
    assert np.array_equal(made["id"], frame["id"])
    assert np.array_equal(made["q"], frame["p"] ** 2)


def test_another_ending_has_its_own_delimiter(tmp_path):
    (tmp_path / "in.csv").write_text("id,p\n1,0.25\n")
    map_column(tmp_path / "in.csv", ["p"], turned, tmp_path / "out.tsv", ["q"])
    assert (tmp_path / "out.tsv").read_text() == "id\tp\tq\n1\t0.25\t0.75\n"
    map_column(tmp_path / "out.tsv", ["q"], turned, tmp_path / "again.csv", ["r"])
    assert (tmp_path / "again.csv").read_text() == "id,p,q,r\n1,0.25,0.75,0.25\n"


def test_types_of_parquet_stay(tmp_path):
    frame = pd.DataFrame(
        {
            "when": pd.to_datetime(["2024-01-01", "2024-02-01"]),
            "word": ["a", None],
            "p": np.array([0.25, 0.5], np.float32),
        }
    )
    frame.to_parquet(tmp_path / "in.parquet")
    map_column(tmp_path / "in.parquet", ["p"], turned, tmp_path / "out.parquet", ["q"])
    made = pd.read_parquet(tmp_path / "out.parquet")
    assert made["q"].tolist() == [0.75, 0.5]
    assert made["p"].dtype == np.float32
    assert made["when"].tolist() == frame["when"].tolist()
    assert made["word"].isna().tolist() == [False, True]


def test_a_file_may_take_its_own_place(tmp_path):
    path = tmp_path / "in.csv"
    path.write_text("p\n0.2\n0.4\n")
    map_column(path, ["p"], turned, path, ["q"])
    assert path.read_text() == "p,q\n0.2,0.8\n0.4,0.6\n"


def test_packed_files_are_read(tmp_path):
    with gzip.open(tmp_path / "in.csv.gz", "wt") as file:
        file.write("p\n0.25\n")
    map_column(tmp_path / "in.csv.gz", ["p"], turned, tmp_path / "out.csv", ["q"])
    assert (tmp_path / "out.csv").read_text() == "p,q\n0.25,0.75\n"


def test_bad_rows_stop_and_nothing_is_written(tmp_path):
    (tmp_path / "in.csv").write_text("p\n0.2\n7\nx\n\n")
    out = tmp_path / "out.csv"
    out.write_text("old")
    with pytest.raises(InvalidRows, match=r"not a number in 1 row, e.g. 'x'"):
        map_column(tmp_path / "in.csv", ["p"], turned, out, ["q"])
    assert out.read_text() == "old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.csv", "out.csv"]


def test_bad_rows_may_stay_without_a_value(tmp_path):
    (tmp_path / "in.csv").write_text("i,p\n1,0.2\n2,7\n3,\n")
    out = tmp_path / "out.csv"
    map_column(tmp_path / "in.csv", ["p"], turned, out, ["q"], on_invalid="drop")
    assert out.read_text() == "i,p,q\n1,0.2,0.8\n2,7,\n3,,\n"


def test_a_name_is_never_code(tmp_path):
    name = 'p"; drop table x; --'
    pd.DataFrame({name: [0.2]}).to_csv(tmp_path / "in.csv", index=False)
    out = tmp_path / "out.csv"
    map_column(tmp_path / "in.csv", [name], turned, out, ["q' \""])
    assert pd.read_csv(out).iloc[0].to_dict() == {name: 0.2, "q' \"": 0.8}


@pytest.mark.parametrize(
    ("columns", "out", "into", "match"),
    [
        (["x"], "out.csv", ["q"], "x"),
        (["p"], "out.parquet", ["q"], "format it was read in"),
        (["p"], "out.xlsx", ["q"], "format it was read in"),
        (["p"], "out.csv", ["P"], "already has a column 'P'"),
    ],
)
def test_refusals(columns, out, into, match, tmp_path):
    (tmp_path / "in.csv").write_text("i,p\n1,0.2\n")
    with pytest.raises(InputError, match=match):
        map_column(tmp_path / "in.csv", columns, turned, tmp_path / out, into)
    assert not (tmp_path / out).exists()


def test_more_refusals(tmp_path):
    for name in ("a.csv", "b.csv"):
        (tmp_path / name).write_text("p\n0.2\n")
    with pytest.raises(InputError, match="2 files match"):
        map_column(str(tmp_path / "*.csv"), ["p"], turned, tmp_path / "out.csv", ["q"])
    with pytest.raises(VeracityError):
        map_column(tmp_path / "none.csv", ["p"], turned, tmp_path / "out.csv", ["q"])
    with pytest.raises(StorageError):
        map_column(tmp_path / "a.csv", ["p"], turned, tmp_path / "no" / "out.csv", ["q"])
    (tmp_path / "c.jsonl").write_text('{"p": 0.2}\n')
    with pytest.raises(InputError, match="only CSV and Parquet files"):
        map_column(tmp_path / "c.jsonl", ["p"], turned, tmp_path / "out.jsonl", ["q"])
    (tmp_path / "d.csv").write_text("p,a,a\n0.2,1,2\n")
    with pytest.raises(InputError, match="a"):
        map_column(tmp_path / "d.csv", ["p"], turned, tmp_path / "out.csv", ["q"])
