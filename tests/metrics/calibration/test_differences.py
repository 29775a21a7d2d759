"""The page on differences, its section on probabilities: every number there, computed again."""

import numpy as np
import pytest
from sklearn.calibration import _SigmoidCalibration, _TemperatureScaling, calibration_curve
from sklearn.isotonic import IsotonicRegression
from sklearn.metrics import brier_score_loss, log_loss

import veracity as vc
from veracity.errors import AmbiguousName
from veracity.metrics import find
from veracity.statistics.joint.joint_scores import JointScores
from veracity.statistics.scores.probability_table import ProbabilityTable


def test_a_wrong_certainty() -> None:
    table = ProbabilityTable.of_rows([1, 0], [0.0, 0.5])
    theirs = log_loss([1, 0], [0.0, 0.5])
    assert theirs == pytest.approx(18.3684, abs=5e-5)
    assert find("log_loss")(table) == np.inf
    assert float(find("log_loss(2.220446049250313e-16)")(table)) == pytest.approx(theirs, rel=1e-12)


def test_brier_of_three_classes() -> None:
    p = np.full((3, 3), 0.25) + np.eye(3) / 4
    joint = JointScores.of_rows([0, 1, 2], dict(enumerate(p.T)), labels=range(3))
    assert brier_score_loss([0, 1, 2], p) == 0.375
    assert float(find("brier_1950")(joint.columns)) == 0.375
    assert float(find("brier")(joint.columns)) == 0.1875


@pytest.mark.parametrize("name", ["calibration intercept", "校准截距", "calibration error"])
def test_words_that_mean_two(name: str) -> None:
    with pytest.raises(AmbiguousName):
        find(name)
    assert find("calibration_intercept").key == "calibration_intercept"


def test_reliability_beside_calibration_curve() -> None:
    y, p = [0, 1, 1], [0.25, 0.5, 0.75]
    theirs = calibration_curve(y, p, n_bins=2)
    assert [part.tolist() for part in theirs] == [[0.5, 1.0], [0.375, 0.75]]
    share, said = vc.evaluate(y, y_proba=p).reliability("binned", bins=2)
    assert (share.tolist(), said.tolist()) == ([0.0, 1.0], [0.25, 0.625])


def test_two_meanings_of_ece() -> None:
    table = ProbabilityTable.of_rows([1, 1], [0.4, 0.6])
    assert float(find("ece(2)")(table)) == pytest.approx(0.5)
    assert float(find("ece_top_label(2)")(table)) == pytest.approx(0.1)
    last = ProbabilityTable.of_rows([1, 0], [0.95, 1.0])
    assert float(find("ece(10)")(last)) == pytest.approx(0.475)


ROWS = [0, 0, 1, 0, 1, 1], [0.1, 0.3, 0.4, 0.6, 0.7, 0.9]


def test_three_platt_scalings() -> None:
    """scikit-learn's sigmoid is fitted as CalibratedClassifierCV fits it, to p and to log odds."""
    y, p = np.array(ROWS[0]), np.array(ROWS[1])
    of_p = _SigmoidCalibration().fit(p, y).predict(np.array([0.2]))
    assert of_p[0] == pytest.approx(0.2798, abs=5e-5)
    logits = np.log(p / (1 - p))
    of_odds = _SigmoidCalibration().fit(logits, y).predict(np.log([0.25]))
    assert of_odds[0] == pytest.approx(0.2954, abs=5e-5)
    found = {
        method: vc.recalibrate(y, p, method=method).transform(0.2)
        for method in ("platt", "platt_smoothed", "beta")
    }
    assert found["platt_smoothed"] == pytest.approx(of_odds[0], abs=1e-6)
    assert found["platt"] == pytest.approx(0.1105, abs=5e-5)
    assert found["beta"] == pytest.approx(0.11046, abs=5e-6)


def test_temperature_is_theirs() -> None:
    rng = np.random.default_rng(0)
    p = rng.beta(1, 2, 200)
    y = (rng.random(200) < p**1.5).astype(int)
    theirs = _TemperatureScaling().fit(np.column_stack([1 - p, p]), y)
    found = vc.recalibrate(y, p, method="temperature").maps[0]
    assert found.a == pytest.approx(float(theirs.beta_), rel=1e-4)


