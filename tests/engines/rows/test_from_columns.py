"""Columns of truth and scores: what can be used, what is refused, what is counted."""

from decimal import Decimal

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from tests.engines.refusals import refused
from tests.engines.rows_read import scored_rows
from veracity.engines.rows import tables as engine
from veracity.engines.rows.tables import reduce_column, score_table
from veracity.errors import InvalidRows
from veracity.statistics import RowAccount
from veracity.statistics.grid.building import gridded
from veracity.statistics.grid.score_grid import ScoreGrid
from veracity.statistics.scores.areas import area_under_roc
from veracity.statistics.scores.score_table import ScoreTable

TRUTH, SCORES = [0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]
EXPECTED = ScoreTable.of_rows(TRUTH, SCORES)


@pytest.mark.parametrize(
    "made",
    [
        list,
        tuple,
        np.array,
        lambda v: np.array(v)[:, None],
        lambda v: np.array(v, object),
        lambda v: [Decimal(str(x)) for x in v],
        pd.Series,
        lambda v: pd.Series(v, dtype="Float64"),
        lambda v: pd.Series(v, dtype="category"),
        lambda v: pd.DataFrame({"s": v}),
        pl.Series,
        pa.array,
        lambda v: pa.chunked_array([v[:1], v[1:]]),
    ],
)
def test_scores_of_any_kind(made):
    table, account = score_table(TRUTH, made(SCORES))
    assert table == EXPECTED
    assert account == RowAccount(4, 4)


@pytest.mark.parametrize(
    ("truth", "options"),
    [
        (np.array(TRUTH, np.int8), {}),
        (np.array(TRUTH, bool), {}),
        (np.array(TRUTH, float), {}),
        (["no", "no", "yes", "yes"], {"pos_label": "yes"}),
        (["yes", "yes", "no", "no"], {"pos_label": "no", "labels": ("yes", "no")}),
        (np.array([3, 3, 9, 9]), {"pos_label": 9}),
        (pd.Series(["a", "a", "b", "b"], dtype="category"), {"pos_label": "b"}),
        (np.array([-1, -1, 1, 1]), {}),
    ],
)
def test_truth_of_any_kind(truth, options):
    table, _ = score_table(truth, SCORES, **options)
    assert np.array_equal(table.positive, EXPECTED.positive)
    assert np.array_equal(table.negative, EXPECTED.negative)


def test_one_label_of_a_known_pair():
    table, _ = score_table([1, 1], [0.2, 0.3])
    assert table.labels == (0, 1)
    whole = table + score_table([0, 0], [0.1, 0.2])[0]
    assert whole == ScoreTable.of_rows([1, 1, 0, 0], [0.2, 0.3, 0.1, 0.2])
    merged = score_table([1], [0.5])[0] + score_table([-1], [0.25])[0]
    assert merged.labels == (-1, 1)


def test_other_types_become_float64_first():
    for dtype in (np.float16, np.float32, np.int8, np.uint16, np.int64, np.longdouble):
        scores = np.array([1, 3, 2, 7], dtype)
        assert score_table(TRUTH, scores)[0] == ScoreTable.of_rows(TRUTH, [1, 3, 2, 7])
    assert score_table(TRUTH, [False, True, True, True])[0].scores.tolist() == [1, 0]
    third = np.float32(1) / np.float32(3)
    assert score_table([0, 1], np.array([third, 0]))[0].scores[0] == float(third)


@pytest.mark.parametrize(
    "scores",
    [
        np.array([1, 2**53 + 1, 3, 4]),
        np.array([1, -(2**60), 3, 4]),
        np.array([1, 2**63, 3, 4], np.uint64),
        [1, 2**70, 3, 4],
        np.array([1, 2**70, 3.0, 4], object),
    ],
)
def test_whole_numbers_beyond_float64_are_refused(scores):
    message = refused(lambda: score_table(TRUTH, scores), "y_score", "2^53", "row 1")
    assert str(int(scores[1])) in message
    assert score_table(TRUTH, np.array([2**53, -(2**53), 0, 1]))[0].scores[0] == 2**53


@pytest.mark.parametrize("bad", [float("nan"), None])
def test_a_row_without_a_score_stops_the_run_or_is_counted(bad):
    scores = [0.1, bad, 0.35, 0.8]
    refused(lambda: score_table(TRUTH, scores), "y_score", "1 row", "row 1 ", error=InvalidRows)
    table, account = score_table(TRUTH, scores, on_invalid="drop")
    assert account == RowAccount(4, 3, {"null_score": 1})
    assert table == ScoreTable.of_rows([0, 1, 1], [0.1, 0.35, 0.8])


