"""Labels that are absent, missed, rare, cut alike; a Hamming loss that silence would have."""

import numpy as np

import veracity as vc
from veracity.cautions.catalogue.finding import asked
from veracity.cautions.checks.of_label_sets import LABEL_SET_CHECKS, LabelSetFacts

USUAL = {
    "labels": ("a", "b", "c"),
    "rows": 100.0,
    "true": (50.0, 40.0, 30.0),
    "predicted": (45.0, 45.0, 25.0),
    "loss": 0.2,
    "loss_high": 0.25,
    "density": 0.4,
}


def found(**facts):
    return {one.key: one for one in asked(LABEL_SET_CHECKS, LabelSetFacts(**{**USUAL, **facts}))}


def test_usual_labels_give_no_reason():
    assert found(shared_threshold=0.5) == {}


def test_labels_that_are_absent_missed_or_rare():
    said = found(true=(50.0, 0.0, 30.0))["label_never_present"]
    assert "1 of 3" in said.message
    assert "'b'" in said.message
    assert list(found(predicted=(45.0, 45.0, 0.0))) == ["label_never_predicted"]
    assert list(found(true=(50.0, 40.0, 9.0))) == ["labels_of_few_rows"]
    assert found(true=(50.0, 40.0, 10.0)) == {}


def test_calling_nothing_does_as_well():
    said = found(loss=0.38, loss_high=0.41)["hamming_loss_of_nothing"]
    assert said.severity == "warning"
    assert found(loss=0.38, loss_high=0.39) == {}


def test_one_threshold():
    rare = (80.0, 40.0, 8.0)
    assert "one_threshold_for_all_labels" in found(true=rare, shared_threshold=0.5)
    assert "one_threshold_for_all_labels" not in found(true=rare)


def test_an_evaluation_tells_them():
    rng = np.random.default_rng(0)
    truth = rng.random((400, 3)) < [0.4, 0.3, 0.01]
    ev = vc.evaluate_multilabel(truth, y_proba=0.9 * rng.random((400, 3)))
    assert {"hamming_loss_of_nothing", "one_threshold_for_all_labels"} <= {
        one.key for one in ev.cautions
    }
    good = vc.evaluate_multilabel(truth, truth ^ (rng.random(truth.shape) < 0.02))
    assert [one.key for one in good.cautions] == ["labels_of_few_rows"]
    assert {one.key: one.state for one in good.checks()}["label_never_present"] == "passed"
    assert "one_threshold_for_all_labels" in ev.text("en") or ev.cautions[0].message in ev.text(
        "en"
    )
    assert ev.to_dict()["cautions"][0]["key"] == ev.cautions[0].key
