"""Scorers beside those of scikit-learn: cross-validation, searches, thresholds, routed weights."""

import pickle

import numpy as np
import pytest
from sklearn import config_context
from sklearn.datasets import load_iris, make_classification
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import accuracy_score, fbeta_score, make_scorer, precision_score
from sklearn.model_selection import (
    GridSearchCV,
    TunedThresholdClassifierCV,
    cross_val_score,
    cross_validate,
)

from veracity.errors import InputError
from veracity.sklearn import scorer

PEERS = {
    "mcc": "matthews_corrcoef",
    "auroc": "roc_auc",
    "brier": "neg_brier_score",
    "average_precision": "average_precision",
    "log_loss": "neg_log_loss",
    "fbeta(2)": make_scorer(fbeta_score, beta=2),
}


@pytest.fixture(scope="module")
def two_classes():
    return make_classification(200, random_state=0, flip_y=0.2)


def test_cross_validation(two_classes) -> None:
    mine = {key: scorer(key) for key in PEERS}
    found = [
        cross_validate(LogisticRegression(), *two_classes, cv=3, scoring=scoring)
        for scoring in (mine, PEERS)
    ]
    for key in PEERS:
        np.testing.assert_allclose(found[0][f"test_{key}"], found[1][f"test_{key}"], rtol=1e-12)


def test_the_other_class(two_classes) -> None:
    scores = [
        cross_val_score(LogisticRegression(), *two_classes, cv=3, scoring=scoring)
        for scoring in (scorer("precision", pos_label=0), make_scorer(precision_score, pos_label=0))
    ]
    np.testing.assert_allclose(*scores)


@pytest.mark.parametrize(
    ("key", "peer"),
    [("auroc_ovr_macro", "roc_auc_ovr"), ("log_loss", "neg_log_loss"), ("macro_f1", "f1_macro")],
)
def test_several_classes(key: str, peer: str) -> None:
    model, data = LogisticRegression(max_iter=500), load_iris(return_X_y=True)
    scores = [cross_val_score(model, *data, cv=3, scoring=one) for one in (scorer(key), peer)]
    np.testing.assert_allclose(*scores, rtol=1e-12)


def test_searches(two_classes) -> None:
    grid = [
        GridSearchCV(LogisticRegression(), {"C": [0.01, 1]}, scoring=one, cv=3).fit(*two_classes)
        for one in (scorer("auroc"), "roc_auc")
    ]
    np.testing.assert_allclose(*(one.cv_results_["mean_test_score"] for one in grid))
    tuned = [
        TunedThresholdClassifierCV(LogisticRegression(), scoring=one, cv=3).fit(*two_classes)
        for one in (scorer("f1"), "f1")
    ]
    assert tuned[0].best_threshold_ == tuned[1].best_threshold_


def test_weights_are_routed(two_classes) -> None:
    weight = np.random.default_rng(0).random(200)
    with config_context(enable_metadata_routing=True):
        model = LogisticRegression().set_fit_request(sample_weight=True)
        scores = [
            cross_val_score(
                model,
                *two_classes,
                cv=3,
                scoring=one.set_score_request(sample_weight=True),
                params={"sample_weight": weight},
            )
            for one in (scorer("accuracy"), make_scorer(accuracy_score))
        ]
    np.testing.assert_allclose(*scores)


def test_a_scorer_travels_between_processes() -> None:
    copy = pickle.loads(pickle.dumps(scorer("mcc")))
    X, y = load_iris(return_X_y=True)
    model = LogisticRegression(max_iter=500).fit(X, y)
    assert copy(model, X, y) == scorer("mcc")(model, X, y)


def test_no_direction_and_a_missing_class_are_refused() -> None:
    with pytest.raises(InputError, match="calibration_slope has no better direction"):
        scorer("calibration_slope")
    X, y = load_iris(return_X_y=True)
    model = LogisticRegression(max_iter=500).fit(X, y)
    with pytest.raises(InputError, match="3 columns, but 2 classes"):
        scorer("log_loss")(model, X[:100], y[:100])
    assert scorer("log_loss", labels=[0, 1, 2])(model, X[:100], y[:100]) < 0
