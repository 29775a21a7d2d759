"""A margin for each metric, and limits that hold for all differences at once."""

import math

import numpy as np
import pytest
from scipy.stats import norm

import veracity as vc
from veracity.errors import VeracityError


@pytest.fixture(scope="module")
def models():
    random = np.random.default_rng(7)
    y = random.integers(0, 2, 300)
    made = {
        name: np.clip(0.5 + slope * (y - 0.5) + random.normal(0, 0.2, 300), 0, 1)
        for name, slope in (("A", 0.3), ("B", 0.3), ("C", 0.2))
    }
    return y, made


def test_each_metric_has_its_margin(models) -> None:
    y, made = models
    margin = {"auroc": 0.08, "AP": 0.01}
    cmp = vc.compare(y, made, metrics=["auroc", "average_precision", "mcc"], margin=margin)
    assert cmp["A", "B", "auroc"].margin == 0.08
    assert cmp["A", "B", "average_precision"].margin == 0.01
    assert cmp["A", "B", "mcc"].margin is None
    assert math.isnan(cmp["A", "B", "mcc"].p_equivalence)
    alone = vc.compare(y, made, metrics=["auroc"], margin=0.08, correction="none")
    both = vc.compare(y, made, metrics=["auroc", "mcc"], margin={"auroc": 0.08}, correction="none")
    assert both["A", "C", "auroc"].non_inferiority == alone["A", "C", "auroc"].non_inferiority
    assert "0.080 (Area under the ROC curve)" in both.to_markdown()


def test_limits_that_hold_at_once(models) -> None:
    y, made = models
    cmp = vc.compare(y, made, metrics=["auroc"], correction="bonferroni")
    for one in cmp:
        error = (one.difference.high - one.difference.value) / norm.ppf(0.975)
        reach = norm.ppf(1 - 0.025 / 3) * error  # DeLong's is a multiple of its standard error
        assert one.low_adjusted == pytest.approx(one.difference.value - reach)
        assert one.high_adjusted == pytest.approx(one.difference.value + reach)
    turned = cmp["C", "A", "auroc"]
    assert turned.low_adjusted == -cmp["A", "C", "auroc"].high_adjusted
    row = cmp.to_pandas().iloc[0]
    assert row["low_adjusted"] < row["low"]
    one = vc.compare(y, {"A": made["A"], "B": made["B"]}, metrics=["auroc"])["A", "B", "auroc"]
    assert (one.low_adjusted, one.high_adjusted) == (one.difference.low, one.difference.high)


def test_undefined_and_out_of_range() -> None:
    cmp = vc.compare(
        [0, 1, 0, 1],
        {"A": [0, 1, 0, 1], "B": [1, 0, 1, 0]},
        kind="y_pred",
        metrics=["accuracy", "recall"],
    )
    for one in cmp:
        assert -1 <= one.low_adjusted <= one.difference.value <= one.high_adjusted <= 1
    none = vc.compare(
        [1, 1], {"A": [1, 1], "B": [1, 0]}, kind="y_pred", metrics=["specificity"], labels=[0, 1]
    )
    assert math.isnan(none["A", "B", "specificity"].low_adjusted)


@pytest.mark.parametrize("margin", [{"mcc": 0.1}, {}, {"auroc": -1}, {"no such": 1}])
def test_what_is_refused(models, margin) -> None:
    y, made = models
    with pytest.raises(VeracityError):
        vc.compare(y, made, metrics=["auroc"], margin=margin)
