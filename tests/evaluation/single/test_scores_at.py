"""An evaluation at other thresholds and rank cuts, of exact scores and inside a bucket."""

import math

import numpy as np
import pytest
from hypothesis import given

from tests.statistics.refusals import refused
from tests.statistics.score_rows import ANY, scored
from veracity.errors import NotHere
from veracity.evaluation import evaluate

TRUTH = [1, 0, 1, 1, 0, 0, 1, 0]
SCORES = [8, 7, 6, 5, 5, 5, 2, 1]
EV = evaluate(TRUTH, y_score=SCORES)


@given(scored(weighted=False), ANY)
def test_a_score_at_the_threshold_is_positive(rows, threshold):
    ev = evaluate(rows.truth, y_score=rows.scores, labels=[0, 1]).at(threshold)
    again = evaluate(rows.truth, (rows.scores >= threshold).astype(int), labels=[0, 1])
    assert ev.confusion == again.confusion
    assert ev.threshold == threshold


def test_the_sweep_starts_where_nothing_is_called() -> None:
    nothing, all_ = EV.at(math.inf), EV.at(-math.inf)
    assert nothing.confusion.counts.tolist() == [[4, 0], [4, 0]]
    assert all_.confusion.counts.tolist() == [[0, 4], [0, 4]]
    assert math.isnan(nothing["precision"].value)
    assert "Nothing was called positive" in nothing["precision"].note


def test_what_ranks_stays() -> None:
    assert EV.at(5)["auroc"] == EV["auroc"]
    assert EV.at(5).at(6).confusion == EV.at(6).confusion
    assert EV.at(5).rows == EV.rows


def test_a_choice_is_a_threshold() -> None:
    choice = EV.choose(maximize="f1")
    assert EV.at(choice).threshold == choice.threshold
    assert EV.at(choice)["f1"].value == choice.value


def test_the_top_rows() -> None:
    assert EV.at(top=3).confusion.counts.tolist() == [[3, 1], [2, 2]]
    assert EV.at(top=3).threshold == 6
    assert EV.at(top=3).notes == ()
    assert EV.at(top=8).confusion.predicted.tolist() == [0, 8]
    assert EV.at(top=0.75).confusion.predicted.tolist() == [2, 6]


@pytest.mark.parametrize("top", [4, 5, 0.5])
def test_a_tie_at_the_cut_is_not_divided(top) -> None:
    ev = EV.at(top=top)
    assert ev.confusion.predicted.tolist() == [5, 3]
    (note,) = ev.notes
    assert "tied scores: 3 are called positive; one threshold lower, 6" in note
    assert "3" in note.zh
    assert ev.at(2).notes == ()  # it was said of that cut


@pytest.mark.parametrize("top", [0, -1, 9, math.nan])
def test_a_top_that_does_not_exist(top) -> None:
    refused(lambda: EV.at(top=top))


@pytest.mark.parametrize("scale", [0.5, 1, 4096])
def test_the_scale_of_weights_does_not_matter(scale) -> None:
    ev = evaluate(TRUTH, y_score=SCORES, sample_weight=[scale] * 8)
    assert ev.at(top=3).threshold == 6
    assert ev.at(top=3).notes == ()
    assert ev.at(top=0.375).threshold == 6
    weight = scale * np.array([1, 3, 1, 1, 1, 1, 4, 4])  # a row weighs 2 · scale on average
    ev = evaluate(TRUTH, y_score=SCORES, sample_weight=weight)
    assert ev.at(top=2).threshold == 7  # the first two weigh 4 = 2 · 2, the third 1 more
    assert ev.at(top=2).notes == ()
    (note,) = ev.at(top=3).notes  # 6 is wanted; 5 with the third, 8 with the three that tie
    assert "3 rows of average weight: 2.5 are called positive; one threshold lower, 4" in note
    assert "tied scores" not in note
    refused(lambda: ev.at(top=9), "from 1 to 8")


def test_frequency_weights_are_rows() -> None:
    weight = [1, 3, 1, 1, 1, 1, 4, 4]
    ev = evaluate(TRUTH, y_score=SCORES, sample_weight=weight, weight_kind="frequency")
    assert ev.at(top=4).threshold == 7
    assert ev.at(top=16).threshold == 1


def test_a_share_calls_whole_rows() -> None:
    ev = EV.at(top=0.3)  # 2.4 of 8 rows
    assert ev.confusion.predicted.tolist() == [6, 2]
    assert ev.notes == ()
    refused(lambda: EV.at(top=0.1), "0.1 of 8 rows is less than one row")
    assert EV.at(top=1.0).threshold == EV.at(top=1).threshold == 8


