"""The curve over prevalences is what one gets at each of them."""

import numpy as np
import pytest

from tests.metrics.tables import two
from veracity.decisions.expected_loss.population import population
from veracity.decisions.prevalence.against_prevalence import against_prevalence, usual_shares
from veracity.decisions.prevalence.prevalence import estimate_at
from veracity.decisions.prevalence.rate_posterior import middle
from veracity.errors import InputError
from veracity.intervals import Estimator, Settings, percentiles
from veracity.metrics import CATALOGUE, find
from veracity.statistics import ConfusionMatrix

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
        for index, share in enumerate(SHARES):
            found = estimate_at(estimator, find(key), population(share))
            seen = [curve[name][index] for name in (key, f"{key}_low", f"{key}_high")]
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


def test_a_thousand_prevalences_of_a_perfect_table_are_read_between_nodes() -> None:
    """Values at the end of the range have a posterior; of many prevalences some are read."""
    perfect = ConfusionMatrix([[400, 0], [0, 60]], labels=(0, 1))
    shares = np.linspace(0, 1, 1001)
    many = against_prevalence(perfect, ["precision", "accuracy", "mcc"], shares)
    some = [3, 10, 500, 990]
    few = against_prevalence(perfect, ["precision", "accuracy", "mcc"], shares[some])
    for key in ("precision_low", "accuracy_low", "mcc_low"):
        np.testing.assert_allclose(many[key][some], few[key], atol=2e-3)
    assert np.isnan(many["precision_low"][[0, -1]]).all()  # at 0 and 1 it is known
    assert np.isfinite(many["accuracy_low"][[0, -1]]).all()  # there it is a rate


def test_what_never_varies_is_not_drawn() -> None:
    matrix = ConfusionMatrix([[90, 10], [5, 95]], labels=(0, 1))
    curve = against_prevalence(matrix, ["macro_criterion"], np.linspace(0.01, 0.99, 300))
    assert np.isnan(curve["macro_criterion_low"]).all()
    assert "no interval" in curve.note


def test_the_middle_of_columns_is_that_of_each() -> None:
    """As `percentiles` has it, one column at a time: also with nan, inf and no width."""
    draw = np.random.default_rng(8)
    columns = draw.normal(size=(400, 6))
    columns[draw.random((400, 6)) < [0, 0.01, 0.024, 0.2, 0, 0]] = np.nan
    columns[:30, 4] = np.inf
    columns[:, 5] = 3.0
    low, high = middle(columns, 0.95)
    for index, column in enumerate(columns.T):
        one = percentiles(column, 0.95)
        bare = not one.found or one.no_width
        np.testing.assert_equal(low[index], np.nan if bare else one.low)
        np.testing.assert_equal(high[index], np.nan if bare else one.high)
