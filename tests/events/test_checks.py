"""Every check of events says what became of it; a muted caution is named in every output."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

import veracity as vc
from veracity.cautions.catalogue.events import EVENT_CHECKS
from veracity.cli import main
from veracity.errors import UnknownName
from veracity.results.estimate.caution import Check

REFERENCE = {f"s{i}": [(100, 160), (900, 930)] for i in range(3)}
FOUND = {f"s{i}": [(95, 120), (500, 510)] for i in range(3)}


def scored(**settings) -> vc.events.EventEvaluation:
    return vc.events.evaluate(REFERENCE, FOUND, duration=3600, **settings)


def test_every_check_has_a_state_and_fired_ones_are_the_cautions() -> None:
    er = scored()
    found = er.checks()
    assert all(isinstance(one, Check) for one in found)
    assert [one.key for one in found] == [one.key for one in EVENT_CHECKS]
    assert {one.key for one in found if one.state == "fired"} == {one.key for one in er.cautions}
    states = {one.key: one.state for one in found}
    assert states["few_subjects"] == "fired"
    assert states["reference_overlaps"] == "passed"
    assert states["no_quiet_recordings"] == "not_applicable"


def test_a_muted_caution_is_named_in_every_output(tmp_path) -> None:
    er = scored(ignore="few_subjects")
    assert "few_subjects" not in {one.key for one in er.cautions}
    muted = next(one for one in er.checks() if one.key == "few_subjects")
    assert muted.state == "muted"
    assert muted.caution is not None
    said = "1 caution muted: few_subjects."
    for shown in (str(er), er.to_html("en"), er._repr_html_()):
        assert said in shown
    for shown in (er.to_markdown(), er.to_latex()):  # which escape the underscore
        assert said.replace("_", "\\_") in shown
    assert er.to_dict()["muted"] == ["few_subjects"]
    assert "已静音" in er.text("zh")
    er.save(tmp_path / "site.veracity")
    again = vc.load(tmp_path / "site.veracity")
    assert again.ignore == ("few_subjects",)
    assert not again.cautions
    assert said in str(again)
    with pytest.raises(UnknownName, match="few_subjects"):
        scored(ignore=["few_subject"])


def test_what_two_sites_mute_is_muted_in_their_sum() -> None:
    one = scored(ignore=["few_subjects", "rule_decides"])
    other = vc.events.evaluate({"x": []}, {"x": []}, duration=60, ignore="few_subjects")
    assert (one + other).ignore == ("few_subjects",)
    assert one.by_recording["s0"].ignore == one.ignore


def test_a_comparison_mutes_and_checks_as_well() -> None:
    silent = {name: [] for name in REFERENCE}
    settings = {"duration": 3600, "rules": "iou", "ignore": ["few_subjects"]}
    cmp = vc.events.compare(REFERENCE, {"A": FOUND, "B": silent}, **settings)
    assert not cmp.cautions
    assert "1 caution muted: few_subjects." in str(cmp)
    assert cmp.to_dict()["muted"] == ["few_subjects"]
    assert [one.state for one in cmp.checks() if one.key == "few_subjects"] == ["muted"] * 2


def test_references_are_those_of_the_rules_and_the_intervals() -> None:
    sources = scored(rules=["any_overlap", "taes"]).references()
    assert any("SzCORE" in one for one in sources)
    assert any("Shah" in one for one in sources)
    assert any("Garwood" in one for one in sources)
    assert all(one in scored(rules=["any_overlap", "taes"]).to_markdown() for one in sources)


def test_the_command_mutes(tmp_path) -> None:
    file = tmp_path / "reference.csv"
    file.write_text("recording,onset,duration\na,100,60\nb,900,30\n")
    options = ["--recording", "recording", "--duration", "3600", "--ignore", "few_subjects"]
    done = CliRunner().invoke(main, ["events", str(file), str(file), *options])
    assert done.exit_code == 0, done.output
    assert "1 caution muted: few_subjects." in done.output