@pytest.mark.parametrize("top", [2.5, 1.0000001, math.inf, -0.5])
def test_a_top_is_a_whole_number_or_a_share(top) -> None:
    refused(lambda: EV.at(top=top), "must be a whole number of rows", "or a share")


def test_rows_that_every_threshold_calls() -> None:
    truth, scores = [0, 1, 1, 0], [np.inf, np.inf, 2, 1]
    for ev in (evaluate(truth, y_score=scores), evaluate(truth, y_score=scores, resolution=8)):
        refused(lambda e=ev: e.at(top=1), "+inf")
        assert ev.at(top=2).confusion.predicted.tolist() == [2, 2]
        assert ev.at(top=3).threshold == 2


def test_the_message_names_what_was_asked() -> None:
    for wrong in ("a", "0.5", b"1", True, [1], np.array([5.0])):
        refused(lambda t=wrong: EV.at(top=t), "at(top=", "not a number")
        refused(lambda t=wrong: EV.at(t), "at(", "not a number", "or the")
    labels = evaluate(TRUTH, TRUTH)
    refused(lambda: labels.at(0.5), "at() needs scores", error=NotHere)
    refused(lambda: labels.roc(), "roc() needs scores", error=NotHere)
    refused(lambda: labels.sweep(), "sweep() needs scores", error=NotHere)


def test_thresholds_that_are_none() -> None:
    refused(lambda: EV.at(), "at(0.3)", "at(top=100)")
    refused(lambda: EV.at(5, top=3), "at(0.3)", "at(top=100)")
    refused(lambda: EV.at(math.nan), "NaN")
    for wrong in ("x", [5, 6], {}):
        refused(lambda t=wrong: EV.at(t), "not a number")


def test_columns_of_classes_are_cut_one_by_one() -> None:
    ev = evaluate([0, 1, 2], y_proba=np.eye(3))
    for call in (ev.roc, ev.sweep, lambda: ev.at(0.5), lambda: ev.choose(maximize="f1")):
        refused(call, "by_class[label]", error=NotHere)
    assert ev.by_class[2].at(0.5)["recall"].value == 1


# inside a bucket of a grid

RNG = np.random.default_rng(2)
MANY = RNG.integers(0, 2, 500)
CLOSE = RNG.normal(MANY, 1.0)
SITE = np.where(np.arange(500) % 2, "a", "b")
GRID = evaluate(MANY, y_score=CLOSE, resolution=5, group=SITE)
EXACT = evaluate(MANY, y_score=CLOSE, group=SITE)


def inside() -> float:
    """A threshold in the middle of the fullest wide bucket."""
    grid = GRID.scores
    index = int(np.argmax((grid.positive + grid.negative) * grid.wide))
    return float((grid.low[index] + grid.high[index]) / 2)


def test_inside_a_bucket_the_bracket_is_said() -> None:
    at, true = GRID.at(inside()), EXACT.at(inside())
    for key in ("recall", "precision", "mcc", "predicted_positive_rate"):
        assert at[key].bound > 0
        assert abs(at[key].value - true[key].value) <= at[key].bound
        assert "inside a grid cell" in at[key].note
        assert at[key].low <= true[key].value <= at[key].high


def test_groups_and_classes_know_it_too() -> None:
    at, true = GRID.at(inside()), EXACT.at(inside())
    for site in "ab":
        mine, yours = at.by_group[site]["recall"], true.by_group[site]["recall"]
        assert abs(mine.value - yours.value) <= mine.bound
    assert at.by_class[0]["recall"].bound == pytest.approx(at["specificity"].bound)
    whole = at + at
    assert whole["recall"].bound == pytest.approx(at["recall"].bound)


def test_it_is_kept_when_saved(tmp_path) -> None:
    from veracity.evaluation import load

    at = GRID.at(inside())
    at.save(tmp_path / "a")
    assert load(tmp_path / "a")["recall"] == at["recall"]


def test_at_an_edge_counts_are_exact() -> None:
    edge = float(GRID.scores.low[10])
    assert GRID.at(edge)["recall"].bound == 0
    assert GRID.at(edge).confusion == EXACT.at(edge).confusion


def test_the_top_of_a_grid_ends_at_a_cell() -> None:
    ev = GRID.at(top=60)
    assert ev.confusion.predicted[1] < 60
    assert "inside a grid cell" in ev.notes[-1]
