"""Partitioned folders, packed files, addresses, databases, files that change, full disks."""

import os
import sqlite3

import duckdb
import numpy as np
import pytest

import veracity as vc
from veracity.engines.files.errors import translated
from veracity.engines.files.paths import files_in
from veracity.engines.reading import in_files
from veracity.errors import VeracityError

COLUMNS = "(i * 7) % 2 AS y, ((i * 37) % 101) / 100 AS p"


def written(path, start, stop, columns=COLUMNS, options=""):
    path.parent.mkdir(parents=True, exist_ok=True)
    drawn = f"SELECT {columns} FROM range({start}, {stop}) r(i)"
    duckdb.connect().execute(f"COPY ({drawn}) TO '{path}' {options}")
    return path


def rows(n):
    i = np.arange(n)
    return (i * 7) % 2, ((i * 37) % 101) / 100


@pytest.fixture(params=["parquet", "csv", "jsonl", "csv.zst"])
def parted(request, tmp_path):
    """Three partitions of 100 rows: site=A, site=B C (escaped), and the null one."""
    kind, options = request.param, ""
    if kind == "jsonl":
        options = "(FORMAT json)"
    if kind == "csv.zst":
        options = "(FORMAT csv, COMPRESSION zstd)"
    for number, site in enumerate(("A", "B%20C", "__HIVE_DEFAULT_PARTITION__")):
        folder = tmp_path / f"site={site}" / f"fold={number}"
        written(folder / f"part.{kind}", 100 * number, 100 * (number + 1), options=options)
    return tmp_path


def test_partitions_are_columns(parted):
    y, p = rows(300)
    fold = np.repeat([0, 1, 2], 100)
    expected = vc.evaluate(y, y_proba=p, group=fold)
    for data in (str(parted), str(parted / "**" / "part.*")):
        found = vc.evaluate("y", y_proba="p", group="fold", data=data)
        assert found["auroc"].value == expected["auroc"].value
        assert [part["auroc"].value for part in found.by_group.values()] == [
            part["auroc"].value for part in expected.by_group.values()
        ]
        clustered = vc.evaluate("y", y_proba="p", cluster="fold", data=data)
        assert clustered.held.clusters == 3


def test_the_null_partition_is_no_value(parted):
    with pytest.raises(VeracityError, match="100 rows"):
        vc.evaluate("y", y_proba="p", group="site", data=str(parted))
    found = vc.evaluate("y", y_proba="p", group="site", data=str(parted), on_invalid="drop")
    assert set(found.by_group) == {"A", "B C"}
    assert found.rows.used == 200


def test_a_column_of_the_file_comes_before_its_folder(tmp_path):
    written(tmp_path / "y=9" / "a.parquet", 0, 50)
    found = vc.evaluate("y", y_proba="p", data=str(tmp_path))
    assert found.held.labels == (0, 1)


def test_a_file_outside_of_the_partitions_is_named(tmp_path):
    written(tmp_path / "g=1" / "a.parquet", 0, 50)
    written(tmp_path / "b.parquet", 0, 50)
    with pytest.raises(VeracityError, match=r"'g'.*b\.parquet|b\.parquet.*'g'"):
        vc.evaluate("y", y_proba="p", group="g", data=str(tmp_path / "**" / "*.parquet"))


def test_zstandard_that_is_cut_short(tmp_path):
    packed = written(tmp_path / "a.csv.zst", 0, 50, options="(FORMAT csv, COMPRESSION zstd)")
    packed.write_bytes(packed.read_bytes()[:20])
    with pytest.raises(VeracityError, match=r"a\.csv\.zst"):
        vc.evaluate("y", y_proba="p", data=str(packed))


@pytest.mark.parametrize(
    ("path", "extension"),
    [
        ("s3://bucket/rows.parquet", "httpfs"),
        ("gs://bucket/*.csv", "httpfs"),
        ("https://example.org/rows.csv", "httpfs"),
        ("az://container/rows.parquet", "azure"),
        ("postgresql://me@host/db#rows", "postgres"),
    ],
)
def test_an_address_names_its_extension(path, extension, monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path))  # where extensions are installed
    with pytest.raises(VeracityError) as refused:
        vc.evaluate("y", y_proba="p", data=path)
    assert f"INSTALL {extension}" in str(refused.value)
    assert path in str(refused.value)


def test_an_address_of_another_kind():
    with pytest.raises(VeracityError, match="ftp://"):
        vc.evaluate("y", y_proba="p", data="ftp://host/rows.csv")


def test_sqlite_names_its_extension_or_is_read(tmp_path, monkeypatch):
    path = tmp_path / "rows.db"
    with sqlite3.connect(path) as made:
        made.execute("CREATE TABLE scores (y INTEGER, p REAL)")
        made.executemany("INSERT INTO scores VALUES (?, ?)", zip(*map(list, rows(40)), strict=True))
    made.close()
    monkeypatch.setenv("HOME", str(tmp_path))
    with pytest.raises(VeracityError, match="INSTALL sqlite"):
        vc.evaluate("y", y_proba="p", data=f"{path}#scores")


@pytest.mark.parametrize("kind", ["parquet", "csv"])
def test_a_file_that_changes_is_refused(tmp_path, kind, monkeypatch):
    path = written(tmp_path / f"a.{kind}", 0, 200)
    group_sum = in_files.duckdb_engine.group_sum

    def changing(*given):
        os.utime(path, ns=(1, 1))
        return group_sum(*given)

    monkeypatch.setattr(in_files.duckdb_engine, "group_sum", changing)
    with pytest.raises(VeracityError, match=rf"a\.{kind} changed while it was read"):
        vc.evaluate("y", "y", data=str(path))


def test_scores_that_change_between_two_scans(tmp_path, monkeypatch):
    path = written(tmp_path / "a.parquet", 0, 200)
    opened = in_files.session
    calls = []

    def changing():
        calls.append(1)
        if len(calls) == 2:
            path.unlink()
            written(path, 0, 300)
        return opened()

    monkeypatch.setattr(in_files, "session", changing)
    with pytest.raises(VeracityError, match=r"a\.parquet changed while it was read"):
        vc.evaluate("y", y_proba="p", data=str(path))


def test_a_full_disk(tmp_path):
    path = written(tmp_path / "a.parquet", 0, 10)
    said = duckdb.OutOfMemoryException(
        "Out of Memory Error: failed to offload data block of size 192.0 KiB (5.3 MiB/5.3 MiB used)"
    )
    refused = translated(said, files_in(str(path)), lambda file: False)
    assert "The disk is full" in str(refused)
    assert "TMPDIR" in str(refused)
