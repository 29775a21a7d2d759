"""Intervals of events: exact within a recording, between subjects otherwise, none where unknown."""

import math

import numpy as np
import pytest
from scipy import stats

import veracity as vc


def scored(delays: dict[str, list[float | None]], **more: object) -> vc.events.EventEvaluation:
    """Events of 50 s, 200 s apart, each detected so late; None is a miss."""
    reference = {
        s: [(200 * i + 60, 200 * i + 110) for i in range(len(d))] for s, d in delays.items()
    }
    detected = {
        s: [
            (a + late, a + late + 50)
            for (a, _), late in zip(reference[s], d, strict=True)
            if late is not None
        ]
        for s, d in delays.items()
    }
    return vc.events.evaluate(
        reference, detected, duration=20_000, rules="any_overlap(merge=0)", **more
    )


RULE = "any_overlap(merge=0)"


def test_shares_of_one_recording_are_exact() -> None:
    er = scored({"a": [1, 2, 3, None]})
    found = er[RULE, "sensitivity"]
    # 4p³ − 3p⁴ = 0.025 and 1 − p⁴ = 0.025
    assert (found.low, found.high) == pytest.approx((0.1941204, 0.9936905), abs=1e-7)
    assert found.method == "clopper_pearson"
    assert "independent and" in found.note
    precision = er[RULE, "precision"]
    # p³ = 0.025
    assert (precision.low, precision.high) == pytest.approx((0.2924018, 1), abs=1e-7)


def test_a_median_delay_lies_between_order_statistics() -> None:
    found = scored({"a": list(range(1, 21))})[RULE, "delay_median"]
    # n = 20: from the 6th to the 15th, with confidence 0.9586
    assert (found.value, found.low, found.high) == (10, 6, 15)
    covered = stats.binom.cdf(14, 20, 0.5) - stats.binom.cdf(5, 20, 0.5)
    assert covered == pytest.approx(0.9586, abs=5e-5)


def test_an_end_of_a_delay_may_be_out_of_reach() -> None:
    found = scored({"a": [1, 2, 3, 4, None, None, None, None]})[RULE, "delay_median"]
    assert found.value == 4
    assert (found.low, found.high) == (1, math.inf)
    assert "infinite" in found.note
    few = scored({"a": [5, 6]})[RULE, "delay_median"]
    assert math.isnan(few.low)
    assert "2 events cannot bound" in few.note


def test_a_delay_that_is_never_reached_is_infinite_for_sure() -> None:
    none = scored({f"s{k}": [None] * 3 for k in range(8)})[RULE, "delay_median"]
    assert (none.value, none.low, none.high) == (math.inf, math.inf, math.inf)
    assert "Not reached" in none.note


def test_delays_between_subjects_are_woodruffs() -> None:
    delays = {f"s{k}": [k + 0.5 * i for i in range(6)] for k in range(8)}
    found = scored(delays)[RULE, "delay_median"]
    pooled = np.sort([d for one in delays.values() for d in one])
    assert found.value == pooled[23]
    assert found.method == "woodruff (clusters)"

    def ends(t: float) -> tuple[float, float]:
        """Logit of the share found by t, eight even subjects, t(7)."""
        each = np.array([np.mean(np.array(one) <= t) for one in delays.values()])
        mean, error = each.mean(), each.std(ddof=1) / math.sqrt(8)
        step = stats.t.ppf(0.975, 7) * error / (mean * (1 - mean))
        logit = math.log(mean / (1 - mean))
        return tuple(1 / (1 + math.exp(-(logit + side * step))) for side in (-1, 1))

    inside = [
        t
        for t in np.unique(pooled)
        if 0 < (pooled <= t).mean() < 1 and ends(t)[0] <= 0.5 <= ends(t)[1]
    ]
    after = pooled[pooled > max(inside)][0]
    assert (found.low, found.high) == (min(inside), after)


