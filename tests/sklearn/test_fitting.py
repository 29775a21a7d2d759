"""Estimators that decide by a rule of their own, and weights that reach the model."""

from itertools import product
from typing import Any

import numpy as np
import pytest
import sklearn
from sklearn.base import clone
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import get_scorer, roc_auc_score
from sklearn.model_selection import (
    FixedThresholdClassifier,
    GridSearchCV,
    StratifiedKFold,
    TunedThresholdClassifierCV,
    cross_val_score,
)
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

import veracity as vc
from veracity.errors import InputError
from veracity.evaluation.inputs.from_estimator import CALL_MOST_PROBABLE

RNG = np.random.default_rng(3)
X = RNG.normal(size=(200, 3))
Y = (X[:, 0] + RNG.normal(size=200) > 0.8).astype(int)
WEIGHT = RNG.uniform(0.2, 2, 200)
MODEL = LogisticRegression()
SPLIT = StratifiedKFold(4, shuffle=True, random_state=1)
FIXED = FixedThresholdClassifier(MODEL, threshold=0.2)
TUNED = TunedThresholdClassifierCV(MODEL, scoring="f1", thresholds=5, cv=2)


@pytest.mark.parametrize("model", [FIXED, TUNED, make_pipeline(StandardScaler(), FIXED)])
def test_labels_are_those_that_the_estimator_decides_on(model: Any) -> None:
    cv = vc.evaluate_cv(model, X, Y, cv=SPLIT)
    for key, scoring in (("f1", "f1"), ("auroc", "roc_auc"), ("brier", "neg_brier_score")):
        theirs = np.abs(cross_val_score(model, X, Y, cv=SPLIT, scoring=scoring))
        assert list(cv.each(key).values()) == pytest.approx(list(theirs), abs=1e-12)
    assert "does not always call the most probable class" in str(cv)
    assert "并不总是判为概率最大的类" in cv.text("zh")


def test_a_threshold_or_response_asked_for_goes_before_its_rule() -> None:
    plain = vc.evaluate_cv(MODEL, X, Y, cv=SPLIT).mean["f1"]
    assert vc.evaluate_cv(FIXED, X, Y, cv=SPLIT, response="predict_proba").mean["f1"] == plain
    assert vc.evaluate_cv(FIXED, X, Y, cv=SPLIT, threshold=0.5).mean["f1"] == plain
    fitted = clone(FIXED).fit(X, Y)
    half = vc.evaluate(Y, estimator=fitted, X=X, threshold=0.5)
    assert half["f1"].value == get_scorer("f1")(clone(MODEL).fit(X, Y), X, Y)
    assert "most probable" not in str(half)


def test_one_evaluation_follows_the_estimator() -> None:
    fitted = clone(FIXED).fit(X, Y)
    ev = vc.evaluate(Y, estimator=fitted, X=X)
    assert ev["f1"].value == pytest.approx(get_scorer("f1")(fitted, X, Y), abs=1e-12)
    assert "does not always call the most probable class" in str(ev)


def test_who_calls_the_most_probable_class_is_asked_for_probabilities_alone() -> None:
    for model in (MODEL, DecisionTreeClassifier(random_state=0), KNeighborsClassifier(4)):
        ev = vc.evaluate(Y, estimator=clone(model).fit(X, Y), X=X)
        assert ev.threshold == 0.5
        assert "most probable" not in str(ev)


def test_the_known_rules_are_scikit_learns_and_call_the_most_probable_class() -> None:
    three = np.digitize(X[:, 0] + RNG.normal(size=200), [-0.5, 0.5])
    assert "most probable" not in str(vc.evaluate_cv(MODEL, X, three, cv=SPLIT))
    models = (
        MODEL,
        RandomForestClassifier(10, random_state=0),
        GaussianNB(),
        KNeighborsClassifier(4),
        DecisionTreeClassifier(max_depth=3, random_state=0),
    )
    rules = {f"{m.predict.__module__}.{m.predict.__func__.__qualname__}" for m in models}
    assert rules == CALL_MOST_PROBABLE
    for model, truth in product(models, (Y, three)):
        fitted = clone(model).fit(X[:150], truth[:150])
        proba = fitted.predict_proba(X)
        called = proba[np.arange(len(X)), fitted.predict(X)]
        assert called == pytest.approx(proba.max(1), abs=1e-12)


class Unsure(LogisticRegression):
    """Its predict gives probabilities, as some packages have it, or fails."""

    def predict(self, X):
        if len(X) < 30:
            raise NotImplementedError
        return self.predict_proba(X)[:, 1]


@pytest.mark.parametrize("rows", [200, 20])
def test_a_predict_that_gives_no_labels_is_left_aside(rows: int) -> None:
    ev = vc.evaluate(Y[:rows], estimator=Unsure().fit(X, Y), X=X[:rows])
    theirs = get_scorer("f1")(clone(MODEL).fit(X, Y), X[:rows], Y[:rows])
    assert ev["f1"].value == pytest.approx(theirs, abs=1e-12)


def test_weights_reach_the_model_inside_a_pipeline_or_a_search() -> None:
    theirs = []
    for training, test in SPLIT.split(X, Y):
        scaler = StandardScaler().fit(X[training])
        model = clone(MODEL).fit(scaler.transform(X[training]), Y[training], WEIGHT[training])
        score = model.predict_proba(scaler.transform(X[test]))[:, 1]
        theirs.append(roc_auc_score(Y[test], score, sample_weight=WEIGHT[test]))
    inside = make_pipeline(StandardScaler(), MODEL)
    for model in (inside, GridSearchCV(inside, {"logisticregression__C": [1.0]})):
        cv = vc.evaluate_cv(model, X, Y, cv=SPLIT, sample_weight=WEIGHT)
        assert list(cv.each("auroc").values()) == pytest.approx(theirs, abs=1e-12)
    with sklearn.config_context(enable_metadata_routing=True):
        asking = clone(MODEL).set_fit_request(sample_weight=True)
        plain = StandardScaler().set_fit_request(sample_weight=False)
        model = make_pipeline(plain, asking)
        cv = vc.evaluate_cv(model, X, Y, cv=SPLIT, sample_weight=WEIGHT)
        assert list(cv.each("auroc").values()) == pytest.approx(theirs, abs=1e-12)
        with pytest.raises(InputError, match="not explicitly set as requested"):
            vc.evaluate_cv(inside, X, Y, cv=SPLIT, sample_weight=WEIGHT)


def test_weights_that_no_model_takes_are_refused() -> None:
    model = KNeighborsClassifier()
    for one in (model, make_pipeline(StandardScaler(), model), GridSearchCV(model, {})):
        with pytest.raises(InputError, match="KNeighborsClassifier cannot be fitted"):
            vc.evaluate_cv(one, X, Y, sample_weight=WEIGHT)
