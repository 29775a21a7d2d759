"""Folds that leak, scores of several models together, folds as clusters, tuning on the folds."""

from veracity.cautions.catalogue.finding import asked
from veracity.cautions.checks.of_folds import FOLD_CHECKS, FoldFacts


def found(**facts):
    return {one.key: one for one in asked(FOLD_CHECKS, FoldFacts(**{"folds": 5, **facts}))}


def test_clusters_in_several_folds():
    said = found(clusters=40, split_clusters=3)["clusters_split_over_folds"]
    assert said.severity == "serious"
    assert "3 of 40" in said.message
    assert found(clusters=40) == {}


def test_folds_that_are_the_clusters():
    said = found(clusters=5, fold_is_cluster=True)
    assert list(said) == ["fold_as_cluster"]
    assert said["fold_as_cluster"].evidence == {"folds": 5}


def test_pooled_scores():
    assert list(found(ranked=True)) == ["scores_pooled_over_folds"]
    assert found(ranked=True, folds=1) == {}


def test_estimators_that_were_fitted_before():
    said = found(fitted_before=True, estimator="SVC")["tuned_on_these_folds"]
    assert "SVC" in said.message
    assert found(estimator="SVC") == {}
