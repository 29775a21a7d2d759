"""What the records of probabilities claim, executed: range, chance, undefined cases, identities."""

from dataclasses import replace
from math import inf

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from veracity.metrics import find
from veracity.metrics.advice.plain_formula import plain_formula
from veracity.metrics.catalogue.catalogue import PROBABILITY
from veracity.statistics.scores.probability_table import ProbabilityTable

# every record reads a table of two classes, itself or as one of what it also reads
RECORDS = list(PROBABILITY.values())
ROWS = st.lists(st.tuples(st.integers(0, 1), st.integers(0, 20)), min_size=1, max_size=40)
VARIANTS = sorted({key for m in RECORDS for key in (m.key, *m.examples)})


def table_of(rows, weight=None) -> ProbabilityTable:
    return ProbabilityTable.of_rows([y for y, _ in rows], [p / 20 for _, p in rows], weight)


def same(mine, yours, tolerance=1e-10) -> bool:
    return np.allclose(mine, yours, rtol=tolerance, atol=tolerance, equal_nan=True)


@settings(max_examples=40, deadline=None)
@given(ROWS)
def test_values_lie_in_the_range_and_nan_has_a_reason(rows) -> None:
    table = table_of(rows)
    for key in VARIANTS:
        metric = find(key)
        value, (low, high) = float(metric(table)), metric.bounds
        if np.isnan(value) or np.isinf(value):
            assert metric.reasons(table), key
        else:
            assert low - 1e-12 <= value <= high + 1e-12, key


@settings(max_examples=40, deadline=None)
@given(ROWS)
def test_a_reason_means_no_plain_value(rows) -> None:
    table = table_of(rows)
    for metric in RECORDS:
        undefined = [case for case in metric.undefined_when if case.holds(table)]
        endless = [case for case in metric.infinite_when if case.holds(table)]
        value = float(metric(table))
        assert np.isnan(value) == bool(undefined), metric.key
        if endless and not undefined:
            assert value in (inf, -inf), metric.key


@settings(max_examples=30, deadline=None)
@given(ROWS)
def test_identities_hold(rows) -> None:
    table = table_of(rows)
    for metric in RECORDS:
        for identity in metric.identities:
            right = identity.right(lambda key: float(find(key)(table)))
            left = float(metric(table))
            if np.isfinite(left):
                assert left == pytest.approx(right, abs=1e-10), (metric.key, identity.formula)


@settings(max_examples=25, deadline=None)
@given(ROWS, st.floats(0.01, 50))
def test_the_scale_of_weights_does_not_matter(rows, scale) -> None:
    weight = 0.5 + np.arange(len(rows)) % 3
    one, other = table_of(rows, weight), table_of(rows, weight * scale)
    for metric in RECORDS:
        assert same(metric(one), metric(other), 1e-8), metric.key


@settings(max_examples=25, deadline=None)
@given(ROWS)
def test_a_whole_weight_is_as_many_rows(rows) -> None:
    """For records whose value does not depend on how the rows are cut by number."""
    often = 1 + np.arange(len(rows)) % 3
    many = table_of([row for row, times in zip(rows, often, strict=True) for _ in range(times)])
    weighted = table_of(rows, often.astype(float))
    by_rows = {"ece_debiased", "ici", "e50", "e90", "emax"}
    by_rows |= {"adaptive_calibration_error"}  # quantiles of rows
    by_rows |= {"discrimination_d", "unreliability_u", "quality_q"}  # n is the effective one
    for metric in RECORDS:
        if metric.key not in by_rows:
            assert same(metric(many), metric(weighted)), metric.key


def test_leading_axes_are_a_loop() -> None:
    rng = np.random.default_rng(5)
    scores = np.sort(rng.random(60))[::-1].copy()
    weight = rng.poisson(1.0, (3, 2, 2, 60)).astype(float)
    weight[0, 1, 0] = 0.0  # one class only
    weight[2, 0] = 0.0  # nothing at all
    table = ProbabilityTable(scores, weight, (0, 1), 1)
    for key in VARIANTS:
        metric = find(key)
        with np.errstate(all="ignore"):
            both = metric(table)
            assert both.shape == (3, 2), key
            for axes in np.ndindex(3, 2):
                one = metric(ProbabilityTable(scores, weight[axes].copy(), (0, 1), 1))
                assert same(both[axes], one), (key, axes)


