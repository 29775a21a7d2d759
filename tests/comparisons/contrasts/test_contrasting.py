"""Which interval and which test each metric gets, verdicts, margins, omnibus, unpaired, costs."""

import math
from fractions import Fraction

import numpy as np
import pytest

from tests.comparisons.samples import SETTINGS, paired, scores
from veracity.comparisons.contrasts.contrasting import (
    Wishes,
    checked_margin,
    paired_contrast,
    paired_contrasts,
)
from veracity.comparisons.contrasts.omnibus import all_alike, wald
from veracity.comparisons.contrasts.unpaired import unpaired_contrast
from veracity.comparisons.differences.cost_ratio import cost_ratio
from veracity.comparisons.differences.difference import checked_method
from veracity.comparisons.differences.paired_proportions import PairedCounts, newcombe
from veracity.comparisons.paired_samples.paired import Paired
from veracity.comparisons.significance.mcnemar import mcnemar
from veracity.comparisons.significance.testing import checked_test
from veracity.errors import InputError
from veracity.intervals import Estimator, Settings
from veracity.metrics import find
from veracity.metrics.catalogue.catalogue import everything
from veracity.statistics import ConfusionMatrix, ScoreTable
from veracity.statistics.joint.joint_scores import JointScores
from veracity.statistics.joint.paired_table import PairedTable


def contrast(sample, key, **wishes):
    return paired_contrast(sample, 0, 1, find(key), Wishes(**wishes))


@pytest.mark.parametrize(
    ("key", "method", "test"),
    [
        ("accuracy", "newcombe", "mcnemar_mid_p"),
        ("recall", "newcombe", "mcnemar_mid_p"),
        ("specificity", "newcombe", "mcnemar_mid_p"),
        ("error_rate", "newcombe", "mcnemar_mid_p"),
        ("precision", "mover", "mover"),
        ("mcc", "mover", "mover"),
        ("auroc", "delong", "delong"),
        ("gini", "delong", "delong"),
        ("average_precision", "mover", "mover"),
        ("tpr_at_fpr", "percentile", "bootstrap"),
        ("ks", "none", "permutation"),
    ],
)
def test_auto_says_what_it_picked(key, method, test) -> None:
    found = contrast(paired(), key)
    assert (found.difference.method, found.test.name) == (method, test)
    low, high = found.difference.low, found.difference.high
    assert math.isnan(low) if method == "none" else low <= found.difference.value <= high


def test_a_proportion_is_counted_on_its_own_rows() -> None:
    sample = paired()
    table = sample.table
    positive = table.truth == 1
    a, b = table.right
    cells = [table.weight[positive & x].sum() for x in (a & b, a & ~b, b & ~a, ~a & ~b)]
    found = contrast(sample, "recall")
    ends = found.difference.low, found.difference.high
    assert ends == pytest.approx(newcombe(PairedCounts(*cells), 0.95))
    assert found.p_value == mcnemar(cells[1], cells[2]).p_value
    assert found.difference.n == positive @ table.weight


def test_every_key_has_a_difference() -> None:
    sample = paired(n=150)
    for key, metric in everything().items():
        if metric.reads not in (ConfusionMatrix, ScoreTable):
            continue
        found = contrast(sample, key)
        values = [one.value for one in found.values]
        if all(map(math.isfinite, values)):
            assert found.difference.value == values[0] - values[1], key
            assert 0 <= found.p_value <= 1, key
            low, high = found.difference.low, found.difference.high
            if math.isnan(low):
                assert metric.no_interval or metric.moving or key == "pairs_tied", key
                assert found.difference.note, key
            else:
                assert low <= found.difference.value <= high, key


@pytest.mark.parametrize(
    "how", [{"cluster": np.arange(150) % 12}, {"weight": np.linspace(1, 3, 150)}]
)
def test_every_key_with_clusters_and_with_weights(how) -> None:
    sample = paired(n=150, **how)
    for key in ("accuracy", "recall", "precision", "mcc", "f1", "kappa", "macro_f1", "auroc"):
        found = contrast(sample, key)
        assert found.difference.low < found.difference.value < found.difference.high, key
        assert found.test.name in ("delta" if "cluster" in how else "mover", "delong"), key
        if "cluster" in how:
            assert 8 < found.test.df <= 11, key
        else:
            assert found.test.df is None, key


def test_tests_by_name() -> None:
    sample = paired()
    b, c = sample.table.discordant("A", "B")
    for form in ("mcnemar_exact", "mcnemar", "mcnemar_corrected"):
        assert contrast(sample, "accuracy", test=form).p_value == mcnemar(b, c, form).p_value
    q = contrast(sample, "accuracy", test="cochran_q")
    assert q.p_value == pytest.approx(mcnemar(b, c, "mcnemar").p_value)
    for test in ("delta", "bootstrap", "permutation", "mover"):
        assert contrast(sample, "mcc", test=test).test.name == test
    assert "does not test this metric" in contrast(sample, "mcc", test="bowker").test.note


