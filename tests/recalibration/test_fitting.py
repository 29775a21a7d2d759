"""Platt, beta and temperature: values of other packages, exact cases, and where no map exists."""

from math import log

import numpy as np
import pytest
from sklearn.calibration import _SigmoidCalibration

from tests.recalibration.rows import P, W, Y, overconfident
from veracity.errors import InputError
from veracity.metrics import find
from veracity.recalibration.fitting import METHODS, fit_map
from veracity.recalibration.maps import LogitMap
from veracity.statistics.scores.probability_table import ProbabilityTable
from veracity.statistics.scores.score_table import ScoreTable

LOGIT_METHODS = [method for method in METHODS if method != "isotonic"]


def line(method, y=Y, p=P, w=None):
    found = fit_map(method, ScoreTable.of_rows(y, p, w)).map
    return found.a, found.b, found.c


def test_platt_equals_statsmodels():
    """statsmodels 0.15.0, GLM(Binomial) of y on logit p."""
    a, b, c = line("platt")
    assert a == b == pytest.approx(0.8412512472810781, rel=1e-9)
    assert c == pytest.approx(-0.11269926004355954, rel=1e-8)


def test_weighted_platt_equals_statsmodels():
    """statsmodels 0.15.0, the same with freq_weights."""
    a, _, c = line("platt", w=W)
    assert a == pytest.approx(0.6021373668135868, rel=1e-9)
    assert c == pytest.approx(0.11114180853079333, rel=1e-8)


def test_platt_is_the_calibration_line_of_the_metrics():
    """Two programs of this package for one line: the map's, and the metric's."""
    table = ProbabilityTable.of_rows(Y, P)
    a, _, c = line("platt")
    assert a == pytest.approx(float(find("calibration_slope")(table)), rel=1e-10)
    assert c == pytest.approx(float(find("calibration_intercept")(table)), rel=1e-9)


def test_beta_equals_statsmodels_and_nearly_betacal():
    """statsmodels 0.15.0 on ln p and −ln(1 − p).

    betacal 1.1.0 gives a 0.66145, b 1.00765, c −0.41385 (its map_ holds m = 0.55136, which says
    c in another way): its scikit-learn solver stops at a tolerance of 1e-4, so that it differs
    from the maximum in the third digit.
    """
    a, b, c = line("beta")
    assert (a, b, c) == pytest.approx(
        (0.6624359399298311, 1.0061917943566576, -0.4116981654117945), rel=1e-7
    )
    assert (a, b, c) == pytest.approx((0.66144571, 1.00764513, -0.41384851), abs=3e-3)


def test_temperature_equals_statsmodels():
    """statsmodels 0.15.0, GLM(Binomial) on logit p without a constant."""
    a, b, c = line("temperature")
    assert a == b == pytest.approx(0.8362272429307918, rel=1e-9)
    assert c == 0


def test_smoothed_platt_equals_scikit_learn():
    """Its sigmoid calibration has Platt's targets; given the log-odds as its score."""
    z = np.log(P) - np.log1p(-P)
    peer = _SigmoidCalibration().fit(z, Y)
    a, b, c = line("platt_smoothed")
    assert a == b == pytest.approx(-peer.a_, rel=1e-4)
    assert c == pytest.approx(-peer.b_, abs=1e-4)


def test_two_probabilities_are_met_exactly():
    """As many coefficients as shares: 1 of 4 at 0.2 and 3 of 5 at 0.9 come out as they are."""
    y, p = [1, 0, 0, 0, 1, 1, 1, 0, 0], [0.2] * 4 + [0.9] * 5
    found = fit_map("platt", ScoreTable.of_rows(y, p)).map
    assert found(np.array([0.2, 0.9])) == pytest.approx([0.25, 0.6], abs=1e-12)


def test_three_probabilities_are_met_exactly_by_beta():
    y = [1, 0, 0, 0, 1, 0, 1, 1, 1, 0]
    p = [0.2] * 4 + [0.5] * 2 + [0.9] * 4
    found = fit_map("beta", ScoreTable.of_rows(y, p)).map
    assert found(np.array([0.2, 0.5, 0.9])) == pytest.approx([0.25, 0.5, 0.75], abs=1e-10)


def test_beta_with_two_probabilities_says_that_it_is_platt():
    fitted = fit_map("beta", ScoreTable.of_rows([1, 0, 0, 1, 1, 0], [0.2] * 3 + [0.9] * 3))
    assert "three coefficients" in fitted.notes[0]
    assert fitted.map(np.array([0.2, 0.9])) == pytest.approx([1 / 3, 2 / 3])


def test_temperature_in_closed_form():
    """3 of 4 positive at 0.8: the slope is ln 3 / ln 4."""
    a, _, _ = line("temperature", [1, 1, 1, 0], [0.8] * 4)
    assert a == pytest.approx(log(3) / log(4), rel=1e-12)


@pytest.mark.parametrize("method", METHODS)
def test_weights_have_no_scale_and_count_as_copies(method):
    table = ScoreTable.of_rows(Y, P, W)
    grown = ScoreTable.of_rows(Y, P, 1000 * W)
    times = W.astype(int)
    copies = ScoreTable.of_rows(np.repeat(Y, times), np.repeat(P, times))
    made = [fit_map(method, one).map(P) for one in (table, grown, copies)]
    assert made[1] == pytest.approx(made[0], abs=1e-9)
    if method != "platt_smoothed":  # its targets count effective rows
        assert made[2] == pytest.approx(made[0], abs=1e-9)


