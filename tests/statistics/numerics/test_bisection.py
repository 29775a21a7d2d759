"""Searching for the first place at which something holds."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from veracity.statistics.numerics.bisection import first_where


@given(
    st.lists(st.integers(0, 9), max_size=40),
    st.lists(st.integers(-1, 11), min_size=1, max_size=5),
)
def test_as_looking_at_every_place(numbers, wanted):
    rising, wanted = np.sort(np.array(numbers, np.int64)), np.array(wanted)

    def holds(index):
        return rising[index] >= wanted

    expected = [int(np.count_nonzero(rising < one)) for one in wanted]
    assert first_where(holds, len(rising), wanted.shape).tolist() == expected


def test_one_search_without_axes():
    assert first_where(lambda index: index * index >= 50, 100) == 8


def test_few_places_are_looked_at():
    seen = []

    def holds(index):
        seen.append(int(index))
        return index >= 777_777

    assert first_where(holds, 10**6) == 777_777
    assert len(seen) <= 20
