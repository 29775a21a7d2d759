"""Maps of K columns: a temperature for all, or a map for each class."""

from math import log

import numpy as np
import pytest
from sklearn.calibration import _TemperatureScaling

from tests.recalibration.rows import P, Y
from veracity.errors import InputError
from veracity.recalibration.column_fitting import fit_columns
from veracity.recalibration.fitting import fit_map
from veracity.recalibration.maps import ClassFactors, EachColumn, Temperature
from veracity.statistics.joint.joint_scores import JointScores
from veracity.statistics.scores.score_table import ScoreTable


def rows(n=300, seed=0, classes=4):
    random = np.random.default_rng(seed)
    logits = random.normal(size=(n, classes)) * 1.5
    true = np.exp(logits) / np.exp(logits).sum(1, keepdims=True)
    truth = np.array([random.choice(classes, p=row) for row in true])
    sharp = true**2.5
    return truth, sharp / sharp.sum(1, keepdims=True)


def joint(truth, p, weight=None):
    labels = tuple(range(p.shape[1]))
    return JointScores.of_rows(truth, dict(zip(labels, p.T, strict=True)), weight, labels=labels)


def test_temperature_in_closed_form():
    """The largest is right in 2 of 3 rows, and the others alike: q = 2/3, 1/6, 1/6."""
    p = np.array([[0.6, 0.2, 0.2], [0.6, 0.2, 0.2], [0.2, 0.6, 0.2]])
    slope = fit_columns("temperature", joint([0, 1, 1], p)).map.slope
    assert slope == pytest.approx(log(4) / log(3), rel=1e-12)


def test_temperature_of_two_columns_is_that_of_one():
    two = fit_columns("temperature", joint(Y, np.column_stack([1 - P, P]))).map.slope
    one = fit_map("temperature", ScoreTable.of_rows(Y, P)).map.a
    assert two == pytest.approx(one, rel=1e-10)


def test_temperature_equals_scikit_learn():
    truth, p = rows()
    peer = _TemperatureScaling().fit(np.log(p), truth)
    found = fit_columns("temperature", joint(truth, p)).map
    assert found.slope == pytest.approx(peer.beta_, rel=1e-4)
    assert pytest.approx(peer.predict(np.log(p)), abs=1e-4) == found(p.T).T


def test_weights_count_as_copies():
    truth, p = rows(60, 1)
    times = np.random.default_rng(0).integers(1, 4, 60)
    weighted = fit_columns("temperature", joint(truth, p, times.astype(float))).map.slope
    copied = fit_columns(
        "temperature", joint(np.repeat(truth, times), np.repeat(p, times, axis=0))
    ).map.slope
    assert weighted == pytest.approx(copied, rel=1e-10)


@pytest.mark.parametrize("method", ["isotonic", "platt", "beta"])
def test_each_class_has_its_own_map_and_rows_add_up(method):
    truth, p = rows()
    found = fit_columns(method, joint(truth, p)).map
    assert isinstance(found, EachColumn)
    made = found(p.T)
    assert made.sum(0) == pytest.approx(np.ones(len(p)), abs=1e-12)
    alone = np.stack(
        [
            fit_map(method, ScoreTable.of_rows((truth == k).astype(int), p[:, k])).map(p[:, k])
            for k in range(4)
        ]
    )
    assert made == pytest.approx(alone / alone.sum(0), abs=1e-9)


def test_rows_without_any_hope_get_equal_shares():
    nothing = EachColumn((lambda p: 0 * p, lambda p: 0 * p))
    assert nothing(np.array([[0.2], [0.8]])).ravel().tolist() == [0.5, 0.5]


def test_zeros_stay_zero_and_true_zeros_are_said():
    p = np.array([[0.7, 0.3, 0.0], [0.3, 0.7, 0.0], [0.6, 0.4, 0.0], [1.0, 0.0, 0.0]])
    fitted = fit_columns("temperature", joint([0, 1, 1, 1], p))
    assert "(1)" in fitted.notes[0]
    assert (fitted.map(p.T)[2] == 0).all()


def test_temperature_keeps_the_order_within_rows():
    truth, p = rows(100, 2)
    made = fit_columns("temperature", joint(truth, p)).map(p.T).T
    assert (made.argsort(1) == p.argsort(1)).all()


def test_refusals():
    p = np.array([[0.6, 0.2, 0.2], [0.2, 0.6, 0.2]])
    with pytest.raises(InputError, match="no best temperature"):
        fit_columns("temperature", joint([0, 1], p))
    with pytest.raises(InputError, match="No rows of class 2"):
        fit_columns("isotonic", joint([0, 1], p))
    with pytest.raises(InputError, match="changes nothing"):
        fit_columns("temperature", joint([0, 1], np.full((2, 2), 0.5)))
    with pytest.raises(InputError, match="both classes"):
        fit_columns("temperature", joint([0, 0], p))


def test_factors_in_closed_form():
    """Odds 1 : 1 : 2 with the first class three times as frequent: 3 : 1 : 2."""
    made = ClassFactors((3.0, 1.0, 1.0))(np.array([[0.25], [0.25], [0.5]]))
    assert made.ravel() == pytest.approx([0.5, 1 / 6, 1 / 3])
    assert Temperature(0.5).temperature == 2
