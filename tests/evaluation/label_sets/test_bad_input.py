"""What is wrong with label sets is said in words, never by a foreign exception."""

import numpy as np
import pandas as pd
import pytest

import veracity as vc
from veracity.errors import CannotMerge, InputError, VeracityError

RNG = np.random.default_rng(5)
Y, Q, P = RNG.integers(0, 2, (30, 3)), RNG.integers(0, 2, (30, 3)), RNG.random((30, 3))
E = vc.evaluate_multilabel
FRAME = pd.DataFrame(Y, columns=list("abc"))


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (lambda: E(FRAME, pd.DataFrame(Q, columns=["a", "b", "cc"])), "'cc'"),
        (lambda: E(FRAME, pd.DataFrame(Q[:, :2], columns=["a", "b"])), "no column for 'c'"),
        (lambda: E(pd.DataFrame(Y, columns=["a", "a", "b"]), Q), "named 'a'"),
        (lambda: E(["a", "a"], ["b", "c"], data={"a": [0], "b": [0], "c": [1]}), "named 'a'"),
        (lambda: E([[1, 0], [1]], [[1, 0], [0]]), "1 to 2 values"),
        (lambda: E([[1, 0], [1, 0]], [{0}, {1}]), "labels=\\[…\\]"),
        (lambda: E([["0", "1"], ["1", "0"]], [["0", "1"], ["1", "1"]]), "not numbers"),
        (lambda: E(np.array([["0", "1"]]), np.array([["0", "1"]])), "not numbers"),
        (lambda: E([{"a", None}, {"b"}], [{"a"}, {"b"}]), "row 0"),
        (lambda: E([{"a"}, {"b"}], [{"a"}, {"b", float("nan")}]), "y_pred .* row 1"),
        (lambda: E([[], []], [set(), set()]), "No row has a label"),
        (lambda: E(np.zeros((2, 2, 2)), np.zeros((2, 2, 2))), "3 axes"),
        (lambda: E(Y, Q, cluster=[None] * 30), "cluster has no value in 30 rows"),
        (lambda: E(Y, Q, cluster=3), "cluster is 3"),
        (lambda: E(Y, Q, sample_weight=["a"] * 30), "sample_weight"),
        (lambda: E(Y, Q, sample_weight=np.ones((30, 2))), "2 axes"),
        (lambda: E(Y, Q, sample_weight=[2] * 30, weight_kind="frequency"), "Repeat rows"),
        (lambda: E([None, {"a"}], [{"a"}, {"a"}]), "NoneType is none"),
        (lambda: E(["a"], ["b"], hierarchy=["a", "b"]), "not a list"),
        (lambda: E(["a;b"], ["a"], separator=""), "separator must be"),
        (lambda: E(Y, y_proba=P, threshold=[0.5] * 3), "[Tt]hreshold"),
        (lambda: E(Y, Q, threshold=0.4), "already holds labels"),
        (lambda: vc.evaluate(Y, Q), "several labels a row to vc.evaluate_multilabel"),
        (lambda: E(Y, Q)[3], "figure 3"),
        (lambda: E(Y, Q).compare(3), "int is not one"),
        (lambda: vc.compare(E(Y, Q), E(Y, Q)), "ev_a.compare"),
        (lambda: vc.check(E(Y, Q), ["every class: f1 >= 0.2"]), "KEY >= NUMBER"),
        (lambda: vc.check(E(Y, Q), ["macro_f1 >= 0.2"], baseline=E(Y, Q), margin=0.1), "compare"),
    ],
)
def test_it_is_said(given, words: str) -> None:
    with pytest.raises(VeracityError, match=words):
        given()


def test_frames_and_matrices_go_together() -> None:
    assert E(FRAME, Q).labels == ("a", "b", "c")
    assert E(FRAME[["a", "b", "c"]], FRAME[["c", "a", "b"]])["subset_accuracy"].value == 1.0
    assert E([{"a"}, {"b"}], [[1, 0], [0, 1]], labels=["a", "b"])["micro_f1"].value == 1.0


def test_blank_cells_are_empty_sets(tmp_path) -> None:
    path = tmp_path / "sets.csv"
    path.write_text("t,p\na;b,a\n,b\na,\n", "utf-8")
    ev = E("t", "p", data=str(path), separator=";")
    assert ev.labels == ("a", "b")
    assert ev.by_label["a"].confusion.counts.tolist() == [[1, 0], [1, 1]]


def test_other_thresholds_are_not_added(tmp_path) -> None:
    one, two = E(Y, y_proba=P), E(Y, y_proba=P, threshold={0: 0.2})
    with pytest.raises(CannotMerge, match="threshold is"):
        one + two
    one.save(tmp_path / "one")
    again = vc.load(tmp_path / "one")
    assert (again + one).sets.rows == 60
    with pytest.raises(CannotMerge, match="threshold is"):
        again + two


def test_clusters_of_several_types_are_told_apart() -> None:
    mixed = ["x", 1, "y", 2, 3.5] * 6
    named = ["x", "one", "y", "two", "other"] * 6
    found, same = E(Y, Q, cluster=mixed), E(Y, Q, cluster=named)
    assert found["macro_f1"].low == pytest.approx(same["macro_f1"].low)


def test_requirements_and_reports(tmp_path) -> None:
    ev = E(Y, Q)
    assert vc.check(ev, ["macro_f1 >= 0.1", "hamming_loss <= 0.9"]).passed
    assert vc.check(ev, "samples_f1 >= 0.99").state == "fail"
    told = ev.compare(E(Y, P > 0.5))
    for ending in ("html", "md", "tex", "json", "txt"):
        told.report(tmp_path / f"cmp.{ending}", lang="zh")
        assert (tmp_path / f"cmp.{ending}").stat().st_size > 100
    assert "same rows" in told.text("en")
    assert "same rows" not in ev.compare(E(1 - Y, Q)).text("en")
    with pytest.raises(InputError):
        ev.compare(E(Y[:, :2], Q[:, :2]))