def test_what_is_no_probability():
    truth, scores = [0, 1, 1, 0], [0.5, 1.5, -0.1, np.inf]
    refused(lambda: score_table(truth, scores, probability=True), "y_proba", "3 rows")
    table, account = score_table(truth, scores, probability=True, on_invalid="drop")
    assert account.refused == {"score_outside": 3}
    assert table.scores.tolist() == [0.5]
    assert score_table(truth, scores)[0].scores.tolist() == [np.inf, 1.5, 0.5, -0.1]
    refused(lambda: score_table([0, 1], [7, 93], probability=True), "percentages")


def test_text_is_no_score():
    refused(lambda: score_table(TRUTH, ["0.1", 0.2, "x", 0.4]), "not a number", "2 rows")
    _, account = score_table(TRUTH, [0.1, "0.2", 0.3, 0.4], on_invalid="drop")
    assert account.refused == {"score_not_number": 1}


def test_every_bad_row_is_counted_once():
    truth = [0, None, 1, 0, 1, 1, 2]
    scores = [0.1, np.nan, np.nan, 0.2, 0.9, 0.4, 0.3]
    weight = [1, 1, 1, np.inf, 2, 0, 1]
    options = {"weight": weight, "labels": [0, 1], "on_invalid": "drop"}
    table, account = score_table(truth, scores, **options)
    assert account.read == 7
    assert account.refused == {
        "null_label": 1,
        "null_score": 1,
        "bad_weight": 1,
        "unknown_label": 1,
    }
    # a row that weighs nothing is used, and behind no number
    assert account.used == 3
    assert table.scores.tolist() == [0.9, 0.1]
    assert table.weight.tolist() == [[0, 1], [2, 0]]


def test_refusals_that_hold_for_all_rows():
    refused(lambda: score_table([0, 1], [0.1]), "y_true: 2", "y_score: 1")
    refused(lambda: score_table([], []), "y_true")
    refused(lambda: score_table([0, 1], [0.1, 0.2], [0, 0]), "sample_weight")
    refused(lambda: score_table([0, None], [0.1, 0.2], [0, 1], on_invalid="drop"), "sample_weight")
    refused(lambda: score_table([0, 1], [np.nan] * 2, on_invalid="drop"), "2 without a score")
    refused(lambda: score_table([0, 1], [0.1, 0.2], on_invalid="ignore"), "ignore")
    refused(lambda: score_table([0, 1], [0.1, 0.2], [0.5, 1], weight_kind="frequency"), "0.5")
    refused(lambda: score_table([0, 1], [0.1, 0.2], pos_label=7), "7")
    refused(lambda: score_table([0, 1], [0.1, 0.2], resolution="fine"), "'fine'")
    refused(lambda: score_table([0, 1], [0.1, 0.2], resolution=2), "2")
    refused(lambda: score_table([0, 1], np.ones((2, 2))), "(2, 2)")
    refused(lambda: score_table([0, 1], [1, 2], weight=[1, -1]), "negative")
    message = refused(
        lambda: score_table(
            [0, 1], [np.nan, 2], score_names={"y_score": 'y_score (column "risk")'}
        ),
        "risk",
    )
    assert "row" in message


def test_frequencies_have_no_squares():
    weighted, _ = score_table(TRUTH, SCORES, [1, 2, 3, 4], weight_kind="frequency")
    assert weighted.squares is None
    repeated = score_table(np.repeat(TRUTH, [1, 2, 3, 4]), np.repeat(SCORES, [1, 2, 3, 4]))[0]
    assert weighted == repeated
    assert score_table(TRUTH, SCORES, [1, 2, 3, 4])[0].squares.sum() == 30


def test_clusters_add_up_to_the_table():
    rng = np.random.default_rng(0)
    truth, scores = rng.integers(0, 2, 500), np.round(rng.random(500), 2)
    weight, cluster = rng.random(500) + 0.1, rng.choice(["p", "q", "r"], 500)
    plain, _ = score_table(truth, scores, weight)
    table, _ = score_table(truth, scores, weight, cluster=cluster)
    assert table.clusters.ids == ("p", "q", "r")
    assert np.allclose(table.weight, plain.weight, rtol=1e-12)
    assert np.allclose(table.squares, plain.squares, rtol=1e-12)
    each = table.resampled(np.eye(3))
    assert np.allclose(each.weight.sum(0), plain.weight, rtol=1e-12)
    for index, name in enumerate("pqr"):
        mine = cluster == name
        alone = ScoreTable.of_rows(truth[mine], scores[mine], weight[mine])
        assert area_under_roc(each)[index] == pytest.approx(area_under_roc(alone), abs=1e-12)
    cut = table.counts_at(0.5)
    assert np.allclose(cut.clusters.resampled(np.ones(3), 4).reshape(2, 2), cut.cells.array())


