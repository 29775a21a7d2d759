"""Folds with scores: every evaluation aggregates, and what comes out can be read."""

import json
import math
from fractions import Fraction
from itertools import chain

import numpy as np
import pytest

import veracity as vc
from tests.statistics.refusals import refused

# four positives and four negatives in each fold; pairs are counted by hand below
TRUTH = [[0, 0, 1, 0, 1, 1, 0, 1], [1, 0, 0, 1, 0, 1, 1, 0]]
SCORE = [
    [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8],
    [0.05, 0.07, 0.07, 0.12, 0.11, 0.25, 0.6, 0.6],
]


def pairs_in_order(truth, score):
    """The ROC area as a fraction of pairs, a tie one half."""
    above = [s for s, t in zip(score, truth, strict=True) if t]
    below = [s for s, t in zip(score, truth, strict=True) if not t]
    won = sum(Fraction(a > b) + Fraction(a == b, 2) for a in above for b in below)
    return won / (len(above) * len(below))


AREAS = [pairs_in_order(t, s) for t, s in zip(TRUTH, SCORE, strict=True)]


def folds(**kind):
    (name,) = kind
    return [vc.evaluate(t, **{name: s}) for t, s in zip(TRUTH, SCORE, strict=True)]


@pytest.mark.parametrize("kind", ["y_proba", "y_score"])
def test_the_mean_of_the_areas(kind):
    both = vc.aggregate(folds(**{kind: SCORE}), names=["a", "b"])
    assert both.each("auroc") == {"a": float(AREAS[0]), "b": float(AREAS[1])}
    assert both.macro["auroc"].value == pytest.approx(float(sum(AREAS) / 2), abs=1e-15)


@pytest.mark.parametrize("kind", ["y_proba", "y_score"])
def test_pooled_ranks_all_rows_together(kind):
    both = vc.aggregate(folds(**{kind: SCORE}))
    area = pairs_in_order(list(chain(*TRUTH)), list(chain(*SCORE)))
    assert both.pooled["auroc"].value == pytest.approx(float(area), abs=1e-15)
    assert area != sum(AREAS) / 2


def test_tables_of_scores_and_matrices_too():
    tables = [vc.ScoreTable.from_scores(t, s) for t, s in zip(TRUTH, SCORE, strict=True)]
    assert vc.aggregate(tables).macro["auroc"].value == pytest.approx(float(sum(AREAS) / 2))
    matrices = vc.aggregate([ev.confusion for ev in folds(y_proba=SCORE)])
    assert matrices.macro["f1"] == vc.aggregate(folds(y_proba=SCORE)).macro["f1"]


def test_counts_of_y_score_without_a_threshold_say_what_is_missing():
    both = vc.aggregate(folds(y_score=SCORE))
    assert "f1" not in both.macro
    with pytest.raises(KeyError, match="threshold"):
        both.macro["f1"]


@pytest.mark.parametrize("kind", ["y_proba", "y_score"])
def test_the_keys_are_those_that_every_part_has(kind):
    every = folds(**{kind: SCORE})
    both = vc.aggregate(every)
    assert tuple(both.macro) == both.keys() == every[0].keys()
    assert len(both.macro) == len(both.keys())
    counts = vc.ConfusionMatrix([[2, 1], [1, 1]], labels=[0, 1])
    mixed = vc.aggregate([every[0], counts])
    assert "auroc" not in mixed.macro
    assert ("f1" in mixed.macro) == (kind == "y_proba")


RNG = np.random.default_rng(8)
ROWS = [(RNG.integers(0, 2, 80), RNG.random(80), RNG.integers(0, 12, 80)) for _ in range(3)]
MANY = {
    "probabilities": [vc.evaluate(y, y_proba=(2 * p + y) / 3) for y, p, _ in ROWS],
    "clusters": [vc.evaluate(y, y_proba=(2 * p + y) / 3, cluster=c) for y, p, c in ROWS],
    "weights": [vc.evaluate(y, y_proba=(2 * p + y) / 3, sample_weight=1 + p) for y, p, _ in ROWS],
    "grid": [vc.evaluate(y, y_proba=(2 * p + y) / 3, resolution=5) for y, p, _ in ROWS],
    "scores": [vc.evaluate(y, y_score=2 * p + y) for y, p, _ in ROWS],
    "columns": [vc.evaluate(c % 3, y_proba=RNG.dirichlet([1, 1, 1], 80)) for _, _, c in ROWS],
    "column grids": [
        vc.evaluate(c % 3, y_proba=RNG.dirichlet([1, 1, 1], 80), resolution=4) for _, _, c in ROWS
    ],
    "thresholds": [
        vc.evaluate(y, y_proba=p, threshold=0.3 + k / 5) for k, (y, p, _) in enumerate(ROWS)
    ],
    "prevalence": [vc.evaluate(y, y_proba=(2 * p + y) / 3).at_prevalence(0.1) for y, p, _ in ROWS],
}


