"""`vc.check` on evaluations: parts, baselines, what is refused, and what a build server reads."""

import json
from pathlib import Path
from xml.etree import ElementTree as Xml

import numpy as np
import pytest
from scipy.stats import beta

import veracity as vc
from veracity.errors import InputError, NotHere, UnknownName
from veracity.evaluation.front.checking import check, with_settings
from veracity.intervals import Settings


@pytest.fixture(scope="module")
def ev() -> vc.Evaluation:
    return vc.ConfusionMatrix.from_counts(tp=92, fp=30, fn=8, tn=870).evaluate()


@pytest.fixture(scope="module")
def grouped() -> vc.Evaluation:
    truth = [1] * 100 + [0] * 100
    called = [1] * 95 + [0] * 5 + [0] * 60 + [1] * 40
    site = (["north", "south"] * 100)[:200]
    return vc.evaluate(truth, called, group=site)


@pytest.mark.parametrize(
    ("rules", "state", "code"),
    [
        (["recall >= 0.8"], "pass", 0),
        ("recall >= 0.8", "pass", 0),
        (["recall >= 0.99"], "fail", 1),
        (["recall >= 0.9"], "not_enough_data", 3),
        (["recall >= 0.8", "precision >= 0.75"], "not_enough_data", 3),
        (["recall >= 0.9", "precision >= 0.95"], "fail", 1),
        (["fpr <= 5%", "mcc > 0.5"], "pass", 0),
    ],
)
def test_one_that_fails_fails_all(ev, rules, state, code) -> None:
    verdict = check(ev, rules)
    assert (verdict.state, verdict.exit_code, bool(verdict)) == (state, code, state == "pass")
    assert verdict.passed == (state == "pass")


def test_each_requirement_carries_its_estimate(ev) -> None:
    verdict = check(ev, ["recall >= 0.9", "mcc >= 0.9"])
    one, other = verdict.requirements
    # R: binom.test(92, 100)
    assert (one.estimate.low, one.estimate.high) == pytest.approx((0.8484424, 0.9648284), abs=1e-7)
    assert other.estimate == ev["mcc"]
    # 100 positives of 1,000 rows: 875 trials are needed, and 874 do not do
    low = [beta.ppf(0.025, 0.92 * n, 0.08 * n + 1) for n in (874, 875)]
    assert low[0] < 0.9 < low[1]
    assert one.more_rows is not None
    assert 7740 < one.more_rows <= 7750
    named = check(with_settings(ev, Settings(method="wilson")), ["recall >= 0.9"])
    # trials needed: 1.959964² · 0.09 / 0.02² = 864.33
    assert named.more_rows == 7644


def test_parts_by_class_and_group(grouped) -> None:
    verdict = check(grouped, ["group north: recall >= 0.8", "class 0: recall >= 0.9"])
    north, zero = verdict.requirements
    assert (north.scope, north.of, north.state) == ("group", "north", "pass")
    assert north.estimate.value == grouped.by_group["north"]["recall"].value
    assert (zero.scope, zero.of, zero.state) == ("class", 0, "fail")
    each = check(grouped, "every group: specificity >= 0.3")
    assert [one.of for one in each.requirements] == list(grouped.by_group)
    assert "group south: specificity >= 0.3" in each.text("en")


@pytest.mark.parametrize("rule", ["class 1: recall >= 0.5", "class 1.0: recall >= 0.5"])
def test_a_label_is_found_as_written(grouped, rule: str) -> None:
    assert check(grouped, rule).requirements[0].of == 1


@pytest.mark.parametrize("name", ["tiny · south", "('tiny', 'south')"])
def test_groups_of_two_columns_are_named_as_they_are_printed(name: str) -> None:
    columns = {"size": ["big", "tiny"] * 2, "region": ["north", "north", "south", "south"]}
    columns |= {"t": [1, 1, 1, 1], "p": [1, 1, 1, 0]}
    ev = vc.evaluate("t", "p", data=columns, group=["size", "region"], labels=[0, 1])
    (one,) = check(ev, f"group {name}: recall >= 0.6").requirements
    assert (one.of, one.estimate.value) == (("tiny", "south"), 0)
    each = check(ev, "every group: recall >= 0.6").text("en")
    assert "group tiny · south: recall >= 0.6" in each
    with pytest.raises(NotHere, match="'tiny · north'"):
        check(ev, "group tiny: recall >= 0.6")


def test_parts_that_do_not_exist_are_named(ev, grouped) -> None:
    with pytest.raises(NotHere, match="north"):
        check(grouped, "group east: recall >= 0.5")
    with pytest.raises(NotHere, match="cat"):
        check(grouped, "class cat: recall >= 0.5")
    with pytest.raises(NotHere, match="group="):
        check(ev, "every group: recall >= 0.5")


