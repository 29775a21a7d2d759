"""Two models on the same rows with several labels: values, paired errors, merging, refusals."""

import math

import numpy as np
import pandas as pd
import pytest
from scipy.sparse import csr_matrix
from scipy.stats import t as student
from scipy.stats import ttest_rel
from sklearn.metrics import f1_score, hamming_loss, jaccard_score

import veracity as vc
from veracity.evaluation.label_sets.paired_labels import OF_SETS
from veracity.statistics.label_sets.paired_label_sets import PairedLabelSets

R = np.random.default_rng(5)
N = 300
Y = R.random((N, 4)) < 0.4
HARD = R.random((N, 4)) < 0.15  # cells that both models get wrong
A = Y ^ HARD ^ (R.random((N, 4)) < 0.05)
B = Y ^ HARD ^ (R.random((N, 4)) < 0.10)
MODELS = {"A": A, "B": B}
F1 = {f"{how}_f1": how for how in ("macro", "micro", "weighted")}


def error_of(found) -> float:
    return (found.high - found.low) / 2 / student.ppf(0.975, N - 1)


def test_differences_are_those_of_scikit_learn() -> None:
    found = vc.compare(Y, MODELS, kind="y_pred")
    for key, how in F1.items():
        expected = f1_score(Y, A, average=how) - f1_score(Y, B, average=how)
        assert found[key].difference.value == pytest.approx(expected)
    assert found["hamming_loss"].difference.value == pytest.approx(
        hamming_loss(Y, A) - hamming_loss(Y, B)
    )
    assert found["subset_accuracy"].values[0].value == pytest.approx((Y == A).all(1).mean())


def test_error_of_a_mean_over_rows_is_that_of_the_paired_t_test() -> None:
    found = vc.compare(Y, MODELS, kind="y_pred", metrics="subset_accuracy")
    each = (Y == A).all(1) * 1.0 - (Y == B).all(1)
    one = found["subset_accuracy"]
    assert error_of(one.difference) == pytest.approx(each.std(ddof=1) / math.sqrt(N))
    known = ttest_rel((Y == A).all(1) * 1.0, (Y == B).all(1) * 1.0)
    assert one.test.statistic == pytest.approx(known.statistic)
    assert one.test.p_value == pytest.approx(known.pvalue)


@pytest.mark.parametrize("key", ["macro_f1", "micro_f1", "weighted_f1", "micro_jaccard"])
def test_errors_of_averages_are_those_of_the_jackknife(key: str) -> None:
    score = jaccard_score if key.endswith("jaccard") else f1_score
    how = key.partition("_")[0]

    def difference(kept) -> float:
        return score(Y[kept], A[kept], average=how) - score(Y[kept], B[kept], average=how)

    left = [difference(np.arange(N) != i) for i in range(N)]
    jackknife = math.sqrt((N - 1) * np.var(left))
    one = vc.compare(Y, MODELS, kind="y_pred", metrics=key)[key].difference
    assert error_of(one) == pytest.approx(jackknife, rel=0.02)
    apart = vc.evaluate_multilabel(Y, A).compare(vc.evaluate_multilabel(Y, B), [key])[key]
    assert error_of(one) < error_of(apart.difference)


def test_pairs_of_rows_are_one_cluster() -> None:
    twice = {name: np.repeat(p, 2, 0) for name, p in MODELS.items()}
    once = vc.compare(Y, MODELS, kind="y_pred", cluster=np.arange(N))
    found = vc.compare(np.repeat(Y, 2, 0), twice, kind="y_pred", cluster=np.repeat(np.arange(N), 2))
    for key in ("macro_f1", "samples_f1"):
        a, b = once[key].difference, found[key].difference
        assert (b.low, b.high) == pytest.approx((a.low, a.high))
        assert once[key].test.p_value == pytest.approx(found[key].test.p_value)


def test_weights_count_rows() -> None:
    weight = R.integers(0, 3, N)
    row = np.repeat(np.arange(N), weight)
    found = vc.compare(Y, MODELS, kind="y_pred", sample_weight=weight)
    repeated = vc.compare(Y[row], {k: p[row] for k, p in MODELS.items()}, kind="y_pred")
    for one, other in zip(found, repeated, strict=True):
        assert one.difference.value == pytest.approx(other.difference.value)


def test_parts_merge_to_the_whole() -> None:
    def of(rows: slice) -> PairedLabelSets:
        return PairedLabelSets.of_rows(tuple("abcd"), Y[rows], (A[rows], B[rows]), OF_SETS)

    whole, merged = of(slice(None)), of(slice(100)) + of(slice(100, None))
    assert merged.difference("samples_f1") == pytest.approx(whole.difference("samples_f1"))
    np.testing.assert_allclose(merged.cells.cells.cross, whole.cells.cells.cross)


