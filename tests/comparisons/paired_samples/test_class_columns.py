"""Models with a column for each class: differences, intervals and tests against brute force."""

import math

import numpy as np
import pytest
from scipy.stats import norm
from sklearn.metrics import roc_auc_score

from veracity.comparisons.paired_samples.directions import covariance_along
from veracity.errors import InvalidRows, NotHere
from veracity.evaluation import evaluate
from veracity.evaluation.front.comparing import compare
from veracity.metrics import find

Z = float(norm.ppf(0.975))
FEW = {"n_resamples": 200}


def sample(n=80, classes=3, seed=0, shifts=(1.6, 0.9)):
    random = np.random.default_rng(seed)
    truth = random.integers(0, classes, n)
    common = random.normal(size=(n, classes))

    def proba(shift):
        z = 0.7 * common + 0.7 * random.normal(size=(n, classes))
        z[np.arange(n), truth] += shift
        e = np.exp(z)
        return e / e.sum(1, keepdims=True)

    return truth, {name: proba(shift) for name, shift in zip("ABC", shifts, strict=False)}


def losses(truth, p):
    """What each row adds to the mean scores, by their definitions."""
    rows, hit = np.arange(len(truth)), np.eye(p.shape[1])[truth]
    cumulated = np.cumsum(p - hit, 1)[:, :-1]
    return {
        "brier": ((p - hit) ** 2).sum(1) / 2,
        "brier_1950": ((p - hit) ** 2).sum(1),
        "log_loss": -np.log(p[rows, truth]),
        "rps": (cumulated**2).sum(1) / (p.shape[1] - 1),
    }


@pytest.mark.parametrize("key", ["brier", "brier_1950", "log_loss", "rps"])
def test_mean_scores_have_the_error_of_a_mean_of_differences(key) -> None:
    truth, models = sample()
    a, b = (losses(truth, p)[key] for p in models.values())
    row = compare(truth, models, metrics=key, method="delta", test="delta", **FEW)["A", "B", key]
    each = a - b
    error = each.std(ddof=1) / math.sqrt(len(each))
    assert row.difference.value == pytest.approx(each.mean(), rel=1e-9)
    assert row.difference.low == pytest.approx(each.mean() - Z * error, rel=1e-4)
    assert row.difference.high == pytest.approx(each.mean() + Z * error, rel=1e-4)
    assert row.p_value == pytest.approx(2 * norm.sf(abs(each.mean()) / error), rel=1e-2)
    auto = compare(truth, models, metrics=key, **FEW)["A", "B", key].difference
    assert auto.method == "mover"
    assert auto.high - auto.low == pytest.approx(2 * Z * error, rel=0.05)


def test_a_mean_score_in_clusters_has_the_error_of_a_ratio_of_cluster_sums() -> None:
    truth, models = sample(90)
    cluster = np.arange(90) % 18
    each = np.subtract(*(losses(truth, p)["log_loss"] for p in models.values()))
    sums = np.array([(each - each.mean())[cluster == c].sum() for c in range(18)])
    error = math.sqrt((sums**2).sum() * 18 / 17) / 90
    row = compare(truth, models, metrics="log_loss", cluster=cluster, method="delta", **FEW)
    found = row["A", "B", "log_loss"]
    width = (found.difference.high - found.difference.low) / 2
    assert 16 < found.test.df <= 17
    # clusters of one class tell a little more about their own variance: at most a few percent
    assert width == pytest.approx(2.11 * error, rel=0.06)


@pytest.mark.parametrize("how", ["ovr", "ovo"])
@pytest.mark.parametrize("average", ["macro", "weighted"])
def test_areas_have_the_error_of_the_jackknife(how, average) -> None:
    truth, models = sample(60)

    def area(rows, p):
        return roc_auc_score(truth[rows], p[rows], multi_class=how, average=average)

    every = np.arange(60)
    gaps = [np.subtract(*(area(np.delete(every, i), p) for p in models.values())) for i in every]
    error = math.sqrt(59 / 60 * ((gaps - np.mean(gaps)) ** 2).sum())
    key = f"auroc_{how}_{average}"
    row = compare(truth, models, metrics=key, method="delta", **FEW)["A", "B", key].difference
    if key != "auroc_ovo_weighted":  # scikit-learn weighs pairs by the share of one of both
        gap = np.subtract(*(area(every, p) for p in models.values()))
        assert row.value == pytest.approx(gap, abs=1e-12)
        assert (row.high - row.low) / (2 * Z) == pytest.approx(error, rel=0.06)
    assert row.low < row.value < row.high


