"""Detectors compared on the same recordings: exact exchanges, linearised differences, margins."""

import math
from fractions import Fraction

import numpy as np
import pytest

import veracity as vc
from veracity.comparisons.differences.of_events import SideBySide, event_difference, exchanged
from veracity.errors import VeracityError
from veracity.statistics.events.event_tally import COLUMNS

EVENTS = 4


def recordings(found, false=None):
    """A recording for each subject: the first `found` of four events, and so many false alarms."""
    reference, detected = {}, {}
    for i, hits in enumerate(found):
        starts = [1000.0 * (j + 1) for j in range(EVENTS)]
        reference[f"s{i}"] = [(a, a + 50) for a in starts]
        wrong = [(20000.0 + 500 * j, 20010.0 + 500 * j) for j in range(false[i] if false else 0)]
        detected[f"s{i}"] = [(a, a + 50) for a in starts[:hits]] + wrong
    return reference, detected


def compared(first, second, **settings):
    reference, a = recordings(*first)
    _, b = recordings(*second)
    given = {"rules": "iou", "duration": 36000.0, "test": "exchange"} | settings
    return vc.events.compare(reference, {"A": a, "B": b}, **given)


def exact_p(first, second):
    """All exchanges of whole numbers within subjects."""
    gaps = [a - b for a, b in zip(first, second, strict=True)]
    seen = abs(sum(gaps))
    sums = [0]
    for gap in gaps:
        sums = [s + sign * gap for s in sums for sign in (1, -1)]
    return Fraction(sum(abs(s) >= seen for s in sums), len(sums))


def test_the_p_value_is_that_of_all_exchanges():
    first, second = [4, 3, 4, 2, 4, 3, 4], [2, 3, 1, 2, 3, 1, 2]
    found = compared((first,), (second,))["A", "B", "iou", "sensitivity"]
    assert found.p_value == pytest.approx(float(exact_p(first, second)))
    assert found.difference.value == pytest.approx((24 - 14) / 28)


def test_the_interval_is_the_paired_t_where_subjects_weigh_alike():
    """Equal numbers of events: the linearised difference is the mean of the differences."""
    from scipy.stats import t

    first, second = [4, 3, 4, 2, 3, 3, 4], [2, 3, 1, 2, 3, 1, 2]
    gaps = (np.array(first) - np.array(second)) / EVENTS
    half = t.ppf(0.975, 6) * gaps.std(ddof=1) / math.sqrt(7)
    found = compared((first,), (second,))["A", "B", "iou", "sensitivity"].difference
    assert (found.low, found.high) == pytest.approx((gaps.mean() - half, gaps.mean() + half))
    assert found.n == 7


def test_rates_are_compared_as_difference_and_as_ratio():
    alarms = [3, 5, 2, 4, 6, 3, 4, 5], [1, 2, 1, 0, 3, 1, 2, 1]
    hits = [4] * 8
    row = compared((hits, alarms[0]), (hits, alarms[1]))["A", "B", "iou", "false_alarms_per_day"]
    assert row.difference.value == pytest.approx((32 - 11) * 24 / 80)
    assert row.ratio.value == pytest.approx(32 / 11)
    assert row.ratio.low > 1
    assert row.p_value == pytest.approx(float(exact_p(*alarms)))


def test_the_verdict_is_of_the_figure_and_turns_round():
    hits, alarms = ([4] * 9, [0] * 9), ([4] * 9, [5, 6, 7, 5, 6, 7, 4, 5, 6])
    cmp = compared(hits, alarms, figures="false_alarms_per_day")
    assert cmp["A", "B", "iou", "false_alarms_per_day"].verdict == "better"
    other = cmp["B", "A", "iou(0.5)", "false_alarms_per_day"]
    assert other.verdict == "worse"
    assert other.difference.value > 0
    assert "is better than" in cmp.verdict.en


def test_all_against_nothing_has_an_interval():
    """Nothing varies within either: one trial a subject, square and add of 8 of 8 and 0 of 8."""
    row = compared(([4] * 8,), ([0] * 8,))["A", "B", "iou", "sensitivity"]
    assert row.difference.value == 1
    assert 0 < row.difference.low < 1
    assert row.difference.high == 1
    assert row.p_value == 2 / 2**8


def test_five_subjects_cannot_tell():
    row = compared(([4] * 5,), ([1] * 5,), figures="sensitivity")["A", "B", "iou", "sensitivity"]
    assert row.p_value == 2 / 2**5
    assert row.verdict == "cannot_tell"
    assert "0.0625" in row.test.note.en


def test_from_six_subjects_on_the_test_is_that_of_the_interval():
    from scipy.stats import ttest_rel

    first, second = [4, 3, 4, 2, 3, 3, 4], [2, 3, 1, 2, 3, 1, 2]
    found = compared((first,), (second,), test="auto")["A", "B", "iou", "sensitivity"]
    assert found.p_value == pytest.approx(ttest_rel(first, second).pvalue)
    assert found.test.df == pytest.approx(6)
    five = compared((first[:5],), (second[:5],), test="auto")["A", "B", "iou", "sensitivity"]
    assert five.test.name == "exchange"


