"""Rules that look at nothing: their values by exact fractions, the tests from other packages."""

import json
import math
from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import binom, binomtest, fisher_exact

from tests.metrics.seed_cases import CASES, counts_of, exact
from tests.metrics.tables import two
from veracity.decisions.baselines.baseline_tests import against_constant, kappa_null_error
from veracity.decisions.baselines.baselines import baselines
from veracity.decisions.expected_loss.population import population
from veracity.errors import InputError
from veracity.intervals import Estimator, Settings
from veracity.statistics import ConfusionMatrix
from veracity.statistics.clusters.clusters import Clusters

THREE = ConfusionMatrix([[20, 2, 1], [3, 30, 2], [1, 4, 12]])


@pytest.mark.parametrize(
    ("case", "rule"),
    [
        ("s000.lazy_decoder", "always_negative"),
        ("s002.rare_variant", "always_negative"),
        ("s002.cytosolic_all_positive", "always_positive"),
    ],
)
def test_constant_rules_of_the_seed(case: str, rule: str) -> None:
    expected, found = CASES[case]["expected"], baselines(two(**counts_of(case)))[rule]
    for key in ("accuracy", "precision", "recall", "f1", "kappa", "balanced_accuracy"):
        assert found.values[key] == pytest.approx(exact(expected[key]), nan_ok=True), key
    # 0/0 in the seed; 0 by the limit of the record, where exactly the calls are constant
    assert found.values["mcc"] == 0


def test_rules_by_exact_fractions() -> None:
    found = baselines(
        two(tn=60, fp=20, fn=5, tp=15), ["f1", "recall", "specificity", "fpr", "kappa"]
    )
    share = Fraction(1, 5)
    assert found["always_positive"].values["f1"] == pytest.approx(float(2 * share / (1 + share)))
    coin = found["coin"].values
    assert coin["accuracy"] == pytest.approx(float(share**2 + (1 - share) ** 2))
    assert coin["recall"] == pytest.approx(float(share))
    assert coin["kappa"] == 0
    best = found["best_constant"].values
    assert (best["accuracy"], best["recall"], best["fpr"]) == (0.8, 1.0, 0.0)


def test_accuracy_against_constants_is_mcnemar() -> None:
    """statsmodels 0.15.0, mcnemar(exact=True): 6 and 5 give 1, 9 and 1 give 0.021484375."""
    found = baselines(two(tn=985, fp=5, fn=6, tp=6), ["mcc"])
    assert found["always_negative"].test.p_value == pytest.approx(1.0)
    assert found["always_negative"].test.name == "mcnemar_exact"
    found = baselines(two(tn=85, fp=1, fn=5, tp=9), ["mcc"])
    assert found["always_negative"].test.p_value == pytest.approx(0.021484375)
    assert found["always_negative"].standing["accuracy"] == "better"
    assert found.paradox == ""


@pytest.mark.parametrize("table", [two(tn=60, fp=20, fn=5, tp=15), THREE])
def test_no_information_rate_and_coin_by_the_binomial_of_scipy(table) -> None:
    found = baselines(table, ["mcc"])
    right, n = int(table.right), int(table.total)
    rate = float(table.truth.max() / n)
    test = found.tests["no_information_rate"]
    assert test.p_value == pytest.approx(binomtest(right, n, rate, "greater").pvalue)
    assert test.name == "no_information_rate"
    assert "no-information" in test.title
    coin = float(((table.truth / n) ** 2).sum())
    one = min(binomtest(right, n, coin, side).pvalue for side in ("greater", "less"))
    assert found["coin"].test.p_value == pytest.approx(min(2 * one, 1))


