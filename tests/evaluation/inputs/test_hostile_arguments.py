"""Arguments that nobody means: errors of our own, and no warning of numpy."""

from __future__ import annotations

import math

import numpy as np
import pytest

import veracity as vc
from veracity.errors import InputError, InvalidRows, StorageError, UnknownName, VeracityError

HUGE, LONG = 10**400, 10**5000
Y = [0, 1, 1, 0, 1] * 4
P = [0.1, 0.8, 0.6, 0.3, 0.7] * 4
L = [0, 1, 1, 1, 0] * 4


def name_of(value):
    """What pytest calls a value; Python does not write out the longest."""
    return "long" if isinstance(value, int) and abs(value) > 10**20 else None


rest = pytest.mark.parametrize("big", [HUGE, LONG, -HUGE], ids=["huge", "long", "negative"])


@rest
def test_numbers_beyond_floats_as_weights(big):
    for weights in ([big, *[1] * 19], np.array([big, *[1] * 19], object)):
        with pytest.raises(InvalidRows, match="row 0"):
            vc.evaluate(Y, L, sample_weight=weights)
        with pytest.raises(InvalidRows, match="row 0"):
            vc.evaluate(Y, y_proba=P, sample_weight=weights)
    assert vc.evaluate(Y, L, sample_weight=weights, on_invalid="drop").rows.used == 19


@rest
def test_as_thresholds(big):
    with pytest.raises(InputError, match="threshold"):
        vc.evaluate(Y, y_proba=P, threshold=big)
    with pytest.raises(InputError, match="threshold"):
        vc.compare(Y, {"a": P, "b": P[::-1]}, threshold=big)
    with pytest.raises(InputError, match="threshold"):
        vc.evaluate(Y, y_proba=P).at(big)


def test_thresholds_of_comparisons_are_numbers():
    for bad in ("x", float("nan"), [0.5]):
        with pytest.raises(InputError, match="not a number"):
            vc.compare(Y, {"a": P, "b": P[::-1]}, threshold=bad)


@rest
def test_as_probabilities_and_scores(big):
    for given in ([big, *P[1:]], np.array([big, *P[1:]], object), [[big, 0], *[[0.5, 0.5]] * 19]):
        with pytest.raises(InputError, match=r"2\^53"):
            vc.evaluate(Y, y_proba=given)
    with pytest.raises(InputError, match=r"2\^53"):
        vc.evaluate(Y, y_score=[big, *P[1:]])


@rest
def test_as_shares_margins_and_levels(big):
    ev = vc.evaluate(Y, L)
    for call in (
        lambda: ev.at_prevalence(big),
        lambda: vc.compare(Y, {"a": P, "b": P[::-1]}, margin=big),
        lambda: vc.evaluate(Y, L, confidence_level=big),
    ):
        with pytest.raises(InputError):
            call()


def test_a_label_of_thousands_of_digits():
    for call in (
        lambda: vc.evaluate([LONG, 0] * 10, [LONG, 0] * 10),
        lambda: vc.evaluate([-LONG, 0] * 10, [0, 0] * 10),
        lambda: vc.evaluate(Y, L, pos_label=LONG),
        lambda: vc.evaluate(Y, L, labels=[0, LONG]),
        lambda: vc.evaluate(Y, L, group=[LONG, 1] * 10),
        lambda: vc.ConfusionMatrix.from_labels([LONG, "a"], ["a", "a"]),
    ):
        with pytest.raises(InputError, match="thousand digits"):
            call()
    ev = vc.evaluate([10**900, 0] * 10, [10**900, 0] * 10)
    assert str(10**900) in str(ev.confusion)


@pytest.mark.parametrize(
    "ragged",
    [
        [[0.5, 0.5]] * 19 + [[0.5, 0.2, 0.3]],
        [np.array([0.5, 0.5])] * 19 + [np.array([0.5, 0.2, 0.3])],
        [[0.5, 0.5]] * 19 + [0.5],
        [[0.5, 0.5]] * 19 + [None],
    ],
)
def test_ragged_probabilities(ragged):
    with pytest.raises(InputError, match="differ in length"):
        vc.evaluate(Y, y_proba=ragged)


def test_rows_that_are_arrays_are_rows():
    rows = [np.array([1 - p, p]) for p in P]
    assert vc.evaluate(Y, y_proba=rows)["auroc"].value == vc.evaluate(Y, y_proba=P)["auroc"].value


def test_labels_are_a_list():
    for call in (
        lambda: vc.evaluate(Y, L, labels=5),
        lambda: vc.compare(Y, {"a": L, "b": L}, kind="y_pred", labels=5),
        lambda: vc.ConfusionMatrix.from_labels(Y, L, labels=5),
        lambda: vc.ConfusionMatrix([[1, 2], [3, 4]], labels=5),
    ):
        with pytest.raises(InputError, match="list of classes"):
            call()
    names = ["b", "a", "d", "c"] * 3
    assert vc.evaluate(names, names, labels=set(names)).confusion.labels == ("a", "b", "c", "d")


@pytest.mark.parametrize("name", [None, 5, 1.0, LONG, b"accuracy", ("accuracy",)], ids=name_of)
def test_names_of_metrics_are_text(name):
    ev = vc.evaluate(Y, L)
    for call in (
        lambda: vc.evaluate(Y, L, metrics=[name]),
        lambda: vc.measure(name, Y, L),
        lambda: ev[name],
        lambda: ev.confusion.metric(name),
    ):
        with pytest.raises(UnknownName, match="metric name"):
            call()


@pytest.mark.parametrize("path", [1.0, None, 3, b"x", LONG], ids=name_of)
def test_what_is_loaded_has_a_path(path):
    with pytest.raises(StorageError, match="not a path"):
        vc.load(path)


@pytest.mark.parametrize(
    "groups", [10**9, LONG, 0, 2.5, "x", None, True, float("nan")], ids=name_of
)
def test_groups_of_a_calibration_test(groups):
    with pytest.raises(VeracityError, match="from 2 to 10000"):
        vc.evaluate(Y, y_proba=P).calibration_tests(groups=groups)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("called", [[0] * 12, [1] * 12, [0, 1] * 6])
def test_no_warning_of_bands_where_all_rows_are_one_cluster(called):
    ev = vc.evaluate([0] * 12, called, cluster=[1] * 12, labels=[0, 1])
    for curve in (ev.cost_curve(), ev.against_prevalence()):
        assert len(curve)


@pytest.mark.filterwarnings("error")
def test_no_warning_of_a_class_that_never_occurs():
    p = np.tile([[0.5, 0.3, 0.2], [0.1, 0.7, 0.2], [0.4, 0.4, 0.2]], (4, 1))
    ev = vc.evaluate([0, 1] * 6, y_proba=p, labels=[0, 1, 2])
    assert ev.plot.pr_gain() is not None
    assert math.isnan(ev.by_class[2]["auroc"].value)