@pytest.mark.parametrize("kind", MANY)
def test_every_key_of_every_kind_has_a_mean(kind):
    every = vc.aggregate(MANY[kind], n_resamples=100)
    for key in every.macro:
        found, values = every.macro[key], [ev[key].value for ev in MANY[kind]]
        assert found.value == pytest.approx(np.mean(values), nan_ok=True), key
        if math.isnan(found.low):
            assert found.note, key
        else:
            assert found.low <= found.high, key


@pytest.mark.parametrize("kind", MANY)
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_it_prints(kind, lang):
    every = vc.aggregate(MANY[kind], names=["mon", "tue", "wed"], n_resamples=100)
    said = every.text(lang)
    key = next(iter(every.profile().lines)).key
    assert "mon, tue, wed" in said
    assert "240" in said
    assert str(every.macro[key]) in said
    assert f"{every.spread(key).sd:.3f}" in said
    assert len(said.splitlines()) < 30
    assert "Aggregate(" not in said


def test_the_spread_of_the_mean_of_areas_is_that_of_its_parts():
    """Three folds of 80 rows: the interval is about as wide as DeLong's of one fold over √3."""
    found = vc.aggregate(MANY["scores"]).macro["auroc"]
    widths = [ev["auroc"].high - ev["auroc"].low for ev in MANY["scores"]]
    wanted = math.sqrt(sum(w**2 for w in widths)) / 3
    assert found.high - found.low == pytest.approx(wanted, rel=0.2)


def test_the_bound_of_grids_is_in_the_mean():
    exact = vc.aggregate(MANY["probabilities"]).macro["auroc"]
    found = vc.aggregate(MANY["grid"]).macro["auroc"]
    assert found.bound > 0
    assert abs(found.value - exact.value) <= found.bound


def test_parts_that_cannot_be_added_have_means_and_the_reason():
    every = vc.aggregate(MANY["thresholds"])
    assert all(line.pooled is None for line in every.profile().lines)
    assert "cannot be pooled. Cannot merge: threshold is 0.3 in one" in every.text("en")
    with pytest.raises(vc.VeracityError, match="threshold"):
        _ = every.pooled


def test_pooled_scores_say_that_they_need_one_scale():
    assert "different scales" in vc.aggregate(MANY["scores"]).text("en")
    assert "different scales" not in vc.aggregate([ev.confusion for ev in MANY["grid"]]).text("en")


def test_asked_keys_come_first():
    truth, score = TRUTH[0], SCORE[0]
    ev = vc.evaluate(truth, y_proba=score, metrics=["brier", "auroc"])
    assert [line.key for line in vc.aggregate([ev, ev]).profile().lines] == ["brier", "auroc"]


@pytest.mark.parametrize("frame", ["to_pandas", "to_polars"])
def test_frames(frame):
    every = vc.aggregate(MANY["probabilities"])
    made = getattr(every, frame)(["auroc", "brier"])
    assert list(made["key"]) == ["auroc", "brier"]
    assert list(made["mean"]) == [every.macro[key].value for key in ("auroc", "brier")]
    assert list(made["pooled"]) == [every.pooled[key].value for key in ("auroc", "brier")]
    assert list(made["sd"]) == [every.spread(key).sd for key in ("auroc", "brier")]
    assert len(every.table()) == 12


@pytest.mark.parametrize("ending", ["html", "md", "tex", "txt", "json"])
def test_reports(ending, tmp_path):
    every = vc.aggregate(MANY["probabilities"], names=["<b>", "tue", "wed"])
    path = tmp_path / f"folds.{ending}"
    every.report(path, lang="en")
    text = path.read_text("utf-8").replace("\\", "")
    if ending == "json":
        read = json.loads(text)
        assert read["metrics"]["auroc"]["mean"] == every.macro["auroc"].value
        assert read["each"]["auroc"] == every.each("auroc")
        return
    assert str(every.macro["auroc"]) in text
    assert f"{every.each('auroc')['tue']:.3f}" in text
    assert every.parts[0].fingerprint in text
    if ending == "html":
        assert "<b>" not in text


def test_what_cannot_be_aggregated_is_said():
    refused(lambda: vc.aggregate([0.9, 0.8]), "float", "evaluations")
    pets = vc.evaluate(["cat", "dog"] * 5, y_proba=[0.1, 0.9] * 5, pos_label="dog")
    farm = vc.evaluate(["cow", "pig"] * 5, y_proba=[0.1, 0.9] * 5, pos_label="pig")
    refused(lambda: vc.aggregate([pets, farm]), "different classes", "'cow'")
