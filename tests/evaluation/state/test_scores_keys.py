"""Every ranking key through an evaluation, beside scikit-learn 1.9 and SciPy."""

import math

import numpy as np
import pytest
from scipy import stats
from sklearn import metrics as sk

from tests.statistics.refusals import refused
from veracity.errors import NotHere
from veracity.evaluation import evaluate
from veracity.metrics.catalogue.catalogue import RANKING
from veracity.statistics import ScoreTable
from veracity.statistics.joint.top_label import TopLabel

RNG = np.random.default_rng(11)
N = 300
TRUTH = RNG.integers(0, 2, N)
SCORES = np.round(RNG.normal(TRUTH, 1.0), 1)
WEIGHT = RNG.random(N) + 0.1
PROBA = 1 / (1 + np.exp(-SCORES))
ONE_COLUMN = [key for key, metric in RANKING.items() if metric.reads is ScoreTable]
EV = evaluate(TRUTH, y_score=SCORES, n_resamples=200)
WEIGHTED = evaluate(TRUTH, y_score=SCORES, sample_weight=WEIGHT, n_resamples=200)

API = [
    "auroc",
    "gini",
    "average_precision",
    "pr_auc_trapezoid",
    "auprg",
    "partial_auroc",
    "ks",
    "youden_max",
    "break_even_point",
    "max_f1",
    "max_mcc",
    "h_measure",
    "somers_d",
    "kendall_tau_b",
    "ndcg",
    "precision_at_k",
    "recall_at_k",
    "lift",
    "eer",
    "recall_at_precision",
    "precision_at_recall",
    "tpr_at_fpr",
    "zroc_slope",
    "d_a",
    "pairs_concordant",
    "pairs_tied",
    "pairs_discordant",
]


def test_all_keys_of_the_interface_are_there() -> None:
    assert set(API) == set(ONE_COLUMN)
    assert list(EV.keys()) == [key for key in RANKING if key in API]
    both = evaluate(TRUTH, y_proba=PROBA)
    assert {*API, "aurc", "accuracy_at_coverage", "mcc", "recall"} <= set(both.keys())


@pytest.mark.parametrize("key", API)
def test_each_is_an_estimate_with_an_interval_or_a_reason(key: str) -> None:
    for ev in (EV, WEIGHTED):
        e = ev[key]
        low, high = RANKING[key].bounds
        if math.isnan(e.value):
            assert e.note
            continue
        assert low <= e.value <= high
        assert e.bound == 0
        if math.isnan(e.low):
            assert e.method == "none"
            assert e.note.zh
        else:
            assert low <= e.low <= e.high <= high


def sklearn_values(weight) -> dict[str, float]:
    kw = {"sample_weight": weight}
    fpr, tpr, _ = sk.roc_curve(TRUTH, SCORES, drop_intermediate=False, **kw)
    precision, recall, _ = sk.precision_recall_curve(TRUTH, SCORES, **kw)
    f1 = 2 * precision * recall / np.maximum(precision + recall, 1e-300)
    return {
        "auroc": sk.roc_auc_score(TRUTH, SCORES, **kw),
        "gini": 2 * sk.roc_auc_score(TRUTH, SCORES, **kw) - 1,
        "somers_d": 2 * sk.roc_auc_score(TRUTH, SCORES, **kw) - 1,
        "average_precision": sk.average_precision_score(TRUTH, SCORES, **kw),
        "partial_auroc(max_fpr=0.2, standardised=yes)": sk.roc_auc_score(
            TRUTH, SCORES, max_fpr=0.2, **kw
        ),
        "ks": np.abs(tpr - fpr).max(),
        "youden_max": (tpr - fpr).max(),
        "max_f1": f1.max(),
        "tpr_at_fpr(0.1)": np.interp(0.1, fpr, tpr),
    }


@pytest.mark.parametrize("weight", [None, WEIGHT], ids=["plain", "weighted"])
def test_values_equal_scikit_learn(weight) -> None:
    ev = EV if weight is None else WEIGHTED
    for key, expected in sklearn_values(weight).items():
        if key == "tpr_at_fpr(0.1)":
            assert ev[key].value <= expected + 1e-12  # a point of the curve, not between two
        else:
            assert ev[key].value == pytest.approx(expected, abs=1e-12), key


def test_orders_equal_scipy_and_scikit_learn() -> None:
    tau = stats.kendalltau(SCORES, TRUTH, variant="b").statistic
    assert EV["kendall_tau_b"].value == pytest.approx(tau, abs=1e-12)
    ndcg = sk.ndcg_score([TRUTH], [SCORES], k=20)
    assert EV["ndcg(20)"].value == pytest.approx(ndcg, abs=1e-12)


def test_the_area_above_is_reported_beside_the_area_below() -> None:
    area = EV["auroc"].value
    positive, negative = (np.asarray(SCORES)[np.asarray(TRUTH) == side] for side in (1, 0))
    first = np.mean(negative[:, None] > positive[None, :])
    tied = np.mean(negative[:, None] == positive[None, :])
    assert first + tied / 2 == pytest.approx(1 - area)
    assert f"{area:.3f}" in EV.verdict
    assert f"is outranked in {first:.3f}" in EV.verdict
    assert f"ties in {tied:.3f}" in EV.verdict


def test_aliases_and_chinese_names_work_as_keys() -> None:
    assert EV["ROC AUC"] == EV["auroc"] == EV["ROC 曲线下面积"]
    many = evaluate([0, 1, 2], y_score=np.eye(3))
    assert many["macro_auroc"] == many["auroc_ovr_macro"]


def test_labels_alone_have_no_ranking() -> None:
    ev = evaluate(TRUTH, SCORES > 0.5)
    refused(lambda: ev["auroc"], "auroc", "y_score=", "y_proba=", error=NotHere)
    assert not set(API) & set(ev.keys())
    assert ev.scores is None
    refused(ev.roc, "y_score=", error=NotHere)
    refused(lambda: ev.at(0.3), "y_score=", error=NotHere)
    refused(lambda: ev.choose(maximize="f1"), "y_score=", error=NotHere)


def test_keys_of_many_classes_need_many_columns() -> None:
    refused(lambda: EV["auroc_ovr_macro"], "auroc_ovr_macro", error=NotHere)
    refused(lambda: EV["top_k_accuracy"], "top_k_accuracy", error=NotHere)


def test_keys_of_probabilities_need_probabilities() -> None:
    for key in (key for key, metric in RANKING.items() if metric.reads is TopLabel):
        refused(lambda k=key: EV[k], key, "y_proba", error=NotHere)
        assert 0 <= evaluate(TRUTH, y_proba=PROBA)[key].value <= 1


def test_asked_metrics_are_shown_and_the_rest_is_there() -> None:
    ev = evaluate(TRUTH, y_score=SCORES, metrics=["auroc", "ndcg(10)"])
    assert [line.key for line in ev.profile(short=True).headline] == ["auroc", "ndcg(10)"]
    assert "gini" in ev


def test_a_method_by_name() -> None:
    raw = evaluate(TRUTH, y_score=SCORES, method="delong")["auroc"]
    assert raw.method == "delong"
    assert raw.high - raw.value == pytest.approx(raw.value - raw.low, abs=1e-12)  # not on a scale
    refused(
        lambda: evaluate(TRUTH, y_score=SCORES, method="delong", metrics="average_precision"),
        "delong",
        "average_precision",
    )
    quiet = evaluate(TRUTH, y_score=SCORES, method="delong")["average_precision"]
    assert quiet.method != "delong"
