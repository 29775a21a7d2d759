"""The data of the picture of the Murphy diagram."""

import numpy as np
import pytest

from veracity.curves.kinds.murphy import murphy
from veracity.plots import murphy_picture
from veracity.statistics.scores.score_table import ScoreTable

TABLE = ScoreTable.of_rows([0, 1], [0.25, 0.75])


def test_the_score_beside_always_saying_the_prevalence():
    picture = murphy_picture(murphy(TABLE), prevalence=0.5, threshold=0.5)
    assert picture["curve"].y.tolist() == [0.0, 0.125, 0.0, 0.0, 0.125, 0.0]
    assert picture["constant"].y.tolist() == [0.0, 0.25, 0.0]  # its Brier score is twice 1/8
    assert picture["point"].at == 0.5
    assert picture.y.limits[1] == pytest.approx(1.08 * 0.25)


def test_the_constant_is_the_diagram_of_a_constant_forecast():
    truth, share = np.repeat([0, 1], [7, 3]), 0.3
    curve = murphy(ScoreTable.of_rows(truth, np.full(10, share)))
    line = murphy_picture(curve, prevalence=share)["constant"]
    assert np.interp(curve.x, line.x, line.y) == pytest.approx(curve.y)


def test_many_probabilities_are_thinned_alike():
    random = np.random.default_rng(3)
    p = random.random(20_000)
    curve = murphy(ScoreTable.of_rows((random.random(20_000) < p).astype(int), p))
    drawn = murphy_picture(curve)["curve"]
    assert len(drawn.x) < 4000
    assert 2 * np.trapezoid(drawn.y, drawn.x) == pytest.approx(1 / 6, abs=0.005)


def test_several_have_their_names_and_nothing_is_said_in_words():
    both = murphy_picture({"A": murphy(TABLE), "B": murphy(TABLE)})
    assert [both[f"curve-{i}"].label.en for i in (1, 2)] == ["A", "B"]
    assert murphy_picture({}).note


def test_words_in_both_languages():
    picture = murphy_picture(murphy(TABLE), prevalence=0.5)
    assert picture["constant"].label.zh == "总是预报患病率"
