"""Every name that other packages have for what a classifier is judged by is answered."""

import tomllib
from pathlib import Path

import pycm
import pytest

from veracity.errors import AmbiguousName
from veracity.metrics import explain, find
from veracity.metrics.catalogue.catalogue import everything
from veracity.metrics.catalogue.finding import candidates

LISTED = tomllib.loads((Path(__file__).parents[2] / "docs" / "peer_names.toml").read_text("utf-8"))
NAMES = [(peer, name) for peer, section in LISTED.items() for name in section["names"]]


@pytest.mark.parametrize(("peer", "name"), NAMES)
def test_it_is_a_metric_several_or_a_term(peer: str, name: str) -> None:
    try:
        english, chinese = explain(name, "en"), explain(name, "zh")
    except AmbiguousName:
        assert all(find(key).key == key for key in candidates(name))
        assert len(candidates(name)) > 1
        return
    assert len(english.splitlines()) > 1, "a head and what it means"
    assert any("\u4e00" <= sign <= "\u9fff" for sign in chinese)


def test_every_statistic_of_pycm_is_listed_or_known() -> None:
    for name in {*pycm.params.PARAMS_DESCRIPTION, *pycm.params.PARAMS_LINK}:
        try:
            assert explain(name)
        except AmbiguousName:
            assert candidates(name)


# what one name must lead to: the definition of the peer, beside ours
MEANT = {
    "BM": "informedness",
    "PPR": "predicted_positive_rate",
    "AUNU": "auroc_ovr_macro",
    "AUNP": "auroc_ovr_weighted",
    "RCI": "relative_classifier_information",
    "Clayton skill score": "markedness",
    "OOC": "fowlkes_mallows",
    "PABAK": "bennett_s",
    "Kappa Unbiased": "scott_pi",
    "gain_capture": "gini",
    "Retrieval MRR": "mean_reciprocal_rank",
    "TPR Macro": "macro_recall",
    "Overall ACC": "accuracy",
    "v_measure_score": "normalised_mutual_information",
    "homogeneity_score": "relative_classifier_information",
    "completeness_score": "relative_classifier_information(prediction)",
    "Joint Entropy": "entropy_bits(both)",
    "Lambda B": "goodman_kruskal_lambda(prediction)",
    "producer's accuracy": "recall",
    "user's accuracy": "precision",
    "omission error": "fnr",
    "commission error": "fdr",
    "mean IoU": "macro_jaccard",
    "F3": "fbeta(3)",
}


@pytest.mark.parametrize("name", MEANT)
def test_it_leads_to_the_metric_that_the_peer_means(name: str) -> None:
    assert find(name).key == MEANT[name]


def test_scikit_learns_names_of_clusterings_give_its_numbers() -> None:
    import numpy as np
    from sklearn import metrics as sk

    from veracity.statistics import ConfusionMatrix

    truth, called = np.random.default_rng(1).integers(0, 4, (2, 200))
    called = np.where(np.arange(200) % 2, truth, called)
    c = ConfusionMatrix(sk.confusion_matrix(truth, called), labels=range(4))
    for name in ("homogeneity_score", "completeness_score", "v_measure_score"):
        assert find(name)(c) == pytest.approx(getattr(sk, name)(truth, called), rel=1e-12)


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("Rogan–Gladen", "ev.true_prevalence"),
        ("E/O", "observed_expected"),
        ("Nadeau–Bengio", "nadeau_bengio"),
        ("Takahashi", "delta"),
        ("Hui–Walter", "independent given the truth"),
        ("Aickin's alpha", "kappa"),
        ("hinge loss", "log_loss"),
        ("subset_accuracy", "vc.evaluate_multilabel"),
        ("false_alarms_per_hour", "vc.events.evaluate"),
        ("demographic parity", "ev.by_group.gap"),
    ],
)
def test_what_is_no_key_says_where_it_is_or_why_it_is_not(name: str, says: str) -> None:
    assert says in explain(name, "en")
    assert name not in everything()
