"""Estimators fitted fold by fold: beside scikit-learn's own folds, and nested by hand."""

import math

import numpy as np
import pandas as pd
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.linear_model import LinearRegression, LogisticRegression, RidgeClassifier
from sklearn.metrics import get_scorer
from sklearn.model_selection import (
    GroupKFold,
    KFold,
    RepeatedStratifiedKFold,
    ShuffleSplit,
    StratifiedKFold,
    cross_validate,
)
from sklearn.svm import LinearSVC
from sklearn.tree import DecisionTreeClassifier

import veracity as vc
from veracity.errors import InputError
from veracity.evaluation.folds.nested import combined

RNG = np.random.default_rng(11)
X = RNG.normal(size=(150, 3))
Y = (X[:, 0] + RNG.normal(size=150) > 0).astype(int)
MODEL = LogisticRegression()
SPLIT = StratifiedKFold(5, shuffle=True, random_state=4)
LEAK = [(np.arange(50), np.arange(50, 150)), (np.arange(150), np.arange(50))]


def test_equals_cross_validate() -> None:
    theirs = cross_validate(MODEL, X, Y, cv=SPLIT, scoring=["roc_auc", "accuracy", "neg_log_loss"])
    cv = vc.evaluate_cv(MODEL, X, Y, cv=SPLIT)
    for key, score, sign in (
        ("auroc", "test_roc_auc", 1),
        ("accuracy", "test_accuracy", 1),
        ("log_loss", "test_neg_log_loss", -1),
    ):
        mine = list(cv.each(key).values())
        assert mine == pytest.approx(list(sign * theirs[score]), abs=1e-12)
    assert cv.training == (120.0,) * 5
    assert cv.procedure.name == "LogisticRegression"


def test_result_of_cross_validate_gives_the_same() -> None:
    result = cross_validate(MODEL, X, Y, cv=SPLIT, return_estimator=True, return_indices=True)
    mine, theirs = vc.evaluate_cv(MODEL, X, Y, cv=SPLIT), vc.evaluate_cv(result, X, Y)
    assert theirs.mean["auroc"] == mine.mean["auroc"]
    with pytest.raises(InputError, match="return_indices"):
        vc.evaluate_cv(cross_validate(MODEL, X, Y), X, Y)
    for times in (2, 0.5):
        rows = np.arange(int(150 * times)) % 150
        with pytest.raises(InputError, match="150 rows"):
            vc.evaluate_cv(result, X[rows], Y[rows])


def test_repeats_are_found() -> None:
    cv = vc.evaluate_cv(MODEL, X, Y, cv=RepeatedStratifiedKFold(n_splits=3, n_repeats=2))
    assert cv.repeats == (0, 0, 0, 1, 1, 1)
    assert cv.training == (100.0,) * 6
    assert math.isnan(cv.pooled["auroc"].low)


def test_response_and_classes() -> None:
    assert vc.evaluate_cv(RidgeClassifier(), X, Y).procedure.response == "decision_function"
    labels = vc.evaluate_cv(MODEL, X, Y, response="predict")
    assert "auroc" not in set(labels.keys())
    named = np.array(["no", "perhaps", "yes"])[np.digitize(X[:, 0], [-0.5, 0.5])]
    many = vc.evaluate_cv(DecisionTreeClassifier(random_state=0), X, named)
    theirs = cross_validate(
        DecisionTreeClassifier(random_state=0),
        X,
        named,
        cv=StratifiedKFold(5, shuffle=True, random_state=0),
        scoring="f1_macro",
    )
    assert list(many.each("macro_f1").values()) == pytest.approx(list(theirs["test_score"]))
    yes = np.where(Y == 1, "yes", "no")
    two = vc.evaluate_cv(MODEL, X, yes, cv=SPLIT, pos_label="yes")
    assert two.mean["auroc"] == vc.evaluate_cv(MODEL, X, Y, cv=SPLIT).mean["auroc"]


def test_weights_are_fitted_and_counted() -> None:
    weight = RNG.uniform(0.5, 2, 150)
    cv = vc.evaluate_cv(MODEL, X, Y, cv=SPLIT, sample_weight=weight)
    for (training, test), value in zip(SPLIT.split(X, Y), cv.each("auroc").values(), strict=True):
        model = clone(MODEL).fit(X[training], Y[training], sample_weight=weight[training])
        score = get_scorer("roc_auc")._score_func(
            Y[test], model.predict_proba(X[test])[:, 1], sample_weight=weight[test]
        )
        assert value == pytest.approx(score, abs=1e-12)

    class Plain(ClassifierMixin, BaseEstimator):
        def fit(self, X, y):
            self.classes_ = np.unique(y)
            return self

        def predict(self, X):
            return np.zeros(len(X), int)

    with pytest.raises(InputError, match="sample_weight"):
        vc.evaluate_cv(Plain(), X, Y, sample_weight=weight)


