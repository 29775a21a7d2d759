"""Which keys exist: a key is there if it can be computed, and the error says what to ask for."""

import pytest

from tests.statistics.refusals import refused
from veracity.errors import NotHere, UnknownName
from veracity.evaluation import ConfusionMatrix, evaluate
from veracity.metrics import ANY_CLASSES, TWO_CLASSES

THREE = evaluate(list("abcabc"), list("abcbbc"))
TEXT = evaluate(["no", "yes", "yes", "no"], ["no", "yes", "no", "no"])
TOLD = evaluate(["no", "yes", "yes", "no"], ["no", "yes", "no", "no"], pos_label="yes")
NUMBERS = evaluate([0, 1, 1, 0], [0, 1, 0, 0])
ONE = evaluate(["a", "a"], ["a", "a"])

ANY = {m.key for m in ANY_CLASSES}
TWO = {m.key for m in TWO_CLASSES}
# the average share of K classes is 1/K: it can be asked for, but is not listed
LISTED = TWO - {"prevalence", "predicted_positive_rate"}
AVERAGED = {f"{how}_{key}" for how in ("macro", "micro", "weighted") for key in LISTED}


@pytest.mark.parametrize("ev", [NUMBERS, TOLD])
def test_two_classes_hold_everything(ev):
    assert set(ev.keys()) == ANY | TWO | AVERAGED


def test_three_classes_hold_averages():
    assert set(THREE.keys()) == ANY | AVERAGED
    assert "macro_f1" in THREE
    assert "f1" not in THREE


@pytest.mark.parametrize("key", sorted(TWO))
def test_the_error_names_the_averages_and_by_class(key):
    words = (f"macro_{key}", f"micro_{key}", f"weighted_{key}", f'by_class[label]["{key}"]', "3")
    refused(lambda: THREE[key], key, *words, error=NotHere)


def test_it_is_a_key_error():
    with pytest.raises(KeyError, match="macro_precision"):
        THREE["precision"]
    with pytest.raises(KeyError, match="No metric"):
        THREE["no_such_thing"]


def test_two_text_labels_hold_what_needs_no_positive_class():
    symmetric = {m.key for m in TWO_CLASSES if m.symmetric}
    assert set(TEXT.keys()) == ANY | AVERAGED | symmetric
    assert {"dor", "yule_q"} <= symmetric
    assert not {"precision", "recall", "f1", "specificity"} & symmetric


def test_symmetric_ones_are_the_same_whichever_class_is_positive():
    other = evaluate(["no", "yes", "yes", "no"], ["no", "yes", "no", "no"], pos_label="no")
    for key in TEXT:
        values = [ev[key].value for ev in (TEXT, TOLD, other)]
        assert values == pytest.approx([values[0]] * 3, nan_ok=True), key


@pytest.mark.parametrize("key", ["precision", "recall", "f1", "npv", "fbeta(2)", "lr_plus"])
def test_the_others_ask_for_pos_label(key):
    refused(lambda: TEXT[key], key, "'no', 'yes'", "pos_label=", error=NotHere)
    assert key not in TEXT
    assert key in TOLD


@pytest.mark.parametrize("key", ["precision", "recall"])
def test_one_class_asks_for_the_other(key):
    refused(lambda: ONE[key], key, "only 'a' occurs. If", "labels=[", error=NotHere)
    assert key not in ONE
    assert set(ONE.keys()) == ANY | AVERAGED


def test_one_class_with_both_named():
    ev = evaluate(["a", "a"], ["a", "a"], labels=["a", "b"], pos_label="a")
    assert ev["recall"].value == 1
    assert not ev["specificity"].defined


def test_one_class_of_a_known_pair():
    ev = evaluate([1, 1, 1], [1, 1, 1])
    assert ev.confusion.labels == (0, 1)
    assert ev["recall"].value == 1
    assert ev["accuracy"].value == 1
    assert not ev["mcc"].defined


@pytest.mark.parametrize(
    "ev", [THREE, TEXT, TOLD, NUMBERS, ONE], ids=["three", "text", "told", "numbers", "one"]
)
def test_every_key_listed_can_be_asked_for(ev):
    for key in ev:
        assert key in ev
        assert ev[key].method
    assert len(ev) == len(ev.keys()) == len(set(ev))


@pytest.mark.parametrize("key", ["", "nonsense", "precision(", "fbeta(x)", "fbeta(1, 2)", 5, None])
def test_what_is_no_key_is_not_in(key):
    assert key not in NUMBERS


@pytest.mark.parametrize("name", ["recall", "sensitivity", "召回率", "查全率", "tpr", "TPR"])
def test_other_names_are_found(name):
    assert name in NUMBERS
    assert NUMBERS[name] == NUMBERS["recall"]


def test_parameters_by_one_grammar():
    assert NUMBERS["fbeta(2)"] == NUMBERS["fbeta(beta=2)"] == NUMBERS[" fbeta( 2.0 ) "]
    assert NUMBERS["fbeta(1)"].value == NUMBERS["f1"].value
    assert THREE["macro_fbeta(2)"].value != THREE["macro_fbeta(0.5)"].value


def test_an_unknown_name_is_an_unknown_name():
    refused(lambda: NUMBERS["recal"], "'recal'", "recall", error=UnknownName)


def test_an_ambiguous_word_is_refused_with_the_candidates():
    refused(lambda: NUMBERS["准确率"], "accuracy", "precision")


def test_estimates_are_computed_once():
    assert NUMBERS["mcc"] is NUMBERS["mcc"]


def test_an_evaluation_is_a_mapping_of_estimates():
    small = ConfusionMatrix([[3, 1], [0, 2]], labels=(0, 1)).evaluate(n_resamples=100)
    assert set(dict(small)) == set(small.keys())
