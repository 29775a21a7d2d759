"""What a record says of its needs and of its intervals is what an evaluation does."""

import numpy as np
import pytest

import veracity as vc
from veracity.intervals.estimator.method_choice import fits
from veracity.intervals.sample.sample import Sample
from veracity.intervals.sample.settings import METHODS, Settings
from veracity.metrics import CATALOGUE, find
from veracity.metrics.catalogue.catalogue import RANKING, everything
from veracity.metrics.catalogue.needs import interval_methods, needs_of
from veracity.statistics import ConfusionMatrix, ScoreTable

COUNTS = ConfusionMatrix([[30, 7], [5, 18]], labels=(0, 1))
SCORES = ScoreTable.of_rows([0, 1] * 20, np.arange(40) % 7, labels=(0, 1))
SAMPLES = Sample(SCORES, Settings()), Sample(COUNTS, Settings())


@pytest.mark.parametrize("key", [*CATALOGUE, *(k for k in RANKING if k in ("auroc", "eer"))])
def test_the_methods_listed_are_those_that_fit(key: str) -> None:
    metric = find(key)
    sample = SAMPLES[key in CATALOGUE]
    listed = interval_methods(metric)
    if metric.no_interval is not None:
        assert metric.through is not None or listed == ()
        return
    fit = {method for method in METHODS[1:] if method != "none" and fits(method, metric, sample)}
    assert set(listed) == fit


def test_labels_give_what_needs_labels_and_scores_what_needs_ranks() -> None:
    truth, scores = [0, 1] * 20, (np.arange(40) % 7) / 7
    by = {
        "labels or a threshold": vc.evaluate(truth, (scores > 0.5).astype(int)),
        "ranks": vc.evaluate(truth, y_score=scores),
    }
    for kind, ev in by.items():
        bases = {find(key).base_key for key in ev.keys() if "macro" not in key}  # noqa: SIM118
        singles = bases & set(everything())
        assert {needs_of(find(key)) for key in singles} == {kind}


def test_the_table_and_the_explanation_say_so() -> None:
    rows = {row["key"]: row for row in vc.metrics.table()}
    assert rows["recall"]["needs"] == "labels or a threshold"
    assert rows["auroc"]["needs"] == "ranks"
    assert rows["brier"]["needs"] == "probabilities"
    assert "delong" in rows["auroc"]["intervals"]
    assert rows["ece"]["intervals"] == ""
    assert rows["auroc"]["chance"] == "1/2"
    assert "uses only their ranks" in vc.explain("auroc")
    assert "wilson_cc" in vc.explain("recall")
    assert "需要概率" in vc.explain("brier", lang="zh")
