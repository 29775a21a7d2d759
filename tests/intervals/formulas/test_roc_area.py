"""Intervals of the ROC area: published examples, and the equations they solve."""

import math
from fractions import Fraction

import numpy as np
import pytest

from tests.statistics.refusals import refused
from veracity.intervals import Estimator, Settings
from veracity.intervals.formulas.roc_area import RocArea, newcombe, spread
from veracity.metrics import find
from veracity.statistics import ScoreTable

Z = 1.959963984540054
# ratings of 58 normal and 51 abnormal CT images, 1 … 5 (Hanley & McNeil 1982, table I)
NORMAL, ABNORMAL = (33, 6, 6, 11, 2), (3, 2, 2, 11, 33)


def ratings(times=1):
    truth = np.repeat([0] * 5 + [1] * 5, (*NORMAL, *ABNORMAL))
    score = np.repeat([1, 2, 3, 4, 5] * 2, (*NORMAL, *ABNORMAL))
    return ScoreTable.of_rows(np.tile(truth, times), np.tile(score, times), pos_label=1)


def estimate(table, method="auto", key="auroc", **options):
    return Estimator(table, Settings(method=method, **options)).estimate(find(key), by_name=True)


def test_delong_by_all_pairs():
    """DeLong's placements, pair by pair: shares of the other class that a row ranks rightly."""
    table = ratings()
    yes, no = (
        np.repeat(table.scores, part.astype(int)) for part in (table.positive, table.negative)
    )
    pairs = (yes[:, None] > no) + (yes[:, None] == no) / 2
    variance = sum(pairs.mean(axis).var(ddof=1) / pairs.shape[1 - axis] for axis in (0, 1))
    half = 1.959963984540054 * variance**0.5
    found = estimate(table, "delong")
    assert found.value == pytest.approx(pairs.mean(), abs=1e-12)
    assert (found.low, found.high) == pytest.approx(
        (pairs.mean() - half, pairs.mean() + half), abs=1e-12
    )


def test_hanley_mcneil_by_their_formula():
    """Their standard error for these images is 0.032 (rounded down from 0.0325)."""
    found = estimate(ratings(), "hanley_mcneil")
    area, m, n = found.value, 51, 58
    q1, q2 = area / (2 - area), 2 * area**2 / (1 + area)
    variance = area * (1 - area) + (m - 1) * (q1 - area**2) + (n - 1) * (q2 - area**2)
    half = Z * math.sqrt(variance / (m * n))
    assert (found.low, found.high) == pytest.approx((area - half, area + half))
    assert half / Z == pytest.approx(0.032, abs=6e-4)


def test_the_logit_interval_on_its_scale():
    raw, found = estimate(ratings(), "delong"), estimate(ratings(), "delong_logit")
    error = (raw.high - raw.low) / (2 * Z)
    odds = [math.log(p / (1 - p)) for p in (found.low, found.value, found.high)]
    assert odds[1] - odds[0] == pytest.approx(odds[2] - odds[1])
    assert odds[1] - odds[0] == pytest.approx(Z * error / (found.value * (1 - found.value)))


@pytest.mark.parametrize(("area", "m", "n"), [(0.8, 10, 30), (0.51, 5, 7), (0.97, 40, 12)])
def test_newcombe_solves_its_equation(area, m, n):
    """V(θ) as in the paper, typed from it: θ(1 − θ)(1 + N(1 − θ)/(2 − θ) + Nθ/(1 + θ))/(mn)."""
    mean = (m + n) / 2 - 1
    for end in newcombe(area, m, n, Z):
        inner = 1 + mean * (1 - end) / (2 - end) + mean * end / (1 + end)
        assert abs(area - end) == pytest.approx(
            Z * math.sqrt(end * (1 - end) * inner / (m * n)), rel=1e-9
        )


def test_both_forms_of_the_variance_are_one():
    """Newcombe's and Hanley and McNeil's forms agree exactly."""
    theta, m, n, k = Fraction(4, 5), 10, 30, 19
    own = theta * (1 - theta) * (1 + k * (1 - theta) / (2 - theta) + k * theta / (1 + theta))
    assert spread(theta, m, n, k, k) == own / (m * n)


def test_a_perfect_area_is_not_certain():
    """At 1 the equation is (1−θ)(2−θ)(1+θ)mn = z²θ((2−θ)(1+θ) + N(1−θ)(1+θ) + Nθ(2−θ))."""
    m, n, mean = 10, 10, 9
    two, one, less = np.poly1d([-1, 2]), np.poly1d([1, 1]), np.poly1d([-1, 1])
    theta = np.poly1d([1, 0])
    inner = two * one + mean * less * one + mean * theta * two
    roots = (less * two * one * (m * n) - Z**2 * theta * inner).roots
    low = next(root.real for root in roots if abs(root.imag) < 1e-9 and 0 < root.real < 1)
    assert newcombe(1.0, m, n, Z) == pytest.approx((low, 1.0))
    assert newcombe(0.0, m, n, Z) == pytest.approx((0.0, 1 - low))


