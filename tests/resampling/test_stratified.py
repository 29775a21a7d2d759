"""Redraws within each true class: class sizes stay, and the prevalence has no spread."""

import numpy as np
import pytest

import veracity as vc
from veracity.resampling.resamples import Resamples
from veracity.statistics import ConfusionMatrix, ScoreTable

COUNTS = vc.ConfusionMatrix.from_counts(tp=40, fp=30, fn=20, tn=110)


def test_every_class_keeps_its_size():
    resamples = Resamples(ConfusionMatrix.like(COUNTS), 300, 0, by_truth=True)
    sizes = resamples.values(lambda m: m.truth)
    assert np.allclose(sizes, COUNTS.truth)


def test_a_rate_within_a_class_varies_as_a_binomial_share():
    """Recall of 40 among 60: the standard deviation of a binomial share."""
    resamples = Resamples(ConfusionMatrix.like(COUNTS), 20_000, 1, by_truth=True)
    recall = resamples.values(vc.metrics.find("recall"))
    assert recall.std() == pytest.approx((2 / 3 * 1 / 3 / 60) ** 0.5, rel=0.03)


def test_weights_keep_the_weight_of_a_class():
    table = ScoreTable.of_rows([0, 0, 1, 1, 1], [1, 2, 2, 3, 4], [1.0, 2.0, 0.5, 0.5, 2.0])
    drawn = Resamples(table, 200, 0, keep_scale=True, by_truth=True).values(lambda t: t.truth)
    known = ~np.isnan(drawn).any(-1)
    assert known.mean() > 0.5
    assert np.allclose(drawn[known], [3.0, 3.0])


def test_by_name_it_fixes_the_prevalence():
    fixed, free = (COUNTS.evaluate(method=m)["accuracy"] for m in ("stratified", "percentile"))
    assert fixed.method == "stratified"
    assert fixed.note.startswith("Resampled within each true class")
    assert fixed.high - fixed.low < (free.high - free.low) * 1.05
    same = COUNTS.evaluate(method="stratified")["prevalence"]
    assert same.method != "stratified" or same.high > same.low


def test_clusters_cannot_be_divided_by_truth():
    ev = vc.evaluate(
        [0, 1, 1, 0, 1, 0], [0, 1, 0, 0, 1, 1], cluster=list("aabbcc"), method="stratified"
    )
    assert ev["f1"].method != "stratified"
    assert "does not fit" in ev["f1"].note or "stratified" in ev["f1"].note
