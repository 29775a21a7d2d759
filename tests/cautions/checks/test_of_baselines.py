"""Accuracy and F1 beside those of answers that look at nothing."""

import math
from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import binomtest

from tests.cautions.samples import BY_KEY, clustered_table, counts, evidence, keys, matrix
from veracity.cautions.catalogue.finding import cautions_of
from veracity.cautions.record.from_statistics import facts_of
from veracity.statistics import ConfusionMatrix
from veracity.statistics.matrix.cells import DenseCells


def test_accuracy_paradox_of_the_seed():
    # seed case s003.paradox_S: accuracy 9861/10000, always negative 99/100
    found = evidence("accuracy_paradox", counts(tp=60, fp=99, fn=40, tn=9801))
    assert found["accuracy"] == pytest.approx(float(Fraction(9861, 10000)))
    assert found["baseline"] == 0.99
    assert (found["found"], found["rest"], found["label"]) == (60, 100, "0")
    assert found["p_value"] == pytest.approx(binomtest(60, 159).pvalue)


def test_a_high_accuracy_above_the_constant_is_no_paradox():
    facts = counts(tp=80, fp=20, fn=20, tn=880)
    assert evidence("accuracy_paradox", facts) is None
    assert evidence("accuracy_near_baseline", facts) is None
    assert evidence("accuracy_below_baseline", facts) is None


def test_at_a_milder_imbalance_agreement_decides():
    useless = counts(tp=5, fp=20, fn=45, tn=180)  # recall 0.1, fpr 0.1
    useful = counts(tp=20, fp=15, fn=30, tn=185)  # 205 of 250 right, constant 200
    assert evidence("accuracy_paradox", useless)["baseline"] == 0.8
    assert evidence("accuracy_paradox", useful) is None
    assert "accuracy_near_baseline" in keys(useful)


def test_below_the_baseline_needs_evidence():
    found = evidence("accuracy_below_baseline", counts(tp=60, fp=60, fn=40, tn=140))
    # right where the constant is wrong 60 times, the other way round 60 times
    assert found is None
    found = evidence("accuracy_below_baseline", counts(tp=40, fp=100, fn=60, tn=100))
    assert (found["accuracy"], found["baseline"]) == (
        pytest.approx(140 / 300),
        pytest.approx(2 / 3),
    )
    assert found["p_value"] == pytest.approx(binomtest(40, 140).pvalue)


def test_a_useful_screen_below_the_constant_is_a_note():
    # 64 of 80 ill and 260 of 320 well are called right: informedness 0.61, accuracy 0.81 v 0.8;
    # with more false alarms, 0.70 v 0.8
    useful = counts(tp=72, fp=112, fn=8, tn=208)
    assert evidence("accuracy_below_baseline", useful) is None
    (said,) = cautions_of(useful)
    assert (said.key, said.severity) == ("accuracy_near_baseline", "note")
    assert "70.0% is below the 80.0%" in said.message
    assert "低于" in said.message.zh


def test_above_a_common_constant_with_agreement_is_no_paradox():
    # 94 of 100 right, the constant 92, MCC 0.56: not shown above, which is a note
    facts = counts(tp=4, fp=2, fn=4, tn=90)
    assert evidence("accuracy_paradox", facts) is None
    assert evidence("accuracy_near_baseline", facts)["p_value"] == pytest.approx(
        binomtest(4, 6).pvalue
    )


@pytest.mark.parametrize(
    ("cells", "words"),
    [
        ((60, 99, 40, 9801), "98.6% sounds good but is below the 99.0%"),
        ((900, 100, 0, 0), "90.0% sounds good but is equal to the 90.0%"),
        ((2, 1, 498, 1999), "80.0% sounds good but is not shown to be above the 80.0%"),
    ],
    ids=["below", "equal", "near"],
)
def test_the_paradox_says_how_the_accuracies_lie(cells, words):
    tp, fp, fn, tn = cells
    said = BY_KEY["accuracy_paradox"](counts(tp=tp, fp=fp, fn=fn, tn=tn))
    assert words in said.message


def test_where_nothing_can_be_tested_only_a_lower_accuracy_is_told():
    # one cluster tells no variance, so there is no p
    truth, score = np.arange(80) % 2, np.arange(80) % 2 + np.linspace(0, 0.9, 80)
    one = np.zeros(80, int)
    good = facts_of(confusion=clustered_table(truth, score, one).counts_at(0.7))
    assert good.estimate("accuracy").value > 0.8
    assert evidence("accuracy_near_baseline", good) is None
    bad = facts_of(confusion=clustered_table(truth, -score, one).counts_at(-0.7))
    assert "p =" not in BY_KEY["accuracy_near_baseline"](bad).message


