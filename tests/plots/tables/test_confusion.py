"""The data of the picture of a confusion matrix."""

from itertools import pairwise

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from veracity.errors import InputError
from veracity.plots import confusion_picture, draw

COUNTS = [[90, 10], [3, 1]]


def test_counts_have_the_shares_of_their_true_class():
    cells = confusion_picture(["no", "yes"], COUNTS, pos_label="yes")["cells"]
    assert cells.shares.tolist() == [[0.9, 0.1], [0.75, 0.25]]
    assert cells.words == (("90\n90.0%", "10\n10.0%"), ("3\n75.0%", "1\n25.0%"))


def test_by_truth_and_by_prediction():
    by_truth = confusion_picture(["no", "yes"], COUNTS, by="truth")
    assert by_truth["cells"].words[1] == ("75.0%", "25.0%")
    by_called = confusion_picture(["no", "yes"], COUNTS, by="prediction")
    assert by_called["cells"].shares[:, 0].tolist() == [90 / 93, 3 / 93]
    assert by_called.title.zh == "混淆矩阵（按预测类别）"


def test_rows_are_truth_from_the_top_and_the_axes_say_so():
    picture = confusion_picture(["no", "yes"], COUNTS, pos_label="yes")
    assert (picture.y.label, picture.y.label.zh) == ("Truth", "真实类别")
    assert picture.x.label.startswith("Prediction\n(colour: share of the true class")
    assert picture.x.label.zh.startswith("预测类别\n（颜色：占真实类别的比例")
    assert picture.y.limits == (1.5, -0.5)
    assert picture.y.ticks == ((0.0, "no"), (1.0, "yes (+)"))


def test_a_class_that_never_occurs_has_no_shares():
    picture = confusion_picture(["a", "b"], [[4, 1], [0, 0]], by="truth")
    assert np.isnan(picture["cells"].shares[1]).all()
    assert picture["cells"].words[1] == ("—", "—")


def test_shares_are_not_rounded_to_none_or_all():
    cells = confusion_picture(["a", "b"], [[99_999, 1], [0, 5]])["cells"]
    assert cells.words == ((("99999\n>99.9%"), "1\n<0.1%"), ("0\n0%", "5\n100%"))


def test_fifty_classes_can_be_read():
    size = 50
    counts = np.diag(np.full(size, 1234)) + np.eye(size, k=1) * 7
    picture = confusion_picture([f"class {i}" for i in range(size)], counts)
    assert picture["cells"].words[0][:3] == ("1.2k", "7", "")
    assert "empty cells are 0" in picture.x.label
    figure = Figure(figsize=picture.size, layout="constrained")
    ax = draw(picture, figure.subplots(), lang="en")
    FigureCanvasAgg(figure).draw()
    assert len(ax.texts) == 50 + 49
    cell = ax.get_window_extent().width / size
    for text in ax.texts:
        assert text.get_window_extent().width <= cell
    assert min(text.get_fontsize() for text in ax.texts) >= 4
    ends = [label.get_window_extent() for label in ax.get_yticklabels()]
    assert all(a.y0 >= b.y1 - 1 for a, b in pairwise(ends))


def test_two_hundred_classes_are_colours_and_some_ticks():
    picture = confusion_picture(range(200), np.eye(200))
    assert len(picture.x.ticks) <= 64
    ax = draw(picture, Figure(figsize=picture.size).subplots(), lang="en")
    assert len(ax.texts) == 0
    assert len(ax.images) == 1


def test_long_labels_stand_upright_beneath():
    assert confusion_picture(["x" * 30, "y"], COUNTS).x.upright
    assert not confusion_picture([0, 1], COUNTS).x.upright


def test_an_unknown_way_is_refused():
    with pytest.raises(InputError, match="counts, truth, prediction"):
        confusion_picture([0, 1], COUNTS, by="row")
