"""The same numbers as scikit-learn, PyCM and torchmetrics, wherever those are right.

Where they are not, or mean something else by the name: test_peer_differences.py.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import sklearn.metrics as sk
from pycm import ConfusionMatrix as PyCM

from tests.metrics import tables
from veracity.metrics import find
from veracity.statistics import ConfusionMatrix

CLASSES = (2, 3, 7)
Rows = tuple[np.ndarray, np.ndarray, np.ndarray]


def rows(classes: int, seed: int) -> Rows:
    """Truth, prediction and weight of 300 rows; the prediction is right more often than not."""
    draw = np.random.default_rng([classes, seed])
    truth = draw.choice(classes, 300, p=draw.dirichlet(np.full(classes, 3)))
    called = np.where(draw.random(300) < 0.6, truth, draw.integers(0, classes, 300))
    truth[:classes], called[:classes] = range(classes), range(classes)
    return truth, called, draw.uniform(0.2, 3, 300)


def matrix_of(truth: Any, called: Any, weight: Any, classes: int) -> ConfusionMatrix:
    counts = np.zeros((classes, classes))
    np.add.at(counts, (truth, called), weight)
    return tables.matrix(counts)


# scikit-learn: any number of classes

SKLEARN_ANY: dict[str, Callable[..., float]] = {
    "accuracy": sk.accuracy_score,
    "error_rate": sk.zero_one_loss,
    "hamming_loss": sk.hamming_loss,
    "balanced_accuracy": sk.balanced_accuracy_score,
    "adjusted_balanced_accuracy": lambda *a, **k: sk.balanced_accuracy_score(
        *a, adjusted=True, **k
    ),
    "mcc": sk.matthews_corrcoef,
    "kappa": sk.cohen_kappa_score,
    "kappa_linear": lambda *a, **k: sk.cohen_kappa_score(*a, weights="linear", **k),
    "kappa_quadratic": lambda *a, **k: sk.cohen_kappa_score(*a, weights="quadratic", **k),
}
for _how in ("macro", "micro", "weighted"):
    for _key, _function in {
        "precision": sk.precision_score,
        "recall": sk.recall_score,
        "f1": sk.f1_score,
        "jaccard": sk.jaccard_score,
    }.items():
        SKLEARN_ANY[f"{_how}_{_key}"] = lambda *a, f=_function, h=_how, **k: f(*a, average=h, **k)
    for _beta in (0.5, 2):
        SKLEARN_ANY[f"{_how}_fbeta({_beta})"] = lambda *a, b=_beta, h=_how, **k: sk.fbeta_score(
            *a, beta=b, average=h, **k
        )


@pytest.mark.parametrize("key", SKLEARN_ANY)
@pytest.mark.parametrize("classes", CLASSES)
def test_scikit_learn_any_number_of_classes(key: str, classes: int) -> None:
    for seed in range(3):
        truth, called, weight = rows(classes, seed)
        for w in (np.ones(300), weight):
            ours = find(key)(matrix_of(truth, called, w, classes))
            theirs = SKLEARN_ANY[key](truth, called, sample_weight=w)
            np.testing.assert_allclose(ours, theirs, rtol=1e-12)


# scikit-learn: two classes

SKLEARN_TWO: dict[str, Callable[..., float]] = {
    "precision": sk.precision_score,
    "recall": sk.recall_score,
    "specificity": lambda t, c, **k: sk.recall_score(t, c, pos_label=0, **k),
    "npv": lambda t, c, **k: sk.precision_score(t, c, pos_label=0, **k),
    "f1": sk.f1_score,
    "fbeta(2)": lambda *a, **k: sk.fbeta_score(*a, beta=2, **k),
    "fbeta(0.5)": lambda *a, **k: sk.fbeta_score(*a, beta=0.5, **k),
    "jaccard": sk.jaccard_score,
    "informedness": lambda *a, **k: sk.balanced_accuracy_score(*a, adjusted=True, **k),
    "lr_plus": lambda *a, **k: sk.class_likelihood_ratios(*a, **k)[0],
    "lr_minus": lambda *a, **k: sk.class_likelihood_ratios(*a, **k)[1],
}


@pytest.mark.parametrize("key", SKLEARN_TWO)
def test_scikit_learn_two_classes(key: str) -> None:
    for seed in range(5):
        truth, called, weight = rows(2, seed)
        for w in (np.ones(300), weight):
            ours = find(key)(matrix_of(truth, called, w, 2))
            theirs = SKLEARN_TWO[key](truth, called, sample_weight=w)
            np.testing.assert_allclose(ours, theirs, rtol=1e-12)


@pytest.mark.parametrize("classes", CLASSES)
def test_scikit_learn_information(classes: int) -> None:
    truth, called, _ = rows(classes, 0)
    c = matrix_of(truth, called, np.ones(300), classes)
    nats = sk.mutual_info_score(truth, called)
    np.testing.assert_allclose(find("mutual_information_bits")(c), nats / np.log(2), rtol=1e-12)
    theirs = sk.normalized_mutual_info_score(truth, called)
    np.testing.assert_allclose(find("nmi")(c), theirs, rtol=1e-12)


def test_scikit_learn_confusion_matrix_is_read_as_it_is() -> None:
    truth, called, _ = rows(2, 0)
    c = ConfusionMatrix(sk.confusion_matrix(truth, called), labels=[0, 1])
    tn, fp, fn, tp = sk.confusion_matrix(truth, called).ravel()
    assert (c.tn, c.fp, c.fn, c.tp) == (tn, fp, fn, tp)


# SciPy


@pytest.mark.parametrize("classes", CLASSES)
@pytest.mark.parametrize(
    ("key", "method"),
    [("cramers_v", "cramer"), ("tschuprow_t", "tschuprow"), ("pearson_c", "pearson")],
)
def test_scipy_association(key: str, method: str, classes: int) -> None:
    from scipy.stats.contingency import association

    truth, called, _ = rows(classes, 2)
    c = matrix_of(truth, called, np.ones(300), classes)
    theirs = association(c.cells.array().astype(int), method=method)
    np.testing.assert_allclose(find(key)(c), theirs, rtol=1e-12)


# PyCM

PYCM_CLASS = {
    "recall": "TPR",
    "specificity": "TNR",
    "precision": "PPV",
    "npv": "NPV",
    "fnr": "FNR",
    "fpr": "FPR",
    "fdr": "FDR",
    "false_omission_rate": "FOR",
    "accuracy": "ACC",
    "error_rate": "ERR",
    "f1": "F1",
    "fbeta(0.5)": "F05",
    "fbeta(2)": "F2",
    "mcc": "MCC",
    "informedness": "BM",
    "markedness": "MK",
    "lr_plus": "PLR",
    "lr_minus": "NLR",
    "dor": "DOR",
    "jaccard": "J",
    "fowlkes_mallows": "G",
    "g_mean": "GM",
    "yule_q": "Q",
    "optimized_precision": "OP",
    "balanced_accuracy": "AUC",
    "iba(1)": "IBA",
    "prevalence": "PRE",
    "predicted_positive_rate": "TOPR",
    "overlap_coefficient": "OC",
    "braun_blanquet": "BB",
    "adjusted_f": "AGF",
    "adjusted_g_mean": "AGM",
    "distance_index": "dInd",
    "similarity_index": "sInd",
    "classification_success_index": "ICSI",
    "lift_score": "LS",
    "information_score": "IS",
}
PYCM_OVERALL = {
    "accuracy": "Overall_ACC",
    "kappa": "Kappa",
    "scott_pi": "PI",
    "gwet_ac1": "AC1",
    "bennett_s": "S",
    "krippendorff_alpha": "Alpha",
    "mcc": "Overall_MCC",
    "no_information_rate": "NIR",
    "hamming_loss": "HammingLoss",
    "mutual_information_bits": "MutualInformation",
    "entropy_bits": "ReferenceEntropy",
    "chi_squared": "Chi_Squared",
    "cramers_v": "V",
    "goodman_kruskal_lambda": "LambdaA",
    "goodman_kruskal_lambda(prediction)": "LambdaB",
    "confusion_entropy": "Overall_CEN",
    "class_balance_accuracy": "CBA",
    "modified_confusion_entropy": "Overall_MCEN",
    "pearson_c": "C",
    "bangdiwala_b": "B",
    "relative_classifier_information": "RCI",
    "entropy_bits(prediction)": "ResponseEntropy",
    "entropy_bits(both)": "JointEntropy",
    "conditional_entropy_bits(prediction)": "ConditionalEntropy",
    "cross_entropy_bits": "CrossEntropy",
    "kl_divergence_bits": "KL",
    "macro_classification_success_index": "CSI",
    "macro_recall": "TPR_Macro",
    "macro_precision": "PPV_Macro",
    "macro_specificity": "TNR_Macro",
    "macro_npv": "NPV_Macro",
    "macro_fpr": "FPR_Macro",
    "macro_fnr": "FNR_Macro",
    "macro_f1": "F1_Macro",
    "macro_accuracy": "ACC_Macro",
    "micro_recall": "TPR_Micro",
    "micro_precision": "PPV_Micro",
    "micro_specificity": "TNR_Micro",
    "micro_npv": "NPV_Micro",
    "micro_fpr": "FPR_Micro",
    "micro_fnr": "FNR_Micro",
    "micro_f1": "F1_Micro",
}


def pycm_of(c: ConfusionMatrix) -> PyCM:
    indices = range(c.classes)
    return PyCM(matrix={i: {j: int(c.counts[i, j]) for j in indices} for i in indices})


@pytest.fixture(scope="module", params=CLASSES)
def pair(request: pytest.FixtureRequest) -> tuple[ConfusionMatrix, PyCM]:
    truth, called, _ = rows(request.param, 1)
    c = matrix_of(truth, called, np.ones(300), request.param)
    c = tables.matrix(c.cells.array() + 1)
    return c, pycm_of(c)


@pytest.mark.parametrize("key", PYCM_CLASS)
def test_pycm_each_class(key: str, pair: tuple[ConfusionMatrix, PyCM]) -> None:
    c, peer = pair
    theirs = [getattr(peer, PYCM_CLASS[key])[k] for k in range(c.classes)]
    np.testing.assert_allclose(find(key)(c.one_vs_rest()), theirs, rtol=1e-11)


@pytest.mark.parametrize("key", PYCM_OVERALL)
def test_pycm_overall(key: str, pair: tuple[ConfusionMatrix, PyCM]) -> None:
    c, peer = pair
    np.testing.assert_allclose(find(key)(c), getattr(peer, PYCM_OVERALL[key]), rtol=1e-11)


def test_pycm_functions(pair: tuple[ConfusionMatrix, PyCM]) -> None:
    c, peer = pair
    each, indices = c.one_vs_rest(), range(c.classes)
    d = peer.sensitivity_index()
    np.testing.assert_allclose(find("d_prime")(each), [d[k] for k in indices], rtol=1e-9)
    benefit = peer.NB(w=0.25)  # the odds of a threshold of 1/5
    ours = find("net_benefit(0.2)")(each)
    np.testing.assert_allclose(ours, [benefit[k] for k in indices], rtol=1e-11)
    for key, power in (("kappa_linear", 1), ("kappa_quadratic", 2)):
        weights = {i: {j: abs(i - j) ** power for j in indices} for i in indices}
        np.testing.assert_allclose(find(key)(c), peer.weighted_kappa(weights), rtol=1e-11)
    own = np.random.default_rng(3).integers(1, 9, (c.classes, c.classes))
    np.fill_diagonal(own, 0)
    theirs = peer.weighted_kappa({i: {j: int(own[i, j]) for j in indices} for i in indices})
    np.testing.assert_allclose(find("kappa").with_values(weights=own)(c), theirs, rtol=1e-11)
    theirs = peer.TI(alpha=3, beta=0.25)  # its alpha weighs the false negatives
    ours = find("tversky(0.25, beta=3)")(each)
    np.testing.assert_allclose(ours, [theirs[k] for k in indices], rtol=1e-11)
    np.testing.assert_allclose(find("expected_agreement")(c), sum(peer.RACC.values()), rtol=1e-11)
    for key, name in (
        ("weighted_precision", "PPV"),
        ("weighted_f1", "F1"),
        ("weighted_mcc", "MCC"),
    ):
        np.testing.assert_allclose(find(key)(c), peer.weighted_average(name), rtol=1e-11)


# torchmetrics, from a file made by tests/data/make_torchmetrics.py

TORCH = json.loads((Path(__file__).parents[1] / "data" / "torchmetrics.json").read_text("utf-8"))
FULL = [t for t in TORCH["tables"] if " classes, " in t["name"]]
TORCH_KEYS = {
    "binary_accuracy": "accuracy",
    "binary_precision": "precision",
    "binary_recall": "recall",
    "binary_specificity": "specificity",
    "binary_negative_predictive_value": "npv",
    "binary_f1_score": "f1",
    "binary_jaccard_index": "jaccard",
    "binary_matthews_corrcoef": "mcc",
    "binary_cohen_kappa": "kappa",
    "binary_hamming_distance": "hamming_loss",
    "multiclass_matthews_corrcoef": "mcc",
    "multiclass_cohen_kappa": "kappa",
    "multiclass_cohen_kappa linear": "kappa_linear",
    "multiclass_cohen_kappa quadratic": "kappa_quadratic",
    "multiclass_accuracy macro": "balanced_accuracy",
    "multiclass_accuracy micro": "accuracy",
    "multiclass_accuracy weighted": "accuracy",
    "multiclass_hamming_distance micro": "hamming_loss",
    "multiclass_hamming_distance weighted": "hamming_loss",
}
for _how in ("macro", "micro", "weighted"):
    for _name, _key in {
        "precision": "precision",
        "recall": "recall",
        "specificity": "specificity",
        "negative_predictive_value": "npv",
        "f1_score": "f1",
        "jaccard_index": "jaccard",
    }.items():
        TORCH_KEYS[f"multiclass_{_name} {_how}"] = f"{_how}_{_key}"


def test_the_file_says_who_made_it() -> None:
    assert (TORCH["torchmetrics"], TORCH["torch"]) == ("1.9.0", "2.13.0")
    assert {len(t["counts"]) for t in FULL} == set(CLASSES)
    used = {name for t in TORCH["tables"] for name in t["values"]}
    assert used - set(TORCH_KEYS) == {"multiclass_hamming_distance macro"}, "1 − mean recall"


@pytest.mark.parametrize("table", FULL, ids=lambda t: t["name"])
def test_torchmetrics(table: dict[str, Any]) -> None:
    c, compared = tables.matrix(table["counts"]), 0
    for name, theirs in table["values"].items():
        if name in TORCH_KEYS:
            np.testing.assert_allclose(find(TORCH_KEYS[name])(c), theirs, atol=1e-6, err_msg=name)
            compared += 1
    assert compared > 20


# imbalanced-learn, from a file made by tests/data/make_imbalanced_peers.py

IMBALANCED = json.loads(
    (Path(__file__).parents[1] / "data" / "imbalanced_peers.json").read_text("utf-8")
)


@pytest.mark.parametrize("table", IMBALANCED["tables"], ids=lambda t: str(len(t["counts"])))
def test_imbalanced_learn(table: dict[str, Any]) -> None:
    c = tables.matrix(table["counts"])
    for key, theirs in table["values"].items():
        np.testing.assert_allclose(find(key)(c), theirs, rtol=1e-12, err_msg=key)
    assert IMBALANCED["imbalanced-learn"] == "0.14.2"