@pytest.mark.parametrize("key", ["aurc", "auroc_ovo_macro", "brier_skill", "top_k_accuracy"])
def test_the_width_is_that_of_redrawn_rows(key) -> None:
    truth, models = sample(70)
    random = np.random.default_rng(5)
    gaps = []
    for _ in range(150):
        rows = random.integers(0, 70, 70)
        evs = (
            evaluate(truth[rows], y_proba=p[rows], labels=(0, 1, 2), metrics=key, method="none")
            for p in models.values()
        )
        gaps.append(np.subtract(*(ev[key].value for ev in evs)))
    spread = np.nanstd(gaps)
    row = compare(truth, models, metrics=key, **FEW)["A", "B", key].difference
    assert (row.high - row.low) / (2 * Z) == pytest.approx(spread, rel=0.25)


def test_pooling_and_random_directions_change_little() -> None:
    truth, models = sample(3000, 3, 1)
    cmp = compare(truth, models, metrics="auroc_ovr_macro", **FEW)
    paired, metric = cmp.paired, find("auroc_ovr_macro")
    each = paired.covariance(metric)
    along = covariance_along(paired.layout(metric), metric, 0)
    gap = [m[0, 0] + m[1, 1] - 2 * m[0, 1] for m in (each, along)]
    assert gap[1] == pytest.approx(gap[0], rel=0.15)  # three standard errors of 1,024 squares
    a, b = (losses(truth, p)["log_loss"] for p in models.values())
    error = (a - b).std(ddof=1) / math.sqrt(3000)
    row = compare(truth, models, metrics="log_loss", method="delta", **FEW)
    ends = row["A", "B", "log_loss"].difference
    assert (ends.high - ends.low) / (2 * Z) == pytest.approx(error, rel=0.02)


def test_more_cells_than_can_be_moved_one_by_one() -> None:
    truth, models = sample(400, 14, 2, (2.5, 2.0))
    cmp = compare(truth, models, metrics=["auroc_ovo_macro", "log_loss"], **FEW)
    a, b = (losses(truth, p)["log_loss"] for p in models.values())
    row = cmp["A", "B", "log_loss"].difference
    assert row.value == pytest.approx((a - b).mean())
    assert row.high - row.low == pytest.approx(2 * Z * (a - b).std() / 20, rel=0.1)
    assert cmp["A", "B", "accuracy"].test.name == "mcnemar_mid_p"
    area = cmp["A", "B", "auroc_ovo_macro"].difference
    assert area.low < area.value < area.high


def brute_exchange(truth, a, b, metric, times=2000):
    """The permutation test of rows that exchange their answers."""
    random = np.random.default_rng(0)
    seen = abs(metric(truth, a) - metric(truth, b))
    more = 0
    for _ in range(times):
        swap = random.integers(0, 2, len(truth)).astype(bool)
        swap = swap.reshape(-1, *[1] * (a.ndim - 1))
        one, two = np.where(swap, b, a), np.where(swap, a, b)
        more += abs(metric(truth, one) - metric(truth, two)) >= seen - 1e-12
    return (1 + more) / (1 + times)


def ece(truth, p):
    cell = np.minimum((p * 15).astype(int), 14)
    return sum(abs((truth - p)[cell == c].sum()) for c in range(15)) / len(p)


def top_label_ece(truth, p):
    return ece((p.argmax(1) == truth).astype(float), p.max(1))


def test_answers_are_exchanged_as_the_numbers_they_are() -> None:
    """Of two models with one ranking only one is calibrated: exchanged ranks would hide it."""
    random = np.random.default_rng(0)
    p = np.round(random.uniform(0.02, 0.98, 60), 2)
    truth = (random.random(60) < p).astype(int)
    models = {"A": np.round(p**3, 4), "B": np.round(p**2.2, 4)}
    found = compare(truth, models, metrics="ece", n_resamples=2000)["A", "B", "ece"]
    p_value = brute_exchange(truth, *models.values(), ece)
    assert found.difference.value == pytest.approx(
        ece(truth, models["A"]) - ece(truth, models["B"])
    )
    assert found.test.name == "permutation"
    assert found.p_value == pytest.approx(p_value, rel=0.35, abs=0.01)


