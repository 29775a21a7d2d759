"""Scores of probabilities: seed cases, exact fractions, scikit-learn, K classes."""

import json
from fractions import Fraction
from math import inf, log
from pathlib import Path

import numpy as np
import pytest
from sklearn import metrics as sk

import veracity as vc
from veracity.metrics import find
from veracity.metrics.catalogue.catalogue import PROBABILITY
from veracity.statistics.joint.cumulative_scores import CumulativeScores
from veracity.statistics.joint.joint_scores import JointScores
from veracity.statistics.joint.unit_length import UnitScores
from veracity.statistics.scores.probability_table import ProbabilityTable

CASES = {
    case["id"]: case
    for case in json.loads((Path(__file__).parents[2] / "data/seed_cases.json").read_text())[
        "cases"
    ]
}


def table_of(y, p, weight=None) -> ProbabilityTable:
    return ProbabilityTable.of_rows(y, p, weight)


def value(key: str, table) -> float:
    return float(find(key)(table))


def exact(case: str, name: str) -> float:
    return float(Fraction(CASES[case]["expected"][name]["exact"]))


def near(number: float):
    return pytest.approx(number, rel=1e-13, abs=1e-15)


def test_seed_a_hundred_trials_at_four_fifths() -> None:
    case = "s000.calibration_100_trials"
    table = table_of([1] * 80 + [0] * 20, [0.8] * 100)
    assert value("ece", table) == near(exact(case, "reliability_gap"))
    assert value("brier", table) == near(exact(case, "brier"))
    assert value("murphy_resolution", table) == near(exact(case, "resolution"))
    assert value("murphy_uncertainty", table) == near(exact(case, "uncertainty"))
    base = find("brier").at_chance(table)
    assert base == near(exact(case, "brier_of_constant_base_rate"))


def test_seed_isotonic_changes_the_brier_score() -> None:
    case = "s000.isotonic_changes_auroc"
    table = table_of([0, 1, 0, 1], [0.1, 0.3, 0.6, 0.8])
    assert value("brier", table) == near(exact(case, "brier_before"))
    assert value("brier", table) - value("corp_miscalibration", table) == near(
        exact(case, "brier_after")
    )


def test_seed_brier_is_not_calibration() -> None:
    case = "s000.brier_not_calibration"
    constant = table_of([1, 1, 0, 0], [0.5] * 4)
    sharp = table_of([1, 1, 0, 0], [0.9, 0.9, 0.1, 0.1])
    for name, table in (("1", constant), ("2", sharp)):
        assert value("brier", table) == near(exact(case, f"brier_{name}"))
        assert value("murphy_reliability", table) == near(exact(case, f"reliability_{name}"))
        assert value("murphy_resolution", table) == near(exact(case, f"resolution_{name}"))
        assert value("murphy_uncertainty", table) == near(exact(case, "uncertainty"))


def test_seed_mae_is_not_proper() -> None:
    """Ten rows, seven positive: 1 for everyone beats the truth by MAE, not by Brier."""
    expected = CASES["s000.mae_not_proper"]["expected"]
    for index, p in enumerate((0.7, 1.0)):
        table = table_of([1] * 7 + [0] * 3, [p] * 10)
        assert value("mae", table) == near(
            float(Fraction(expected["expected_mae"][index]["exact"]))
        )
        assert value("brier", table) == near(
            float(Fraction(expected["expected_brier"][index]["exact"]))
        )
    assert PROBABILITY["mae"].proper == "no"
    assert PROBABILITY["brier"].proper == "strictly"


def test_seed_two_brier_scales() -> None:
    table = table_of([1], [0.8])
    assert value("brier", table) == near(exact("s000.brier_two_definitions", "brier_binary"))
    assert value("brier_1950", table) == near(
        exact("s000.brier_two_definitions", "brier_1950_sum_over_classes")
    )


