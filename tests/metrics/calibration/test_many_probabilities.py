"""Very many probabilities, one row each: sums in blocks, losses from the rarer rows."""

import numpy as np
import pytest
from scipy.special import expit

from veracity.metrics.calibration.bins import bins_of
from veracity.metrics.calibration.likelihood import quality_q
from veracity.metrics.calibration.murphy import murphy
from veracity.metrics.probability.brier import brier, uncertainty
from veracity.metrics.probability.log_loss import log_loss, mae, spherical
from veracity.statistics.scores.probability_table import ProbabilityTable

N = 40_000


def drawn(prevalence):
    draw = np.random.default_rng(1)
    p = expit(draw.normal(np.log(prevalence / (1 - prevalence)), 1.5, N))
    return (draw.random(N) < p).astype(int), p


@pytest.mark.parametrize("prevalence", [0.05, 0.5, 0.9])
def test_losses_by_numpy(prevalence):
    y, p = drawn(prevalence)
    table = ProbabilityTable.of_rows(y, p)
    assert table.apart
    own = np.where(y == 1, p, 1 - p)
    assert brier(table) == pytest.approx(((p - y) ** 2).mean(), rel=1e-12)
    assert log_loss(table) == pytest.approx(-np.log(own).mean(), rel=1e-12)
    assert mae(table) == pytest.approx((1 - own).mean(), rel=1e-12)
    length = np.sqrt(p**2 + (1 - p) ** 2)
    assert spherical(table) == pytest.approx((own / length).mean(), rel=1e-12)
    assert murphy(table) == pytest.approx((brier(table), uncertainty(table)), rel=1e-12)


def test_a_wrong_certainty_is_infinite():
    y, p = drawn(0.3)
    p[np.flatnonzero(y == 1)[0]] = 0.0
    assert log_loss(ProbabilityTable.of_rows(y, p)) == np.inf


@pytest.mark.parametrize("bins", [1, 10, 15, 300])
def test_bins_by_numpy(bins):
    y, p = drawn(0.3)
    found = bins_of(ProbabilityTable.of_rows(y, p), bins)
    index = np.minimum((p * bins).astype(int), bins - 1)
    assert found.weight == pytest.approx(np.bincount(index, minlength=bins))
    assert found.positive == pytest.approx(np.bincount(index, y, bins))
    assert found.predicted == pytest.approx(np.bincount(index, p, bins), rel=1e-12)


def test_the_line_of_the_quality_index_by_scikit_learn():
    from sklearn.linear_model import LogisticRegression
    from sklearn.metrics import log_loss as theirs

    y, p = drawn(0.3)
    x = np.log(p / (1 - p))[:, None]
    fitted = LogisticRegression(C=np.inf, tol=1e-12, max_iter=1000).fit(x, y).predict_proba(x)
    base = np.full(N, y.mean())
    gained = 2 * (theirs(y, base) - theirs(y, p)) - 1 / N
    lost = 2 * (theirs(y, p) - theirs(y, fitted)) - 2 / N
    assert quality_q(ProbabilityTable.of_rows(y, p)) == pytest.approx(gained - lost, abs=1e-9)
