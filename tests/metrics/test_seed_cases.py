"""The worked examples of the five articles that concern counts, with their exact values."""

from __future__ import annotations

import json
import math
import re
from fractions import Fraction

import numpy as np
import pytest

from tests.metrics import tables
from tests.metrics.seed_cases import (
    CASES,
    KEYS,
    assert_is,
    counts_of,
    exact,
    expected,
    stacked,
)
from veracity.evaluation import ConfusionMatrix
from veracity.metrics import find

TESTED_BY = {
    "s000.lazy_decoder": "test_one_table",
    "s000.accuracy_limit": "test_against_prevalence",
    "s000.precision_bayes": "test_against_prevalence",
    "s000.f1_from_PR": "test_f_from_precision_and_recall",
    "s000.twelve_trials": "test_one_table",
    "s000.calcium_A_B": "test_two_thresholds_of_one_recording",
    "s000.precision_not_monotone": "test_precision_may_fall_as_the_threshold_rises",
    "s000.pr_linear_interpolation": "test_between_two_points_of_a_pr_curve",
    "s000.pr_depends_on_negatives": "test_precision_depends_on_the_number_of_negatives",
    "s000.macro_micro": "test_macro_and_micro_precision",
    "s001.average_accuracy_axis": "test_average_accuracy_is_mean_recall",
    "s001.kappa_formula": "test_kappa_of_four_classes",
    "s001.kappa_lower_bound": "test_the_lower_bound_of_kappa",
    "s001.screening_precision": "test_precision_of_the_healthy_misses_every_infected",
    "s001.f_beta": "test_f_from_precision_and_recall",
    "s001.f1_not_weighted_mean": "test_f_from_precision_and_recall",
    "s002.rare_variant": "test_one_table",
    "s002.cytosolic_all_positive": "test_one_table",
    "s002.mcc_is_pearson": "test_mcc_is_the_correlation_of_labels",
    "s002.mcc_null_expectation": "test_mcc_is_0_on_average_where_labels_are_shuffled",
    "s002.mcc_depends_on_prevalence": "test_against_prevalence",
    "s002.beta_sheet": "test_which_tables_have_the_printed_mcc",
    "s003.ripples": "test_one_table",
    "s003.paradox_S": "test_one_table",
    "s003.paradox_B": "test_one_table",
    "s003.paradox_costs": "test_costs_decide_between_two_detectors",
    "s003.prevalence_doubles": "test_against_prevalence",
    "s003.four_class": "test_four_classes",
    "s003.four_class_transposed": "test_four_classes",
    "s003.kappa_prevalence": "test_the_kappa_paradox",
    "s003.sdt_infotheory": "test_signal_detection_and_information",
    "s004.f1_identity": "test_two_forms_of_f1",
    "s004.signs": "test_the_sign_rule",
    "s004.P_N_overloaded": "test_two_meanings_of_P",
    "s004.macro_f1_two_definitions": "test_many_matrices",
    "s004.aggregate_runs": "test_many_matrices",
    "s004.aggregate_datasets": "test_many_matrices",
    "s004.recall_example_is_precision": "test_the_share_of_flagged_that_are_ill_is_precision",
}
RANKING = "ranks scores: held by tests/metrics/ranking/test_every_metric.py and tests/curves"
CALIBRATION = "reads probabilities: calibration and proper scores are later work"
LATER = {
    "s000.calibration_100_trials": CALIBRATION,
    "s000.isotonic_changes_auroc": CALIBRATION,
    "s000.isotonic_lowers_auroc_oos": CALIBRATION,
    "s000.brier_not_calibration": CALIBRATION,
    "s000.mae_not_proper": CALIBRATION,
    "s000.brier_two_definitions": CALIBRATION,
    "s003.auc_half_not_random": RANKING,
    "s004.roc_perfect": RANKING,
    "s004.roc_one_swap": RANKING,
    "s004.roc_three_swaps": RANKING,
    "s004.roc_reversed": RANKING,
    "s004.bep_blind": RANKING,
    "s004.bep_picture": RANKING,
    "s004.auc_ties": RANKING,
}


def test_every_case_is_tested_or_named_as_later_work() -> None:
    assert set(CASES) == {*TESTED_BY, *LATER}
    assert not set(TESTED_BY) & set(LATER)
    assert {*TESTED_BY.values()} <= {n for n in globals() if n.startswith("test_")}


def cases_of(test: str) -> list[str]:
    return [case for case, name in TESTED_BY.items() if name == test]


