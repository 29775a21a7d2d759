"""Groups that differ by more than noise, and groups too small to judge."""

import numpy as np
import pytest
from scipy.stats import chi2, fisher_exact

from tests.cautions.samples import counts, evidence, scored
from veracity.cautions.catalogue.finding import cautions_of
from veracity.cautions.checks.of_groups import _estimated


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
    high, low = (facts.groups[g].estimate("recall") for g in ("g0", "g1"))
    # each error is read off the end that faces the other group
    error = np.array([high.value - high.low, low.high - low.value]) / 1.959964
    z = (high.value - low.value) / np.hypot(*error)  # of two groups Q is z²
    assert found["p_value"] == pytest.approx(chi2.sf(z**2, 1), rel=1e-5)


def test_a_share_of_one_in_a_small_group_is_no_certainty():
    # 12 of 12 beside 480 of 600: Fisher's exact p is 0.14
    assert fisher_exact([[12, 0], [480, 120]]).pvalue > 0.1
    assert evidence("group_disparity", grouped((12, 3, 0, 80), (480, 120, 120, 3200))) is None


def test_many_small_groups_do_not_cry_wolf():
    random = np.random.default_rng(1)
    spoke = 0
    for _ in range(40):
        rows = random.multinomial(25, [0.4, 0.05, 0.1, 0.45], size=30)
        spoke += evidence("group_disparity", grouped(*rows)) is not None
    assert spoke <= 1  # with errors read off both ends it was 40


def test_a_small_group_is_not_blamed_for_what_large_ones_do():
    # the large groups surely differ, by 0.02; the small one is lowest by chance
    parts = (9000, 2000, 1000, 8000), (8800, 2000, 1200, 8000), (8, 2, 4, 10)
    assert evidence("group_disparity", grouped(*parts)) is None


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


def test_groups_of_two_columns_are_named_by_both():
    """Their names were tuples in brackets, of which a shortened line left "(,)"."""
    parts = {("big", "north"): (90, 20, 10, 80), ("tiny", "south"): (4, 2, 2, 80)}
    groups = {name: counts(*part) for name, part in parts.items()}
    facts = counts(94, 22, 12, 160, groups=groups)
    assert evidence("small_groups", facts)["groups"] == ("'tiny · south'",)
    line = next(one for one in cautions_of(facts) if one.key == "small_groups").line
    start = "note: In 1 of 2 groups some class has fewer than 10 rows: too few"
    assert line("en").startswith(start)
    assert "其某一类别不足 10 行：样本太少" in line("zh")
    parts = {("f", "s1"): (90, 20, 10, 80), ("m", "s2"): (60, 20, 40, 80)}
    groups = {name: counts(*part) for name, part in parts.items()}
    found = evidence("group_disparity", counts(150, 40, 50, 160, groups=groups))
    assert (found["lowest"], found["highest"]) == ("'m · s2'", "'f · s1'")


def test_a_figure_of_fewer_than_ten_trials_is_not_compared():
    assert _estimated(counts(tp=5, fn=4), "recall") is None
    assert _estimated(counts(tp=5, fn=5), "recall").n == 10
    truth = [1] * 9 + [0] * 50
    assert _estimated(scored(truth, np.arange(59.0)), "auroc") is None
    assert _estimated(scored([1, *truth], np.arange(60.0)), "auroc").n == 60
