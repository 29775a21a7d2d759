"""Ranking metrics: seed cases exactly, scikit-learn and SciPy, and the claims of the records."""

import json
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from scipy import stats
from sklearn import metrics as sk

from veracity.metrics.catalogue.catalogue import RANKING
from veracity.statistics import ScoreTable

# the records of one column of scores; those of several have tests of their own
OF_ONE_COLUMN = [key for key, metric in RANKING.items() if metric.reads is ScoreTable]
CASES = {
    case["id"]: case
    for case in json.loads((Path(__file__).parents[2] / "data/seed_cases.json").read_text())[
        "cases"
    ]
}


def table_of(truth, scores, weight=None) -> ScoreTable:
    return ScoreTable.of_rows(truth, scores, weight, labels=(0, 1))


def by_rank(labels) -> ScoreTable:
    return table_of(labels, np.arange(len(labels), 0, -1))


def exact(case: str, name: str) -> float:
    return float(Fraction(CASES[case]["expected"][name]["exact"]))


def value(key: str, table: ScoreTable, **values) -> float:
    return float(RANKING[key].with_values(**values)(table))


ROC_CASES = ["s004.roc_perfect", "s004.roc_one_swap", "s004.roc_three_swaps", "s004.roc_reversed"]


@pytest.mark.parametrize("case", ROC_CASES)
def test_the_area_and_its_complement_of_the_seeds(case: str) -> None:
    table = by_rank(CASES[case]["inputs"]["labels_by_descending_score"])
    assert value("auroc", table) == pytest.approx(exact(case, "auroc"), abs=1e-15)
    assert 1 - value("auroc", table) == pytest.approx(exact(case, "prob_negative_first"), abs=1e-15)


@pytest.mark.parametrize(
    ("labels", "expected"),
    [
        ([1, 1, 1, 1, 0, 1, 0, 0, 0, 0], Fraction(29, 30)),
        ([1, 1, 1, 0, 1, 0, 1, 0, 0, 0], Fraction(158, 175)),
    ],
)
def test_average_precision_of_the_seeds(labels, expected) -> None:
    assert value("average_precision", by_rank(labels)) == pytest.approx(float(expected), abs=1e-15)


@pytest.mark.parametrize("which", ["1", "2"])
def test_the_break_even_point_cannot_tell_them_apart(which: str) -> None:
    table = by_rank(CASES["s004.bep_blind"]["inputs"][f"seq_{which}"])
    assert value("break_even_point", table) == exact("s004.bep_blind", f"bep_{which}")
    assert value("auroc", table) == pytest.approx(exact("s004.bep_blind", f"auroc_{which}"))


def test_all_tied_is_one_half_and_has_no_break_even_point() -> None:
    table = table_of([1, 0, 1, 0], [0.5] * 4)
    assert value("auroc", table) == 0.5
    assert np.isnan(value("break_even_point", table))
    assert "does not exist" in RANKING["break_even_point"].reasons(table)[0]


def test_one_half_does_not_mean_random() -> None:
    inputs = CASES["s003.auc_half_not_random"]["inputs"]
    scores = np.array([float(Fraction(s)) for s in inputs["score"]])
    assert value("auroc", table_of(inputs["y"], scores)) == 0.5
    assert value("auroc", table_of(inputs["y"], np.abs(scores - 0.45))) == 1.0


def drawn(seed: int):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(8, 60))
    truth = rng.integers(0, 2, n)
    truth[:2] = 0, 1
    scores = np.round(rng.normal(truth, 1), int(rng.integers(0, 3)))
    return truth, scores, (rng.random(n) + 0.1 if seed % 2 else None)


@pytest.mark.parametrize("seed", range(40))
def test_areas_and_points_equal_scikit_learn(seed: int) -> None:
    truth, scores, weight = drawn(seed)
    table = table_of(truth, scores, weight)
    precision, recall, _ = sk.precision_recall_curve(truth, scores, sample_weight=weight)
    fpr, tpr, _ = sk.roc_curve(truth, scores, sample_weight=weight, drop_intermediate=False)
    with np.errstate(invalid="ignore"):
        f1 = np.nanmax(2 * precision * recall / (precision + recall))
    expected = {
        "auroc": sk.roc_auc_score(truth, scores, sample_weight=weight),
        "average_precision": sk.average_precision_score(truth, scores, sample_weight=weight),
        "pr_auc_trapezoid": sk.auc(recall, precision),
        "ks": np.abs(tpr - fpr).max(),
        "youden_max": (tpr - fpr).max(),
        "max_f1": f1,
        "max_mcc": max(
            sk.matthews_corrcoef(truth, scores >= cut, sample_weight=weight)
            for cut in np.unique(scores)
        ),
    }
    for key, wanted in expected.items():
        assert value(key, table) == pytest.approx(wanted, rel=1e-12, abs=1e-12), key
    assert value("gini", table) == pytest.approx(2 * expected["auroc"] - 1, abs=1e-12)
    assert value("tpr_at_fpr", table, f=0.25) == pytest.approx(tpr[fpr <= 0.25].max(), abs=1e-12)
    assert value("precision_at_recall", table, r=0.5) == pytest.approx(
        precision[recall >= 0.5].max(), abs=1e-12
    )
    partial = sk.roc_auc_score(truth, scores, max_fpr=0.3, sample_weight=weight)
    assert value("partial_auroc", table, max_fpr=0.3, standardised="yes") == pytest.approx(
        partial, rel=1e-12
    )