def test_groups_stay_together_or_are_refused() -> None:
    groups = np.arange(150) // 5
    cv = vc.evaluate_cv(MODEL, X, Y, groups=groups)
    assert "clusters_split_over_folds" not in {caution.key for caution in cv.cautions}
    assert cv.pooled.held.clusters == 30
    assert vc.evaluate_cv(MODEL, X, Y, groups=groups, cv=GroupKFold(3)).mean["auroc"].value > 0.5
    with pytest.raises(InputError, match="GroupKFold"):
        vc.evaluate_cv(MODEL, X, Y, groups=groups, cv=SPLIT)


def test_classes_that_a_fold_never_saw_are_named() -> None:
    named = np.array(["common"] * 149 + ["rare"])
    with pytest.raises(InputError, match="rare"):
        vc.evaluate_cv(MODEL, X, named, cv=KFold(5))


def test_estimator_that_says_nothing() -> None:
    class Mute(BaseEstimator):
        def fit(self, X, y):
            return self

    with pytest.raises(InputError, match="predict"):
        vc.evaluate_cv(Mute(), X, Y)
    with pytest.raises(InputError, match="predict_proba"):
        vc.evaluate_cv(RidgeClassifier(), X, Y, response="predict_proba")


def test_a_fitted_estimator_is_suspected_of_tuning() -> None:
    keys = {c.key for c in vc.evaluate_cv(clone(MODEL).fit(X, Y), X, Y).cautions}
    assert "tuned_on_these_folds" in keys
    assert "tuned_on_these_folds" not in {c.key for c in vc.evaluate_cv(MODEL, X, Y).cautions}


def test_estimator_given_to_evaluate() -> None:
    model = clone(MODEL).fit(X[:100], Y[:100])
    ev = vc.evaluate(Y[100:], estimator=model, X=X[100:])
    assert ev["auroc"] == vc.evaluate(Y[100:], y_proba=model.predict_proba(X[100:])[:, 1])["auroc"]
    assert any("predict_proba" in str(note) for note in ev.notes)
    with pytest.raises(InputError, match="y_pred"):
        vc.evaluate(Y, Y, estimator=model, X=X)


def test_nested_by_hand() -> None:
    """Bates, Hastie and Tibshirani's estimate from errors of single rows, one split of four."""
    folds, seed = 4, 0
    cv = vc.evaluate_cv(MODEL, X, Y, cv=folds, nested=1, random_state=seed)
    fold = np.empty(150, int)
    split = StratifiedKFold(folds, shuffle=True, random_state=seed)
    for place, (_, test) in enumerate(split.split(X, Y)):
        fold[test] = place

    def errors(out, tested):
        model = clone(MODEL).fit(X[~np.isin(fold, out)], Y[~np.isin(fold, out)])
        return (model.predict(X[fold == tested]) != Y[fold == tested]).astype(float)

    inside, outside, noise, every = [], [], [], []
    for f in range(folds):
        own = errors([f], f)
        others = np.concatenate([errors([f, g], g) for g in range(folds) if g != f])
        inside.append(others.mean())
        outside.append(own.mean())
        noise.append(own.var() / len(own))
        every.append(others)
    plain = np.concatenate([errors([f], f) for f in range(folds)]).mean()
    spread = math.sqrt(np.mean([one.var() for one in every]))
    n = 150
    squared = np.mean((np.array(inside) - np.array(outside)) ** 2 - np.array(noise))
    inflation = math.sqrt(max(0, squared)) / (spread / math.sqrt(n * 3 / 4))
    inflation = min(max(inflation, 1), 2)
    bias = (np.mean(inside) - plain) * (1 + (2 / 4) ** 1.5)
    reach = 1.959963984540054 * spread / math.sqrt(n) * inflation
    found = cv.mean["error_rate"]
    assert found.method == "nested_cv"
    assert found.value == pytest.approx(np.mean(inside) - bias, abs=1e-12)
    assert found.high - found.value == pytest.approx(reach, rel=1e-6)
    assert cv.mean["auroc"].method == "nadeau_bengio"  # no mean over rows


def test_nested_error_lies_between_independent_rows_and_one_fold() -> None:
    zero, one = np.zeros(5), np.ones(5)
    _, least = combined(zero, zero, zero, zero, 1.0, 100.0, 5)
    _, most = combined(one, zero, zero, one, 1.0, 100.0, 5)
    assert (least, most) == pytest.approx((0.1, 0.1 * math.sqrt(5)))
    with pytest.raises(InputError, match="nested"):
        vc.evaluate_cv(MODEL, X, Y, nested=-1)


def test_scores_of_the_first_class_are_reversed() -> None:
    named = np.where(Y == 1, "yes", "no")
    model = RidgeClassifier().fit(X, named)
    yes = vc.evaluate(named, estimator=model, X=X, pos_label="yes")["auroc"].value
    no = vc.evaluate(named, estimator=model, X=X, pos_label="no")["auroc"].value
    assert no == pytest.approx(yes, abs=1e-12)
    cv = vc.evaluate_cv(RidgeClassifier(), X, named, pos_label="no")
    assert cv.mean["auroc"].value > 0.7


