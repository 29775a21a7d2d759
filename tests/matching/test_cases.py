"""Worked cases of every rule: exact arithmetic, or the package named as the source."""

import json
from pathlib import Path
from typing import Any

import pytest

from veracity.matching import Recording, find_rule, spans_of
from veracity.matching.spans import SECOND, Spans, union

FILE = Path(__file__).parents[1] / "data" / "event_cases.json"
CASES = json.loads(FILE.read_text("utf-8"))
COUNTS = ("true_positives", "false_positives", "missed")


def reference_of(case: dict[str, Any]) -> Spans:
    spans = spans_of(case["reference"])
    return spans if case.get("overlapping") == "keep" else union(spans)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_a_worked_case(case: dict[str, Any]) -> None:
    rule = find_rule(case["rule"])
    duration = round(case["duration"] * SECOND)
    scene = Recording(reference_of(case), spans_of(case["detected"]), duration, case.get("fs"))
    found = rule(scene)
    shares = {
        "sensitivity": found.sensitivity(),
        "precision": found.positive_share(),
        "f1": rule.f1(found),
    }
    for key, expected in case["expected"].items():
        if key in COUNTS:
            assert getattr(found, key) == pytest.approx(expected, abs=1e-9), key
        elif key in shares:
            wanted = float("nan") if expected is None else expected
            assert shares[key] == pytest.approx(wanted, abs=1e-9, nan_ok=True), key
        elif key.startswith("false_alarms_per_"):
            hours = case["duration"] / (3600 if key.endswith("hour") else 86400)
            assert found.false_positives / hours == pytest.approx(expected, abs=1e-9)
        elif key == "reference_events":
            assert len(found.reference) == expected
        elif key == "detected_events":
            assert len(found.detected) == expected
        elif key == "delay_median":
            assert found.delay[found.hit].tolist() == [expected * SECOND]
        else:
            pytest.fail(f"a figure that this test does not know: {key}")


def test_every_rule_has_cases() -> None:
    from veracity.matching import RULES

    assert {find_rule(case["rule"]).key for case in CASES} == set(RULES)
    assert len(CASES) >= 158