@pytest.mark.parametrize("key", ["brier", "log_loss", "spherical"])
def test_the_truth_is_the_best_answer_by_a_proper_score(key: str) -> None:
    """Where 7 of 20 happen, 0.35 scores better than any other constant."""
    metric = find(key)
    scores = [
        float(metric(table_of([1] * 7 + [0] * 13, [p] * 20))) for p in np.arange(1, 100) / 100
    ]
    best = np.argmin(scores) if metric.better == "lower" else np.argmax(scores)
    assert (best + 1) / 100 == 0.35


@pytest.mark.parametrize("seed", range(12))
def test_scikit_learn_with_and_without_weights(seed: int) -> None:
    rng = np.random.default_rng(seed)
    n = int(rng.integers(5, 300))
    p = np.round(rng.random(n), int(rng.integers(1, 9))).clip(0.001, 0.999)
    y = rng.integers(0, 2, n)
    y[:2] = 0, 1
    weight = rng.random(n) + 0.1 if seed % 2 else None
    table = table_of(y, p, weight)
    expected = {
        "brier": sk.brier_score_loss(y, p, sample_weight=weight),
        "log_loss": sk.log_loss(y, p, sample_weight=weight),
        "mae": np.average(np.abs(y - p), weights=weight),
        "brier_skill": sk.d2_brier_score(y, p, sample_weight=weight),
        "observed_expected": np.average(y, weights=weight) / np.average(p, weights=weight),
    }
    for key, wanted in expected.items():
        assert value(key, table) == pytest.approx(wanted, rel=1e-12), key
    said = np.where(y == 1, p, 1 - p)
    wanted = np.average(said / np.sqrt(p**2 + (1 - p) ** 2), weights=weight)
    assert value("spherical", table) == pytest.approx(wanted, rel=1e-12)


def test_a_wrong_certainty_is_infinite_and_said() -> None:
    table = table_of([1, 0, 1], [0.0, 0.2, 0.9])
    metric = find("log_loss")
    assert metric(table) == inf
    assert "probability 0" in metric.reasons(table)[0]
    clipped = find("log_loss(1e-15)")
    assert float(clipped(table)) == pytest.approx(-(log(1e-15) + log(0.8) + log(0.9)) / 3)
    assert clipped.reasons(table) == ()
    assert value("log_loss", table_of([0, 1], [0.0, 1.0])) == 0


def test_skill_of_one_class_only() -> None:
    metric = find("brier_skill")
    assert metric(table_of([1, 1], [0.5, 0.9])) == -inf
    assert "only one class" in metric.reasons(table_of([1, 1], [0.5, 0.9]))[0]
    assert np.isnan(metric(table_of([1, 1], [1.0, 1.0])))
    assert metric.reasons(table_of([1, 1], [1.0, 1.0]))


# K classes


def drawn(seed: int, classes: int = 4, n: int = 200):
    rng = np.random.default_rng(seed)
    p = rng.dirichlet(np.ones(classes), n)
    y = np.array([rng.choice(classes, p=row) for row in p])
    y[:classes] = np.arange(classes)
    weight = rng.random(n) + 0.1 if seed % 2 else None
    joint = JointScores.of_rows(y, dict(enumerate(p.T)), weight, labels=range(classes))
    return y, p, weight, joint


@pytest.mark.parametrize("seed", range(6))
def test_scikit_learn_of_many_classes(seed: int) -> None:
    y, p, weight, joint = drawn(seed)
    labels = list(range(4))
    whole = sk.brier_score_loss(y, p, sample_weight=weight, labels=labels)  # 0 to 2 by default
    assert value("brier_1950", joint.columns) == pytest.approx(whole, rel=1e-12)
    assert value("brier", joint.columns) == pytest.approx(whole / 2, rel=1e-12)
    skill = sk.d2_brier_score(y, p, sample_weight=weight, labels=labels)
    assert value("brier_skill", joint.columns) == pytest.approx(skill, rel=1e-12)
    loss = sk.log_loss(y, p, sample_weight=weight, labels=labels)
    assert value("log_loss", joint.columns) == pytest.approx(loss, rel=1e-12)