def test_auto_takes_both_for_few_and_the_logit_for_many():
    draw = np.random.default_rng(0)
    for positives, name in ((49, "newcombe_delong"), (50, "delong_logit")):
        truth = np.repeat([0, 1], (80, positives))
        table = ScoreTable.of_rows(truth, draw.normal(size=len(truth)) + truth)
        assert estimate(table).method == name
    perfect = ScoreTable.of_rows(np.repeat([0, 1], 80), np.arange(160.0))
    found = estimate(perfect)
    assert (found.method, found.value, found.high) == ("newcombe", 1, 1)
    assert found.low < 0.98


@pytest.mark.parametrize("method", ["delong", "delong_logit"])
def test_delong_without_a_variance_says_so(method):
    found = estimate(ScoreTable.of_rows([0, 0, 1, 1], [1, 2, 3, 4.0]), method)
    assert found.method == "newcombe"
    assert f"{method} needs a variance" in found.note
    assert found.low < found.value == found.high


def test_one_positive():
    found = estimate(ScoreTable.of_rows([0, 0, 1, 0], [1, 2, 3, 4.0]))
    assert 0 < found.low < found.value < found.high < 1
    assert "a class has one row" in found.note


@pytest.mark.parametrize("rows", [20, 400])
def test_a_constant_score_has_no_variance_and_that_is_said(rows):
    found = estimate(ScoreTable.of_rows([0, 1] * rows, np.ones(2 * rows)))
    assert (found.value, found.method) == (0.5, "newcombe")
    assert "all scores are equal" in found.note
    assert "fewer than" not in found.note


def test_few_take_the_outer_end_of_both():
    """Positives spread wide: DeLong's ends lie outside; one wrong pair of few: Newcombe's do."""
    draw = np.random.default_rng(5)
    wide = np.concatenate([draw.normal(size=300), 1 + 3 * draw.normal(size=20)])
    close = np.concatenate([draw.normal(size=300), 2.5 + draw.normal(size=20)])
    truth = np.repeat([0, 1], (300, 20))
    for scores, outer in ((wide, "delong_logit"), (close, "newcombe")):
        table = ScoreTable.of_rows(truth, scores)
        both = [estimate(table, name) for name in ("newcombe", "delong_logit")]
        found = estimate(table)
        assert found.low == min(one.low for one in both) == estimate(table, outer).low
        assert found.high == max(one.high for one in both)
        assert found.method == estimate(table, "newcombe_delong").method == "newcombe_delong"


@pytest.mark.parametrize(
    "method", ["auto", "newcombe", "delong", "delong_logit", "newcombe_delong", "hanley_mcneil"]
)
@pytest.mark.parametrize("key", ["gini", "somers_d"])
def test_straight_lines_of_the_area_have_its_interval(key, method):
    area, other = estimate(ratings(), method), estimate(ratings(), method, key)
    assert (other.value, other.low, other.high) == pytest.approx(
        (2 * area.value - 1, 2 * area.low - 1, 2 * area.high - 1)
    )
    assert other.method == area.method


def test_equal_weights_are_rows():
    truth, score = np.repeat([0, 1], 60), np.arange(120) % 37
    plain = estimate(ScoreTable.of_rows(truth, score))
    weighted = estimate(ScoreTable.of_rows(truth, score, np.full(120, 4.0)))
    assert (weighted.low, weighted.high) == pytest.approx((plain.low, plain.high))


@pytest.mark.parametrize("method", ["newcombe", "delong", "newcombe_delong", "hanley_mcneil"])
def test_other_metrics_refuse_it_by_name(method):
    refused(lambda: estimate(ratings(), method, "average_precision"), method, "average_precision")
    settings = Settings(method=method)
    stays = Estimator(ratings(), settings).estimate(find("average_precision"))
    assert stays.method == "delta"
    assert f"Method {method} does not fit" in stays.note


def test_more_cases_are_surer():
    wide, narrow = estimate(ratings(), "delong"), estimate(ratings(9), "delong")
    assert (wide.high - wide.low) / (narrow.high - narrow.low) == pytest.approx(3, rel=0.02)


def test_few_says_when_the_variance_cannot_be_trusted():
    assert RocArea(0.8, 49, 500, 0.001).few
    assert not RocArea(0.8, 50, 500, 0.001).few
