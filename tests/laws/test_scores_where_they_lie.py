"""Scores give the same answer wherever they lie: in memory, in files, in lazy tables."""

import narwhals as nw
import numpy as np
import polars as pl
import pytest

import veracity as vc
from tests.laws import score_containers, score_law
from veracity.engines.frames.score_cells import cell_codes, with_cells
from veracity.errors import InputError
from veracity.statistics.clusters.random_groups import groups_of
from veracity.statistics.grid.codes import codes_of


@pytest.mark.parametrize("build", score_containers.EVERY, ids=lambda one: one.__name__)
@pytest.mark.parametrize("name", score_law.PLANS)
def test_the_same_answer(build, name, tmp_path, monkeypatch):
    score_law.with_low_limits(monkeypatch)
    score_containers.check(build, name, tmp_path)


def _adversarial(family):
    draw = np.random.default_rng(4)
    top = int(np.float64(1.0).view(np.int64))
    bits = draw.integers(0, top, 4000).view(np.float64)
    powers = 2.0 ** -np.arange(1.0, 60)
    near = np.array([0.0, 5e-324, 2.3e-308, 0.5, 1.0, 0.1, 1 / 3, 1 - 2.0**-53])
    some = np.concatenate((near, bits, 1 - bits, powers, 1 - powers, draw.random(2000)))
    some = np.concatenate((some, np.nextafter(some, 0), np.nextafter(some, 1)))
    if family == "unit":
        return some
    wide = draw.integers(-(2**63), 2**63 - 1, 4000).view(np.float64)
    ends = np.array([np.inf, 1.7e308, 2.0**960, np.nextafter(2.0**960, 0), -0.0])
    every = np.concatenate((some, wide[np.isfinite(wide)], ends))
    return np.concatenate((every, -every))


@pytest.mark.parametrize("family", ["unit", "line"])
def test_arithmetic_finds_the_cell_that_the_bits_name(family):
    scores = _adversarial(family)
    frame = nw.from_native(pl.DataFrame({"s": scores}).lazy())
    for bits in (3, 5, 11, 12, 17, 24, 25, 33, 40, 48, 52):
        keys = with_cells(frame, "s", family, bits, "key").collect().get_column("key").to_numpy()
        low, high = cell_codes(family, keys, bits)
        codes = codes_of(family, scores)
        assert ((low <= codes) & (codes <= high)).all(), bits


def test_a_grid_of_a_lazy_table_joins_one_of_arrays(monkeypatch):
    score_law.with_low_limits(monkeypatch)
    table = score_law.columns()
    asked = {"y_true": "truth", "y_proba": "proba"}
    lazy = vc.evaluate(data=pl.DataFrame(table).lazy(), **asked)
    both = lazy + vc.evaluate(data=table, resolution=10, **asked)
    exact = vc.evaluate(data=table, **asked)
    assert both.rows.used == 2 * exact.rows.used
    assert abs(both["auroc"].value - exact["auroc"].value) <= both["auroc"].bound
    assert both["auroc"].bound < 1e-3
    assert np.array_equal(both.confusion.counts, 2 * exact.confusion.counts)


def test_many_clusters_come_home_as_random_groups(monkeypatch):
    score_law.with_low_limits(monkeypatch)
    table = score_law.columns()
    for column in ("person", "name"):
        ev = vc.evaluate("truth", y_proba="proba", cluster=column, data=pl.DataFrame(table).lazy())
        units = ev.scores.table.clusters.ids
        groups = units[0][1]
        assert {one[2] for one in units} == set(groups_of(table[column].tolist(), groups).tolist())


def test_clusters_of_a_type_without_groups_are_refused(monkeypatch):
    score_law.with_low_limits(monkeypatch)
    table = {**score_law.columns()}
    table["day"] = table["person"].astype("datetime64[D]")
    with pytest.raises(InputError, match="clusters as whole numbers"):
        vc.evaluate("truth", y_proba="proba", cluster="day", data=pl.DataFrame(table).lazy())


def test_rows_that_change_between_passes_are_refused(monkeypatch):
    score_law.with_low_limits(monkeypatch)
    passes = []

    def changing(frame):
        passes.append(1)
        return frame.head(1200) if len(passes) > 1 else frame

    frame = pl.DataFrame(score_law.columns()).lazy().map_batches(changing, streamable=False)
    with pytest.raises(InputError, match="did it change"):
        vc.evaluate("truth", y_proba="crowded", data=frame)
