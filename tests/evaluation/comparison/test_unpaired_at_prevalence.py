"""Two evaluations that were projected to another prevalence are compared there."""

from fractions import Fraction

import pytest

import veracity as vc
from veracity.results.comparisons.margins import outcome

# both have TPR 8/10 and FPR 1/10; positives are a half of A and a tenth of B
A = vc.ConfusionMatrix.from_counts(tp=80, fn=20, fp=10, tn=90).evaluate()
B = vc.ConfusionMatrix.from_counts(tp=16, fn=4, fp=18, tn=162).evaluate()


def test_the_values_are_those_at_that_prevalence():
    cmp = vc.compare(A.at_prevalence(0.1), B.at_prevalence(0.1), metrics=["precision", "recall"])
    there = Fraction(8, 100) / (Fraction(8, 100) + Fraction(9, 100))
    row = cmp["A", "B", "precision"]
    assert [one.value for one in row.values] == pytest.approx([float(there)] * 2, rel=1e-12)
    assert row.difference.value == pytest.approx(0, abs=1e-12)
    assert row.difference.low < 0 < row.difference.high
    assert (row.difference.method, row.test.name, row.verdict) == ("mover", "mover", "cannot_tell")


def test_without_a_projection_the_prevalences_make_the_difference():
    row = vc.compare(A, B, metrics="precision")["A", "B", "precision"]
    assert row.difference.value == pytest.approx(80 / 90 - 16 / 34, rel=1e-12)
    assert row.verdict == "better"


def test_one_side_alone_may_be_projected():
    row = vc.compare(A.at_prevalence(0.1), B, metrics="precision")["A", "B", "precision"]
    assert row.difference.value == pytest.approx(8 / 17 - 16 / 34, abs=1e-12)
    assert outcome(row.difference, row.p_adjusted, None, "higher") == "cannot_tell"


def test_what_does_not_move_keeps_its_own_interval():
    cmp = vc.compare(A.at_prevalence(0.1), B.at_prevalence(0.1), metrics="recall")
    plain = vc.compare(A, B, metrics="recall")
    assert cmp["A", "B", "recall"].difference.low == plain["A", "B", "recall"].difference.low
    assert cmp["A", "B", "recall"].difference.method == "newcombe"


def test_it_is_said():
    cmp = vc.compare(A.at_prevalence(0.1), B.at_prevalence(0.2), metrics="precision")
    assert cmp.settings["prevalence"] == "A: 0.1, B: 0.2"
    assert "At prevalence 0.1" in cmp.note
    assert "At prevalence 0.2" in cmp.note
