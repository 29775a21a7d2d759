"""McNemar's test in four forms, against statsmodels, mlxtend, R and exact arithmetic."""

from fractions import Fraction
from math import comb

import pytest
from scipy.stats import norm

from veracity.comparisons.significance.mcnemar import mcnemar
from veracity.errors import InputError

# statsmodels 0.15.0, mcnemar(table, exact=True / exact=False, correction=...)
PACKAGES = [
    (6, 16, 0.052478790283203125, 0.0330062576612325, 0.055008833629265896),
    (1, 7, 0.0703125, 0.033894853524689295, 0.07709987174354202),
    (25, 2, 5.647540092468262e-06, 9.584005666471275e-06, 2.2967108733407456e-05),
    (0, 3, 0.25, 0.08326451666355042, 0.24821307898992026),
    (121, 59, 4.4344492637551645e-06, 3.815135865112594e-06, 5.450094825427117e-06),
]


@pytest.mark.parametrize(("b", "c", "exact", "plain", "corrected"), PACKAGES)
def test_equal_to_statsmodels(b, c, exact, plain, corrected) -> None:
    assert mcnemar(b, c, "mcnemar_exact").p_value == pytest.approx(exact, rel=1e-10)
    assert mcnemar(b, c, "mcnemar").p_value == pytest.approx(plain, rel=1e-10)
    assert mcnemar(b, c, "mcnemar_corrected").p_value == pytest.approx(corrected, rel=1e-10)


def test_mid_p_equals_the_r_package_contingencytables() -> None:
    # McNemar_midP_test_paired_2x2(cavo_2012) prints P = 0.034690
    assert mcnemar(6, 16).p_value == pytest.approx(0.034690, abs=5e-7)


@pytest.mark.parametrize(("b", "c"), [(0, 1), (3, 9), (4, 4), (7, 2), (1, 1), (40, 61)])
def test_mid_p_in_exact_arithmetic(b, c) -> None:
    n = b + c
    each = [Fraction(comb(n, k), 2**n) for k in range(n + 1)]
    away = abs(2 * b - n)
    further = sum(p for k, p in enumerate(each) if abs(2 * k - n) > away)
    as_far = sum(p for k, p in enumerate(each) if abs(2 * k - n) == away)
    assert mcnemar(b, c).p_value == pytest.approx(float(further + as_far / 2), rel=1e-12)


def test_an_even_split_is_corrected_to_nothing() -> None:
    # statsmodels and mlxtend subtract 1 from 0 and get p = 0.752; R does not correct here
    assert mcnemar(5, 5, "mcnemar_corrected").p_value == 1.0


def test_no_discordant_rows() -> None:
    for form in ("mcnemar_exact", "mcnemar_mid_p", "mcnemar", "mcnemar_corrected"):
        test = mcnemar(0, 0, form)
        assert test.p_value == 1.0
        assert "no evidence for either" in test.note


def test_large_counts() -> None:
    # mid-p of binomial(100,000, 1/2) is that of z = 2,000/√100,000 without correction
    assert mcnemar(49_000, 51_000).p_value == pytest.approx(2 * norm.sf(2000 / 1e5**0.5), rel=0.01)


def test_unknown_form() -> None:
    with pytest.raises(InputError, match="mcnemar_mid_p"):
        mcnemar(1, 2, "mcnemer")
