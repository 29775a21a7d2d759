"""What a review of the choices found: scores of +inf, empty sentences, advice that is refused."""

import math
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.decisions.samples import QUICK, clustered_table, normal_table
from veracity.decisions.thresholds.choosing import choose
from veracity.errors import InputError
from veracity.evaluation import evaluate
from veracity.statistics.scores.score_table import ScoreTable

INF = math.inf
TRUTH, SCORES = [0, 1, 0, 1, 1, 0], [INF, 3, 2, 2.5, 1, 0]


@pytest.mark.parametrize("resolution", ["exact", 4, 8])
def test_a_score_of_infinity_is_called_by_every_threshold(resolution):
    ev = evaluate(TRUTH, y_score=SCORES, resolution=resolution)
    with pytest.raises(InputError) as caught:
        ev.choose(max_fpr=0)
    assert "every threshold calls something positive" in str(caught.value)
    assert "Nearest: False positive rate 0.333" in str(caught.value)
    assert ev.at(INF)["fpr"].value == pytest.approx(1 / 3)
    choice = ev.choose(max_fpr=0.4)
    assert ev.at(choice)["fpr"].value == pytest.approx(1 / 3)
    assert ev.at(choice)["recall"].value == choice.value == pytest.approx(2 / 3)
    lowest = ev.choose(maximize="fpr")
    assert (lowest.value, lowest.near_optimal.high) == (pytest.approx(1 / 3), INF)
    assert "nothing is called" not in lowest.note


def test_a_bucket_that_may_reach_infinity():
    """The low edge of a bucket is finite, and yet it may hold +inf: then no threshold is above."""
    table = ScoreTable.of_rows([0, 1, 1, 0], [4, 3, 2, 1])
    assert choose(table, max_fpr=0, settings=QUICK).threshold == INF
    with pytest.raises(InputError, match="every threshold"):
        choose(table, max_fpr=0, settings=QUICK, highest=INF)


scores = st.sampled_from([-INF, -1.0, 0.0, 0.5, 1.0, 1.7e308, INF])
rows = st.lists(st.tuples(st.integers(0, 1), scores), min_size=2, max_size=12).filter(
    lambda rows: {0, 1} == {truth for truth, _ in rows}
)


@given(rows, st.sampled_from(["f1", "fpr", "precision", "accuracy"]), st.sampled_from(["exact", 4]))
def test_the_evaluation_at_a_choice_has_its_counts(rows, key, resolution):
    truth, values = (np.array(column) for column in zip(*rows, strict=True))
    ev = evaluate(truth, y_score=values, resolution=resolution)
    choice = ev.choose(maximize=key)
    at = ev.at(choice)
    for shown in ("recall", "precision", "fpr", "predicted_positive_rate", key):
        assert at[shown].value == pytest.approx(choice.estimates[shown].value, nan_ok=True)
        assert at[shown].bound == 0


# dominated points


@pytest.mark.parametrize("aim", ["precision", "fpr", "specificity", "lr_plus"])
def test_no_other_threshold_is_as_good_and_finds_more(aim):
    table = normal_table(60, 240, 2, 3)
    before_a_negative = int(np.argmax(table.fp > 0)) - 1
    assert table.tp[before_a_negative] > 1
    choice = choose(table, maximize=aim, settings=QUICK)
    found = int(table.tp[before_a_negative])
    assert choice.estimates["recall"].value == pytest.approx(found / 60)
    assert choice.estimates["fpr"].value == 0


# the advice to assure


def assured(choice):
    return "assurance=0.95" in choice.note


def test_assurance_is_proposed_where_it_can_be_given():
    table = normal_table(100, 300, 1, 0)
    assert assured(choose(table, min_recall=0.8, settings=QUICK))
    assert not assured(choose(table, min_recall=0.8, min_precision=0.1, settings=QUICK))
    assert not assured(choose(table, max_fpr=0, settings=QUICK))
    assert not assured(choose(table, min_recall=1, settings=QUICK))
    sure = choose(table, maximize="f1", max_alarms=0.99, settings=QUICK)
    assert sure.holds_with["max_alarms"] >= 0.95
    assert not sure.note
    few = choose(normal_table(10, 30, 1, 0), min_recall=0.9, settings=QUICK)
    assert "no threshold assures" in few.note