def test_near_the_baseline_is_a_note_where_nothing_worse_is_said():
    facts = counts(tp=50, fp=40, fn=50, tn=60)
    assert "accuracy_near_baseline" in keys(facts)
    paradox = counts(tp=0, fp=0, fn=10, tn=990)
    assert "accuracy_paradox" in keys(paradox)
    assert "accuracy_near_baseline" not in keys(paradox)


def test_several_classes_have_a_baseline_too():
    found = evidence("accuracy_paradox", matrix([[950, 0, 0], [25, 0, 0], [25, 0, 0]]))
    assert (found["baseline"], found["found"], found["rest"]) == (0.95, 0, 50)


def test_weights_and_clusters_are_tested_by_linearisation():
    # nothing is called positive; Σw² is 2.5 times Σw
    cells, squares = np.array([[600.0, 0.0], [200.0, 0.0]]), np.array([[1500.0, 0.0], [500.0, 0.0]])
    weighted = ConfusionMatrix.made(DenseCells(cells), (0, 1), 1, DenseCells(squares))
    found = evidence("accuracy_near_baseline", facts_of(confusion=weighted))
    assert (found["accuracy"], found["baseline"]) == (0.75, 0.75)
    better = DenseCells(np.array([[590.0, 10.0], [20.0, 180.0]]))
    weighted = ConfusionMatrix.made(better, (0, 1), 1, DenseCells(2 * better.array()))
    assert evidence("accuracy_near_baseline", facts_of(confusion=weighted)) is None
    worse = DenseCells(np.array([[500.0, 100.0], [180.0, 20.0]]))
    weighted = ConfusionMatrix.made(worse, (0, 1), 1, DenseCells(2 * worse.array()))
    found = evidence("accuracy_below_baseline", facts_of(confusion=weighted))
    # 20 right where the constant is wrong, 100 the other way round, Σw² twice Σw:
    # z = (20 − 100) / √(2·(120 − 80²/800))
    z = 80 / math.sqrt(2 * (120 - 80**2 / 800))
    assert found["p_value"] == pytest.approx(math.erfc(z / math.sqrt(2)), rel=1e-3)


def test_f1_flattered_by_a_common_positive_class():
    # the seed's 900:100, all called positive: F1 18/19, precision 9/10, MCC 0 by its limit
    found = evidence("f1_flattered", counts(tp=900, fp=100, fn=0, tn=0))
    assert found["f1"].value == pytest.approx(18 / 19)
    assert found["constant"] == pytest.approx(18 / 19)
    assert found["precision"].value == 0.9
    assert found["mcc"].value == 0.0


def test_f1_of_the_rare_class_is_not_flattered():
    assert evidence("f1_flattered", counts(tp=0, fp=0, fn=100, tn=900)) is None
    assert evidence("f1_flattered", counts(tp=60, fp=30, fn=40, tn=870)) is None


def test_f1_well_above_always_positive_is_not_flattered():
    assert evidence("f1_flattered", counts(tp=890, fp=10, fn=10, tn=90)) is None


def test_common_but_not_very_common_positives_flatter_what_does_not_agree():
    assert evidence("f1_flattered", counts(tp=63, fp=27, fn=7, tn=3))["prevalence"] == 0.7
    assert evidence("f1_flattered", counts(tp=600, fp=200, fn=100, tn=100)) is None


def test_labels_alone_without_a_positive_class_have_no_f1():
    assert evidence("f1_flattered", matrix([[90, 0], [10, 0]])) is None


def test_f1_near_that_of_calling_everything_positive():
    facts = counts(tp=860, fp=100, fn=20, tn=20)  # MCC is shown above 0: no warning
    assert evidence("f1_flattered", facts) is None
    found = evidence("f1_near_all_positive", facts)
    assert found["f1"].value == pytest.approx(float(Fraction(2 * 860, 2 * 860 + 120)))
    assert found["constant"] == pytest.approx(float(Fraction(2 * 88, 188)))
    assert "f1_near_all_positive" in keys(facts)
    assert "f1_near_all_positive" not in keys(counts(tp=900, fp=100, fn=0, tn=0))


@pytest.mark.parametrize(
    "facts",
    [
        counts(tp=860, fp=20, fn=20, tn=100),  # well above it
        counts(tp=60, fp=40, fn=40, tn=60),  # positives are not common
        counts(tp=860, fp=100, fn=20, tn=20, asked=("mcc",)),  # nobody sees F1
    ],
    ids=["above", "rare", "unseen"],
)
def test_f1_that_needs_no_word(facts):
    assert evidence("f1_near_all_positive", facts) is None
