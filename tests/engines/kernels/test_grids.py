"""Rows to a certified grid: the same buckets as from a table, thresholds, a second pass, memory."""

import tracemalloc

import numpy as np
import pytest

from veracity.engines.kernels import grids as score_grids
from veracity.engines.kernels.buckets import BucketReader
from veracity.engines.kernels.grids import GridCounter, grid_of_rows, planned_cells
from veracity.engines.kernels.sums import Rows
from veracity.engines.rows.tables import score_table
from veracity.statistics.grid.bounds import average_precision_bracket, roc_bound
from veracity.statistics.grid.codes import codes_of
from veracity.statistics.scores.areas import area_under_roc, average_precision
from veracity.statistics.scores.score_table import ScoreTable

SIZE = 200_000


def scenario(name):
    rng = np.random.default_rng(0)
    truth = (rng.random(SIZE) < 0.1).astype(np.uint8)
    logits = rng.normal(size=SIZE) + 1.5 * truth
    typical = 1 / (1 + np.exp(-logits))
    return truth, {
        "typical": lambda: typical,
        "overconfident": lambda: 1 / (1 + np.exp(-10 * logits)),
        "saturated": lambda: 1 / (1 + np.exp(-(logits + 9))),
        "saturated float32": lambda: (1 / (1 + np.exp(-6 * logits))).astype(np.float32),
        "half within 1e-9": lambda: np.where(
            rng.random(SIZE) < 0.5, 0.3 + 1e-9 * rng.random(SIZE), typical
        ),
        "atoms": lambda: np.where(rng.random(SIZE) < 0.4, np.round(typical, 1), typical),
        "rounded": lambda: np.round(typical, 3),
    }[name]()


SCENARIOS = [
    "typical",
    "overconfident",
    "saturated",
    "saturated float32",
    "half within 1e-9",
    "atoms",
    "rounded",
]


@pytest.mark.parametrize("name", SCENARIOS)
@pytest.mark.parametrize("family", ["line", "unit"])
@pytest.mark.parametrize("weighted", [False, True])
def test_the_bounds_hold_and_are_small(name, family, weighted):
    truth, scores = scenario(name)
    weight = np.random.default_rng(1).random(SIZE) + 0.01 if weighted else None
    table = ScoreTable.of_rows(truth, scores, weight)
    unit = family == "unit"
    grid, _ = score_table(truth, scores, weight, probability=unit, resolution=14)
    assert abs(area_under_roc(grid) - area_under_roc(table)) <= roc_bound(grid) + 1e-13
    assert roc_bound(grid) < 1e-4
    low, high = average_precision_bracket(grid)
    assert low <= average_precision(table) <= high
    assert grid.table.total == pytest.approx(table.total, rel=1e-12)
    assert grid.weighted == weighted
    if weighted:
        assert grid.table.squares.sum() == pytest.approx(table.squares.sum(), rel=1e-12)


@pytest.mark.parametrize("name", SCENARIOS)
@pytest.mark.parametrize("family", ["line", "unit"])
def test_the_reader_finds_the_buckets_of_the_cells(name, family):
    truth, scores = scenario(name)
    scores = np.concatenate([scores[:9000], [0.0, -0.0, 1.0, 0.5, 5e-324]])
    rows = Rows(truth[: len(scores)], 2, scores, 0.0, 1.0)
    cells = planned_cells(lambda: (rows,), len(rows), family, 10, (0.25,))
    expected = cells.buckets_of(codes_of(family, scores))
    assert np.array_equal(BucketReader(cells).buckets(scores), expected)


def test_any_score_has_a_bucket_on_the_line():
    scores = np.array([np.inf, -np.inf, 1e300, -1e300, 0.0, -0.0, 5e-324, -5e-324, 3.0, -3.0])
    rows = Rows(np.zeros(10, np.uint8), 2, scores, -np.inf, np.inf)
    cells = planned_cells(lambda: (rows,), len(rows), "line", 8)
    codes = codes_of("line", scores)
    bucket = BucketReader(cells).buckets(scores)
    assert np.array_equal(bucket, cells.buckets_of(codes))
    assert ((cells.low[bucket] <= codes) & (codes <= cells.high[bucket])).all()


def test_thresholds_known_before_are_counted_exactly():
    truth, scores = scenario("typical")
    thresholds = (0.5, 0.123456789, float(scores[7]), 0.0, 1.0, 1.5, -2.0)
    table = ScoreTable.of_rows(truth, scores)
    options = {"probability": True, "resolution": 8}
    grid, _ = score_table(truth, scores, thresholds=thresholds, **options)
    for threshold in thresholds:
        assert grid.is_exact_at(threshold)
        for counts in grid.counts_at(threshold):
            assert counts == table.counts_at(threshold)
    without, _ = score_table(truth, scores, **options)
    assert not without.is_exact_at(0.123456789)


