"""Cautions of events: each speaks where it should, with its numbers, and is silent nearby."""

import pytest

import veracity as vc

DAY = 86400.0


def cautions(er):
    return {one.key: one for one in er.cautions}


def subjects(n, events=((1000, 1060), (40000, 40090))):
    return {f"s{i}": list(events) for i in range(n)}


def shifted(reference, by):
    return {name: [(a + by, b + by) for a, b in one] for name, one in reference.items()}


def test_a_good_detector_on_honest_recordings_gets_none():
    reference = subjects(7) | {"quiet": []}
    assert vc.events.evaluate(reference, shifted(reference, 5), duration=DAY).cautions == ()


def test_rules_that_disagree_are_named_with_why():
    """Each alarm begins 70 s after a 90 s event does: touched, but 20 of 160 s are shared."""
    reference = {f"s{i}": [(1000.0, 1090.0), (40000.0, 40090.0)] for i in range(8)} | {"q": []}
    er = vc.events.evaluate(reference, shifted(reference, 70), duration=DAY)
    found = cautions(er)["rule_decides"]
    assert (found.evidence["high_rule"], found.evidence["low_rule"]) == ("any_overlap", "iou")
    assert "one detection for one event" in found.message.en
    assert "30 s before" in found.message.en
    assert er.table().note == found.message
    assert "It depends on the rule: 1 under any_overlap, 0 under iou" in er.verdict.en


def test_rules_of_one_recording_disagree_where_their_intervals_do():
    reference = [(1000.0 * i, 1000.0 * i + 90) for i in range(1, 21)]
    late = [(a + 70, b + 70) for a, b in reference]
    assert "rule_decides" in cautions(vc.events.evaluate(reference, late, duration=DAY))
    few = vc.events.evaluate(reference[:2], late[:2], duration=DAY)  # 2 of 2 and 0 of 2
    assert "rule_decides" not in cautions(few)


def test_a_rule_without_an_interval_is_beyond_no_chance():
    """Samples of one recording have none: 40 of 180 were found there, and 20 of 20 events."""
    reference = [(1000.0 * i, 1000.0 * i + 90) for i in range(1, 21)]
    late = [(a + 70, b + 70) for a, b in reference]
    er = vc.events.evaluate(reference, late, duration=DAY, fs=1, rules=["any_overlap", "samples"])
    assert er["samples", "sensitivity"].value == pytest.approx(2 / 9)
    assert "rule_decides" not in cautions(er)
    assert "depends on the rule" not in er.verdict.en


def test_alarms_at_random_times_would_find_as_many():
    """An alarm for 40 s in every 100 s, merged into one without an end: chance is 1."""
    reference = [(5000.0, 5030.0), (30000.0, 30050.0)]
    always = [(100.0 * i, 100.0 * i + 40) for i in range(800)]
    found = cautions(vc.events.evaluate(reference, always, duration=DAY))
    assert found["alarms_at_random"].evidence["chance"] == pytest.approx(80000 / DAY, abs=0.01)
    assert found["alarms_at_random"].severity == "serious"


def test_chance_is_the_share_of_shifts():
    """One alarm of 100 s, one event of 50 s with 90 s of tolerance: (100 + 140) / 10000."""
    from veracity.cautions.checks.event_rules import chance_sensitivity

    event, asked = [(5000, 5050)], {"duration": 10000, "rules": "any_overlap"}
    missed = vc.events.evaluate(event, [(100, 200)], **asked)
    assert chance_sensitivity(missed.facts, missed.facts.rules[0]) == pytest.approx(0.024)
    assert "at random times" not in missed.verdict.en  # nothing was found that chance could explain
    found = vc.events.evaluate(event, [(5000, 5100)], **asked)
    assert "at random times would find" in found.verdict.en
    assert "2%" in found.verdict.en