def test_two_like_models_and_the_order_of_models() -> None:
    same = vc.compare(Y, {"A": A, "again": A}, kind="y_pred")
    assert all(one.verdict == "cannot_tell" and one.difference.value == 0 for one in same)
    there = vc.compare(Y, {"truth": Y, "B": B}, kind="y_pred")
    back = vc.compare(Y, {"B": B, "truth": Y}, kind="y_pred")
    for one, other in zip(there, back, strict=True):
        assert one.difference.value == pytest.approx(-other.difference.value)
        assert (one.verdict, other.verdict) == ("better", "worse")
    assert "truth (A) minus B (B)" in there.text("en")
    assert "配对" in there.text("zh")


def test_sets_and_scores() -> None:
    sets = vc.compare(
        [{"a"}, {"b"}, {"a"}],
        {"A": [{"a"}, {"b"}, {"b"}], "B": [{"c"}, {"b"}, {"a"}]},
        kind="y_pred",
    )  # c is named by the second model alone
    assert sets["hamming_loss"].difference.value == 0
    p = np.clip(Y * 0.5 + R.random((N, 4)) * 0.5, 0, 1)
    cut = vc.compare(Y, {"A": p, "B": 1 - p}, threshold=0.6)
    assert cut["micro_f1"].difference.value == pytest.approx(
        f1_score(Y, p >= 0.6, average="micro") - f1_score(Y, 1 - p >= 0.6, average="micro")
    )


def test_verdicts_follow_the_corrected_p_values() -> None:
    keys = ["macro_f1", "micro_f1", "subset_accuracy"]
    found = vc.compare(Y, MODELS, kind="y_pred", metrics=keys, correction="bonferroni")
    for key in keys:
        one = found["A", "B", key]
        assert one.p_adjusted == pytest.approx(min(1.0, 3 * one.p_value))
        assert (one.verdict == "cannot_tell") == (one.p_adjusted >= 0.05)
    with pytest.raises(KeyError):
        found["B", "A", "macro_f1"]


def test_every_way_to_give_labels_is_the_same() -> None:
    names = list("abcd")
    expected = vc.compare(Y, MODELS, kind="y_pred")["macro_f1"].difference

    def columns(m, at="") -> pd.DataFrame:
        return pd.DataFrame(m * 1, columns=[name + at for name in names])

    def rows(m) -> list[list[str]]:
        return [[name for name, has in zip(names, row, strict=True) if has] for row in m]

    frame = pd.concat([columns(Y), columns(A, "1"), columns(B, "2")], axis=1)
    listed = {"A": [name + "1" for name in names], "B": [name + "2" for name in names]}
    ways = [
        vc.compare(columns(Y), {k: columns(m) for k, m in MODELS.items()}, kind="y_pred"),
        vc.compare(
            csr_matrix(Y * 1), {k: csr_matrix(m * 1) for k, m in MODELS.items()}, kind="y_pred"
        ),
        vc.compare(rows(Y), {k: rows(m) for k, m in MODELS.items()}, kind="y_pred"),
        vc.compare(
            pd.Series([set(one) for one in rows(Y)]),
            {k: [set(one) for one in rows(m)] for k, m in MODELS.items()},
            kind="y_pred",
        ),
        vc.compare(names, listed, data=frame, kind="y_pred"),
    ]
    for found in ways:
        one = found["macro_f1"].difference
        assert (one.value, one.low, one.high) == pytest.approx(
            (expected.value, expected.low, expected.high)
        )
    column = vc.compare([[1], [0], [1]], {"A": [1, 0, 1], "B": [0, 0, 1]}, kind="y_pred")
    assert isinstance(column, vc.Comparison)  # one label a row, as a column


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda: vc.compare(Y, {**MODELS, "C": A}, kind="y_pred"), "two models, not 3"),
        (lambda: vc.compare(Y, MODELS, kind="y_pred", margin=0.1), "margin="),
        (lambda: vc.compare(Y, MODELS, kind="y_pred", threshold=0.4), "threshold="),
        (lambda: vc.compare(Y, MODELS, kind="label"), "kind"),
        (lambda: vc.compare(Y, MODELS, kind="y_pred", metrics=[]), "metric"),
        (
            lambda: vc.compare(Y, MODELS, kind="y_pred", metrics="macro_auroc"),
            "No paired comparison",
        ),
        (lambda: vc.compare(Y, {"A": A, "B": B[:9]}, kind="y_pred"), "differ in length"),
    ],
)
def test_refused(call, told: str) -> None:
    with pytest.raises(vc.VeracityError, match=told):
        call()
