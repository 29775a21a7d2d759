"""Costs by exact fractions, thresholds by Elkan's formula, and odd costs."""

import itertools
import json
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.metrics.seed_cases import CASES, counts_of
from tests.metrics.tables import two
from veracity.comparisons.differences.cost_ratio import cost_ratio
from veracity.decisions.costs.cost_curves import cost_line
from veracity.decisions.costs.cost_matrix import cost_matrix
from veracity.decisions.costs.costs import cost
from veracity.decisions.expected_loss.population import population
from veracity.decisions.thresholds.choosing import choose
from veracity.errors import InputError
from veracity.intervals import Settings
from veracity.statistics import ConfusionMatrix
from veracity.statistics.scores.score_table import ScoreTable

S, B = (two(**counts_of(case)) for case in ("s003.paradox_S", "s003.paradox_B"))


def test_the_two_models_of_the_article_cost_the_same_at_891_to_35() -> None:
    expected = CASES["s003.paradox_costs"]["expected"]
    ratio = Fraction(expected["cost_ratio_break_even_FN_over_FP"]["exact"])
    assert cost_ratio(S, B) == ratio == Fraction(891, 35)
    for factor, cheaper in ((Fraction(99, 100), S), (Fraction(101, 100), B)):
        costs = [[0, 1], [float(ratio * factor), 0]]
        one, other = (cost(table, costs).estimate.value for table in (S, B))
        assert (one < other) == (cheaper is S)
    even = [cost(table, [[0, 1], [float(ratio), 0]]) for table in (S, B)]
    assert even[0].estimate.value == pytest.approx(even[1].estimate.value, rel=1e-12)
    share = Fraction(expected["threshold_probability_break_even"]["exact"])
    assert even[0].threshold == pytest.approx(float(share), rel=1e-12)


def test_expected_cost_of_three_classes_and_its_interval() -> None:
    table = ConfusionMatrix([[80, 20, 0], [10, 70, 20], [0, 10, 40]], labels=("a", "b", "c"))
    prices = [[0, 1, 3], [2, 0, 1], [9, 4, 0]]
    counts = np.array(table.counts).ravel()
    each = np.array(prices, float).ravel()
    mean = Fraction(int((counts * each).sum()), 250)
    spread = math.sqrt(((counts * each**2).sum() / 250 - float(mean) ** 2) / 250)
    found = cost(table, prices)
    assert found.estimate.value == pytest.approx(float(mean), rel=1e-14)
    assert found.estimate.high - found.estimate.low == pytest.approx(2 * 1.96 * spread, rel=0.03)
    # always answering a, b, c: the row totals are 100, 100, 50
    assert found.constants == pytest.approx({"a": 650 / 250, "b": 300 / 250, "c": 400 / 250})
    assert found.best_constant == "b"
    assert found.gain.value == pytest.approx(300 / 250 - float(mean))
    assert math.isnan(found.threshold)


def test_a_mapping_and_utilities_say_the_same() -> None:
    prices = {(0, 1): 1, (1, 0): 25}
    found, gained = cost(B, prices), cost(B, {k: -v for k, v in prices.items()}, utility=True)
    assert gained.estimate.value == pytest.approx(-found.estimate.value)
    assert (gained.estimate.low, gained.estimate.high) == pytest.approx(
        (-found.estimate.high, -found.estimate.low), rel=1e-6
    )
    assert gained.gain.value == pytest.approx(found.gain.value)
    assert gained.best_constant == found.best_constant == 0
    assert "utility" in str(gained)


def test_at_the_prevalence_of_use() -> None:
    found = cost(B, [[0, 1], [25, 0]], where=population(0.1))
    assert found.estimate.value == pytest.approx(0.9 * 0.1 + 25 * 0.1 * 0.05)
    assert found.constants == pytest.approx({0: 2.5, 1: 0.9})
    assert found.best_constant == 1
    assert found.estimate.low < found.estimate.value < found.estimate.high


costs_of_two = st.tuples(*[st.integers(0, 20) for _ in range(4)])