def test_covering_alarms():
    """Half of the time is alarm in blocks of an hour; events last 60 s."""
    reference = {f"s{i}": [(7300.0, 7360.0)] for i in range(6)}
    blocks = [(7200.0 * i, 7200.0 * i + 3600) for i in range(12)]
    covering = cautions(
        vc.events.evaluate(reference, dict.fromkeys(reference, blocks), duration=DAY)
    )
    assert covering["covering_alarms"].evidence["alarm"] == pytest.approx(0.5)
    assert covering["covering_alarms"].evidence["detection"] == 3600
    fair = cautions(vc.events.evaluate(reference, shifted(reference, 3), duration=DAY))
    assert "covering_alarms" not in fair


def test_a_perfect_hit_that_fails():
    """20 s with 90 s of tolerance: 20 / 110 is below a half; the share of the event is not."""
    short = [(1000, 1020), (5000, 5200)]
    rule = "any_overlap(min_overlap=0.5)"
    found = cautions(vc.events.evaluate(short, short, duration=7200, rules=rule))
    evidence = found["perfect_hit_fails"].evidence
    assert (evidence["n"], evidence["events"]) == (1, 2)
    mended = "any_overlap(min_overlap=0.5, share_of=reference)"
    assert "perfect_hit_fails" not in cautions(
        vc.events.evaluate(short, short, duration=7200, rules=mended)
    )


def test_tolerance_against_short_events():
    spikes = [(60.0 * i, 60.0 * i + 1) for i in range(1, 50)]
    found = cautions(vc.events.evaluate(spikes, spikes, duration=3600, rules="any_overlap"))
    assert found["tolerance_dwarfs_events"].evidence["tolerance"] == 90
    times = [0.1 * i for i in range(1, 50)]
    near = cautions(vc.events.evaluate(times, times, duration=10, rules="points(0.08)"))
    assert near["tolerance_dwarfs_events"].evidence["of"] == pytest.approx(0.1)
    fitting = vc.events.evaluate(times, times, duration=10, rules="points(0.02)")
    assert "tolerance_dwarfs_events" not in cautions(fitting)


def test_recordings_without_events_left_out():
    """One event in each of 20 recordings: (1 - 1/e)^20 is 0.0001; with three each 0.36."""
    one = {f"r{i}": [(100, 160)] for i in range(20)}
    found = cautions(vc.events.evaluate(one, one, duration=3600))
    assert found["no_quiet_recordings"].evidence["chance"] == "0.0001"
    three = {f"r{i}": [(100, 160), (1000, 1060), (2000, 2060)] for i in range(20)}
    assert "no_quiet_recordings" not in cautions(vc.events.evaluate(three, three, duration=3600))
    quiet = one | {f"q{i}": [] for i in range(3)}
    assert "no_quiet_recordings" not in cautions(vc.events.evaluate(quiet, quiet, duration=3600))


def test_one_subject_has_most():
    many = [(300.0 * i, 300.0 * i + 60) for i in range(1, 12)]
    reference = {
        "anna": many,
        **{f"s{i}": [(100, 160), (900, 960), (2000, 2060)] for i in range(3)},
    }
    found = cautions(vc.events.evaluate(reference, reference, duration=4000, rules="iou"))
    evidence = found["one_subject_has_most"].evidence
    assert (evidence["name"], evidence["mine"], evidence["all"]) == ("anna", 11, 20)
    reference["anna"] = many[:9]
    even = vc.events.evaluate(reference, reference, duration=4000, rules="iou")
    assert "one_subject_has_most" not in cautions(even)


def test_few_subjects():
    assert cautions(vc.events.evaluate(subjects(5), subjects(5), duration=DAY))[
        "few_subjects"
    ].evidence == {"n": 5}
    six = subjects(6)
    assert "few_subjects" not in cautions(vc.events.evaluate(six, six, duration=DAY))


def test_a_reference_that_overlaps_itself():
    twice = [(100, 160), (120, 180), (1000, 1060)]
    kept = vc.events.evaluate(twice, twice, duration=3600, overlapping="keep")
    assert cautions(kept)["reference_overlaps"].evidence == {"n": 1}
    merged = vc.events.evaluate(twice, twice, duration=3600)
    assert "reference_overlaps" not in cautions(merged)
