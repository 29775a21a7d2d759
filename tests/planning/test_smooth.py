"""Rows for metrics of the whole table, by the delta method."""

import math

import numpy as np
import pytest

import veracity as vc
from veracity.errors import InputError
from veracity.metrics import find
from veracity.planning import plan
from veracity.planning.expected_table import from_rates, two_by_two
from veracity.planning.smooth import standard_error

RATES = (0.8, 0.1, 0.3)
TPR, FPR, PREVALENCE = RATES
N = 1000


def error(key: str, n: float = N) -> float:
    return standard_error(find(key), two_by_two(from_rates(*RATES)), n)


def test_closed_forms() -> None:
    (tn, fp), (fn, tp) = from_rates(*RATES).tolist()
    positives, negatives = N * PREVALENCE, N * (1 - PREVALENCE)
    informedness = TPR * (1 - TPR) / positives + FPR * (1 - FPR) / negatives
    assert error("informedness") == pytest.approx(math.sqrt(informedness), rel=1e-6)
    assert error("balanced_accuracy") == pytest.approx(math.sqrt(informedness) / 2, rel=1e-6)
    assert error("accuracy") == pytest.approx(math.sqrt((tp + tn) * (fp + fn) / N), rel=1e-6)
    # F1 = 2J/(1 + J) with J a share of TP + FP + FN
    seen = tp + fp + fn
    j = tp / seen
    f1 = 2 / (1 + j) ** 2 * math.sqrt(j * (1 - j) / (N * seen))
    assert error("f1") == pytest.approx(f1, rel=1e-6)
    # log of a likelihood ratio: Simel DL, Samsa GP, Matchar DB (1991) J Clin Epidemiol 44:763–770
    log = math.sqrt((1 - TPR) / (TPR * positives) + (1 - FPR) / (FPR * negatives))
    assert error("lr_plus") / (TPR / FPR) == pytest.approx(log, rel=1e-6)


def test_simels_example() -> None:
    # Simel et al. 1991, as in the tests of the R package presize: sensitivity 0.8, specificity
    # 0.73, 73.4 cases of each: the lower limit of LR+ 2.96 is 2.0
    table = two_by_two(from_rates(0.8, 0.27, 0.5))
    value = 0.8 / 0.27
    half = 1.96 * standard_error(find("lr_plus"), table, 2 * 73.4) / value
    assert value * math.exp(-half) == pytest.approx(2.0, abs=0.01)


@pytest.mark.parametrize("key", ["f1", "mcc", "kappa", "markedness", "dor"])
def test_width_by_simulation(key: str) -> None:
    rates = dict(zip(("tpr", "fpr", "prevalence"), RATES, strict=True))
    wide = 40.0 if key == "dor" else 0.08
    found = plan(key, **rates, width=wide)
    rng = np.random.default_rng(1)
    drawn = rng.multinomial(found.rows, from_rates(*RATES).ravel(), size=20_000)
    values = find(key)(two_by_two(drawn.reshape(-1, 2, 2)))
    if key == "dor":  # its interval is normal on the log scale
        seen = 2 * found.expected * math.sinh(1.96 * np.log(values).std())
    else:
        seen = np.subtract(*np.quantile(values, [0.975, 0.025]))
    assert seen == pytest.approx(wide, rel=0.05)
    assert found.achieved <= wide


def test_enough_and_one_fewer_is_not() -> None:
    found = plan("mcc", tpr=TPR, fpr=FPR, prevalence=PREVALENCE, width=0.1)
    curve = found.curve([found.rows, found.rows - 1])["achieved"]
    assert curve[0] <= 0.1 < curve[1]
    assert (found.positives, found.negatives) == (
        round(0.3 * found.rows),
        found.rows - round(0.3 * found.rows),
    )


