"""Every claim of every record holds, also at other parameter values and for averages."""

from __future__ import annotations

import re

import numpy as np
import pytest

from tests.metrics import tables
from tests.metrics.claims import check_claims
from tests.metrics.comparing import same
from veracity.metrics import CATALOGUE, TWO_CLASSES, Metric, find
from veracity.metrics.record.averaging import AVERAGES

VARIANTS = tuple(key for metric in CATALOGUE.values() for key in metric.examples)
PARAMETRISED = tuple(m.key for m in CATALOGUE.values() if m.parameters)
# Averaged over classes these are 1/K whatever the data: there is no claim to try.
EMPTY_AVERAGES = {"prevalence", "predicted_positive_rate"}
ALWAYS_ONE = {"micro_frequency_bias", "weighted_frequency_bias"}  # as many calls as cases
AVERAGED = tuple(
    f"{how}_{key}"
    for how in AVERAGES
    for metric in TWO_CLASSES
    if metric.key not in EMPTY_AVERAGES and f"{how}_{metric.key}" not in ALWAYS_ONE
    for key in (metric.key, *metric.examples)
)


@pytest.mark.parametrize("key", CATALOGUE)
def test_every_record_claims_what_is_so(key: str) -> None:
    check_claims(CATALOGUE[key])


@pytest.mark.parametrize("key", VARIANTS)
def test_every_variant_claims_what_is_so(key: str) -> None:
    metric = find(key)
    assert metric.values, "an example differs from the default"
    check_claims(metric)


@pytest.mark.parametrize("key", AVERAGED)
def test_every_average_claims_what_is_so(key: str) -> None:
    check_claims(find(key))


@pytest.mark.parametrize("key", PARAMETRISED)
def test_every_parameter_has_an_example(key: str) -> None:
    """Numbers and words are tried at a value that is not the default; a matrix is tried below."""
    metric = CATALOGUE[key]
    tried = {name for example in metric.examples for name in find(example).values}
    assert {p.name for p in metric.parameters if p.words or p.between} <= tried
    words = {find(e).values.get(p.name) for p in metric.parameters for e in metric.examples}
    listed = {w for p in metric.parameters for w in p.words if w != p.default}
    assert listed <= words, "every word is tried"


@pytest.mark.parametrize("key", sorted(EMPTY_AVERAGES))
def test_these_averages_are_one_over_the_number_of_classes(key: str) -> None:
    for classes in (2, 3, 4):
        c = tables.full(classes)
        for how in ("macro", "micro"):
            assert same(find(f"{how}_{key}")(c), 1 / classes).all()


@pytest.mark.parametrize("key", sorted(ALWAYS_ONE))
def test_over_all_classes_there_are_as_many_calls_as_cases(key: str) -> None:
    for classes in (2, 3, 4):
        assert same(find(key)(tables.full(classes)), 1.0).all()


WEIGHTS = np.array([[0, 1, 0], [0, 0, 1], [1, 0, 0]])


def test_kappa_with_weights_of_ones_own_says_when_it_is_undefined() -> None:
    kappa = find("kappa").with_values(weights=WEIGHTS)
    for c in (tables.sparse_three(), tables.random(3)):
        said = np.array([case.holds(c) for case in kappa.undefined_when])
        assert (said.any(0) == np.isnan(kappa(c))).all()
        assert (kappa(c)[~said.any(0)] <= kappa.bounds[1]).all()
    assert said.shape[0] == 2


def test_kappa_with_weights_of_ones_own_has_no_lower_end_at_minus_one() -> None:
    turned = tables.matrix([[0, 1, 0], [0, 0, 1], [1, 0, 0]])
    assert find("kappa").with_values(weights=WEIGHTS)(turned) == -2  # 1 - 1/(3/9)
    assert find("kappa").with_values(weights=WEIGHTS).bounds == (-np.inf, 1)
    assert find("kappa").with_values(weights=WEIGHTS).with_values(weights=None).bounds == (-1, 1)


def test_going_back_to_the_default_takes_back_what_was_restated() -> None:
    there = find("d_prime(loglinear)")
    back = there.with_values(correction="none")
    assert (there.infinite_when, there.scale_free) == ((), False)
    assert (back.key, back.scale_free) == ("d_prime", True)
    assert [c.words for c in back.infinite_when] == [c.words for c in find("d_prime").infinite_when]


@pytest.mark.parametrize("key", ["fbeta(2)", "expected_cost(fn=25)", "net_benefit(0.9)"])
def test_an_average_of_a_variant_is_the_average_of_that_variant(key: str) -> None:
    average, metric = find(f"macro_{key}"), find(key)
    assert average.key == f"macro_{key}"
    assert average.bounds == metric.bounds
    assert average.average is not None
    assert average.average.of.key == metric.key
    c = tables.full(3)
    assert same(average(c), metric(c.one_vs_rest()).mean(-1)).all()


def published(metric: Metric) -> list[str]:
    return [r for r in metric.references if re.search(r"\b(1[89]|20)\d\d\b", r)]


def test_references_name_someone_and_a_plausible_year() -> None:
    for metric in CATALOGUE.values():
        assert published(metric) == list(metric.references), metric.key
        assert all(r[0].isupper() or r.startswith("van ") for r in metric.references), metric.key
