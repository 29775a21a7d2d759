"""All names, signatures, parameters and classes of errors; and without scikit-learn."""

import inspect
import subprocess
import sys

import numpy as np
import pandas as pd
import polars as pl
import pytest
import sklearn.metrics
import sklearn.metrics._classification as theirs_of_labels
import sklearn.metrics._ranking as theirs_of_scores
from sklearn.exceptions import UndefinedMetricWarning
from sklearn.utils._param_validation import InvalidParameterError

import veracity.sklearn
from tests.sklearn.side_by_side import assert_same, theirs

FUNCTIONS = [name for name in veracity.sklearn.__all__ if name.islower() and name != "scorer"]


@pytest.mark.parametrize("home", [theirs_of_labels, theirs_of_scores])
def test_every_function_is_there(home) -> None:
    public = {
        name
        for name, one in vars(home).items()
        if inspect.isfunction(one) and one.__module__ == home.__name__ and name[0] != "_"
    }
    assert len(public) > 10
    assert public - set(FUNCTIONS) == set()


@pytest.mark.parametrize("name", FUNCTIONS)
def test_signatures_are_the_same(name: str) -> None:
    mine, other = (
        [
            (one.name, one.kind, one.default)
            for one in inspect.signature(function).parameters.values()
        ]
        for function in (getattr(veracity.sklearn, name), theirs(name))
    )
    assert repr(mine) == repr(other)


@pytest.mark.parametrize(
    ("name", "parameter", "value"),
    [
        ("accuracy_score", "normalize", "yes"),
        ("confusion_matrix", "normalize", "rows"),
        ("cohen_kappa_score", "replace_undefined_by", 2.0),
        ("f1_score", "zero_division", 0.5),
        ("f1_score", "average", "mean"),
        ("classification_report", "digits", -1),
        ("precision_recall_fscore_support", "beta", -0.5),
        ("precision_recall_fscore_support", "warn_for", "recall"),
        ("roc_auc_score", "max_fpr", 0),
        ("roc_auc_score", "multi_class", "both"),
        ("log_loss", "labels", 3),
        ("top_k_accuracy_score", "k", 1.5),
        ("ndcg_score", "k", 0),
        ("dcg_score", "log_base", 0.0),
        ("calibration_curve", "n_bins", 0),
        ("brier_score_loss", "scale_by_half", "no"),
        ("class_likelihood_ratios", "replace_undefined_by", 3.0),
        ("jaccard_score", "zero_division", np.nan),
        ("hinge_loss", "sample_weight", "text"),
    ],
)
def test_parameters_are_refused_in_the_same_words(name: str, parameter: str, value) -> None:
    said = []
    for function in (getattr(veracity.sklearn, name), theirs(name)):
        with pytest.raises(InvalidParameterError) as caught:
            function([0, 1], [0, 1], **{parameter: value})
        text = str(caught.value)
        # the order of their words is that of a set
        said.append((text.partition("{")[0], sorted(text)))
    assert said[0] == said[1]


@pytest.mark.parametrize(
    ("y_true", "y_pred"),
    [
        ([0, 1, 2], [0.5, 0.1, 0.2]),
        ([0, 1], ["a", "b"]),
        ([0, 1], [0, 1, 1]),
        ([], []),
        ([[0, 1], [1, 1]], [0, 1]),
        ([[0, 2], [1, 1]], [[0, 1], [1, 1]]),
        ([[0], [0, 1]], [[0], [0, 1]]),
        ([0, np.nan], [0, 1]),
        ([0, np.inf], [0, 1]),
        ([None, 1], [0, 1]),
        ([b"a", b"b"], [b"a", b"b"]),
        ("ab", "ab"),
        (np.zeros((2, 2, 2)), np.zeros((2, 2, 2))),
        ([0, 1j], [0, 1]),
        (np.matrix([[0], [1]]), [0, 1]),
        (3, [0, 1]),
    ],
)
def test_targets_are_refused_alike(y_true, y_pred) -> None:
    for name in ("accuracy_score", "confusion_matrix", "f1_score", "matthews_corrcoef"):
        assert assert_same(name, y_true, y_pred).error is not None


