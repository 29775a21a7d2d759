"""The chance level of average precision stands beside it wherever it is shown."""

from fractions import Fraction

import pytest

import veracity as vc

TRUTH = [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]
SCORES = [0.9, 0.8, 0.2, 0.1, 0.7, 0.3, 0.2, 0.1, 0.4, 0.5, 0.3, 0.2]
GROUP = list("aaaaaabbbbbb")
CHANCE = Fraction(sum(TRUTH), len(TRUTH))  # the prevalence


@pytest.fixture(scope="module")
def ev() -> vc.Evaluation:
    return vc.evaluate(TRUTH, y_score=SCORES, group=GROUP)


def test_of_the_estimate(ev: vc.Evaluation) -> None:
    assert ev["average_precision"].chance == pytest.approx(float(CHANCE))
    assert ev["auroc"].chance is None
    assert "(chance 0.250)" in str(ev["average_precision"])


def test_in_text_tables_and_sentence(ev: vc.Evaluation) -> None:
    title = "Average precision (chance 0.250)"
    assert title in str(ev)
    assert title in str(ev.summary())
    assert title in ev.summary().to_markdown()
    assert "平均查准率（随机水平 0.250）" in ev.text("zh")
    assert "; chance 0.250)" in ev.sentence("en")
    assert "；随机水平 0.250）" in ev.sentence("zh")


def test_groups_have_their_own(ev: vc.Evaluation) -> None:
    shown = str(ev.by_group.table(["average_precision"]))
    assert "(chance 0.333)" in shown
    assert "(chance 0.167)" in shown


def test_of_models_gates_and_classes(ev: vc.Evaluation) -> None:
    models = vc.compare(TRUTH, {"A": SCORES, "B": SCORES[::-1]}, kind="y_score").models
    assert "Average precision (chance 0.250)" in str(models)
    assert "Average precision (chance 0.250) is" in str(vc.check(ev, ["average_precision >= 0.1"]))


def test_on_the_page(ev: vc.Evaluation, tmp_path) -> None:
    for ending in ("html", "md", "tex"):
        ev.report(tmp_path / f"page.{ending}")
        assert "chance 0.250" in (tmp_path / f"page.{ending}").read_text("utf-8"), ending
