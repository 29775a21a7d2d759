"""Detections with scores: every threshold as if scored by itself, areas by hand, honest choices."""

import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

import veracity as vc
from veracity.errors import VeracityError
from veracity.events.scores import sweep as sweeping
from veracity.events.scores.froc import area_below, logit_interval

RULES = [
    "iou(0.3)",
    "collar(3)",
    "collar(3, offset=2)",
    "points(3)",
    "any_overlap(4, merge=5)",
    "taes",
]


def scene(seed: int, subjects: int = 5, *, ties: bool = False) -> dict:
    """Recordings of several subjects, crowded enough that matchings have to be moved."""
    random = np.random.default_rng(seed)
    reference, detected, score = {}, {}, {}
    for name in range(subjects):
        starts = np.sort(random.choice(300, 12, replace=False)).astype(float)
        reference[name] = [(a, a + float(random.integers(1, 6))) for a in starts]
        near = (starts + random.integers(-1, 2, 12))[random.random(12) < 0.8]
        more = random.choice(300, 10).astype(float)
        begin = np.clip(np.concatenate([near, more]), 0, 300)
        detected[name] = [(a, a + float(random.integers(1, 6))) for a in begin]
        values = random.normal(size=len(begin)) + np.r_[np.ones(len(near)), np.zeros(len(more))]
        score[name] = (np.round(values) if ties else values).tolist()
    return {"reference": reference, "detected": detected, "score": score}


def evaluated(seed: int = 0, *, ties: bool = False, **more: object) -> vc.events.EventEvaluation:
    given = scene(seed, ties=ties)
    sides = given.pop("reference"), given.pop("detected")
    settings = {"duration": 400, "overlapping": "keep", "rules": RULES, **given, **more}
    return vc.events.evaluate(*sides, **settings)


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("ties", [False, True])
def test_every_threshold_is_as_if_scored_by_itself(rule: str, ties: bool) -> None:
    given = scene(3, ties=ties)
    rate, found, thresholds = evaluated(3, ties=ties).froc(rule)
    assert math.isinf(thresholds[0])
    assert (np.diff(thresholds) < 0).all()
    assert set(thresholds[1:]) == {s for one in given["score"].values() for s in one}
    for place in range(0, len(thresholds), 1 if ties else 7):
        kept = {
            name: [
                d for d, s in zip(one, given["score"][name], strict=True) if s >= thresholds[place]
            ]
            for name, one in given["detected"].items()
        }
        alone = vc.events.evaluate(
            given["reference"], kept, duration=400, overlapping="keep", rules=rule
        )
        assert found[place] == pytest.approx(alone[rule]["sensitivity"].value)
        assert rate[place] == pytest.approx(alone[rule]["false_alarms_per_hour"].value)


def test_one_to_one_both_only_rise() -> None:
    for rule in RULES[:4]:
        rate, found, _ = evaluated(5).froc(rule)
        assert (np.diff(rate) >= 0).all()
        assert (np.diff(found) >= 0).all()


def test_a_lower_threshold_can_have_fewer_false_alarms_where_detections_are_joined() -> None:
    # the case any-raising-threshold (timescoring 0.0.7): the middle detection joins the others
    er = vc.events.evaluate(
        [(3000, 3010)],
        [(0, 10), (60, 70), (120, 130)],
        score=[0.9, 0.5, 0.9],
        duration=3600,
        rules="any_overlap",
    )
    curve = er.froc("any_overlap")
    assert curve["false_alarms_per_hour"].tolist() == [0, 2, 1]
    assert "fewer false alarms" in curve.note
    assert er.froc_area("any_overlap", max_rate=3).value == 0


def test_areas_by_hand() -> None:
    # points at (0, 0), (0, 1/2), (1, 1/2), (2, 1): up to 1: 1/2; up to 2: (1/2 + 3/4) / 2
    er = vc.events.evaluate(
        [10, 100], [10, 50, 100, 200], score=[4, 3, 1, 1], duration=3600, rules="points"
    )
    rate, found, _ = er.froc("points")
    assert (rate.tolist(), found.tolist()) == ([0, 0, 1, 2], [0, 0.5, 0.5, 1])
    assert er.froc_area("points").value == pytest.approx(1 / 2)
    assert er.froc_area("points", max_rate=2).value == pytest.approx(5 / 8)
    assert er.froc_area("points", max_rate=4).value == pytest.approx((1 / 2 + 3 / 4 + 2) / 4)
    assert er.froc_area("points", max_rate=1.5).value == pytest.approx((1 / 2 + 5 / 16) / 1.5)
    for two in (np.int64(2), np.float32(2), Fraction(2)):
        assert er.froc_area("points", max_rate=two).value == pytest.approx(5 / 8)
        assert er.choose("points", max_false_alarms_per_hour=two).threshold == 1
    assert er.choose("points", min_sensitivity=np.float32(1)).threshold == 1
    assert math.isnan(er.froc_area("points").low)
    assert "No interval" in er.froc_area("points").note
    assert area_below(np.array([0.0, 2.0, 1.0]), np.array([0.0, 1.0, 1.0]), 2.0) == 0.5