def test_leading_axes_with_certainties_that_only_some_have() -> None:
    scores = np.array([1.0, 0.7, 0.4, 0.2, 0.0])
    weight = (
        np.array([[[0, 1, 2, 3, 0], [0, 3, 1, 1, 0]], [[1, 1, 2, 3, 1], [1, 3, 1, 1, 1]]]) * 1.0
    )
    table = ProbabilityTable(scores, weight, (0, 1), 1)
    for metric in RECORDS:
        with np.errstate(all="ignore"):
            both = metric(table)
            alone = metric(
                ProbabilityTable(scores[1:4].copy(), weight[0, :, 1:4].copy(), (0, 1), 1)
            )
        assert same(both[0], alone), metric.key


@settings(max_examples=30, deadline=None)
@given(st.integers(1, 30), st.integers(1, 30))
def test_chance_is_what_the_base_rate_scores(yes: int, no: int) -> None:
    rate = yes / (yes + no)
    constant = ProbabilityTable.of_rows([1] * yes + [0] * no, [rate] * (yes + no))
    fitted = {"calibration_slope", "calibration_intercept", "ece_top_label"}  # no line, no bins
    fitted |= {"unreliability_u", "quality_q"}
    for metric in RECORDS:
        if metric.key not in fitted:
            expected = float(metric(constant))
            assert float(metric.at_chance(constant)) == pytest.approx(expected, abs=2e-3), (
                metric.key
            )


def test_better_means_better() -> None:
    """True probabilities against the same ones made too extreme, in a large sample."""
    rng = np.random.default_rng(2)
    q = rng.beta(2, 2, 20_000)
    y = rng.random(20_000) < q
    wrong = 1 / (1 + (1 / q - 1) ** 3)
    good, bad = (ProbabilityTable.of_rows(y.astype(int), p) for p in (q, wrong))
    for metric in RECORDS:
        one, other = float(metric(good)), float(metric(bad))
        if metric.key in ("mae", "murphy_resolution", "corp_discrimination", "ordinal_auroc"):
            continue  # improper; all distinct; the same order
        if metric.better == "lower":
            assert one < other, metric.key
        elif metric.better == "higher":
            assert one > other, metric.key


def test_both_languages_and_references() -> None:
    for metric in RECORDS:
        for text in (metric.names, metric.question, metric.misleads_when, metric.chance.words):
            assert text.en
            assert any("一" <= sign <= "鿿" for sign in text.zh) or text.zh in ("0", "1", "1/2"), (
                metric.key
            )
        assert metric.references
        assert metric.formula


def test_formulas_are_plain_on_a_terminal() -> None:
    for metric in RECORDS:
        assert not set(plain_formula(metric.formula)) & set("\\{}$"), metric.key


def test_biased_functionals_have_no_interval() -> None:
    keys = {
        "ece", "ece_top_label", "ece_classwise", "ece_debiased", "smooth_ece", "mce", "ici", "e50",
        "e90", "emax", "corp_miscalibration", "corp_discrimination", "murphy_reliability",
        "murphy_resolution", "unreliability_u", "adaptive_calibration_error",
    }  # fmt: skip
    assert {m.key for m in RECORDS if m.no_interval is not None} == keys


def test_nothing_without_rows() -> None:
    empty = ProbabilityTable(np.zeros(0), np.zeros((2, 0)), (0, 1), 1)
    for metric in RECORDS:
        assert np.isnan(float(metric(empty))), metric.key
        assert metric.reasons(empty), metric.key


def test_squares_are_carried_along() -> None:
    table = table_of([(0, 3), (1, 17), (1, 9)], np.array([1.0, 2.0, 3.0]))
    assert replace(table).weighted
    assert np.isfinite(float(find("ece_debiased(2)")(table)))
