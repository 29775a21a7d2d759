"""Wilson's interval of a mean: the score test turned round, with few dear errors and weights."""

import itertools

import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.stats import binom, norm

import veracity as vc
from veracity.intervals import Estimator, Settings, proportion_interval
from veracity.intervals.closed_form.of_means import effective_rows, mean_ends
from veracity.metrics import find
from veracity.metrics.catalogue.catalogue import CATALOGUE
from veracity.statistics import ConfusionMatrix

Z2 = norm.ppf(0.975) ** 2
COST = find("expected_cost").with_values(fp=1, fn=25)


def matrix(tp: float, fn: float, fp: float, tn: float) -> ConfusionMatrix:
    return ConfusionMatrix([[tn, fp], [fn, tp]], labels=(0, 1), pos_label=1)


def estimated(table: ConfusionMatrix, metric=COST, **asked):
    return Estimator(table, Settings(**asked)).estimate(metric)


@pytest.mark.parametrize(("hits", "n"), [(0, 10), (1, 10), (2, 10), (7, 7), (190, 200)])
def test_of_two_values_it_is_wilson(hits: int, n: int) -> None:
    low, high = mean_ends([1 - hits / n, hits / n], [0.0, 1.0], n, 0.95)
    assert (low, high) == pytest.approx(proportion_interval(hits, n, "wilson", 0.95), abs=1e-12)


# older versions of SciPy say when the optimiser leaves its bounds by the last digit
@pytest.mark.filterwarnings("ignore:Values in x were outside bounds")
@pytest.mark.parametrize(
    ("counts", "values"),
    [
        ([50, 7, 3], [0.0, 0.2, 1.0]),
        ([30, 20, 9, 4], [0.1, 0.0, 0.6, 1.0]),
        ([90, 5, 0], [0.0, 0.04, 1.0]),  # the dear one was not seen
    ],
)
def test_both_ends_are_where_the_score_test_rejects(counts: list, values: list) -> None:
    """The likeliest shares with that mean are sought by a general optimiser."""
    counts, values = np.array(counts, float), np.array(values)
    n, mean = counts.sum(), counts @ values / counts.sum()
    ends = mean_ends(counts / n, values, n, 0.95)
    for end in ends:
        seen = counts > 0
        found = minimize(
            lambda p, seen=seen: -(counts[seen] * np.log(p[seen])).sum(),
            np.full(len(counts), 1 / len(counts)),
            bounds=[(1e-9, 1)] * len(counts),
            constraints=[
                {"type": "eq", "fun": lambda p: p.sum() - 1},
                {"type": "eq", "fun": lambda p, end=end: p @ values - end},
            ],
            options={"ftol": 1e-14, "maxiter": 500},
        )
        variance = found.x @ (values - end) ** 2
        assert n * (mean - end) ** 2 / variance == pytest.approx(Z2, rel=2e-3)


@pytest.mark.parametrize(
    ("miss", "fpr", "price", "least"), [(0.2, 0.1, 25, 0.94), (0.1, 0.05, 100, 0.93)]
)
def test_a_cost_of_few_dear_errors_is_covered(miss, fpr, price, least) -> None:
    """Exactly, over all tables of 1,000 rows with 2 % positives; the delta method had 0.80-0.91."""
    n, dear, cheap = 1000, 0.02 * miss, 0.98 * fpr
    fn = np.arange(25)
    fp = np.arange(binom.ppf(1e-6, n, cheap), binom.ppf(1 - 1e-6, n, cheap) + 1)
    grid = np.array(list(itertools.product(fn, fp)))
    chance = binom.pmf(grid[:, 0], n, dear)
    chance *= binom.pmf(grid[:, 1], n - grid[:, 0], cheap / (1 - dear))
    shares = np.column_stack([n - grid.sum(1), grid[:, 1], grid[:, 0]]) / n
    low, high = mean_ends(shares, [0.0, 1 / price, 1.0], np.full(len(grid), n), 0.95)
    mean = dear + cheap / price
    assert chance.sum() == pytest.approx(1, abs=1e-5)
    assert least < chance[(low <= mean) & (mean <= high)].sum() < 0.98


