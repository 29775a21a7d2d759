"""The data of the picture of metrics against prevalence."""

import numpy as np
import pytest

from veracity.decisions.prevalence.against_prevalence import against_prevalence
from veracity.plots import draw, prevalence_picture
from veracity.statistics import ConfusionMatrix

MATRIX = ConfusionMatrix([[95, 5], [10, 90]], labels=(0, 1))  # TPR 0.9, FPR 0.05


def test_precision_follows_bayes():
    shares = [0.0, 0.01, 0.1, 0.5, 1.0]
    line = prevalence_picture(against_prevalence(MATRIX, ["precision"], shares))["precision"]
    assert line.x.tolist() == [0.01, 0.1, 0.5]  # the ends have no place on the scale of log odds
    assert line.y == pytest.approx([0.9 * p / (0.9 * p + 0.05 * (1 - p)) for p in line.x])


def test_bands_rule_and_scale(ax):
    picture = prevalence_picture(against_prevalence(MATRIX, ["precision", "npv"]), here=0.5)
    band, line = picture["npv-band"], picture["npv"]
    assert (band.low <= line.y).all()
    assert (line.y <= band.high).all()
    assert (picture["point"].at, picture["point"].label) == (0.5, "Prevalence here, 0.500")
    draw(picture, ax, lang="en")
    assert ax.get_xscale() == "logit"
    assert [text.get_text() for text in ax.get_xticklabels()][:3] == ["0.01%", "0.1%", "1%"]


def test_words_in_both_languages():
    picture = prevalence_picture(against_prevalence(MATRIX, ["precision"]))
    assert (picture.x.label.zh, picture["precision"].label.zh) == ("患病率", "查准率")


def test_nothing_defined_says_why():
    nothing = ConfusionMatrix([[0, 0], [2, 3]], labels=(0, 1))
    picture = prevalence_picture(against_prevalence(nothing, ["precision"], [0.1, 0.5]))
    assert picture.layers == ()
    assert picture.note.zh == "任何患病率下指标都没有取值。"
    assert np.isfinite(picture.x.limits).all()
