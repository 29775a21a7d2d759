"""The shipped simulation: honest evaluations of many kinds are left in peace, faults are found."""

from itertools import islice

import numpy as np
import pytest

from simulations.honest_cautions import (
    FAULTS,
    by_kind,
    evaluations,
    reasons_of,
    simulated,
    spoiled,
    table,
)
from simulations.honest_evaluations import (
    CLASSES,
    GIVEN,
    LAYOUTS,
    PREVALENCE,
    ROWS,
    Honest,
    drawn,
    middle_of,
    probabilities_of,
)


def test_honest_evaluations_are_left_in_peace():
    found = list(islice(simulated(0, (40, 1000)), 36))
    assert sum(bool(one.needless) for one in found) <= 3  # of 1,000 fewer than 1 %: the guide
    assert "| `one_class` | serious | 0 | 0 |" in table(found)
    assert f"| labels | {len(found) // 3} |" in by_kind(found)


def test_they_are_of_every_kind():
    assert (ROWS, PREVALENCE) == ((40, 100_000), (0.02, 0.6))
    found = list(islice(evaluations(1), len(CLASSES) * len(LAYOUTS) * len(GIVEN)))
    kinds = {(one.given, one.layout, one.classes) for one in found}
    assert kinds == {(g, a, k) for g in GIVEN for a in LAYOUTS for k in range(2, 7)}
    assert {one.cut is None for one in found if one.given == "scores"} == {True, False}
    assert {one.prevalence is None for one in found} == {True, False}
    assert {bool(reasons_of(one)) for one in found} == {True, False}
    rows = [len(one.truth) for one in found]
    assert min(rows) < 100
    assert max(rows) > 50_000


@pytest.mark.parametrize("classes", [2, 4])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_outcomes_are_drawn_with_the_probabilities_evaluated(layout, classes):
    one = drawn(np.random.default_rng(5), "probabilities", layout, classes, rows=(2000, 4000))
    assert one.said is one.log_odds
    p = probabilities_of(one.log_odds)
    both = np.stack([1 - p, p], 1) if classes == 2 else p
    observed = np.bincount(one.truth, minlength=classes)
    spread = np.sqrt((both * (1 - both)).sum(0))
    assert np.all(np.abs(observed - both.sum(0)) < 4 * spread)


def test_the_middle_makes_the_prevalence():
    odds = middle_of(0.05, 2.0) + 2.0 * np.random.default_rng(0).normal(size=400_000)
    assert probabilities_of(odds).mean() == pytest.approx(0.05, abs=0.001)


def plain(truth, odds, **more):
    return Honest("probabilities", "plain", np.asarray(truth), odds, odds, cut=0.5, **more)


def test_reasons_are_those_of_the_design():
    odds = np.tile([2.0, -2.0], 50)
    assert reasons_of(plain(np.arange(100) % 2, odds)) == set()
    few = reasons_of(plain(np.arange(100) < 5, odds))
    assert "very_few_of_a_class" in few
    timid = np.full(100, -2.0)  # nothing is ever called positive
    assert {"class_never_predicted", "accuracy_paradox"} <= reasons_of(
        plain(np.arange(100) % 8 == 0, timid)
    )
    part = np.arange(100) % 12
    assert "few_clusters" in reasons_of(
        Honest("probabilities", "clusters", np.arange(100) % 2, odds, odds, part, cut=0.5)
    )


@pytest.mark.parametrize("fault", FAULTS)
def test_faults_are_found(fault):
    random = np.random.default_rng(6)
    key = FAULTS[fault][-1]
    found = [{c.key for c in spoiled(random, fault).evaluated().cautions} for _ in range(4)]
    assert sum(key in said for said in found) >= 2