@pytest.mark.parametrize("case", cases_of("test_one_table"))
def test_one_table(case: str) -> None:
    c = ConfusionMatrix.from_counts(**counts_of(case))
    checked = 0
    for name, entry in CASES[case]["expected"].items():
        if name in ("tp", "fp", "fn", "tn"):
            assert_is(getattr(c, name), entry)
        elif name == "n":
            assert_is(c.total, entry)
        elif name == "expected_accuracy":
            assert_is(find("accuracy").chance.value(c), entry)
        elif name == "mcc" and entry["exact"] == "0/0":
            assert c.metric("mcc") == 0  # the one documented exception, and it says so
            assert any("limit" in reason for reason in find("mcc").reasons(c))
            assert any("极限" in reason.zh for reason in find("mcc").reasons(c))
        elif name.startswith("layout"):
            assert_layout(name, np.array([[exact(e) for e in row] for row in entry]), c)
        else:
            metric = find(KEYS.get(name, name))
            value = c.metric(metric.key)
            assert_is(value, entry)
            assert bool(metric.reasons(c)) == (not math.isfinite(value)), name
        checked += 1
    assert checked >= 7


def assert_layout(name: str, table: np.ndarray, c: ConfusionMatrix) -> None:
    """The same counts in three layouts: the labels and rows= say which it is."""
    readings = {
        "layout_seed003": {"labels": [1, 0], "rows": "prediction"},
        "layout_seed000": {"labels": [1, 0]},
        "layout_sorted_labels": {"labels": [0, 1]},
    }
    reading = readings[name.partition(" ")[0]]
    read = ConfusionMatrix(table, **reading)
    assert [read.tp, read.fp, read.fn, read.tn] == [c.tp, c.fp, c.fn, c.tn]


@pytest.mark.parametrize("case", cases_of("test_against_prevalence"))
def test_against_prevalence(case: str) -> None:
    inputs = CASES[case]["inputs"]
    hit = Fraction(inputs.get("TPR", inputs.get("sensitivity", "").split(" ")[0] or 0))
    quiet = Fraction(inputs["TNR"] if "TNR" in inputs else inputs.get("specificity", 0))
    false = Fraction(inputs["FPR"]) if "FPR" in inputs else 1 - quiet
    shares = [float(Fraction(p)) for p in inputs["prevalence"]]
    whole = {
        "tp": int(10_000 * hit),
        "fn": int(10_000 * (1 - hit)),
        "fp": int(10_000 * false),
        "tn": int(10_000 * (1 - false)),
    }
    balanced = ConfusionMatrix.from_counts(**whole)
    for name, values in expected(case).items():
        projected = balanced.at_prevalence(np.array(shares)).metric(name)
        assert_is(projected, values, 2e-15)
        made = ConfusionMatrix.from_rates(tpr=float(hit), fpr=float(false), prevalence=shares)
        assert_is(made.metric(name), values, 2e-14)


@pytest.mark.parametrize("case", cases_of("test_f_from_precision_and_recall"))
def test_f_from_precision_and_recall(case: str) -> None:
    inputs = CASES[case]["inputs"]
    precision, recall = Fraction(inputs["precision"]), Fraction(inputs["recall"])
    tp = precision.numerator * recall.numerator
    c = tables.two(tn=1, fp=float(tp / precision - tp), fn=float(tp / recall - tp), tp=tp)
    assert_is(find("precision")(c), float(precision))
    assert_is(find("recall")(c), float(recall))
    for name, entry in CASES[case]["expected"].items():
        if name == "f":
            for beta, value in zip(inputs["beta"], entry, strict=True):
                assert_is(find(f"fbeta({float(Fraction(beta))})")(c), value)
        elif name == "f1":
            assert_is(find("f1")(c), entry)
        else:
            assert_is(float((find("precision")(c) + find("recall")(c)) / 2), entry)
            assert find("f1")(c) != exact(entry)


