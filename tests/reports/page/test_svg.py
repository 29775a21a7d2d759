"""Pictures of the page: smaller, both languages, their own ids, marks in the right place."""

import re
from xml.etree import ElementTree

import numpy as np
import pytest

import veracity as vc
from veracity.plots import Picture, as_svg
from veracity.plots.picture.picture import Axis, Mark, Path
from veracity.reports.page.svg import drawing, in_both, shorter_path, words_of
from veracity.words import Text

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def evaluation() -> vc.Evaluation:
    rng = np.random.default_rng(0)
    truth = (rng.random(200) < 0.3).astype(int)
    return vc.evaluate(truth, y_proba=1 / (1 + np.exp(-rng.normal(1.5 * truth - 1, 1))))


def labelled(*words: str) -> Picture:
    unit = (0.0, 1.0)
    ends = np.array(unit)
    layers = [Path(f"line-{i}", ends, ends, Text(w, w), i) for i, w in enumerate(words)]
    picture = Picture(
        "roc", Text("T", "题"), Axis(Text("x", "横"), unit), Axis(Text("y", "纵"), unit)
    )
    return picture.of([*layers, Mark("point", 0.5, 0.5)])


@pytest.mark.parametrize("name", ["roc", "pr", "sweep", "reliability", "prevalence", "forest"])
def test_it_is_smaller_and_well_formed(evaluation: vc.Evaluation, name: str) -> None:
    picture = evaluation.plot.picture(name)
    made = drawing(picture)
    ElementTree.fromstring(made.svg)
    assert len(made.svg) < 0.75 * len(as_svg(picture))
    assert "Matplotlib" not in made.svg
    assert made.box is not None


@pytest.mark.parametrize(
    ("name", "x", "y"), [("roc", "fpr", "recall"), ("pr", "recall", "precision")]
)
def test_a_mark_put_by_the_box_falls_on_the_one_drawn(
    evaluation: vc.Evaluation, name: str, x: str, y: str
) -> None:
    made = drawing(evaluation.plot.picture(name))
    root = ElementTree.fromstring(made.svg)
    (point,) = root.findall(".//*[@data-layer='point']")
    used = point.find(f".//{SVG}use")
    assert used is not None
    assert made.box is not None
    left, top, wide, tall = made.box
    (x0, x1), (y0, y1) = made.x.limits, made.y.limits
    across = left + (evaluation[x].value - x0) / (x1 - x0) * wide
    down = top + (1 - (evaluation[y].value - y0) / (y1 - y0)) * tall
    assert float(used.attrib["x"]) == pytest.approx(across, abs=0.02)
    assert float(used.attrib["y"]) == pytest.approx(down, abs=0.02)


def test_ids_are_those_of_the_picture_alone(evaluation: vc.Evaluation) -> None:
    svg = drawing(evaluation.plot.picture("roc")).svg
    ids = re.findall(r' id="([^"]*)"', svg)
    assert ids
    assert all(re.fullmatch(r"roc-\d+", name) for name in ids)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'(?:url\(#|href="#)([^")]+)', svg)) == set(ids)


def test_words_are_there_in_both_languages(evaluation: vc.Evaluation) -> None:
    picture = evaluation.plot.picture("roc")
    root = ElementTree.fromstring(drawing(picture).svg)
    said = {
        lang: [e.text for e in root.iter(f"{SVG}tspan") if e.attrib["lang"] == lang]
        for lang in ("en", "zh")
    }
    for text in words_of(picture):
        if text.en != text.zh:
            assert text.en in said["en"]
            assert text.zh in said["zh"]


def test_what_users_wrote_stays() -> None:
    words = (' id="a"', "url(#b)", '</text><script>alert("c")</script>', "x")
    root = ElementTree.fromstring(drawing(labelled(*words)).svg)
    written = ["".join(e.itertext()) for e in root.iter(f"{SVG}text")]
    for word in words:
        assert word in written
    assert not list(root.iter(f"{SVG}script"))


def test_a_label_that_reads_like_a_word_of_ours_is_not_translated() -> None:
    words = (Text("Recall", "召回率"), Text("Recall", "Recall"), Text("Chance", "随机"))
    assert in_both(["Recall", "Chance"], words) == [
        "Recall",
        '<tspan lang="en">Chance</tspan><tspan lang="zh">随机</tspan>',
    ]


def test_where_nothing_can_be_drawn_the_reason_is_all() -> None:
    made = drawing(labelled("x").saying(Text("Nothing.", "没有。")))
    assert (made.svg, made.note.zh) == ("", "没有。")


def test_paths_keep_their_places() -> None:
    rng = np.random.default_rng(0)
    points = np.cumsum(rng.normal(0, 0.04, (500, 2)), 0) + 100
    long = "M " + " L ".join(f"{x:.6f} {y:.6f}" for x, y in points)
    here, ends = np.zeros(2), []
    for letter, numbers in re.findall(r"([Mlhv])([^Mlhv]*)", shorter_path(long)):
        step = [float(n) for n in re.findall(r"-?\d+(?:\.\d+)?", numbers)]
        moved = {"h": [step[0], 0.0], "v": [0.0, step[0]]}.get(letter, step)
        here = np.array(moved) if letter == "M" else here + moved
        ends.append(here.copy())
    assert np.abs(ends[-1] - points[-1]).max() <= 0.051
    assert np.abs(np.array(ends) - points[:, None]).max(-1).min(0).max() <= 0.051


def test_curved_marks_are_left_alone() -> None:
    assert shorter_path("M 0 3.5 \nC 0.9 3.5 1.8 3.1 2.4 2.4 \nz") == (
        "M 0 3.5 C 0.9 3.5 1.8 3.1 2.4 2.4 z"
    )
