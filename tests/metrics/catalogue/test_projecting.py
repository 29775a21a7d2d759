"""A metric at another prevalence: Bayes by exact fractions, published examples, limits."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.metrics.seed_cases import CASES, exact
from tests.metrics.tables import two
from veracity.errors import InputError, NotHere
from veracity.metrics import CATALOGUE, find
from veracity.metrics.catalogue.projecting import projected, share_words
from veracity.statistics import ConfusionMatrix
from veracity.statistics.grid.building import gridded
from veracity.statistics.scores.probability_table import ProbabilityTable
from veracity.statistics.scores.score_table import ScoreTable


def of_rates(
    tpr: Fraction, fpr: Fraction, positives: int = 1000, negatives: int = 1000
) -> ConfusionMatrix:
    tp, fp = positives * tpr, negatives * fpr
    assert tp.denominator == fp.denominator == 1
    return two(tn=negatives - int(fp), fp=int(fp), fn=positives - int(tp), tp=int(tp))


def at(key: str, table, share: float) -> float:
    return float(projected(find(key), share)(table))


@pytest.mark.parametrize(
    "case",
    [
        "s000.accuracy_limit",
        "s000.precision_bayes",
        "s002.mcc_depends_on_prevalence",
        "s003.prevalence_doubles",
    ],
)
def test_the_seed_cases_of_prevalence(case: str) -> None:
    inputs, expected = CASES[case]["inputs"], CASES[case]["expected"]
    tpr = Fraction(inputs.get("TPR") or inputs["sensitivity"].split()[0])
    fpr = (
        Fraction(inputs["FPR"])
        if "FPR" in inputs
        else 1 - Fraction(inputs.get("TNR") or inputs["specificity"])
    )
    table = of_rates(tpr, fpr)
    for key, entries in expected.items():
        for share, entry in zip(inputs["prevalence"], entries, strict=True):
            found = at(key, table, float(Fraction(share)))
            assert found == pytest.approx(exact(entry), rel=1e-12, abs=1e-15)


def test_published_predictive_values() -> None:
    """Casscells 1978: 1/1000, 5 % false: 2 %. Eddy 1982: 1 %, 79 % and 9.6 %: 7.7 %."""
    assert round(at("precision", of_rates(Fraction(1), Fraction(1, 20)), 0.001), 3) == 0.020
    assert round(at("precision", of_rates(Fraction(79, 100), Fraction(96, 1000)), 0.01), 3) == 0.077


MOVING = [key for key, metric in CATALOGUE.items() if metric.moves_with_prevalence]
STILL = [key for key in CATALOGUE if key not in MOVING]


@pytest.mark.parametrize("key", MOVING)
def test_at_its_own_prevalence_nothing_changes(key: str) -> None:
    table = two(tn=700, fp=60, fn=40, tp=200)
    found, own = at(key, table, 0.24), float(find(key)(table))
    assert found == pytest.approx(own, rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("key", STILL)
def test_what_does_not_move_stays_as_it_is(key: str) -> None:
    assert projected(find(key), 0.01) is find(key)


@given(st.integers(1, 99), st.integers(1, 99), st.floats(0.001, 0.999), st.integers(1, 20))
def test_class_totals_do_not_matter(hits: int, false: int, share: float, times: int) -> None:
    few = two(tn=100 - false, fp=false, fn=100 - hits, tp=hits)
    many = two(tn=(100 - false) * times, fp=false * times, fn=100 - hits, tp=hits)
    for key in ("precision", "npv", "f1", "mcc", "kappa", "accuracy"):
        assert at(key, few, share) == pytest.approx(at(key, many, share), rel=1e-9, abs=1e-12)


# limits as the prevalence tends to 0, by hand: T = 9/10
T = 0.9
AT_ZERO_WITH_FALSE_ALARMS = {
    "accuracy": 0.95, "precision": 0.0, "npv": 1.0, "f1": 0.0, "jaccard": 0.0, "mcc": 0.0,
    "kappa": 0.0, "markedness": 0.0, "fowlkes_mallows": 0.0, "net_benefit(0.1)": -0.05 / 9,
    "predicted_positive_rate": 0.05, "standardised_net_benefit": -math.inf, "expected_cost": 0.05,
}  # fmt: skip
AT_ZERO_WITHOUT = {
    "accuracy": 1.0, "precision": 1.0, "npv": 1.0, "f1": 2 * T / (1 + T), "jaccard": T,
    "mcc": math.sqrt(T), "kappa": 2 * T / (1 + T), "markedness": 1.0,
    "fowlkes_mallows": math.sqrt(T), "standardised_net_benefit": T, "threat_score_equitable": T,
}  # fmt: skip
AT_ONE = {"accuracy": T, "precision": 1.0, "npv": 0.0, "f1": 2 * T / (1 + T), "mcc": 0.0}


@pytest.mark.parametrize(
    ("fpr", "share", "limits"),
    [
        (Fraction(1, 20), 0.0, AT_ZERO_WITH_FALSE_ALARMS),
        (Fraction(0), 0.0, AT_ZERO_WITHOUT),
        (Fraction(1, 20), 1.0, AT_ONE),
    ],
)
def test_limits(fpr: Fraction, share: float, limits: dict[str, float]) -> None:
    table = of_rates(Fraction(9, 10), fpr)
    for key, value in limits.items():
        assert at(key, table, share) == pytest.approx(value, abs=1e-7), key


def test_a_limit_that_is_not_found_is_nan_with_a_reason() -> None:
    """Without false alarms the normalised information creeps as 1/log of the share."""
    metric = projected(find("normalised_mutual_information"), 0.0)
    table = of_rates(Fraction(9, 10), Fraction(0))
    assert math.isnan(float(metric(table)))
    assert "ever rarer" in metric.reasons(table)[0]


def test_limits_keep_leading_axes() -> None:
    tables = ConfusionMatrix(
        [[[95, 5], [10, 90]], [[100, 0], [10, 90]]], labels=(0, 1), pos_label=1
    )
    np.testing.assert_allclose(projected(find("precision"), 0)(tables), [0, 1])


def test_several_classes_by_label() -> None:
    table = ConfusionMatrix([[8, 2, 0], [1, 8, 1], [0, 5, 5]], labels=("a", "b", "c"))
    share = {"a": 0.2, "b": 0.3, "c": 0.5}
    metric = projected(find("accuracy"), share)
    assert float(metric(table)) == pytest.approx(0.2 * 0.8 + 0.3 * 0.8 + 0.5 * 0.5)
    assert share_words(share) == "a: 0.2, b: 0.3, c: 0.5"


def test_average_precision_is_that_of_the_reweighted_rows() -> None:
    truth, scores = [1, 0, 1, 0, 0], [5, 4, 3, 2, 1]
    found = at("average_precision", ScoreTable.of_rows(truth, scores), 0.5)
    # positives weigh 1/2 · 5/2 each, negatives 1/2 · 5/3 each
    up, down = Fraction(5, 4), Fraction(5, 6)
    said = Fraction(1, 2) * (up / up) + Fraction(1, 2) * (2 * up / (2 * up + down))
    assert found == pytest.approx(float(said), rel=1e-12)


@pytest.mark.parametrize("share", [-0.1, 1.1, math.nan, "0.1", True, {0: -0.5, 1: 1.5}])
def test_shares_outside_are_refused(share) -> None:
    with pytest.raises(InputError, match="Prevalence"):
        projected(find("precision"), share)


def test_probabilities_are_reweighted_and_stay_what_they_are() -> None:
    table = ProbabilityTable.of_rows([1, 0, 0, 1], [0.8, 0.3, 0.1, 0.4])
    yes, no = (0.2**2 + 0.6**2) / 2, (0.3**2 + 0.1**2) / 2
    assert at("brier", table, 0.1) == pytest.approx(0.1 * yes + 0.9 * no)
    assert at("brier", table, 0.0) == pytest.approx(no)


def test_what_reads_no_classes_is_refused() -> None:
    with pytest.raises(NotHere, match="aurc"):
        projected(find("aurc"), 0.1)


def test_a_certified_grid_holds_the_exact_value() -> None:
    draw = np.random.default_rng(6)
    truth = np.repeat([1, 0], [300, 700])
    table = ScoreTable.of_rows(truth, draw.normal(truth, 1))
    metric = projected(find("average_precision"), 0.01)
    low, high = sorted(float(end) for end in metric.bracket(gridded(table, 10)))
    assert low <= float(metric(table)) <= high
    assert 0 < high - low < 0.05
