"""Several matrices together: every average by its name, by fractions."""

import math
from fractions import Fraction

import numpy as np
import pytest

from tests.statistics.refusals import refused
from veracity.evaluation import ConfusionMatrix, aggregate, evaluate
from veracity.results.page.parts_together import Spread

# Zhou Zhihua, 机器学习 (2016), section 2.3.2: P and R of several matrices, macro and micro
FOLDS = [
    ConfusionMatrix.from_counts(tp=4, fp=1, fn=2, tn=5),
    ConfusionMatrix.from_counts(tp=3, fp=1, fn=4, tn=4),
    ConfusionMatrix.from_counts(tp=9, fp=3, fn=0, tn=8),
]
PRECISIONS = [Fraction(4, 5), Fraction(3, 4), Fraction(9, 12)]
RECALLS = [Fraction(4, 6), Fraction(3, 7), Fraction(1)]
F1S = [2 * p * r / (p + r) for p, r in zip(PRECISIONS, RECALLS, strict=True)]


def mean(values):
    return sum(values) / len(values)


@pytest.fixture(scope="module")
def folds():
    return aggregate(FOLDS, names=["one", "two", "three"])


def test_pooled_is_micro(folds):
    assert folds.pooled["precision"].value == float(Fraction(16, 21))
    assert folds.pooled["recall"].value == float(Fraction(16, 22))
    assert folds.pooled.confusion == FOLDS[0] + FOLDS[1] + FOLDS[2]
    assert folds.pooled.rows.used == 44


def test_macro_is_the_mean_of_the_values(folds):
    for key, values in {"precision": PRECISIONS, "recall": RECALLS, "f1": F1S}.items():
        assert folds.macro[key].value == pytest.approx(float(mean(values)), rel=1e-14)


def test_f1_of_macro_is_not_the_mean_of_the_f1s(folds):
    p, r = mean(PRECISIONS), mean(RECALLS)
    assert folds.f1_of_macro.value == pytest.approx(float(2 * p * r / (p + r)), rel=1e-14)
    assert folds.f1_of_macro.value != pytest.approx(folds.macro["f1"].value, abs=1e-3)


def test_each_by_name(folds):
    assert folds.each("recall") == {
        "one": float(RECALLS[0]),
        "two": float(RECALLS[1]),
        "three": 1.0,
    }


def test_spread_is_a_description(folds):
    spread = folds.spread("recall")
    centre = mean(RECALLS)
    variance = sum((r - centre) ** 2 for r in RECALLS) / 2
    assert spread.mean == pytest.approx(float(centre))
    assert spread.sd == pytest.approx(math.sqrt(variance))
    assert (spread.smallest, spread.largest) == (float(RECALLS[1]), 1)
    assert (spread.matrices, spread.undefined) == (3, 0)
    assert str(spread) == f"0.429 … 1.000 (sd {math.sqrt(variance):.3f})"


def test_spread_never_shrinks_with_the_number_of_matrices():
    """A standard error would be √10 times smaller."""
    few, many = aggregate(FOLDS).spread("f1"), aggregate(FOLDS * 10).spread("f1")
    assert many.sd == pytest.approx(few.sd, rel=0.25)
    fields = {name.casefold() for name in Spread.__dataclass_fields__}
    assert not fields & {"se", "sem", "standard_error", "stderr"}
    for words in (str(few), repr(few)):
        assert "error" not in words
        assert "±" not in words


def test_the_interval_of_a_mean_says_what_it_takes_for_granted(folds):
    found = folds.macro["f1"]
    assert found.low < found.value < found.high
    assert found.method == "percentile"
    assert found.n == 44
    assert "independent" in found.note


def test_more_folds_give_narrower_intervals():
    few, many = (aggregate(FOLDS * n).macro["f1"] for n in (1, 9))
    assert (many.high - many.low) == pytest.approx((few.high - few.low) / 3, rel=0.2)


def test_seeds_and_levels():
    one, same = (aggregate(FOLDS, random_state=1).macro["f1"] for _ in range(2))
    wide = aggregate(FOLDS, random_state=1, confidence_level=0.99).macro["f1"]
    assert one == same
    assert wide.low < one.low < one.high < wide.high


def test_equal_matrices_are_not_redrawn_alike():
    """The mean of two independent equals varies less than one of them, by √2."""
    alone, pair = aggregate(FOLDS[:1]).macro["accuracy"], aggregate(FOLDS[:1] * 2).macro["accuracy"]
    assert (pair.high - pair.low) < 0.85 * (alone.high - alone.low)


def test_no_interval_where_none_was_wanted():
    found = aggregate(FOLDS, method="none").macro["f1"]
    assert found.method == "none"
    assert math.isnan(found.low)


def test_an_undefined_part_makes_the_mean_undefined_and_is_named():
    none_called = ConfusionMatrix.from_counts(tp=0, fp=0, fn=3, tn=7)
    both = aggregate([FOLDS[0], none_called], names=["good", "bad"])
    for found in (both.macro["precision"], both.f1_of_macro):
        assert math.isnan(found.value)
        assert math.isnan(found.low)
        assert found.note == "Undefined for 'bad'."
    spread = both.spread("precision")
    assert (spread.mean, spread.undefined, spread.matrices) == (0.8, 1, 2)
    assert both.macro["recall"].value == pytest.approx(1 / 3)


def test_all_undefined():
    none_called = ConfusionMatrix.from_counts(tp=0, fp=0, fn=3, tn=7)
    spread = aggregate([none_called, none_called]).spread("precision")
    assert math.isnan(spread.mean)
    assert spread.undefined == 2


def test_nothing_right_anywhere_has_no_f1_of_macro():
    found = aggregate([ConfusionMatrix.from_counts(tp=0, fp=2, fn=3, tn=5)] * 2).f1_of_macro
    assert math.isnan(found.value)
    assert "0/0" in found.note


