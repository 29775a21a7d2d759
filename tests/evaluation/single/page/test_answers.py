"""The first questions and their short answers, from data where the answer is known."""

import numpy as np
import pytest

import veracity as vc
from veracity.evaluation.single.page.answers import rarer_share
from veracity.evaluation.single.page.page import page_of
from veracity.evaluation.single.sentences import lead
from veracity.reports.wording.first_screen import title_of

RNG = np.random.default_rng(7)
TRUTH = (RNG.random(600) < 0.3).astype(int)
LOGIT = RNG.normal(2 * TRUTH - 1, 1)  # log odds of N(±1, 1): 2x, and those of the classes
TRUE = 1 / (1 + np.exp(-(2 * LOGIT + np.log(0.3 / 0.7))))


def asked(ev):
    return {one.key: one for one in page_of(ev, pictures=False).answers}


def test_probabilities_of_two_classes_answer_all_five():
    found = asked(vc.evaluate(TRUTH, y_proba=TRUE))
    assert list(found) == ["guessing", "sure", "threshold", "prevalence", "probabilities"]
    assert found["guessing"].answer.en == "Yes"
    assert found["guessing"].tone == "good"
    assert found["probabilities"].answer.en == "No fault shown"
    assert all(one.answer.zh and one.question.zh and one.figures.zh for one in found.values())
    assert found["sure"].answer.en.startswith("Recall ")
    marked = [one.bar for one in found.values() if one.bar and one.bar.mark is not None]
    assert len(marked) == 4
    assert all(bar.mark_name.en and bar.mark_name.zh for bar in marked)


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        (TRUE**3, "No, too low"),
        (1 - (1 - TRUE) ** 3, "No, too high"),
        (1 / (1 + (1 / TRUE - 1) ** 3), None),
    ],
)
def test_untrue_probabilities_are_named(said, answer):
    found = asked(vc.evaluate(TRUTH, y_proba=said))["probabilities"]
    assert found.tone == "warning"
    assert answer is None or found.answer.en == answer


def test_an_outcome_that_was_impossible_is_named_instead_of_a_ratio_that_looks_right():
    p = np.where((TRUTH == 1) & (np.cumsum(TRUTH) == 1), 0.0, TRUE)
    found = asked(vc.evaluate(TRUTH, y_proba=p))["probabilities"]
    assert found.answer.en == "No, wrongly certain"
    assert found.figures.en == "An outcome with probability 0 happened"
    assert found.bar is None


def test_a_page_names_the_file_and_the_column_unless_users_do(tmp_path):
    path = tmp_path / "may.csv"
    path.write_text("truth,p\n" + "".join(f"{t},{q}\n" for t, q in zip(TRUTH, TRUE, strict=True)))
    read = vc.evaluate("truth", y_proba="p", data=str(path))
    assert title_of(page_of(read.at(0.4), pictures=False)).en == "may.csv · p"
    named = page_of(read, pictures=False, title="Forest", model="")
    assert title_of(named).en == "Forest"
    alone = page_of(vc.evaluate(TRUTH, y_proba=TRUE), pictures=False)
    assert title_of(alone).en == "Evaluation of a classifier"


def test_signal_free_scores_have_no_threshold():
    noise = np.random.default_rng(1).random(600)
    found = asked(vc.evaluate(TRUTH, y_proba=noise))
    assert found["guessing"].answer.en == "Not shown"
    assert found["threshold"].answer.en == "None shown to help"
    assert found["threshold"].tone == "unknown"
    reversed_ = asked(vc.evaluate(TRUTH, y_proba=1 - TRUE))
    assert reversed_["threshold"].answer.en == "None helps"


def test_a_poor_threshold_is_said_with_what_another_gains():
    found = asked(vc.evaluate(TRUTH, y_proba=TRUE, threshold=0.95))["threshold"]
    assert found.answer.en.startswith("Rather 0.")
    assert "F1" in found.figures.en
    assert found.bar is not None
    assert found.bar.low > 0