@pytest.mark.parametrize("method", METHODS)
def test_no_map_raises_the_log_loss_of_its_own_rows(method):
    y, p, _ = overconfident(300, 5)
    table = ProbabilityTable.of_rows(y, p)
    after = ProbabilityTable.of_rows(y, fit_map(method, table).map(p))
    loss = find("log_loss")
    slack = 1e-3 if method == "platt_smoothed" else 1e-12
    assert loss(after) <= loss(table) + slack


@pytest.mark.parametrize("method", METHODS)
def test_maps_rise(method):
    y, p, _ = overconfident(300, 6)
    made = fit_map(method, ScoreTable.of_rows(y, p)).map(np.linspace(0, 1, 1001))
    assert (np.diff(made) >= 0).all()
    assert not np.isnan(made).any()


@pytest.mark.parametrize("method", LOGIT_METHODS)
def test_certainties_stay_and_fit_nothing(method):
    """Rows at 0 and 1 have infinite log-odds; without them the map is the same."""
    y, p = np.append(Y, [0, 1, 1]), np.append(P, [0.0, 1.0, 0.0])
    with_ends, without = (fit_map(method, ScoreTable.of_rows(*rows)) for rows in ((y, p), (Y, P)))
    assert with_ends.map(P) == pytest.approx(without.map(P), abs=1e-12)
    assert with_ends.map(np.array([0.0, 1.0])).tolist() == [0.0, 1.0]
    assert "or 1 (1 wrong). Their" in with_ends.notes[0]


def test_isotonic_moves_certainties():
    found = fit_map("isotonic", ScoreTable.of_rows([1, 0, 0, 1], [0.0, 0.0, 1.0, 1.0])).map
    assert found(np.array([0.0, 1.0])).tolist() == [0.5, 0.5]


@pytest.mark.parametrize("method", ["platt", "platt_smoothed", "beta"])
def test_falling_lines_are_made_level_and_said(method):
    fitted = fit_map(method, ScoreTable.of_rows(1 - Y, P))
    assert fitted.map == LogitMap(0.0, 0.0, pytest.approx(0.0, abs=1e-12))
    assert "fewer positives" in fitted.notes[-1]
    assert not fitted.map.strict


def test_a_level_map_moves_certainties_too():
    """It is the base rate of all rows, 2 of 6, and says that those at 0 did not enter the fit."""
    table = ScoreTable.of_rows([0, 0, 1, 1, 0, 0], [0.0, 0.0, 0.3, 0.4, 0.6, 0.7])
    fitted = fit_map("platt", table)
    assert fitted.map(np.array([0.0, 0.5, 1.0])) == pytest.approx([1 / 3] * 3)
    assert "fitted without them" in fitted.notes[0]
    assert "neither fits nor moves them" not in fitted.notes[0]


def test_beta_keeps_its_coefficients_at_or_above_zero():
    """Where the free fit has b < 0, the best with b = 0 is taken, and it is the best there."""
    random = np.random.default_rng(2)
    p = random.random(2000) * 0.98 + 0.01
    odds = 2 * p * (1 - p) ** 0.3  # a = 1, b = −0.3: it falls near 1
    y = (random.random(2000) < odds / (1 + odds)).astype(int)
    table = ProbabilityTable.of_rows(y, p)
    found = fit_map("beta", table).map
    assert found.b == 0 < found.a
    loss = find("log_loss")
    best = loss(ProbabilityTable.of_rows(y, found(p)))
    for a, b, c in ((1.01, 0, 0), (0.99, 0, 0), (1, 0, 0.01), (1, 0, -0.01), (1, 0.01, 0)):
        near = LogitMap(found.a * a, b, found.c + c)
        assert loss(ProbabilityTable.of_rows(y, near(p))) > best


@pytest.mark.parametrize("method", ["platt", "beta", "temperature"])
def test_separated_classes_have_no_line(method):
    with pytest.raises(InputError, match="platt_smoothed"):
        fit_map(method, ScoreTable.of_rows([0, 0, 0, 1, 1], [0.1, 0.2, 0.3, 0.7, 0.8]))


def test_separated_classes_have_a_smoothed_line():
    found = fit_map(
        "platt_smoothed", ScoreTable.of_rows([0, 0, 1, 1, 1], [0.1, 0.2, 0.7, 0.8, 0.9])
    ).map
    assert 0 < found.a < np.inf


@pytest.mark.parametrize("method", METHODS)
def test_one_class_is_refused(method):
    with pytest.raises(InputError, match="both classes"):
        fit_map(method, ScoreTable.of_rows([1, 1], [0.2, 0.6]))


@pytest.mark.parametrize("method", ["platt", "beta", "isotonic"])
def test_a_constant_becomes_the_base_rate(method):
    fitted = fit_map(method, ScoreTable.of_rows([1, 0, 0, 0], [0.7] * 4))
    assert fitted.map(np.array([0.7])) == pytest.approx([0.25])
    assert method == "isotonic" or "All probabilities are 0.7" in fitted.notes[0]


def test_what_a_temperature_cannot_do_is_refused():
    with pytest.raises(InputError, match="changes nothing"):
        fit_map("temperature", ScoreTable.of_rows([1, 0], [0.5, 0.5]))
    with pytest.raises(InputError, match="exactly 0 or 1"):
        fit_map("temperature", ScoreTable.of_rows([1, 0, 1], [1.0, 0.0, 0.0]))


def test_an_unknown_method_is_refused_with_the_known_ones():
    with pytest.raises(InputError, match="isotonic, platt, platt_smoothed, beta, temperature"):
        fit_map("spline", ScoreTable.of_rows(Y, P))
