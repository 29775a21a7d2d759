"""Every check says what became of it, and what is muted is said and silences no other."""

import numpy as np
import pytest

import veracity as vc
from tests.cautions.samples import counts
from veracity.cautions.catalogue.catalogue import CHECKS
from veracity.cautions.catalogue.checking import checked, muted_keys
from veracity.cautions.catalogue.finding import asked
from veracity.errors import UnknownName
from veracity.results import Check


def evaluations(count=40):
    """Small ones of every kind: two to four classes, labels, scores, weights, clusters, groups."""
    random = np.random.default_rng(7)
    for _ in range(count):
        n, classes = int(random.integers(1, 40)), int(random.integers(2, 5))
        truth = random.integers(0, classes, n)
        called = np.where(random.random(n) < 0.6, truth, random.integers(0, classes, n))
        more = {"labels": range(classes)}
        if random.random() < 0.3:
            more["sample_weight"] = random.random(n) + 0.1
        if random.random() < 0.4:
            more["cluster"] = random.integers(0, 6, n)
        if random.random() < 0.4:
            more["group"] = random.integers(0, 3, n).astype(str)
        if classes == 2 and random.random() < 0.7:
            scores = np.round(np.clip(0.4 * truth + 0.6 * random.random(n), 0, 1), 1)
            yield vc.evaluate(truth, y_proba=scores, **more)
        else:
            yield vc.evaluate(truth, called, **more)


def test_fired_checks_are_the_cautions_and_all_are_listed():
    for ev in evaluations():
        checks = ev.checks()
        assert [one.key for one in checks] == [record.key for record in CHECKS]
        fired = {one.key: one.caution for one in checks if one.state == "fired"}
        assert fired == {one.key: one for one in ev.cautions}
        for one in checks:
            assert isinstance(one, Check)
            assert one.reason.en
            assert one.reason.zh
            assert (one.caution is not None) == (one.state == "fired")


def test_what_is_not_there_is_named():
    by_key = {one.key: one for one in checked(CHECKS, counts(tp=180, fp=30, fn=20, tn=270))}
    for key, why in {
        "few_clusters": "no clusters were given",
        "ranks_backwards": "AUROC has no interval here",
        "two_macro_f1s": "there are fewer than three classes",
        "group_disparity": "there are not two groups",
        "threshold_chosen_here": "there is no threshold",
        "scores_look_like_labels": "no scores were given",
        "micro_is_accuracy": "no micro average was asked for",
        "prevalence_differs": "no prevalence of use was stated (`at_prevalence`)",
    }.items():
        assert (by_key[key].state, by_key[key].reason.en) == ("not_applicable", why)
    assert by_key["accuracy_paradox"].state == "passed"
    assert by_key["calls_backwards"].state == "passed"


def test_what_another_says_is_not_said_twice():
    facts = counts(tp=0, fp=0, fn=5, tn=995)
    by_key = {one.key: one for one in checked(CHECKS, facts)}
    assert by_key["accuracy_paradox"].state == "fired"
    said = by_key["accuracy_near_baseline"]
    assert (said.state, said.reason.en) == ("not_applicable", "accuracy_paradox says it already")


def test_a_muted_check_keeps_what_it_would_say_and_silences_no_other():
    facts = counts(tp=0, fp=0, fn=5, tn=995)
    by_key = {one.key: one for one in checked(CHECKS, facts, ["accuracy_paradox"])}
    muted = by_key["accuracy_paradox"]
    assert muted.state == "muted"
    assert muted.caution.key == "accuracy_paradox"
    assert by_key["accuracy_near_baseline"].state == "fired"
    heard = {one.key for one in asked(CHECKS, facts, ["accuracy_paradox"])}
    assert heard == {key for key, one in by_key.items() if one.state == "fired"}


def test_unknown_keys_are_refused_with_candidates():
    assert muted_keys(["few_clusters", "few_clusters"]) == ("few_clusters",)
    with pytest.raises(UnknownName, match="few_clusters"):
        vc.evaluate([0, 1], [0, 1], ignore="few_cluster")
    with pytest.raises(UnknownName, match="rows_dropped"):
        vc.compare([0, 1], {"A": [0, 1], "B": [1, 1]}, kind="y_pred", ignore=["row_dropped"])


def test_every_output_says_what_is_muted(tmp_path):
    truth, called = [0] * 95 + [1] * 5, [0] * 100
    ev = vc.evaluate(truth, called, ignore=["accuracy_paradox"])
    assert "accuracy_paradox" not in {one.key for one in ev.cautions}
    said = "1 caution muted: accuracy_paradox."
    assert said in str(ev)
    for ending in ("html", "md", "tex", "json", "txt"):
        path = tmp_path / f"report.{ending}"
        ev.report(path)
        text = path.read_text("utf-8").replace("\\_", "_")
        assert said in text, ending
    assert ev.to_dict()["muted"] == ["accuracy_paradox"]
    ev.save(tmp_path / "kept")
    again = vc.load(tmp_path / "kept")
    assert again.ignore == ev.ignore
    assert said in str(again)
    assert (again + vc.evaluate(truth, called)).ignore == ()
    assert ev.at_prevalence(0.5).ignore == ev.ignore


def test_comparisons_have_checks_and_mute_too():
    random = np.random.default_rng(1)
    truth = random.integers(0, 2, 40)
    models = {"A": random.random(40), "B": random.random(40)}
    cmp = vc.compare(truth, models, correction="none", ignore="tests_not_corrected")
    states = {one.key: one.state for one in cmp.checks()}
    assert states["tests_not_corrected"] == "muted"
    assert {key for key, state in states.items() if state == "fired"} == {
        one.key for one in cmp.cautions
    }
    assert "tests_not_corrected" in cmp.text("zh")
    sides = vc.compare(vc.evaluate(truth, truth), vc.evaluate(truth, truth))
    assert sum(one.key == "one_class" for one in sides.checks()) == 2
