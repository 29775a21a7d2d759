"""What y_score= and y_proba= can be, and what is made of it."""

import numpy as np
import pandas as pd
import polars as pl
import pytest
from sklearn import metrics as sk

from tests.statistics.refusals import refused
from veracity.errors import InvalidRows, NotHere
from veracity.evaluation import evaluate, measure

TRUTH, SCORES = [0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]
TWO = np.column_stack([1 - np.array(SCORES), SCORES])
CLASS = [0, 1, 2, 0, 1, 2]
THREE = np.array(
    [
        [0.7, 0.2, 0.1],
        [0.1, 0.6, 0.3],
        [0.2, 0.3, 0.5],
        [0.4, 0.5, 0.1],
        [0.2, 0.5, 0.3],
        [0.4, 0.29, 0.31],
    ]
)
LARGEST = [[1, 1, 0], [0, 2, 0], [1, 0, 1]]


def test_scores_alone_rank_and_do_not_count() -> None:
    ev = evaluate(TRUTH, y_score=SCORES)
    assert ev["auroc"].value == 3 / 4
    assert ev.confusion is None
    assert ev.threshold is None
    assert "mcc" not in ev
    words = ("threshold=", 'ev.at(threshold)["mcc"]', 'ev.choose(maximize="mcc")')
    refused(lambda: ev["mcc"], "mcc", *words, error=NotHere)
    refused(lambda: measure("mcc", TRUTH, y_score=SCORES), *words[:1], error=NotHere)
    assert measure("auroc", TRUTH, y_score=SCORES).value == 3 / 4
    assert len(ev.scores) == 4
    assert ev.scores.metric("auroc") == 3 / 4


def test_a_threshold_makes_counts_of_scores() -> None:
    ev = evaluate(TRUTH, y_score=SCORES, threshold=0.4)
    assert ev.confusion.counts.tolist() == [[1, 1], [1, 1]]  # score >= threshold is positive
    assert ev.threshold == 0.4
    assert ev["auroc"].value == 3 / 4


def test_probabilities_are_cut_at_one_half() -> None:
    ev = evaluate(TRUTH, y_proba=[0.1, 0.5, 0.35, 0.8])
    assert ev.confusion.counts.tolist() == [[1, 1], [1, 1]]
    assert ev.threshold == 0.5
    assert evaluate(TRUTH, y_proba=SCORES, threshold=0.3)["recall"].value == 1


def test_labels_and_scores_together() -> None:
    ev = evaluate(TRUTH, [0, 1, 1, 1], y_score=SCORES)
    assert ev.confusion.counts.tolist() == [[1, 1], [0, 2]]
    assert ev["auroc"].value == 3 / 4
    assert ev.threshold is None
    refused(lambda: evaluate(TRUTH, [0, 1, 1, 1], y_score=SCORES, threshold=0.3), "y_pred")


def test_scores_rank_and_probabilities_are_cut() -> None:
    ev = evaluate(TRUTH, y_score=[3, 1, 2, 4], y_proba=SCORES)
    assert ev["auroc"].value == sk.roc_auc_score(TRUTH, [3, 1, 2, 4])
    assert ev.confusion.counts.tolist() == [[2, 0], [1, 1]]
    assert ev.at(0.35).confusion.counts.tolist() == [[1, 1], [0, 2]]
    assert ev.roc().thresholds.tolist() == [np.inf, 4, 3, 2, 1]
    assert ev.sweep("f1").thresholds.tolist() == [np.inf, 0.8, 0.4, 0.35, 0.1]


def test_two_columns_use_that_of_the_positive_class() -> None:
    one = evaluate(TRUTH, y_proba=SCORES)
    ev = evaluate(TRUTH, y_proba=TWO)
    assert ev.confusion == one.confusion
    assert ev["auroc"] == one["auroc"]
    assert evaluate(TRUTH, y_proba=TWO, threshold=0.3)["recall"].value == 1
    turned = evaluate(list("aabb"), y_proba=TWO, pos_label="a")
    assert turned["auroc"].value == 3 / 4
    assert turned.scores.pos_label == "a"
    refused(lambda: evaluate(list("aabb"), y_proba=TWO), "'a', 'b'", "pos_label=")


