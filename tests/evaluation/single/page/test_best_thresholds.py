"""Which thresholds a page calls best, and what it says of them."""

import numpy as np
import pytest

import veracity as vc
from veracity.evaluation.single.page.best_thresholds import AIMS, best_thresholds
from veracity.reports.tables.page import best_words


@pytest.fixture(scope="module")
def evaluation():
    rng = np.random.default_rng(0)
    truth = (rng.random(300) < 0.3).astype(int)
    return vc.evaluate(truth, y_proba=1 / (1 + np.exp(-rng.normal(1.5 * truth - 1, 1))))


def test_no_other_threshold_is_better(evaluation):
    """Looked for by trying every score."""
    chosen = {choice.maximize: choice for choice in best_thresholds(evaluation)}
    assert tuple(chosen) == AIMS
    every = evaluation.roc().thresholds
    for aim in AIMS:
        values = [evaluation.at(t).confusion.metric(aim) for t in every]
        assert chosen[aim].value == pytest.approx(np.nanmax(values), abs=1e-12)
        there = evaluation.at(chosen[aim].threshold).confusion.metric(aim)
        assert there == pytest.approx(chosen[aim].value, abs=1e-12)


def test_the_words_take_the_flattery_off(evaluation):
    choice = next(best_thresholds(evaluation))
    said = best_words(choice)
    assert choice.corrected < choice.value
    for number in (f"{choice.value:.3f}", f"{choice.corrected:.3f}", f"{choice.threshold:.5g}"):
        assert number in said.en
        assert number in said.zh
    assert said.en.startswith("Highest F1 score: ")
    assert said.zh.startswith("F1 分数最高：")


def test_page_and_documents_say_it(evaluation, tmp_path):
    said = best_words(next(best_thresholds(evaluation)))
    assert said.en in evaluation.to_html("en")
    evaluation.report(tmp_path / "report.txt", lang="zh")
    text = (tmp_path / "report.txt").read_text("utf-8")
    assert "".join(said.zh.split()) in "".join(text.split())


@pytest.mark.parametrize(
    "ev",
    [
        vc.evaluate([0, 1, 1], [0, 1, 0]),
        vc.evaluate([1, 1, 1], y_proba=[0.2, 0.5, 0.9], labels=[0, 1]),
        vc.evaluate([0, 1, 1], y_proba=[0.2, 0.5, 0.9]).at_prevalence(0.1),
    ],
    ids=["labels", "one class", "elsewhere"],
)
def test_where_there_is_nothing_to_choose_nothing_is_said(ev):
    assert list(best_thresholds(ev)) == []


def test_too_few_rows_to_leave_some_out_promise_nothing():
    choice = next(best_thresholds(vc.evaluate([0, 1, 1], y_proba=[0.2, 0.4, 0.9])))
    assert best_words(choice) == "Highest F1 score: 1.000 at threshold 0.4."