def test_the_price_of_an_error_is_the_error_rate_where_both_cost_one() -> None:
    table = matrix(16, 4, 98, 882)
    cost, rate = (estimated(table, find(key)) for key in ("expected_cost", "error_rate"))
    assert (cost.low, cost.high) == pytest.approx((rate.low, rate.high), abs=1e-12)
    assert cost.method == "wilson (mean)"


def test_none_wrong_is_no_certainty() -> None:
    found = estimated(matrix(20, 0, 0, 980))
    assert (found.value, found.low) == (0, 0)
    assert found.high == pytest.approx(25 * Z2 / (1000 + Z2))


@pytest.mark.parametrize("metric", [COST, find("net_benefit").with_values(threshold=0.1)])
def test_equal_weights_change_nothing(metric) -> None:
    truth, called = (np.repeat(x, [16, 4, 98, 882]) for x in ([1, 1, 0, 0], [1, 0, 1, 0]))
    plain, equal = (
        vc.evaluate(truth, called, sample_weight=w)[metric.key] for w in (None, np.full(1000, 2.5))
    )
    assert (equal.low, equal.high) == pytest.approx((plain.low, plain.high), rel=1e-9)


def test_uneven_weights_cover() -> None:
    """Log-normal weights (0.5), four misses in 1,000 rows: the delta method covered 0.89."""
    random, held = np.random.default_rng(1), 0
    for _ in range(200):
        truth = random.random(1000) < 0.02
        called = random.random(1000) < np.where(truth, 0.8, 0.1)
        table = vc.ConfusionMatrix.from_labels(
            truth.astype(int), called.astype(int), sample_weight=random.lognormal(0, 0.5, 1000)
        )
        found = estimated(table)
        held += found.low <= 0.02 * 0.2 * 25 + 0.98 * 0.1 <= found.high
    assert held >= 184  # 0.92


def test_what_was_not_seen_may_be_heavy() -> None:
    """No miss among 20 positives that weigh ten each: a miss would weigh ten as well."""
    rows = np.repeat([1, 0, 0], [20, 49, 931]), np.repeat([1, 1, 0], [20, 49, 931])
    weight = np.where(rows[0] == 1, 10.0, 1.0)
    found = vc.evaluate(*rows, sample_weight=weight)["expected_cost(1, 25)"]
    shares = np.array([49, 931 + 200]) / 1180
    expected = mean_ends(shares, [1 / 25, 0], 118, 0.95)
    assert found.high == pytest.approx(25 * float(expected[1]))


def test_effective_rows() -> None:
    assert effective_rows([3, 7], [3, 7], [0, 1]) == pytest.approx(10)
    assert effective_rows([30, 70], [300, 700], [0, 1]) == pytest.approx(10)
    assert effective_rows([8, 2], [40, 2], [0, 1]) == pytest.approx(100 / 42)  # Kish's at most


def test_a_method_asked_for_by_name() -> None:
    table = matrix(16, 4, 98, 882)
    assert estimated(table, method="wilson").method == "wilson (mean)"
    assert estimated(table, method="delta").method == "delta"
    assert "jeffreys" in estimated(table, method="jeffreys").note


@pytest.mark.parametrize(
    "metric", [m for m in CATALOGUE.values() if m.per_case], ids=lambda m: m.key
)
def test_a_mean_over_cases_is_one(metric) -> None:
    """Of two tables together it is the mean of both, by their rows."""
    random = np.random.default_rng(4)
    one, other = (matrix(*random.integers(1, 90, 4)) for _ in range(2))
    both = (metric(one) * one.total + metric(other) * other.total) / (one.total + other.total)
    assert metric(one + other) == pytest.approx(both, rel=1e-12)


def test_very_many_cells_keep_the_delta_method() -> None:
    random = np.random.default_rng(0)
    table = vc.ConfusionMatrix(random.integers(1, 5, (40, 40)), labels=list(range(40)))
    found = table.evaluate().cost(random.random((40, 40))).estimate
    assert found.method == "delta"
    assert found.low < found.value < found.high