def test_beyond_the_ends_of_an_isotonic_map() -> None:
    y, p = [0, 1, 0, 1], [0.1, 0.3, 0.6, 0.8]
    assert np.isnan(IsotonicRegression().fit(p, y).predict([0.05])[0])
    clipped = IsotonicRegression(out_of_bounds="clip").fit(p, y).predict([0.05, 0.45, 0.7, 0.9])
    assert vc.recalibrate(y, p).transform([0.05, 0.45, 0.7, 0.9]) == pytest.approx(clipped)


FIVE = [0, 1, 1, 0, 1], [0.42, 0.05, 0.9, 0.47, 0.83]


def test_the_smooth_error_solves_its_equation() -> None:
    """By brute force: a reflected Gaussian kernel on a fine grid, its width by bisection."""
    y, p = (np.array(column) for column in FIVE)
    t = (np.arange(8000) + 0.5) / 8000

    def error(width: float) -> float:
        images = np.concatenate([[2 * k + p, 2 * k - p] for k in range(-3, 4)])
        kernel = np.exp(-0.5 * ((t[:, None, None] - images) / width) ** 2).sum(1)
        kernel /= width * np.sqrt(2 * np.pi)
        return float(np.abs(kernel @ (y - p) / len(y)).mean())

    low, high = 0.01, 1.0
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (middle, high) if error(middle) > middle else (low, middle)
    mine = float(find("smooth_ece")(ProbabilityTable.of_rows(y, p)))
    assert mine == pytest.approx(low, abs=1e-6)
    assert mine == pytest.approx(0.20981, abs=5e-6)  # relplot 1.0.3 says 0.21463985787595374


TWELVE = (
    [0, 0, 1, 0, 1, 1, 0, 1, 1, 0, 1, 1],
    [0.1, 0.2, 0.3, 0.3, 0.4, 0.5, 0.6, 0.6, 0.7, 0.8, 0.8, 0.9],
)


def test_the_slope_has_a_sandwich_interval() -> None:
    """The variance of the model, from Fisher's information, is that of statsmodels 0.15.0."""
    y, p = (np.array(column) for column in TWELVE)
    ev = vc.evaluate(y, y_proba=p)
    a, b = ev["calibration_intercept"].value, ev["calibration_slope"].value
    x = np.stack([np.ones(12), np.log(p / (1 - p))])
    fitted = 1 / (1 + np.exp(-(a + b * x[1])))
    information = (x * fitted * (1 - fitted)) @ x.T
    error = np.sqrt(np.linalg.inv(information)[1, 1])
    ends = b - 1.959964 * error, b + 1.959964 * error
    assert ends == pytest.approx((-0.36554301, 1.96610424), abs=1e-6)
    assert f"{b:.3f}" == "0.800"
    named = vc.measure("calibration_slope", y, y_proba=p, method="delta")
    assert f"{named.low:.3f} {named.high:.3f}" == "-0.274 1.875"
    assert f"{ev['calibration_slope'].low:.3f}" == "-0.680"


def test_hosmer_and_lemeshow_have_as_many_degrees_as_groups() -> None:
    from scipy.stats import chi2

    test = vc.evaluate(TWELVE[0], y_proba=TWELVE[1]).calibration_tests()["hosmer_lemeshow"]
    assert (f"{test.statistic:.2f}", test.df) == ("4.98", 8)
    assert test.p_value == pytest.approx(chi2.sf(test.statistic, 8))
    assert chi2.sf(test.statistic, 6) == pytest.approx(0.546, abs=5e-4)


def test_a_fractional_outcome_is_a_label() -> None:
    with pytest.raises(vc.errors.InputError, match=r"0, 0\.5, 1"):
        vc.evaluate([0.5, 1, 0], y_proba=[0.2, 0.3, 0.4])


@pytest.mark.parametrize("test", ["mcnemar", "mcnemar_corrected", "mcnemar_exact"])
def test_mcnemar_without_a_discordant_pair(test) -> None:
    same = [0, 1, 1, 0]
    cmp = vc.compare(
        [0, 1, 0, 0], {"A": same, "B": same}, kind="y_pred", metrics="accuracy", test=test
    )
    row = cmp["A", "B", "accuracy"]
    assert (row.p_value, row.verdict) == (1.0, "cannot_tell")
    assert "no evidence for either" in row.test.note


def test_no_break_even_point_with_ties() -> None:
    ev = vc.evaluate([1, 0, 1, 0], y_score=[0.5] * 4)
    assert np.isnan(ev["break_even_point"].value)
    precision, recall, _ = ev.pr()
    assert (precision[0], recall[0]) == (0.5, 1.0)