def test_time_in_alarm_is_between_subjects() -> None:
    reference = {s: [] for s in "abcdef"}
    share = (0.1, 0.2, 0.1, 0.4, 0.3, 0.1)
    detected = {s: [(0, 1000 * p)] for s, p in zip("abcdef", share, strict=True)}
    er = vc.events.evaluate(reference, detected, duration=1000, rules="iou")
    for key in ("time_in_alarm", "time_in_false_alarm", "macro_time_in_alarm"):
        found = er["iou"][key]
        error = np.std(share, ddof=1) / math.sqrt(6)
        step = stats.t.ppf(0.975, 5) * error / (0.2 * 0.8)
        logit = math.log(0.2 / 0.8)
        wanted = [1 / (1 + math.exp(-(logit + side * step))) for side in (-1, 1)]
        assert found.value == pytest.approx(0.2)
        assert (found.low, found.high) == pytest.approx(wanted)
    alone = er.by_recording["a"]["iou", "time_in_alarm"]
    assert math.isnan(alone.low)
    assert "No interval" in alone.note


@pytest.mark.parametrize("rule", ["samples", "segments(10)", "epochs(10)"])
def test_cells_have_recordings_as_units(rule: str) -> None:
    reference = {s: [(100, 200)] for s in "abcdefg"}
    detected = {s: [(100 + 10 * k, 200)] for k, s in enumerate("abcdefg")}
    er = vc.events.evaluate(reference, detected, duration=1000, fs=1, rules=rule)
    found, each = er[rule, "sensitivity"], [1 - k / 10 for k in range(7)]
    step = stats.t.ppf(0.975, 6) * np.std(each, ddof=1) / math.sqrt(7) / (0.7 * 0.3)
    wanted = [1 / (1 + math.exp(-(math.log(0.7 / 0.3) + side * step))) for side in (-1, 1)]
    assert found.value == pytest.approx(0.7)
    assert (found.low, found.high) == pytest.approx(wanted)
    whose = dict.fromkeys("abcdefg", "anna")
    one = vc.events.evaluate(reference, detected, duration=1000, fs=1, rules=rule, cluster=whose)
    assert math.isnan(one[rule, "sensitivity"].low)
    assert "No interval" in one[rule, "sensitivity"].note


def test_means_of_subjects_leave_out_those_without() -> None:
    er = scored({"a": [1, 1], "b": [1, None, None, None], "c": []})
    found = er[RULE]["macro_sensitivity"]
    assert found.value == pytest.approx((1 + 1 / 4) / 2)
    assert "1 in which it is undefined was left out" in found.note
    rates = er[RULE]["macro_false_alarms_per_day"]
    assert rates.value == 0
    same = scored({"a": [1], "b": [1, 1], "c": [2]})[RULE]["macro_sensitivity"]
    # three subjects that agree are three trials: Wilson, 3 of 3
    assert (same.low, same.high) == pytest.approx((9 / (9 + 3 * stats.norm.ppf(0.975) ** 2), 1))


def test_macro_rates_are_means_of_rates() -> None:
    counts, hours = (0, 2, 7, 1), (24, 24, 12, 20)
    detected = {s: [(600 * i, 600 * i + 5) for i in range(n)] for s, n in enumerate(counts)}
    length = {s: 3600 * h for s, h in enumerate(hours)}
    er = vc.events.evaluate({s: [] for s in detected}, detected, duration=length, rules="iou")
    macro = er["iou"]["macro_false_alarms_per_hour"]
    assert macro.value == pytest.approx(np.mean(np.divide(counts, hours)))
    pooled = er["iou", "false_alarms_per_hour"]
    # worked in the notes on event statistics: hull of Garwood's and of the one between subjects
    assert (pooled.low, pooled.high) == pytest.approx((0.0104, 1.509), rel=5e-3)
    assert "8.1 times" in pooled.note


def test_errors_of_pairs_have_intervals() -> None:
    er = vc.events.evaluate(
        {f"s{k}": [(100, 200), (400, 500)] for k in range(8)},
        {f"s{k}": [(101 + k, 200), (402 + k, 500)] for k in range(8)},
        duration=1000,
        rules="iou",
    )
    found = er["iou", "onset_error"]
    each = np.array([1.5 + k for k in range(8)])
    step = stats.t.ppf(0.975, 7) * each.std(ddof=1) / math.sqrt(8) / each.mean()
    assert found.value == pytest.approx(5)
    assert (found.low, found.high) == pytest.approx((5 * math.exp(-step), 5 * math.exp(step)))
    none = er["iou", "offset_error"]
    assert none.value == 0
    assert "all values are equal" in none.note
    overlap = er["iou", "overlap"]
    assert overlap.value == pytest.approx(0.95)
    assert overlap.low < overlap.value < overlap.high < 1


