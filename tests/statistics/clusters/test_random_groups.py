"""Very many clusters as random groups: whole clusters, the same everywhere, the same variance."""

import numpy as np
import pytest

from veracity.statistics.clusters.clusters import Clusters, merged_clusters
from veracity.statistics.clusters.random_groups import (
    GROUPS,
    PRIME,
    SHIFT,
    alike,
    group_ids,
    groups_in,
    groups_of,
)


def test_whole_numbers_are_fifth_powers_modulo_a_prime():
    numbers = [0, 1, -7, 2**31 - 1, 2**62, -(2**62), 2**100]
    expected = [pow(x % PRIME + SHIFT, 5, PRIME) % GROUPS for x in numbers]
    assert groups_of(numbers).tolist() == expected
    assert groups_of([float(x) for x in (0, 1, -7)]).tolist() == expected[:3]
    assert groups_of(["1", "1.0", "anna"]).tolist()[:2] == [expected[1]] * 2


@pytest.mark.parametrize(
    "labels",
    [range(200_000), range(0, 1024 * 200_000, 1024), [f"patient {i}" for i in range(200_000)]],
)
def test_groups_fill_as_by_chance(labels):
    """The spread of the sizes is that of 200,000 balls in 1,024 boxes: χ² about 1,023 ± 45."""
    held = np.bincount(groups_of(labels), minlength=GROUPS)
    mean = 200_000 / GROUPS
    chi_square = float(((held - mean) ** 2 / mean).sum())
    assert abs(chi_square - (GROUPS - 1)) < 6 * np.sqrt(2 * (GROUPS - 1))


def test_fewer_groups_are_unions_of_groups():
    labels = [*range(500), "a", "b", 2.5, (1, 2)]
    ids = group_ids(groups_of(labels).tolist())
    assert groups_of(ids, 64).tolist() == groups_of(labels, 64).tolist()
    assert groups_in(ids) == GROUPS
    assert groups_in(labels) is None
    assert alike([labels, labels]) is None


def some_units(ids, seed):
    random = np.random.default_rng(seed)
    cluster = np.repeat(np.arange(len(ids)), 2)
    return Clusters(
        tuple(ids), cluster, np.tile([0, 3], len(ids)), random.integers(1, 9, 2 * len(ids))
    )


@pytest.mark.parametrize("merged", [lambda a, b: a.plus(b), lambda a, b: merged_clusters([a, b])])
def test_clusters_join_the_groups_of_the_other_side(merged):
    """Sums by group are those of all clusters that the group holds, whichever side had them."""
    left, right = some_units(range(300), 1), some_units(range(200, 500), 2)
    used, index = np.unique(groups_of(left.ids, 64), return_inverse=True)
    grouped = Clusters.of_entries(
        group_ids(used.tolist(), 64), index[left.cluster], left.cell, left.weight, left.squares
    )
    found = merged(grouped, right)
    assert groups_in(found.ids) == 64
    expected = np.zeros((64, 4))
    for clusters in (left, right):
        np.add.at(
            expected,
            (groups_of(clusters.ids, 64)[clusters.cluster], clusters.cell),
            clusters.weight,
        )
    at = [number for _, _, number in found.ids]
    assert np.array_equal(found.dense(4), expected[at])
    assert expected.sum() == found.weight.sum()
    both = merged(right, grouped)
    assert np.array_equal(both.dense(4), expected[[number for _, _, number in both.ids]])


def test_variance_between_groups_is_that_between_clusters():
    """Mean over 400 sets of cluster sums: Σ² between 64 groups against Σ² between clusters."""
    random = np.random.default_rng(5)
    group = groups_of(range(5000), 64)
    ratios = []
    for _ in range(400):
        moved = random.standard_t(5, 5000) * random.gamma(1, 1, 5000)
        moved -= moved.mean()
        of_groups = np.bincount(group, moved, 64)
        ratios.append((of_groups**2).sum() / (moved**2).sum())
    assert abs(np.mean(ratios) - 1) < 4 * np.std(ratios) / 20
    assert np.std(ratios) == pytest.approx(np.sqrt(2 / 64), rel=0.25)
