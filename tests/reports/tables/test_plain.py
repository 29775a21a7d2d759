"""Results as plain values and JSON, under keys that stay."""

import datetime
import json
import math

import numpy as np
import pytest

from veracity.evaluation import ConfusionMatrix, evaluate
from veracity.statistics.matrix import cells

ESTIMATE = ["value", "low", "high", "level", "method", "n", "bound", "note"]


@pytest.fixture(scope="module")
def three():
    truth, called = list("aaabbbcccc") * 3, list("aabbbcccca") * 3
    site = (["x"] * 5 + ["y"] * 5) * 3
    return evaluate(truth, called, group=site, n_resamples=100)


def test_stable_keys(three):
    found = three.to_dict()
    assert list(found) == [
        "verdict",
        "metrics",
        "by_class",
        "by_group",
        "confusion",
        "baselines",
        "labels",
        "notes",
        "cautions",
        "muted",
        "rows",
        "settings",
        "provenance",
    ]
    assert list(found["metrics"]) == list(three.keys())
    assert list(found["metrics"]["mcc"]) == ESTIMATE
    assert list(found["by_class"]) == ["a", "b", "c"]
    assert list(found["by_group"]) == ["x", "y"]
    assert list(found["confusion"]) == ["labels", "pos_label", "rows", "counts", "notes"]
    assert list(found["rows"]) == ["read", "used", "refused"]


def test_values_are_those_of_the_evaluation(three):
    found = three.to_dict()
    assert found["metrics"]["mcc"]["value"] == three["mcc"].value
    assert found["by_class"]["a"]["recall"]["low"] == three.by_class["a"]["recall"].low
    assert found["by_group"]["y"]["kappa"]["high"] == three.by_group["y"]["kappa"].high
    assert found["confusion"]["counts"] == three.confusion.counts.tolist()
    assert found["confusion"]["rows"] == "truth"
    assert found["verdict"] == str(three.verdict)


def test_what_is_needed_to_make_it_again(three):
    settings = three.to_dict()["settings"]
    assert settings["random_state"] == 0
    assert settings["n_resamples"] == 100
    assert settings["numpy"] == np.__version__
    assert settings["veracity"]


def test_json_parses_back_to_the_same(three):
    def plain(value):
        if isinstance(value, dict):
            return {str(k): plain(v) for k, v in value.items()}
        if isinstance(value, float) and not math.isfinite(value):
            return None if math.isnan(value) else str(value)
        return value

    assert json.loads(three.to_json()) == plain(three.to_dict())
    assert json.loads(three.to_json(indent=None)) == json.loads(three.to_json())
    assert "\n" not in three.to_json(indent=None)


def strict(text):
    """Parse as every JSON reader does: NaN and Infinity are no JSON."""

    def never(word):
        raise AssertionError(word)

    return json.loads(text, parse_constant=never)


def test_undefined_is_null_and_infinite_is_text():
    ev = ConfusionMatrix.from_counts(tp=5, fp=0, fn=0, tn=0).evaluate(n_resamples=100)
    found = strict(ev.to_json())["metrics"]
    assert found["specificity"]["value"] is None
    assert found["specificity"]["low"] is None
    assert found["specificity"]["note"]
    perfect = ConfusionMatrix.from_counts(tp=5, fp=0, fn=0, tn=5).evaluate(n_resamples=100)
    found = strict(perfect.to_json())["metrics"]
    assert found["dor"]["value"] == "inf"
    assert "-inf" in {part["value"] for part in found.values()} or found["dor"]["high"] == "inf"


@pytest.mark.parametrize(
    ("labels", "written"),
    [
        ([0, 1, 2], [0, 1, 2]),
        ([False, True, 2], [0, 1, 2]),
        ([1.5, 2.5, 3.5], [1.5, 2.5, 3.5]),
        ([datetime.date(2026, 1, d) for d in (1, 2, 3)], [f"2026-01-0{d}" for d in (1, 2, 3)]),
        ([(1, "a"), (1, "b"), (2, "a")], [[1, "a"], [1, "b"], [2, "a"]]),
        (["世界", 'quo"te', "new\nline"], ["new\nline", 'quo"te', "世界"]),
    ],
)
def test_any_label(labels, written):
    ev = evaluate(labels, labels, n_resamples=100)
    found = strict(ev.to_json())
    assert found["confusion"]["labels"] == written
    assert len(found["by_class"]) == 3


def test_text_is_not_escaped_to_numbers(three):
    ev = evaluate(["世", "界"], ["世", "世"], n_resamples=100)
    assert "世" in ev.to_json()


def test_sparse_counts_are_their_cells(monkeypatch):
    monkeypatch.setattr(cells, "DENSE_CLASSES", 0)
    ev = evaluate(list("abc"), list("abb"), n_resamples=100, metrics="accuracy")
    assert strict(ev.to_json())["confusion"]["counts"] == {
        "sparse": [[0, 0, 1], [1, 1, 1], [2, 1, 1]]
    }


def test_asked_metrics_alone():
    ev = evaluate([0, 1, 1], [0, 1, 0], metrics=["recall", "mcc"])
    assert list(ev.to_dict()["metrics"]) == ["recall", "mcc"]
