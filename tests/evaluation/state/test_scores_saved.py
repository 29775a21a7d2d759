"""Scores kept, shared and added: coarsened, without small cells and without names."""

import numpy as np
import pytest

from tests.statistics.refusals import refused
from veracity.errors import CannotMerge
from veracity.evaluation import evaluate, load
from veracity.statistics.grid.score_grid import ScoreGrid
from veracity.statistics.joint.score_columns import ScoreColumns

RNG = np.random.default_rng(9)
N = 300
TRUTH = RNG.integers(0, 2, N)
SCORES = RNG.normal(TRUTH, 1.0)
PROBA = 1 / (1 + np.exp(-SCORES))
CLASS = RNG.integers(0, 3, N)
THREE = RNG.dirichlet([1, 1, 1], N)
PATIENT = np.array([f"patient {i // 3}" for i in range(N)])


def kept(ev, tmp_path, **options):
    ev.save(tmp_path / "kept", **options)
    return load(tmp_path / "kept")


GIVEN = {
    "scores": (TRUTH, {"y_score": SCORES}),
    "probabilities": (TRUTH, {"y_proba": PROBA}),
    "both": (TRUTH, {"y_score": SCORES, "y_proba": PROBA, "threshold": 0.3}),
    "labels too": (TRUTH, {"y_pred": TRUTH, "y_score": SCORES}),
    "grid": (TRUTH, {"y_proba": PROBA, "resolution": 6}),
    "weights": (TRUTH, {"y_score": SCORES, "sample_weight": PROBA + 0.1}),
    "clusters": (TRUTH, {"y_score": SCORES, "cluster": PATIENT}),
    "groups": (TRUTH, {"y_proba": PROBA, "group": PATIENT > "patient 5"}),
    "columns": (CLASS, {"y_proba": THREE}),
    "columns of scores": (CLASS, {"y_score": THREE}),
    "columns in grids": (CLASS, {"y_proba": THREE, "resolution": 6}),
}


@pytest.mark.parametrize("kind", GIVEN)
def test_what_is_saved_comes_back(kind: str, tmp_path) -> None:
    truth, columns = GIVEN[kind]
    ev = evaluate(truth, **columns, n_resamples=100)
    again = kept(ev, tmp_path, ids="keep")
    assert again.held == ev.held
    assert again.keys() == ev.keys()
    assert (again.threshold, again.notes, again.rows) == (ev.threshold, ev.notes, ev.rows)
    shown = ("auroc", "average_precision", "recall", "auroc_ovr_macro", "top_k_accuracy")
    for key in (key for key in shown if key in ev):
        assert repr(again[key]) == repr(ev[key])  # nan is not equal to itself
    assert set(again.by_group) == set(ev.by_group)


@pytest.mark.parametrize("bits", [5, 8])
@pytest.mark.parametrize("kind", ["scores", "probabilities", "both", "clusters", "groups"])
def test_coarsened_scores_state_their_bound(kind: str, bits: int, tmp_path) -> None:
    truth, columns = GIVEN[kind]
    ev = evaluate(truth, **columns)
    shared = kept(ev, tmp_path, bits=bits)
    assert isinstance(shared.scores, ScoreGrid)
    assert len(shared.scores) < len(ev.scores)
    assert any("certified cells" in note for note in shared.notes)
    for key in ("auroc", "average_precision"):
        assert shared[key].bound > 0
        assert abs(shared[key].value - ev[key].value) <= shared[key].bound
    if ev.confusion is not None:
        assert shared.confusion.counts.tolist() == ev.confusion.counts.tolist()


def test_a_grid_is_made_coarser_too(tmp_path) -> None:
    ev = evaluate(TRUTH, y_proba=PROBA, resolution=16)
    shared = kept(ev, tmp_path, bits=5)
    assert len(shared.scores) < len(ev.scores) / 2
    assert len(shared.scores.tied) == 0  # single values would give scores away
    assert shared["auroc"].bound > ev["auroc"].bound
    assert abs(shared["auroc"].value - evaluate(TRUTH, y_score=PROBA)["auroc"].value) <= (
        shared["auroc"].bound
    )