def test_whole_rows_of_columns_are_exchanged() -> None:
    truth, models = sample(60, seed=3, shifts=(2.2, 1.8))
    sharp = {"A": models["A"], "B": models["B"] ** 4 / (models["B"] ** 4).sum(1, keepdims=True)}
    found = compare(truth, sharp, metrics="ece_top_label", n_resamples=2000)
    row = found["A", "B", "ece_top_label"]
    gap = top_label_ece(truth, sharp["A"]) - top_label_ece(truth, sharp["B"])
    assert row.difference.value == pytest.approx(gap)
    p_value = brute_exchange(truth, *sharp.values(), top_label_ece)
    assert row.p_value == pytest.approx(p_value, rel=0.35, abs=0.01)


def test_three_models_and_the_omnibus_test() -> None:
    truth, models = sample(120, shifts=(1.5, 1.4, 0.3))
    cmp = compare(truth, models, metrics=["auroc_ovr_macro", "top_k_accuracy"], **FEW)
    assert len(cmp) == 6
    assert cmp.omnibus["auroc_ovr_macro"].name == "wald"
    assert cmp.omnibus["auroc_ovr_macro"].p_value < 0.01
    assert cmp.omnibus["top_k_accuracy"].name == "cochran_q"


def test_keys_of_two_classes_and_of_labels() -> None:
    truth, models = sample()
    cmp = compare(truth, models, **FEW)
    with pytest.raises(NotHere, match="auroc_ovr_macro"):
        cmp["A", "B", "auroc"]
    with pytest.raises(NotHere, match="macro_precision"):
        cmp["A", "B", "precision"]
    scores = compare(truth, models, kind="y_score", **FEW)
    assert scores.keys == ("auroc_ovr_macro", "auroc_ovo_macro", "top_k_accuracy")
    for key, word in (("accuracy", "threshold="), ("log_loss", "y_proba"), ("aurc", "y_proba")):
        with pytest.raises(NotHere, match=word):
            scores["A", "B", key]
    two = compare(truth == 1, {n: p[:, 1] for n, p in models.items()}, **FEW)
    with pytest.raises(NotHere, match="K columns"):
        two["A", "B", "auroc_ovr_macro"]
    labels = compare(truth, {n: p.argmax(1) for n, p in models.items()}, kind="y_pred", **FEW)
    for key in ("auroc_ovr_macro", "rps", "top_k_accuracy"):
        with pytest.raises(NotHere, match="y_proba"):
            labels["A", "B", key]


def test_scores_are_no_probabilities() -> None:
    truth, models = sample()
    ranked = {n: p[:, 1] for n, p in models.items()}
    cmp = compare(truth == 1, ranked, kind="y_score", threshold=0.5, **FEW)
    for key in ("brier", "aurc", "ece"):
        with pytest.raises(NotHere, match="y_proba"):
            cmp["A", "B", key]


def test_columns_that_do_not_add_up_to_one() -> None:
    truth, models = sample()
    with pytest.raises(InvalidRows, match="model B"):
        compare(truth, {"A": models["A"], "B": models["B"] * 0.9}, **FEW)
    unscaled = {"A": models["A"], "B": models["B"] * 0.9}
    assert compare(truth, unscaled, kind="y_score", **FEW)["A", "B", "auroc_ovr_macro"]


def test_models_with_the_same_calls_may_differ() -> None:
    truth, models = sample()
    sharper = models["A"] ** 2 / (models["A"] ** 2).sum(1, keepdims=True)
    cmp = compare(truth, {"A": models["A"], "B": sharper}, metrics="log_loss", **FEW)
    assert cmp.identical == ()
    assert cmp["A", "B", "accuracy"].difference.value == 0
    same = compare(truth, {"A": models["A"], "B": models["A"].copy()}, metrics="log_loss", **FEW)
    assert same.identical == (("A", "B"),)
    assert same["A", "B", "log_loss"].p_value == 1


def test_the_same_from_a_file(tmp_path) -> None:
    truth, models = sample()
    names = {n: [f"{n}{k}" for k in range(3)] for n in models}
    head = ",".join(["t", *names["A"], *names["B"]])
    rows = np.column_stack([truth, models["A"], models["B"]])
    lines = [",".join([str(int(row[0])), *map(repr, row[1:].tolist())]) for row in rows]
    path = tmp_path / "rows.csv"
    path.write_text("\n".join([head, *lines]) + "\n")
    whole = compare(truth, models, **FEW)
    read = compare("t", names, data=str(path), **FEW)
    for key in ("accuracy", "auroc_ovo_macro", "log_loss", "top_k_accuracy(1)"):
        one, two = whole["A", "B", key], read["A", "B", key]
        assert one.difference.value == pytest.approx(two.difference.value, abs=1e-12)
        assert one.difference.low == pytest.approx(two.difference.low, abs=1e-9)