@pytest.mark.parametrize("seed", range(4))
def test_spherical_and_absolute_error_of_many_classes_row_by_row(seed: int) -> None:
    y, p, weight, joint = drawn(seed)
    given = p[np.arange(len(y)), y]
    along = np.average(given / np.sqrt((p**2).sum(1)), weights=weight)
    assert value("spherical", UnitScores.of_joint(joint).columns) == pytest.approx(along, rel=1e-12)
    off = np.average(np.abs(p - np.eye(4)[y]).sum(1) / 2, weights=weight)
    assert value("mae", joint.columns) == pytest.approx(off, rel=1e-12)


def test_spherical_and_absolute_error_of_three_classes_by_hand() -> None:
    """p = 2/3, 1/3, 2/3 over 5/3: 0.4, 0.2, 0.4 has the length 3/5; a happened, then b."""
    rows = {"a": [0.4, 0.4], "b": [0.2, 0.2], "c": [0.4, 0.4]}
    joint = JointScores.of_rows([0, 1], rows, labels="abc")
    expected = (Fraction(2, 3) + Fraction(1, 3)) / 2
    assert value("spherical", UnitScores.of_joint(joint).columns) == near(float(expected))
    assert value("mae", joint.columns) == near(0.7)
    rates = find("spherical").at_chance(UnitScores.of_joint(joint).columns)
    assert float(rates) == pytest.approx(np.sqrt(0.5))  # shares 1/2, 1/2, 0
    assert float(find("mae").at_chance(joint.columns)) == pytest.approx(0.5)


@pytest.mark.parametrize("seed", range(4))
def test_ranked_probability_score_row_by_row(seed: int) -> None:
    y, p, weight, joint = drawn(seed)
    reached = np.cumsum(p, 1)[:, :-1]
    happened = y[:, None] <= np.arange(3)
    rows = ((reached - happened) ** 2).mean(1)
    found = value("rps", CumulativeScores.of_joint(joint).columns)
    assert found == pytest.approx(np.average(rows, weights=weight), rel=1e-12)


def test_ranked_probability_score_by_hand() -> None:
    """Classes a < b < c, p = 1/2, 1/4, 1/4: cumulated 1/2, 3/4 against 0, 0 where c happened."""
    joint = JointScores.of_rows([2], {"a": [0.5], "b": [0.25], "c": [0.25]}, labels=("a", "b", "c"))
    expected = (Fraction(1, 4) + Fraction(9, 16)) / 2
    assert value("rps", CumulativeScores.of_joint(joint).columns) == near(float(expected))


@pytest.mark.parametrize(
    "key",
    ["brier", "brier_1950", "brier_skill", "log_loss", "ece_classwise", "mae", "spherical"],
)
def test_two_columns_are_one(key: str) -> None:
    rng = np.random.default_rng(3)
    p, y = rng.random(80), rng.integers(0, 2, 80)
    joint = JointScores.of_rows(y, {0: 1 - p, 1: p})
    read = UnitScores.of_joint(joint) if key == "spherical" else joint
    assert value(key, read.columns) == pytest.approx(value(key, table_of(y, p)), rel=1e-12)


def test_columns_must_be_the_classes() -> None:
    joint = JointScores.of_rows([0, 1], {"A": [0.1, 0.9], "B": [0.2, 0.7]})
    with pytest.raises(ValueError, match="per class"):
        find("brier")(joint.columns)
    with pytest.raises(ValueError, match="per class"):
        CumulativeScores.of_joint(joint)


@pytest.mark.parametrize("seed", range(40))
def test_the_worst_brier_score_of_weighted_rows_is_not_above_its_range(seed) -> None:
    """Sure of a wrong class in each of five rows: exactly 2, and half of it 1."""

    weight = 10.0 ** np.random.default_rng(seed).uniform(-6, 6, 5)
    sure = np.eye(5)[[4, 3, 0, 0, 0]]
    settings = {"y_proba": sure, "labels": list("abcde"), "sample_weight": weight}
    worst = vc.measure("brier_1950", list("ccede"), **settings).value
    assert 2 - 1e-12 < worst <= 2
    assert vc.measure("brier", list("ccede"), **settings).value == worst / 2