@pytest.mark.parametrize("seed", range(0, 40, 2))
def test_orders_equal_scipy_and_scikit_learn(seed: int) -> None:
    truth, scores, _ = drawn(seed)
    table = table_of(truth, scores)
    tau = stats.kendalltau(scores, truth).statistic
    assert value("kendall_tau_b", table) == pytest.approx(tau, rel=1e-12, nan_ok=True)
    somers = stats.somersd(truth, scores).statistic
    assert value("somers_d", table) == pytest.approx(somers, rel=1e-12)
    assert value("ndcg", table) == pytest.approx(sk.ndcg_score([truth], [scores]), rel=1e-12)
    assert value("ndcg", table, k=3) == pytest.approx(
        sk.ndcg_score([truth], [scores], k=3), rel=1e-12
    )


@pytest.mark.parametrize("seed", range(0, 40, 5))
@pytest.mark.parametrize(("low", "high"), [(0.1, 0.35), (0.0, 0.2), (0.5, 1.0)])
def test_the_area_between_two_false_positive_rates(seed: int, low: float, high: float) -> None:
    """The difference of two areas under the points of scikit-learn's roc_curve."""
    truth, scores, weight = drawn(seed)
    fpr, tpr, _ = sk.roc_curve(truth, scores, sample_weight=weight, drop_intermediate=False)

    def up_to(end: float) -> float:
        last = np.searchsorted(fpr, end, "right")
        x, y = np.append(fpr[:last], end), np.append(tpr[:last], np.interp(end, fpr, tpr))
        return float(np.trapezoid(y, x))

    found = value("partial_auroc", table_of(truth, scores, weight), min_fpr=low, max_fpr=high)
    assert found == pytest.approx(up_to(high) - up_to(low), rel=1e-10, abs=1e-12)


def test_the_partial_area_above_a_recall_is_that_of_the_turned_curve() -> None:
    """Swapping the classes and the order turns TPR >= r into FPR <= 1 - r."""
    truth, scores, _ = drawn(6)
    table, turned = table_of(truth, scores), table_of(1 - truth, -scores)
    assert value("partial_auroc", table, min_tpr=0.7) == pytest.approx(
        value("partial_auroc", turned, max_fpr=0.3), rel=1e-12
    )


def test_the_top_by_hand() -> None:
    """Scores 5, 4, 4, 3, 1 with truth 1, 1, 0, 0, 1: the tie at the cut counts by halves."""
    table = table_of([1, 1, 0, 0, 1], [5, 4, 4, 3, 1])
    assert value("precision_at_k", table, k=1) == 1.0
    assert value("precision_at_k", table, k=2) == pytest.approx(1.5 / 2)
    assert value("recall_at_k", table, k=3) == pytest.approx(2 / 3)
    assert value("lift", table, k=0.2) == pytest.approx(1 / (3 / 5))
    assert np.isnan(value("precision_at_k", table, k=6))


def test_a_precision_that_no_threshold_reaches() -> None:
    """0 1 0: the best precision is 1/2, so recall at precision 0.9 does not exist."""
    table = by_rank([0, 1, 0])
    assert np.isnan(value("recall_at_precision", table, p=0.9))
    assert "no threshold" in RANKING["recall_at_precision"].reasons(table)[0]
    assert value("recall_at_precision", table, p=0.5) == 1.0


def test_the_equal_error_rate_by_hand() -> None:
    """1 0 1 0: at the second score FPR = FNR = 1/2."""
    assert value("eer", by_rank([1, 0, 1, 0])) == 0.5
    assert value("eer", by_rank([1, 1, 0, 0])) == 0.0


def test_the_gain_area_by_hand() -> None:
    """A perfect ranking has gain 1 everywhere; calling all positive has precision gain 0."""
    assert value("auprg", by_rank([1, 1, 0, 0])) == pytest.approx(1.0)
    assert value("auprg", table_of([1, 1, 0, 0], [1, 1, 1, 1])) == pytest.approx(0.0, abs=1e-15)


def test_the_gain_area_of_a_perfect_ranking_is_one_whatever_the_weights() -> None:
    random, truth = np.random.default_rng(0), np.arange(40) < 7
    for spread in (0.1, 1.0, 10.0):
        weight = np.exp(spread * random.normal(size=40))
        assert value("auprg", table_of(truth, truth + random.random(40), weight)) == 1.0