def test_two_columns_by_name_in_any_order() -> None:
    ev = evaluate(list("aabb"), y_proba={"b": TWO[:, 1], "a": TWO[:, 0]}, pos_label="b")
    assert ev["auroc"].value == 3 / 4
    assert ev.scores.scores.tolist() == [0.8, 0.4, 0.35, 0.1]


def test_the_column_of_one_named_class_is_that_of_the_positive_one() -> None:
    for given in ({"y_proba": {"b": SCORES}}, {"y_score": {"b": SCORES}}):
        ev = evaluate(list("aabb"), **given)
        assert ev.scores.pos_label == "b"
        assert ev["auroc"].value == 3 / 4
        refused(lambda g=given: evaluate(list("aabb"), **g, pos_label="a"), "'b'", "pos_label=")
    assert evaluate(TRUTH, y_proba=np.array(SCORES)[:, None])["auroc"].value == 3 / 4


CONTAINERS = {
    "array": THREE,
    "float32": THREE.astype(np.float32),
    "lists": THREE.tolist(),
    "tuples": tuple(map(tuple, THREE.tolist())),
    "mapping": {2: THREE[:, 2], 0: THREE[:, 0], 1: THREE[:, 1]},
    "mapping of equal numbers": {2.0: THREE[:, 2], False: THREE[:, 0], np.int8(1): THREE[:, 1]},
    "pandas": pd.DataFrame(THREE),
    "pandas, another order": pd.DataFrame(THREE)[[2, 0, 1]],
    "pandas, text": pd.DataFrame(THREE, columns=list("012")),
    "polars": pl.DataFrame(THREE, schema=list("012")),
}


@pytest.mark.parametrize("kind", CONTAINERS)
def test_columns_of_three_classes(kind: str) -> None:
    ev = evaluate(CLASS, y_proba=CONTAINERS[kind])
    assert set(ev.confusion.labels) == {0, 1, 2}  # in the order in which they were named
    assert ev.confusion.relabelled((0, 1, 2)).counts.tolist() == LARGEST
    ovr = sk.roc_auc_score(CLASS, THREE, multi_class="ovr")
    assert ev["auroc_ovr_macro"].value == pytest.approx(ovr, abs=1e-12)  # scikit-learn 1.9
    ovo = sk.roc_auc_score(CLASS, THREE, multi_class="ovo")
    assert ev["auroc_ovo_macro"].value == pytest.approx(ovo, abs=1e-12)
    assert ev.threshold is None


def test_text_labels_that_look_like_numbers_stay_text() -> None:
    names = [str(one) for one in CLASS]
    ev = evaluate(names, y_proba=pl.DataFrame(THREE, schema=list("012")))
    assert ev.confusion.labels == ("0", "1", "2")
    assert ev.confusion.counts.tolist() == LARGEST


def test_labels_say_the_order_of_columns_without_names() -> None:
    turned = evaluate(CLASS, y_proba=THREE[:, ::-1], labels=[2, 1, 0])
    assert turned.confusion.counts.tolist() == np.array(LARGEST)[::-1, ::-1].tolist()
    named = evaluate(CLASS, y_proba=CONTAINERS["mapping"], labels=[2, 1, 0])
    assert named.confusion == turned.confusion


def test_ties_for_the_largest_go_to_the_first_label() -> None:
    tied = [[0.4, 0.4, 0.2]] * 3
    assert evaluate([0, 1, 2], y_proba=tied).confusion.predicted.tolist() == [3, 0, 0]
    ev = evaluate([0, 1, 2], y_proba=np.array(tied)[:, [1, 0, 2]], labels=[1, 0, 2])
    assert ev.confusion.labels == (1, 0, 2)
    assert ev.confusion.predicted.tolist() == [3, 0, 0]


