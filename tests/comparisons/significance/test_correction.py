"""Adjusted p-values against statsmodels and SciPy."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import false_discovery_control

from veracity.comparisons.significance.correction import adjusted
from veracity.errors import InputError

P = [0.01, 0.04, 0.03, 0.005, 0.2, 0.04]
# statsmodels 0.15.0, multipletests(P, method="holm" / "simes-hochberg" / "fdr_bh")
EXPECTED = {
    "holm": [0.05, 0.12, 0.12, 0.03, 0.2, 0.12],
    "hochberg": [0.05, 0.08, 0.08, 0.03, 0.2, 0.08],
    "bh": [0.03, 0.048, 0.048, 0.03, 0.2, 0.048],
}


@pytest.mark.parametrize("correction", EXPECTED)
def test_equal_to_statsmodels(correction) -> None:
    assert adjusted(P, correction) == pytest.approx(EXPECTED[correction], rel=1e-12)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=30))
def test_laws(p) -> None:
    made = {how: adjusted(p, how) for how in ("holm", "hochberg", "bh", "none")}
    assert made["bh"] == pytest.approx(false_discovery_control(p), rel=1e-12, abs=1e-300)
    assert made["none"].tolist() == p
    for weaker, stronger in (("none", "bh"), ("bh", "hochberg"), ("hochberg", "holm")):
        assert (made[stronger] >= made[weaker] - 1e-15).all()
    assert max(made["holm"]) <= 1
    order = np.argsort(p, kind="stable")
    assert (np.diff(made["holm"][order]) >= 0).all()


def test_undefined_ones_are_not_counted() -> None:
    made = adjusted([0.02, np.nan, 0.03], "holm")
    assert made[[0, 2]].tolist() == [0.04, 0.04]
    assert np.isnan(made[1])


def test_unknown_correction() -> None:
    with pytest.raises(InputError, match="holm, hochberg, bh, none"):
        adjusted([0.1], "bonferroni")
