"""Values printed in papers and books, to the digits printed there."""

from __future__ import annotations

import pytest

from tests.metrics import tables
from tests.metrics.tables import two
from veracity.metrics import find
from veracity.statistics import ConfusionMatrix

# Finley's tornado forecasts (1884), scored by Stephenson DB (2000) Weather and Forecasting
# 15(2):221-232 and in every textbook of forecast verification since.
FINLEY = two(tn=2680, fp=72, fn=23, tp=28)
FINLEY_SCORES = {
    "accuracy": "0.966",
    "recall": "0.549",
    "fpr": "0.026",
    "fdr": "0.720",
    "critical success index": "0.228",
    "gilbert skill score": "0.216",
    "heidke skill score": "0.355",
    "peirce skill score": "0.523",
    "odds ratio skill score": "0.957",
    "clayton skill score": "0.271",  # Wilks DS (2011), section 8.2.3
    "frequency bias": "1.961",
}


@pytest.mark.parametrize("name", FINLEY_SCORES)
def test_finleys_tornadoes(name: str) -> None:
    assert f"{find(name)(FINLEY):.3f}" == FINLEY_SCORES[name]


def test_never_forecasting_a_tornado_has_the_higher_accuracy() -> None:
    """Gilbert (1884): 98.2 % right, against Finley's 96.6 %, and no skill."""
    never = two(tn=2752, fp=0, fn=51, tp=0)
    assert f"{find('accuracy')(never):.3f}" == "0.982"
    for skill in ("kappa", "informedness", "threat_score_equitable"):
        assert find(skill)(never) == 0


def test_two_coders_of_ten_units() -> None:
    """Krippendorff K (2011) Computing Krippendorff's Alpha-Reliability, section A: 0.095."""
    first, second = "0100000010", "1110010000"
    counts = [[0, 0], [0, 0]]
    for a, b in zip(first, second, strict=True):
        counts[int(a)][int(b)] += 1
    assert f"{find('krippendorff_alpha')(tables.matrix(counts)):.3f}" == "0.095"


@pytest.mark.parametrize(
    ("key", "value"),
    [("d_prime", "1.095"), ("criterion", "-0.294"), ("log_beta", "-0.322"), ("a_prime", "0.792")],
)
def test_a_hit_rate_of_8_in_10_and_a_false_alarm_rate_of_4_in_10(key: str, value: str) -> None:
    """From the normal table, z(.8) = .8416 and z(.4) = -.2533, A' = .5 + .56/1.92."""
    assert f"{find(key)(two(tn=15, fp=10, fn=5, tp=20)):.3f}" == value


@pytest.mark.parametrize(("classes", "bits"), [(2, "0.531"), (4, "1.373"), (8, "2.250")])
def test_bits_a_selection_at_90_percent(classes: int, bits: str) -> None:
    """Wolpaw's formula: log2 K + .9 log2 .9 + .1 log2(.1/(K - 1))."""
    c = tables.at_accuracy(0.9, tuple([1 / classes] * classes))
    assert f"{find('itr')(c):.3f}" == bits


def test_opposite_errors_hide_each_other_in_one_macro_f1() -> None:
    """Opitz J, Burst S (2019): F1 of the means is never below the mean of the F1s."""
    c = ConfusionMatrix([[10, 90, 0], [0, 100, 0], [0, 0, 50]])
    assert find("f1_of_macro")(c) > find("macro_f1")(c)
    for c in (tables.full(3), tables.full(4)):
        assert (find("f1_of_macro")(c) >= find("macro_f1")(c) - 1e-12).all()


def test_each_estimator_of_information_says_its_own_reason() -> None:
    """The debiased one told readers to look at itself, and that it was biased upwards."""
    plain, debiased = (
        find(f"mutual_information_bits({name})").no_interval for name in ("plugin", "miller_madow")
    )
    assert "biased upwards" in plain.en
    assert "miller_madow" not in debiased.en
    assert "biased upwards" not in debiased.en
    assert debiased.zh != plain.zh
    rate = find("information_transfer_rate(mutual_information)").no_interval
    assert rate == plain