def test_what_does_not_fit_is_left_on_auto_or_refused() -> None:
    sample = paired()
    found = contrast(sample, "mcc", test="mcnemar", method="delong")
    assert (found.test.name, found.difference.method) == ("mover", "mover")
    assert "does not fit" in found.test.note
    assert "does not fit" in found.difference.note
    for wishes in ({"test": "mcnemar"}, {"method": "newcombe"}):
        with pytest.raises(InputError, match=r"does not fit .*mcc here"):
            contrast(sample, "mcc", named=frozenset({"mcc"}), **wishes)


def test_z_of_the_difference_by_name() -> None:
    sample = paired(n=300)
    found = contrast(sample, "mcc", method="delta", test="delta")
    cov = sample.covariance(find("mcc"))
    error = math.sqrt(cov[0, 0] + cov[1, 1] - 2 * cov[0, 1])
    assert found.difference.high - found.difference.value == pytest.approx(
        1.959964 * error, rel=1e-6
    )
    assert found.test.statistic == pytest.approx(found.difference.value / error)


def test_the_test_of_an_interval_agrees_with_it() -> None:
    for seed in range(25):
        found = contrast(paired(n=60, seed=seed), "f1")
        outside = not found.difference.low <= 0 <= found.difference.high
        assert (found.p_value < 0.05) == outside


def test_identical_models() -> None:
    truth, columns = scores(80)
    joint = JointScores.of_rows(truth, {"A": columns["A"], "B": columns["A"]})
    sample = Paired(PairedTable.of_joint(joint, 0.6), joint, SETTINGS)
    assert sample.alike(0, 1)
    for key in ("accuracy", "mcc", "auroc", "average_precision", "tpr_at_fpr", "ks"):
        found = contrast(sample, key)
        assert found.difference.value == 0, key
        assert found.p_value == 1.0, key
        assert found.verdict == "cannot_tell"
    assert contrast(sample, "mcc").difference.low < 0 < contrast(sample, "mcc").difference.high


def test_perfect_against_hopeless() -> None:
    truth = np.repeat([0, 1], 10)
    table = PairedTable.of_rows(truth, {"A": truth, "B": 1 - truth})
    (found,) = paired_contrasts(Paired(table, None, SETTINGS), [find("mcc")], Wishes())
    assert found.difference.value == 2
    assert found.difference.low > 0
    assert found.verdict == "better"


def test_undefined_on_one_side() -> None:
    table = PairedTable.of_rows([0, 0, 1, 1], {"A": [0, 1, 1, 1], "B": [0, 0, 0, 0]})
    found = contrast(Paired(table, None, SETTINGS), "precision")
    assert math.isnan(found.difference.value)
    assert math.isnan(found.p_value)
    assert "undefined" in found.difference.note


def test_one_cluster_has_no_interval() -> None:
    found = contrast(paired(n=60, cluster=np.zeros(60, int)), "mcc")
    assert math.isnan(found.difference.low)
    assert math.isnan(found.p_value)
    assert found.difference.note


def test_corrected_over_all_pairs_and_metrics() -> None:
    sample = paired(shifts=(1.6, 1.0, 1.3))
    found = paired_contrasts(sample, [find("auroc"), find("mcc")], Wishes())
    assert [(c.first, c.second, c.key) for c in found][:3] == [
        ("A", "B", "auroc"),
        ("A", "C", "auroc"),
        ("B", "C", "auroc"),
    ]
    smallest = min(found, key=lambda c: c.p_value)
    assert smallest.p_adjusted == pytest.approx(min(1, 6 * smallest.p_value))


def test_wald_of_two_is_the_square_of_z() -> None:
    sample = paired(n=200)
    test = all_alike(sample, find("auroc"))
    z = contrast(sample, "auroc").test.statistic
    assert test.statistic == pytest.approx(z**2)
    assert test.df == 1


def test_omnibus_of_three() -> None:
    sample = paired(shifts=(1.6, 1.0, 1.3))
    cov, values = sample.areas, [sample.estimate(find("auroc"), m).value for m in range(3)]
    apart = np.array([[1, -1, 0], [0, 1, -1]])
    gaps = apart @ values
    expected = gaps @ np.linalg.inv(apart @ cov @ apart.T) @ gaps
    test = all_alike(sample, find("auroc"))
    assert (test.statistic, test.df) == (pytest.approx(expected), 2)
    assert all_alike(sample, find("accuracy")).name == "cochran_q"
    assert all_alike(sample, find("tpr_at_fpr")).p_value <= 1
    assert math.isnan(all_alike(sample, find("ks")).p_value)


