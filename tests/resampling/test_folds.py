"""Folds of a statistic: they add up to it, keep classes even and clusters whole."""

import numpy as np
import pytest

from tests.recalibration.rows import overconfident
from veracity.engines.rows.tables import score_table
from veracity.errors import InputError
from veracity.resampling import folds
from veracity.resampling.folds import checked_folds, in_folds
from veracity.statistics.joint.joint_scores import JointScores


def tables():
    y, p, cluster = overconfident(203, 1, ties=50)
    w = np.random.default_rng(0).random(203) + 0.5
    return {
        "counts": score_table(y, p)[0],
        "clusters": score_table(y, p, cluster=cluster)[0],
        "weights": score_table(y, p, w)[0],
        "weighted clusters": score_table(y, p, w, cluster=cluster)[0],
        "columns": JointScores.of_rows(y, {0: 1 - p, 1: p}),
        "columns with clusters": JointScores.of_rows(
            y, {0: 1 - p, 1: p}, cluster=cluster, cluster_labels=range(cluster.max() + 1)
        ),
    }


@pytest.mark.parametrize("kind", list(tables()))
def test_folds_add_up_to_the_whole(kind):
    whole = tables()[kind]
    parts = in_folds(whole, 5, seed=3)
    again = parts[0].merged(parts[1:])
    assert len(parts) == 5
    assert np.array_equal(again.weight.sum(), whole.weight.sum()) or kind.startswith("weight")
    if isinstance(whole, JointScores):
        assert again == whole
    else:
        held = whole.weight.sum(0) > 0
        assert np.array_equal(again.scores[again.weight.sum(0) > 0], whole.scores[held])
        assert again.weight == pytest.approx(whole.weight, abs=1e-12)
        assert again.sum_of_squares == pytest.approx(whole.sum_of_squares, abs=1e-12)


def test_classes_are_spread_evenly():
    whole = tables()["counts"]
    each = np.array([part.truth for part in in_folds(whole, 5, seed=0)])
    assert (each.max(0) - each.min(0) <= 1).all()


@pytest.mark.parametrize("kind", ["clusters", "weighted clusters"])
def test_clusters_are_in_one_fold_each_and_about_even(kind):
    whole = tables()[kind]
    ids = [part.clusters.ids for part in in_folds(whole, 4, seed=0)]
    assert sorted(one for some in ids for one in some) == sorted(whole.clusters.ids)
    assert max(map(len, ids)) - min(map(len, ids)) <= 1


def test_columns_keep_clusters_whole():
    parts = in_folds(tables()["columns with clusters"], 4, seed=0)
    found = [set(part.cluster.tolist()) for part in parts]
    assert sum(map(len, found)) == len(set().union(*found))


def test_a_seed_gives_the_same_folds_and_another_one_others():
    whole = tables()["counts"]
    first, same, other = (in_folds(whole, 3, seed=seed)[0] for seed in (1, 1, 2))
    assert np.array_equal(first.weight, same.weight)
    assert not np.array_equal(first.weight, other.weight)


def test_rows_are_dealt_out_as_rows_would_be():
    """One cell of 10 rows in 5 folds: 2 in each, whatever the seed."""
    whole = score_table([1] * 10 + [0] * 5, [0.3] * 15)[0]
    for seed in range(5):
        assert {tuple(part.truth) for part in in_folds(whole, 5, seed)} == {(1.0, 2.0)}


@pytest.mark.parametrize("cv", [1, 0, 7, 2.5, True, None])
def test_no_number_of_folds(cv):
    with pytest.raises(InputError, match="from 2 to 6"):
        checked_folds(cv, 6)


def test_very_large_counts_are_drawn(monkeypatch):
    """Frequency weights of billions are not written out as rows."""
    monkeypatch.setattr(folds, "MOST_ROWS", 10)
    whole = score_table([0, 1, 1], [0.1, 0.4, 0.8], [1e6, 2e6, 3e6], weight_kind="frequency")[0]
    parts = in_folds(whole, 3, seed=0)
    assert np.array_equal(sum(part.weight for part in parts), whole.weight)
    assert parts[0].truth == pytest.approx([1e6 / 3, 5e6 / 3], rel=0.01)
