"""What cannot be chosen is refused, with what comes nearest, in both languages."""

import re

import numpy as np
import pytest

from tests.decisions.samples import QUICK, clustered_table, normal_table
from veracity.decisions.thresholds.choosing import choose
from veracity.errors import InputError
from veracity.statistics.scores.score_table import ScoreTable

TABLE = ScoreTable.of_rows([1, 1, 0, 1, 0, 0], [6, 5, 4, 3, 2, 1])
TWENTY = normal_table(20, 100, 1, 0)


@pytest.mark.parametrize(
    ("table", "asked", "said"),
    [
        (TABLE, {"min_recall": 1.5}, "min_recall must lie between 0 and 1, not 1.5"),
        (TABLE, {"max_fpr": -0.1}, "between 0 and 1"),
        (TABLE, {"max_alarms": float("nan")}, "between 0 and 1"),
        (TABLE, {"min_recall": "0.9"}, "must be a number"),
        (TABLE, {"min_recall": True}, "must be a number"),
        (TABLE, {"assurance": 0.95}, "needs a constraint"),
        (TABLE, {"min_recall": 0.5, "assurance": 1.0}, "e.g. 0.95"),
        (TABLE, {"min_precision": 0.5, "assurance": 0.9}, "cannot be assured"),
        (TABLE, {"cost_fp": 1}, "Give both costs"),
        (TABLE, {"cost_fp": 1, "cost_fn": -1}, "at least 0"),
        (TABLE, {"cost_fp": 1, "cost_fn": "5"}, "Costs must be finite"),
        (TABLE, {"cost_fp": 0, "cost_fn": 0}, "not both 0"),
        (TABLE, {"cost_fp": 1, "cost_fn": 1, "maximize": "f1"}, "two aims"),
        (TABLE, {"maximize": "predicted_positive_rate"}, "no better"),
        (TABLE, {"maximize": "f1", "within": -1}, "within must be finite"),
        (TABLE, {"maximize": "f1", "optimism_by": "magic"}, "cross_fitting, bootstrap"),
        (ScoreTable.of_rows([1, 1], [1, 2]), {"maximize": "f1"}, "2 positives and 0 negatives"),
        (
            TWENTY,
            {"min_recall": 0.95, "assurance": 0.95},
            "at least 59 positives",
        ),
        (TWENTY, {"max_fpr": 0.01, "assurance": 0.95}, "at least 299 negatives, and there are 100"),
        (TWENTY, {"max_alarms": 0.01, "assurance": 0.9}, "at least 230 rows, and there are 120"),
        (TWENTY, {"min_recall": 1, "assurance": 0.5}, "No number of rows"),
        (TWENTY, {"max_fpr": 0, "assurance": 0.5}, "No number of rows"),
    ],
)
def test_said_in_both_languages(table, asked, said):
    with pytest.raises(InputError, match=re.escape(said)) as caught:
        choose(table, **asked, settings=QUICK)
    assert re.search("[\u4e00-\u9fff]", caught.value.text.zh)
    assert not re.search("[{}]", caught.value.text.zh + caught.value.text.en)


def test_assurance_is_refused_with_weights_and_clusters():
    truth, scores = np.arange(200) % 2, np.arange(200.0)
    weighted = ScoreTable.of_rows(truth, scores, np.ones(200))
    with pytest.raises(InputError, match="weighted"):
        choose(weighted, min_recall=0.5, assurance=0.9)
    with pytest.raises(InputError, match="clusters"):
        choose(clustered_table(truth, scores, truth), min_recall=0.5, assurance=0.9)


def test_what_is_nearest_is_said():
    with pytest.raises(InputError) as caught:
        choose(TABLE, min_recall=0.9, max_fpr=0.1)
    assert str(caught.value) == (
        "No threshold has Recall ≥ 0.9 and False positive rate ≤ 0.1. "
        "Nearest with False positive rate ≤ 0.1: Recall 0.667 at threshold 5. "
        "Nearest with Recall ≥ 0.9: False positive rate 0.333 at threshold 3."
    )
    assert "最接近的是召回率 0.667，阈值为 5" in caught.value.text.zh


def test_a_single_constraint_that_nothing_meets():
    with pytest.raises(InputError, match=r"Nearest: Precision 0\.667 at threshold 7"):
        choose(ScoreTable.of_rows([0, 1, 1], [9, 8, 7]), min_precision=0.9)


def test_assured_constraints_that_exclude_each_other():
    with pytest.raises(InputError, match="the sample must show"):
        choose(normal_table(100, 100, 0, 1), min_recall=0.9, max_fpr=0.1, assurance=0.9)


def test_an_aim_without_a_value_where_it_is_allowed():
    table = ScoreTable.of_rows([0, 1], [2, 1])
    with pytest.raises(InputError, match="undefined at every threshold"):
        choose(table, maximize="precision", max_alarms=0)


def test_many_tables_at_once_are_refused():
    table = TABLE.at_prevalence(np.array([0.1, 0.2]))
    with pytest.raises(InputError):
        choose(table, maximize="f1")