def test_pieces_counted_apart_are_the_whole():
    truth, scores = scenario("atoms")
    rows = Rows(truth, 2, scores, 0.0, 1.0)
    cells = planned_cells(lambda: (rows,), len(rows), "unit", 12)
    whole = GridCounter(cells, 2, weighted=False, squares=False).added(rows)
    parts = [
        GridCounter(cells, 2, weighted=False, squares=False).added(
            rows.picked(slice(i, i + 70_001))
        )
        for i in range(0, SIZE, 70_001)
    ]
    grids = [part.grid((0, 1), 1) for part in parts]
    assert sum(grids) == whole.grid((0, 1), 1)
    parts[0].join(parts[1])
    parts[0].join(parts[2])
    assert parts[0].grid((0, 1), 1) == whole.grid((0, 1), 1)


def test_a_second_pass_where_the_first_is_too_coarse(monkeypatch):
    truth, scores = scenario("half within 1e-9")
    rows = Rows(truth, 2, scores, 0.0, 1.0)
    few = Rows(truth[:9], 2, np.linspace(0.6, 0.9, 9), 0.6, 0.9)
    blind = planned_cells(lambda: (few,), 9, "unit", 14)
    coarse = score_grids.counted((rows,), blind).grid((0, 1), 1)
    assert roc_bound(coarse) > 0.01
    monkeypatch.setattr(score_grids, "planned_cells", lambda *_: blind)
    fine = grid_of_rows(rows, "unit", 14, (0, 1), 1)
    assert roc_bound(fine) <= score_grids.COARSE
    exact = area_under_roc(ScoreTable.of_rows(truth, scores))
    for grid in (coarse, fine):
        assert abs(area_under_roc(grid) - exact) <= roc_bound(grid)


def test_rare_positives_in_a_lump():
    rng = np.random.default_rng(5)
    truth = (np.arange(SIZE) < 40).astype(np.uint8)
    scores = np.where(truth, 0.7 + 1e-7 * rng.random(SIZE), rng.random(SIZE))
    grid, _ = score_table(truth, scores, probability=True, resolution=16)
    assert roc_bound(grid) <= 1e-4
    assert abs(
        area_under_roc(grid) - area_under_roc(ScoreTable.of_rows(truth, scores))
    ) <= roc_bound(grid)


def test_memory_does_not_grow_with_rows():
    truth, scores = scenario("typical")
    truth, scores = np.tile(truth, 5), np.tile(scores, 5)
    tracemalloc.start()
    score_table(truth, scores, probability=True, resolution=16)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 64e6


def test_many_classes_have_their_bound_from_the_rest():
    rng = np.random.default_rng(6)
    truth, scores = rng.integers(0, 4, SIZE), rng.random(SIZE)
    grid, _ = score_table(truth, scores, probability=True, resolution=12)
    table = ScoreTable.of_rows(truth, scores, labels=range(4))
    for label in range(4):
        coarse, fine = grid.one_vs_rest(label), table.one_vs_rest(label)
        assert abs(area_under_roc(coarse) - area_under_roc(fine)) <= roc_bound(coarse) + 1e-13


@pytest.mark.parametrize("family", ["line", "unit"])
def test_grids_with_plans_of_their_own_merge(family):
    unit, grids, rows = family == "unit", [], []
    for index, (name, bits) in enumerate(zip(SCENARIOS, (14, 9, 16, 12, 14, 13, 10), strict=True)):
        truth, scores = scenario(name)
        rows.append((truth[index::7], scores[index::7].astype(np.float64)))
        grids.append(score_table(*rows[-1], probability=unit, resolution=bits)[0])
    truth, scores = (np.concatenate(column) for column in zip(*rows, strict=True))
    table = ScoreTable.of_rows(truth, scores)
    merged = sum(grids)
    assert merged == sum(grids[::-1])
    assert merged == grids[3].merged([*grids[:3], *grids[4:]])
    bound = roc_bound(merged)
    assert abs(area_under_roc(merged) - area_under_roc(table)) <= bound < 0.02
    low, high = average_precision_bracket(merged)
    assert low <= average_precision(table) <= high
    for edge in merged.low[::50]:
        assert merged.counts_at(edge)[0] == table.counts_at(edge)


def test_two_sites_whose_scores_lie_elsewhere():
    (truth, here), (_, there) = scenario("typical"), scenario("saturated")
    options = {"probability": True, "resolution": 16}
    one, other = (score_table(truth, scores, **options)[0] for scores in (here, there))
    assert roc_bound(one + other) < 2e-4
