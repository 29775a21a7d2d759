"""Several columns of the same rows, each its own table or grid."""

import numpy as np
import pytest
from hypothesis import given

from tests.statistics.joint_rows import joint_rows
from tests.statistics.refusals import refused
from veracity.errors import CannotMerge
from veracity.statistics.grid.building import gridded
from veracity.statistics.joint.score_columns import ScoreColumns
from veracity.statistics.scores.score_table import ScoreTable

TRUTH = [0, 1, 2, 1]
FIRST, SECOND = [0.9, 0.2, 0.3, 0.3], [0.1, 0.8, 0.3, 0.5]


def table(scores, **options):
    return ScoreTable.of_rows(TRUTH, scores, labels="abc", **options)


def columns(**options):
    return ScoreColumns(("x", "y"), (table(FIRST, **options), table(SECOND, **options)))


def grids(bits=8):
    return ScoreColumns(("x", "y"), tuple(gridded(one, bits, "unit") for one in columns().tables))


def test_what_it_holds():
    c = columns()
    assert (c.labels, c.classes, len(c), c.shape) == (("a", "b", "c"), 3, 2, ())
    assert (c.truth.tolist(), c.total, c.effective_total) == ([1, 2, 1], 4, 4)
    assert c.column("y").scores.tolist() == [0.8, 0.5, 0.3, 0.1]
    assert (c.pos_label, c.weighted, c.clusters, c.exact) == (None, False, None, True)
    assert "'x', 'y'" in repr(c)
    assert columns(weight=[1, 1, 1, 3]).effective_total == 36 / 12


def test_grids_answer_the_same():
    g = grids()
    assert (g.truth.tolist(), g.total, g.exact) == ([1, 2, 1], 4, False)
    assert g != columns()
    assert g.relabelled(("c", "b", "a")).truth.tolist() == [1, 2, 1][::-1]
    np.testing.assert_allclose(g.at_prevalence({"a": 0.5, "b": 0.25, "c": 0.25}).truth, [2, 1, 1])


@given(joint_rows(weighted=False))
def test_parts_are_the_whole(rows):
    half = len(rows) // 2
    parts = [rows.joint(one).columns for one in (slice(half), slice(half, None))]
    assert sum(parts) == rows.joint().columns
    assert parts[1] + parts[0] == rows.joint().columns


def test_merging_goes_by_name_and_refuses_others():
    c = columns()
    turned = ScoreColumns(("y", "x"), c.tables[::-1])
    assert c + turned == c + c
    assert (grids() + grids()).truth.tolist() == [2, 4, 2]
    other = ScoreColumns(("x", "z"), c.tables)
    refused(lambda: c + other, "columns", "'z'", error=CannotMerge)
    refused(lambda: c + grids(), "resolution", error=CannotMerge)
    refused(lambda: grids() + c, "resolution", error=CannotMerge)
    with pytest.raises(TypeError):
        c + 1


def test_chance_prevalence_and_redraws_go_column_by_column():
    c = columns()
    assert c.by_chance().tables == tuple(one.by_chance() for one in c.tables)
    shares = {"a": 0.5, "b": 0.25, "c": 0.25}
    assert c.at_prevalence(shares).tables == tuple(one.at_prevalence(shares) for one in c.tables)
    refused(lambda: c.resampled(np.ones((2, 3))), "cluster")
    refused(lambda: grids().resampled(np.ones((2, 3))), "exact")


@given(joint_rows(clustered=True))
def test_redraws_have_leading_axes(rows):
    times = np.array([[0, 1, 2, 0, 1], [1, 1, 1, 1, 1.0]])
    c = rows.joint().columns
    drawn = c.resampled(times)
    assert drawn.shape == (2,)
    np.testing.assert_allclose(drawn.truth[1], c.truth, rtol=1e-12)


def test_names_and_columns_must_fit():
    refused(lambda: ScoreColumns(("x",), columns().tables), "1 names", "2 columns")
    refused(lambda: ScoreColumns((), ()), "at least one")
    refused(lambda: columns().column("z"), "'z'", "'x', 'y'")
    with pytest.raises(TypeError, match="unhashable"):
        hash(columns())
