"""The order of the rows does not matter."""

from hypothesis import given
from hypothesis import strategies as st

from tests.laws.columns import columns
from veracity.words import use


@given(st.data())
def test_counts(data):
    rows = data.draw(columns())
    shuffled = rows.rows(data.draw(st.permutations(range(len(rows)))))
    assert shuffled.matrix() == rows.matrix()
    assert shuffled.evaluation().groups == rows.evaluation().groups


@given(st.data())
def test_whole_weights(data):
    rows = data.draw(columns(weights=True))
    whole = rows.rows(range(len(rows)))
    whole.weight[:] = [float(round(w)) + 1 for w in whole.weight]
    shuffled = whole.rows(data.draw(st.permutations(range(len(rows)))))
    assert shuffled.matrix() == whole.matrix()


@given(st.data())
def test_what_is_printed(data):
    rows = data.draw(columns())
    shuffled = rows.rows(data.draw(st.permutations(range(len(rows)))))
    with use("en"):
        assert repr(shuffled.matrix()) == repr(rows.matrix())
