"""Intervals of differences: published examples, other packages, brute force."""

import math

import numpy as np
import pytest

from veracity.comparisons.differences.delong import Gap, unpaired_gap
from veracity.comparisons.differences.mover import square_and_add
from veracity.comparisons.differences.paired_proportions import PairedCounts, newcombe, wilson

Z = 1.959963984540054


def test_paired_newcombe_equals_contingencytables() -> None:
    # R package contingencytables, Newcombe_square_and_add_CI_paired_2x2(cavo_2012)
    low, high = newcombe(PairedCounts(59, 6, 16, 80), 0.95)
    assert (low, high) == pytest.approx((-0.1186, -0.0046), abs=5e-5)


def test_paired_newcombe_by_hand() -> None:
    """Altman et al. (2000) Statistics with Confidence, table 6.2, every step written out."""
    both, first, second, neither, n = 14, 5, 0, 22, 41
    p1, p2 = 19 / 41, 14 / 41
    root1 = Z * math.sqrt(Z**2 + 4 * n * p1 * (1 - p1))
    root2 = Z * math.sqrt(Z**2 + 4 * n * p2 * (1 - p2))
    l1, u1 = ((2 * n * p1 + Z**2 + s * root1) / (2 * (n + Z**2)) for s in (-1, 1))
    l2, u2 = ((2 * n * p2 + Z**2 + s * root2) / (2 * (n + Z**2)) for s in (-1, 1))
    phi = (both * neither - first * second - n / 2) / math.sqrt(19 * 22 * 14 * 27)
    low = math.sqrt((p1 - l1) ** 2 - 2 * phi * (p1 - l1) * (u2 - p2) + (u2 - p2) ** 2)
    high = math.sqrt((p2 - l2) ** 2 - 2 * phi * (p2 - l2) * (u1 - p1) + (u1 - p1) ** 2)
    expected = (p1 - p2 - low, p1 - p2 + high)
    assert newcombe(PairedCounts(both, first, second, neither), 0.95) == pytest.approx(expected)


def test_phi_of_a_negative_product_is_not_corrected() -> None:
    counts = PairedCounts(2, 12, 9, 1)
    scale = math.sqrt(14 * 10 * 11 * 13)
    assert counts.phi == pytest.approx((2 * 1 - 12 * 9) / scale)
    assert PairedCounts(5, 0, 0, 0).phi == 0.0


def test_models_that_agree_everywhere_still_have_a_width() -> None:
    low, high = newcombe(PairedCounts(30, 0, 0, 10), 0.95)
    assert low < 0 < high


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        # statsmodels 0.15.0, confint_proportions_2indep(..., compare="diff", method="newcomb")
        ((7, 34), (1, 34), (0.018921443885772937, 0.3403686870327074)),
        # Newcombe (1998) Statistics in Medicine 17:873-890, example (a): 0.0524 to 0.3339
        ((56, 70), (48, 80), (0.05243147240236498, 0.33387265403690614)),
    ],
)
def test_unpaired_newcombe(first, second, expected) -> None:
    found = square_and_add(wilson(*first, 0.95), wilson(*second, 0.95))
    assert found == pytest.approx(expected, rel=1e-12)


# The data set aSAH of the R package pROC: what its own tests expect of roc.test and ci.auc.
WFNS = 0.823678861788618
WFNS_VARIANCE = ((0.898822835757783 - 0.748534887819453) / (2 * Z)) ** 2
DIFFERENCE = (0.0104061769564846 + 0.174214419249478) / 2


def test_paired_delong_as_proc_prints_it() -> None:
    gap = Gap(DIFFERENCE, DIFFERENCE / 2.20898359144091, None)
    assert gap.ends(0.95, (-1, 1)) == pytest.approx((0.0104061769564846, 0.174214419249478))
    assert gap.test("delong").p_value == pytest.approx(0.0271757822291882, rel=1e-9)


def test_unpaired_delong_has_the_degrees_of_freedom_of_proc() -> None:
    error = DIFFERENCE / 1.43490640926908
    other = WFNS - DIFFERENCE, error**2 - WFNS_VARIANCE, 113.0
    gap = unpaired_gap((WFNS, WFNS_VARIANCE, 113.0), other)
    assert gap.test("delong_unpaired").statistic == pytest.approx(1.43490640926908)
    assert gap.test("delong_unpaired").p_value == pytest.approx(0.152825378808796, rel=1e-7)


def test_without_spread() -> None:
    assert Gap(0.0, 0.0, None).test("delong").p_value == 1.0
    assert math.isnan(Gap(0.1, 0.0, None).test("delong").p_value)


def test_square_and_add_stays_inside_the_range() -> None:
    random = np.random.default_rng(3)
    for _ in range(200):
        n, m = random.integers(1, 30, 2)
        x, y = random.integers(0, n + 1), random.integers(0, m + 1)
        a, b = wilson(float(x), float(n), 0.99), wilson(float(y), float(m), 0.99)
        low, high = square_and_add(a, b, float(random.uniform(-1, 1)))
        assert -1 - 1e-12 <= low <= a.value - b.value <= high <= 1 + 1e-12
