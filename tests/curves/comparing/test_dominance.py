"""Which curve dominates which, against an exact calculation with fractions."""

import itertools
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.curves.tables import both, grouped, ranked, stacked, table_of, two_models
from veracity import curves
from veracity.errors import InputError

MIRROR = {"first": "second", "second": "first", "equal": "equal", "cross": "cross"}


def path(table, per_negative=True):
    """(false, true) as fractions: of the negatives and the positives, or of the positives."""
    P, N = (Fraction(int(total)) for total in (table.tp[-1], table.fp[-1]))
    cluster = N if per_negative else P
    pairs = zip(table.fp.tolist(), table.tp.tolist(), strict=True)
    return [(Fraction(int(x)) / cluster, Fraction(int(y)) / P) for x, y in pairs]


def heights(points, x):
    """Lowest and highest y of the joined points at x."""
    found = [y for at, y in points if at == x]
    for (x0, y0), (x1, y1) in itertools.pairwise(points):
        if x0 < x < x1:
            found.append(y0 + (y1 - y0) * (x - x0) / (x1 - x0))
    return min(found), max(found)


def relation_of(differences):
    if any(d > 0 for d in differences) and any(d < 0 for d in differences):
        return "cross"
    if any(differences):
        return "first" if any(d > 0 for d in differences) else "second"
    return "equal"


def brute_roc(a, b):
    """Both one-sided heights at every corner decide: between corners both are straight."""
    one, two = path(a), path(b)
    indices = {x for x, _ in one + two}
    pairs = [(heights(one, x), heights(two, x)) for x in indices]
    return relation_of([u - v for mine, yours in pairs for u, v in zip(mine, yours, strict=True)])


def brute_pr(a, b):
    """Precision at, and just above, every recall that a threshold has."""
    one, two = ([(y, x) for x, y in path(t, per_negative=False)] for t in (a, b))
    differences = []
    for recall in {r for r, _ in one + two if r > 0}:
        mine, yours = heights(one, recall), heights(two, recall)
        sides = [0, 1] if recall < 1 else [0]
        differences += [recall / (recall + mine[i]) - recall / (recall + yours[i]) for i in sides]
    start = [next(x for x in t if x[0] > 0) for t in (one, two)]
    if all(heights(t, 0) == (0, 0) for t in (one, two)):  # the limit at recall 0
        differences.append(start[1][1] / start[1][0] - start[0][1] / start[0][0])
    else:
        differences.append(heights(two, 0)[1] - heights(one, 0)[1])
    return relation_of(differences)


def brute_step(a, b):
    def precision(table, recall):
        pairs = [
            (Fraction(int(y)), Fraction(int(x))) for x, y in zip(table.fp, table.tp, strict=True)
        ]
        tp, fp = next((tp, fp) for tp, fp in pairs if tp >= recall * pairs[-1][0])
        return tp / (tp + fp)

    recalls = {y for t in (a, b) for _, y in path(t, per_negative=False) if y > 0}
    return relation_of([precision(a, r) - precision(b, r) for r in recalls])


BRUTE = {"roc": brute_roc, "pr": brute_pr, "pr_step": brute_step}
every_space = pytest.mark.parametrize("space", BRUTE)


@every_space
@settings(max_examples=300)
@given(models=two_models())
def test_as_calculated_with_fractions(space, models):
    found = curves.dominance(*models, space=space)
    assert found.exact
    assert found.relation == BRUTE[space](*models)


@every_space
@given(a=both, b=both)
def test_models_on_different_cases(space, a, b):
    one, two = grouped(a), grouped(b)
    assert curves.dominance(one, two, space=space).relation == BRUTE[space](one, two)


@every_space
@given(models=two_models())
def test_turned_around(space, models):
    there, back = (curves.dominance(*pair, space=space) for pair in (models, models[::-1]))
    assert back.relation == MIRROR[there.relation]
    np.testing.assert_allclose(there.crossings, back.crossings, atol=1e-12)


@settings(max_examples=400)
@given(models=two_models())
def test_roc_and_pr_agree_on_the_same_cases(models):
    """Davis and Goadrich (2006), theorem 3.2."""
    roc, pr = (curves.dominance(*models, space=space) for space in ("roc", "pr"))
    assert roc.relation == pr.relation
    assert len(roc.crossings) == len(pr.crossings)


@given(models=two_models())
def test_a_fine_grid_never_disagrees(models):
    """Whichever dominates is at least as precise at every recall of a fine grid."""
    found = curves.dominance(*models, space="pr")
    recall = np.linspace(0, 1, 401)[1:]
    one, two = (curves.interpolated_precision(t, recall) for t in models)
    if found.relation != "cross":
        sign = {"first": 1, "second": -1, "equal": 0}[found.relation]
        assert (sign * (one - two) >= -1e-12).all()
        assert sign or np.abs(one - two).max() < 1e-12


@given(models=two_models())
def test_crossings_lie_on_both_curves(models):
    for x, y in curves.dominance(*models).crossings:
        for table in models:
            low, high = heights(path(table), Fraction(x).limit_denominator(10**6))
            assert float(low) - 1e-9 <= y <= float(high) + 1e-9
    for recall, precision in curves.dominance(*models, space="pr").crossings:
        for table in models:
            near = curves.interpolated_precision(table, [recall, min(recall + 1e-9, 1)])
            assert near.min() - 1e-6 <= precision <= near.max() + 1e-6


