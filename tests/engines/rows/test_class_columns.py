"""A column for each class: their order, their ranks, and that they add up to one."""

import numpy as np
import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engines.refusals import refused
from tests.engines.rows_read import scored_rows
from tests.engines.scanned_twice import every_source, one
from veracity.engines.reading.recipe import ranks_of
from veracity.errors import InvalidRows

TRUTH = ["a", "b", "c", "a"]
THREE = {"a": [0.5, 0.25, 0.25, 0.5], "b": [0.25, 0.5, 0.25, 0.25], "c": [0.25, 0.25, 0.5, 0.25]}


def test_columns_may_come_in_any_order():
    turned = {"c": THREE["c"], "a": THREE["a"], "b": THREE["b"]}
    rows = one(scored_rows(None, TRUTH, turned, probability=True, labels="abc"))
    assert rows.by_label == ("a", "b", "c")
    assert rows.largest().tolist() == [0, 1, 2, 0]
    assert rows.confusion(rows.largest()).cells.array().tolist() == [
        [2, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
    ]
    assert one(scored_rows(None, TRUTH, turned, probability=True)).labels == ("c", "a", "b")


@given(
    st.lists(
        st.tuples(st.integers(0, 3), *[st.sampled_from([0.0, -0.0, 0.25, 0.5, 1.0])] * 4),
        min_size=1,
    )
)
def test_ranks_by_hand(rows):
    truth, *columns = map(list, zip(*rows, strict=True))
    piece = one(
        scored_rows(None, truth, dict(enumerate(columns)), by_label=range(4), labels=range(4))
    )
    order = [sorted(range(4), key=lambda i, s=s: (-s[i], i)) for s in zip(*columns, strict=True)]
    assert piece.largest().tolist() == [one[0] for one in order]
    expected = [one.index(t) + 1 for one, t in zip(order, truth, strict=True)]
    assert ranks_of(piece).weight.tolist() == np.bincount(expected, minlength=5)[1:].tolist()


def test_ranks_of_many_rows_and_short_floats():
    draw = np.random.default_rng(1)
    scores = draw.random((50_000, 5)).astype(np.float32)
    truth = draw.integers(0, 5, 50_000)
    columns = dict(enumerate(scores.T))
    piece = one(scored_rows(None, truth, columns, labels=range(5), by_label=range(5)))
    assert np.array_equal(piece.largest(), scores.argmax(1))
    index = np.argsort(np.argsort(-scores, axis=1, kind="stable"), axis=1, kind="stable")
    own = np.bincount(index[np.arange(50_000), truth], minlength=5)
    assert np.array_equal(ranks_of(piece).weight, own)


def test_models_are_no_classes():
    """Two models beside each other need not add up to one."""
    models = {"A": [0.5, 0.9], "B": [0.9, 0.8]}
    rows = one(scored_rows(None, [0, 1], models, probability=True, by_label=()))
    assert rows.labels == (0, 1)
    models["A"] = [0.125, 0.25]
    models["B"] = [0.875, 0.75]
    refused(lambda: scored_rows(None, [0, 1], models, probability=True), "y_true", "'A', 'B'")


def test_scores_and_probabilities_together():
    scored = scored_rows(
        None,
        [0, 1, 1],
        {"y_score": [-3.0, 7.0, 1.0], "y_proba": [0.1, 0.9, 1.5]},
        probability=["y_proba"],
        on_invalid="drop",
    )
    assert dict(scored.account.refused) == {"score_outside": 1}
    assert one(scored).scores["y_score"].tolist() == [-3, 7]


def test_classes_may_be_called_like_roles(tmp_path):
    truth = ["y_true", "cluster", "y_pred"]
    columns = dict(zip(truth, np.eye(3).tolist(), strict=True))
    rows = one(scored_rows(None, truth, columns, probability=True, cluster=[1, 2, 3]))
    assert ranks_of(rows).weight.tolist() == [3, 0, 0]
    assert rows.cluster.categories == (1, 2, 3)
    named = {name: f"p {name}" for name in truth}
    held = {"t": truth, **{named[name]: columns[name] for name in truth}}
    for data in every_source(held, tmp_path).values():
        assert one(scored_rows(data, "t", named, probability=True)).labels == tuple(truth)


def test_classes_and_columns_must_be_the_same():
    def ask(truth, **options):
        return lambda: scored_rows(None, truth, THREE, probability=True, **options)

    refused(ask(TRUTH, labels="abcd"), "'d'", "'c'")
    refused(ask(TRUTH, labels="ab"), "'a', 'b'", "'c'")
    refused(ask([*"abz", "a"]), "y_true", "'z'", "'a', 'b', 'c'")
    refused(ask(TRUTH, predicted=[*"abz", "a"]), "y_pred", "'z'")
    refused(ask([0, 1, 2, 0]), "y_true", "0, 1, 2")
    scored = scored_rows(
        None, [*"abz", "a"], THREE, probability=True, labels="abc", on_invalid="drop"
    )
    assert dict(scored.account.refused) == {"unknown_label": 1}


def test_rows_that_do_not_add_up_to_one(tmp_path):
    """0.5 + 0.25 + 0.15 is 0.9 and 0.6 + 0.25 + 0.25 is 1.1, at rows 1 and 3."""
    a = [0.5, 0.5, 0.25, 0.6, 0.5]
    columns = {"t": [*"abcab"], "pa": a, "pb": [0.25] * 5, "pc": [0.25, 0.15, 0.5, 0.25, None]}
    names = {"a": "pa", "b": "pb", "c": "pc"}
    for source, data in every_source(columns, tmp_path).items():

        def ask(given=data, **options):
            return scored_rows(given, "t", names, probability=True, **options)

        words = ["pa", "pc", "do not add up to 1", "2 rows", "y_score", "has no value"]
        words += [] if source == "other" else ["0.9, 1.1", "rows 1, 3"]
        refused(ask, *words, error=InvalidRows)
        scored = ask(on_invalid="drop")
        assert dict(scored.account.refused) == {"sum_not_one": 2, "null_score": 1}
        assert one(scored).scores["a"].tolist() == [0.5, 0.25]
        assert one(scored_rows(data, "t", {"a": "pa", "b": "pb"}, by_label=(), labels="abc"))


@pytest.mark.parametrize("off", [1e-7, 2e-6, 9e-5, 2e-4])
def test_how_far_a_sum_may_be_off_depends_on_the_type(off, tmp_path):
    columns = {"x": [0.25, 0.5], "y": [0.5, 0.25], "z": [0.25, 0.25 + off]}
    for kind, most in ((pa.float64(), 1e-5), (pa.float32(), 1e-4)):
        held = {"t": [*"xy"], **{name: pa.array(v, kind) for name, v in columns.items()}}
        sources = every_source(held, tmp_path)
        for source in ("frame", "parquet", "relation", "polars", "other"):

            def ask(data=sources[source]):
                return scored_rows(data, "t", {n: n for n in "xyz"}, probability=True)

            if off <= most:
                assert len(ask()) == 2
            else:
                refused(ask, "do not add up to 1", "1 row")
    half = {name: np.array(values, np.float16) for name, values in columns.items()}
    assert len(scored_rows(None, [*"xy"], half, probability=True)) == 2


def test_percentages_and_logits_are_recognised(tmp_path):
    columns = {"t": [0, 1, 1], "percent": [7.5, 93.0, 0.4], "logit": [-2.5, 3.0, 0.4]}
    for data in every_source(columns, tmp_path).values():
        for name, word in (("percent", "Divide by 100"), ("logit", "y_score")):
            refused(
                lambda d=data, n=name: scored_rows(d, "t", {"y_proba": n}, probability=True),
                f'y_proba (column "{name}")',
                "2 rows",
                word,
            )