def test_a_saved_baseline(ev, tmp_path: Path) -> None:
    path = tmp_path / "old.veracity"
    ev.save(path)
    for baseline in (ev, path, str(path)):
        verdict = check(ev, ["recall", "fpr", "mcc >= 0.6"], baseline=baseline, margin=0.1)
        assert [one.against for one in verdict.requirements] == [
            "baseline",
            "baseline",
            "number",
            "baseline",
        ]
        assert verdict.passed
    assert check(ev, ["recall"], baseline=path, margin=0.05).state == "not_enough_data"


def test_a_metric_is_compared_once(ev) -> None:
    verdict = check(ev, ["recall >= 0.5", "recall <= 0.99", "recall"], baseline=ev, margin=0.1)
    assert [one.against for one in verdict.requirements] == ["number", "baseline", "number"]


def test_margins_by_metric(ev) -> None:
    margins = {"sensitivity": 0.1, "lr_plus": 30}
    verdict = check(ev, ["recall", "lr_plus"], baseline=ev, margin=margins)
    assert [one.bound for one in verdict.requirements] == [-0.1, -30]
    with pytest.raises(InputError, match="mcc"):
        check(ev, ["mcc"], baseline=ev, margin=margins)


@pytest.mark.parametrize("margin", [0, -0.01, float("nan"), float("inf"), "much"])
def test_a_margin_with_the_wrong_sign_is_refused(ev, margin) -> None:
    for key in ("recall", "fpr"):
        with pytest.raises(InputError, match="must be above 0"):
            check(ev, [key], baseline=ev, margin=margin)


def test_what_does_not_go_together(ev, grouped) -> None:
    with pytest.raises(InputError, match="together"):
        check(ev, ["recall"], baseline=ev)
    with pytest.raises(InputError, match="together"):
        check(ev, ["recall >= 0.5"], margin=0.1)
    with pytest.raises(InputError, match="Cannot read"):
        check(ev, ["recall"])
    with pytest.raises(InputError, match="Give at least one requirement"):
        check(ev, [])
    with pytest.raises(InputError, match="Cannot read"):
        check(ev, 0.9)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="must be an evaluation"):
        check(ev, ["recall"], baseline=7, margin=0.1)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="positive class"):
        check(ev, ["recall"], baseline=grouped, margin=0.1)
    with pytest.raises(UnknownName, match="Did you mean"):
        check(ev, ["recal >= 0.9"])
    with pytest.raises(NotHere, match="baseline has no group"):
        check(grouped, "group north: recall", baseline=vc.evaluate([0, 1], [0, 1]), margin=0.1)


def test_undefined_and_without_interval() -> None:
    none_called = vc.evaluate([0, 0, 1], [0, 0, 0])
    (one,) = check(none_called, ["precision >= 0.1"]).requirements
    assert one.state == "not_enough_data"
    assert "TP + FP = 0" in one.sentence.en
    bare = vc.evaluate([0, 1] * 50, [0, 1] * 50, method="none")
    (one,) = check(bare, ["recall >= 0.1"]).requirements
    assert (one.state, one.estimate.value) == ("not_enough_data", 1.0)


def test_both_languages_say_the_same_figures(ev) -> None:
    verdict = check(ev, ["recall >= 0.9", "precision >= 0.99"])
    assert verdict.text("en").startswith("Fail: 0 of 2 requirements met.")
    assert verdict.text("zh").startswith("不通过：2 条要求中满足 0 条。")
    for language in ("en", "zh"):
        assert "7,750" in verdict.text(language)
        assert "0.920 [0.848, 0.965]" in verdict.text(language)


def test_json_has_no_nan() -> None:
    verdict = check(vc.evaluate([0, 0, 1], [0, 0, 0]), ["precision >= 0.1"])
    told = json.loads(verdict.to_json())
    assert told == json.loads(verdict.to_json(indent=None))
    assert told["state"] == "not_enough_data"
    assert told["requirements"][0]["estimate"]["value"] is None


def test_junit_counts_what_is_not_known_as_a_failure(ev) -> None:
    verdict = check(ev, ["recall >= 0.8", "recall >= 0.9", "recall >= 0.99"])
    (suite,) = Xml.fromstring(verdict.to_junit("en"))
    assert suite.attrib["tests"] == "3"
    assert suite.attrib["failures"] == "2"
    cases = suite.findall("testcase")
    assert [case.attrib["name"] for case in cases] == [
        "recall >= 0.8",
        "recall >= 0.9",
        "recall >= 0.99",
    ]
    kinds = [case.find("failure") for case in cases]
    assert kinds[0] is None
    assert [kind.attrib["type"] for kind in kinds[1:]] == ["not_enough_data", "fail"]
    assert kinds[1].attrib["message"] == verdict.requirements[1].sentence.en