def test_where_they_cross():
    """A: 1 0 0 1, B: 0 1 1 0: B overtakes A on the diagonal, at FPR = TPR = 1/2."""
    found = curves.dominance(ranked([1, 0, 0, 1]), ranked([0, 1, 1, 0]))
    assert (found.relation, found.winner) == ("cross", None)
    assert found.crossings == ((0.5, 0.5),)
    assert str(found) == (
        "The ROC curves of A and B cross at (0.500, 0.500); neither dominates in this sample."
    )
    assert "相交于 (0.500, 0.500)" in found.text.zh
    pr = curves.dominance(ranked([1, 0, 0, 1]), ranked([0, 1, 1, 0]), space="pr")
    assert pr.crossings == ((0.5, 0.5),)


def test_level_for_a_while_then_the_other_leads():
    a, b = ranked([1, 0, 1, 0, 0, 1]), ranked([0, 1, 1, 0, 1, 0])
    found = curves.dominance(a, b)
    assert found.relation == "cross"
    assert len(found.crossings) == 1


def test_a_touch_is_no_crossing():
    found = curves.dominance(ranked([1, 0, 1, 0]), ranked([0, 1, 0, 1]))
    assert (found.relation, found.crossings) == ("first", ())


def test_ties_are_wrapped_by_their_best_order():
    tied, sorted_out = grouped([(2, 2)]), ranked([1, 0, 1, 0])
    assert curves.dominance(sorted_out, tied).relation == "first"
    assert curves.dominance(tied, grouped([(1, 1), (1, 1)])).relation == "equal"


def test_steps_differ_from_hyperbolas_in_ties():
    """A tie's step has the precision of its end everywhere; its hyperbola starts elsewhere."""
    a, b = grouped([(1, 0), (2, 2)]), grouped([(1, 0), (1, 0), (1, 2)])
    assert curves.dominance(a, b, space="pr").relation == "second"
    assert curves.dominance(a, b, space="pr_step").relation == "second"
    c, d = grouped([(0, 1), (2, 0), (0, 1)]), grouped([(2, 1), (0, 1)])
    assert curves.dominance(c, d, space="pr").relation == "second"
    assert curves.dominance(c, d, space="pr_step").relation == "equal"


@pytest.mark.parametrize("scale", [1.0, 1e5, 1e8])
def test_huge_counts_are_still_exact(scale):
    """Products beyond 64 bits: one case more or less among 10^8 decides."""
    a = grouped([(scale, 1), (scale, scale)])
    b = grouped([(scale, 2), (scale, scale - 1)])
    c = grouped([(3 * scale, 3), (3 * scale, 3 * scale)])
    assert curves.dominance(a, b).relation == "first"
    assert curves.dominance(a, c).relation == "equal"
    assert curves.dominance(a, grouped([(3 * scale, 4), (3 * scale, 3 * scale - 1)])).exact
    assert curves.dominance(a, grouped([(3 * scale, 4), (3 * scale, 3 * scale - 1)])).winner == "A"


def test_weights_in_another_order_are_the_same_curve():
    weight = np.random.default_rng(1).random(300)
    y = np.random.default_rng(2).integers(0, 2, 300)
    score = np.repeat(np.arange(30.0), 10)
    turned = np.concatenate([np.arange(i, i + 10)[::-1] for i in range(0, 300, 10)])
    a, b = table_of(y, score, weight), table_of(y[turned], score[turned], weight[turned])
    for space in BRUTE:
        found = curves.dominance(a, b, space=space)
        assert (found.relation, found.exact) == ("equal", False)


@given(models=two_models(), factor=st.sampled_from([0.1, 1 / 3, 7.7]))
def test_the_unit_of_weights_does_not_matter(models, factor):
    from dataclasses import replace

    scaled = [replace(table, weight=table.weight * factor) for table in models]
    for space in BRUTE:
        exact, close = (curves.dominance(*pair, space=space) for pair in (models, scaled))
        assert exact.relation == close.relation


def test_one_class_cannot_be_compared():
    found = curves.dominance(ranked([1, 1]), ranked([1, 0]))
    assert (found.relation, found.winner) == ("undefined", None)
    assert str(found).endswith("There are no negative cases (TN + FP = 0).")
    assert curves.dominance(ranked([0]), ranked([1, 0]), space="pr").relation == "undefined"
    assert curves.dominance(ranked([1, 1]), ranked([1]), space="pr").relation == "equal"


def test_every_pair_by_name():
    tables = {"x": ranked([1, 1, 0, 0]), "y": ranked([1, 0, 1, 0]), "z": ranked([0, 0, 1, 1])}
    found = curves.dominances(tables)
    assert {pair: one.winner for pair, one in found.items()} == {
        ("x", "y"): "x",
        ("x", "z"): "x",
        ("y", "z"): "y",
    }
    assert str(found["x", "y"]).startswith("x dominates y in this sample")
    assert found["x", "y"].text.zh.startswith("x 在本样本中优于 y")
    assert "same ROC curve" in str(curves.dominance(tables["x"], tables["x"]))


def test_many_crossings_are_counted_not_listed():
    a, b = ranked([1, 0, 0, 1] * 20), ranked([0, 1, 1, 0] * 20)
    found = curves.dominance(a, b)
    assert len(found.crossings) > 3
    assert f"… (+{len(found.crossings) - 3})" in str(found)


def test_what_is_refused():
    table = ranked([1, 0])
    with pytest.raises(InputError, match="roc, pr, pr_step"):
        curves.dominance(table, table, space="det")
    with pytest.raises(InputError, match="one table"):
        curves.dominance(stacked([table, table]), table)
