"""Pool adjacent violators: against exact fractions, scikit-learn, and the law that defines it."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.isotonic import IsotonicRegression

from veracity.arrays import ratio
from veracity.isotonic import isotonic_fit, isotonic_steps, isotonic_values
from veracity.isotonic.fit import falling_fit, pooled_blocks
from veracity.statistics import ScoreTable
from veracity.statistics.scores.areas import area_under_roc

CELLS = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), min_size=1, max_size=30)


def exact_shares(positive: list[int], total: list[int]) -> list[Fraction]:
    """The max-min formula of isotonic regression (Barlow et al. 1972), by brute force."""

    def mean(start: int, stop: int) -> Fraction:
        return Fraction(sum(positive[start:stop]), sum(total[start:stop]))

    n = len(total)
    return [
        max(min(mean(s, e) for e in range(t + 1, n + 1)) for s in range(t + 1)) for t in range(n)
    ]


@given(CELLS)
def test_shares_are_the_exact_ones(cells: list[tuple[int, int]]) -> None:
    cells = [(p, n) for p, n in cells if p + n] or [(1, 1)]
    positive, total = [p for p, _ in cells], [p + n for p, n in cells]
    fit = isotonic_fit(np.array(positive, float), np.array(total, float))
    assert fit.spread().tolist() == [float(x) for x in exact_shares(positive, total)]
    assert (np.diff(fit.value) > 0).all()
    assert fit.total.sum() == sum(total)
    assert fit.positive.sum() == sum(positive)


@given(CELLS)
def test_empty_places_change_nothing_elsewhere(cells: list[tuple[int, int]]) -> None:
    positive = np.array([p for p, _ in cells], float)
    total = positive + [n for _, n in cells]
    held = total > 0
    values = isotonic_fit(positive, total).spread()
    if held.any():
        assert values[held].tolist() == isotonic_fit(positive[held], total[held]).spread().tolist()
        assert (np.diff(values) >= 0).all()
    else:
        assert np.isnan(values).all()


@given(CELLS)
def test_falling_is_rising_reversed(cells: list[tuple[int, int]]) -> None:
    positive = np.array([p for p, _ in cells], float)
    total = positive + 1
    rising = isotonic_fit(positive, total).spread()
    assert isotonic_fit(positive[::-1], total[::-1], increasing=False).spread().tolist() == (
        rising[::-1].tolist()
    )


def test_same_as_scikit_learn_with_weights_and_ties() -> None:
    rng = np.random.default_rng(7)
    p = np.round(rng.random(4000), 3)
    y = (rng.random(4000) < p**2).astype(int)
    w = rng.gamma(1.0, 1.0, 4000)
    theirs = IsotonicRegression(out_of_bounds="clip").fit(p, y, sample_weight=w)
    steps = isotonic_steps(ScoreTable.of_rows(y, p, w))
    mine = steps.value[np.searchsorted(steps.high, p)]
    np.testing.assert_allclose(mine, theirs.predict(p), rtol=0, atol=1e-12)


def test_leading_axes_are_a_loop() -> None:
    rng = np.random.default_rng(1)
    total = rng.integers(0, 4, (3, 2, 40)).astype(float)
    positive = rng.binomial(total.astype(int), 0.4).astype(float)
    both = isotonic_values(positive, total)
    for axes in np.ndindex(3, 2):
        assert np.array_equal(
            both[axes], isotonic_fit(positive[axes], total[axes]).spread(), equal_nan=True
        )


def test_seed_case_the_fit_makes_ties_and_raises_the_area() -> None:
    # s000.isotonic_changes_auroc and s000.isotonic_lowers_auroc_oos
    table = ScoreTable.of_rows([0, 1, 0, 1], [0.1, 0.3, 0.6, 0.8])
    steps = isotonic_steps(table)
    index = np.searchsorted(steps.high, [0.1, 0.3, 0.6, 0.8])
    fitted = steps.value[index]
    assert fitted.tolist() == [0.0, 0.5, 0.5, 1.0]
    assert area_under_roc(table) == 3 / 4
    assert area_under_roc(ScoreTable.of_rows([0, 1, 0, 1], fitted)) == 7 / 8
    assert area_under_roc(ScoreTable.of_rows([0, 1], [0.3, 0.6])) == 1
    assert area_under_roc(ScoreTable.of_rows([0, 1], fitted[1:3])) == 1 / 2


def test_a_table_with_leading_axes_has_no_single_step_function() -> None:
    table = ScoreTable(np.array([0.5]), np.ones((3, 2, 1)), (0, 1), 1)
    with pytest.raises(ValueError, match="leading axes"):
        isotonic_steps(table)


def test_scores_without_weight_are_no_steps() -> None:
    table = ScoreTable(np.array([0.9, 0.5, 0.1]), np.array([[0.0, 0, 2], [3, 0, 1]]), (0, 1), 1)
    steps = isotonic_steps(table)
    assert steps.low.tolist() == steps.high.tolist() == [0.1, 0.9]
    assert steps.value.tolist() == [1 / 3, 1.0]


def test_many_scores_are_fitted_as_scikit_learn_does() -> None:
    """Above 10,000 places runs are pooled before the rest is gone through one by one."""
    rng = np.random.default_rng(4)
    p = rng.random(60_000)
    y = (rng.random(60_000) < 0.2 + 0.6 * p**3).astype(int)
    for w in (None, rng.gamma(0.5, 1.0, 60_000)):
        theirs = IsotonicRegression(out_of_bounds="clip").fit(p, y, sample_weight=w)
        steps = isotonic_steps(ScoreTable.of_rows(y, p, w))
        mine = steps.value[np.searchsorted(steps.high, p)]
        np.testing.assert_allclose(mine, theirs.predict(p), rtol=0, atol=1e-12)


@given(st.lists(st.booleans(), min_size=1, max_size=60), st.sampled_from([0, 1]))
def test_rows_that_stand_alone_give_the_fit_of_their_weights(calls: list[bool], pos: int) -> None:
    truth = np.array(calls, int)
    table = ScoreTable.of_rows(truth, np.arange(len(truth))[::-1], pos_label=pos)
    assert table.apart
    weights = isotonic_fit(table.positive, np.ones(len(truth)), increasing=False)
    steps = isotonic_steps(table)
    assert steps.value[::-1].tolist() == weights.value.tolist()
    assert steps.high[::-1].tolist() == table.scores[weights.first].tolist()
    assert steps.total[::-1].tolist() == weights.total.tolist()


@pytest.mark.parametrize("increasing", [True, False])
@pytest.mark.parametrize("size", [2_000, 30_000])
def test_one_violator_that_pools_everything_step_by_step(size: int, increasing: bool) -> None:
    """Each pooling makes the next one: rounds of runs would take as many rounds as places."""
    share = np.append(np.linspace(0.5, 1.0, size - 1), 0.0)
    total = np.append(np.ones(size - 1), 1e9)
    positive = share * total
    if not increasing:
        positive, total = positive[::-1], total[::-1]
    fit = isotonic_fit(positive, total, increasing=increasing)
    assert len(fit) == 1
    assert fit.value[0] == pytest.approx(positive.sum() / total.sum(), rel=1e-12)


def test_many_blocks_in_order_stay_as_they_are() -> None:
    share = np.linspace(0.0, 1.0, 30_000)
    share[100], share[101] = share[101], share[100]
    fit = isotonic_fit(share, np.ones(len(share)))
    assert len(fit) == len(share) - 1
    assert fit.spread()[100] == pytest.approx(share[100:102].mean())


@given(CELLS)
def test_a_light_class_is_not_lost_beside_a_heavy_one(cells: list[tuple[int, int]]) -> None:
    """The hull of a ROC curve is the same whatever one class weighs in all."""
    weight = np.array(cells, float).T[::-1]
    if not weight.sum(1).all():
        return
    scores = np.arange(len(cells), 0, -1.0)
    plain = ScoreTable(scores, weight, (0, 1), 1)
    heavy = weight * np.array([[1e-12], [1e12]])
    other = falling_fit(plain)
    fit = falling_fit(ScoreTable(scores, heavy, (0, 1), 1, squares=heavy**2))
    assert set(other.first) <= set(fit.first)  # cells in line may be parted by the last digit
    index = np.searchsorted(other.first, fit.first, "right") - 1
    share = ratio(*(np.add.reduceat(one, fit.first) for one in (plain.positive, weight.sum(0))))
    np.testing.assert_allclose(share, other.value[index], rtol=1e-12)
    assert falling_fit(plain) is other


def test_very_many_weights_are_fitted_as_a_few_are():
    """Above 32,768 the library makes the first pass; the blocks are those of rounds alone."""
    draw = np.random.default_rng(1)
    total = draw.integers(1, 9, 40_000).astype(float)
    positive = draw.binomial(total.astype(int), np.linspace(0.9, 0.1, 40_000)).astype(float)
    fit = isotonic_fit(positive, total, increasing=False)
    first, yes, weight = pooled_blocks(np.arange(40_000), positive, total, increasing=False)
    assert fit.first.tolist() == first.tolist()
    assert fit.positive.tolist() == yes.tolist()
    assert fit.total.tolist() == weight.tolist()
    assert (np.diff(fit.value) < 0).all()
