"""From pictures to axes: where it is drawn, what is written, how much is drawn."""

import matplotlib
import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_hex
from matplotlib.figure import Figure

from veracity import plots
from veracity.curves import gains, precision_recall, roc
from veracity.errors import InputError
from veracity.plots.drawing import fonts
from veracity.plots.drawing.drawing import draw, figure_size
from veracity.statistics.scores.score_table import ScoreTable


def words_of(ax):
    """Everything that is written in and around the axes."""
    figure = ax.get_figure()
    return " | ".join(text.get_text() for text in figure.findobj(matplotlib.text.Text))


def test_the_axes_given_are_drawn_on_and_no_others(table):
    figure = Figure()
    left, right = figure.subplots(1, 2)
    assert draw(plots.roc_picture(roc(table)), right, lang="en") is right
    assert figure.axes == [left, right]
    assert not left.lines
    assert right.get_xlabel() == "False positive rate"


def test_pyplot_is_not_touched_where_axes_are_given(table, ax):
    from matplotlib import pyplot

    before = pyplot.get_fignums()
    settings = dict(matplotlib.rcParams)
    draw(plots.roc_picture(roc(table)), ax, lang="en")
    assert pyplot.get_fignums() == before
    assert dict(matplotlib.rcParams) == settings


def test_without_axes_pyplot_has_one_more_figure(table):
    from matplotlib import pyplot

    before = pyplot.get_fignums()
    drawn = draw(plots.roc_picture(roc(table)), lang="en")
    try:
        assert isinstance(drawn, Axes)
        assert len(pyplot.get_fignums()) == len(before) + 1
    finally:
        pyplot.close(drawn.get_figure())


def test_what_is_not_axes_is_refused(table):
    with pytest.raises(InputError, match="Figure"):
        draw(plots.roc_picture(roc(table)), Figure())


def test_the_curve_is_drawn_as_it_is(table, ax):
    draw(plots.roc_picture(roc(table)), ax, lang="en")
    (line,) = [line for line in ax.lines if line.get_gid() == "roc-curve"]
    assert line.get_xdata().tolist() == [0.0, 0.0, 0.5, 0.5, 1.0]
    assert line.get_ydata().tolist() == [0.0, 0.5, 0.5, 1.0, 1.0]
    assert ax.get_aspect() == 1.0


def test_a_square_of_rates_has_limits_that_show_its_edges(table, ax):
    draw(plots.roc_picture(roc(table)), ax, lang="en")
    for low, high in (ax.get_xlim(), ax.get_ylim()):
        assert -0.05 < low < 0
        assert 1 < high < 1.05


def test_the_legend_lies_below_the_axes(table):
    figure = Figure(figsize=(5, 6), layout="constrained")
    ax = draw(plots.pr_picture(precision_recall(table)), figure.subplots(), lang="en")
    FigureCanvasAgg(figure).draw()
    legend = ax.get_legend().get_window_extent()
    label = ax.xaxis.label.get_window_extent()
    assert legend.y1 <= label.y0
    assert legend.y0 >= 0
    assert ax.get_position().height > 0.3


@pytest.mark.parametrize("rows", [1, 2])
def test_on_axes_that_are_given_the_legend_stays_inside_the_figure(table, rows):
    figure = Figure(figsize=(9, 4 * rows))
    canvas = FigureCanvasAgg(figure)
    places = figure.subplots(rows, 2, squeeze=False)
    long = {"a model with quite a long name": roc(table), "another one like it": roc(table)}
    for line in places:
        draw(plots.roc_picture(long), line[0], lang="en")
        draw(plots.gains_picture(gains(table)), line[1], lang="en")
    canvas.draw()
    for line, below in zip(places, [*places[1:], None], strict=True):
        for place, ax in enumerate(line):
            box = ax.get_legend().get_window_extent()
            assert figure.bbox.x0 <= box.x0
            assert box.x1 <= figure.bbox.x1 + 1
            least = figure.bbox.y0 if below is None else below[place].get_window_extent().y1
            assert box.y0 >= least - 1


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_theme_paints_background_and_words(theme, table, ax):
    wanted = plots.LIGHT if theme == "light" else plots.DARK
    draw(plots.roc_picture(roc(table)), ax, lang="en", theme=theme)
    assert to_hex(ax.get_facecolor()) == wanted.background
    assert to_hex(ax.xaxis.label.get_color()) == wanted.ink