def test_infinite_parts():
    perfect = ConfusionMatrix.from_counts(tp=5, fp=0, fn=0, tn=5)
    both = aggregate([perfect, FOLDS[0]])
    assert both.macro["dor"].value == math.inf
    spread = both.spread("dor")
    assert (spread.smallest, spread.largest) == (10, math.inf)
    assert math.isnan(spread.sd)


def test_parts_that_never_vary_have_no_interval_of_no_width():
    perfect = ConfusionMatrix.from_counts(tp=5, fp=0, fn=0, tn=5)
    found = aggregate([perfect, perfect]).macro["f1"]
    assert (found.value, found.method) == (1, "none")
    assert "same value" in found.note


def test_folds_of_different_labels_are_aligned():
    folds = [
        ConfusionMatrix.from_labels(["a", "b"], ["a", "b"]),
        ConfusionMatrix.from_labels(["a", "c", "b"], ["a", "c", "c"]),
    ]
    both = aggregate(folds)
    assert both.pooled.confusion.labels == ("a", "b", "c")
    assert all(m.labels == ("a", "b", "c") for m in both.matrices)
    assert both.pooled["accuracy"].value == 4 / 5


def test_folds_in_which_one_class_is_missing():
    folds = [ConfusionMatrix.from_labels(t, t) for t in ([1, 1], [-1, 1], [-1, -1])]
    both = aggregate(folds)
    assert both.pooled.confusion.labels == (-1, 1)
    assert both.pooled["recall"].value == 1


def test_weights_and_clusters_go_along():
    one = evaluate([0, 1, 1, 0], [0, 1, 0, 0], cluster=list("abca")).confusion
    other = evaluate([0, 1, 1, 1], [0, 1, 1, 0], cluster=list("cdef")).confusion
    both = aggregate([one, other])
    assert both.pooled.confusion.clusters.ids == tuple("abcdef")
    assert both.pooled["accuracy"].method == "delta (clusters)"


THREE = ConfusionMatrix([[5, 1, 2], [0, 7, 3], [4, 0, 9]], labels="abc")


def test_class_pairs():
    pairs = aggregate(THREE.pairs(), names=["ab", "ac", "bc"])
    assert pairs.each("recall") == {"ab": 7 / 7, "ac": 9 / 13, "bc": 9 / 9}
    assert pairs.macro["recall"].value == pytest.approx((1 + 9 / 13 + 1) / 3)
    assert pairs.pooled["recall"].value == 25 / 29
    assert pairs.pooled["precision"].value == 25 / 31


def test_pairs_share_their_cases_so_their_mean_has_no_interval():
    pairs = aggregate(THREE.pairs())
    found = pairs.macro["recall"]
    assert found.method == "none"
    assert found.note


def test_pooled_pairs_are_clusters_of_their_cases():
    """21 right cases are in two pairs each, 10 wrong ones in one: 52 comparisons of 31 cases."""
    pairs = aggregate(THREE.pairs())
    pooled = pairs.pooled
    assert (pooled.rows.used, len(pooled.confusion.clusters), pooled.confusion.total) == (
        31,
        31,
        52,
    )
    assert (pooled.confusion.cells.array() == [[17, 6], [4, 25]]).all()
    assert pooled["recall"].method == "delta (clusters)"
    assert "52 comparisons of class pairs from 31 cases" in pooled.text("en")
    assert "31 of 31 rows used" in pooled.text("en")
    assert "exact" not in pooled.text("en")  # no test that takes them as independent
    assert "31 rows." in pairs.text("en")


def test_pairs_that_are_not_of_one_matrix():
    one, two, _ = THREE.pairs()
    mixed = aggregate([one, two, ConfusionMatrix([[8, 1], [2, 3]], labels="bc", pos_label="c")])
    assert mixed.pairs is None
    assert mixed.pooled["recall"].method == "none"
    assert "counts comparisons, not cases" in mixed.text("en")
    assert "不是样本数" in mixed.text("zh")


def test_the_interval_of_pooled_pairs_covers():
    """Each case right with probability 0.7; a right one counts twice: 1.4 / 1.7 of all."""
    random, held, naive = np.random.default_rng(8), 0, 0
    cells = np.full((3, 3), 0.05) + np.eye(3) * (0.7 / 3 - 0.05)
    truth = 1.4 / 1.7
    for _ in range(200):
        drawn = random.multinomial(120, cells.reshape(-1)).reshape(3, 3)
        found = aggregate(ConfusionMatrix(drawn, labels="abc").pairs()).pooled["accuracy"]
        held += found.low <= truth <= found.high
        half = 1.96 * np.sqrt(found.value * (1 - found.value) / found.n)
        naive += abs(found.value - truth) <= half
    assert held >= 0.95 * 200 - 3 * np.sqrt(200 * 0.95 * 0.05)
    assert naive <= held


def test_leading_axes_of_the_names():
    assert aggregate(FOLDS).names == (0, 1, 2)
    refused(lambda: aggregate(FOLDS, names=["one"]), "1 names", "3 parts")
    refused(lambda: aggregate(FOLDS, names=["a", "b", "a"]), "'a'", "are repeated")
    refused(lambda: aggregate([]), "Nothing to aggregate")


def test_any_key():
    folds = aggregate(FOLDS)
    assert folds.macro["召回率"].value == folds.macro["recall"].value
    assert folds.macro["fbeta(2)"].value == pytest.approx(
        np.mean([m.metric("fbeta(2)") for m in FOLDS])
    )
    assert folds.macro["macro_f1"].value == pytest.approx(
        np.mean([m.metric("macro_f1") for m in FOLDS])
    )