def test_junit_holds_hostile_labels() -> None:
    label = '<a href="x">&amp;]]>\x1b\x00'
    truth = [label] * 30 + ["b"] * 30
    verdict = check(vc.evaluate(truth, truth), "every class: recall >= 0.5")
    (suite,) = Xml.fromstring(verdict.to_junit())
    name = suite.findall("testcase")[0].attrib["name"]
    assert '<a href="x">&amp;]]>' in name
    assert not set(name) & {"\x1b", "\x00"}


@pytest.mark.parametrize(
    ("key", "bound"), [("f1", 0.8), ("mcc", 0.78), ("balanced_accuracy", 0.925), ("lr_plus", 20)]
)
def test_that_many_more_rows_do_decide(key: str, bound: float) -> None:
    """The same table, larger by the factor that was said: it passes, and with a tenth less not."""
    counts = {"tp": 92, "fp": 30, "fn": 8, "tn": 870}
    rule = f"{key} >= {bound}"
    now = vc.ConfusionMatrix.from_counts(**counts).evaluate()
    (one,) = check(now, rule).requirements
    assert one.state == "not_enough_data"
    for share, state in ((1.1, "pass"), (0.9, "not_enough_data")):
        factor = share * (1000 + (one.more_rows or 0)) / 1000
        grown = {name: count * factor for name, count in counts.items()}
        assert check(vc.ConfusionMatrix.from_counts(**grown).evaluate(), rule).state == state


def test_a_baseline_of_another_level_is_judged_at_the_level_of_the_new(ev) -> None:
    def old(level: float):
        counts = vc.ConfusionMatrix.from_counts(tp=90, fp=10, fn=10, tn=90, labels=ev.held.labels)
        return counts.evaluate(confidence_level=level)

    found = [check(ev, ["recall"], baseline=old(level), margin=0.1) for level in (0.9, 0.95)]
    assert found[0].requirements[0].estimate == found[1].requirements[0].estimate


def test_rows_of_clusters_are_asked_for_as_clusters() -> None:
    """The factor is that of the plain rows, on clusters: n rows in n/20 clusters."""
    random = np.random.default_rng(0)
    truth = random.integers(0, 2, 300)
    called = np.where(random.random(300) < 0.8, truth, 1 - truth)
    cluster = np.repeat(np.arange(15), 20)
    ev = vc.evaluate(truth, called, cluster=cluster)
    (one,) = check(ev, ["accuracy >= 0.78"]).requirements
    assert one.state == "not_enough_data"
    assert one.more_rows is not None
    assert one.more_clusters is not None
    assert 20 * (one.more_clusters - 1) < one.more_rows <= 20 * one.more_clusters
    assert f"about {one.more_clusters:,} more cluster" in one.sentence.en
    assert one.to_dict()["more_clusters"] == one.more_clusters
    verdict = check(ev, ["accuracy >= 0.78"])
    assert verdict.more_clusters == verdict.to_dict()["more_clusters"] == one.more_clusters
    (plain,) = check(vc.evaluate(truth, called), ["accuracy >= 0.78"]).requirements
    assert plain.more_clusters is None


def test_one_requirement_in_the_singular(ev) -> None:
    assert "1 of 1 requirement met" in check(ev, ["recall >= 0.5"]).text("en")


def test_every_group_of_none() -> None:
    ev = vc.evaluate([0, 1, 1, 0], [0, 1, 0, 0])
    with pytest.raises(NotHere, match=r"'every group: recall >= 0.5' is about groups.*group="):
        check(ev, "every group: recall >= 0.5")


@pytest.mark.parametrize("key", ["auroc_ovr_macro >= 0.7", "accuracy >= 0.5", "log_loss <= 0.9"])
def test_columns_in_clusters_ask_for_clusters(key: str) -> None:
    random = np.random.default_rng(0)
    truth = random.integers(0, 3, 60)
    raw = np.exp(random.normal(size=(60, 3)) + 1.2 * np.eye(3)[truth])
    p = raw / raw.sum(1, keepdims=True)
    ev = vc.evaluate(truth, y_proba=p, cluster=np.arange(60) % 10)
    (found,) = check(ev, key).requirements
    if found.state == "not_enough_data":
        assert found.more_clusters is not None
        assert "cluster" in found.sentence.en
    else:
        assert found.more_clusters is None
    assert {one.state for one in check(ev, ["auroc_ovr_macro >= 0.85"]).requirements} == {
        "not_enough_data"
    }
    assert check(ev, ["auroc_ovr_macro >= 0.85"]).more_clusters is not None
