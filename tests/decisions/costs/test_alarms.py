"""The burden of alarms, by hand for the article's detector."""

import json
import math

import numpy as np
import pytest

from tests.decisions.samples import clustered_table
from tests.metrics.seed_cases import counts_of
from tests.metrics.tables import two
from veracity.decisions.costs.alarm_curves import alarms_against_threshold
from veracity.decisions.costs.alarms import alarms
from veracity.decisions.expected_loss.population import population
from veracity.errors import InputError
from veracity.intervals import Estimator, Settings, proportion_interval
from veracity.metrics import find
from veracity.statistics.scores.score_table import ScoreTable

B = two(**counts_of("s003.paradox_B"))  # TPR 19/20, FPR 1/10, prevalence 1/100


def test_by_hand() -> None:
    """1,800 windows an hour: 18 events, 17.1 found, 0.9 missed, 178.2 false alarms."""
    found = alarms(B, per_hour=1800, minutes_each=0.5)
    values = {name: e.value for name, e in found.estimates.items()}
    assert values == pytest.approx(
        {
            "alarms": 195.3,
            "true_alarms": 17.1,
            "false_alarms": 178.2,
            "missed": 0.9,
            "false_per_true": 198 / 19,
            "review_hours": 195.3 / 120,
        }
    )
    low, high = proportion_interval(1085, 10_000)
    assert (found.alarms.low, found.alarms.high) == pytest.approx((1800 * low, 1800 * high))
    assert (found.review_hours.low, found.review_hours.high) == pytest.approx((15 * low, 15 * high))
    precision = Estimator(B, Settings()).estimate(find("precision"))
    assert found.false_per_true.low == pytest.approx((1 - precision.high) / precision.high)
    assert found.false_per_true.high == pytest.approx((1 - precision.low) / precision.low)
    assert "this test's prevalence, 0.01" in found.note


def test_at_the_prevalence_of_use() -> None:
    found = alarms(B, per_day=1000, where=population(0.001))
    assert found.alarms.value == pytest.approx(1000 * (0.001 * 0.95 + 0.999 * 0.1))
    assert found.missed.value == pytest.approx(0.05)
    assert found.false_per_true.value == pytest.approx(0.0999 / 0.00095)
    assert found.missed.low < 0.05 < found.missed.high
    assert found.per == "day"
    assert found.review_hours is None
    assert "label shift" in found.note


def test_without_true_alarms_the_odds_are_infinite() -> None:
    found = alarms(two(tn=90, fp=5, fn=5, tp=0), per_hour=10)
    assert math.isinf(found.false_per_true.value)
    none = alarms(two(tn=90, fp=0, fn=5, tp=0), per_hour=10)
    assert math.isnan(none.false_per_true.value)
    assert none.false_per_true.note
    assert none.alarms.value == 0 < none.alarms.high


def scored(seed: int):
    draw = np.random.default_rng(seed)
    truth = np.repeat([1, 0], [50, 450])
    return truth, np.round(draw.normal(2 * truth, 1), 1)


def test_against_the_threshold_each_point_is_the_table_there() -> None:
    table = ScoreTable.of_rows(*scored(1))
    curve = alarms_against_threshold(table, per_hour=60, minutes_each=2)
    assert (np.diff(curve["alarms"]) <= 0).all()
    assert len(curve) == len(table)
    for index in (3, len(curve) // 2, len(curve) - 4):
        found = alarms(table.counts_at(curve.x[index]), per_hour=60, minutes_each=2)
        for name, estimate in found.estimates.items():
            assert curve[name][index] == pytest.approx(estimate.value), name
        seen = curve.band.low[index], curve.band.high[index]
        assert seen == pytest.approx((found.alarms.low, found.alarms.high))


def test_against_the_threshold_elsewhere_and_with_clusters() -> None:
    truth, scores = scored(2)
    table = ScoreTable.of_rows(truth, scores)
    curve = alarms_against_threshold(table, [1.0], per_hour=100, prevalence=0.01)
    found = alarms(table.counts_at(1.0), per_hour=100, where=population(0.01))
    assert curve["alarms"][0] == pytest.approx(found.alarms.value)
    assert curve["missed"][0] == pytest.approx(found.missed.value)
    seen = curve.band.low[0], curve.band.high[0]
    assert seen == pytest.approx((found.alarms.low, found.alarms.high), rel=1e-5)
    grouped = clustered_table(truth, scores, np.random.default_rng(1).integers(0, 12, 500))
    wide = alarms_against_threshold(grouped, [1.0], per_hour=100)
    said = alarms(grouped.counts_at(1.0), per_hour=100).alarms
    assert (wide.band.low[0], wide.band.high[0]) == pytest.approx((said.low, said.high), rel=1e-3)
    ends = alarms_against_threshold(grouped, [-99.0, 99.0], per_hour=100)
    assert ends["alarms"].tolist() == [100, 0]
    assert ends.band.high[1] > 0


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"per_hour": 10, "per_day": 3},
        {"per_hour": 0},
        {"per_hour": -1},
        {"per_day": math.inf},
        {"per_day": "many"},
        {"per_hour": 1, "minutes_each": -2},
        {"per_hour": 1, "minutes_each": math.nan},
    ],
)
def test_bad_numbers_are_refused(given) -> None:
    with pytest.raises(InputError):
        alarms(B, **given)


def test_forms() -> None:
    found = alarms(B, per_hour=1800, minutes_each=0.5)
    assert "Of 1800 cases an hour:" in str(found)
    assert "审查小时数" in found.text("zh")
    assert json.loads(found.to_json())["alarms"]["value"] == pytest.approx(195.3)
