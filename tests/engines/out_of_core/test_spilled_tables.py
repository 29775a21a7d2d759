"""Tables that are written to files and added up range by range are what they are in memory."""

import errno
import tempfile
from collections import Counter

import numpy as np
import pyarrow
import pyarrow.parquet
import pytest

import veracity as vc
from veracity.engines.out_of_core import second_pass, spilled_tables
from veracity.engines.out_of_core.spilled_tables import SpilledTables
from veracity.engines.rows import tables
from veracity.errors import VeracityError
from veracity.statistics.scores.score_table import ScoreTable


@pytest.fixture(autouse=True)
def few_are_held(monkeypatch, tmp_path):
    monkeypatch.setattr(spilled_tables, "HELD", 40)
    monkeypatch.setattr(spilled_tables, "_SAMPLED", 4)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))


def drawn(seed, rows=30, levels=200):
    draw = np.random.default_rng(seed)
    scores = draw.choice([np.inf, -np.inf, 0.0, *draw.normal(size=3)], rows)
    return draw.integers(0, 2, rows), np.where(
        draw.random(rows) < 0.2, scores, draw.integers(0, levels, rows) / 8
    )


@pytest.mark.parametrize("weighted", [False, True])
def test_sums_are_those_of_all_rows(weighted, tmp_path):
    spilled, counts, squares = SpilledTables(), {}, {}
    for seed in range(25):
        name = ("p", seed % 3 == 0)
        truth, scores = drawn(seed)
        weight = np.random.default_rng(seed).integers(1, 9, len(truth)) / 4 if weighted else None
        spilled.add(name, ScoreTable.of_rows(truth, scores, weight))
        every = np.ones(len(truth)) if weight is None else weight
        for t, s, w in zip(truth.tolist(), scores.tolist(), every.tolist(), strict=True):
            counts.setdefault(name, Counter())[t, s] += w
            squares.setdefault(name, Counter())[t, s] += w * w
    assert list(tmp_path.iterdir())
    with spilled:
        found = dict(spilled.sums())
    assert found.keys() == counts.keys()
    assert list(tmp_path.iterdir()) == []
    for name, table in found.items():
        assert table.scores.tolist() == sorted({s for _, s in counts[name]}, reverse=True)
        for sums, expected in ((table.weight, counts), (table.sum_of_squares, squares)):
            for label in (0, 1):
                assert sums[label].tolist() == [expected[name][label, s] for s in table.scores]
        assert table.weighted == weighted


def test_few_scores_need_no_file(tmp_path):
    spilled = SpilledTables()
    for seed in range(2):
        spilled.add(("p", None), ScoreTable.of_rows(*drawn(seed, rows=9)))
    assert len(dict(spilled.sums())) == 1
    assert list(tmp_path.iterdir()) == []


def test_a_full_disk_is_said(monkeypatch, tmp_path):
    def full(*given):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(spilled_tables.shutil, "copyfileobj", full)
    table = ScoreTable.of_rows(*drawn(0, rows=200))
    with (
        SpilledTables() as spilled,
        pytest.raises(VeracityError, match="disk is full") as caught,
    ):
        spilled.add(("p", None), table)
    assert str(tmp_path) in str(caught.value)


def test_an_exact_evaluation_of_a_large_file_spills(monkeypatch, tmp_path):
    monkeypatch.setattr(tables, "EXACT_ROWS", 200)
    monkeypatch.setattr(second_pass, "PIECE", 150)
    written, whole = [], spilled_tables._in_file
    monkeypatch.setattr(
        spilled_tables, "_in_file", lambda *given: written.append(1) or whole(*given)
    )
    draw = np.random.default_rng(4)
    held = {"y": draw.integers(0, 2, 1000), "p": draw.random(1000), "g": draw.integers(0, 2, 1000)}
    data = tmp_path / "rows.parquet"
    pyarrow.parquet.write_table(pyarrow.table(held), data)
    found = vc.evaluate("y", y_proba="p", group="g", data=data, resolution="exact")
    assert len(written) > 10
    for mine, rows in ((found, slice(None)), (found.by_group[1], held["g"] == 1)):
        yes, no = (held["p"][rows][held["y"][rows] == label] for label in (1, 0))
        pairs = (yes[:, None] > no[None, :]).sum()
        assert mine["auroc"].value == pytest.approx(pairs / (len(yes) * len(no)), abs=1e-15)
    found.save(tmp_path / "saved.vc")
    assert vc.load(tmp_path / "saved.vc")["auroc"].value == found["auroc"].value