def test_margins_by_figure():
    hits = [4, 3, 4, 3, 4, 3, 4, 3, 4, 3], [4, 3, 4, 3, 4, 3, 4, 3, 3, 4]
    cmp = compared((hits[0],), (hits[1],), figures="sensitivity", margin={"recall": 0.2})
    row = cmp["A", "B", "iou", "sensitivity"]
    assert row.verdict == "equivalent"
    assert row.margin == 0.2
    with pytest.raises(VeracityError):
        compared((hits[0],), (hits[1],), margin=-0.1)


def test_holm_over_rules_and_figures():
    first, second = [4, 3, 4, 2, 4, 3, 4, 4], [2, 3, 1, 2, 3, 1, 2, 1]
    alone = compared((first,), (second,), figures="sensitivity")
    both = compared((first,), (second,), figures=["sensitivity", "f1"], rules=["iou", "taes"])
    p = alone["A", "B", "iou", "sensitivity"].p_value
    assert alone["A", "B", "iou", "sensitivity"].p_adjusted == p
    assert both["A", "B", "iou", "sensitivity"].p_adjusted == pytest.approx(4 * p)


def test_the_same_detector_twice_never_differs():
    cmp = compared(([4, 2, 3, 4],), ([4, 2, 3, 4],))
    assert cmp.identical == (("A", "B"),)
    assert cmp["A", "B", "iou", "sensitivity"].p_value == 1


def test_evaluations_of_the_same_recordings_are_compared_whatever_their_order():
    reference, detected = recordings([4, 3, 4, 2, 4, 3, 4])
    turned = dict(reversed(detected.items()))
    ours = vc.events.evaluate(reference, detected, duration=36000.0, rules="iou")
    theirs = vc.events.evaluate(
        dict(reversed(reference.items())), turned, duration=36000.0, rules="iou"
    )
    cmp = vc.events.compare(None, {"A": ours, "B": theirs})
    assert cmp.identical == (("A", "B"),)


@pytest.mark.parametrize(
    "wrong",
    [
        {"figures": "delay_median"},
        {"test": "mcnemar"},
        {"correction": "magic"},
        {"figures": []},
    ],
)
def test_what_cannot_be_compared_is_refused(wrong):
    with pytest.raises(VeracityError):
        compared(([4] * 3,), ([3] * 3,), **wrong)


def test_one_detector_or_other_recordings_are_refused():
    reference, detected = recordings([4, 3])
    with pytest.raises(VeracityError, match="two"):
        vc.events.compare(reference, {"A": detected}, duration=36000.0)
    er = vc.events.evaluate(reference, detected, duration=36000.0)
    other = vc.events.evaluate({"x": [(1, 2)]}, {"x": []}, duration=10)
    with pytest.raises(VeracityError, match="covers other recordings"):
        vc.events.compare(None, {"A": er, "B": other})


def test_draws_beyond_twelve_subjects_agree_with_all_exchanges():
    """20 subjects, gaps of 0 and 1: the sign test over those that differ, 11 of 14."""
    k = 20
    sums = np.zeros((2, k, len(COLUMNS)))
    hits, missed = COLUMNS.index("true_positives"), COLUMNS.index("missed")
    sums[0, :, hits], sums[1, :, hits] = 2, 2
    sums[0, :11, hits], sums[1, 11:14, hits] = 3, 3
    sums[..., missed] = 4 - sums[..., hits]
    from scipy.stats import binomtest

    p = exchanged(SideBySide(sums[0], sums[1]), "sensitivity", 8 / 80, seed=3).p_value
    assert p == pytest.approx(binomtest(11, 14).pvalue, abs=0.01)


def test_pooled_figures_weigh_subjects_by_their_events():
    """Influence of a ratio by hand: (a - R b) / B, with the factor and freedom of uneven shares."""
    from veracity.results import Estimate

    b = np.array([10.0, 2.0, 6.0, 4.0])
    a = np.array([[8.0, 1.0, 3.0, 4.0], [5.0, 1.0, 2.0, 2.0]])
    sums = np.zeros((2, 4, len(COLUMNS)))
    sums[..., COLUMNS.index("true_positives")] = a
    sums[..., COLUMNS.index("missed")] = b - a
    share = b / b.sum()
    rates = a.sum(1) / b.sum()
    adds = ((a[0] - rates[0] * b) - (a[1] - rates[1] * b)) / b.sum()
    two, three = (share**2).sum(), (share**3).sum()
    df = (1 - two) ** 2 / (two - 2 * three + two**2)
    from scipy.stats import t

    half = t.ppf(0.975, df) * math.sqrt((adds**2).sum() / (1 - two))
    sides = SideBySide(sums[0], sums[1])
    ends = [Estimate(rate, 0.0, 1.0, 0.95, "delta", 22) for rate in rates]
    gap = event_difference(sides, "sensitivity", (ends[0], ends[1]), 0.95)
    value = rates[0] - rates[1]
    assert gap.df == pytest.approx(df)
    assert gap.difference.low == pytest.approx(value - half, rel=1e-6)


def test_reports_of_a_comparison(tmp_path):
    cmp = compared(([4, 3, 4, 2, 4, 3, 4],), ([2, 3, 1, 2, 3, 1, 2],))
    for ending in ("html", "md", "tex", "txt", "json"):
        cmp.report(tmp_path / f"out.{ending}", lang="zh" if ending == "md" else "en")
        assert (tmp_path / f"out.{ending}").stat().st_size > 300
    assert "检测器" in (tmp_path / "out.md").read_text("utf-8")
    assert len(cmp.to_pandas()) == 3
    assert cmp.to_dict()["contrasts"][0]["rule"] == "iou"