def test_clusters_survive_merging_coarsening_and_classes():
    rng = np.random.default_rng(1)
    truth, scores, cluster = rng.integers(0, 2, 300), rng.random(300), rng.integers(0, 20, 300)
    whole, _ = score_table(truth, scores, cluster=cluster)
    parts = [score_table(truth[i::3], scores[i::3], cluster=cluster[i::3])[0] for i in range(3)]
    assert parts[2] + parts[0] + parts[1] == whole
    coarse = whole.coarsened(10)
    assert np.array_equal(coarse.resampled(np.ones((1, 20))).weight[0], coarse.weight)
    grid = gridded(whole, 6, "unit")
    assert np.array_equal(grid.table.resampled(np.ones((1, 20))).weight[0], grid.table.weight)
    refused(lambda: whole + score_table(truth, scores)[0], "cluster")
    refused(lambda: score_table(truth, scores)[0].resampled(np.ones(20)), "cluster")
    shifted = whole.at_prevalence(0.2)
    assert np.allclose(shifted.resampled(np.ones((1, 20))).weight[0], shifted.weight)


def test_clusters_in_a_grid_are_those_of_the_rows():
    rng = np.random.default_rng(2)
    truth, scores, cluster = rng.integers(0, 2, 3000), rng.random(3000), rng.integers(0, 9, 3000)
    grid, _ = score_table(truth, scores, cluster=cluster, probability=True, resolution=6)
    assert np.array_equal(grid.table.resampled(np.ones((1, 9))).weight[0], grid.table.weight)
    each = grid.table.resampled(np.eye(9))
    assert each.total.tolist() == np.bincount(cluster).tolist()


def test_a_cluster_that_is_null_is_a_bad_row():
    refused(lambda: score_table(TRUTH, SCORES, cluster=["p", None, "q", "q"]), "cluster", "1 row")
    table, account = score_table(TRUTH, SCORES, cluster=["p", None, "q", "q"], on_invalid="drop")
    assert account.refused == {"null_label": 1}
    assert table.clusters.ids == ("p", "q")
    assert table.total == 3


def test_groups_are_rows_apart():
    rng = np.random.default_rng(3)
    truth, scores = rng.integers(0, 2, 200), rng.random(200)
    site, sex = rng.choice(["A", "B", "C"], 200), rng.integers(0, 2, 200)
    rows = scored_rows(None, truth, {"y_score": scores}, groups={"site": site, "sex": sex})
    parts = dict(rows.by_group())
    assert list(parts) == [(a, b) for a in "ABC" for b in (0, 1)]
    tables = {value: reduce_column(part, "y_score") for value, part in parts.items()}
    for (a, b), table in tables.items():
        mine = (site == a) & (sex == b)
        assert table == ScoreTable.of_rows(truth[mine], scores[mine])
    assert sum(tables.values()) == ScoreTable.of_rows(truth, scores)
    assert [
        value for value, _ in scored_rows(None, truth, {"s": scores}, groups={"x": sex}).by_group()
    ] == [0, 1]


def test_several_columns_share_their_rows():
    truth = ["a", "b", "c", "a"]
    columns = {"a": [0.5, 0.2, 0.1, np.nan], "b": [0.3, 0.5, 0.2, 0.1], "c": [0.2, 0.3, 0.7, 0.4]}
    rows = scored_rows(None, truth, columns, probability=True, on_invalid="drop")
    assert rows.account == RowAccount(4, 3, {"null_score": 1})
    for label in "abc":
        table = reduce_column(rows, label).one_vs_rest(label)
        assert area_under_roc(table) == 1
        assert table.total == 3


def test_resolution_depends_on_rows_and_scores_only(monkeypatch):
    rng = np.random.default_rng(4)
    truth, scores = rng.integers(0, 2, 5000), rng.random(5000)
    assert isinstance(score_table(truth, scores)[0], ScoreTable)
    monkeypatch.setattr(engine, "EXACT_ROWS", 1000)
    monkeypatch.setattr(engine, "FEW_SCORES", 101)
    monkeypatch.setattr(engine, "_PART", 700)
    grid, _ = score_table(truth, scores)
    assert isinstance(grid, ScoreGrid)
    assert grid.family == "line"
    few = np.round(scores, 2)
    assert score_table(truth, few)[0] == ScoreTable.of_rows(truth, few)
    assert isinstance(score_table(truth, scores, resolution="exact")[0], ScoreTable)
    assert isinstance(score_table(truth, few, resolution=8)[0], ScoreGrid)
    assert score_table(truth, scores, probability=True)[0].family == "unit"
