"""Clusters that agree, and classes that live in one of them."""

import numpy as np
import pytest

import veracity as vc
from veracity.statistics.numerics.quantiles import normal_quantile


def test_perfect_ranks_in_clusters_are_one_trial_a_cluster() -> None:
    truth = np.arange(30) % 3
    ev = vc.evaluate(truth, y_proba=0.1 + 0.7 * np.eye(3)[truth], cluster=np.arange(30) // 3)
    found = ev["top_k_accuracy(k=2)"]
    assert found.value == 1.0
    # Wilson's interval of 10 of 10 clusters: n/(n + z²)
    assert found.low == pytest.approx(10 / (10 + normal_quantile(0.975) ** 2), abs=1e-12)
    assert found.high == 1.0
    assert "cluster" in str(found.note)
    assert "top_k_accuracy" in ev.to_json()


@pytest.mark.parametrize("key", ["lift", "recall_at_k", "precision_at_k", "tpr_at_fpr"])
def test_the_rarer_class_in_one_cluster_leaves_no_interval(key: str) -> None:
    rng = np.random.default_rng(5)
    truth = np.repeat([1, 0], [4, 36])
    cluster = np.repeat([0, 1, 2, 3, 4, 5, 6], [4, 6, 6, 6, 6, 6, 6])
    ev = vc.evaluate(
        truth, y_proba=np.clip(0.3 * truth + 0.7 * rng.random(40), 0, 1), cluster=cluster
    )
    found = ev[key]
    assert np.isfinite(found.value)
    assert np.isnan(found.low)
    assert "one cluster" in str(found.note)


def test_negatives_in_one_cluster() -> None:
    """`lift` of the commoner class does not need the rarer one, whose clusters are too few."""
    ev = vc.evaluate([1, 1, 1, 1, 0], y_proba=[0.9] * 5, cluster=[1, 2, 4, 5, 0])
    assert ev["lift"].value == 1.0
    assert np.isnan(ev["lift"].low)
    assert ev.to_html()


@pytest.mark.parametrize("kind", ["labels", "score", "proba", "columns"])
@pytest.mark.parametrize("weight_kind", ["importance", "frequency"])
def test_rows_without_weight_make_no_cluster(kind: str, weight_kind: str) -> None:
    """A patient all of whose rows weigh 0 is no patient: the intervals are those without him."""
    rng = np.random.default_rng(8)
    truth, cluster = rng.integers(0, 2, 60), np.repeat(np.arange(12), 5)
    weight = np.where(cluster < 6, rng.integers(1, 4, 60), 0)
    proba = np.clip(0.3 * truth + 0.7 * rng.random(60), 0, 1).round(2)
    answers = {
        "labels": {"y_pred": (proba > 0.5).astype(int)},
        "score": {"y_score": proba, "threshold": 0.5},
        "proba": {"y_proba": proba},
        "columns": {"y_proba": np.stack([1 - proba, proba], 1) if kind == "columns" else None},
    }[kind]

    def of(rows: slice) -> vc.Evaluation:
        return vc.evaluate(
            truth[rows],
            **{name: given[rows] if np.ndim(given) else given for name, given in answers.items()},
            sample_weight=weight[rows],
            weight_kind=weight_kind,
            cluster=cluster[rows],
            n_resamples=200,
        )

    everyone, those_who_weigh = of(slice(None)), of(slice(30))
    for key in ("accuracy", "mcc", "recall", "precision", "auroc", "brier", "recall_at_k"):
        if key in those_who_weigh:
            assert str(everyone[key]) == str(those_who_weigh[key]), key
            assert everyone[key].low == pytest.approx(those_who_weigh[key].low, nan_ok=True)


def test_rows_without_weight_make_no_cluster_of_a_comparison() -> None:
    rng = np.random.default_rng(8)
    truth, cluster = rng.integers(0, 2, 60), np.repeat(np.arange(12), 5)
    weight = np.where(cluster < 6, rng.integers(1, 4, 60), 0)
    models = {name: np.clip(0.3 * truth + 0.7 * rng.random(60), 0, 1) for name in "AB"}

    def of(rows: slice) -> vc.Comparison:
        some = {name: proba[rows] for name, proba in models.items()}
        given = {"sample_weight": weight[rows], "cluster": cluster[rows]}
        return vc.compare(truth[rows], some, **given, metrics=["auroc", "accuracy"])

    everyone, those_who_weigh = of(slice(None)), of(slice(30))
    for key in ("auroc", "accuracy"):
        found, right = everyone["A", "B", key], those_who_weigh["A", "B", key]
        assert found.difference.low == pytest.approx(right.difference.low)
        assert found.p_value == pytest.approx(right.p_value)
