"""The data of the reliability picture."""

import numpy as np
import pytest

from veracity.curves import score_histogram
from veracity.curves.reliability.reliability import reliability
from veracity.plots import reliability_picture
from veracity.plots.curves.reliability import HALF, STRIP
from veracity.statistics.scores.probability_table import ProbabilityTable

TABLE = ProbabilityTable.of_rows([0, 1, 0, 1], [0.1, 0.3, 0.6, 0.8])


def test_the_curve_and_the_diagonal_of_truth():
    picture = reliability_picture(reliability(TABLE))
    # isotonic regression of 0, 1, 0, 1 pools the middle two: 0, 1/2, 1/2, 1
    assert sorted(zip(picture["curve"].x, picture["curve"].y, strict=True)) == [
        (0.1, 0.0),
        (0.3, 0.5),
        (0.6, 0.5),
        (0.8, 1.0),
    ]
    assert picture["true"].x.tolist() == picture["true"].y.tolist() == [0.0, 1.0]


def test_distributions_lie_below_nought_each_to_its_own_height():
    table = ProbabilityTable.of_rows([0, 0, 0, 1], [0.1, 0.1, 0.9, 0.9])
    picture = reliability_picture(reliability(table), score_histogram(table, 2))
    up, down = picture["positives"], picture["negatives"]
    assert up.heights == pytest.approx([0.0, HALF])
    assert down.heights == pytest.approx([-HALF, -HALF / 2])
    assert STRIP[0] < up.base - HALF < up.base + HALF < 0
    assert picture.y.limits[0] < STRIP[0]
    assert min(place for place, _ in picture.y.ticks) == 0.0
    assert up.label == "Positives, 1 (up)"
    assert down.label.zh == "负例，3（向下）"


def test_the_two_bands_mean_different_things():
    words = {}
    for band in ("consistency", "confidence"):
        curve = reliability(TABLE, band=band, n_resamples=100)
        words[band] = reliability_picture(curve)["band"].label
    assert words["consistency"] == "95%: where it would lie if calibrated"
    assert words["confidence"] == "95% confidence"
    assert words["consistency"].zh != words["confidence"].zh


def test_bins_have_dots_and_bars():
    curve = reliability(TABLE, kind="binned", bins=2)
    picture = reliability_picture(curve, binned=True)
    assert picture["curve"].dotted
    bars = picture["bars-1"]
    assert len(bars.x) == 3 * len(curve)
    assert np.isnan(bars.y[2::3]).all()
    assert bars.y[0::3].tolist() == curve.band.low.tolist()
    assert bars.y[1::3].tolist() == curve.band.high.tolist()
    assert "band" not in picture.ids


def test_a_missing_class_leaves_its_bars_flat():
    table = ProbabilityTable.of_rows([0, 0], [0.2, 0.7])
    picture = reliability_picture(reliability(table), score_histogram(table, 4))
    assert picture["positives"].heights.tolist() == [0.0] * 4
    assert picture["curve"].y.tolist() == [0.0] * len(picture["curve"].y)


def test_words_in_both_languages():
    picture = reliability_picture({"A": reliability(TABLE), "B": reliability(TABLE)})
    assert (picture.x.label, picture.x.label.zh) == ("Predicted probability", "预测概率")
    assert (picture.y.label, picture.y.label.zh) == ("Share of positives", "正例比例")
    assert [picture[f"curve-{i}"].label for i in (1, 2)] == ["A", "B"]
