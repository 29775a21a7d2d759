"""Names and labels are data: none of them becomes code, whatever it holds."""

import csv
import json

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet as pq
import pytest

from tests.engines.refusals import refused
from veracity.engines.reading.reading_labels import group_sum
from veracity.engines.sql.column_sql import MISSING
from veracity.engines.sql.quoting import one_of
from veracity.engines.validation.threshold_key import ThresholdKey

NAMES = [
    'a"b',
    "it's",
    '"; DROP TABLE x; --',
    "'; DROP TABLE x; --",
    "line\nbreak",
    "tab\there",
    "a,b;c|d",
    "列 é 🙂",
    " blank ",
    "$1 ?1 {X} %s",
    "back\\slash",
    "/* comment",
    "SELECT",
    "n0",
    "k0",
    "r",
    "entries",
    "w",
    "bad",
    "veracity_rows",
    "filename",
    "json",
    "#1",
]
FILES = [
    "it's.{}",
    "a b.{}",
    "100%.{}",
    "%41.{}",
    "star *.{}",
    "what?.{}",
    "[ab].{}",
    "a[!x].{}",
    "{{a,b}}.{}",
    'quo"te.{}',
    "semi;colon.{}",
    "列.{}",
    "new\nline.{}",
    "key=1.{}",
    "~tilde.{}",
    "-dash.{}",
]


def to_csv(frame, path):
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(frame)
        writer.writerows(zip(*frame.values(), strict=True))


def to_json(frame, path):
    rows = zip(*frame.values(), strict=True)
    lines = (json.dumps(dict(zip(frame, row, strict=True))) for row in rows)
    path.write_text("\n".join(lines), encoding="utf-8")


WRITERS = {
    "csv": to_csv,
    "jsonl": to_json,
    "parquet": lambda frame, path: pq.write_table(pa.table(frame), path),
    "arrow": lambda frame, path: pa.feather.write_feather(pa.table(frame), str(path)),
}
FRAMES = {
    "relation": lambda frame: duckdb.from_arrow(pa.table(frame)),
    "pandas": pd.DataFrame,
    "polars": pl.DataFrame,
    "lazy": lambda frame: pl.DataFrame(frame).lazy(),
}


def check(data, name):
    keys = {"y_true": name, "y_pred": "called", "score": ThresholdKey(name + "!", 0.5)}
    grouped, account = group_sum(data, keys, weight=name + "?", label_keys=("y_true", "y_pred"))
    assert grouped.categories == (("', ('", "a", 'b"'), ("a", "x'); --"), (False, True))
    assert grouped.rows.tolist() == [1, 1, 1]
    assert grouped.weight.tolist() == [3.0, 1.0, 2.0]
    assert account.used == 3
    refused(
        lambda: group_sum(data, {"y_true": name}, labels=["a"], label_keys=["y_true"]),
        "in 2 rows; the first are rows 1, 2",
    )


def frame_with(name):
    return {
        name: ["a", 'b"', "', ('"],
        "called": ["a", "x'); --", "a"],
        name + "!": [0.25, 0.5, 0.75],
        name + "?": [1.0, 2.0, 3.0],
    }


@pytest.mark.parametrize("ending", WRITERS)
@pytest.mark.parametrize("name", NAMES)
def test_column_names_in_files(tmp_path, ending, name):
    path = tmp_path / f"a.{ending}"
    WRITERS[ending](frame_with(name), path)
    check(path, name)


@pytest.mark.parametrize("kind", FRAMES)
@pytest.mark.parametrize("name", NAMES)
def test_column_names_in_frames(kind, name):
    check(FRAMES[kind](frame_with(name)), name)


@pytest.mark.parametrize("ending", WRITERS)
@pytest.mark.parametrize("name", FILES)
def test_file_names(tmp_path, monkeypatch, ending, name):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / name.format(ending)
    WRITERS[ending](frame_with("t"), path)
    decoy = {"t": ["zzz"], "called": ["zzz"], "t!": [0.0], "t?": [1.0]}
    for other in ("star x", "what1", "a", "b", "ay", "A"):
        if not (tmp_path / f"{other}.{ending}").exists():
            WRITERS[ending](decoy, tmp_path / f"{other}.{ending}")
    check(path, "t")
    check([str(path)], "t")
    if not name.startswith("~"):
        check(path.name, "t")


def test_a_name_with_a_zero(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("t\n1\n")
    refused(lambda: group_sum(path, {"y": "t\0"}), "No column 't\\x00'")
    refused(lambda: group_sum(duckdb.sql("SELECT 1 AS t"), {"y": "t\0"}), "No column")


def test_a_label_with_a_zero(tmp_path):
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({"t": ["a", "b\0'c", "b"]}), path)
    assert group_sum(path, {"y": "t"})[0].categories == (("a", "b", "b\0'c"),)
    refused(
        lambda: group_sum(path, {"y": "t"}, labels=["a", "b"], label_keys=["y"]),
        "in 1 row; the first is row 1",
    )


def test_words_for_no_value_are_found_without_a_join():
    """A join for each of K columns of probabilities took time that grew with K²."""
    words = sorted(MISSING)
    with duckdb.connect() as connection:
        columns = ", ".join(f"{one_of(f'c{index}', words)} AS k{index}" for index in range(3))
        plan = connection.execute(
            f"EXPLAIN SELECT {columns} FROM (SELECT t::VARCHAR AS c0, c0 AS c1, c0 AS c2 "
            "FROM range(9) r(t))"
        ).fetchall()
    assert "join" not in str(plan).lower()


@pytest.mark.parametrize("word", [*sorted(MISSING), "x", "NAx", "xNA", "1x#IND", "NA\n", "na?"])
def test_a_word_for_no_value_is_matched_whole(word):
    with duckdb.connect() as connection:
        found = connection.execute(f"SELECT {one_of('w', MISSING)} FROM (SELECT ? AS w)", [word])
        assert found.fetchone() == (word in MISSING,)
