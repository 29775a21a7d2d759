"""What moves on the page: exact counts, and the library's own values to begin with."""

import json
import math

import numpy as np
import pytest

import veracity as vc
from veracity.evaluation.single.page.live_counts import MOST_THRESHOLDS, live
from veracity.evaluation.single.page.page import page_of
from veracity.reports.tables.live import KEYS, data, in_script, state
from veracity.results import figure
from veracity.results.page.page import Live


def rows(n: int, seed: int = 0, digits: int = 17) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    truth = (rng.random(n) < 0.3).astype(int)
    return truth, np.round(1 / (1 + np.exp(-rng.normal(1.5 * truth - 1, 1))), digits)


def found(ev: vc.Evaluation) -> Live:
    made = live(ev)
    assert made is not None
    return made


@pytest.mark.parametrize(("n", "digits"), [(40, 17), (3000, 17), (3000, 2)])
def test_counts_are_exact_at_every_threshold(n: int, digits: int) -> None:
    truth, p = rows(n, digits=digits)
    made = found(vc.evaluate(truth, y_proba=p, threshold=0.4))
    for t, tp, fp in zip(made.thresholds, made.tp, made.fp, strict=True):
        called = p >= t
        assert (tp, fp) == ((called & (truth == 1)).sum(), (called & (truth == 0)).sum())
    assert made.thresholds == tuple(sorted(made.thresholds))
    assert math.isinf(made.thresholds[-1])
    assert len(made.thresholds) <= MOST_THRESHOLDS + 1
    assert made.thresholds[made.start] == 0.4
    assert made.own


def test_infinite_scores_are_called_at_every_threshold() -> None:
    made = found(vc.evaluate([0, 1, 1, 0], y_score=[math.inf, 1, 2, -math.inf]))
    assert made.thresholds == (-math.inf, 1, 2, math.inf)
    assert made.tp == (2, 2, 1, 0)
    assert made.fp == (2, 1, 1, 1)


def test_weights_are_counted() -> None:
    truth, p = rows(50)
    weights = np.random.default_rng(3).random(50)
    made = found(vc.evaluate(truth, y_proba=p, sample_weight=weights))
    middle = len(made.thresholds) // 2
    called = p >= made.thresholds[middle]
    assert made.tp[middle] == pytest.approx(weights[called & (truth == 1)].sum())


def test_on_a_grid_counts_are_those_at_its_edges() -> None:
    truth, p = rows(3000)
    ev = vc.evaluate(truth, y_proba=p, resolution=4).at(0.41234)
    made = found(ev)
    assert not made.own
    for t, tp, fp in list(zip(made.thresholds, made.tp, made.fp, strict=True))[::5]:
        called = p >= t
        assert (tp, fp) == ((called & (truth == 1)).sum(), (called & (truth == 0)).sum())


def test_without_a_threshold_it_begins_where_calls_are_as_many_as_positives() -> None:
    truth = [0, 0, 1, 0, 1, 1]
    made = found(vc.evaluate(truth, y_score=[1, 2, 3, 4, 5, 6]))
    assert made.thresholds[made.start] == 4
    assert not made.own
    assert made.tp[made.start] + made.fp[made.start] == 3


def test_what_it_begins_with_is_the_evaluation() -> None:
    truth, p = rows(200)
    ev = vc.evaluate(truth, y_proba=p)
    made = found(ev)
    shown = state(made, made.start)
    assert shown.figures == {key: figure(ev[key].value) for key in KEYS}
    assert shown.threshold == "0.5"
    assert ev.confusion is not None
    assert shown.counts == {c: str(int(getattr(ev.confusion, c))) for c in ("tp", "fp", "fn", "tn")}


