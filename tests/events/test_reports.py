"""What is said of events: table, verdict, text, reports in every format and both languages."""

import json
import re

import pytest

import veracity as vc

EVIL = "<img src=x onerror=alert(1)>"


@pytest.fixture(scope="module")
def night():
    reference = {f"s{i}": [(1000.0, 1060.0 + i), (40000.0, 40050.0)] for i in range(7)}
    reference |= {EVIL: []}
    detected = {name: [(a + 5, b) for a, b in one] for name, one in reference.items()}
    detected["s1"] = [(20000.0, 20010.0)]
    return vc.events.evaluate(
        reference, detected, duration=86400.0, rules=["any_overlap", "iou", "taes", "segments(10)"]
    )


def test_the_table_has_every_rule_with_intervals(night):
    table = night.table()
    assert [row["rule"] for row in table] == ["any_overlap", "iou", "taes", "segments(10)"]
    row = table[0]
    assert row["sensitivity"] == pytest.approx(12 / 14)
    assert row["sensitivity_low"] < row["sensitivity"] < row["sensitivity_high"]
    assert row["false_alarms_per_day"] == pytest.approx(1 / 8)
    assert (row["true_positives"], row["missed"], row["false_positives"]) == (12, 2, 1)
    assert list(table.to_pandas()["rule"]) == list(table.to_polars()["rule"])
    assert "any_overlap" in table.to_latex().replace("\\", "")


def test_the_verdict_is_beside_chance(night):
    assert night.verdict.en.startswith("Under any_overlap, sensitivity is 0.857")
    assert "same alarms at random times would find fewer" in night.verdict.en
    assert night.verdict.zh.startswith("按 any_overlap")


def test_without_events_only_false_alarms_are_judged():
    quiet = vc.events.evaluate([], [(5, 6)], duration=3600)
    assert "No reference events" in quiet.verdict.en
    timed = vc.events.evaluate([], [(5, 6)], duration=3600, rules="segments(1)")
    assert "0.03% of the time" in timed.verdict.en


def test_where_nothing_was_found_chance_is_not_mentioned():
    silent = vc.events.evaluate([(1000, 1060)], [], duration=3600)
    assert silent.verdict.en.startswith("Under any_overlap, sensitivity is 0.000")
    assert "random" not in silent.verdict.en


def test_methods_name_rules_parameters_and_intervals(night):
    said = night.methods("en")
    for words in ("before = 30", "share = 0.5", "optimal", "8 recordings", "Poisson", "veracity"):
        assert words in said
    assert "一对一" in night.methods("zh")
    assert "{" not in said


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("ending", ["html", "md", "tex", "txt"])
def test_every_format_holds_every_rule(night, tmp_path, ending, lang):
    path = tmp_path / f"out.{ending}"
    night.report(path, lang=lang, title="Ward 3", model="net")
    text = path.read_text("utf-8").replace("\\", "")
    for rule in ("any_overlap", "iou", "taes", "segments(10)"):
        assert rule in text
    assert "Ward 3" in text
    assert "<img" not in text or ending in ("txt", "tex", "md")
    assert "<img src=x" not in (text if ending == "html" else "")
    assert not re.search(
        r"\{[a-z_]+\}", re.sub(r"<(style|script).*?</\1>", "", text, flags=re.S)
    ) or (ending == "tex")


def test_json_is_plain(night, tmp_path):
    night.report(tmp_path / "out.json")
    held = json.loads((tmp_path / "out.json").read_text("utf-8"))
    assert held["figures"]["iou"]["sensitivity"]["value"] == pytest.approx(12 / 14)
    assert held["recordings"] == 8
    assert held["table"][0]["rule"] == "any_overlap"


def test_printing_is_compact(night):
    assert len(night.text("en").splitlines()) < 20
    assert "该" in night.text("zh") or "按" in night.text("zh")
    for one in night.cautions:
        assert one.text("en") in night.text("en", verbose=True)
        assert str(one.advice) not in night.text("en")
    assert night["iou", "sensitivity"].note.split("(")[0] in night.text("en", verbose=True)


def test_an_editor_offers_what_users_call(night):
    offered = {name for name in dir(night) if not name.startswith("_")}
    assert {"table", "froc", "plot", "by_cluster", "rules", "tally", "report"} <= offered
    assert not {"facts", "scenes", "said", "seed", "at_level", "some_tally"} & offered


def test_a_notebook_shows_one_small_card(night):
    shown = night._repr_html_()
    assert len(shown) < 60_000
    assert shown.count('type="radio"') == 4  # rules, subjects, cautions, help
    assert "<svg" not in shown
    assert "<iframe" not in shown
    for held in (str(night["iou", "sensitivity"]), "<code>er.show()</code>", "s3"):
        assert held in shown


