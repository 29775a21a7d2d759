"""Bowker's test and Cochran's Q against statsmodels and mlxtend."""

import numpy as np
import pytest

from veracity.comparisons.significance.label_tests import bowker, cochran_q
from veracity.comparisons.significance.mcnemar import mcnemar


def test_bowker_equals_statsmodels() -> None:
    # statsmodels 0.15.0, SquareTable(table, shift_zeros=False).symmetry()
    test = bowker([[20, 10, 5], [3, 30, 15], [0, 5, 40]])
    assert test.statistic == pytest.approx(13.76923076923077, rel=1e-12)
    assert test.df == 3
    assert test.p_value == pytest.approx(0.003236706503235448, rel=1e-10)


def test_bowker_of_two_labels_is_mcnemar() -> None:
    test = bowker([[10, 6], [16, 12]])
    assert test.p_value == pytest.approx(mcnemar(6, 16, "mcnemar").p_value, rel=1e-12)


def test_bowker_counts_only_pairs_that_occur() -> None:
    test = bowker([[5, 3, 0], [1, 5, 0], [0, 0, 9]])
    assert test.df == 1
    assert test.statistic == 1.0
    assert bowker(np.diag([3, 4])).p_value == 1.0


def test_cochran_equals_statsmodels_and_mlxtend() -> None:
    # statsmodels 0.15.0 cochrans_q and mlxtend 0.25.0 cochrans_q on the rows written out
    success = [[1, 0, 1, 1], [1, 1, 0, 1], [0, 0, 0, 1]]
    test = cochran_q(success, [4, 2, 3, 9])
    assert test.statistic == pytest.approx(9.555555555555555, rel=1e-12)
    assert test.df == 2
    assert test.p_value == pytest.approx(0.008414677489201165, rel=1e-10)


def test_cochran_of_two_models_is_mcnemar() -> None:
    test = cochran_q([[1, 0, 1, 0], [0, 1, 1, 0]], [6, 16, 30, 20])
    assert test.statistic == pytest.approx(mcnemar(6, 16, "mcnemar").statistic, rel=1e-12)


def test_cochran_without_discordant_rows() -> None:
    assert cochran_q([[1, 0], [1, 0], [1, 0]], [4, 5]).p_value == 1.0
