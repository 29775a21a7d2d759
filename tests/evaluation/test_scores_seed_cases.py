"""The worked rankings of the articles hold exactly through `evaluate`."""

from fractions import Fraction

import numpy as np
import pytest

from tests.metrics.seed_cases import CASES, exact
from veracity.evaluation import evaluate

SEQUENCES = [case for case in CASES if case.startswith("s004.roc_")]
RANKING_CASES = {
    *SEQUENCES,
    "s003.auc_half_not_random",
    "s004.bep_blind",
    "s004.bep_picture",
    "s004.auc_ties",
    "s000.isotonic_changes_auroc",
    "s000.isotonic_lowers_auroc_oos",
}


def by_rank(labels, **more):
    return evaluate(labels, y_score=range(len(labels), 0, -1), labels=[0, 1], **more)


def numbers(fractions):
    return [float(Fraction(one)) for one in fractions]


def test_no_ranking_case_is_forgotten() -> None:
    words = ("auroc", "bep_", "break_even_point", "average_precision", "pr_recall")
    found = {
        name
        for name, case in CASES.items()
        if any(word in key for key in (*case["expected"], *case["inputs"]) for word in words)
    }
    assert found == RANKING_CASES


@pytest.mark.parametrize("resolution", ["exact", 10])
@pytest.mark.parametrize("case", SEQUENCES)
def test_areas_of_the_sequences(case: str, resolution) -> None:
    said = CASES[case]["expected"]
    ev = by_rank(CASES[case]["inputs"]["labels_by_descending_score"], resolution=resolution)
    area, first = exact(said["auroc"]), exact(said["prob_negative_first"])
    assert ev["auroc"].value == pytest.approx(area, abs=1e-15)
    assert ev["gini"].value == pytest.approx(2 * area - 1, abs=1e-15)
    assert ev["average_precision"].value == pytest.approx(exact(said["average_precision"]))
    above = "1.000" if first == 1 else f"{first:.3f}"
    assert f"is outranked in {above}" in str(ev.verdict)
    turned = ev.by_class[0]["auroc"].value  # the other class, ranked the other way round
    assert turned == pytest.approx(area, abs=1e-15)


def test_the_three_numbers_that_everybody_checks() -> None:
    one, three = ([1, 1, 1, 1, 0, 1, 0, 0, 0, 0], [1, 1, 1, 0, 1, 0, 1, 0, 0, 0])
    assert by_rank(one)["auroc"].value == pytest.approx(24 / 25, abs=1e-15)
    assert by_rank(three)["auroc"].value == pytest.approx(22 / 25, abs=1e-15)
    assert by_rank(one)["average_precision"].value == pytest.approx(29 / 30, abs=1e-15)
    assert by_rank(three)["average_precision"].value == pytest.approx(158 / 175, abs=1e-15)


@pytest.mark.parametrize("case", SEQUENCES)
def test_curves_of_the_sequences_step_by_step(case: str) -> None:
    said = CASES[case]["expected"]
    ev = by_rank(CASES[case]["inputs"]["labels_by_descending_score"])
    roc, pr = ev.roc(), ev.pr()
    assert roc["fpr"].tolist() == [exact(e) for e in said["roc_fpr"]]
    assert roc["tpr"].tolist() == [exact(e) for e in said["roc_tpr"]]
    assert pr["recall"][1:].tolist() == [exact(e) for e in said["pr_recall"]]
    assert pr["precision"][1:].tolist() == [exact(e) for e in said["pr_precision"]]
    assert np.isnan(pr["precision"][0])
    assert ev["break_even_point"].value == exact(said["break_even_point (top-P precision)"])


@pytest.mark.parametrize("which", ["1", "2"])
def test_the_break_even_point_cannot_tell_them_apart(which: str) -> None:
    case = CASES["s004.bep_blind"]
    ev = by_rank(case["inputs"][f"seq_{which}"])
    assert ev["break_even_point"].value == exact(case["expected"][f"bep_{which}"])
    assert ev["auroc"].value == pytest.approx(exact(case["expected"][f"auroc_{which}"]), abs=1e-15)
    assert ev.at(top=5)["precision"].value == ev["break_even_point"].value


def test_a_printed_break_even_point_is_a_possible_one() -> None:
    """The picture is lost: 16 of the first 25 positives gives the value that was printed."""
    labels = [1] * 16 + [0] * 9 + [1] * 9
    printed = exact(CASES["s004.bep_picture"]["expected"]["bep_C"])
    assert by_rank(labels)["break_even_point"].value == printed


def test_ties_count_one_half_and_it_is_said() -> None:
    case = CASES["s004.auc_ties"]
    ev = evaluate(case["inputs"]["y"], y_score=numbers(case["inputs"]["score"]))
    assert ev["auroc"].value == exact(case["expected"]["auroc"])
    assert "All scores are equal" in ev["auroc"].note
    assert "相同" in ev["auroc"].note.zh or "相等" in ev["auroc"].note.zh


def test_one_half_does_not_mean_random() -> None:
    case = CASES["s003.auc_half_not_random"]
    scores = np.array(numbers(case["inputs"]["score"]))
    ev = evaluate(case["inputs"]["y"], y_score=scores)
    assert ev["auroc"].value == exact(case["expected"]["auroc"])
    folded = evaluate(case["inputs"]["y"], y_score=np.abs(scores - 9 / 20))
    assert folded["auroc"].value == exact(case["expected"]["auroc_of_abs(score-9/20)"])


def test_an_isotonic_fit_changes_the_area() -> None:
    case = CASES["s000.isotonic_changes_auroc"]
    said = case["expected"]
    before = evaluate(case["inputs"]["y"], y_proba=numbers(case["inputs"]["p"]))
    after = evaluate(case["inputs"]["y"], y_proba=[exact(e) for e in said["isotonic_fit"]])
    for ev, when in ((before, "before"), (after, "after")):
        assert ev["auroc"].value == exact(said[f"auroc_{when}"])
        assert ev["average_precision"].value == pytest.approx(exact(said[f"ap_{when}"]), abs=1e-15)


def test_precision_may_fall_as_the_threshold_rises() -> None:
    case = CASES["s000.precision_not_monotone"]
    ev = evaluate(case["inputs"]["y"], y_score=numbers(case["inputs"]["score"]))
    for index, tau in enumerate(numbers(case["inputs"]["tau"])):
        at = ev.at(tau)
        for name in ("precision", "recall"):
            assert at[name].value == pytest.approx(exact(case["expected"][name][index]))


def test_an_isotonic_map_can_lower_the_area_of_other_rows() -> None:
    case = CASES["s000.isotonic_lowers_auroc_oos"]
    test = case["inputs"]["test_set"]
    before = evaluate(test["y"], y_proba=numbers(test["p"]))
    after = evaluate(test["y"], y_proba=[0.5, 0.5])  # the map of the other case sends both there
    assert before["auroc"].value == exact(case["expected"]["auroc_before"])
    assert after["auroc"].value == exact(case["expected"]["auroc_after"])
