"""The zROC line: exact normal tables, other fits of the same points, published ratings."""

import numpy as np
import pytest
from scipy.stats import linregress, norm

from veracity.metrics import find
from veracity.statistics import ScoreTable

SLOPE, D_A = find("zroc_slope"), find("d_a")


def normal_table(mean, sd, cuts):
    """Weights as two normal populations have them between cuts: N(0, 1) and N(mean, sd)."""
    edges = np.concatenate([[-np.inf], cuts, [np.inf]])
    weight = np.stack([np.diff(norm.cdf(edges)), np.diff(norm.cdf(edges, mean, sd))])
    scores = np.arange(len(edges) - 1, 0, -1.0)
    return ScoreTable(scores, weight[:, ::-1].copy(), (0, 1), 1)


def points(table):
    """(z(FPR), z(TPR)) of every cut with both rates inside 0 … 1."""
    fpr, tpr = table.fp / table.negatives, table.tp / table.positives
    inside = (fpr > 0) & (fpr < 1) & (tpr > 0) & (tpr < 1)
    return norm.ppf(fpr[inside]), norm.ppf(tpr[inside])


def drawn(seed):
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 2, 80)
    return ScoreTable.of_rows(truth, np.round(rng.normal(truth, 1 + 0.5 * truth), 1))


@pytest.mark.parametrize(("mean", "sd"), [(1.0, 1.0), (1.5, 1.25), (0.8, 0.5), (-1.0, 2.0)])
@pytest.mark.parametrize("cuts", [[-0.5, 0.7], np.linspace(-2, 2.5, 9)])
def test_normal_populations_give_the_ratio_of_their_spreads(mean, sd, cuts):
    t = normal_table(mean, sd, cuts)
    assert SLOPE(t) == pytest.approx(1 / sd, rel=1e-9)
    expected = mean / np.sqrt((1 + sd**2) / 2)
    assert D_A(t) == pytest.approx(expected, rel=1e-9)
    # the area under the normal curve: a positive exceeds a negative
    assert norm.cdf(D_A(t) / np.sqrt(2)) == pytest.approx(norm.cdf(mean / np.hypot(1, sd)))


def test_equal_variances_give_d_prime():
    """One cut at 0.4 of N(0, 1) and N(1.2, 1): d′ is 1.2 for any cut."""
    t = normal_table(1.2, 1.0, [0.4, 1.1])
    assert D_A(t) == pytest.approx(float(find("d_prime")(t.sweep(1, 2))[0]), rel=1e-9)


@pytest.mark.parametrize("seed", range(15))
def test_the_line_is_the_main_axis_of_the_points(seed):
    """The first singular vector of the centred points; numpy's own decomposition."""
    t = drawn(seed)
    x, y = points(t)
    _, _, axes = np.linalg.svd(np.stack([x - x.mean(), y - y.mean()], 1))
    slope = axes[0, 1] / axes[0, 0]
    assert SLOPE(t) == pytest.approx(slope, rel=1e-9)
    expected = np.sqrt(2 / (1 + slope**2)) * (y.mean() - slope * x.mean())
    assert D_A(t) == pytest.approx(expected, rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("seed", range(8))
def test_regressions_lie_on_both_sides(seed):
    """The line of least distances lies between the two regressions, y on x and x on y."""
    x, y = points(drawn(seed))
    assert linregress(x, y).slope - 1e-12 <= SLOPE(drawn(seed))
    assert SLOPE(drawn(seed)) <= 1 / linregress(y, x).slope + 1e-12


@pytest.mark.parametrize("seed", range(8))
def test_exchanging_the_classes_turns_the_slope_over(seed):
    t = drawn(seed)
    assert SLOPE(t.classes_swapped()) == pytest.approx(1 / SLOPE(t), rel=1e-9)
    assert D_A(t.classes_swapped()) == pytest.approx(-D_A(t), rel=1e-9, abs=1e-12)


def test_ratings_of_words():
    """Ratings of low-frequency words, from "sure old" to "sure new" (Macmillan & Creelman 2005,
    example 3b): 61 15 15 5 4 of old and 2 8 37 23 30 of new words.

    The points lie near a line, so that every fit is near every other: within 2 % here.
    """
    old, new = [61, 15, 15, 5, 4], [2, 8, 37, 23, 30]
    t = ScoreTable(np.arange(5, 0, -1.0), np.array([new, old], float), (0, 1), 1)
    x, y = norm.ppf(np.cumsum(new)[:-1] / 100), norm.ppf(np.cumsum(old)[:-1] / 100)
    fit = linregress(x, y)
    assert SLOPE(t) == pytest.approx(fit.slope, rel=0.02)
    assert D_A(t) == pytest.approx(np.sqrt(2 / (1 + fit.slope**2)) * fit.intercept, rel=0.02)


def test_too_few_points_are_undefined_with_a_reason():
    for scores in ([1, 2, 3, 4], [5, 5, 5, 5]):
        t = ScoreTable.of_rows([0, 0, 1, 1], scores)
        for metric in (SLOPE, D_A):
            assert np.isnan(metric(t))
            assert "fewer than two" in metric.reasons(t)[0].en


def test_an_upright_line_is_infinite_and_a_level_one_is_zero():
    """N P P N: FPR stays at 1/2 while TPR is 1/3 and 2/3; the other way round it is level."""
    t = ScoreTable.of_rows([0, 1, 1, 1, 0], [5, 4, 3, 2, 1])
    assert SLOPE(t) == np.inf
    assert "same false positive rate" in SLOPE.reasons(t)[0].en
    # the line x = z(1/2) = 0 goes through the origin
    assert D_A(t) == pytest.approx(0, abs=1e-15)
    # FPR 1/3 at four points, of which no mean is exact: √2 times the distance of x = z(1/3)
    t = ScoreTable.of_rows([0, 1, 1, 1, 1, 0, 0], [7, 6, 5, 4, 3, 2, 1])
    assert SLOPE(t) == np.inf
    assert D_A(t) == pytest.approx(-np.sqrt(2) * norm.ppf(1 / 3), rel=1e-12)
    level = ScoreTable.of_rows([1, 0, 0, 0, 1], [5, 4, 3, 2, 1])
    assert SLOPE(level) == 0
    assert D_A(level) == pytest.approx(0, abs=1e-15)


def test_chance_is_the_diagonal():
    t = drawn(1).by_chance()
    assert SLOPE(t) == pytest.approx(1, rel=1e-9)
    assert D_A(t) == pytest.approx(0, abs=1e-9)


def test_weights_have_no_scale_and_prevalence_does_not_matter():
    t = drawn(2)
    for other in (
        t.at_prevalence(0.05),
        ScoreTable(t.scores, t.weight * 7.3, t.labels, t.pos_label),
    ):
        assert SLOPE(other) == pytest.approx(float(SLOPE(t)), rel=1e-9)
        assert D_A(other) == pytest.approx(float(D_A(t)), rel=1e-9)