def test_f1_of_shares_has_an_interval_between_subjects() -> None:
    names = "abcdefgh"
    er = vc.events.evaluate(
        {s: [(100, 200)] for s in names},
        {s: [(100 + 5 * k, 200 + 3 * k)] for k, s in enumerate(names)},
        duration=1000,
        rules=["range_based", "affiliation"],
    )
    for rule in er.rules:
        found = er[rule, "f1"]
        assert 0 < found.low < found.value < found.high < 1
        assert math.isnan(er.by_recording["b"][rule, "f1"].low)


def test_every_figure_without_an_interval_says_why() -> None:
    er = scored({"a": [1, 2], "b": [3, None]})
    counts = ("true_positives", "false_positives", "missed", "insertions", "deletions")
    plain = (*counts, "reference_events", "detected_events", "early_detections", "substitutions")
    for rule in er.rules:
        for key, found in er[rule].items():
            if key not in plain and math.isnan(found.low):
                assert found.note, key


def test_notes_speak_of_subjects_and_events() -> None:
    reference = {f"s{i}": [(100 * j, 100 * j + 30) for j in range(1, 6)] for i in range(8)}
    detected = {name: [*one[: 1 + int(name[1]) % 4], (900, 910)] for name, one in reference.items()}
    er = vc.events.evaluate(reference, detected, duration=1000, rules=["iou", "segments(10)"])
    notes = [one.note for figures in er.by_rule.values() for one in figures.values()]
    assert any("between 8 subjects" in note for note in notes)
    assert not any(word in note for note in notes for word in ("cluster", "row"))
    assert not any(word in note.zh for note in notes for word in ("簇", "行"))


@pytest.mark.parametrize(("hits", "false", "missed"), [(0, 2, 1), (3, 0, 0), (1, 1, 1), (7, 2, 5)])
def test_f1_within_one_recording_is_the_exact_interval_of_a_share(hits, false, missed) -> None:
    from scipy.stats import binomtest

    reference = [(100 * i, 100 * i + 30) for i in range(1, hits + missed + 1)]
    detected = reference[:hits] + [(100 * i + 50, 100 * i + 60) for i in range(1, false + 1)]
    found = vc.events.evaluate(reference, detected, duration=9999, rules="iou")["iou", "f1"]
    share = binomtest(hits, hits + false + missed).proportion_ci(0.95, "exact")
    ends = [2 * s / (1 + s) for s in (share.low, share.high)]
    assert (found.low, found.high) == pytest.approx(ends, abs=1e-9)
    assert found.value == pytest.approx(2 * hits / (2 * hits + false + missed))
    assert found.method == "clopper_pearson"


def test_two_subjects_that_differ_much_have_an_endless_rate_and_no_error() -> None:
    """t of 0.999 with one degree is 637, so that the end is beyond floats."""
    none = {"a": [], "b": []}
    alarms = {"a": [(10 * i, 10 * i + 1) for i in range(100)], "b": []}
    settings = {"duration": {"a": 36000, "b": 360000}, "confidence_level": 0.999}
    er = vc.events.evaluate(none, alarms, rules="iou", **settings)
    found = er["iou"]["false_alarms_per_hour"]
    assert found.value == pytest.approx(100 / 110)
    assert found.low < 1e-100
    assert 1e100 < found.high < math.inf


def test_a_subject_who_is_never_quiet_is_left_out_of_the_mean_of_quiet_hours() -> None:
    """One hour of three subjects; one is an event throughout, with a false alarm inside."""
    reference = {"a": [(0, 3600)], "b": [], "c": [(0, 1800)]}
    detected = {"a": [(10, 20)], "b": [(10, 20)], "c": [(2000, 2010), (3000, 3010)]}
    er = vc.events.evaluate(reference, detected, duration=3600, rules="iou")
    found = er["iou"]["macro_false_alarms_per_quiet_hour"]
    assert found.value == pytest.approx((1 + 4) / 2)
    assert "1 in which it is undefined" in found.note.en
    assert er["iou"]["false_alarms_per_quiet_hour"].value == pytest.approx(4 / 1.5)
