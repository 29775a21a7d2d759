"""What another threshold gains on new rows: never a bare optimum."""

import math

import numpy as np
import pytest

import veracity as vc
from veracity.evaluation.single.page.threshold_gain import threshold_gain

SCORES = [0.1, 0.2, 0.3, 0.35, 0.4, 0.42, 0.6, 0.8] * 20
TRUTH = [0, 0, 0, 1, 1, 1, 1, 1] * 20


def test_a_clear_gain_is_the_difference_of_both_values():
    ev = vc.evaluate(TRUTH, y_proba=SCORES)
    # at 0.5: TP 2, FN 3, FP 0 of every eight rows, F1 = 4/7; at 0.35 all are right
    gain = threshold_gain(ev, ev.choose(maximize="f1"))
    assert gain.value == pytest.approx(3 / 7)
    assert 0 < gain.low < 3 / 7 < gain.high


def test_of_an_error_less_is_a_gain():
    ev = vc.evaluate(TRUTH, y_proba=SCORES)
    gain = threshold_gain(ev, ev.choose(maximize="error_rate"))
    assert gain.value == pytest.approx(3 / 8)
    assert gain.low > 0


def test_the_same_calls_gain_nothing():
    ev = vc.evaluate(TRUTH, y_proba=SCORES, threshold=0.33)  # between 0.3 and 0.35
    assert threshold_gain(ev, ev.choose(maximize="f1")) is None


def test_labels_alone_have_no_threshold():
    ev = vc.evaluate(TRUTH, TRUTH, y_proba=SCORES)
    assert threshold_gain(ev, ev.choose(maximize="f1")) is None


def test_weights_and_clusters_count():
    weighted = vc.evaluate(TRUTH, y_proba=SCORES, sample_weight=[1.0, 2.0] * 80)
    alone = vc.evaluate(TRUTH, y_proba=SCORES)
    together = vc.evaluate(TRUTH, y_proba=SCORES, cluster=list(range(8)) * 20)
    gains = [threshold_gain(ev, ev.choose(maximize="f1")) for ev in (alone, weighted, together)]
    # rows with weight 2: places 1, 3, 5, 7 of eight; at 0.5 TP = 1 + 2, FN = 2 + 1 + 2
    assert gains[1].value == pytest.approx(1 - 6 / (6 + 5))
    assert gains[2].value < gains[0].value  # whole clusters that did not choose
    wide = [gain.high - gain.low for gain in gains]
    assert wide[2] > 2 * wide[0]  # equal rows of eight clusters are no independent rows


def test_where_the_threshold_is_the_best_one_a_gain_is_rarely_claimed():
    """Positives N(2, 1), negatives N(0, 1), as many of each: accuracy is best at 1."""
    rng = np.random.default_rng(11)
    claims = 0
    for _ in range(60):
        truth = np.arange(200) % 2
        ev = vc.evaluate(truth, y_score=rng.normal(2 * truth, 1), threshold=1.0)
        gain = threshold_gain(ev, ev.choose(maximize="accuracy"))
        claims += gain is not None and not math.isnan(gain.low) and gain.low > 0
    assert claims <= 3
