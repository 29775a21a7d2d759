"""From trials to the rows that hold them, however many."""

import time
from fractions import Fraction
from math import comb

import pytest
from scipy.stats import nbinom

from veracity.errors import InputError
from veracity.planning import plan
from veracity.planning.rows import sure_rows


def holds(trials: int, rows: int, share: Fraction) -> Fraction:
    """The chance of at least so many trials, exactly."""
    fewer = sum(comb(rows, k) * share**k * (1 - share) ** (rows - k) for k in range(trials))
    return 1 - fewer


@pytest.mark.parametrize("trials", [1, 2, 7, 30])
@pytest.mark.parametrize("share", [Fraction(1, 10), Fraction(1, 2), Fraction(9, 10)])
def test_sure_rows_by_exact_sums(trials: int, share: Fraction) -> None:
    rows = sure_rows(trials, float(share))
    wanted = Fraction(95, 100)
    assert holds(trials, rows, share) >= wanted
    assert rows == trials or holds(trials, rows - 1, share) < wanted


@pytest.mark.parametrize(("trials", "share"), [(141, 1e-6), (10**6, 1e-3), (10**9, 0.01)])
def test_sure_rows_are_those_of_the_negative_binomial(trials: int, share: float) -> None:
    assert sure_rows(trials, share) == trials + int(nbinom.ppf(0.95, trials, share))


def test_more_rows_than_anybody_counts_are_refused_at_once() -> None:
    start = time.perf_counter()
    with pytest.raises(InputError, match="No reasonable number of rows"):
        plan("recall", expected=0.9, width=1e-5, prevalence=1e-6)
    plan("recall", expected=0.9, width=0.1, prevalence=1e-6)
    plan("recall", expected=0.9, width=1e-3, prevalence=1e-3)
    assert time.perf_counter() - start < 1


def test_words_of_one_and_of_several() -> None:
    one = plan("recall", expected=0.5, width=0.99, prevalence=0.5)
    assert "1 positive," in one.text("en")
    assert "positives" not in one.text("en")
    assert one.trials_of == "positive"
    assert "141 positives, expected in 14,100 rows" in plan(
        "recall", expected=0.9, width=0.1, prevalence=0.01
    ).text("en")


def test_only_what_is_missing_is_named() -> None:
    text = plan("precision", expected=0.8, width=0.1, prevalence=0.1).text("en")
    assert "give tpr= or fpr= too" in text
    assert "prevalence=" not in text
    with pytest.raises(InputError, match=r"give 1 of tpr=, fpr=,"):
        plan("mcc", expected=0.8, width=0.1, prevalence=0.1)


@pytest.mark.parametrize(
    ("key", "more"),
    [
        ("recall", {"expected": 0.9}),
        ("auroc", {"expected": 0.9, "prevalence": 0.5}),
        ("f1", {"tpr": 0.8, "fpr": 0.1, "prevalence": 0.5}),
    ],
)
def test_a_width_above_the_range_is_refused(key: str, more: dict[str, float]) -> None:
    with pytest.raises(InputError, match=r"are at most 1 wide"):
        plan(key, width=2, **more)


def test_at_the_end_of_the_range_no_interval_is_narrower() -> None:
    text = plan("recall", expected=1.0, width=0.1).text("en")
    assert "about half" not in text
    assert "any other value gives a wider one" in text
