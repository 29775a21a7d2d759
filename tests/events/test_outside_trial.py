"""What somebody met who tried events from outside: merging, names, reasons, refusals."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Hashable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import special, stats

import veracity as vc
from veracity.errors import InputError, InvalidRows, NotHere, UnknownName
from veracity.matching import RULES, find_rule
from veracity.words import Language

E = vc.events.evaluate
NAN = math.nan


@pytest.fixture
def two() -> tuple[vc.events.EventEvaluation, vc.events.EventEvaluation]:
    north = E({"n1": [(100, 160), (900, 930)]}, {"n1": [(95, 120)]}, duration=3600)
    south = E({"s1": [(100, 160)]}, {"s1": [(100, 150), (2000, 2010)]}, duration=3600)
    return north, south


def test_saved_events_merge(two: tuple[vc.events.EventEvaluation, ...], tmp_path: Path) -> None:
    paths = [tmp_path / "north.vc", tmp_path / "south.vc"]
    for er, path in zip(two, paths, strict=True):
        er.save(path)
    manifest = {p.name: hashlib.sha256(p.read_bytes()).hexdigest() for p in paths}
    for whole in (vc.merge(*paths), vc.merge(*paths, manifest=manifest)):
        assert whole["any_overlap", "sensitivity"].value == pytest.approx(2 / 3)
        assert whole["any_overlap", "false_positives"].value == 1
    with pytest.raises(InputError, match="SHA-256"):
        vc.merge(*paths, manifest=manifest | {"north.vc": "0" * 64})
    other = tmp_path / "other.vc"
    E({"o": [(1, 2)]}, {"o": []}, duration=60, rules="iou").save(other)
    with pytest.raises(InputError, match=r"other\.vc"):
        vc.merge(paths[0], other)


@pytest.mark.parametrize("key", RULES)
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_every_rule_is_explained(key: str, lang: Language) -> None:
    rule = RULES[key]
    for text in (vc.explain(key, lang=lang), vc.explain(f"{key} (events)", lang=lang)):
        for told in (rule.question, rule.counts, rule.shares, rule.misleads_when):
            assert told.within(lang) in text
        assert all(reference in text for reference in rule.references)


def test_a_metric_of_the_same_name_comes_first() -> None:
    both, alone = vc.explain("iou"), vc.explain("iou (events)")
    assert both.startswith("Jaccard index  (jaccard)")
    assert both.endswith(alone)
    assert "Jaccard index" not in alone


def test_the_interval_of_false_alarms_has_the_name_of_its_method() -> None:
    reference = {f"s{i}": [(100, 160)] for i in range(4)}
    detected = {"s0": [(2000, 2010)], "s1": [], "s2": [(500, 510), (2000, 2010)], "s3": []}
    er = E(reference, detected, duration=3600)
    assert er["iou", "false_alarms_per_hour"].method == "hull (subjects)"
    assert er.by_recording["s0"]["iou", "false_alarms_per_hour"].method == "garwood"


@pytest.mark.parametrize("rule", ["iou", "taes"])
def test_f1_of_two_subjects_is_no_surer_than_its_parts(rule: str) -> None:
    reference = {"a": [(100, 160), (900, 930)], "b": [(100, 130)]}
    detected = {"a": [(100, 160)], "b": [(100, 130), (2000, 2010)]}
    er = E(reference, detected, duration=3600, rules=rule)
    found, precision, f1 = (er[rule, key] for key in ("sensitivity", "precision", "f1"))
    assert f1.value == pytest.approx(
        2 * found.value * precision.value / (found.value + precision.value)
    )
    assert f1.low <= max(found.low, precision.low)
    assert f1.high >= min(found.high, precision.high)
    assert "as wide as" in str(f1.note)


@pytest.mark.parametrize(
    ("rule", "en", "zh"),
    [
        ("collar(5)", "an onset within 5 s,", "起点相差不超过 5 秒"),
        ("collar(5, offset=3)", "within 5 s and an offset within 3 s", "且终点相差不超过 3 秒"),
        (
            "collar(5, offset=5, offset_share=0.5)",
            "and an offset within 5 s or 0.5 of the event's length",
            "且终点相差不超过 5 秒或事件长度的 0.5 倍",
        ),
    ],
)
def test_methods_tell_the_offset(rule: str, en: str, zh: str) -> None:
    er = E([(100, 160)], [(101, 160)], duration=3600, rules=rule)
    assert en.rstrip(",") in er.methods("en")
    assert zh in er.methods("zh")
    assert ("offset within" in str(find_rule(rule).demanded)) == ("offset" in rule)


@pytest.mark.parametrize(
    ("score", "told"),
    [
        ([0.1, NAN, 0.2], "1 detection of 'recording' without a numeric score, e.g. nan"),
        (["a", 0.1, None], "2 detections of 'recording' without a numeric score, e.g. 'a'"),
        ([0.1, 0.2], "3 detections of 'recording', but 2 were given"),
    ],
)
def test_a_score_that_is_no_number_is_named(score: list[object], told: str) -> None:
    with pytest.raises(InputError, match=told):
        E([(1, 2)], [(1, 2), (3, 4), (5, 6)], duration=3600, score=score)


def test_what_is_empty_or_none_is_said(tmp_path: Path) -> None:
    empty = tmp_path / "sub-01_events.tsv"
    empty.write_text("")
    with pytest.raises(InputError, match="is empty"):
        E(empty, [(1, 2)], duration=3600)
    with pytest.raises(InvalidRows, match=r"^1 event is unusable.*event 0 .*\(5, 1\)"):
        vc.events.to_mask([(5, 1)], 2, 10)
    nothing: list[tuple[float, float]] = []
    for reference, detected in ((None, None), (None, nothing), (nothing, None)):
        with pytest.raises(InputError, match=r"None.*\[\]"):
            E(reference, detected, duration=5)
    assert E([], [], duration=5)["iou", "reference_events"].value == 0


def test_parts_that_are_not_there_are_named() -> None:
    typed = {"a": {"onset": [1], "duration": [2], "kind": ["sz"], "ch": ["C3"]}}
    er = E(typed, typed, duration=60, event_type="kind", channel="ch")
    for parts, here in (
        (er.by_recording, "'a'"),
        (er.by_cluster, "'a'"),
        (er.by_type, "'sz'"),
        (er.by_channel, "'C3'"),
    ):
        with pytest.raises(NotHere, match=f"'q'.*{here}"):
            parts["q"]
        assert parts.get("q") is None


def test_subjects_with_too_few_events_under_the_rule() -> None:
    close = [(100 + 60 * i, 110 + 60 * i) for i in range(5)]  # joined: less than 90 s apart
    reference = {f"s{i}": close for i in range(8)}
    er = E(reference, reference, duration=3600)
    assert er["any_overlap", "reference_events"].value == 8
    check = next(one for one in er.checks() if one.key == "one_subject_has_most")
    assert "20 events as the first rule counts them" in check.reason.en


def test_a_correction_that_decides_asks_for_no_more_subjects() -> None:
    reference = {f"s{i}": [(100, 130), (900, 930)] for i in range(8)}
    detectors: dict[Hashable, Any] = {
        "A": reference,
        "B": {n: r[: 1 + (i > 4)] for i, (n, r) in enumerate(reference.items())},
        "C": {n: r[: 1 + (i > 1)] for i, (n, r) in enumerate(reference.items())},
    }
    cmp = vc.events.compare(reference, detectors, duration=3600, rules="any_overlap")
    for one in cmp.contrasts:
        if not one.difference.low <= 0 <= one.difference.high:
            assert math.isnan(one.times_the_rows)
        elif one.times_the_rows == one.times_the_rows:
            assert one.times_the_rows > 1
    assert "any_overlap: " not in cmp.text("zh", verbose=True)


def test_figures_answer_to_their_usual_names() -> None:
    er = E([(100, 160), (900, 930)], [(95, 120), (500, 510)], duration=3600)
    found = er["any_overlap"]
    named = {"tp": 1, "fp": 1, "fn": 1, "recall": 0.5, "ppv": 0.5, "f1_score": 0.5}
    assert {key: found[key].value for key in named} == named
    with pytest.raises(UnknownName, match="false_alarms_per_hour, false_alarms_per_day"):
        found["false_alarm_rate"]
    with pytest.raises(UnknownName, match="true negatives"):
        found["specificity"]


def test_the_figures_of_a_rule_print_as_lines_and_counts_as_counts() -> None:
    er = E([(100, 160), (900, 930)], [(95, 120), (500, 510)], duration=3600)
    lines = str(er["iou(0.5)"]).splitlines()
    assert lines[0] == "iou"
    assert any(line.split() == ["True", "positives", "0"] for line in lines)
    assert str(er["iou", "false_positives"]) == "2"


def test_f1_has_an_interval_where_one_subject_alone_has_false_alarms() -> None:
    """Σ 2TP / Σ (2TP + FP + FN) = 2 / 5, residuals 1.2, −0.4, −0.8 of three subjects."""
    reference = {"a": [(100, 160)], "b": [(300, 340)], "c": [(400, 450)]}
    detected = {"a": [(100, 160)], "b": [], "c": [(10, 20)]}
    found = E(reference, detected, duration=3600)["iou", "f1"]
    share = np.array([2, 1, 2]) / 5
    spread = (np.array([1.2, -0.4, -0.8]) ** 2).sum() / 25 / (1 - (share**2).sum())
    squares, cubes = (share**2).sum(), (share**3).sum()
    df = (1 - squares) ** 2 / (squares - 2 * cubes + squares**2)
    step = stats.t.ppf(0.975, min(df, 2)) * np.sqrt(spread) / 0.24
    assert found.value == pytest.approx(0.4)
    assert (found.low, found.high) == pytest.approx(
        special.expit(special.logit(0.4) + np.array([-step, step]))
    )


def test_the_page_of_a_comparison_draws_shares_and_rates_apart(tmp_path: Path) -> None:
    reference = {"a": [(100, 160)], "b": [(300, 340)], "c": [(400, 450)]}
    detected = {"a": [(100, 160)], "b": [], "c": [(10, 20)]}
    both = vc.events.compare(reference, {"a": detected, "b": reference}, duration=3600)
    kinds = [picture.kind for picture in both.pictures()]
    assert kinds == ["compared-event-shares", "compared-event-days"]
    both.report(tmp_path / "page.html")
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert page.count("<svg") >= 2
    assert "t test (clusters)" not in page
