"""Groups that differ by more than noise, and groups too small to judge."""

import numpy as np
import pytest
from scipy.stats import chi2

from tests.cautions.samples import counts, evidence


def grouped(*parts, **more):
    groups = {f"g{i}": counts(*part) for i, part in enumerate(parts)}
    return counts(*np.sum(parts, axis=0), groups=groups, **more)


def test_groups_that_differ():
    facts = grouped((90, 20, 10, 80), (60, 20, 40, 80))
    found = evidence("group_disparity", facts)
    assert (found["key"], found["lowest"], found["highest"]) == ("recall", "'g1'", "'g0'")
    assert found["spread"] == pytest.approx(0.3)


def test_the_p_value_is_that_of_cochran():
    facts = grouped((90, 20, 10, 80), (60, 20, 40, 80))
    found = evidence("group_disparity", facts)
    ends = [facts.groups[g].estimate("recall") for g in ("g0", "g1")]
    error = [(e.high - e.low) / (2 * 1.959964) for e in ends]
    z = (ends[0].value - ends[1].value) / np.hypot(*error)  # of two groups Q is z²
    assert found["p_value"] == pytest.approx(chi2.sf(z**2, 1), rel=1e-5)


def test_groups_that_differ_by_chance_alone():
    assert evidence("group_disparity", grouped((70, 20, 30, 80), (66, 22, 34, 78))) is None


def test_a_certain_but_small_difference_is_left_alone():
    parts = (90_000, 20_000, 10_000, 80_000), (88_000, 20_000, 12_000, 80_000)
    assert evidence("group_disparity", grouped(*parts)) is None


def test_one_group_cannot_differ():
    assert evidence("group_disparity", grouped((90, 20, 10, 80))) is None
    assert evidence("group_disparity", counts()) is None


def test_many_equal_groups_do_not_cry_wolf():
    random = np.random.default_rng(0)
    spoke = 0
    for _ in range(60):
        parts = [
            (*random.multinomial(50, [0.8, 0.2]), *random.multinomial(50, [0.1, 0.9]))
            for _ in range(8)
        ]
        spoke += (
            evidence("group_disparity", grouped(*[(a, c, b, d) for a, b, c, d in parts]))
            is not None
        )
    assert spoke <= 2


def test_small_groups_are_named():
    found = evidence("small_groups", grouped((90, 20, 10, 80), (4, 2, 2, 80)))
    assert (found["groups"], found["n"], found["of"]) == (("'g1'",), 1, 2)
    assert evidence("small_groups", grouped((90, 20, 10, 80), (60, 20, 40, 80))) is None
