"""Every table that an evaluation, a comparison or an aggregate gives is the one table type."""

import numpy as np
import pytest

import veracity as vc
from veracity.errors import VeracityError
from veracity.reports.formats.result_table import ResultTable

TRUTH = ["a", "a", "a", "b", "b", "c", "c", "c", "c", "c"]
CALLS = ["a", "a", "b", "b", "c", "c", "c", "c", "a", "c"]
GROUPS = [1, 0, 1, 0, 1, 0, 1, 0, 1, 0]


@pytest.fixture
def ev() -> vc.Evaluation:
    return vc.evaluate(TRUTH, CALLS, group=GROUPS)


def test_classes_stand_worst_first_with_their_support(ev: vc.Evaluation) -> None:
    table = ev.by_class.table()
    # F1 = 2TP / (2TP + FP + FN): a 4/6, b 2/4, c 8/10
    assert [(row["class"], row["n"]) for row in table] == [("b", 2), ("a", 3), ("c", 5)]
    assert [row["f1"] for row in table] == pytest.approx([1 / 2, 2 / 3, 4 / 5])
    assert [row["precision"] for row in table] == pytest.approx([1 / 2, 2 / 3, 4 / 5])
    assert all(row["recall_low"] < row["recall"] < row["recall_high"] for row in table)
    assert "F1" in str(table).splitlines()[0]


def test_a_group_named_like_the_positive_class_has_its_own_rows() -> None:
    truth, calls = [1, 1, 0, 0, 1, 0], [1, 0, 0, 1, 1, 0]
    table = vc.evaluate(truth, calls, group=[1, 1, 1, 1, 0, 0]).by_group.table()
    assert {row["group"]: row["n"] for row in table} == {1: 4, 0: 2}


def test_figures_asked_for_are_the_columns_and_errors_turn_the_order(ev: vc.Evaluation) -> None:
    table = ev.by_group.table(["error_rate"])
    # group 0: rows 2, 4, 6, 8, 10 all right; group 1: three of five wrong
    assert [row["group"] for row in table] == [1, 0]
    assert [row["error_rate"] for row in table] == pytest.approx([3 / 5, 0.0])
    assert table.columns == ("group", "n", "error_rate", "error_rate_low", "error_rate_high")


def test_many_groups_print_twenty_and_say_how_many_more() -> None:
    rng = np.random.default_rng(3)
    truth, group = rng.integers(0, 2, 400), np.arange(400) // 10
    table = vc.evaluate(truth, rng.integers(0, 2, 400), group=group).by_group.table("accuracy")
    assert len(table) == 40
    assert len(str(table).splitlines()) == 1 + 20 + 1
    assert "20 more are not shown" in str(table)


def test_the_matrix_keeps_truth_in_rows(ev: vc.Evaluation) -> None:
    table = ev.confusion.table()
    assert table[0] == {"truth": "a", "a": 2, "b": 1, "c": 0}
    assert ev.confusion.to_pandas().set_index("truth").loc["c", "a"] == 1
    stack = vc.ConfusionMatrix(np.ones((3, 2, 2)), labels=[0, 1])
    with pytest.raises(VeracityError, match="stack of shape"):
        stack.table()


def test_summary_has_the_headline_figures(ev: vc.Evaluation) -> None:
    table = ev.summary()
    accuracy = next(row for row in table if row["key"] == "accuracy")
    assert accuracy["value"] == pytest.approx(7 / 10)
    assert accuracy["n"] == 10


def test_models_stand_beside_each_other_then_their_differences() -> None:
    rng = np.random.default_rng(5)
    truth = rng.integers(0, 2, 60)
    scores = {"A": np.clip(truth * 0.3 + rng.random(60) * 0.7, 0, 1), "B": rng.random(60)}
    cmp = vc.compare(truth, scores, metrics=["auroc", "f1"])
    assert [row["model"] for row in cmp.models] == ["A", "B"]
    for row in cmp.models:
        alone = vc.evaluate(truth, y_proba=scores[row["model"]])
        assert row["auroc"] == pytest.approx(alone["auroc"].value, abs=1e-12)
        assert row["n"] == 60
    assert len(cmp.table()) == 2
    assert str(cmp.table()).startswith("Models")


def test_the_table_of_an_aggregate_is_one_too() -> None:
    parts = [vc.evaluate([0, 1, 1, 0], [0, 1, 0, 0]), vc.evaluate([0, 1, 1, 0], [0, 1, 1, 0])]
    table = vc.aggregate(parts).table(["accuracy"])
    assert isinstance(table, ResultTable)
    assert table[0]["mean"] == pytest.approx((3 / 4 + 1) / 2)
    assert table.to_pandas().loc[0, "key"] == "accuracy"


def test_a_group_without_an_interval_follows_those_with_one() -> None:
    """One cluster shows no variation between clusters: nothing is shown to be bad there."""
    groups = ["alone"] * 4 + ["some"] * 12
    clusters = [0] * 4 + [1, 1, 2, 2, 3, 3] * 2
    truth, calls = [1, 0] * 8, [0, 1, 0, 1] + [1, 0, 1, 1, 0, 0] * 2
    ev = vc.evaluate(truth, calls, group=groups, cluster=clusters, pos_label=1)
    table = ev.by_group.table(["accuracy"])
    assert [(row["group"], row["n"]) for row in table] == [("some", 12), ("alone", 4)]
    assert table[1]["accuracy"] == 0.0
    assert np.isnan(table[1]["accuracy_low"])
    said = str(ev)
    assert said.index("some ") < said.index("alone ")
