"""Adjusted p-values against statsmodels and SciPy."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import false_discovery_control

from veracity.comparisons.significance.correction import CORRECTIONS, adjusted, simultaneous_level
from veracity.errors import InputError

P = [0.01, 0.04, 0.03, 0.005, 0.2, 0.04]
# statsmodels 0.15.0, multipletests(P, method="holm" / "simes-hochberg" / "hommel" /
# "bonferroni" / "sidak" / "fdr_bh" / "fdr_by")
EXPECTED = {
    "holm": [0.05, 0.12, 0.12, 0.03, 0.2, 0.12],
    "hochberg": [0.05, 0.08, 0.08, 0.03, 0.2, 0.08],
    "hommel": [0.05, 0.08, 0.06, 0.03, 0.2, 0.08],
    "bonferroni": [0.06, 0.24, 0.18, 0.03, 1.0, 0.24],
    "sidak": [
        0.058519850599,
        0.217242210304,
        0.167027995071,
        0.02962749064373,
        0.737856,
        0.217242210304,
    ],
    "by": [0.0735, 0.1176, 0.1176, 0.0735, 0.49, 0.1176],
    "bh": [0.03, 0.048, 0.048, 0.03, 0.2, 0.048],
}


@pytest.mark.parametrize("correction", EXPECTED)
def test_equal_to_statsmodels(correction) -> None:
    assert adjusted(P, correction) == pytest.approx(EXPECTED[correction], rel=1e-12)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=30))
def test_laws(p) -> None:
    made = {how: adjusted(p, how) for how in CORRECTIONS}
    assert made["bh"] == pytest.approx(false_discovery_control(p), rel=1e-12, abs=1e-300)
    assert made["none"].tolist() == p
    for weaker, stronger in (
        ("none", "bh"),
        ("bh", "by"),
        ("bh", "hommel"),
        ("hommel", "hochberg"),
        ("hochberg", "holm"),
        ("holm", "bonferroni"),
        ("sidak", "bonferroni"),
    ):
        assert (made[stronger] >= made[weaker] - 1e-15).all()
    assert max(made["holm"]) <= 1
    order = np.argsort(p, kind="stable")
    assert (np.diff(made["holm"][order]) >= 0).all()


def test_undefined_ones_are_not_counted() -> None:
    made = adjusted([0.02, np.nan, 0.03], "holm")
    assert made[[0, 2]].tolist() == [0.04, 0.04]
    assert np.isnan(made[1])


def test_unknown_correction() -> None:
    with pytest.raises(InputError, match="holm, hochberg, hommel"):
        adjusted([0.1], "tukey")


def test_levels_at_which_all_intervals_hold() -> None:
    p = [0.001, 0.004, 0.3, 0.6]
    assert simultaneous_level(0.95, p, "holm") == pytest.approx(1 - 0.05 / 4)
    assert simultaneous_level(0.95, p, "sidak") ** 4 == pytest.approx(0.95)
    assert simultaneous_level(0.95, p, "bh") == pytest.approx(1 - 2 * 0.05 / 4)  # two claims
    assert simultaneous_level(0.95, p, "by") == pytest.approx(1 - 2 * 0.05 / (4 * 25 / 12))
    assert simultaneous_level(0.95, p, "none") == 0.95
    assert simultaneous_level(0.95, [0.2, np.nan], "bonferroni") == 0.95