@given(costs_of_two, st.floats(0.01, 0.99))
def test_the_threshold_is_where_calling_becomes_cheaper(four, p) -> None:
    tn, fp, fn, tp = four
    found = cost_matrix([[tn, fp], [fn, tp]], (0, 1), 1)
    call, leave = p * tp + (1 - p) * fp, p * fn + (1 - p) * tn
    if math.isnan(found.threshold):
        assert fp <= tn or fn <= tp
        assert found.never or (fp < tn and fn < tp)  # or right calls are the dear ones
    elif abs(p - found.threshold) > 1e-9:
        assert (p > found.threshold) == (call < leave)
        assert found.never == ()
        assert int(found.best_call([1 - p, p])) == int(call < leave)


@given(st.lists(st.integers(0, 6), min_size=9, max_size=9))
def test_never_worth_answering_by_trying_probabilities(nine) -> None:
    costs = np.array(nine, float).reshape(3, 3)
    found = cost_matrix(costs, ("a", "b", "c"), None)
    grid = np.array([p for p in itertools.product(range(25), repeat=3) if sum(p) == 24]) / 24
    prices = grid @ costs
    for index, label in enumerate("abc"):
        others = np.delete(prices, index, 1).min(1)
        if (prices[:, index] < others - 1e-9).any():
            assert label not in found.never


def test_a_mixture_of_two_answers_can_rule_out_a_third() -> None:
    """b costs 3 always; a and c cost 0 or 5: half a, half c costs 2.5, so b is never best."""
    found = cost_matrix([[0, 3, 5], [5, 3, 0], [2, 3, 2]], ("a", "b", "c"), None)
    assert found.never == ("b",)


def test_odd_costs_are_said() -> None:
    assert "nothing to decide" in cost(B, [[2, 2], [2, 2]]).note
    never = cost(B, [[0, 1], [0, 5]])
    assert never.never == (1,)
    assert "predicting 1 never pays" in never.note
    assert math.isnan(never.threshold)
    gains = cost(B, [[1, 0], [0, 1]])
    assert "utility=True" in gains.note
    assert math.isnan(gains.threshold)


def test_regrets_serve_choosing_a_threshold() -> None:
    """Costs of right calls only shift the sum of a class: the best threshold stays."""
    draw = np.random.default_rng(4)
    truth = np.repeat([1, 0], [60, 140])
    table = ScoreTable.of_rows(truth, draw.normal(truth, 1))
    priced = cost_matrix([[1, 3], [10, 2]], (0, 1), 1)
    fp, fn, _ = priced.as_two
    assert (fp, fn) == (2, 8)
    chosen = choose(table, cost_fp=fp, cost_fn=fn, settings=Settings(method="none")).threshold
    each = [cost(table.counts_at(t), [[1, 3], [10, 2]]).estimate.value for t in table.scores]
    best = cost(table.counts_at(chosen), [[1, 3], [10, 2]]).estimate.value
    assert best == pytest.approx(min(each))


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ([[0, 1]], "shape"),
        ([[0, 1, 2], [1, 0, 2], [1, 2, 0]], "3, 3"),
        ([[0, math.nan], [1, 0]], "finite"),
        ([["a", 1], [1, 0]], "finite"),
        ({(0, 7): 1}, "7"),
        ({0: 1}, "truth, called"),
        ({(0, 1): "x"}, "finite"),
    ],
)
def test_bad_cost_matrices_are_refused(given, said: str) -> None:
    with pytest.raises(InputError, match=said):
        cost(B, given)


def test_the_cost_line_of_one_operating_point() -> None:
    line = cost_line(two(tn=90, fp=10, fn=20, tp=80))
    x, z = 0.3, 1.959963984540054
    index = int(np.argmin(np.abs(line.x - x)))
    value = 0.2 * x + 0.1 * (1 - x)
    error = math.sqrt(x**2 * 0.2 * 0.8 / 100 + (1 - x) ** 2 * 0.1 * 0.9 / 100)
    assert line.y[index] == pytest.approx(value)
    assert line.band.high[index] - line.band.low[index] == pytest.approx(2 * z * error, rel=0.02)


def test_forms() -> None:
    found = cost(B, [[0, 1], [25, 0]])
    assert float(found) == found.estimate.value
    assert "always predicting 0: 0.250" in str(found).lower()
    assert "期望代价" in found.text("zh")
    assert json.loads(found.to_json())["best_constant"] == "0"