def test_hotelling_for_clusters() -> None:
    cov = np.diag([0.0004, 0.0021])
    # one difference: F(1, C − 1) is t²(C − 1); from tables t(9) = 2 has p = 0.0766
    assert wald(np.array([0.9, 0.8]), cov, 10).p_value == pytest.approx(0.0766, abs=5e-5)
    assert math.isnan(wald(np.array([0.9, 0.8, 0.7]), np.eye(3), 2).p_value)


@pytest.mark.parametrize("margin", [0, -0.1, math.nan, math.inf, "0.1", True])
def test_a_margin_is_positive(margin) -> None:
    with pytest.raises(InputError, match="must be above 0"):
        checked_margin(margin)


def test_names_are_checked() -> None:
    with pytest.raises(InputError, match="mcnemar_mid_p"):
        checked_test("mcnemr")
    with pytest.raises(InputError, match="newcombe"):
        checked_method("wilsn")


def unpaired(key, first, second, **wishes):
    metric = find(key)
    estimates = tuple(Estimator(one, SETTINGS).estimate(metric) for one in (first, second))
    return unpaired_contrast(("A", "B"), metric, estimates, (first, second), Wishes(**wishes))


def test_unpaired_counts() -> None:
    a = ConfusionMatrix([[20, 5], [14, 56]], labels=(0, 1))
    b = ConfusionMatrix([[30, 9], [32, 48]], labels=(0, 1))
    found = unpaired("recall", a, b)
    # recalls 56/70 and 48/80: Newcombe (1998), example (a)
    ends = found.difference.low, found.difference.high
    assert ends == pytest.approx((0.0524, 0.3339), abs=5e-5)
    assert found.p_value < 0.05
    fisher = unpaired("recall", a, b, test="fisher")
    # SciPy 1.17.1, fisher_exact([[56, 14], [48, 32]])
    from scipy.stats import fisher_exact

    assert fisher.p_value == fisher_exact([[56, 14], [48, 32]])[1]
    assert unpaired("mcc", a, b).difference.method == "mover"
    assert 0 <= found.superiority.better <= 1
    with pytest.raises(InputError, match="does not fit"):
        unpaired("mcc", a, b, method="percentile", named=frozenset({"mcc"}))


def test_unpaired_areas() -> None:
    tables = []
    for seed in (1, 2):
        truth, columns = scores(100, seed)
        tables.append(ScoreTable.of_rows(truth, columns["A"]))
    found = unpaired("auroc", *tables)
    assert (found.difference.method, found.test.name) == ("delong", "delong_unpaired")
    assert found.test.df < 198


PARADOX_S = ConfusionMatrix([[9801, 99], [40, 60]], labels=(0, 1))
PARADOX_B = ConfusionMatrix([[8910, 990], [5, 95]], labels=(0, 1))


def test_the_ratio_of_costs_is_exact() -> None:
    assert cost_ratio(PARADOX_S, PARADOX_B) == Fraction(891, 35)
    assert cost_ratio(PARADOX_B, PARADOX_S) == Fraction(891, 35)


def test_no_ratio_where_one_is_always_cheaper() -> None:
    worse = ConfusionMatrix([[9000, 900], [41, 59]], labels=(0, 1))
    assert math.isnan(cost_ratio(PARADOX_S, worse))


def test_few_rows_in_a_class_are_not_left_to_delong() -> None:
    found = contrast(paired(n=40, prevalence=0.15, seed=2), "auroc")
    assert found.difference.method == "mover"
    assert "fewer than 10" in found.difference.note
    assert found.test.name == "delong"
    by_name = contrast(paired(n=40, prevalence=0.15, seed=2), "auroc", method="delong")
    assert by_name.difference.method == "delong"


def test_a_moving_cut_with_clusters_has_t() -> None:
    found = contrast(paired(n=144, cluster=np.arange(144) % 12), "tpr_at_fpr")
    assert (found.difference.method, found.test.name) == ("mover", "mover")
    assert found.test.df == pytest.approx(11)
    assert found.difference.low < found.difference.value < found.difference.high


def test_very_many_rows_take_the_normal_approximation() -> None:
    sample = paired(n=20_000, settings=Settings(0.95, "auto", 500, 0))
    shares = contrast(sample, "auroc", margin=0.02).superiority
    assert shares.draws == 0
    assert shares.better + shares.within + shares.worse == pytest.approx(1)


def test_hundreds_of_classes() -> None:
    random = np.random.default_rng(0)
    truth = random.integers(0, 150, 3000)
    called = {
        name: np.where(random.random(3000) < share, truth, random.integers(0, 150, 3000))
        for name, share in (("A", 0.7), ("B", 0.6))
    }
    table = PairedTable.of_rows(truth, called, labels=range(150))
    sample = Paired(table, None, Settings(0.95, "auto", 200, 0))
    for key, test in (("accuracy", "mcnemar_mid_p"), ("macro_f1", "mover"), ("mcc", "mover")):
        found = contrast(sample, key)
        assert found.test.name == test
        assert 0 < found.difference.low < found.difference.high