def test_types_and_channels_are_a_line_each():
    kinds = {"onset": [10, 30, 50], "duration": [2, 2, 2], "kind": ["a<b", "b", "a<b"]}
    er = vc.events.evaluate(kinds, kinds, duration=100, event_type="kind", rules=["iou", "taes"])
    lines = [line.split() for line in er.text("en").splitlines()]
    assert ["a<b", "2", "1.000"] in [line[:3] for line in lines]
    assert ["b", "1", "1.000"] in [line[:3] for line in lines]
    assert "Under iou." in er.text("en")
    assert er.text("en", verbose=True).count("\ntaes ") == 3  # together, and each by itself
    assert "a<b" not in er._repr_html_()


def test_notes_of_many_sites_are_few_lines():
    sites = [{f"r{i}": [(0, 10), (5, 20)]} for i in range(8)]
    first, *rest = (vc.events.evaluate(one, one, duration=100) for one in sites)
    for er in rest:
        first = first + er
    assert len(first.notes) > 8
    assert len(first.text("en").splitlines()) < 20
    assert "more note" in first.text("en")


def test_the_page_of_loaded_tallies_has_no_timeline(night, tmp_path):
    night.save(tmp_path / "x")
    again = vc.load(tmp_path / "x")
    assert 'class="timeline"' in night.to_html()
    assert 'class="timeline"' not in again.to_html()


def test_equal_counts_have_equal_fingerprints(night):
    again = night.page().provenance.fingerprints
    assert again == night.page().provenance.fingerprints
    part = night.by_recording["s1"].page().provenance.fingerprints
    assert part != again


def test_the_methods_say_how_many_events_were_given_not_how_many_a_rule_made_of_them(
    tmp_path,
) -> None:
    close = [(100, 110), (130, 140), (160, 170), (2000, 2010)]  # any_overlap joins the first three
    er = vc.events.evaluate(close, close, duration=3600)
    assert er["any_overlap", "reference_events"].value == 2
    assert "4 reference events" in er.methods()
    er.save(tmp_path / "one.veracity")
    assert "4 reference events" in vc.load(tmp_path / "one.veracity").methods()


@pytest.mark.parametrize(
    ("rule", "en", "zh"),
    [
        ("any_overlap", "takes any touch from 30 s before", "任何接触都算"),
        ("any_overlap(min_overlap=0.3)", "more than 30% of the time from 30 s before", "超过 30%"),
        (
            "any_overlap(min_overlap=0.3, share_of=reference)",
            "more than 30% of an event itself",
            "覆盖事件本身超过 30%",
        ),
        ("range_based", "the share of each event that is covered", "按每个事件被覆盖的比例计"),
        ("range_based(alpha=1)", "in recall whether an event is met at all", "只计事件是否被碰到"),
        ("range_based(alpha=0.25, bias=front)", "counts 25% of an event", "前部权重最大"),
    ],
)
def test_the_methods_say_what_the_parameters_ask(rule, en, zh):
    er = vc.events.evaluate([(10, 20)], [(12, 14)], duration=1000, rules=rule)
    assert en in er.methods("en")
    assert zh in er.methods("zh")
    touch = rule == "any_overlap"
    assert ("any touch" in er.methods("en")) == touch


def test_the_methods_leave_out_parameters_that_are_not_set():
    er = vc.events.evaluate([(10, 20)], [(12, 14)], duration=1000, rules="collar(2, offset=1)")
    assert "(onset = 2, offset = 1)" in er.methods("en")


def test_the_verdict_is_of_the_first_rule_that_counts_alarms():
    rules = ["samples", "segments(1)", "taes", "iou"]
    er = vc.events.evaluate([(10, 20)], [(12, 14)], duration=1000, fs=1, rules=rules)
    assert er.verdict.en.startswith("Under taes, ")
    er = vc.events.evaluate([(10, 20)], [(12, 14)], duration=1000, fs=1, rules=rules[:2])
    assert er.verdict.en.startswith("Under samples, ")


def test_what_a_rule_does_not_count_is_a_dash_and_nothing_is_called_found():
    """`range_based` says of no event that it was found; one of two here has no detection."""
    reference = {"a": [(10, 20)], "b": [(10, 20)]}
    er = vc.events.evaluate(
        reference, {"a": [(12, 14)], "b": []}, duration=1000, rules="range_based"
    )
    page = er.to_markdown()
    assert "| b | 1 | — | — | 0.000 | — | — | — |" in page
    assert "nan" not in page
    assert "b: 1 event, 0 detections" in page
    assert "event found" not in page
