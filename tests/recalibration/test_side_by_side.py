"""What the text says: which rows, better or worse, ties or not; in both languages."""

import numpy as np
import pytest

from tests.recalibration.rows import P, Y, overconfident
from veracity.recalibration import recalibrate
from veracity.recalibration.side_by_side import distinct_texts, figures, mean_log_loss
from veracity.statistics.joint.joint_scores import JointScores
from veracity.statistics.scores.score_table import ScoreTable


def test_isotonic_says_that_ties_changed_the_area():
    text = recalibrate([0, 1, 0, 1], [0.1, 0.3, 0.6, 0.8]).text()
    assert "AUROC went from 0.750 to 0.875" in text
    assert "makes ties (4 distinct probabilities became 3)" in text
    assert "on the rows it was fitted to" in text


def test_a_strict_map_says_that_the_area_stayed():
    text = recalibrate(Y, P, method="platt").text()
    assert "makes no ties (distinct probabilities: 24 before, 24 after" in text
    assert "cross-fitted" not in text


def test_the_figures_stand_side_by_side():
    lines = recalibrate(Y, P, method="platt").text().splitlines()
    assert [line.split("  ")[0] for line in lines[3:8]] == [
        "Brier score",
        "Logarithmic loss",
        "Expected calibration error",
        "Calibration slope",
        "Area under the ROC curve",
    ]
    assert lines[2].split() == ["before", "after"]


def test_a_map_that_makes_it_worse_says_so():
    """True probabilities, few rows: a map fitted to the others can only spoil them."""
    random = np.random.default_rng(4)
    p = random.random(60)
    y = (random.random(60) < p).astype(int)
    found = recalibrate(y, p, method="beta", cv=10)
    worse = mean_log_loss(found.after.held.probabilities) > mean_log_loss(
        found.before.held.probabilities
    )
    assert worse
    assert "The map makes the probabilities worse: on unseen rows" in found.text()


def test_an_infinite_loss_is_said():
    y, p, _ = overconfident(200, 0)
    text = recalibrate(y, p, cv=5).text()
    assert "to infinite" in text
    assert "exactly 0 or 1" in text


def test_wrong_certainties_before_are_said():
    found = recalibrate([0, 1, 1, 0, 1, 0], [0.0, 0.0, 0.7, 0.4, 0.5, 0.6], method="platt")
    assert "infinite before (∞) and after (∞)" in found.text()
    assert "wrong" in found.text()


def test_figures_that_differ_are_shown_to_differ():
    assert distinct_texts(0.84562, 0.84571) == {"before": "0.8456", "after": "0.8457"}
    assert distinct_texts(0.5, 0.5) == {"before": "0.500", "after": "0.500"}
    assert distinct_texts(0.5, np.inf) == {"before": "0.500", "after": "∞"}


def test_other_shares_and_rows_left_out_are_said():
    found = recalibrate(Y, P, method="platt").at_prevalence(0.01)
    assert "Projected to class shares 0.99, 0.01" in found.text()
    assert "已换算到类别比例" in found.text("zh")
    there = found.at_prevalence(0.2).text()
    assert "0.99, 0.01" not in there
    assert "0.8, 0.2" in there


@pytest.mark.parametrize("method", ["isotonic", "platt"])
def test_chinese(method):
    y, p, _ = overconfident(200, 0)
    text = recalibrate(y, p, method=method, cv=5).text("zh")
    assert "5 折交叉拟合" in text
    assert "AUROC 从" in text
    assert "before" not in text


def test_log_loss_by_hand():
    table = ScoreTable.of_rows([1, 0], [0.5, 0.75])
    expected = (np.log(2) + np.log(4)) / 2
    assert mean_log_loss(table) == pytest.approx(expected)
    joint = JointScores.of_rows([1, 0], {0: [0.5, 0.25], 1: [0.5, 0.75]})
    assert mean_log_loss(joint) == pytest.approx(expected)


def test_an_infinite_loss_beside_a_better_brier_score_is_no_verdict():
    """An isotonic map reaches 0 and 1: one row wrong there makes the loss infinite, no more."""
    y, p, _ = overconfident(200, 0)
    found = recalibrate(y, p, cv=5)
    before, after = figures(found.before), figures(found.after)
    assert after["brier"].value < before["brier"].value
    text = found.text("en")
    assert "worse" not in text
    assert (
        f"Brier score went from {before['brier'].value:.3f} to {after['brier'].value:.3f}" in text
    )
    assert f"calibration error from {before['ece'].value:.3f}" in text
    assert "Brier 分数从" in found.text("zh")