def brute_h(truth, scores) -> float:
    """Hand's definition by numerical integration over the cost, for Beta(1 + π, 2 − π)."""
    truth, scores = np.asarray(truth), np.asarray(scores)
    pi = truth.mean()
    cuts = [np.inf, *np.unique(scores)]
    tpr = np.array([(scores[truth == 1] >= c).mean() for c in cuts])
    fpr = np.array([(scores[truth == 0] >= c).mean() for c in cuts])
    cost = (np.arange(200_000) + 0.5) / 200_000
    best = np.full_like(cost, np.inf)
    for t, f in zip(tpr, fpr, strict=True):
        best = np.minimum(best, cost * (1 - pi) * f + (1 - cost) * pi * (1 - t))
    trivial = np.minimum(cost * (1 - pi), (1 - cost) * pi)
    density = stats.beta(1 + pi, 2 - pi).pdf(cost)
    return 1 - (best * density).sum() / (trivial * density).sum()


@pytest.mark.parametrize("seed", range(0, 12, 2))
def test_the_h_measure_is_its_definition(seed: int) -> None:
    truth, scores, _ = drawn(seed)
    assert value("h_measure", table_of(truth, scores)) == pytest.approx(
        brute_h(truth, scores), abs=1e-6
    )


@pytest.mark.parametrize("key", OF_ONE_COLUMN)
def test_values_stay_in_the_range_and_leading_axes_are_a_loop(key: str) -> None:
    metric = RANKING[key]
    tables = [table_of(*drawn(seed)[:2]) for seed in range(0, 60, 2)]
    low, high = metric.bounds
    for table in tables:
        one = float(metric(table))
        assert np.isnan(one) or low - 1e-12 <= one <= high + 1e-12
    first = tables[0]
    rng = np.random.default_rng(1)
    weight = rng.poisson(first.weight, (7, *first.weight.shape)).astype(float)
    many = ScoreTable(first.scores, weight, first.labels, first.pos_label)
    together = metric(many)
    for i, one in enumerate(weight):
        alone = metric(ScoreTable(first.scores, one.copy(), first.labels, first.pos_label))
        assert together[i] == pytest.approx(float(alone), rel=1e-12, nan_ok=True)


@pytest.mark.parametrize("key", OF_ONE_COLUMN)
def test_one_class_is_undefined_with_a_reason(key: str) -> None:
    metric = RANKING[key]
    negatives = table_of([0] * 12, range(12))
    found = float(metric(negatives))
    if key == "precision_at_k":
        assert found == 0.0
    else:
        assert np.isnan(found)
        assert metric.reasons(negatives)


@pytest.mark.parametrize("key", OF_ONE_COLUMN)
def test_prevalence_moves_it_or_not_as_the_record_says(key: str) -> None:
    metric = RANKING[key]
    if key in ("ndcg", "kendall_tau_b", "break_even_point"):
        assert metric.moves_with_prevalence
        return
    rng = np.random.default_rng(3)
    truth = np.repeat([0, 1], 200)
    table = table_of(truth, rng.normal(truth, 1))
    values = [float(metric(table.at_prevalence(share))) for share in (0.5, 0.1)]
    assert np.isclose(*values, rtol=1e-9) != metric.moves_with_prevalence


OF_OTHERS = [key for key in OF_ONE_COLUMN if RANKING[key].identities]


@pytest.mark.parametrize("key", OF_OTHERS)
def test_identities_hold(key: str) -> None:
    metric = RANKING[key]
    for seed in range(0, 60, 6):
        table = table_of(*drawn(seed)[:2])
        for identity in metric.identities:
            right = identity.right(lambda other, at=table: RANKING[other](at), **metric.values)
            assert float(metric(table)) == pytest.approx(float(right), abs=1e-12, nan_ok=True)


@pytest.mark.parametrize("key", RANKING)
def test_words_exist_in_both_languages(key: str) -> None:
    metric = RANKING[key]
    for text in (metric.names, metric.question, metric.misleads_when, metric.chance.words):
        assert text.en
        assert text.zh
    assert any("\u4e00" <= sign <= "\u9fff" for sign in metric.question.zh)
    assert metric.references


def test_heavy_weights_have_no_ranks_to_discount():
    """Weights of 10¹¹ were taken for so many ranks, and memory for all of them was asked for."""
    table = table_of([0, 1, 1], [0.1, 0.2, 0.3], [1e-12, 1e11, 3e11])
    assert np.isnan(value("ndcg", table))


def test_chance_of_the_trapezoid_area_depends_on_ties():
    """Precision is 1/2 at every point but the first, (0, 1): the first step adds half its width
    times 1/2, a quarter of recall with four distinct scores, all of it with one."""
    chance = RANKING["pr_auc_trapezoid"].chance.value
    assert chance(by_rank([1, 0, 0, 1])) == 1 / 2 + 1 / 4 * 1 / 4
    assert chance(table_of([1, 0, 0, 1], [7, 7, 7, 7])) == 1 / 2 + 1 / 4


def test_tau_b_keeps_its_range_where_weights_span_many_magnitudes():
    table = table_of([1, 0], [2.0, 1.0], [105.5, 1.9e-4])
    assert value("kendall_tau_b", table) == 1.0  # one pair, in order