def test_bands_hold_the_curve_and_know_subjects() -> None:
    curve = evaluated(1).froc("iou(0.3)")
    assert (curve.band.low <= curve.y).all()
    assert (curve.y <= curve.band.high).all()
    assert curve.band.low.min() >= 0
    assert curve.band.high.max() <= 1
    assert "resampling 5 subjects" in curve.note
    one = vc.events.evaluate([1, 9], [1, 5], score=[1, 2], duration=99).froc("points")
    assert one.band is None
    assert "No interval" in one.note
    area = evaluated(1).froc_area("iou(0.3)", 30)
    assert area.low < area.value < area.high
    assert area == evaluated(1).froc_area("iou(0.3)", 30)  # the same seed, the same answer


def test_where_nothing_varies_a_subject_is_one_trial() -> None:
    # Clopper and Pearson: 6 of 6 has the lower end 0.025 ** (1 / 6)
    low, high = logit_interval(1.0, 0.0, 6, 0.95)
    assert (low, high) == (pytest.approx(0.025 ** (1 / 6)), 1.0)


def test_a_choice_within_a_rate() -> None:
    er = evaluated(2)
    rate, found, thresholds = er.froc("iou(0.3)")
    choice = er.choose("iou(0.3)", max_false_alarms_per_hour=20)
    best = max(found[rate <= 20])
    assert choice.value == best
    assert choice.threshold == thresholds[(rate <= 20) & (found == best)][0]
    assert choice.estimates["sensitivity"].value == pytest.approx(best)
    assert choice.estimates["false_alarms_per_hour"].value <= 20
    assert float(choice.optimism) == pytest.approx(choice.value - choice.corrected)
    assert choice.constraint_corrected["max_false_alarms_per_hour"] > 0
    assert "Optimism from choosing on these recordings" in str(choice)
    assert "阈值" in choice.text("zh")
    least = er.choose("iou(0.3)", min_sensitivity=0.5)
    assert least.value == min(rate[found >= 0.5])
    assert least.estimates["sensitivity"].value >= 0.5
    at = er.at(least.threshold)
    assert at["iou(0.3)", "false_alarms_per_hour"].value == pytest.approx(least.value)


@pytest.mark.parametrize(("by", "words"), [(-1e-17, "recordings: 0.000;"), (-0.02, "worse by")])
def test_a_choice_is_not_worse_by_rounding(by: float, words: str) -> None:
    choice = evaluated(2).choose("iou(0.3)", max_false_alarms_per_hour=20)
    assert words in str(replace(choice, optimism=replace(choice.optimism, value=by)))


def test_a_choice_on_noise_is_optimistic() -> None:
    """Scores without meaning: the best of many thresholds looks better than it is, on average."""
    excess = []
    for seed in range(12):
        random = np.random.default_rng(seed)
        times = {s: np.sort(random.choice(3000, 4, replace=False)) for s in range(6)}
        raised = {s: np.sort(random.choice(3000, 8, replace=False)) for s in range(6)}
        er = vc.events.evaluate(
            times,
            {s: np.sort(np.r_[times[s][:3], raised[s]]) for s in times},
            score={s: random.random(11) for s in times},
            duration=3600,
            rules="points(0.5)",
        )
        excess.append(float(er.choose("points(0.5)", max_false_alarms_per_hour=2).optimism))
    assert np.mean(excess) > 0


def test_types_are_swept_apart_and_added() -> None:
    table = {"onset": [10, 20, 30], "duration": [1, 1, 1], "event_type": ["a", "b", "a"]}
    found = {**table, "event_type": ["a", "a", "a"], "p": [0.9, 0.8, 0.7]}
    er = vc.events.evaluate(
        table, found, duration=3600, event_type="event_type", score="p", rules="iou"
    )
    rate, share, thresholds = er.froc("iou")
    assert thresholds.tolist() == [math.inf, 0.9, 0.8, 0.7]
    assert share.tolist() == pytest.approx([0, 1 / 3, 1 / 3, 2 / 3])
    assert rate.tolist() == [0, 0, 1, 1]
    assert er.by_type["b"].froc("iou")["sensitivity"].tolist() == [0.0]


