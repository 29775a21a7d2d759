"""The shipped simulation: what holds when all clusters have the same share."""

import numpy as np
import pytest

from simulations.agreeing_clusters import interval, measured


@pytest.mark.parametrize(("icc", "least"), [(0.0, 0.97), (0.1, 0.95)])
def test_the_true_share_is_inside_when_clusters_agree(icc, least):
    often, held = measured(np.random.default_rng(3), 40_000, 3, 10, 0.2, icc)
    assert often > 0.01
    assert held >= least


def test_more_clusters_say_more():
    widths = [np.diff(interval(k, 10, 3))[0] for k in (2, 4, 8, 16)]
    assert widths == sorted(widths, reverse=True)