def test_a_missing_rate_follows_from_the_expected_value() -> None:
    # TP = 0.04; F1 = 0.08 / (0.08 + FP + 0.01) = 0.6 → FP = 13/300
    found = plan("f1", expected=0.6, tpr=0.8, prevalence=0.05, width=0.1)
    assert "FP 4.333%" in found.text("en")
    given = plan("f1", tpr=0.8, fpr=13 / 300 / 0.95, prevalence=0.05, width=0.1)
    assert given.rows == found.rows


def test_a_pilot_of_several_classes() -> None:
    counts = np.array([[40, 5, 5], [10, 25, 5], [2, 3, 5]])
    pilot = vc.ConfusionMatrix(counts)
    found = plan("macro_f1", pilot=pilot, width=0.08)
    rng = np.random.default_rng(2)
    shares = counts.ravel() / counts.sum()
    drawn = rng.multinomial(found.rows, shares, size=4000).reshape(-1, 3, 3)
    spread = vc.ConfusionMatrix(drawn).metric("macro_f1").std()
    assert 2 * 1.96 * spread == pytest.approx(0.08, rel=0.05)
    assert found.positives is None
    assert plan("macro_f1", pilot=pilot.evaluate(), width=0.08).rows == found.rows


def test_a_pilot_serves_shares_too() -> None:
    pilot = vc.ConfusionMatrix.from_counts(tp=18, fp=10, fn=2, tn=170)
    found = plan("recall", pilot=pilot, width=0.1)
    assert (found.expected, found.trials, found.rows) == (0.9, 141, 1410)
    rare = plan("recall", pilot=pilot, prevalence=0.01, width=0.1)
    assert rare.rows == 14_100


def test_a_bound_with_power() -> None:
    # normal: n = (z₀.₉₅ + z₀.₉)² · n·se² / (value − bound)²
    rates = dict(zip(("tpr", "fpr", "prevalence"), RATES, strict=True))
    found = plan("informedness", **rates, bound=0.6, power=0.9)
    spread = TPR * (1 - TPR) / PREVALENCE + FPR * (1 - FPR) / (1 - PREVALENCE)
    assert found.rows == math.ceil((1.6448536 + 1.2815516) ** 2 * spread / 0.1**2)


def test_what_is_refused() -> None:
    with pytest.raises(InputError, match="needs the expected table"):
        plan("f1", expected=0.6, width=0.1)
    with pytest.raises(InputError, match="needs the expected table"):
        plan("mcc", tpr=0.8, fpr=0.1, width=0.1)
    with pytest.raises(InputError, match="no fpr gives f1"):
        plan("f1", expected=0.95, tpr=0.5, prevalence=0.05, width=0.1)
    with pytest.raises(InputError, match="contradicts the rates"):
        plan("f1", expected=0.9, tpr=0.8, fpr=0.1, prevalence=0.3, width=0.1)
    with pytest.raises(InputError, match="no_information_rate has no interval"):
        plan("no_information_rate", tpr=0.8, fpr=0.1, prevalence=0.3, width=0.1)
    with pytest.raises(InputError, match="cannot be planned from expected values"):
        plan("average_precision", expected=0.8, width=0.1, prevalence=0.1)
    with pytest.raises(InputError, match="does not vary"):
        plan("mcc", tpr=1.0, fpr=0.0, prevalence=0.3, width=0.1)
    with pytest.raises(InputError, match="is not finite"):
        plan("dor", tpr=0.8, fpr=0.0, prevalence=0.3, width=0.1)
    with pytest.raises(InputError, match="pilot="):
        plan("f1", pilot=[[1, 2], [3, 4]], width=0.1)
    with pytest.raises(InputError, match="macro_f1"):
        plan("f1", pilot=vc.ConfusionMatrix(np.ones((3, 3))), width=0.1)
    with pytest.raises(InputError, match="not both"):
        plan("f1", pilot=vc.ConfusionMatrix.from_counts(tp=1, fp=1, fn=1, tn=1), tpr=0.5, width=0.1)
    with pytest.raises(InputError, match="auto, delta"):
        plan("mcc", tpr=0.8, fpr=0.1, prevalence=0.3, width=0.1, method="wilson")