def test_few_thresholds_where_scores_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweeping, "MOST_RESCORED", 10)
    curve = evaluated(4).froc("any_overlap(4, merge=5)")
    assert len(curve) == 11
    assert "10 thresholds" in curve.note
    monkeypatch.setattr(sweeping, "MOST_EXACT", 10)
    assert len(evaluated(4).froc("iou(0.3)")) == 11


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda er: er.froc("segments(1)"), ["segments", "any_overlap"]),
        (lambda er: er.froc("nearest"), ["nearest"]),
        (lambda er: er.froc_area("iou", max_rate=0), ["max_rate", "0"]),
        (lambda er: er.froc_area("iou", max_rate=math.nan), ["max_rate"]),
        (lambda er: er.choose("iou"), ["max_false_alarms_per_hour", "min_sensitivity"]),
        (lambda er: er.choose("iou", min_sensitivity=2), ["2"]),
        (
            lambda er: er.choose("iou", min_sensitivity=0.5, max_false_alarms_per_hour=1),
            ["Give one of"],
        ),
        (lambda er: er.choose("iou(1)", min_sensitivity=1), ["highest"]),
    ],
)
def test_what_cannot_be_asked(call, words) -> None:
    with pytest.raises(VeracityError) as caught:
        call(evaluated(1))
    assert all(word in str(caught.value) for word in words)


def test_without_scores_there_is_no_threshold() -> None:
    er = vc.events.evaluate([1], [1], duration=9)
    for call in (er.froc, er.froc_area, er.at):
        with pytest.raises(VeracityError, match="score="):
            call("points" if call != er.at else 0.5)
    with pytest.raises(VeracityError, match="one number"):
        vc.events.evaluate([1], [1, 2], score=[0.5], duration=9)
    with pytest.raises(VeracityError, match="numeric score"):
        vc.events.evaluate([1], [1], score=[math.nan], duration=9)
    with pytest.raises(VeracityError, match="No reference events"):
        vc.events.evaluate([], [1], score=[0.5], duration=9, rules="points").choose(
            "points", max_false_alarms_per_hour=1
        )


def test_one_subject_has_no_optimism() -> None:
    er = vc.events.evaluate([1, 5], [1, 5, 8], score=[3, 2, 1], duration=9, rules="points")
    choice = er.choose("points", min_sensitivity=1)
    assert choice.threshold == 2
    assert math.isnan(float(choice.optimism))
    assert "one subject" in str(choice)


@pytest.mark.parametrize("seconds", [(3746, 1822, 265), (2901, 1452, 2033), (0.1, 0.2, 7199.7)])
def test_a_rate_is_one_number_on_the_curve_in_the_figure_and_as_a_limit(seconds) -> None:
    """Whole alarms over whole nanoseconds, divided once: a limit that is met exactly is met."""
    lengths = {f"s{i}": length for i, length in enumerate(seconds)}
    reference = {name: [0.03] for name in lengths}
    alarms = {name: [0.01, 0.03, 0.05] for name in lengths}
    scores = {name: [0.3, 0.1, 0.2] for name in lengths}  # the event is found last
    er = vc.events.evaluate(
        reference, alarms, score=scores, duration=lengths, rules="points(0.001)"
    )
    rate = 6 / (sum(round(one * 1e9) for one in seconds) / 3600e9)
    assert er["points(0.001)", "false_alarms_per_hour"].value == rate
    assert er.froc("points(0.001)").x[-1] == rate
    assert er.choose("points(0.001)", max_false_alarms_per_hour=rate).threshold == 0.1


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("rule", ["iou", "any_overlap(merge=0)"])
def test_scores_may_be_endless(rule: str) -> None:
    """Log odds of 1 and of 0: the curve begins with nothing called, and ends with everything."""
    reference = [(100, 110), (200, 210), (500, 510)]
    detected = [(300, 310), (400, 410), (200, 210), (100, 110), (700, 710)]
    score = [math.inf, math.inf, math.inf, 0.5, -math.inf]
    er = vc.events.evaluate(reference, detected, score=score, duration=3600, rules=rule)
    rate, found, thresholds = er.froc(rule)
    assert rate.tolist() == [0, 2, 2, 3]
    assert found == pytest.approx([0, 1 / 3, 2 / 3, 2 / 3])
    assert thresholds[[0, 2, 3]].tolist() == [math.inf, 0.5, -math.inf]
    for threshold, hits in zip(thresholds[1:], (1, 2, 2), strict=True):
        assert er.at(threshold)[rule]["true_positives"].value == hits
    # from (0, 0) to (2, 1/3), and up to 2/3 there
    assert er.froc_area(rule, max_rate=1).value == pytest.approx(1 / 12)
    nothing = er.choose(rule, max_false_alarms_per_hour=1)
    assert (nothing.threshold, nothing.value) == (math.inf, 0)
    assert nothing.estimates["false_alarms_per_hour"].value == 0
    assert er.choose(rule, min_sensitivity=0.5).threshold == 0.5
