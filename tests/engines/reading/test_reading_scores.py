"""Rows with scores from anywhere: predictions beside them, and what goes on behind."""

import duckdb
import numpy as np
import pytest

from tests.engines.refusals import refused
from tests.engines.rows_read import scored_rows
from tests.engines.scanned_twice import every_source, one
from veracity.engines.counting.confusion import by_group, confusion_matrix
from veracity.engines.out_of_core import of_sql as scored_scans
from veracity.engines.reading.reading_labels import group_sum
from veracity.statistics.labels import Completed

LABELS = ("y_true", "y_pred")


def _columns(rows=400):
    draw = np.random.default_rng(0)
    return {
        "t": draw.choice(["no", "yes"], rows),
        "c": draw.choice(["no", "yes"], rows),
        "s": draw.normal(size=rows),
        "w": draw.integers(1, 8, rows) / 8,  # sums of eighths are exact in any order
        "u": draw.integers(0, 30, rows),
        "g": draw.choice(["x", "y"], rows),
    }


@pytest.mark.parametrize("weight", [None, "w"])
@pytest.mark.parametrize("cluster", [None, "u"])
def test_the_matrix_is_that_of_the_labels_alone(weight, cluster):
    columns = _columns()
    keys = {"y_true": "t", "y_pred": "c", **({} if cluster is None else {"cluster": cluster})}
    index = None if cluster is None else 2
    grouped, _ = group_sum(columns, {**keys, "g": "g"}, weight=weight, label_keys=LABELS)
    options = {"pos_label": "yes", "cluster": index}
    scored = scored_rows(
        columns,
        "t",
        {"y_score": "s"},
        predicted="c",
        weight=weight,
        cluster=cluster,
        groups={"g": "g"},
        pos_label="yes",
    )
    rows = one(scored)
    assert rows.confusion() == confusion_matrix(grouped, **options)
    parts = {value: part.confusion() for value, part in rows.by_group()}
    assert parts == by_group(grouped, (len(keys),), **options)


def test_frequencies_have_no_squares():
    options = {"predicted": [0, 0], "weight": [2, 3], "weight_kind": "frequency"}
    rows = one(scored_rows(None, [0, 1], {"s": [1, 2]}, **options))
    matrix = rows.confusion()
    assert matrix.squares is None
    assert matrix.cells.array().tolist() == [[2, 0], [3, 0]]


def test_labels_of_both_columns_are_classes():
    rows = one(scored_rows(None, ["a", "b"], {"s": [1, 2]}, predicted=["c", "b"]))
    assert rows.labels == ("a", "b", "c")
    assert rows.confusion().cells.array().tolist() == [[0, 0, 1], [0, 1, 0], [0, 0, 0]]
    rows = one(scored_rows(None, [1, 1], {"s": [1, 2]}, predicted=[1, 1]))
    assert isinstance(rows.labels, Completed)
    assert isinstance(rows.confusion().labels, Completed)
    rows = one(scored_rows(None, [1, 1], {"s": [1, 2]}, predicted=[True, False], labels=[1, 0]))
    assert rows.labels == (1, 0)
    assert rows.confusion().cells.array().tolist() == [[1, 1], [0, 0]]


@pytest.mark.parametrize(
    ("called", "options", "words"),
    [
        (["0", "1", "1"], {}, ["text", "numbers"]),
        ([0.2, 0.7, 0.9], {}, ["y_pred", "probabilities"]),
        ([0, None, 1], {}, ["y_pred", "1 row", "row 1 "]),
        ([0, 1, 7], {"labels": [0, 1]}, ["y_pred", "7", "row 2 "]),
        ([0, 1], {}, ["y_pred: 2"]),
    ],
)
def test_a_prediction_is_judged_as_a_label(called, options, words, tmp_path):
    truth, scores = [0, 1, 1], [0.1, 0.2, 0.3]
    refused(lambda: scored_rows(None, truth, {"s": scores}, predicted=called, **options), *words)
    if len(called) < len(truth):
        return
    sources = every_source({"t": truth, "s": scores, "c": called}, tmp_path)
    for source, data in sources.items():
        if source == "csv" and "text" in words:
            continue  # in a CSV 0 and "0" are spelled alike
        said = [word for word in words if source != "other" or not word.startswith("row ")]
        refused(lambda d=data: scored_rows(d, "t", {"s": "s"}, predicted="c", **options), *said)


def test_a_bad_prediction_can_be_dropped(tmp_path):
    columns = {"t": [0, 1, 1, 0], "s": [0.1, 0.2, 0.3, 0.4], "c": [0, None, 1, 1]}
    for data in every_source(columns, tmp_path).values():
        scored = scored_rows(data, "t", {"s": "s"}, predicted="c", on_invalid="drop")
        assert dict(scored.account.refused) == {"null_label": 1}
        assert one(scored).confusion().cells.array().tolist() == [[1, 1], [0, 1]]


def test_labels_with_the_same_hash(monkeypatch, tmp_path):
    plain = scored_scans._hash
    monkeypatch.setattr(
        scored_scans, "_hash", lambda key, salt: plain(key, salt) if salt else f"hash({key}) % 2"
    )
    columns = {"t": [*"abcde", *"abcde"], "s": list(range(10))}
    for source in ("csv", "parquet", "relation", "json"):
        rows = one(scored_rows(every_source(columns, tmp_path)[source], "t", {"s": "s"}))
        assert [rows.labels[i] for i in rows.truth.tolist()] == columns["t"]


def test_many_clusters_of_any_type(tmp_path):
    draw = np.random.default_rng(3)
    ids = draw.integers(0, 2**62, 500)[draw.integers(0, 500, 3000)]
    columns = {
        "t": draw.integers(0, 2, 3000),
        "s": draw.random(3000),
        "n": ids,
        "x": ids.astype(str),
    }
    for source, data in every_source(columns, tmp_path).items():
        for name in ("n", "x"):
            cluster = one(scored_rows(data, "t", {"s": "s"}, cluster=name)).cluster
            found = [cluster.categories[i] for i in cluster.codes.tolist()]
            typed = name == "n" or source == "csv"
            rows = columns["n"].tolist() if typed else columns["x"].tolist()
            assert sorted(found) == sorted(rows)  # a lazy table has no order


def test_a_file_that_changes_between_the_scans(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("t,s\n0,1\n1,2\n")
    scored = scored_rows(path, "t", {"s": "s"})
    path.write_text("t,s\n0,1\n1,2\n1,3\n")
    refused(lambda: list(scored.pieces()), "changed while it was read", "a.csv")
    path.write_text("t,s\n0,1\n7,2\n")
    refused(lambda: next(scored.pieces()), "changed while it was read", "a.csv")
    path.write_text("t,s\n0,1\n1,x\n")
    refused(lambda: next(scored.pieces()), "changed while it was read", "a.csv")


def test_a_connection_is_free_after_a_reading_that_was_given_up():
    connection = duckdb.connect()
    relation = connection.sql("SELECT i % 2 AS t, i AS s FROM range(500000) r(i)")
    pieces = scored_rows(relation, "t", {"s": "s"}).pieces()
    next(pieces)
    pieces.close()
    assert connection.execute("SELECT 7").fetchone() == (7,)


def test_what_fails_late_is_said_of_its_file(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("t,s\n" + "0,1\n1,2\n" * 100)
    scored = scored_rows(path, "t", {"s": "s"})
    path.write_text("t,s\n" + "0,1\n1,2\n" * 100 + "0,1,2,3\n")
    refused(lambda: list(scored.pieces()), "a.csv", "changed while it was read")
