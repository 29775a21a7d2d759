"""Two procedures on the same folds: the corrected t and the 5×2cv F by hand."""

import math

import numpy as np
import pytest
from scipy import stats

import veracity as vc
from veracity.comparisons.significance.five_by_two import five_by_two_test
from veracity.errors import InputError

RNG = np.random.default_rng(5)
TRUTH = RNG.integers(0, 2, 300)
GOOD = np.clip(0.4 * TRUTH + 0.6 * RNG.random(300), 0, 1)
POOR = np.clip(0.1 * TRUTH + 0.9 * RNG.random(300), 0, 1)
FOLD = np.arange(300) % 10


def fold_values(cv, key: str) -> np.ndarray:
    return np.array([fold[key].value for fold in cv.folds])


def test_corrected_t_by_hand() -> None:
    a, b = (vc.evaluate(TRUTH, y_proba=p, fold=FOLD) for p in (GOOD, POOR))
    row = vc.compare(a, b, metrics=["auroc"])["A", "B", "auroc"]
    each = np.array(
        [x["auroc"].value - y["auroc"].value for x, y in zip(a.folds, b.folds, strict=True)]
    )
    error = math.sqrt((1 / 10 + 30 / 270) * each.var(ddof=1))
    t = each.mean() / error
    assert row.test.statistic == pytest.approx(t, abs=1e-12)
    assert row.p_value == pytest.approx(2 * stats.t.sf(abs(t), 9), rel=1e-9)
    low, high = stats.t.interval(0.95, 9, each.mean(), error)
    assert (row.difference.low, row.difference.high) == pytest.approx((low, high), abs=1e-12)
    assert row.verdict == "better"
    assert row.difference.method == "nadeau_bengio"


def test_margin_and_equal_models() -> None:
    a = vc.evaluate(TRUTH, y_proba=GOOD, fold=FOLD)
    jitter = np.clip(GOOD + RNG.normal(0, 1e-3, 300), 0, 1)
    b = vc.evaluate(TRUTH, y_proba=jitter, fold=FOLD)
    assert (
        vc.compare(a, b, metrics=["auroc"], margin=0.05)["A", "B", "auroc"].verdict == "equivalent"
    )
    same = vc.compare(a, a, metrics=["auroc"])["A", "B", "auroc"]
    assert same.verdict == "cannot_tell"
    assert math.isnan(same.p_value)


def test_five_by_two_of_alpaydin_by_hand() -> None:
    """Σp² = 5 (0.01 + 0.09) = 0.5; s² = 2 · 0.01 each, 0.1 in all: F = 0.5 / 0.2 = 5/2."""
    found = five_by_two_test(np.array([[0.1, 0.3]] * 5))
    assert found.statistic == pytest.approx(2.5)
    assert found.p_value == pytest.approx(stats.f.sf(2.5, 10, 5))


def test_five_by_two_through_the_door() -> None:
    times = np.tile(np.arange(300), 5)
    repeat = np.repeat(np.arange(5), 300)
    fold = np.concatenate([np.random.default_rng(i).permutation(300) % 2 for i in range(5)])
    a, b = (
        vc.evaluate(TRUTH[times], y_proba=p[times], fold={"repeat": repeat, "fold": fold})
        for p in (GOOD, POOR)
    )
    row = vc.compare(a, b, metrics=["accuracy"], test="5x2cv_f")["A", "B", "accuracy"]
    p = np.array(
        [x["accuracy"].value - y["accuracy"].value for x, y in zip(a.folds, b.folds, strict=True)]
    )
    p = p.reshape(5, 2)
    s = ((p - p.mean(1, keepdims=True)) ** 2).sum(1)
    assert row.test.statistic == pytest.approx((p**2).sum() / (2 * s.sum()), rel=1e-12)
    with pytest.raises(InputError, match="five repeats"):
        vc.compare(
            *(vc.evaluate(TRUTH, y_proba=x, fold=FOLD) for x in (GOOD, POOR)), test="5x2cv_f"
        )


def test_other_folds_and_other_things_are_refused() -> None:
    a = vc.evaluate(TRUTH, y_proba=GOOD, fold=FOLD)
    with pytest.raises(InputError, match="different folds"):
        vc.compare(a, vc.evaluate(TRUTH, y_proba=GOOD, fold=np.arange(300) // 30))
    with pytest.raises(InputError, match="cross-validation"):
        vc.compare(a, 3)
    with pytest.raises(InputError, match="two cross-validations"):
        vc.compare(TRUTH, {"a": GOOD, "b": POOR}, test="nadeau_bengio")
    with pytest.raises(InputError, match="delong"):
        vc.compare(a, a, test="delong")


@pytest.mark.parametrize("ending", [".html", ".md", ".tex", ".json", ".txt"])
def test_reports_of_compared_folds(tmp_path, ending):
    a, b = (vc.evaluate(TRUTH, y_proba=p, fold=FOLD) for p in (GOOD, POOR))
    vc.compare(a, b, metrics=["auroc"]).report(tmp_path / f"out{ending}")
    assert "0." in (tmp_path / f"out{ending}").read_text("utf-8")


def test_a_cross_validation_is_its_means_by_key():
    a = vc.evaluate(TRUTH, y_proba=GOOD, fold=FOLD)
    assert a["auroc"] == a.mean["auroc"]
