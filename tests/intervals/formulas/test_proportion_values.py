"""The seven intervals of a proportion against other packages and published tables."""

import numpy as np
import pytest
from scipy.stats import binomtest

from veracity.intervals import proportion_interval

CASES = [(0, 1), (0, 10), (1, 10), (5, 10), (10, 10), (3, 7), (81, 263), (15, 148), (999, 1000)]


@pytest.mark.parametrize("level", [0.8, 0.95, 0.999])
@pytest.mark.parametrize(
    ("method", "scipy"),
    [("wilson", "wilson"), ("wilson_cc", "wilsoncc"), ("clopper_pearson", "exact")],
)
@pytest.mark.parametrize(("x", "n"), CASES)
def test_scipy(x, n, method, scipy, level):
    expected = binomtest(x, n).proportion_ci(level, scipy)
    found = proportion_interval(x, n, method, level)
    assert found == pytest.approx((expected.low, expected.high), rel=1e-9, abs=1e-12)


# statsmodels 0.15.0, stats.proportion.proportion_confint(x, n, alpha, method), with wald
# called "normal"; jeffreys away from the edges, where ours keeps 0 and 1 (next test)
STATSMODELS = [
    (1, 10, 0.95, "agresti_coull", 0.0, 0.4259677373948323),
    (5, 10, 0.95, "agresti_coull", 0.23659309051256394, 0.7634069094874361),
    (10, 10, 0.95, "agresti_coull", 0.6791126942494543, 1.0),
    (15, 148, 0.95, "agresti_coull", 0.06138597492879727, 0.16148766632524705),
    (81, 263, 0.95, "agresti_coull", 0.25522066518999675, 0.3662774316710775),
    (81, 263, 0.99, "agresti_coull", 0.23998703260147503, 0.38543237240436246),
    (1, 10, 0.95, "jeffreys", 0.011011673763161133, 0.3813147710666164),
    (5, 10, 0.95, "jeffreys", 0.22352867025270517, 0.7764713297472948),
    (3, 7, 0.95, "jeffreys", 0.13886421910489025, 0.7654987507479063),
    (999, 1000, 0.95, "jeffreys", 0.9953355411912086, 0.999892081195319),
    (81, 263, 0.99, "jeffreys", 0.2385800476609325, 0.38426823916736547),
    (1, 10, 0.95, "wald", 0.0, 0.2859385096913685),
    (5, 10, 0.95, "wald", 0.19010248384771916, 0.8098975161522808),
    (10, 10, 0.95, "wald", 1.0, 1.0),
    (999, 1000, 0.95, "wald", 0.9970410162425702, 1.0),
    (81, 263, 0.99, "wald", 0.23465817194163152, 0.38131140980741796),
]


@pytest.mark.parametrize(("x", "n", "level", "method", "low", "high"), STATSMODELS)
def test_statsmodels(x, n, level, method, low, high):
    found = proportion_interval(x, n, method, level)
    assert found == pytest.approx((low, high), rel=1e-12, abs=1e-15)


def test_jeffreys_keeps_the_ends():
    """Brown, Cai & DasGupta (2001), section 4.1.2: low is 0 at x = 0, high is 1 at x = n."""
    # the other end is statsmodels 0.15.0's
    assert proportion_interval(0, 10, "jeffreys") == pytest.approx((0, 0.2171962675092106))
    assert proportion_interval(10, 10, "jeffreys") == pytest.approx((0.7828037324907894, 1))


# Newcombe RG (1998) Statistics in Medicine 17:857-872, Table I
NEWCOMBE = {
    "wald": [(0.2522, 0.3638), (0.0527, 0.1500), (0, 0), (0, 0.1009)],
    "wilson": [(0.2553, 0.3662), (0.0624, 0.1605), (0, 0.1611), (0.0061, 0.1718)],
    "clopper_pearson": [(0.2527, 0.3676), (0.0578, 0.1617), (0, 0.1684), (0.0009, 0.1776)],
    "mid_p": [(0.2544, 0.3658), (0.0601, 0.1581), (0, 0.1391), (0.0017, 0.1585)],
}


@pytest.mark.parametrize("method", NEWCOMBE)
def test_newcombe(method):
    low, high = proportion_interval([81, 15, 0, 1], [263, 148, 20, 29], method)
    assert np.allclose(np.round(np.stack([low, high], -1), 4), NEWCOMBE[method], atol=1e-9)
