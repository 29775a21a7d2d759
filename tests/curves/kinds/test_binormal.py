"""The binormal curve gives back the line its points lie on; its area is that of d_a."""

import json
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import linregress, norm
from sklearn.metrics import roc_curve

import veracity as vc

# aSAH of the R package pROC: outcome Poor, s100b and ndka of 113 patients
ASAH = json.loads((Path(__file__).parents[2] / "data" / "asah.json").read_text("utf-8"))


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
    assert "No binormal curve" in curve.note


@pytest.mark.parametrize(
    ("name", "area"), [("s100b", 0.7400), ("ndka", 0.6006)], ids=["s100b", "ndka"]
)
def test_of_patients_between_the_two_regressions(name, area) -> None:
    """The main axis by SVD is ours; pROC's smooth() regresses z(specificity) on z(sensitivity)."""
    truth, score = np.array(ASAH["outcome"], float), np.array(ASAH[name], float)
    fpr, tpr, _ = roc_curve(truth, score, drop_intermediate=False)
    inside = (fpr > 0) & (fpr < 1) & (tpr > 0) & (tpr < 1)
    x, y = norm.ppf(fpr[inside]), norm.ppf(tpr[inside])
    middle, points = np.array([x.mean(), y.mean()]), np.stack([x, y], -1)
    across, up = np.linalg.svd(points - middle)[2][0]
    curve = vc.evaluate(truth, y_score=score, method="none").binormal_roc()
    said = norm.cdf(middle[1] + up / across * (norm.ppf(curve["fpr"]) - middle[0]))
    assert curve["tpr"] == pytest.approx(said, abs=1e-9)
    of_proc = linregress(y, -x)
    slope, start = -1 / of_proc.slope, -of_proc.intercept / of_proc.slope
    assert norm.cdf(start / np.hypot(1, slope)) == pytest.approx(area, abs=5e-5)
    assert linregress(x, y).slope < up / across < slope
    ours = norm.cdf((middle[1] - up / across * middle[0]) / np.hypot(1, up / across))
    assert ours == pytest.approx(area, abs=2e-3)  # the definitions differ by so much here