def test_other_splits_are_not_the_same_folds() -> None:
    a = vc.evaluate_cv(MODEL, X, Y, random_state=0)
    with pytest.raises(InputError, match="different folds"):
        vc.compare(a, vc.evaluate_cv(MODEL, X, Y, random_state=3))


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (lambda: vc.evaluate_cv(LinearRegression(), X, Y), "regressor"),
        (lambda: vc.evaluate_cv(MODEL, X, Y[:-1]), "length"),
        (lambda: vc.evaluate_cv(MODEL, X, Y, sample_weight=[1.0]), "length"),
        (lambda: vc.evaluate_cv(MODEL, X, Y, cv=1), "Cannot split or fit the folds"),
        (
            lambda: vc.evaluate_cv(MODEL, X, Y, cv=[(np.arange(9), np.array([999]))] * 2),
            "Cannot",
        ),
        (lambda: vc.evaluate_cv(MODEL, X, Y, cv=ShuffleSplit(1)), "one split"),
        (lambda: vc.evaluate_cv(MODEL, X, Y, cv="five"), "splitter"),
        (lambda: vc.evaluate_cv(MODEL, X, Y, lang="zh"), "'lang'"),
        (lambda: vc.evaluate_cv(MODEL, X, Y, fold=Y), "'fold'"),
        (lambda: vc.evaluate_cv(MODEL, X, Y, groups=[None] * len(Y)), "groups has no value"),
        (
            lambda: vc.evaluate_cv(MODEL, X, [None, *Y[1:]]),
            "y has no value in 1 row, first in row 0",
        ),
        (lambda: vc.evaluate_cv(MODEL, X, pd.array([pd.NA, *Y[1:]], "Int8")), "1 row, first in"),
        (lambda: vc.evaluate_cv(MODEL, X, np.c_[Y, Y]), "vc.evaluate_multilabel"),
        (lambda: vc.evaluate_cv(MODEL, X, Y, cv=[3, 4]), "pairs of training and test rows, not 3"),
        (lambda: vc.evaluate_cv(None, X, Y), "Cannot"),
        (lambda: vc.evaluate_cv(LogisticRegression, X, Y), "is a class"),
        (lambda: vc.evaluate_cv(MODEL, None, Y), "Cannot"),
        (lambda: vc.evaluate(Y, estimator=LogisticRegression, X=X), "is a class"),
        (lambda: vc.evaluate(Y, estimator=LogisticRegression(), X=X), "not fitted"),
        (lambda: vc.evaluate(Y, estimator=clone(MODEL).fit(X, Y), X=X[:, :2]), "2 features"),
        (lambda: vc.evaluate(Y, estimator=clone(MODEL).fit(X, Y), X="abc"), "could not predict"),
        (lambda: vc.evaluate_cv(MODEL, X, Y, cv=LEAK), "fold 1 overlap: 50 rows"),
    ],
)
def test_bad_input_is_said_in_words(given, words: str) -> None:
    with pytest.raises(InputError, match=words):
        given()


def test_training_share_is_that_of_the_splits(tmp_path) -> None:
    cv = vc.evaluate_cv(MODEL, X, Y, cv=ShuffleSplit(4, test_size=30, train_size=75))
    cv.save(tmp_path / "cv.vc")
    for one in (cv, vc.load(tmp_path / "cv.vc")):
        assert one.training_share == 0.5
        assert "trained on 50%" in one.text("en")


@pytest.mark.parametrize("model", [LinearSVC(), RidgeClassifier()])
def test_scores_come_with_the_labels_of_predict(model) -> None:
    three = np.digitize(X[:, 0], [-0.5, 0.5])
    for y, options in ((Y, {}), (np.array(["b", "a"])[Y], {"pos_label": "a"}), (three, {})):
        theirs = cross_validate(model, X, y, cv=SPLIT, scoring="accuracy")["test_score"]
        cv = vc.evaluate_cv(model, X, y, cv=SPLIT, **options)
        assert list(cv.each("accuracy").values()) == pytest.approx(list(theirs))
        fitted = clone(model).fit(X, y)
        ev = vc.evaluate(y, estimator=fitted, X=X, **options)
        assert ev["accuracy"].value == pytest.approx(fitted.score(X, y))
    fitted = clone(model).fit(X, Y)
    ev = vc.evaluate(Y, estimator=fitted, X=X, threshold=0.3)
    assert ev["accuracy"].value == np.mean((fitted.decision_function(X) >= 0.3) == Y)
    assert vc.evaluate_cv(model, X, Y, cv=SPLIT, threshold=0.3).pooled.threshold == 0.3


def test_facts_of_the_data_have_no_interval_over_folds() -> None:
    for nested in (False, 1):
        cv = vc.evaluate_cv(MODEL, X, Y, nested=nested)
        for key in ("prevalence", "no_information_rate"):
            found = cv.mean[key]
            assert math.isnan(found.low)
            assert "fact of the data" in found.note.en
            assert "数据本身" in found.note.zh
        assert ("Not nested" in cv.mean["auroc"].note.en) is bool(nested)
        assert "Not nested" not in cv.mean["accuracy"].note.en
