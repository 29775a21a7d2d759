"""Advice names metrics that exist, with reasons in both languages, and contradicts itself never."""

import json

import pytest

import veracity as vc
from veracity.errors import InputError, UnknownName
from veracity.metrics import find
from veracity.metrics.advice.advising import advise
from veracity.metrics.advice.situations import ALWAYS, SITUATIONS

KEYS = [one.key for one in SITUATIONS]


@pytest.mark.parametrize("situation", [ALWAYS, *SITUATIONS], ids=lambda s: s.key)
def test_every_metric_exists_and_every_reason_is_said_twice(situation) -> None:
    assert situation.use
    for key, reason in (*situation.use, *situation.beware):
        assert find(key).key == key
        assert reason.en != reason.zh
        assert not reason.en.endswith(".")
        assert not reason.zh.endswith("。")
    named = [key for key, _ in situation.use]
    assert not {*named} & {key for key, _ in situation.beware}
    assert len(named) == len({*named})


@pytest.mark.parametrize("name", KEYS)
def test_advice_of_each_situation(name: str) -> None:
    found = advise(name)
    situation = next(one for one in SITUATIONS if one.key == name)
    if name != "classes":
        assert {key for key, _ in situation.use} <= {*found.keys}
    assert not {*found.keys} & {one.key for one in found.beware}
    assert found.keys[0] in found.text()
    assert find(found.keys[0]).question.zh in found.text("zh")
    assert json.dumps(found.to_dict())


def test_what_the_articles_ask_for() -> None:
    """Rare positives: not accuracy. Recommendation: precision at the top. Screening: recall."""
    rare = advise("rare")
    assert "accuracy" in [one.key for one in rare.beware]
    assert {"precision", "recall", "average_precision", "mcc"} <= {*rare.keys}
    assert advise("retrieval").keys[0] == "precision_at_k"
    assert advise("screening").keys[0] == "recall"
    assert "auroc" in [one.key for one in advise("probabilities").beware]


def test_numbers_add_their_situations() -> None:
    assert advise(prevalence=0.01).situations == ("rare",)
    assert advise(prevalence=0.97).situations == ("common",)
    assert advise(prevalence=0.4).situations == ()
    assert advise("rare", prevalence=0.01).situations == ("rare",)
    many = advise("rare", classes=5)
    assert many.situations == ("rare", "classes")
    assert "macro_precision" in many.keys
    assert all(find(key).classes == "any" for key in many.keys)


def test_names_in_words_and_through_the_front_door() -> None:
    assert vc.advise("正样本稀有").situations == ("rare",)
    assert advise("Positives are rare").keys == advise("rare").keys
    assert "mcc" in vc.advise().keys


def test_bad_input() -> None:
    with pytest.raises(UnknownName, match="screening"):
        advise("screenings")
    with pytest.raises(InputError):
        advise(classes=1)
    with pytest.raises(InputError):
        advise(prevalence=2)
    for share in ("often", True, -0.1):
        with pytest.raises(InputError, match="Prevalence"):
            advise(prevalence=share)


@pytest.mark.parametrize("name", KEYS)
def test_several_classes_get_no_average_that_says_nothing(name: str) -> None:
    found = advise(name, classes=4)
    told = {*found.keys, *(one.key for one in found.beware)}
    empty = ("cost", "net_benefit", "lr_minus", "prevalence_for", "specificity", "at_k", "ndcg")
    assert not [key for key in told if key.startswith("macro_") and any(e in key for e in empty)]
    if name == "costs":
        assert "ev.cost(matrix)" in found.text()
        assert "expected_cost" in found.text()
        assert "by_class" in found.text("zh")


def test_common_positives_are_not_rare_ones() -> None:
    """Nine in ten positive: calling everything positive has F1 18/19 (mission, finding 17)."""
    found = advise(prevalence=0.95)
    assert {"specificity", "npv", "mcc"} <= {*found.keys}
    assert {"accuracy", "f1"} == {one.key for one in found.beware}
    assert "rare positives" not in found.text()
    assert "18/19" in found.text("zh")
    assert advise(prevalence={"a": 0.5, "b": 0.5}).situations == ()
    assert advise(prevalence={"a": 0.95, "b": 0.05}).situations == ("rare",)


def test_a_name_without_a_neighbour() -> None:
    with pytest.raises(UnknownName) as told:
        advise("zzzz")
    assert "nearest" not in str(told.value)
    assert "screening" in str(told.value)