def test_dark_axes_get_light_words_and_keep_their_background(table, ax):
    ax.set_facecolor("#101010")
    draw(plots.roc_picture(roc(table)), ax, lang="en")
    assert to_hex(ax.get_facecolor()) == "#101010"
    assert to_hex(ax.title.get_color() if ax.get_title() else ax.xaxis.label.get_color()) == (
        plots.DARK.ink
    )


def test_chinese_words_are_written_where_a_font_has_them(table, ax, monkeypatch):
    monkeypatch.setattr(fonts, "chinese_font", lambda: "DejaVu Sans")
    monkeypatch.setattr(fonts, "_signs", lambda family: range(0x110000))
    draw(plots.roc_picture(roc(table)), ax, lang="zh")
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("假阳性率", "召回率")
    assert "随机" in words_of(ax)


def test_labels_that_look_like_formulas_or_hide_are_written_as_they_are(table, ax):
    curve = roc(table)
    draw(plots.roc_picture({"$x^2$": curve, "_hidden": curve, "$\\frac{": curve}), ax, lang="en")
    FigureCanvasAgg(ax.get_figure()).draw()  # a formula that is none would raise here
    said = [text.get_text() for text in ax.get_legend().get_texts()]
    assert said[:3] == ["$x^2$", "_hidden", "$\\frac{"]
    assert not any(text.get_parse_math() for text in ax.get_legend().get_texts())


def test_an_empty_picture_says_why(nothing_but_positives, ax):
    draw(plots.roc_picture(roc(nothing_but_positives)), ax, lang="en")
    assert not ax.lines
    assert "no negative cases" in words_of(ax)


def test_one_point_is_seen(ax):
    table = ScoreTable.of_rows([1, 0], [0.5, 0.5])
    draw(plots.pr_picture(precision_recall(table)), ax, lang="en")
    (line,) = [line for line in ax.lines if line.get_gid() == "pr-curve"]
    assert len(line.get_xdata()) == 2  # one step, from recall 0 to 1 at precision 1/2
    assert set(line.get_ydata()) == {0.5}


def test_a_million_rows_are_few_points_and_few_artists(ax):
    rng = np.random.default_rng(0)
    truth = rng.random(1_000_000) < 0.2
    table = ScoreTable.of_rows(truth.astype(int), rng.normal(size=truth.size) + truth)
    for picture in (
        plots.roc_picture(roc(table)),
        plots.pr_picture(precision_recall(table)),
        plots.gains_picture(gains(table)),
    ):
        axes = draw(picture, Figure().subplots(), lang="en")
        assert len(axes.get_children()) < 60
        assert sum(len(line.get_xdata()) for line in axes.lines) < 8000


def test_a_long_legend_makes_the_figure_taller(table):
    curve = roc(table)
    few = plots.roc_picture(dict.fromkeys(range(2), curve))
    many = plots.roc_picture({f"a model with a long name {i}": curve for i in range(20)})
    assert figure_size(many)[1] > figure_size(few)[1] + 1
    assert figure_size(many)[0] == figure_size(few)[0]


@pytest.mark.parametrize("models", [1, 2, 12])
def test_nothing_is_cut_off_and_the_legend_is_clear_of_the_axis(table, models):
    curve = precision_recall(table)
    names = {f"model number {i}": curve for i in range(models)}
    picture = plots.pr_picture(curve if models == 1 else names)
    figure = Figure(figsize=figure_size(picture), layout="constrained")
    ax = draw(picture, figure.subplots(), lang="en")
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    box, size = figure.get_tightbbox(canvas.get_renderer()), figure.get_size_inches()
    assert min(box.x0, box.y0) >= -0.01
    assert box.x1 <= size[0] + 0.01
    assert box.y1 <= size[1] + 0.01
    axis = ax.xaxis.get_tightbbox(canvas.get_renderer())
    assert ax.get_legend().get_window_extent().y1 <= axis.y0


def test_more_lines_than_can_be_named_are_counted(table, ax):
    picture = plots.roc_picture({f"class {n}": roc(table) for n in range(40)})
    draw(picture, ax, lang="en")
    assert ax.get_legend() is None
    assert "41 lines: too many to name" in words_of(ax)
