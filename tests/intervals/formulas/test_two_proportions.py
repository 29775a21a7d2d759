"""Intervals of two independent proportions against Newcombe's table and statsmodels."""

import math

import pytest

import veracity as vc
from veracity.errors import VeracityError
from veracity.intervals.formulas.two_proportions import TWO_PROPORTIONS

# Newcombe RG (1998) Statistics in Medicine 17:873–890, table II, method 6 (Miettinen–Nurminen)
NEWCOMBE = {
    (56, 70, 48, 80): (0.0528, 0.3382),
    (9, 10, 3, 10): (0.1700, 0.8406),
    (6, 7, 2, 7): (0.0342, 0.8534),
    (5, 56, 0, 29): (-0.0326, 0.1933),
    (0, 10, 0, 20): (-0.1658, 0.2844),
    (0, 10, 0, 10): (-0.2879, 0.2879),
    (10, 10, 0, 20): (0.7156, 1.0),
    (10, 10, 0, 10): (0.6636, 1.0),
}
# statsmodels 0.15.0, confint_proportions_2indep(method="wald" / "agresti-caffo")
STATSMODELS = {
    (56, 70, 48, 80): {
        "wald": (0.057504899149037114, 0.342495100850963),
        "agresti_caffo": (0.052452926638053676, 0.33575845547576744),
    },
    (7, 34, 1, 34): {
        "wald": (0.029169416110856966, 0.3237717603597312),
        "agresti_caffo": (0.011611670142613911, 0.3217216631907194),
    },
    (0, 10, 0, 20): {
        "wald": (0.0, 0.0),
        "agresti_caffo": (-0.14109009545014226, 0.216847671207718),
    },
}


@pytest.mark.parametrize(("counts", "ends"), NEWCOMBE.items())
def test_newcombes_table(counts, ends) -> None:
    x, n, y, m = counts
    found = TWO_PROPORTIONS["miettinen_nurminen"]((x, n), (y, m), 0.95)
    assert found == pytest.approx(ends, abs=6e-5)
    turned = TWO_PROPORTIONS["miettinen_nurminen"]((y, m), (x, n), 0.95)
    assert turned == pytest.approx((-found[1], -found[0]), abs=1e-9)


@pytest.mark.parametrize(("counts", "by_method"), STATSMODELS.items())
def test_statsmodels(counts, by_method) -> None:
    x, n, y, m = counts
    for method, ends in by_method.items():
        assert TWO_PROPORTIONS[method]((x, n), (y, m), 0.95) == pytest.approx(ends, rel=1e-9)


@pytest.mark.parametrize("method", TWO_PROPORTIONS)
def test_inside_the_range_around_the_value_wider_with_the_level(method) -> None:
    for n, m in ((1, 1), (3, 7), (20, 5)):
        for x in range(n + 1):
            for y in range(m + 1):
                low, high = TWO_PROPORTIONS[method]((x, n), (y, m), 0.95)
                assert -1 <= low <= high <= 1
                if method != "agresti_caffo":
                    assert low - 1e-12 <= x / n - y / m <= high + 1e-12
                wide = TWO_PROPORTIONS[method]((x, n), (y, m), 0.99)
                assert wide[0] <= low + 1e-12
                assert high <= wide[1] + 1e-12


def test_of_two_evaluations() -> None:
    first = vc.ConfusionMatrix.from_counts(tp=56, fn=14, fp=5, tn=20).evaluate()
    second = vc.ConfusionMatrix.from_counts(tp=48, fn=32, fp=5, tn=20).evaluate()
    cmp = vc.compare(first, second, metrics=["recall"], method="miettinen_nurminen")
    row = cmp["A", "B", "recall"]
    assert row.difference.method == "miettinen_nurminen"
    assert (row.difference.low, row.difference.high) == pytest.approx((0.0528, 0.3382), abs=6e-5)
    assert "Miettinen" in cmp.to_markdown()
    with pytest.raises(VeracityError, match="does not fit"):
        vc.compare(first, second, metrics=["mcc"], method="wald")
    y, a, b = [0, 1] * 8, [0, 1] * 7 + [1, 1], [0, 1] * 6 + [1, 0] * 2
    with pytest.raises(VeracityError, match="does not fit"):
        vc.compare(y, {"A": a, "B": b}, kind="y_pred", metrics=["recall"], method="wald")
    assert not math.isnan(row.p_value)
