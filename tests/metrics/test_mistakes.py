"""What the articles get wrong about counts (mission, section c), each with its counter-example.

The number in a test's name is the row of that table.
"""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest

from tests.metrics import tables
from tests.metrics.tables import two
from veracity.errors import AmbiguousName, InputError
from veracity.metrics import Metric, explain, find
from veracity.statistics import ConfusionMatrix

FOUR = ConfusionMatrix([[90, 10, 15, 5], [12, 50, 10, 8], [20, 15, 55, 10], [6, 4, 10, 40]])
S = two(tn=9801, fp=99, fn=40, tp=60)
B = two(tn=8910, fp=990, fn=5, tp=95)
TWELVE = two(tn=5, fp=1, fn=2, tp=4)
ALL_POSITIVE = two(tn=0, fp=100, fn=0, tp=900)


def is_(key: str, c: ConfusionMatrix, value: float | Fraction, digits: float = 1e-15) -> bool:
    return math.isclose(find(key)(c), value, rel_tol=digits)


def test_06_precision_depends_on_the_negatives() -> None:
    assert is_("precision", two(tn=99, fp=1, fn=20, tp=80), Fraction(80, 81))
    assert is_("precision", two(tn=9900, fp=100, fn=20, tp=80), Fraction(4, 9))
    assert find("precision").moves_with_prevalence
    assert "prevalence" in find("precision").misleads_when


def test_10_without_false_alarms_precision_does_not_rise_with_prevalence() -> None:
    quiet = two(tn=50, fp=0, fn=10, tp=40)
    assert (find("precision")(quiet.at_prevalence(np.array([0.01, 0.2, 0.9]))) == 1).all()
    rising = find("precision")(TWELVE.at_prevalence(np.array([0.01, 0.2, 0.9])))
    assert (np.diff(rising) > 0).all()


def test_11_recall_does_not_depend_on_prevalence_but_its_uncertainty_does() -> None:
    few, many = two(tn=90, fp=0, fn=1, tp=9), two(tn=90, fp=0, fn=100, tp=900)
    assert find("recall")(few) == find("recall")(many) == 0.9
    shown = [[round(end, 2) for end in wilson(find("recall"), c)] for c in (few, many)]
    assert shown == [[0.60, 0.98], [0.88, 0.92]]


def wilson(metric: Metric, c: ConfusionMatrix) -> tuple[float, float]:
    """Wilson's interval from what the record counts."""
    assert metric.counted is not None
    assert metric.counted is not None
    n, z = float(metric.counted.trials(c)), 1.959963984540054
    p = float(metric.counted.successes(c)) / n
    middle = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return middle - half, middle + half


def test_15_f1_of_nine_tenths_and_one_tenth_is_exactly_9_50() -> None:
    assert is_("f1", two(tn=0, fp=1, fn=81, tp=9), Fraction(9, 50))


def test_16_fdr_is_the_proportion_of_one_run() -> None:
    assert is_("fdr", TWELVE, Fraction(1, 5))
    assert "expectation" in find("fdr").misleads_when
    assert find("false discovery proportion").key == "fdr"


def test_17_45_f1_changes_with_the_choice_of_the_positive_class() -> None:
    assert is_("f1", ALL_POSITIVE, Fraction(18, 19))
    assert find("f1")(ALL_POSITIVE.classes_swapped()) == 0
    assert "classes_swapped" not in find("f1").moves
    assert find("mcc")(ALL_POSITIVE) == find("mcc")(ALL_POSITIVE.classes_swapped()) == 0


def test_18_f1_without_a_hit_is_0_and_not_undefined() -> None:
    missed = two(tn=0, fp=0, fn=1, tp=0)
    assert find("f1")(missed) == 0
    assert math.isnan(find("precision")(missed)), "so the harmonic form would be 0/0"
    assert math.isnan(find("f1")(two(tn=7, fp=0, fn=0, tp=0)))


@pytest.mark.parametrize("key", ["micro_precision", "micro_recall", "micro_f1", "accuracy"])
def test_19_micro_averages_repeat_accuracy(key: str) -> None:
    assert is_(key, FOUR, Fraction(47, 72))
    assert key == "accuracy" or "accuracy" in find(key).misleads_when


def test_20_missing_few_infected_is_recall_not_precision() -> None:
    called = [[0, 10], [0, 9990]]
    healthy = ConfusionMatrix(called, labels=["infected", "healthy"], pos_label="healthy")
    infected = ConfusionMatrix(called, labels=["infected", "healthy"], pos_label="infected")
    assert find("precision")(healthy) == 0.999
    assert find("fnr")(infected) == 1
    assert find("recall")(infected) == find("specificity")(healthy) == 0