def test_kappa_and_mcc_against_0() -> None:
    """statsmodels 0.15.0, cohens_kappa: std_kappa0 and z_value."""
    assert kappa_null_error(THREE) == pytest.approx(0.08357719258945585, rel=1e-10)
    found = baselines(THREE, ["mcc"])
    assert found.tests["kappa"].statistic == pytest.approx(8.686217176910224, rel=1e-10)
    assert found.tests["kappa"].p_value == pytest.approx(3.747082317923906e-18, rel=1e-6)
    table = two(tn=95, fp=5, fn=10, tp=90)
    assert kappa_null_error(table) == pytest.approx(0.07062223445912767, rel=1e-10)
    small = two(tn=5, fp=1, fn=2, tp=4)
    test = baselines(small, ["mcc"]).tests["mcc"]
    assert (test.name, test.p_value) == ("fisher", pytest.approx(fisher_exact([[5, 1], [2, 4]])[1]))


def test_the_articles_paradox_is_told_with_its_numbers() -> None:
    found = baselines(two(**counts_of("s003.paradox_B")), ["mcc"])
    assert "99% of the rows" in found.paradox
    assert "90.05%" in found.paradox
    assert "95 of the 100" in found.paradox
    assert "准确率悖论" in found.paradox.zh
    assert found["always_negative"].standing == {"accuracy": "worse", "mcc": "better"}
    lazy = baselines(two(tn=199, fp=0, fn=1, tp=0), ["mcc"])
    assert "just like the classifier" in lazy.paradox
    assert "finds 0 of the 1" in lazy.paradox


def test_no_paradox_where_accuracy_tells() -> None:
    assert baselines(THREE).paradox == ""
    assert baselines(two(tn=80, fp=20, fn=20, tp=80)).paradox == ""
    assert baselines(two(tn=20, fp=80, fn=80, tp=20)).paradox == ""  # accuracy 0.2 deceives nobody


def test_weights_and_clusters_get_the_linearised_test() -> None:
    table = two(tn=85, fp=1, fn=5, tp=9)
    cluster, cell = np.repeat(np.arange(20), 5), np.repeat([0, 1, 2, 3], [85, 1, 5, 9])
    grouped = table.changed(
        clusters=Clusters.of_entries(tuple(range(20)), cluster, cell, np.ones(100), None)
    )
    heavy = table.changed(squares=table.cells.plus(table.cells))
    plain_z = 8 / math.sqrt(10 - 64 / 100)  # (b − c)/√(b + c − (b − c)²/n)
    found = baselines(heavy, ["mcc"])["always_negative"].test
    assert (found.name, found.statistic) == (
        "delta",
        pytest.approx(plain_z / math.sqrt(2), rel=1e-5),
    )
    found = baselines(grouped, ["mcc"])
    # TP − FP of a cluster, less its mean 0.4: 2S₂²/(S₄ − S₂²/20), as three of them decide
    moved = np.array([-0.4] * 17 + [-1.4, 3.6, 4.6])
    square, fourth = (moved**2).sum(), (moved**4).sum()
    freedom = 2 * square**2 / (fourth - square**2 / 20)
    assert found["always_negative"].test.df == pytest.approx(freedom, rel=1e-6)
    assert found.tests["kappa"].name == "delta"
    assert 0 < found.tests["no_information_rate"].p_value < 1


def test_more_classes_and_forms() -> None:
    found = baselines(THREE)
    assert [*found.rivals] == ["always 0", "always 1", "always 2", "coin", "best_constant"]
    assert found["best_constant"].values["accuracy"] == pytest.approx(35 / 75)
    many = ConfusionMatrix(np.eye(12) * 5 + 1)
    assert len(baselines(many, ["mcc"]).rivals) == 3
    assert "always 1" in str(found)
    assert "总判为" in found.text("zh")
    assert json.loads(found.to_json())["rivals"]["coin"]["name"] == "coin"


def test_empty_tables_are_refused() -> None:
    with pytest.raises(InputError):
        baselines(two(tn=0, fp=0, fn=0, tp=0))