def test_other_places_are_the_evaluation_there() -> None:
    truth, p = rows(200)
    ev = vc.evaluate(truth, y_proba=p)
    made = found(ev)
    for place in (1, len(made.thresholds) // 3, len(made.thresholds) - 2):
        there = ev.at(made.thresholds[place]).at_prevalence(0.02)
        shown = state(made, place, 0.02)
        assert shown.figures == {key: figure(there[key].value) for key in KEYS}


def test_a_thousand_cases() -> None:
    """90 % recall and specificity at 1 %: 9 of 10 found, 99 of 990 called wrongly."""
    made = Live((0.5,), (90.0,), (10.0,), 100.0, 100.0, start=0, own=True, ranks=True)
    shown = state(made, 0, 0.01)
    assert shown.of_thousand == {"of": "1,000", "called": "108", "right": "9", "missed": "1"}
    assert shown.figures["precision"] == figure(9 / 108)


def test_nobody_is_a_fraction_of_a_person() -> None:
    """1 of 10 found and 1 of 1,000 called wrongly, at 1 in 1,000: 0.1 + 0.999 of 1,000."""
    made = Live((0.5,), (1.0,), (1.0,), 10.0, 1000.0, start=0, own=True, ranks=True)
    shown = state(made, 0, 0.001)
    assert shown.of_thousand == {"of": "10,000", "called": "11", "right": "1", "missed": "9"}


def test_an_evaluation_elsewhere_begins_there() -> None:
    truth, p = rows(60)
    assert found(vc.evaluate(truth, y_proba=p).at_prevalence(0.01)).share == 0.01


def test_of_calls_only_the_prevalence_moves() -> None:
    made = live(vc.evaluate([0, 1, 1], [0, 1, 0]))
    assert made is not None
    assert not made.moves
    assert (made.tp, made.fp, made.positives, made.negatives) == ((1.0,), (0.0,), 2.0, 1.0)


def test_many_classes_and_one_class_have_nothing_to_move() -> None:
    assert live(vc.evaluate([1, 1, 1], [0, 1, 1], labels=[0, 1], pos_label=1)) is None
    p = [[0.5, 0.3, 0.2], [0.1, 0.8, 0.1], [0.2, 0.2, 0.6]]
    assert live(vc.evaluate([0, 1, 2], y_proba=p)) is None


def test_marks_only_where_the_curve_is_that_of_the_column_that_is_cut() -> None:
    truth, p = rows(60)
    one = json.loads(data(page_of(vc.evaluate(truth, y_proba=p)), {}))
    other = json.loads(data(page_of(vc.evaluate(truth, y_proba=p, y_score=-p)), {}))
    assert {"roc", "pr", "sweep", "prevalence"} <= {mark["kind"] for mark in one["marks"]}
    assert not {"roc", "pr", "gains"} & {mark["kind"] for mark in other["marks"]}


def test_the_data_cannot_end_its_element() -> None:
    written = str(in_script({"a": "</script><!--&", "b": [1, 0.5]}))
    assert not set("<>&") & set(written)
    assert json.loads(written) == {"a": "</script><!--&", "b": [1, 0.5]}


def test_many_rows_are_worth_more_digits():
    """Two percent of 10^8 rows are known to four decimals; of a hundred rows to three at most."""
    many = Live((0.5,), (1234567.0,), (2345678.0,), 2e6, 98e6, 0, own=True, ranks=True)
    few = Live((0.5,), (1.0,), (2.0,), 2.0, 98.0, 0, own=True, ranks=True)
    assert state(many, 0).figures["specificity"] == f"{1 - 2345678 / 98e6:.5f}"
    assert state(few, 0).figures["specificity"] == "0.980"
    found = {"of": "1,000", "called": "30", "right": "10", "missed": "10"}
    assert state(few, 0).of_thousand == found
    none = Live((0.5,), (0.0,), (0.0,), 2.0, 98.0, 0, own=True, ranks=True)
    assert state(none, 0).of_thousand == {
        "of": "1,000",
        "called": "0",
        "right": "0",
        "missed": "20",
    }