def test_two_thresholds_of_one_recording() -> None:
    case = CASES["s000.calcium_A_B"]
    said = {name: exact(entry) for name, entry in case["expected"].items()}
    for point in "AB":
        cells = {name: said[f"{name}_{point}"] for name in ("tp", "fp", "fn")}
        c = ConfusionMatrix.from_counts(**cells, tn=0)
        assert c.tp + c.fn == said["min_positives"]
        for name in ("recall", "precision"):
            assert_is(c.metric(name), float(Fraction(case["inputs"][f"tau_{point}"][name])))
        for name in ("f1", "f2", "f0.5"):
            assert_is(c.metric(KEYS.get(name, name)), said[f"{name}_{point}"])
    # B needs half of P to be a multiple of 4, A a sixth of P to be whole
    fits = [p for p in range(1, 100) if p % 6 == 0 and p % 2 == 0 and (p // 2) % 4 == 0]
    assert fits[0] == said["min_positives"]


def test_precision_may_fall_as_the_threshold_rises() -> None:
    case = CASES["s000.precision_not_monotone"]
    truth, scores = np.array(case["inputs"]["y"]), [Fraction(s) for s in case["inputs"]["score"]]
    for index, tau in enumerate(map(Fraction, case["inputs"]["tau"])):
        called = [int(score >= tau) for score in scores]
        c = ConfusionMatrix.from_labels(truth, called)
        for name in ("precision", "recall"):
            assert_is(c.metric(name), case["expected"][name][index])


def test_between_two_points_of_a_pr_curve() -> None:
    """From A to B each further hit costs the same number of false alarms, so tables are mixed."""
    case = CASES["s000.pr_linear_interpolation"]
    a, b = (np.array([case["inputs"][p]["fp"], case["inputs"][p]["tp"]]) for p in "AB")
    said = expected(case["id"])
    for index, part in enumerate(np.linspace(0, 1, 6)):
        fp, tp = a + (b - a) * part
        c = tables.two(tn=100, fp=fp, fn=case["inputs"]["P"] - tp, tp=tp)
        assert_is(find("recall")(c), said["recall"][index])
        assert_is(find("precision")(c), said["precision_correct"][index])
    linear, correct = np.array(said["precision_linear"]), np.array(said["precision_correct"])
    assert (linear[1:-1] > correct[1:-1]).all()


def test_precision_depends_on_the_number_of_negatives() -> None:
    case = CASES["s000.pr_depends_on_negatives"]
    hit, false = Fraction(case["inputs"]["TPR"]), Fraction(case["inputs"]["FPR"])
    positives = case["inputs"]["P"]
    for negatives, entry in zip(case["inputs"]["N"], case["expected"]["precision"], strict=True):
        tp, fp = int(hit * positives), int(false * negatives)
        c = ConfusionMatrix.from_counts(tp=tp, fp=fp, fn=positives - tp, tn=negatives - fp)
        assert_is(c.metric("precision"), entry)


def test_macro_and_micro_precision() -> None:
    case = CASES["s000.macro_micro"]
    pairs = zip(case["inputs"]["tp"], case["inputs"]["fp"], strict=True)
    many = stacked([[tp, fp, 0, 0] for tp, fp in pairs])
    said = case["expected"]
    assert_is(find("precision")(many), expected(case["id"])["P_c"])
    assert_is(find("precision")(many).mean(), said["P_macro"])
    assert_is(find("precision")(tables.matrix(many.counts.sum(0))), said["P_micro"])


FOUR = CASES["s003.four_class"]["inputs"]["C_rows_true"]


def test_average_accuracy_is_mean_recall() -> None:
    case = CASES["s001.average_accuracy_axis"]
    c = ConfusionMatrix(case["inputs"]["matrix_rows_true"])
    for key in ("balanced_accuracy", "average_accuracy", "macro_recall"):
        assert_is(c.metric(key), case["expected"]["AA_code_axis1"])
    assert_is(c.metric("macro_precision"), case["expected"]["AA_if_column_sums"])


def test_kappa_of_four_classes() -> None:
    case = CASES["s001.kappa_formula"]
    c = ConfusionMatrix(case["inputs"]["matrix_rows_true"])
    assert_is(c.metric("accuracy"), case["expected"]["p_o"])
    assert_is(find("accuracy").chance.value(c), case["expected"]["p_e"])
    assert_is(c.metric("kappa"), case["expected"]["kappa"])


def test_the_lower_bound_of_kappa() -> None:
    case = CASES["s001.kappa_lower_bound"]
    for name, counts in case["inputs"].items():
        c = ConfusionMatrix(counts, labels=range(len(counts)))
        assert_is(c.metric("kappa"), case["expected"][f"kappa_{name}"])


def test_precision_of_the_healthy_misses_every_infected() -> None:
    case = CASES["s001.screening_precision"]
    n, infected = case["inputs"]["n"], case["inputs"]["infected"]
    labels = ["infected", "阴性"]
    counts = [[0, infected], [0, n - infected]]
    healthy = ConfusionMatrix(counts, labels=labels, pos_label="阴性")
    ill = ConfusionMatrix(counts, labels=labels, pos_label="infected")
    assert_is(healthy.metric("precision"), case["expected"]["precision_of_阴性"])
    assert_is(ill.metric("fnr"), case["expected"]["share_of_infected_missed"])
    assert_is(ill.metric("recall"), case["expected"]["recall_of_infected"])
    assert_is(healthy.metric("specificity"), case["expected"]["recall_of_infected"])


def test_mcc_is_the_correlation_of_labels() -> None:
    case = CASES["s002.mcc_is_pearson"]
    truth, called = np.array(case["inputs"]["y"]), np.array(case["inputs"]["yhat"])
    for code, name in ((lambda v: v, "pearson_01"), (lambda v: 2 * v - 1, "pearson_pm1")):
        c = ConfusionMatrix.from_labels(code(truth), code(called))
        assert_is(c.metric("mcc"), case["expected"]["mcc"])
        correlation = np.corrcoef(code(truth), code(called))[0, 1]
        assert math.isclose(correlation, exact(case["expected"][name]), rel_tol=1e-14)


def test_mcc_is_0_on_average_where_labels_are_shuffled() -> None:
    case = CASES["s002.mcc_null_expectation"]
    n, positives, called = (case["inputs"][k] for k in ("n", "positives", "predicted_positives"))
    hits = range(max(0, positives + called - n), min(positives, called) + 1)
    ways = [math.comb(positives, h) * math.comb(n - positives, called - h) for h in hits]
    many = stacked([[h, called - h, positives - h, n - positives - called + h] for h in hits])
    assert sum(ways) == math.comb(n, called)
    numerator = many.tp * many.tn - many.fp * many.fn
    assert_is(float(np.dot(ways, numerator)), case["expected"]["expected_numerator"])
    mean = np.dot(ways, find("mcc")(many)) / sum(ways)
    assert abs(mean - exact(case["expected"]["expected_mcc"])) < 1e-16


def test_which_tables_have_the_printed_mcc() -> None:
    """The article prints 0.671 without counts; with n = 50 six tables round to it, with 20 none."""
    case = CASES["s002.beta_sheet"]
    listed = json.loads(re.search(r"= (\[\[.*\]\])", case["note"])[1])
    stated = exact(case["expected"]["mcc_stated"])

    def rounding_to_it(n: int) -> list[list[int]]:
        cuts = np.array([c for c in np.ndindex(n + 1, n + 1, n + 1) if sum(c) <= n])
        all_ = np.column_stack([cuts, n - cuts.sum(1)])
        value = find("mcc")(tables.matrix(all_[:, [3, 1, 2, 0]].reshape(-1, 2, 2)))
        return all_[np.round(value, 3) == stated].tolist()

    assert rounding_to_it(50) == listed
    assert rounding_to_it(20) == []


def test_costs_decide_between_two_detectors() -> None:
    case = CASES["s003.paradox_costs"]
    said = {name: exact(entry) for name, entry in case["expected"].items()}
    s, b = (ConfusionMatrix.from_counts(**counts_of(f"s003.paradox_{name}")) for name in "SB")
    for threshold in ("1/100", "1/10"):
        key = f"net_benefit({float(Fraction(threshold))})"
        for c, name in ((s, "S"), (b, "B")):
            assert_is(c.metric(key), said[f"net_benefit_{name}_at_pt_{threshold}"], 1e-14)
    even = said["cost_ratio_break_even_FN_over_FP"]
    assert_is(even, (b.fp - s.fp) / (s.fn - b.fn))
    cost = [find("expected_cost").with_values(fn=even * factor) for factor in (0.99, 1, 1.01)]
    assert cost[0](s) < cost[0](b)
    assert math.isclose(cost[1](s), cost[1](b), rel_tol=1e-15)
    assert cost[2](s) > cost[2](b)
    assert_is(1 / (1 + even), said["threshold_probability_break_even"])


@pytest.mark.parametrize("case", cases_of("test_four_classes"))
def test_four_classes(case: str) -> None:
    c = ConfusionMatrix(CASES[case]["inputs"]["C_rows_true"])
    said = CASES[case]["expected"]
    if case.endswith("transposed"):
        assert c == ConfusionMatrix(FOUR).T
        assert c == ConfusionMatrix(FOUR, rows="prediction")
    names = {
        "macro_f1_mean_of_f1": "macro_f1",
        "macro_f1_of_means": "f1_of_macro",
        "mcc_multiclass_RK": "mcc",
    }
    each = c.one_vs_rest()
    seen = {
        "n": c.total,
        "row_sums": c.truth,
        "col_sums": c.predicted,
        "expected_accuracy": find("accuracy").chance.value(c),
        "mcc_ovr_per_class": find("mcc")(each),
        "ovr_counts tp fp fn tn": np.stack([each.tp, each.fp, each.fn, each.tn], -1),
    }
    for name, entry in said.items():
        if name in seen:
            value = seen[name]
        elif name.endswith("_per_class"):
            value = find(name.removesuffix("_per_class"))(each)
        else:
            value = c.metric(names.get(name, name))
        if isinstance(entry, list):
            entry = np.vectorize(exact)(np.array(entry, dtype=object))
        assert_is(value, entry, 2e-15)
    assert len(said) == 23


def test_the_kappa_paradox() -> None:
    case = CASES["s003.kappa_prevalence"]
    for number, cells in enumerate(case["inputs"].values(), 1):
        c = stacked([cells])
        for name in ("accuracy", "kappa"):
            assert_is(find(name)(c)[0], case["expected"][f"{name}_{number}"])


def test_signal_detection_and_information() -> None:
    case = CASES["s003.sdt_infotheory"]
    c = ConfusionMatrix.from_counts(**case["inputs"])
    names = {
        "hit_rate": "recall",
        "correct_rejection_rate": "specificity",
        "false_alarm_rate": "fpr",
        "d_prime": "d_prime",
        "criterion_c": "criterion",
        "mutual_information_bits": "mutual_information_bits",
        "H_Y_bits": "entropy_bits",
    }
    assert set(names) == set(case["expected"])
    for name, key in names.items():
        assert math.isclose(c.metric(key), case["expected"][name]["float"], rel_tol=1e-14)


def test_two_forms_of_f1() -> None:
    case = CASES["s004.f1_identity"]
    c = ConfusionMatrix.from_counts(**case["inputs"])
    assert_is(c.metric("f1"), case["expected"]["2PR/(P+R)"])
    assert_is(c.metric("f1"), case["expected"]["2TP/(N+TP-TN)"])


def test_the_sign_rule() -> None:
    """The actual label is (right: +1, wrong: −1) times (called: +1 or −1)."""
    for name, entry in CASES["s004.signs"]["expected"].items():
        cells = {"tp": 0, "fp": 0, "fn": 0, "tn": 0, name.lower(): 1}
        c = ConfusionMatrix.from_counts(**cells)
        right = 1 if c.metric("accuracy") == 1 else -1
        called = 1 if c.metric("predicted_positive_rate") == 1 else -1
        actual = 1 if c.metric("prevalence") == 1 else -1
        assert actual == right * called == exact(entry)


def test_two_meanings_of_P() -> None:
    case = CASES["s004.P_N_overloaded"]
    c = ConfusionMatrix.from_counts(**case["inputs"])
    assert_is(c.metric("precision"), case["expected"]["TP/P with P=predicted positives"])
    assert_is(c.metric("recall"), case["expected"]["TP/P with P=actual positives (recall)"])


@pytest.mark.parametrize("case", cases_of("test_many_matrices"))
def test_many_matrices(case: str) -> None:
    """Runs, folds or data sets: macro is the mean of values, micro the value of the sum."""
    many = stacked(CASES[case]["inputs"]["n binary matrices [tp,fp,fn,tn]"])
    said = expected(case)
    each = {
        name: find(key)(many) for name, key in (("P", "precision"), ("R", "recall"), ("F1", "f1"))
    }
    for name, values in each.items():
        assert_is(values, said[name])
    precision, recall = each["P"].mean(), each["R"].mean()
    assert_is(precision, said["macro_P"])
    assert_is(recall, said["macro_R"])
    assert_is(2 * precision * recall / (precision + recall), said["macro_f1_of_means"])
    assert_is(each["F1"].mean(), said["macro_f1_mean_of_f1"])
    pooled = {
        "sums": tables.matrix(many.cells.array().sum(0)),
        "means": tables.matrix(many.cells.array().mean(0)),
    }
    for how, c in pooled.items():
        assert_is(find("precision")(c), said[f"micro_P_from_{how}"])
        assert_is(find("recall")(c), said[f"micro_R_from_{how}"])
        assert_is(find("f1")(c), said["micro_f1"])


def test_the_share_of_flagged_that_are_ill_is_precision() -> None:
    case = CASES["s004.recall_example_is_precision"]
    flagged, right, ill = case["inputs"].values()
    c = ConfusionMatrix.from_counts(tp=right, fp=flagged - right, fn=ill - right, tn=0)
    assert_is(c.metric("precision"), case["expected"]["share the seed describes under 查全率"])
    assert_is(c.metric("recall"), case["expected"]["actual recall"])