def test_21_the_other_coding_swaps_every_clinical_term() -> None:
    swapped = TWELVE.classes_swapped()
    for one, other in (("recall", "specificity"), ("precision", "npv"), ("fpr", "fnr")):
        assert find(one)(swapped) == find(other)(TWELVE) != find(one)(TWELVE)


def test_22_accuracy_is_not_precision() -> None:
    assert is_("accuracy", TWELVE, Fraction(3, 4))
    assert is_("precision", TWELVE, Fraction(4, 5))


def test_23_recognising_positives_is_recall() -> None:
    timid = two(tn=100, fp=0, fn=99, tp=1)
    assert find("precision")(timid) == 1
    assert find("recall")(timid) == 0.01


def test_24_average_accuracy_sums_rows_not_columns() -> None:
    assert is_("average_accuracy", FOUR, Fraction(311, 480))
    assert is_("average_accuracy", FOUR.T, Fraction(822461, 1274112))
    assert round(float(find("macro_precision")(FOUR)), 4) == 0.6455


def test_25_mean_one_versus_rest_accuracy_is_another_number() -> None:
    assert is_("macro_accuracy", FOUR, Fraction(119, 144))
    assert is_("balanced_accuracy", FOUR, Fraction(311, 480))
    with pytest.raises(AmbiguousName, match="balanced_accuracy, macro_accuracy"):
        find("average accuracy")


def test_26_expected_agreement_sums_products_of_the_margins() -> None:
    assert round(float(find("accuracy").chance.value(FOUR)), 5) == 0.26590
    assert "x_{k+}x_{+k}" in find("kappa").formula


def test_27_kappa_of_all_wrong_is_rarely_minus_1() -> None:
    turned = tables.matrix([[0, 1, 0], [0, 0, 1], [1, 0, 0]])
    assert is_("kappa", turned, Fraction(-1, 2))
    assert is_("kappa", two(tn=0, fp=9, fn=1, tp=0), Fraction(-9, 41))
    assert find("kappa")(two(tn=0, fp=1, fn=1, tp=0)) == -1
    assert math.isnan(find("kappa")(two(tn=5, fp=0, fn=0, tp=0)))


def test_28_f1_is_a_harmonic_mean() -> None:
    c = two(tn=0, fp=1, fn=81, tp=9)
    mean = (find("precision")(c) + find("recall")(c)) / 2
    assert (round(float(find("f1")(c)), 2), mean) == (0.18, 0.5)
    assert "harmonic" in find("f1").question


def test_29_f1_says_nothing_of_robustness() -> None:
    assert is_("f1", ALL_POSITIVE, Fraction(18, 19))
    assert find("informedness")(ALL_POSITIVE) == 0


def test_34_a_class_absent_from_the_truth_is_left_out_of_the_mean_recall() -> None:
    assert find("balanced_accuracy")(tables.matrix([[3, 0], [0, 0]])) == 1


@pytest.mark.parametrize(
    "constant", [two(tn=99, fp=0, fn=1, tp=0), ALL_POSITIVE], ids=["never", "always"]
)
def test_38_mcc_of_a_constant_classifier_is_0_by_its_limit_only(constant: ConfusionMatrix) -> None:
    assert find("mcc")(constant) == 0
    reason = find("mcc").reasons(constant)[0]
    assert "0/0" in reason.en
    assert "0/0" in reason.zh
    assert math.isnan(find("mcc").compute(constant)), "the bare formula"
    both = two(tn=7, fp=0, fn=0, tp=0)
    assert math.isnan(find("mcc")(both))
    assert find("mcc").reasons(both) == (find("mcc").undefined_when[1].words,)


def test_39_55_mcc_and_kappa_fall_with_the_prevalence() -> None:
    shares = np.array([0.5, 0.1, 0.01])
    nine = two(tn=9, fp=1, fn=1, tp=9).at_prevalence(shares)
    assert np.round(find("mcc")(nine), 3).tolist() == [0.800, 0.625, 0.256]
    assert np.round(find("kappa")(nine), 3).tolist() == [0.800, 0.590, 0.137]
    assert np.ptp(find("informedness")(nine)) < 1e-15
    for key in ("mcc", "kappa", "accuracy", "precision", "npv", "f1"):
        assert find(key).moves_with_prevalence
        assert np.ptp(find(key)(TWELVE.at_prevalence(shares))) > 0.05


