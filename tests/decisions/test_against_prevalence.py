"""The curve over prevalences is what one gets at each of them."""

import numpy as np
import pytest

from tests.metrics.tables import two
from veracity.decisions.against_prevalence import against_prevalence, usual_shares
from veracity.decisions.population import population
from veracity.decisions.prevalence import estimate_at
from veracity.errors import InputError
from veracity.intervals import Estimator, Settings
from veracity.metrics import CATALOGUE, find

TABLES = [
    two(tn=950, fp=50, fn=20, tp=180),
    two(tn=300, fp=0, fn=20, tp=180),
    two(tn=95, fp=5, fn=0, tp=30),
]
SHARES = [0.0, 0.001, 0.03, 0.5, 1.0]


@pytest.mark.parametrize("table", TABLES, ids=["plain", "no false alarm", "none missed"])
def test_each_point_is_the_estimate_there(table) -> None:
    keys = [*CATALOGUE, "macro_f1", "weighted_precision"]
    curve, estimator = against_prevalence(table, keys, SHARES), Estimator(table, Settings())
    for key in keys:
        if key == "prevalence":
            continue
        for place, share in enumerate(SHARES):
            found = estimate_at(estimator, find(key), population(share))
            seen = [curve[name][place] for name in (key, f"{key}_low", f"{key}_high")]
            said = [found.value, found.low, found.high]
            np.testing.assert_allclose(seen, said, rtol=1e-6, atol=1e-7, err_msg=f"{key} {share}")


def test_precision_rises_with_prevalence_and_stays_in_its_band() -> None:
    curve = against_prevalence(TABLES[0])
    assert curve.axes == ("prevalence", "precision")
    assert len(curve) == len(usual_shares())
    assert (np.diff(curve.y) > 0).all()
    inside = curve.y[1:-1]
    assert ((curve.band.low[1:-1] < inside) & (inside < curve.band.high[1:-1])).all()
    assert "label shift" in curve.note
    half = np.interp(0.5, curve.y, curve.x)
    assert half == pytest.approx(float(find("prevalence_for_ppv")(TABLES[0])), abs=0.005)


def test_without_intervals_and_with_none_to_draw() -> None:
    curve = against_prevalence(TABLES[0], ["f1"], [0.1], Settings(method="none"))
    assert np.isnan(curve["f1_low"]).all()
    with pytest.raises(InputError):
        against_prevalence(TABLES[0], [])
    with pytest.raises(InputError, match="between 0 and 1"):
        against_prevalence(TABLES[0], ["f1"], [0.1, 1.2])
