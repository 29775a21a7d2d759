"""The data of the risk–coverage picture."""

import numpy as np
import pytest

from veracity.decisions.costs.abstention import abstention
from veracity.plots import risk_coverage_picture
from veracity.statistics.joint.top_label import TopLabel

LABEL = TopLabel.of_rows_right([1, 1, 0, 1], [0.9, 0.8, 0.7, 0.6])


def test_errors_among_the_answered():
    picture = risk_coverage_picture(abstention(LABEL))
    assert picture["curve"].x == pytest.approx([0.25, 0.5, 0.75, 1.0])
    assert picture["curve"].y == pytest.approx([0, 0, 1 / 3, 1 / 4])
    assert picture["all"].at == 0.25
    assert picture["all"].label == "All answered, 0.250"


def test_rare_errors_fill_the_axis_and_stay_exact_when_thinned():
    n = 20_000
    right = np.arange(n) % 500 != 0
    picture = risk_coverage_picture(
        abstention(TopLabel.of_rows_right(right.astype(int), np.linspace(1, 0.5, n)))
    )
    line = picture["curve"]
    assert len(line.x) < 4000
    assert picture.y.limits[1] <= 1.0
    assert line.y[-1] == pytest.approx(1 / 500)


def test_words_in_both_languages():
    picture = risk_coverage_picture({"A": abstention(LABEL)})
    assert (picture.x.label, picture.x.label.zh) == ("Coverage", "覆盖率")
    assert picture["curve-1"].label == "A"
    assert "all" not in picture.ids