def test_42_with_three_classes_an_mcc_of_0_is_not_independence() -> None:
    c = tables.matrix([[1, 2, 0], [0, 1, 2], [2, 0, 1]])
    assert find("mcc")(c) == find("kappa")(c) == 0
    assert (c.counts != c.by_chance().counts).any()
    assert find("mutual_information_bits")(c) > 0.6
    assert "independence" in find("mcc").misleads_when


def test_44_the_joined_mcc_is_not_a_mean_of_one_versus_rest() -> None:
    assert f"{find('mcc')(FOUR):.5f}" == "0.52750"
    assert f"{find('macro_mcc')(FOUR):.5f}" == "0.52870"


def test_46_the_wrong_layout_swaps_recall_and_precision() -> None:
    printed = [[4, 1], [2, 5]]
    right = ConfusionMatrix(printed, labels=[1, 0], rows="prediction")
    wrong = ConfusionMatrix(printed, labels=[1, 0])
    assert is_("recall", right, Fraction(2, 3))
    assert is_("precision", right, Fraction(4, 5))
    assert find("recall")(wrong) == find("precision")(right)
    assert find("precision")(wrong) == find("recall")(right)


def test_47_a_bare_two_by_two_is_refused() -> None:
    with pytest.raises(InputError, match="is ambiguous"):
        ConfusionMatrix([[4, 1], [2, 5]])


def test_48_the_two_macro_f1s_are_two_keys() -> None:
    assert f"{find('f1_of_macro')(FOUR):.5f}" == "0.64671"
    assert f"{find('macro_f1')(FOUR):.5f}" == "0.64602"
    assert "a different number" in find("f1_of_macro").misleads_when


def test_50_the_accuracy_of_b_is_exactly_0_9005() -> None:
    assert find("accuracy")(B) == 0.9005


def test_51_most_scores_rank_s_above_b_and_costs_decide() -> None:
    for key in ("accuracy", "kappa", "mcc", "f1", "precision"):
        assert find(key)(S) > find(key)(B), key
    for key in ("balanced_accuracy", "informedness", "npv", "recall"):
        assert find(key)(B) > find(key)(S), key
    assert (round(float(find("kappa")(S)), 3), round(float(find("kappa")(B)), 3)) == (0.457, 0.145)
    assert find("expected_cost(fn=25)")(S) < find("expected_cost(fn=25)")(B)
    assert find("expected_cost(fn=26)")(S) > find("expected_cost(fn=26)")(B)


def test_52_equal_accuracy_and_very_different_kappa() -> None:
    even, uneven = two(tn=50, fp=5, fn=5, tp=40), two(tn=5, fp=5, fn=5, tp=85)
    assert find("accuracy")(even) == find("accuracy")(uneven) == 0.9
    assert round(float(find("kappa")(even)), 3) == 0.798
    assert round(float(find("kappa")(uneven)), 3) == 0.444
    assert "paradox" in find("kappa").misleads_when


def test_57_the_share_of_the_flagged_that_are_ill_is_precision() -> None:
    c = two(tn=100, fp=2, fn=32, tp=8)
    assert (find("precision")(c), find("recall")(c)) == (0.8, 0.2)


def test_60_P_has_two_meanings_and_the_glossary_says_both() -> None:
    assert (find("precision")(TWELVE), find("recall")(TWELVE)) == (4 / 5, 2 / 3)
    text = explain("P and N", lang="en")
    assert "Two meanings" in text
    assert "TP/P is recall under the first meaning and precision under the second" in text
    assert "两种用法" in explain("P and N", lang="zh")


def test_65_micro_from_averaged_and_from_summed_counts_are_the_same_ratio() -> None:
    runs = tables.matrix([[[5, 1], [2, 4]], [[4, 1], [4, 3]]])
    added = tables.matrix(runs.cells.array().sum(0))
    averaged = tables.matrix(runs.cells.array().mean(0))
    for key in ("precision", "recall", "f1", "mcc", "kappa"):
        assert is_(key, averaged, float(find(key)(added)))
    assert added.tp == 2 * averaged.tp, "the counts themselves are not the same"


@pytest.mark.parametrize("word", ["平均精度", "精度", "准确率"])
def test_71_a_chinese_word_for_several_metrics_is_refused(word: str) -> None:
    with pytest.raises(AmbiguousName):
        find(word)
    assert find("精确度").key == "precision"