def test_assurance_is_not_proposed_where_it_is_refused():
    draw = np.random.default_rng(0)
    truth = draw.integers(0, 2, 200)
    values = truth + draw.normal(size=200)
    clustered = clustered_table(truth, values, np.arange(200) // 2)
    weighted = ScoreTable.of_rows(truth, values, np.ones(200))
    for table in (clustered, weighted):
        choice = choose(table, min_recall=0.8, settings=QUICK)
        assert "assurance" not in choice.note
        assert "effective number" in choice.note


def test_what_is_proposed_is_accepted():
    for seed in range(30):
        table = normal_table(40, 60, 1.5, seed)
        asked = {"min_recall": 0.7, "max_fpr": 0.6}
        try:
            choice = choose(table, **asked, settings=QUICK)
        except InputError:
            continue
        if assured(choice):
            choose(table, **asked, assurance=0.95, settings=QUICK)
        elif min(choice.holds_with.values()) < 0.95:
            with pytest.raises(InputError):
                choose(table, **asked, assurance=0.95, settings=QUICK)


# optimism in words


def test_optimism_is_a_sentence_whatever_its_sign():
    kinds = set()
    for seed in range(40):
        asked = {"min_recall": 0.9} if seed % 2 else {"maximize": "accuracy"}
        choice = choose(normal_table(15, 40, 1, seed), **asked, settings=QUICK)
        line = choice.text("en").splitlines()[2]
        assert not re.search(r"by -|by −|—", line), line
        if "Optimism from choosing" in line:
            kinds.add("better")
            assert choice.optimism.value > 0
        elif "does worse by" in line:
            kinds.add("worse")
            assert choice.optimism.value < 0
            assert ("constraints are met" in line) == bool(choice.constraints)
        else:
            kinds.add("same")
            assert "No optimism" in line
        assert len(choice.text("zh").splitlines()) == len(choice.text("en").splitlines())
    assert {"better", "worse"} <= kinds


def test_what_a_constraint_loses_on_new_rows():
    """19 of 20 found at the bound: on new rows the mean recall is 19/21 (Beta(19, 2)), not 0.95."""
    expected = [
        choose(normal_table(20, 200, 1, seed), min_recall=0.95, settings=QUICK).constraint_corrected
        for seed in range(60)
    ]
    mean = np.mean([found["min_recall"] for found in expected])
    assert mean == pytest.approx(19 / 21, abs=0.02)


def test_a_constraint_on_the_aim_itself():
    table = normal_table(30, 70, 1.5, 0)
    choice = choose(table, maximize="fpr", max_fpr=0.3, min_recall=0.8, settings=QUICK)
    assert choice.constraint_corrected["max_fpr"] == choice.corrected
    assert choice.corrected == pytest.approx(choice.value + choice.optimism.value)


# reasons instead of dashes


@pytest.mark.parametrize("aim", ["lr_plus", "dor"])
def test_an_infinite_aim_says_why_it_has_no_optimism(aim):
    choice = choose(normal_table(30, 30, 1, 0), maximize=aim, settings=QUICK)
    assert choice.value == INF
    assert math.isnan(choice.optimism.value)
    assert "is infinite on these rows" in choice.optimism.note
    assert "无穷大" in choice.optimism.note.zh
    text = choice.text("en")
    assert "The optimism is unknown" in text
    assert "Within 0 " not in text
    assert "by —" not in text


def test_too_little_to_divide_says_why_in_text_and_note():
    two = choose(ScoreTable.of_rows([1, 0], [2, 1]), min_precision=0.5, settings=QUICK)
    assert math.isnan(two.holds_with["min_precision"])
    assert "How likely Precision ≥ 0.5 holds in the population is unknown" in two.note
    one = clustered_table([1, 0, 1, 0], [4.0, 3.0, 2.0, 1.0], ["a"] * 4)
    choice = choose(one, min_recall=0.5, settings=QUICK)
    assert "is unknown: all rows are in one cluster" in choice.note
    assert "effective" not in choice.note
    for found in (two, choice):
        text = found.text("en")
        assert "—" not in text.split("\n", 2)[2].split("\nRecall")[0]
        assert "nan" not in text
        assert all(line.strip() for line in text.splitlines())


def test_how_flat_in_words():
    table = ScoreTable.of_rows([1, 1, 0, 1, 0, 0], [6, 5, 4, 3, 2, 1])
    sharp = choose(table, maximize="f1", within=0.01, settings=QUICK).text("en")
    assert "No neighbouring threshold is within 0.01." in sharp
    peak = choose(table, maximize="f1", within=0, settings=QUICK)
    assert "No neighbouring threshold is as good." in peak.text("en")
    level = choose(table, maximize="precision", within=0, settings=QUICK)
    assert "2 thresholds, from 5 to 6, are equally good." in level.text("en")
    assert "从 5 到 6 的 2 个阈值同样好" in level.text("zh")


def test_a_free_rank_promises_no_more():
    """Perfectly apart: all 20 are found, and the last of them is not held for evidence."""
    table = ScoreTable.of_rows([1] * 20 + [0] * 20, np.arange(40, 0, -1))
    choice = choose(table, min_recall=0.95, settings=QUICK)
    assert choice.estimates["recall"].value == 1
    # 19 of 20: 1 − P(Binomial(20, 0.95) >= 19)
    assert choice.holds_with["min_recall"] == pytest.approx(1 - 20 * 0.95**19 * 0.05 - 0.95**20)
