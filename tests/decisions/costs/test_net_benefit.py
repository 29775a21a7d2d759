"""Decision curves equal dcurves; their bands equal the intervals of each point."""

import numpy as np
import pytest

from tests.decisions.samples import clustered_table
from tests.metrics.seed_cases import CASES, counts_of, exact
from tests.metrics.tables import two
from veracity.decisions.costs.net_benefit import decision, decisions, net_benefit_words
from veracity.decisions.expected_loss.population import population
from veracity.decisions.prevalence.prevalence import estimate_at
from veracity.errors import InputError
from veracity.intervals import Estimator, Settings
from veracity.metrics import find
from veracity.statistics.scores.score_table import ScoreTable

Y = [1, 0, 1, 1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0]
P = [.91, .12, .66, .35, .35, .08, .72, .22, .41, .55, .05, .16, .30, .28, .10, .02, .83, .19,
     .35, .07, .61, .48, .14, .25, .04]  # fmt: skip
Q = [.5, .4, .3, .6, .2, .1, .9, .3, .2, .7, .1, .1, .4, .2, .3, .1, .6, .2, .5, .1, .2, .5, .3,
     .1, .2]  # fmt: skip
T = [0.05, 0.1, 0.15, 0.2, 0.35, 0.5, 0.8]
# dcurves 1.1.7 (Python), dca(outcome="y", modelnames=["p", "q"], thresholds=T)
DCURVES = {
    (None, "p"): (
        [0.28842105263157897, 0.26666666666666666, 0.2564705882352941, 0.25, 0.1938461538461539,
         0.16000000000000003, 0.08],
        [0.08, 0.2, 0.32, 0.4, 0.44571428571428573, 0.52, 0.62],
    ),
    (None, "q"): (
        [0.28421052631578947, 0.24444444444444446, 0.2423529411764706, 0.21, 0.17538461538461536,
         0.2, 0.04],
        [0, 0, 0.24, 0.24, 0.4114285714285713, 0.56, 0.61],
    ),
    (0.05, "p"): (
        [0.0058823529411764774, -0.024509803921568638, -0.03875432525951557, -0.047794117647058806,
         -0.07661199095022622, -0.024632352941176466, 0.0125],
        [0.11176470588235306, 0.2794117647058822, 0.44705882352941184, 0.5588235294117647,
         0.7148634453781513, 0.8753676470588234, 0.940625],
    ),
    (0.05, "q"): (
        [0, -0.05555555555555555, -0.05847750865051904, -0.1036764705882353, -0.052771493212669676,
         -0.01838235294117646, 0.00625],
        [0, 0, 0.33529411764705885, 0.3352941176470588, 0.7591386554621848, 0.8816176470588235,
         0.9390625],
    ),
}  # fmt: skip
ALL = {
    None: [0.28421052631578947, 0.24444444444444446, 0.2, 0.15, -0.0461538461538461, -0.36, -2.4],
    0.05: [0, -0.05555555555555555, -0.11764705882352942, -0.1875, -0.4615384615384615, -0.9,
           -3.75],
}  # fmt: skip


@pytest.mark.parametrize(("prevalence", "model"), DCURVES)
def test_equal_to_dcurves(prevalence, model: str) -> None:
    table = ScoreTable.of_rows(Y, {"p": P, "q": Q}[model])
    curve = decision(table, T, prevalence=prevalence)
    benefit, avoided = DCURVES[prevalence, model]
    np.testing.assert_allclose(curve["net_benefit"], benefit, atol=1e-14)
    np.testing.assert_allclose(curve["interventions_avoided"], avoided, atol=1e-13)
    np.testing.assert_allclose(curve["treat_all"], ALL[prevalence], atol=1e-14)
    share = 8 / 25 if prevalence is None else prevalence
    np.testing.assert_allclose(curve["standardised"], np.array(benefit) / share, atol=1e-12)
    hundred = decision(table, T, prevalence=prevalence, per=100)
    np.testing.assert_allclose(hundred["net_benefit"], 100 * np.array(benefit), atol=1e-12)


def test_the_models_of_the_article() -> None:
    expected = CASES["s003.paradox_costs"]["expected"]
    models = {name: two(**counts_of(f"s003.paradox_{name}")) for name in "SB"}
    curves = decisions(models, [0.01, 0.1])
    for name, curve in curves.items():
        said = [exact(expected[f"net_benefit_{name}_at_pt_1/{t}"]) for t in (100, 10)]
        np.testing.assert_allclose(curve["net_benefit"], said, rtol=1e-12)


