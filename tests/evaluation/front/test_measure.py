"""One number; and the metrics to show, by name."""

import pytest

from tests.statistics.refusals import refused
from veracity.errors import NotHere, UnknownName
from veracity.evaluation import evaluate, measure

ROWS = ([0, 1, 1, 1, 0], [0, 1, 1, 0, 1])


@pytest.mark.parametrize("key", ["recall", "mcc", "fbeta(2)", "召回率"])
def test_it_is_what_evaluate_gives(key):
    options = {"confidence_level": 0.9, "n_resamples": 200, "random_state": 3}
    assert measure(key, *ROWS, **options) == evaluate(*ROWS, **options)[key]


def test_it_takes_what_evaluate_takes():
    found = measure("recall", *ROWS, pos_label=0, sample_weight=[1, 2, 3, 4, 5])
    assert found.value == pytest.approx(1 / 6)


def test_it_takes_one():
    refused(lambda: measure("mcc", *ROWS, metrics=["f1"]), "metrics=")


def test_unknown_and_impossible_keys():
    refused(lambda: measure("nonsense", *ROWS), "'nonsense'", error=UnknownName)
    refused(lambda: measure("f1", list("abc"), list("abc")), "macro_f1", error=NotHere)


def test_asked_keys_come_first_and_alone():
    ev = evaluate(*ROWS, metrics=["sensitivity", "mcc", "recall", "fbeta(2)"])
    assert ev.asked == ("recall", "mcc", "fbeta(2)")
    assert list(ev.to_dict()["metrics"]) == ["recall", "mcc", "fbeta(2)"]
    assert "kappa" in ev


def test_one_name_is_enough():
    assert evaluate(*ROWS, metrics="mcc").asked == ("mcc",)


def test_asked_keys_fail_at_once():
    refused(lambda: evaluate(*ROWS, metrics=["mcc", "nonsense"]), "'nonsense'", error=UnknownName)
    three = list("abc")
    refused(lambda: evaluate(three, three, metrics="recall"), "macro_recall", error=NotHere)
