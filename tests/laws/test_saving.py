"""What was saved is loaded the same, and loaded parts merge like parts that never were files."""

from functools import reduce
from operator import add

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.laws.columns import NAMES, Columns, columns, divided, many
from veracity.evaluation import Evaluation, load
from veracity.statistics.matrix import cells
from veracity.statistics.matrix.cells import SparseCells


def saved(ev: Evaluation, tmp_path_factory, **options) -> Evaluation:
    path = tmp_path_factory.mktemp("saved") / "one.veracity"
    ev.save(path, **options)
    return load(path)


@given(st.data())
def test_everything_comes_back(tmp_path_factory, data):
    ev = data.draw(columns(weights=data.draw(st.booleans()))).evaluation()
    again = saved(ev, tmp_path_factory, ids="keep")
    assert again.held == ev.held
    assert again.groups == ev.groups
    for name in ("rows", "settings", "asked", "weight_kind", "min_count"):
        assert getattr(again, name) == getattr(ev, name), name


@pytest.mark.parametrize("names", [*NAMES.values(), (1.5, 2, 2.5), (10**30, 0)], ids=str)
def test_labels_keep_their_type(tmp_path_factory, names):
    names = list(names)
    ev = Columns(names, names, group=names, cluster=names).evaluation()
    again = saved(ev, tmp_path_factory, ids="keep")

    def with_types(labels):
        return [(type(label), label) for label in labels]

    assert with_types(again.confusion.labels) == with_types(ev.confusion.labels)
    assert type(again.confusion.pos_label) is type(ev.confusion.pos_label)
    assert with_types(again.groups) == with_types(ev.groups)
    assert with_types(again.confusion.clusters.ids) == with_types(ev.confusion.clusters.ids)


def test_figures_are_the_same(tmp_path_factory):
    rows = many(60, 3)
    rows = Columns(rows.truth, rows.called, cluster=[i % 7 for i in range(60)])
    ev = rows.evaluation(n_resamples=100, confidence_level=0.9, random_state=3)
    again = saved(ev, tmp_path_factory)
    for key in ev:
        assert repr(again[key]) == repr(ev[key]), key
    assert again.to_json() == ev.to_json()


def test_sparse_cells_stay_sparse(tmp_path_factory, monkeypatch):
    monkeypatch.setattr(cells, "DENSE_CLASSES", 0)
    rows = many(100, 9)
    weight, cluster = np.linspace(0.1, 1, 100).tolist(), [i % 5 for i in range(100)]
    ev = Columns(rows.truth, rows.called, weight, cluster).evaluation()
    again = saved(ev, tmp_path_factory, ids="keep")
    assert isinstance(again.confusion.cells, SparseCells)
    assert again.confusion == ev.confusion


@given(st.data())
def test_loaded_parts_merge_to_the_whole(tmp_path_factory, data):
    rows = data.draw(columns())
    parts = [part.evaluation() for part in data.draw(divided(rows))]
    merged = reduce(add, [saved(part, tmp_path_factory, ids="keep") for part in parts])
    whole = rows.evaluation()
    assert merged.confusion == whole.confusion
    assert merged.rows == whole.rows
    assert merged.groups == whole.groups


def test_equal_evaluations_give_equal_files(tmp_path):
    rows = many(30, 3)
    for name in ("one", "other"):
        rows.evaluation().save(tmp_path / name)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "other").read_bytes()
