"""The Murphy diagram: elementary scores row by row, and twice its area is the Brier score."""

import numpy as np
import pytest

import veracity as vc


@pytest.mark.parametrize("seed", range(4))
def test_elementary_scores_row_by_row(seed) -> None:
    """Ehm et al. (2016), for the mean: |y − θ| where min(p, y) <= θ < max(p, y), else 0."""
    draw = np.random.default_rng(seed)
    p = np.round(draw.random(30), 1 + seed % 2)
    y = (draw.random(30) < p).astype(int)
    weight = draw.uniform(0.5, 2, 30) if seed > 1 else None
    ev = vc.evaluate(y, y_proba=p, sample_weight=weight)
    curve = ev.murphy_diagram()
    theta, score = curve["theta"], curve["score"]
    for at in draw.random(20):
        low, high = np.minimum(p, y), np.maximum(p, y)
        said = np.average(np.where((low <= at) & (at < high), np.abs(y - at), 0), weights=weight)
        assert np.interp(at, theta, score) == pytest.approx(said, abs=1e-12)
    assert 2 * np.trapezoid(score, theta) == pytest.approx(ev["brier"].value, abs=1e-12)