def test_too_few_rows_are_not_called_useless() -> None:
    """Two rows, both right: nothing is shown, and nothing is held against the classifier."""
    tiny = baselines(two(tn=1, fp=0, fn=0, tp=1), ["mcc"])
    assert "is not shown to beat" in tiny.paradox
    assert "too uncertain" in tiny.paradox
    assert "accuracy is just the share" not in tiny.paradox
    assert "太不确定" in tiny.paradox.zh
    near = baselines(two(tn=900, fp=90, fn=9, tp=1), ["mcc"])  # found 1 of 10, as by chance
    assert "accuracy is just the share" in near.paradox
    few = baselines(two(tn=40, fp=4, fn=5, tp=1), ["mcc"])  # MCC 0.06, but up to 0.4 or so
    assert few.estimates["mcc"].value < 0.1 < few.estimates["mcc"].high
    assert "too uncertain" in few.paradox
    none = baselines(two(tn=44, fp=0, fn=5, tp=0), ["mcc"])
    assert "It finds 0 of the 5 other cases" in none.paradox


def test_of_one_class_the_coin_is_the_constant() -> None:
    """3 right of 4, all negative: one row decides, p = 1, and not the 0 of a share of 1."""
    found = baselines(two(tn=3, fp=1, fn=0, tp=0), ["mcc"])
    assert found["coin"].values["accuracy"] == found["always_negative"].values["accuracy"] == 1
    assert found["coin"].test == found["always_negative"].test
    assert found["coin"].standing["accuracy"] == "cannot_tell"


def test_short_is_the_same_without_what_stands_against_no_rule() -> None:
    table = two(tn=60, fp=20, fn=5, tp=15)
    whole, short = baselines(table, ["f1"]), baselines(table, ["f1"], short=True)
    assert (short.rivals, short.estimates, short.note) == (
        whole.rivals,
        whole.estimates,
        whole.note,
    )
    assert (short.tests, short.paradox) == ({}, "")
    assert [*whole.tests] == ["no_information_rate", "mcc", "kappa"]


def test_two_classes_of_which_none_is_positive_are_called_by_their_labels() -> None:
    table = ConfusionMatrix([[6, 2], [1, 3]], labels=("no", "yes"))
    assert [*baselines(table).rivals] == ["always no", "always yes", "coin", "best_constant"]
    assert "f1" not in baselines(table).estimates


def test_elsewhere_the_test_errs_as_often_as_it_says() -> None:
    """Ten positives, 50 negatives, used at prevalence 0.02, no better than calling nothing.

    Over all tables, by their probability; the linearised difference rejected in 0.38 of them.
    """
    share, tpr = 0.02, 0.95
    fpr = share * tpr / (1 - share)
    rejected = 0.0
    for tp in range(7, 11):
        for fp in range(7):
            table = ConfusionMatrix([[50 - fp, fp], [10 - tp, tp]], labels=(0, 1), pos_label=1)
            test = against_constant(Estimator(table, Settings()), 0, population(share))
            chance = binom.pmf(tp, 10, tpr) * binom.pmf(fp, 50, fpr)
            rejected += chance * (test.p_value < 0.05)
    assert rejected < 0.08


def test_a_perfect_small_test_is_not_shown_to_be_better_elsewhere() -> None:
    table = ConfusionMatrix([[50, 0], [0, 5]], labels=(0, 1), pos_label=1)
    found = baselines(table, where=population(0.01))
    never = found["always_negative"]
    assert never.standing["accuracy"] == "cannot_tell"
    assert never.test.name == "mover"
    assert found.estimates["accuracy"].low < never.values["accuracy"]
    counted = baselines(table, where=population(positives=1, of=100))["always_negative"]
    assert counted.test.p_value > never.test.p_value
    assert (
        baselines(table, where=population(0.3))["always_negative"].standing["accuracy"] == "better"
    )


def test_several_classes_elsewhere() -> None:
    table = ConfusionMatrix([[49, 8, 10], [4, 46, 8], [7, 12, 53]], labels=("a", "b", "c"))
    found = baselines(table, where=population({"a": 0.7, "b": 0.2, "c": 0.1}))
    assert found["always a"].test.name == found["coin"].test.name == "mover"
    assert found["always a"].standing["accuracy"] == "cannot_tell"
    assert found["coin"].standing["accuracy"] == "better"
