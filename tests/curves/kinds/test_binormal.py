"""The binormal curve gives back the line its points lie on; its area is that of d_a."""

import numpy as np
import pytest
from scipy.stats import norm

import veracity as vc


def ratings(a, b, n=10**6):
    """Rows of five ratings whose operating points lie on z(TPR) = a + b z(FPR)."""
    fpr = np.array([0.05, 0.2, 0.4, 0.7])
    tpr = norm.cdf(a + b * norm.ppf(fpr))
    cells = [np.diff(np.r_[0, rate, 1]) for rate in (fpr, tpr)]
    truth, score = np.repeat([0, 1], 5), np.tile(np.arange(5, 0, -1), 2)
    return truth, score, np.concatenate(cells) * n


@pytest.mark.parametrize(("a", "b"), [(1.0, 1.0), (1.5, 0.7), (0.6, 1.3)])
def test_points_on_a_line_give_it_back(a, b) -> None:
    truth, score, weight = ratings(a, b)
    ev = vc.evaluate(truth, y_score=score, sample_weight=weight, method="none")
    curve = ev.binormal_roc()
    said = norm.cdf(a + b * norm.ppf(curve["fpr"]))
    assert curve["tpr"] == pytest.approx(said, abs=1e-9)
    area = np.trapezoid(curve["tpr"], curve["fpr"])
    assert area == pytest.approx(norm.cdf(ev["d_a"].value / np.sqrt(2)), abs=2e-3)


def test_without_a_line_it_says_so() -> None:
    curve = vc.evaluate([0, 1, 1, 0], y_score=[0.1, 0.9, 0.8, 0.2]).binormal_roc()
    assert np.isnan(curve["tpr"]).all()
    assert "no binormal curve" in curve.note