def test_coarse_columns_are_grids_and_not_tuples(tmp_path) -> None:
    """A tuple of three coarse numbers is nearly a row; columns apart are not."""
    ev = evaluate(CLASS, y_proba=THREE)
    shared = kept(ev, tmp_path, bits=6)
    assert isinstance(shared.scores, ScoreColumns)
    for key in ("auroc_ovr_macro", "auroc_ovo_macro", "auroc_ovr_weighted"):
        assert shared[key].bound > 0
        assert abs(shared[key].value - ev[key].value) <= shared[key].bound
    assert shared["accuracy"] == ev["accuracy"]
    assert shared["top_k_accuracy"] == ev["top_k_accuracy"]


def test_small_cells_of_scores_need_bits(tmp_path) -> None:
    ev = evaluate(TRUTH, y_score=SCORES)
    refused(lambda: ev.save(tmp_path / "x", min_count=5), "bits=")
    shared = kept(ev, tmp_path, bits=5, min_count=5)
    cells = shared.scores.table.weight
    assert cells[cells > 0].min() >= 5
    assert cells.sum() == N
    assert shared.rows == ev.rows
    clustered = evaluate(TRUTH, y_score=SCORES, cluster=PATIENT)
    refused(lambda: clustered.save(tmp_path / "x", bits=5, min_count=5), "cluster")
    columns = kept(evaluate(CLASS, y_proba=THREE), tmp_path, bits=5, min_count=5)
    for table in columns.scores.tables:
        cells = table.table.weight
        assert cells[cells > 0].min() >= 5


def test_names_of_patients_become_numbers(tmp_path) -> None:
    for truth, columns in (GIVEN["clusters"], (CLASS, {"y_score": THREE, "cluster": PATIENT})):
        ev = evaluate(truth, **columns)
        ev.save(tmp_path / "numbered")
        assert b"patient" not in (tmp_path / "numbered").read_bytes()
        again = load(tmp_path / "numbered")
        assert again.held.clusters == ev.held.clusters == 100
        key = "auroc" if "auroc" in ev else "auroc_ovr_macro"
        assert again[key].low == pytest.approx(ev[key].low, rel=1e-12)
        twice = again + load(tmp_path / "numbered")
        assert twice.held.clusters in (100, 200)


def test_bits_without_scores(tmp_path) -> None:
    refused(lambda: evaluate(TRUTH, TRUTH).save(tmp_path / "x", bits=8), "bits")


# adding


def both(one: dict, other: dict):
    return lambda: evaluate(TRUTH, **one) + evaluate(TRUTH, **other)


REFUSED = {
    "threshold": ({"y_proba": PROBA}, {"y_proba": PROBA, "threshold": 0.4}),
    "threshold, one without": ({"y_score": SCORES}, {"y_score": SCORES, "threshold": 0.4}),
    "positive class": ({"y_score": SCORES}, {"y_score": SCORES, "pos_label": 0}),
    "grid family": (
        {"y_score": PROBA, "resolution": 6, "threshold": 0.5},
        {"y_proba": PROBA, "resolution": 6},
    ),
    "scores": ({"y_score": SCORES}, {"y_pred": TRUTH}),
    "weight": ({"y_score": SCORES}, {"y_score": SCORES, "sample_weight": np.ones(N)}),
    "clusters": ({"y_score": SCORES}, {"y_score": SCORES, "cluster": PATIENT}),
    "groups": ({"y_score": SCORES}, {"y_score": SCORES, "group": PATIENT}),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_what_cannot_be_added(kind: str) -> None:
    refused(both(*REFUSED[kind]), error=CannotMerge)


def test_exact_scores_join_a_grid() -> None:
    exact, grid = evaluate(TRUTH, y_score=SCORES), evaluate(TRUTH, y_score=SCORES, resolution=6)
    for whole in (exact + grid, grid + exact):
        assert isinstance(whole.scores, ScoreGrid)
        assert whole.rows.used == 2 * N
        assert abs(whole["auroc"].value - exact["auroc"].value) <= whole["auroc"].bound
        (note,) = whole.notes
        assert f"{len(whole.scores):,}" in note


def test_exact_columns_join_columns_of_grids() -> None:
    exact, grid = evaluate(CLASS, y_proba=THREE), evaluate(CLASS, y_proba=THREE, resolution=6)
    for whole in (exact + grid, grid + exact):
        area = whole["auroc_ovr_macro"]
        assert abs(area.value - exact["auroc_ovr_macro"].value) <= area.bound
        assert whole.confusion == exact.confusion + exact.confusion