def test_scores_of_three_classes_rank_without_counts() -> None:
    ev = evaluate(CLASS, y_score=THREE)
    assert ev.confusion is None
    assert ev["auroc_ovr_macro"].value == pytest.approx(
        sk.roc_auc_score(CLASS, THREE, multi_class="ovr"), abs=1e-12
    )
    refused(lambda: ev["auroc"], "auroc_ovr_macro", "by_class[label]", error=NotHere)
    refused(lambda: evaluate(CLASS, y_score=THREE, threshold=0.5), "3 classes", "threshold=")
    both = evaluate(CLASS, CLASS, y_score=THREE)
    assert both["accuracy"].value == 1
    assert both["top_k_accuracy(2)"].value == sk.top_k_accuracy_score(CLASS, THREE, k=2)


def test_columns_that_do_not_fit_the_labels() -> None:
    words = ("one per label", "labels=")
    refused(lambda: evaluate(CLASS, y_proba=THREE[:, :2]), "2", "0, 1, 2", *words)
    refused(lambda: evaluate([0, 1] * 3, y_proba=THREE), "3", "0, 1", *words)
    refused(lambda: evaluate(CLASS, y_proba=THREE, labels=[0, 1]), "3", "0, 1", *words)
    wrong = dict(zip("abc", THREE.T, strict=True))
    refused(lambda: evaluate(CLASS, y_proba=wrong), "'a', 'b', 'c'", "0, 1, 2")
    refused(lambda: evaluate(CLASS, y_proba=pd.DataFrame(wrong)), "'a', 'b', 'c'", "0, 1, 2")
    ev = evaluate([0, 1] * 3, y_proba=THREE, labels=[0, 1, 2])
    assert ev.confusion.truth.tolist() == [3, 3, 0]


def test_columns_in_another_order_are_asked_about() -> None:
    rng = np.random.default_rng(3)
    truth = rng.integers(0, 3, 60)
    columns = 0.3 * rng.dirichlet([1, 1, 1], 60)
    columns[np.arange(60), truth] += 0.7
    (note,) = evaluate(truth, y_proba=columns[:, [1, 2, 0]]).notes
    assert "Name them (label" in note
    assert "1, 2, 0" in note
    assert "1, 2, 0" in note.zh
    assert evaluate(truth, y_proba=columns).notes == ()
    named = {label: columns[:, index] for index, label in enumerate([1, 2, 0])}
    assert evaluate(truth, y_proba=named).notes == ()  # names were given: nothing to guess


def test_rows_that_do_not_add_up_to_one() -> None:
    refused(
        lambda: evaluate(CLASS, y_proba=THREE * 0.9),
        "add up to 1",
        "0.9",
        "y_score",
        error=InvalidRows,
    )
    bad = np.vstack([THREE[:5], [0.1, 0.1, 0.1]])
    ev = evaluate(CLASS, y_proba=bad, on_invalid="drop")
    assert (ev.rows.used, ev.rows.refused) == (5, {"sum_not_one": 1})
    refused(lambda: evaluate(TRUTH, y_proba=TWO * [1, 0.5]), "add up to 1", error=InvalidRows)
    refused(lambda: evaluate(TRUTH, y_score=TWO * [1, 0.5]), "two columns", "difference")
    assert evaluate(TRUTH, y_score=TWO[:, 1])["auroc"].value == 3 / 4


def test_columns_and_one_column_do_not_mix() -> None:
    refused(lambda: evaluate(CLASS, y_score=THREE, y_proba=THREE), "y_score", "y_proba")
    refused(lambda: evaluate(TRUTH, y_score=SCORES, y_proba=TWO), "y_score", "y_proba")
    refused(lambda: evaluate(TRUTH, y_score=[[1, 2], [1], [1, 2], [1, 2]]), "length")
