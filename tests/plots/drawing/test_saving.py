"""Pictures as files: small, the same every time, safe in a page."""

import io
import re
import xml.etree.ElementTree as ET

import matplotlib
import numpy as np
import pytest
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure

from veracity import plots
from veracity.curves import precision_recall, roc
from veracity.evaluation import evaluate
from veracity.plots import as_png, as_svg
from veracity.plots.drawing.drawing import drawn_on, figure_size, shape
from veracity.plots.drawing.fonts import hand
from veracity.plots.drawing.saving import _fitted
from veracity.statistics.scores.score_table import ScoreTable

HOSTILE = "<script>alert(1)</script>&\"'"


def test_svg_is_one_element_with_words_as_words(table):
    made = as_svg(plots.roc_picture(roc(table)), lang="en")
    root = ET.fromstring(made)
    assert root.tag.endswith("svg")
    texts = ["".join(node.itertext()).strip() for node in root.iter() if node.tag.endswith("text")]
    assert "False positive rate" in texts
    assert "ROC curve" in texts
    assert len(made) < 60_000


def test_svg_names_what_moves(table):
    made = as_svg(plots.roc_picture(roc(table), here=plots.Here(1, 1, 1, 1, 0.4)), lang="en")
    for id in ("roc-curve", "roc-point", "roc-above", "roc-chance"):
        assert made.count(f'id="{id}"') == 1


def test_svg_speaks_chinese_without_a_font(table):
    made = as_svg(plots.pr_picture(precision_recall(table)), lang="zh")
    assert "查准率" in made
    assert "召回率" in made


def test_svg_leaves_colours_to_the_page(table):
    made = as_svg(plots.roc_picture(roc(table)), lang="en")
    assert "var(--vc-series-1, #0072b2)" in made
    assert "var(--vc-ink, #1a1a1a)" in made
    assert not re.search(r"(?<!, )#0072b2", made)


def test_hostile_labels_stay_text():
    picture = plots.confusion_picture([HOSTILE, "b"], [[1, 2], [3, 4]])
    made = as_svg(picture, lang="en")
    assert "<script" not in made
    ET.fromstring(made)


def test_the_same_picture_gives_the_same_bytes(table):
    picture = plots.roc_picture(roc(table))
    assert as_svg(picture, lang="en") == as_svg(picture, lang="en")
    assert as_png(picture, lang="en") == as_png(picture, lang="en")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_png_is_a_small_picture(table, theme):
    made = as_png(plots.roc_picture(roc(table)), lang="en", theme=theme, dpi=100)
    assert made.startswith(b"\x89PNG")
    assert len(made) < 120_000


def constrained(picture):
    """Where matplotlib's own layout, which measures twice, puts the axes, in points."""
    with matplotlib.rc_context({"svg.fonttype": "none"}):
        figure = Figure(figsize=figure_size(picture), dpi=72, layout="constrained")
        canvas = FigureCanvasSVG(figure)
        ax = drawn_on(picture, figure.subplots(), hand("en", viewer=True), "light")
        shape(ax, picture)
        canvas.print_svg(io.BytesIO())
        place = ax.get_position()
    wide, tall = 72 * figure.get_size_inches()
    return [place.x0 * wide, (1 - place.y1) * tall, place.width * wide, place.height * tall]


@pytest.mark.parametrize("name", ["roc", "pr", "sweep", "reliability", "forest", "det", "decision"])
def test_the_axes_are_where_the_constrained_layout_puts_them(name):
    rng = np.random.default_rng(2)
    truth = (rng.random(300) < 0.4).astype(int)
    p = 1 / (1 + np.exp(-rng.normal(truth - 0.5, 1)))
    picture = evaluate(truth, y_proba=p, n_resamples=100).plot.picture(name)
    assert box(picture) == pytest.approx(constrained(picture), abs=1.0)


def box(picture):
    """Left, top, width and height of the axes, in points."""
    found = re.search(
        r'<clipPath id="[^"]*">\s*<rect x="([^"]*)" y="([^"]*)" width="([^"]*)" height="([^"]*)"',
        as_svg(picture, lang="en"),
    )
    return [float(side) for side in found.groups()]


@pytest.mark.parametrize(
    "row", [("roc", "pr"), ("det", "pr_gain"), ("sweep", "gains"), ("quadrant", "risk_coverage")]
)
def test_curves_beside_each_other_share_size_and_baseline(row):
    rng = np.random.default_rng(2)
    truth = (rng.random(300) < 0.4).astype(int)
    p = 1 / (1 + np.exp(-rng.normal(truth - 0.5, 1)))
    plot = evaluate(truth, y_proba=p, n_resamples=100).plot
    one, other = map(plot.picture, row)
    assert figure_size(one)[0] == figure_size(other)[0]
    assert box(one) == pytest.approx(box(other), abs=6.0)  # the words of ticks differ


def test_a_legend_wider_than_the_axes_stays_inside():
    named = {
        "a very long name of a model, number one": 0.9,
        "another one as long as the first": 0.8,
    }
    tables = {
        name: roc(ScoreTable.of_rows([0, 1, 0, 1], [0.1, share, 0.3, 0.7]))
        for name, share in named.items()
    }
    picture = plots.roc_picture(tables)
    figure = Figure(figsize=figure_size(picture), dpi=72)
    FigureCanvasSVG(figure)
    ax = drawn_on(picture, figure.subplots(), hand("en", viewer=True), "light")
    _fitted(ax, figure)
    around = ax.get_tightbbox()
    assert around.x0 >= 0
    assert around.y0 >= 0
    assert around.x1 <= figure.bbox.width + 0.01
    assert around.y1 <= figure.bbox.height + 0.01
