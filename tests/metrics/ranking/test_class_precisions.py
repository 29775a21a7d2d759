"""Average precision over K classes, and all columns pooled, beside scikit-learn 1.9.1."""

import numpy as np
import pytest
from sklearn import metrics as sk

import veracity as vc


def drawn(seed, n=120, classes=4, digits=2):
    draw = np.random.default_rng(seed)
    truth = np.r_[np.arange(classes), draw.choice(classes, n - classes, p=[0.5, 0.3, 0.15, 0.05])]
    z = draw.normal(size=(n, classes))
    z[np.arange(n), truth] += 1.2
    p = np.exp(z)
    return truth, np.round(p / p.sum(1, keepdims=True), digits)


@pytest.mark.parametrize("seed", range(3))
def test_values_of_scikit_learn(seed) -> None:
    truth, scores = drawn(seed)
    happened = np.eye(4)[truth]
    weight = np.random.default_rng(seed).uniform(0.2, 3, len(truth))
    for w in (None, weight):
        ev = vc.evaluate(truth, y_score=scores, sample_weight=w, method="none")
        for how in ("macro", "weighted", "micro"):
            theirs = sk.average_precision_score(happened, scores, average=how, sample_weight=w)
            assert ev[f"{how}_average_precision"].value == pytest.approx(theirs, abs=1e-12)
        theirs = sk.roc_auc_score(happened, scores, average="micro", sample_weight=w)
        assert ev["micro_auroc"].value == pytest.approx(theirs, abs=1e-12)


KEYS = ("macro_average_precision", "weighted_average_precision", "micro_average_precision")


@pytest.mark.parametrize("key", [*KEYS, "micro_auroc", "ordinal_auroc", "log_loss_skill"])
def test_the_interval_is_that_of_leaving_rows_out(key) -> None:
    """The spread by closed-form derivatives beside the jackknife, row by row."""
    truth, p = drawn(7, n=60, digits=3)
    p = np.clip(p, 0.002, None)
    p /= p.sum(1, keepdims=True)

    def value(keep):
        return vc.evaluate(truth[keep], y_proba=p[keep], labels=range(4), method="none")[key].value

    rows = np.arange(len(truth))
    kept = [i for i in rows if (truth == truth[i]).sum() > 1]
    left_out = np.array([value(rows != i) for i in kept])
    spread = np.sqrt((len(kept) - 1) / len(kept) * ((left_out - left_out.mean()) ** 2).sum())
    e = vc.evaluate(truth, y_proba=p, method="delta", metrics=[key])[key]
    bounds = vc.metrics.find(key).bounds
    assert bounds[0] <= e.low < e.value < e.high <= bounds[1]
    assert (e.high - e.low) / (2 * 1.96) == pytest.approx(spread, rel=0.25)


def test_ordinal_is_the_mean_over_cuts() -> None:
    truth, p = drawn(3, digits=6)
    p /= p.sum(1, keepdims=True)
    reached = p.cumsum(1)
    cuts = [sk.roc_auc_score(truth <= k, reached[:, k]) for k in range(3)]
    ev = vc.evaluate(truth, y_proba=p, method="none")
    assert ev["ordinal_auroc"].value == pytest.approx(np.mean(cuts), abs=1e-9)
    two = vc.evaluate(truth > 0, y_proba=1 - p[:, 0], method="none")
    assert two["ordinal_auroc"].value == pytest.approx(two["auroc"].value)


def test_base_rates_already_rank_above_one_half_when_pooled() -> None:
    truth, _ = drawn(1)
    rates = np.bincount(truth) / len(truth)
    ev = vc.evaluate(truth, y_proba=np.tile(rates, (len(truth), 1)), method="none")
    assert ev["micro_auroc"].value > 0.7
    assert ev["auroc_ovr_macro"].value == 0.5


def test_a_grid_holds_the_mean_between_its_ends() -> None:
    truth, p = drawn(2, digits=6)
    ev = vc.evaluate(truth, y_score=p, resolution=6)
    exact = vc.evaluate(truth, y_score=p)["macro_average_precision"].value
    found = ev["macro_average_precision"]
    assert abs(found.value - exact) <= found.bound + 1e-12


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("key", ["micro_auroc", "micro_average_precision"])
def test_a_grid_holds_the_pooled_figures_between_its_ends(key, seed):
    random = np.random.default_rng(seed)
    truth, P = random.integers(0, 3, 90), random.dirichlet(np.ones(3), 90)
    if seed % 2:
        P = np.round(P, 1)  # ties, within and between columns
        P[:, 2] = 1 - P[:, 0] - P[:, 1]
    P = np.clip(P, 0, 1)
    weight = random.random(90) if seed % 3 == 0 else None
    exact, coarse = (
        vc.evaluate(truth, y_proba=P, resolution=one, sample_weight=weight)[key]
        for one in ("exact", 4)
    )
    assert abs(exact.value - coarse.value) <= coarse.bound + 1e-12
    assert coarse.bound < 0.2


@pytest.mark.parametrize(("seed", "bits"), [(3, 6), (7, 4), (9, 6), (9, 9), (21, 6)])
def test_ties_across_columns_are_within_the_bound_of_pooled_precision(seed, bits):
    """Buckets of different columns overlap: cases tied across them count more than one by one."""
    random = np.random.default_rng(seed)
    n, classes = int(random.choice([5, 40, 300])), int(random.choice([3, 4]))
    truth, P = random.integers(0, classes, n), random.dirichlet(np.full(classes, 0.5), n)
    P[np.arange(n), truth] += 0.2
    P /= P.sum(1, keepdims=True)
    if seed % 3 == 0:
        P = np.round(P, 1) + 1e-9
        P /= P.sum(1, keepdims=True)
    weight = 10.0 ** random.uniform(-4, 4, n)
    theirs = sk.average_precision_score(
        np.eye(classes)[truth], P, average="micro", sample_weight=weight
    )
    settings = {"y_proba": P, "labels": range(classes), "sample_weight": weight, "method": "none"}
    found = vc.evaluate(truth, resolution=bits, **settings)["micro_average_precision"]
    assert abs(found.value - theirs) <= found.bound + 1e-9
