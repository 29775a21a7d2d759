"""The adaptive calibration error by hand: equal numbers of cases in each range, both classes."""

import numpy as np
import pytest

import veracity as vc
from veracity.metrics import find
from veracity.statistics.scores.probability_table import ProbabilityTable


def test_two_classes_by_hand() -> None:
    """Four rows in two ranges: gaps 0.5 − 0.15 and 1 − 0.7, and as large for the other class."""
    table = ProbabilityTable.of_rows([0, 1, 1, 1], [0.1, 0.2, 0.6, 0.8])
    said = ((0.5 - 0.15) + (1 - 0.7)) / 2
    assert float(find("adaptive_calibration_error(2)")(table)) == pytest.approx(said, abs=1e-14)


def test_three_classes_by_hand() -> None:
    truth = np.array([0, 1, 2, 0])
    p = np.array([[0.7, 0.2, 0.1], [0.2, 0.5, 0.3], [0.1, 0.3, 0.6], [0.4, 0.35, 0.25]])
    gaps = []
    for k in range(3):
        order = np.argsort(p[:, k])
        gaps += [
            abs((truth[part] == k).mean() - p[part, k].mean()) for part in (order[:2], order[2:])
        ]
    ev = vc.evaluate(truth, y_proba=p, method="none")
    found = ev["adaptive_calibration_error(2)"]
    assert found.value == pytest.approx(np.mean(gaps), abs=1e-14)
