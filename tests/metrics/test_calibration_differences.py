"""The page on differences, its section on probabilities: every number there, computed again."""

import numpy as np
import pytest
from sklearn.metrics import brier_score_loss, log_loss

from veracity.errors import AmbiguousName
from veracity.metrics import find
from veracity.statistics.joint_scores import JointScores
from veracity.statistics.probability_table import ProbabilityTable


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
