"""The methods paragraph of a comparison says what was done, and cites it."""

import numpy as np
import pytest

import veracity as vc
from veracity.comparisons.differences.difference import METHODS
from veracity.comparisons.significance.correction import CORRECTIONS as KNOWN
from veracity.comparisons.significance.testing import TESTS as NAMED
from veracity.reports.outline.comparison_methods import (
    CITED,
    CORRECTIONS,
    INTERVALS,
    TESTS,
    compared_methods,
    compared_references,
)

RNG = np.random.default_rng(1)
TRUTH = np.arange(240) % 2
A = np.clip(TRUTH * 0.3 + RNG.random(240) * 0.7, 0, 1)
B = np.clip(TRUTH * 0.2 + RNG.random(240) * 0.8, 0, 1)


def said(**options):
    cmp = vc.compare(TRUTH, {"A": A, "B": B}, n_resamples=100, **options)
    text = compared_methods(cmp)
    return text.en, text.zh, compared_references(cmp)


def test_rows_cut_intervals_tests_correction_and_software():
    en, zh, cited = said()
    for words in (
        "Two classifiers (A, B) were compared on the same 240 cases.",
        "at least 0.5",
        "DeLong's variance of the difference [",
        "Newcombe's paired score interval (method 10) [",
        "] for accuracy",
        "The 4 p-values were adjusted by Holm's method [",
        "Analyses used veracity ",
    ):
        assert words in en
    assert "在同样的 240 例样本上比较了 2 个分类器（A、B）" in zh
    for work in ("DeLong ER", "Zou GY", "2635–2650", "McNemar Q", "Fagerland", "Holm S"):
        assert any(work in one for one in cited)
    assert len(cited) == len(set(cited))
    for absent in ("clusters", "weights", "margin", "Hochberg"):
        assert absent not in en


def test_margins_clusters_weights_and_other_corrections():
    en, _, cited = said(
        margin=0.1, cluster=np.arange(240) // 6, sample_weight=0.5 + B, correction="bh"
    )
    assert "within ±0.100" in en
    assert "40 clusters" in en
    assert "importance weights" in en
    assert "Benjamini and Hochberg" in en
    assert any("Schuirmann" in one for one in cited)
    assert any("Obuchowski" in one for one in cited)
    assert any("Benjamini Y" in one for one in cited)


def test_without_a_correction_and_without_intervals():
    en, _, cited = said(correction="none", method="none")
    assert "No intervals were computed." in en
    assert "p-values were not adjusted" in en
    assert not any("Holm" in one for one in cited)


def test_one_test_needs_no_correction():
    en, _, cited = said(metrics="auroc")
    assert "p-values" not in en
    assert not any("Holm" in one for one in cited)


def test_two_evaluations():
    here, there = vc.evaluate(TRUTH, y_proba=A), vc.evaluate(TRUTH[:100], y_proba=B[:100])
    cmp = vc.compare(here, there, metrics=["auroc", "recall"])
    assert "Two evaluations on different cases (A, B; 340 in all)" in compared_methods(cmp)
    cited = compared_references(cmp)
    assert any("873–890" in one for one in cited)
    assert any("Robin X" in one for one in cited)
    moved = vc.compare(here.at_prevalence(0.1), there.at_prevalence(0.1), metrics="precision")
    assert "projected to prevalences of A: 0.1, B: 0.1" in compared_methods(moved)


def test_several_models_cite_the_test_of_all():
    cmp = vc.compare(TRUTH, {"A": A, "B": B, "C": A[::-1]}, metrics="accuracy")
    assert any("Cochran WG (1950)" in one for one in compared_references(cmp))


@pytest.mark.parametrize("method", [m for m in METHODS if m not in ("auto", "none")])
def test_every_interval_has_words_and_a_source(method):
    pairings = ("newcombe_paired", "newcombe_unpaired")
    for one in pairings if method == "newcombe" else (method,):
        words, cited = INTERVALS[one], CITED[one]
        assert words.zh != words.en
        assert cited
        assert all(any(c.isdigit() for c in one) for one in cited)


@pytest.mark.parametrize("name", [t for t in NAMED if t != "auto"])
def test_every_test_has_a_source(name):
    assert TESTS[name]


def test_every_correction_has_a_source():
    assert set(CORRECTIONS) == set(KNOWN) - {"none"}
