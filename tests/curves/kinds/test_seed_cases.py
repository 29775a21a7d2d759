"""The worked curves of the seed, to the last digit."""

import numpy as np
import pytest

from tests.curves.tables import fractions, grouped, ranked, table_of
from tests.metrics.seed_cases import CASES
from veracity import curves

SEQUENCES = [case for case in CASES if case.startswith("s004.roc_")]


@pytest.mark.parametrize("case", SEQUENCES)
def test_roc_and_pr_step_by_step(case):
    table = ranked(CASES[case]["inputs"]["labels_by_descending_score"])
    said = CASES[case]["expected"]
    roc, pr = curves.roc(table), curves.precision_recall(table)
    assert roc.x.tolist() == fractions(said["roc_fpr"])
    assert roc.y.tolist() == fractions(said["roc_tpr"])
    assert pr.x[1:].tolist() == fractions(said["pr_recall"])
    assert pr.y[1:].tolist() == fractions(said["pr_precision"])
    assert np.isnan(pr.y[0])
    (bep,) = fractions([said["break_even_point (top-P precision)"]])
    assert curves.break_even(table).value == bep


@pytest.mark.parametrize("case", SEQUENCES)
def test_areas_under_the_points(case):
    """The area under the curve's own points is that of the case: line for ROC, step for PR."""
    table = ranked(CASES[case]["inputs"]["labels_by_descending_score"])
    said = CASES[case]["expected"]
    roc, pr = curves.roc(table), curves.precision_recall(table)
    (area, before) = fractions([said["auroc"], said["prob_negative_first"]])
    assert np.trapezoid(roc.y, roc.x) == pytest.approx(area, abs=1e-15)
    assert np.trapezoid(1 - roc.y, roc.x) == pytest.approx(before, abs=1e-15)
    (ap,) = fractions([said["average_precision"]])
    assert (np.diff(pr.x) * pr.y[1:]).sum() == pytest.approx(ap, abs=1e-15)


def test_straight_lines_between_pr_points_promise_too_much():
    case = CASES["s000.pr_linear_interpolation"]
    a, b, P = (case["inputs"][key] for key in ("A", "B", "P"))
    rest = (P - b["tp"], 60)
    table = grouped([(a["tp"], a["fp"]), (b["tp"] - a["tp"], b["fp"] - a["fp"]), rest])
    said = {key: fractions(values) for key, values in case["expected"].items()}
    seen = curves.interpolated_precision(table, said["recall"])
    np.testing.assert_allclose(seen, said["precision_correct"], rtol=1e-15)
    pr = curves.precision_recall(table)
    line = np.interp(said["recall"], pr.x, pr.y)
    np.testing.assert_allclose(line, said["precision_linear"], rtol=1e-15)
    assert (line >= seen).all()
    assert line[1] > seen[1]


def test_precision_is_not_monotone():
    case = CASES["s000.precision_not_monotone"]
    score = fractions([{"exact": s} for s in case["inputs"]["score"]])
    curve = curves.sweep(table_of(case["inputs"]["y"], score), ["precision", "recall"])
    for key in ("precision", "recall"):
        assert curve[key][1:].tolist() == fractions(case["expected"][key])
    assert curve["threshold"][1:].tolist() == score
    assert (np.diff(curve["recall"]) >= 0).all()
    assert (np.diff(curve["precision"][1:]) > 0).all()  # falls as the threshold rises


def test_one_break_even_point_two_models():
    inputs, said = (CASES["s004.bep_blind"][key] for key in ("inputs", "expected"))
    tables = {name: ranked(inputs[name]) for name in ("seq_1", "seq_2")}
    points = curves.break_evens(tables)
    assert [points[name].value for name in tables] == fractions([said["bep_1"], said["bep_2"]])
    found = curves.dominance(*tables.values(), names=("one swap", "three swaps"))
    assert found.winner == "one swap"  # although the break-even points are equal
