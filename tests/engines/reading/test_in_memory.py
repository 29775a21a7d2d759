"""The array engine equals the slow reference on every kind of column."""

import math
import tracemalloc

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engines.kinds import KINDS, NULLABLE, drawn
from tests.engines.reference import as_dict, assert_right, by_hand, same
from tests.engines.rows_read import group_sum
from veracity.statistics.row_account import RowAccount

CHUNK = 1 << 18


@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data())
@settings(max_examples=25)
def test_equals_the_reference(kind, data):
    rows = data.draw(st.integers(1, 25))
    first, second = (data.draw(drawn(KINDS[kind].values, rows)) for _ in range(2))
    build = KINDS[kind].build
    grouped, account = group_sum({"a": build(first), "b": build(second)})
    assert_right(grouped, [first, second])
    assert account == RowAccount(rows, rows)
    assert grouped.weight is None
    assert grouped.squares is None


@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data())
@settings(max_examples=3)
def test_equals_the_reference_on_long_columns(kind, data):
    """Long enough for the lookup by hash, which short columns do without."""
    pool = data.draw(drawn(KINDS[kind].values, 40))
    draw = np.random.default_rng(data.draw(st.integers(0, 99))).integers(0, 40, (2, 3000))
    first, second = ([pool[i] for i in row] for row in draw.tolist())
    grouped, _ = group_sum({"a": KINDS[kind].build(first), "b": KINDS[kind].build(second)})
    assert_right(grouped, [first, second])


@given(data=st.data(), weight_kind=st.sampled_from(["importance", "sampling", "frequency"]))
def test_any_number_of_keys_and_weights(data, weight_kind):
    rows, keys = data.draw(st.integers(1, 30)), data.draw(st.integers(1, 5))
    columns = [data.draw(drawn(st.integers(-2, 2), rows)) for _ in range(keys)]
    whole = st.integers(0, 9).map(float)
    values = whole if weight_kind == "frequency" else st.floats(0, 1e6, allow_subnormal=False)
    weight = data.draw(drawn(values, rows).filter(any))
    keyed = {str(i): np.array(column) for i, column in enumerate(columns)}
    grouped, _ = group_sum(keyed, weight=weight, weight_kind=weight_kind)
    expected = by_hand(columns, weight)
    if weight_kind == "frequency":
        assert grouped.squares is None
        assert grouped.weight.tolist() == [w for _, w, _ in as_dict(grouped).values()]
        assert {k: v[:2] for k, v in as_dict(grouped).items()} == {
            k: v[:2] for k, v in expected.items()
        }
    else:
        assert same(as_dict(grouped), expected)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("rows", [CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK + 3])
@pytest.mark.parametrize("values", [2, 7])
def test_chunks_join_without_loss(rows, values, weighted):
    rng = np.random.default_rng(rows)
    a, b = rng.integers(0, values, rows), rng.integers(0, values, rows).astype(np.int8)
    w = rng.integers(0, 5, rows).astype(np.float32) if weighted else None
    grouped, _ = group_sum({"a": a, "b": b}, weight=w)
    table = np.zeros((values, values))
    np.add.at(table, (a, b), 1)
    assert grouped.rows.tolist() == table.ravel().tolist()
    if weighted:
        weights = np.zeros((values, values))
        np.add.at(weights, (a, b), w)
        assert grouped.weight.tolist() == weights.ravel().tolist()


def test_order_of_rows_does_not_matter():
    rng = np.random.default_rng(0)
    a, b = rng.integers(0, 50, 5000) * 10**9, np.array(["x", "yy", "zzz"])[rng.integers(0, 3, 5000)]
    w = rng.random(5000)
    order = rng.permutation(5000)
    one, _ = group_sum({"a": a, "b": b}, weight=w)
    two, _ = group_sum({"a": a[order], "b": b[order]}, weight=w[order])
    assert one.categories == two.categories
    assert [c.tolist() for c in one.codes] == [c.tolist() for c in two.codes]
    assert one.rows.tolist() == two.rows.tolist()
    np.testing.assert_allclose(one.weight, two.weight, rtol=1e-12)


@pytest.mark.parametrize("values", [[True, 1], [1, True], [1.0, True, 1]])
def test_the_first_of_equal_labels_does_not_win(values):
    grouped, _ = group_sum({"a": values})
    assert grouped.categories == ((1,),)
    assert type(grouped.categories[0][0]) is int


@pytest.mark.parametrize("kind", NULLABLE)
@given(data=st.data())
@settings(max_examples=15)
def test_null_rows_are_dropped_and_counted(kind, data):
    rows = data.draw(st.integers(1, 20))
    first = data.draw(drawn(st.none() | st.integers(0, 3), rows))
    second = data.draw(drawn(st.integers(0, 1), rows))
    first[0] = 0
    kept = [i for i in range(rows) if first[i] is not None]
    grouped, account = group_sum({"a": NULLABLE[kind](first), "b": second}, on_invalid="drop")
    plain, _ = group_sum(
        {"a": NULLABLE[kind]([first[i] for i in kept]), "b": [second[i] for i in kept]}
    )
    assert as_dict(grouped) == as_dict(plain)
    assert grouped.categories == plain.categories
    missing = rows - len(kept)
    assert account == RowAccount(rows, len(kept), {"null_label": missing} if missing else {})
    assert sum(v[0] for v in by_hand([[first[i] for i in kept]]).values()) == account.used


def test_a_row_with_several_faults_is_counted_once_under_the_first():
    keys = {"t": [None, math.inf, 9, 1, 1, 0], "p": [math.inf, 9, 0, 1, 1, 0]}
    grouped, account = group_sum(
        keys,
        weight=[-1, -1, -1, math.nan, 2.0, 1.0],
        labels=[0, 1],
        label_keys=("t", "p"),
        on_invalid="drop",
    )
    reasons = {"null_label": 1, "infinite_label": 1, "unknown_label": 1, "bad_weight": 1}
    assert account == RowAccount(6, 2, reasons)
    assert list(account.refused) == list(reasons)
    assert as_dict(grouped) == {(0, 0): (1, 1.0, 1.0), (1, 1): (1, 2.0, 4.0)}


def test_labels_that_only_bad_rows_hold_are_no_levels():
    grouped, _ = group_sum({"t": ["a", "b", None], "p": ["a", "b", "only here"]}, on_invalid="drop")
    assert grouped.categories == (("a", "b"), ("a", "b"))


def test_a_group_column_may_be_called_like_the_weight():
    keys = {"t": [0, 1, 1], "sample_weight": ["x", "y", "y"]}
    grouped, account = group_sum(keys, weight=[1, -1, 1], on_invalid="drop")
    assert as_dict(grouped) == {(0, "x"): (1, 1.0, 1.0), (1, "y"): (1, 1.0, 1.0)}
    assert account.refused == {"bad_weight": 1}


def test_only_label_keys_must_be_among_the_labels():
    keys = {"t": [0, 1], "p": [1, 1], "site": [7, 8]}
    grouped, _ = group_sum(keys, labels=[0, 1], label_keys=("t", "p"))
    assert grouped.categories == ((0, 1), (1,), (7, 8))


def test_extra_memory_stays_below_the_input():
    rng = np.random.default_rng(0)
    a, b = rng.integers(0, 100, (2, 2_000_000))
    sparse = (rng.integers(0, 2**40, 100))[a]
    for first in (a, sparse):
        tracemalloc.start()
        group_sum({"a": first, "b": b})
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert peak < a.nbytes + b.nbytes
