"""What a plan holds, says, and refuses."""

import json
from dataclasses import FrozenInstanceError

import numpy as np
import pytest

from veracity.errors import InputError, UnknownName
from veracity.planning import Plan, plan


@pytest.fixture
def found() -> Plan:
    return plan("recall", expected=0.9, width=0.1, prevalence=0.01)


def test_both_languages(found: Plan) -> None:
    assert "141 positives, expected in 14,100 rows" in found.text("en")
    assert "141 个正例，预计共需 14,100 行" in found.text("zh")
    assert len(found.text("en").splitlines()) == len(found.text("zh").splitlines())


def test_plain_values(found: Plan) -> None:
    told = json.loads(found.to_json())
    assert told == found.to_dict()
    assert told["trials"] == told["positives"] == 141
    with pytest.raises(FrozenInstanceError):
        found.rows = 3  # type: ignore[misc]


def test_tables(found: Plan) -> None:
    rows = found.table()
    assert [row["width"] for row in rows] == pytest.approx([0.05, 0.075, 0.1, 0.15, 0.2])
    assert rows[2]["rows"] == found.rows
    assert [r["trials"] for r in rows] == sorted((r["trials"] for r in rows), reverse=True)
    by_value = found.table("expected", [0.5, 0.9])
    assert by_value[1]["trials"] == 141 < by_value[0]["trials"]
    misses = plan("recall", bound=0.9).table()
    assert [row["trials"] for row in misses][:3] == [29, 46, 61]
    powers = plan("recall", bound=0.9, expected=0.95).table()
    assert [row["power"] for row in powers] == [0.7, 0.8, 0.9, 0.95]
    with pytest.raises(InputError, match="no argument 'widths'"):
        found.table("widths", [1])


def test_what_is_reached_is_named() -> None:
    rates = {"tpr": 0.8, "fpr": 0.1, "prevalence": 0.3}
    assert plan("recall", expected=0.9, width=0.1).reached == "width"
    assert plan("recall", bound=0.9).reached == "confidence"
    assert plan("recall", bound=0.9, expected=0.95).reached == "power"
    beyond = plan("mcc", **rates, bound=0.5)
    assert beyond.reached == "power"
    rows = [row["rows"] for row in beyond.table()]
    assert rows == sorted(set(rows))


def test_curves(found: Plan) -> None:
    curve = found.curve()
    assert (np.diff(curve["achieved"]) < 0).all()
    assert curve["rows"][0] < found.rows < curve["rows"][-1]
    exact = found.curve([14_100, 28_200])
    assert exact["trials"].tolist() == [141.0, 282.0]
    assert exact["achieved"][0] == found.achieved
    power = plan("accuracy", expected=0.8, difference=0.05).curve()["achieved"]
    assert (np.diff(power) >= 0).all()
    clustered = plan("recall", expected=0.9, width=0.1, cluster_size=5, icc=0.2)
    assert clustered.curve([clustered.trials])["achieved"][0] == clustered.achieved


def test_names_people_use() -> None:
    assert plan("sensitivity", expected=0.9, width=0.1).metric == "recall"
    assert plan("查全率", tpr=0.9, width=0.1).trials == 141
    with pytest.raises(UnknownName, match="recall"):
        plan("recal", expected=0.9, width=0.1)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ({}, "exactly one of width="),
        ({"width": 0.1, "bound": 0.8}, "exactly one of width="),
        ({"width": 0.1}, "expected="),
        ({"width": 0}, "above 0"),
        ({"width": float("nan")}, "finite, not"),
        ({"width": "wide"}, "finite, not"),
        ({"width": True}, "finite, not"),
        ({"width": 0.1, "expected": 1.2}, "between 0 and 1"),
        ({"width": 0.1, "prevalence": 0}, "strictly between 0 and 1"),
        ({"width": 0.1, "prevalence": 1.5}, "between 0 and 1"),
        ({"width": 0.1, "confidence_level": 95}, "strictly between 0 and 1"),
        ({"width": 0.1, "power": 0.8}, "not with width="),
        ({"difference": 0.1, "power": 1}, "strictly between 0 and 1"),
        ({"width": 0.1, "cluster_size": 5}, "together"),
        ({"width": 0.1, "cluster_size": 0.5, "icc": 0.1}, "at least 1"),
        ({"width": 0.1, "cluster_size": 5, "icc": -0.1}, "between 0 and 1"),
        ({"width": 0.1, "expected": 0.9, "method": "bootstrap"}, "wilson"),
        ({"bound": 0.9, "misses": 1.5}, "whole number"),
        ({"bound": 0.9, "misses": 1, "expected": 0.95}, "not both"),
        ({"width": 0.1, "misses": 1}, "misses does not"),
        ({"width": 0.1, "paired": False}, "paired does not"),
        ({"bound": 0.9, "disagreement": 0.1}, "disagreement does not"),
        ({"difference": 0.1, "expected": 0.8, "continuity": True}, "continuity does not"),
        ({"difference": 0.1, "expected": 0.8, "correlation": 0.5}, "correlation does not"),
        ({"difference": 0.1, "expected": 0.8, "correlation": 2}, "between -1 and 1"),
    ],
)
def test_what_is_refused(words: dict, said: str) -> None:
    with pytest.raises(InputError, match=said):
        plan("recall", **words)


def test_confidence_is_not_called_power():
    """59 of 59 found: 1 − 0.95⁵⁹ = 0.9515 is the confidence; power would need a model."""
    found = plan("recall", bound=0.95)
    assert found.reached == "confidence"
    assert "95% confidence; 95.15% reached" in found.text("en")
    assert "power" not in found.text("en")
    assert "达到 95.15%" in found.text("zh")
    assert "功效" not in found.text("zh")
