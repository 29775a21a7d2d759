"""Beyond 2^53 whole numbers are no longer exact: such counts are refused, also as a sum."""

import pytest

from veracity.errors import InputError
from veracity.statistics import ConfusionMatrix


def test_a_count_that_would_be_rounded_is_refused() -> None:
    with pytest.raises(InputError, match="2\\^53"):
        ConfusionMatrix([[2**53 + 1, 0], [0, 1]], labels=[0, 1])


def test_a_sum_that_would_lose_a_case_is_refused() -> None:
    large = ConfusionMatrix([[2**53 - 1, 0], [0, 1]], labels=[0, 1])
    assert large.counts[0, 0] == 2**53 - 1
    with pytest.raises(InputError, match="2\\^53"):
        large + ConfusionMatrix([[1, 0], [0, 0]], labels=[0, 1])
