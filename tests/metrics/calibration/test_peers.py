"""Calibration metrics beside statsmodels, netcal, relplot, model-diagnostics and scikit-learn.

The values of the first four are recorded, with their versions, in tests/data.
"""

import json
from math import gcd
from pathlib import Path

import numpy as np
import pytest
from sklearn.calibration import calibration_curve

from veracity.metrics import find
from veracity.metrics.calibration.bins import bins_of
from veracity.statistics.scores.probability_table import ProbabilityTable

RECORDED = json.loads((Path(__file__).parents[2] / "data/calibration_peers.json").read_text())
KEYS = sorted(RECORDED["cases"][0]["values"])
# relplot halves ten times, so that its width is known to 1/1024; the rest is rounding
TOLERANCE = {"smooth_ece": 1e-3}


@pytest.mark.parametrize("case", range(3))
@pytest.mark.parametrize("key", KEYS)
def test_recorded_values_of_other_packages(key: str, case: int) -> None:
    sample = RECORDED["cases"][case]
    table = ProbabilityTable.of_rows(sample["y"], sample["p"])
    expected = sample["values"][key]
    assert float(find(key)(table)) == pytest.approx(expected, abs=TOLERANCE.get(key, 1e-10))


@pytest.mark.parametrize("strategy", ["uniform", "quantile"])
@pytest.mark.parametrize("bins", [3, 5, 10, 15])
@pytest.mark.parametrize("case", range(3))
def test_bins_of_scikit_learn(case: int, bins: int, strategy: str) -> None:
    sample = RECORDED["cases"][case]
    y, p = np.array(sample["y"]), np.array(sample["p"])
    if strategy == "uniform":
        p = p * (1 - 1e-9)  # no p on an edge, where scikit-learn takes the bin below
    while strategy == "quantile" and gcd(len(p) - 1, bins) > 1:
        p, y = p[:-1], y[:-1]  # no quantile on a row, where rounding decides in scikit-learn
    share, mean = calibration_curve(y, p, n_bins=bins, strategy=strategy)
    found = bins_of(ProbabilityTable.of_rows(y, p), bins, strategy)
    held = found.weight > 0
    np.testing.assert_allclose(found.share[held], share, rtol=0, atol=1e-12)
    np.testing.assert_allclose(found.mean[held], mean, rtol=0, atol=1e-12)


def test_a_probability_on_an_edge_is_the_named_difference() -> None:
    """0.5 of two bins: here the upper one, in scikit-learn the lower one."""
    y, p = [0, 1, 1], [0.25, 0.5, 0.75]
    assert bins_of(ProbabilityTable.of_rows(y, p), 2).weight.tolist() == [1, 2]
    share, _ = calibration_curve(y, p, n_bins=2)
    assert share.tolist() == [0.5, 1.0]
