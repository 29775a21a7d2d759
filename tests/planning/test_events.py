"""Plans for events: the formulas by hand, what a pilot tells, what is refused."""

import math

import numpy as np
import pytest

import veracity as vc
from veracity.errors import VeracityError
from veracity.planning.events import piloted
from veracity.results.decisions.plan import Plan
from veracity.statistics.events.event_tally import EventTally

GIVEN = {"events_per_subject": 5, "hours_per_subject": 24, "between_subjects": 0.15}


def width(k, p=0.8, m=5, tau=0.15):
    from scipy.special import expit, logit
    from scipy.stats import t

    variance = tau**2 + (p * (1 - p) - tau**2) / m
    step = t.ppf(0.975, k - 1) * math.sqrt(variance / k) / (p * (1 - p))
    return expit(logit(p) + step) - expit(logit(p) - step)


def test_the_fewest_subjects_for_a_sensitivity():
    plan = vc.events.plan("sensitivity", expected=0.8, width=0.2, **GIVEN)
    assert isinstance(plan, Plan)
    assert width(plan.subjects) <= 0.2 < width(plan.subjects - 1)
    assert plan.achieved == pytest.approx(width(plan.subjects))
    assert (plan.hours, plan.events) == (24 * plan.subjects, 5 * plan.subjects)
    assert f"{plan.subjects} subjects" in plan.text("en")
    assert "名受试者" in plan.text("zh")


def test_rates_are_planned_with_the_wider_interval():
    """Subjects that do not differ: Poisson, Garwood's interval for 24 k alarms in k days."""
    from scipy.stats import chi2

    plan = vc.events.plan(
        "false_alarms_per_day", expected=24, width=4, **(GIVEN | {"between_subjects": 0})
    )
    k = plan.subjects

    def poisson(k):
        return (chi2.ppf(0.975, 2 * 24 * k + 2) - chi2.ppf(0.025, 2 * 24 * k)) / 2 / k

    assert poisson(k) <= 4
    assert plan.achieved >= poisson(k) - 1e-9
    hourly = vc.events.plan(
        "false_alarms_per_hour", expected=1, width=4 / 24, **(GIVEN | {"between_subjects": 0})
    )
    assert hourly.subjects == k


def test_a_rate_is_planned_without_events():
    """People without a single seizure have false alarms too."""
    asked = {"expected": 2, "width": 2, "hours_per_subject": 24}
    plan = vc.events.plan("false_alarms_per_day", **asked)
    beside = vc.events.plan("false_alarms_per_day", **asked, events_per_subject=5)
    assert (plan.subjects, plan.events) == (beside.subjects, 0)
    assert "event" not in plan.text("en").splitlines()[0]
    assert "事件" not in plan.text("zh").splitlines()[0]
    with pytest.raises(VeracityError, match="events_per_subject"):
        vc.events.plan("sensitivity", expected=0.8, width=0.2, hours_per_subject=24)


def test_subjects_that_differ_need_more():
    plans = [
        vc.events.plan("sensitivity", expected=0.8, width=0.2, **(GIVEN | {"between_subjects": s}))
        for s in (0, 0.1, 0.2, 0.3)
    ]
    numbers = [plan.subjects for plan in plans]
    assert numbers == sorted(numbers)
    assert plans[0].design_effect == 1


def test_what_is_assumed_is_said():
    plan = vc.events.plan(
        "sensitivity", expected=0.8, width=0.2, events_per_subject=5, hours_per_subject=24
    )
    assert plan.between == pytest.approx(math.sqrt(0.1 * 0.16))
    assert any("between_subjects=" in one.en for one in plan.assumptions)


def test_a_pilot_tells_the_rest():
    """Method of moments on many subjects finds the spread that made them."""
    random = np.random.default_rng(4)
    p = np.clip(random.normal(0.7, 0.15, 4000), 0, 1)
    events = random.integers(1, 12, 4000)
    rate = random.gamma(4.0, 0.5, 4000)  # mean 2 a day, coefficient of variation 1/2
    hits, false = random.binomial(events, p), random.poisson(rate)
    rows = [
        (
            i,
            i,
            {
                "true_positives": hits[i],
                "missed": events[i] - hits[i],
                "false_positives": false[i],
                "reference_events": events[i],
                "duration": 86400e9,
            },
        )
        for i in range(4000)
    ]
    tally = EventTally.of_recordings("iou", rows)
    found = piloted(tally, "sensitivity")
    assert found["expected"] == pytest.approx(0.7, abs=0.02)
    assert found["between"] == pytest.approx(np.std(p), abs=0.02)
    assert found["hours"] == 24
    assert piloted(tally, "false_alarms_per_day")["between"] == pytest.approx(0.5, abs=0.05)
    plan = vc.events.plan("false_alarms_per_day", width=1, pilot=tally)
    assert plan.expected == pytest.approx(2, abs=0.1)


@pytest.mark.parametrize(
    "wrong",
    [
        {"figure": "delay_median"},
        {"expected": 1.2},
        {"expected": None},
        {"width": 0},
        {"width": 1e-9},
        {"events_per_subject": math.nan},
        {"hours_per_subject": -1},
        {"between_subjects": 0.7},  # beyond the root of p(1 - p)
        {"pilot": 3},
    ],
)
def test_what_cannot_be_planned_is_refused(wrong):
    given = {"figure": "sensitivity", "expected": 0.8, "width": 0.2, **GIVEN} | wrong
    figure = given.pop("figure")
    with pytest.raises(VeracityError):
        vc.events.plan(figure, **given)


@pytest.mark.parametrize("level", [95, 5, 0, 1, math.nan, math.inf, "0.95", None])
def test_a_level_is_checked_as_everywhere(level) -> None:
    with pytest.raises(VeracityError, match="confidence_level"):
        vc.events.plan(
            "sensitivity",
            expected=0.8,
            width=0.2,
            events_per_subject=5,
            hours_per_subject=24,
            confidence_level=level,
        )


def test_a_pilot_that_tells_nothing_is_named() -> None:
    quiet = vc.events.evaluate([], [(10, 20)], duration=3600, rules="iou")
    with pytest.raises(VeracityError, match=r"pilot has a sensitivity of nan.*expected="):
        vc.events.plan("sensitivity", width=0.2, pilot=quiet)


@pytest.mark.parametrize("figure", [None, 5])
def test_a_figure_is_a_word(figure) -> None:
    with pytest.raises(VeracityError, match=str(figure)):
        vc.events.plan(figure, expected=0.8, width=0.2, hours_per_subject=24)


def test_a_level_near_one_is_planned_too() -> None:
    """t of 0.9999 with one degree is 6366: beyond what floats hold on the logit scale."""
    plan = vc.events.plan(
        "sensitivity",
        expected=0.99,
        width=0.5,
        confidence_level=0.9999,
        **(GIVEN | {"between_subjects": 0.05}),
    )
    assert 2 < plan.subjects < 100
