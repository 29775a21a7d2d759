"""Very many columns: tables are made one at a time, and give the figures of all at once."""

import numpy as np
import pytest

import veracity as vc
from veracity.statistics.joint import joint_scores
from veracity.statistics.joint.row_tables import RowTables, weight_below

RNG = np.random.default_rng(4)
AREAS = ["auroc_ovr_macro", "auroc_ovr_weighted", "auroc_ovo_macro", "auroc_ovo_weighted"]
OTHERS = ["brier", "log_loss", "top_k_accuracy", "ece_classwise", "rps"]


def evaluated(classes=6, rows=300, **more):
    truth = RNG.integers(0, classes, rows)
    proba = np.round(RNG.dirichlet(np.ones(classes), rows), 2) + 0.01  # with ties
    proba /= proba.sum(1, keepdims=True)
    return truth, proba, {"labels": range(classes), **more}


@pytest.mark.parametrize("kind", ["plain", "weights", "clusters"])
@pytest.mark.parametrize("key", [*AREAS, *OTHERS])
def test_the_same_figures(kind, key, monkeypatch):
    more = {
        "plain": {},
        "weights": {"sample_weight": RNG.uniform(0.5, 2, 300)},
        "clusters": {"cluster": RNG.integers(0, 60, 300)},
    }[kind]
    truth, proba, settings = evaluated(**more)
    wanted = vc.evaluate(truth, y_proba=proba, **settings)[key]
    monkeypatch.setattr(joint_scores, "MOST_CELLS", 0)
    ev = vc.evaluate(truth, y_proba=proba, **settings)
    assert isinstance(ev.scores.columns.tables, RowTables)
    found = ev[key]
    for part in ("value", "low", "high"):
        assert getattr(found, part) == pytest.approx(getattr(wanted, part), abs=1e-12, nan_ok=True)


def test_absent_classes_are_named_with_the_mean_of_the_others(monkeypatch):
    truth, proba, settings = evaluated()
    truth[truth == 2] = 3
    wanted = vc.evaluate(truth, y_proba=proba, **settings)["auroc_ovr_macro"]
    monkeypatch.setattr(joint_scores, "MOST_CELLS", 0)
    assert vc.evaluate(truth, y_proba=proba, **settings)["auroc_ovr_macro"].note == wanted.note
    assert "2" in wanted.note


def test_areas_do_not_make_the_tables(monkeypatch):
    """A table has K numbers for every score; the areas need two."""
    truth, proba, settings = evaluated(classes=40)
    monkeypatch.setattr(joint_scores, "MOST_CELLS", 0)
    ev = vc.evaluate(truth, y_proba=proba, **settings)
    made, table = [], joint_scores.JointScores.table

    def counted(self, index):
        made.append(index)
        return table(self, index)

    monkeypatch.setattr(joint_scores.JointScores, "table", counted)
    for key in AREAS:
        assert 0 < ev[key].value < 1
    assert set(made) <= {0}  # the first, which knows classes and totals


def test_it_is_a_sequence(monkeypatch):
    truth, proba, settings = evaluated()
    ev = vc.evaluate(truth, y_proba=proba, **settings)
    plain, lazy = ev.scores.columns.tables, RowTables(ev.scores)
    assert len(lazy) == 6
    assert list(lazy) == list(plain)
    assert lazy[-1] == plain[-1]
    assert lazy[1:3] == plain[1:3]
    with pytest.raises(IndexError):
        lazy[6]


def test_the_weight_below_counts_ties_as_halves():
    found = weight_below(np.array([0.5, 0.1, 0.9]), np.array([0.5, 0.2, 0.5]), np.ones(3))
    assert found.tolist() == [2, 0, 3]