def rows(seed: int) -> tuple[np.ndarray, np.ndarray]:
    draw = np.random.default_rng(seed)
    truth = np.repeat([1, 0], [80, 320])
    return truth, np.round(1 / (1 + np.exp(1.5 - draw.normal(2 * truth, 1))), 2)


@pytest.mark.parametrize("kind", ["plain", "weights", "clusters"])
def test_the_band_is_the_interval_of_each_point(kind: str) -> None:
    truth, p = rows(1)
    weight = np.random.default_rng(5).uniform(0.2, 3, len(p)) if kind == "weights" else None
    table = ScoreTable.of_rows(truth, p, weight)
    if kind == "clusters":
        table = clustered_table(truth, p, np.random.default_rng(3).integers(0, 25, len(p)))
    curve = decision(table, [0.2, 0.4, 0.6])
    for index, threshold in enumerate(curve.x):
        metric = find("net_benefit").with_values(threshold=float(threshold))
        found = Estimator(table.counts_at(threshold), Settings()).estimate(metric)
        assert curve.y[index] == pytest.approx(found.value, rel=1e-12)
        seen = curve.band.low[index], curve.band.high[index]
        # of clusters the estimate allows for uneven influence in t, the band for their number
        near = 2e-2 if kind == "clusters" else 1e-4
        assert seen == pytest.approx((found.low, found.high), rel=near)


def test_with_a_prevalence_only_the_rates_vary() -> None:
    """Var = π² TPR(1 − TPR)/P + w²(1 − π)² FPR(1 − FPR)/N, and no interval leaves the range."""
    table, share, t = ScoreTable.of_rows(*rows(2)), 0.02, 0.1
    curve = decision(table, [t], prevalence=share)
    c = table.counts_at(t)
    tpr, fpr = c.tp / (c.tp + c.fn), c.fp / (c.fp + c.tn)
    error = np.sqrt(
        share**2 * tpr * (1 - tpr) / 80
        + (t / (1 - t)) ** 2 * (1 - share) ** 2 * fpr * (1 - fpr) / 320
    )
    width = curve.band.high[0] - curve.band.low[0]
    assert width == pytest.approx(2 * 1.96 * error, rel=0.03)
    assert "label shift" in curve.note


def test_where_nothing_is_called_the_band_has_a_width() -> None:
    curve = decision(ScoreTable.of_rows([1, 0, 0, 0], [0.3, 0.2, 0.2, 0.1]), [0.5])
    assert curve.y[0] == 0
    most = 1.959963984540054**2 / (4 + 1.959963984540054**2)  # Wilson, 0 of 4
    assert (curve.band.low[0], curve.band.high[0]) == pytest.approx((-most, most))


def test_at_threshold_0_everybody_is_treated_for_nothing() -> None:
    curve = decision(ScoreTable.of_rows(Y, P), [0])
    assert curve.y.tolist() == curve["treat_all"].tolist() == [8 / 25]
    assert np.isnan(curve["interventions_avoided"]).all()


def test_clusters_with_a_prevalence() -> None:
    truth, p = rows(4)
    table = clustered_table(truth, p, np.random.default_rng(3).integers(0, 25, len(p)))
    curve = decision(table, [0.3], prevalence=0.05)
    metric = find("net_benefit").with_values(threshold=0.3)
    found = estimate_at(Estimator(table.counts_at(0.3), Settings()), metric, population(0.05))
    assert curve.y[0] == pytest.approx(found.value, rel=1e-10)
    width = curve.band.high[0] - curve.band.low[0]
    assert width == pytest.approx(found.high - found.low, rel=0.1)  # scales of two ranges


def test_words() -> None:
    useful = decision(ScoreTable.of_rows(*rows(3)))
    assert "shown to beat both" in net_benefit_words(useful)
    useless = decision(ScoreTable.of_rows([1, 0, 1, 0], [0.5, 0.5, 0.5, 0.5]), [0.1, 0.9])
    assert "At no threshold" in net_benefit_words(useless)


def test_bad_input_is_refused() -> None:
    table = ScoreTable.of_rows([1, 0], [0.9, 0.1])
    for thresholds in ([-0.1], [1], [0.5, 1.2], [float("nan")], []):
        with pytest.raises(InputError, match="below 1"):
            decision(table, thresholds)
    with pytest.raises(InputError):
        decision(table, [0.5], per=0)
    with pytest.raises(InputError):
        decision(table, [0.5], prevalence=1.5)
    with pytest.raises(InputError):
        decision(ScoreTable.of_rows([1, 0], [3.0, 0.1]), [0.5])
    with pytest.raises(InputError):
        decisions({})
