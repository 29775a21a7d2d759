"""One plain sentence: better than guessing or not, how sure."""

import pytest
from scipy.stats import binomtest

import veracity as vc
from veracity.evaluation import ConfusionMatrix, evaluate
from veracity.evaluation.single.pictures import of_evaluation


def verdict(**options):
    counts = {name: options.pop(name) for name in ("tp", "fp", "fn", "tn")}
    return ConfusionMatrix.from_counts(**counts).evaluate(**options).verdict


def test_better():
    text = verdict(tp=40, fp=10, fn=10, tn=40)
    assert text.startswith("Better than guessing: the Matthews correlation is 0.600 [")
    assert "95% interval above 0 (n = 100)" in text
    assert "Accuracy 0.800 [0.711, 0.867] beats the 0.500" in text
    assert text.zh.startswith("优于猜测")


def test_better_but_not_more_accurate_than_the_commonest_class():
    text = verdict(tp=20, fp=60, fn=5, tn=915)
    assert text.startswith("Better than guessing")
    assert "Accuracy 0.935 [0.918, 0.949] is below the 0.975" in text


def test_worse():
    text = verdict(tp=10, fp=40, fn=40, tn=10)
    assert text.startswith("Worse than guessing")
    assert "Are labels swapped?" in text
    assert text.zh.startswith("不如猜测")


def test_not_shown():
    text = verdict(tp=6, fp=4, fn=4, tn=6)
    assert text.startswith("Not shown to be better than guessing")
    assert "including 0" in text
    assert "Accuracy 0.600 [0.387, 0.781] is not shown to beat the 0.500" in text
    assert text.zh.startswith("未能证明优于猜测")


def test_without_an_interval_nothing_is_shown():
    text = verdict(tp=40, fp=10, fn=10, tn=40, method="none")
    assert text.startswith("Not shown to be better than guessing")
    assert "without an interval" in text
    assert "is not shown to beat" in text


@pytest.mark.parametrize("counts", [{"tp": 50, "fp": 950, "fn": 0, "tn": 0}])
def test_a_constant_prediction(counts):
    text = verdict(**counts)
    assert text.startswith("No better than guessing: every prediction is 'positive'")
    assert "0.050" in text


def test_never_calling_is_no_better_however_accurate():
    text = evaluate([0] * 995 + [1] * 5, [0] * 1000).verdict
    assert text.startswith("No better than guessing: every prediction is 0")
    assert "accuracy 0.995" in text
    assert "总体准确率 0.995" in text.zh


def test_one_class_only():
    text = evaluate(["a"] * 5, ["a"] * 5).verdict
    assert text.startswith("Whether this is better than guessing cannot be determined.")
    assert len(text) > 60


def test_constant_truth_says_nothing():
    text = evaluate([1] * 10, [0, 1] * 5).verdict
    assert not text.startswith("Better")
    assert not text.startswith("Worse")


def test_the_level_is_said_exactly():
    assert "99.5% interval" in verdict(tp=40, fp=10, fn=10, tn=40, confidence_level=0.995)


def test_several_classes():
    matrix = ConfusionMatrix([[30, 2, 1], [3, 25, 2], [1, 2, 34]], labels="abc")
    assert matrix.evaluate().verdict.startswith("Better than guessing")


def test_clusters_decide():
    """The same rows: sure if independent, not sure if they are four patients."""
    truth, called = [0] * 20 + [1] * 20, [0] * 13 + [1] * 7 + [0] * 6 + [1] * 14
    assert evaluate(truth, called).verdict.startswith("Better")
    four = [0] * 13 + [1] * 7 + [2] * 6 + [3] * 14
    assert evaluate(truth, called, cluster=four).verdict.startswith("Not shown")


def test_a_thin_table_is_judged_by_the_exact_test():
    """Three of three rare positives found among 100,003: p = 6 / (n (n-1) (n-2)) = 6e-15."""
    text = verdict(tp=3, fp=0, fn=0, tn=100_000)
    assert text.startswith("Better than guessing")
    assert "Fisher" in text
    assert "p < 0.001" in text


def test_a_thin_table_that_shows_nothing_says_so():
    assert verdict(tp=1, fp=3, fn=1, tn=20).startswith("Not shown to be better than guessing")


def test_an_accuracy_below_the_commonest_class_is_called_below():
    assert "is below the 0.990" in verdict(tp=80, fp=900, fn=20, tn=9000)


def test_the_commonest_class_is_beaten_by_the_test_that_baselines_make():
    """Right on 58 rows where the constant is wrong, wrong on 40 where it is right."""
    assert binomtest(40, 98).pvalue > 0.05
    unsure = verdict(tp=58, fp=40, fn=47, tn=255)
    assert "Accuracy 0.782 [0.739, 0.820] is not shown to beat the 0.738" in unsure
    assert binomtest(30, 88).pvalue < 0.05
    assert "beats the 0.738" in verdict(tp=58, fp=30, fn=47, tn=265)


def test_ties_are_said_apart():
    """19 of 25 pairs in the right order, 5 tied, 1 in the wrong one."""
    truth, score = [0, 0, 0, 0, 0, 1, 1, 1, 1, 1], [1, 1, 1, 2, 3, 2, 3, 3, 3, 3]
    ev = vc.evaluate(truth * 10, y_score=score * 10)
    assert "a negative in 0.760 of pairs" in ev.verdict
    assert "ties in 0.200" in ev.verdict
    assert "is outranked in 0.040" in ev.verdict
    assert "0.200" in ev.verdict.zh
    above = of_evaluation(ev, "roc")["above"].label
    assert "half of those tied, 0.140 = 0.040 + 0.200/2" in above
    weighted = vc.evaluate(truth, y_score=score, sample_weight=[3] * 10)
    assert "ties in 0.200" in weighted.verdict
    coarse = vc.evaluate(truth * 10, y_score=score * 10, resolution=4)
    assert "ties in 0.200" in coarse.verdict
    turned = vc.evaluate(truth * 10, y_score=[-one for one in score * 10])
    assert "outranks a negative in 0.040 of pairs" in turned.verdict
    apart = vc.evaluate(truth, y_score=range(10))
    assert "ties in" not in apart.verdict