def test_labels_answer_what_labels_can():
    calls = np.where(RNG.random(600) < 0.8, TRUTH, 1 - TRUTH)
    found = asked(vc.evaluate(TRUTH, calls))
    assert list(found) == ["guessing", "sure", "prevalence"]


def test_one_answer_for_all_is_serious():
    found = asked(vc.evaluate(TRUTH, np.zeros(600, int), labels=[0, 1], pos_label=1))
    assert found["guessing"].answer.en == "One answer only"
    assert found["guessing"].tone == "serious"


def test_three_classes_name_the_worst_and_the_commonest_confusion():
    truth = ["a"] * 10 + ["b"] * 10 + ["c"] * 10
    calls = ["a"] * 9 + ["b"] + ["b"] * 5 + ["c"] * 5 + ["c"] * 8 + ["b"] * 2
    found = asked(vc.evaluate(truth, calls))
    assert found["worst"].answer.en == "b"
    assert found["worst"].figures.en.startswith("Recall 0.500")
    assert found["confusion"].answer.en == "b taken for c"
    assert found["confusion"].figures.en.startswith("5 of 10 rows")
    assert found["sure"].figures.en.startswith("Accuracy 0.733")  # 22 of 30


def test_classes_and_confusions_that_tie_are_not_ranked():
    truth = ["a"] * 4 + ["b"] * 4 + ["c"] * 4
    found = asked(vc.evaluate(truth, list("aaabbbbccccc")))  # 3, 3 and 4 of 4 found
    assert found["worst"].answer.en == "2 classes tie"
    assert found["worst"].figures.en.startswith("a: recall 0.75")
    assert found["confusion"].answer.en == "2 confusions tie"
    assert found["confusion"].figures.en == "1 of 4 rows of a called b"


def test_confidence_of_many_columns_is_judged_by_what_comes_true():
    rng = np.random.default_rng(3)
    share = rng.dirichlet([1, 1, 1], 900)
    truth = np.array([rng.choice(3, p=one) for one in share])
    assert asked(vc.evaluate(truth, y_proba=share))["probabilities"].tone == "good"
    sharp = share**4 / (share**4).sum(-1, keepdims=True)
    found = asked(vc.evaluate(truth, y_proba=sharp))["probabilities"]
    assert found.answer.en == "No, too confident"


@pytest.mark.parametrize(
    ("positives", "share"), [(300, 0.01), (11, 0.01), (10, 0.001), (4, 0.0004)]
)
def test_the_prevalence_asked_about(positives, share):
    """1 %, or a tenth of that here where it is 1 % or less."""
    truth = [1] * positives + [0] * (1000 - positives)
    assert rarer_share(vc.evaluate(truth, truth)) == pytest.approx(share)


def test_an_evaluation_elsewhere_is_not_asked_about_elsewhere():
    found = asked(vc.evaluate(TRUTH, y_proba=TRUE).at_prevalence(0.05))
    assert "prevalence" not in found
    assert "threshold" not in found


@pytest.mark.parametrize("n", [1, 2, 3, 5])
def test_a_few_rows_break_nothing(n):
    rng = np.random.default_rng(n)
    for _ in range(10):
        truth, scores = rng.integers(0, 2, n), rng.random(n)
        assert page_of(vc.evaluate(truth, y_proba=scores), pictures=False).answers


def test_labels_that_say_nothing_leave_the_ranking_said():
    """No probability reaches 1, so at that threshold every row is called negative."""
    ev = vc.evaluate(TRUTH, y_proba=TRUE, threshold=1.0)
    found, first = asked(ev)["guessing"], lead(ev)
    assert found.answer.en == "One answer only"
    assert found.figures.en.endswith(f"scores rank better, AUROC {ev['auroc']}")
    assert first.en == "The same answer for every case. Yet its scores rank better than chance."
    assert first.zh.endswith("但分数的排序优于猜测。")
    noise = np.random.default_rng(1).random(600)
    said = vc.evaluate(TRUTH, y_proba=noise)
    assert "AUROC" not in asked(said)["guessing"].figures.en
    assert lead(said).en == "Not shown to be better than guessing."