def test_frames_and_series() -> None:
    y_true, y_pred = [0, 1, 1, 0, 1], [0, 1, 0, 0, 1]
    for make in (
        pd.Series,
        pl.Series,
        lambda y: pd.Series(y, dtype="Int64"),
        lambda y: pd.Series(y, dtype="boolean"),
        lambda y: pd.Series(y, index=range(5, 10)),
        lambda y: pd.DataFrame({"y": y}),
        lambda y: pd.Series(["no", "yes"], dtype="str").take(y),
        lambda y: pd.Series(["no", "yes"], dtype="category").take(y),
    ):
        pair = make(y_true), make(y_pred)
        for name in ("accuracy_score", "confusion_matrix", "matthews_corrcoef"):
            assert_same(name, *pair)
        assert_same("f1_score", *pair, average="macro")
        assert_same("classification_report", *pair)
        assert_same("average_precision_score", pair[0], pd.Series([0.1, 0.8, 0.3, 0.4, 0.9]))


def test_warnings_are_those_of_scikit_learn() -> None:
    with pytest.warns(UndefinedMetricWarning, match="Precision is ill-defined"):
        assert veracity.sklearn.precision_score([0, 1], [0, 0]) == 0.0
    assert veracity.sklearn.UndefinedMetricWarning is UndefinedMetricWarning


PROGRAM = """
import sys, warnings
class Nowhere:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("sklearn", "pandas", "polars"):
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Nowhere())
import veracity.sklearn as vs
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    assert vs.precision_score([0, 1], [0, 0]) == 0.0
assert [one.category for one in caught] == [vs.UndefinedMetricWarning], caught
assert vs.UndefinedMetricWarning.__module__.startswith("veracity."), vs.UndefinedMetricWarning
try:
    vs.f1_score([0, 1], [0, 1], average="mean")
except vs.InvalidParameterError as error:
    print(type(error).__module__, error)
for name in vs.__all__:
    getattr(vs, name)
assert "matplotlib" not in sys.modules
print(vs.roc_auc_score([0, 1, 1], [0.1, 0.3, 0.2]))
"""


def test_scikit_learn_is_not_needed() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "veracity.sklearn" in done.stdout
    assert done.stdout.endswith("1.0\n")


def test_large_whole_weights_are_not_cut() -> None:
    """Beyond 2^53 sums are rounded: a number near the truth, never one that has overflown."""
    counts = veracity.sklearn.confusion_matrix(
        [0, 1, 1], [0, 1, 1], sample_weight=np.full(3, 2**62)
    )
    assert counts.tolist() == [[2.0**62, 0.0], [0.0, 2.0**63]]


@pytest.mark.filterwarnings("ignore")
def test_undefined_and_empty_cases_answer_as_scikit_learn() -> None:
    truth, scores = [[1, 0], [0, 1]], [[0.2, 0.8], [0.3, 0.7]]
    ours = veracity.sklearn
    for name, rows, options in (
        ("balanced_accuracy_score", ([1, 1], [0, 1]), {"adjusted": True}),
        ("label_ranking_average_precision_score", (truth, scores), {"sample_weight": [0, 0]}),
        ("log_loss", ([[False, False]], [[0.5, 0.5]]), {}),
    ):
        expected = getattr(sklearn.metrics, name)(*rows, **options)
        np.testing.assert_equal(getattr(ours, name)(*rows, **options), expected)
    with pytest.raises(ValueError, match="empty"):
        ours.classification_report([1, 0, 1], [1, 1, 1], labels=[])
    with pytest.raises(ValueError, match="y_prob contains NaN"):
        ours.calibration_curve([0, 1, 1], [0.2, np.nan, 0.7])
