"""Checks of events in time: the rule, the tolerance, alarms that cover, subjects, recordings."""

from __future__ import annotations

import math

import numpy as np

from veracity.arrays import Floats
from veracity.cautions.checks.event_rules import chance_sensitivity, disagreement, surely_above
from veracity.cautions.checks.strictness import ALPHA
from veracity.cautions.record.caution_record import CautionRecord, Evidence, Need, count
from veracity.cautions.record.event_facts import SCENES, TOLERANT, TWO_RULES, EventFacts
from veracity.matching import Rule
from veracity.matching.any_overlap import prepared, windows
from veracity.matching.spans import union
from veracity.words import Text

FEW_SUBJECTS = 6
SHORT = 10  # times: so much longer is the tolerance than an event
LONG = 5  # times: so much longer are detections than events
COVERED = 0.2  # of the time: alarms that cover so much
BY_CHANCE = 0.3  # of the events, found by the same alarms at random times
MOST = 0.5  # of the events, in one subject
FEWEST_EVENTS, FEWEST_SUBJECTS = 20, 4


def rule_decides(facts: EventFacts) -> Evidence | None:
    """The sensitivity of two rules differs by a tenth and more, and beyond their intervals."""
    found = disagreement(facts)
    if found is None:
        return None
    low, high = found.values
    return {
        "low": str(low),
        "high": str(high),
        "low_rule": found.low.spelled,
        "high_rule": found.high.spelled,
        "why": found.why,
    }


def no_better_than_shifted(facts: EventFacts) -> Evidence | None:
    """Alarms at random times would find as many events as the interval allows."""
    for rule, _ in facts.of_kind("any_overlap"):
        chance = chance_sensitivity(facts, rule)
        found = facts.figures[rule.spelled]["sensitivity"]
        if math.isnan(chance) or math.isnan(found.low) or surely_above(facts, rule, chance):
            continue
        if chance >= BY_CHANCE:
            return {"found": str(found), "chance": chance, "rule": rule.spelled}
    return None


def covers_by_alarm(facts: EventFacts) -> Evidence | None:
    """Much of the time is alarm, by detections much longer than events."""
    tally = facts.some
    events, alarms = facts.lengths("reference"), facts.lengths("detected")
    time = tally.sum("time_in_alarm") / max(tally.sum("duration"), 1.0)
    needed = tally.sum("reference_time") / max(tally.sum("duration"), 1.0)
    if not len(events) or not len(alarms) or time < COVERED or time < LONG * needed:
        return None
    return {
        "alarm": time,
        "needed": needed,
        "detection": float(np.median(alarms)),
        "event": float(np.median(events)),
    }


def perfect_hit_fails(facts: EventFacts) -> Evidence | None:
    """`min_overlap` of events with their tolerance: some are too short to be found at all."""
    for rule, _ in facts.of_kind("any_overlap"):
        values = rule.setting
        if not _of_windows(rule):
            continue
        short = events = 0
        for scene in (facts.scenes or {}).values():
            ours = prepared(scene.reference, values)
            wide = windows(ours, scene.duration, values).length
            short += int(np.count_nonzero(ours.length <= values["min_overlap"] * wide))
            events += len(ours)
        if short:
            return {"n": short, "events": events, "share": values["min_overlap"]}
    return None


def _of_windows(rule: Rule) -> bool:
    """Whether a share of the event with its tolerance is asked for."""
    values = rule.setting
    return bool(values["min_overlap"] != 0 and values["share_of"] != "reference")


def tolerance_dwarfs_events(facts: EventFacts) -> Evidence | None:
    """The tolerance is many times as long as an event, or longer than the time between events."""
    lengths, gaps = facts.lengths("reference"), facts.gaps()
    lengths = lengths[lengths > 0]
    for rule, _ in facts.of_kind("any_overlap"):
        tolerance = rule.setting["before"] + rule.setting["after"]
        typical = float(np.median(lengths)) if len(lengths) else math.nan
        if tolerance >= SHORT * typical:
            return {"rule": rule.spelled, "tolerance": tolerance, "of": typical, "what": AN_EVENT}
    for rule, _ in facts.of_kind("points", "collar"):
        values = rule.setting
        tolerance = 2 * float(values["tolerance"] if rule.key == "points" else values["onset"])
        typical = float(np.median(gaps)) if len(gaps) else math.nan
        if tolerance > typical:
            return {"rule": rule.spelled, "tolerance": tolerance, "of": typical, "what": A_GAP}
    return None


AN_EVENT = Text("a typical event lasts", "典型事件持续")
A_GAP = Text("typically the next event begins after", "下一事件通常相隔")


def no_quiet_recordings(facts: EventFacts) -> Evidence | None:
    """Every recording holds an event, and by chance that would be very rare."""
    tally = facts.some
    events, time = tally.column("reference_events"), tally.column("duration")
    n = len(events)
    if n < FEW_SUBJECTS or not (events > 0).all():
        return None
    expected = events.sum() / time.sum() * time
    chance = float(np.prod(1 - np.exp(-expected)))
    return None if chance >= ALPHA else {"n": n, "chance": f"{chance:.1g}"}


def one_subject_has_most(facts: EventFacts) -> Evidence | None:
    """One of four subjects and more has more than half of the events."""
    tally = facts.some
    events = tally.by_cluster("reference_events")
    total = float(events.sum())
    if not _enough(events) or events.max() <= MOST * total:
        return None
    name = list(dict.fromkeys(tally.clusters))[int(events.argmax())]
    return {
        "name": str(name),
        "mine": count(float(events.max())),
        "all": count(total),
        "k": len(events),
    }


def _enough(events: Floats) -> bool:
    return len(events) >= FEWEST_SUBJECTS and float(events.sum()) >= FEWEST_EVENTS


def few_subjects(facts: EventFacts) -> Evidence | None:
    """Fewer than six subjects: what an interval is worth."""
    return None if facts.subjects >= FEW_SUBJECTS else {"n": facts.subjects}


def reference_overlaps(facts: EventFacts) -> Evidence | None:
    """Reference events share time with each other and were kept apart."""
    n = sum(len(s.reference) - len(union(s.reference)) for s in (facts.scenes or {}).values())
    return {"n": n} if n else None


OVERLAP = Need[EventFacts](
    Text("no rule counts any overlap", "没有按任意重叠计数的规则"),
    lambda facts: any(
        not math.isnan(chance_sensitivity(facts, rule)) for rule, _ in facts.of_kind("any_overlap")
    ),
)
SHARE_ASKED = Need[EventFacts](
    Text("no rule asks for a share of event and tolerance", "没有规则要求事件连同容许时间的比例"),
    lambda facts: any(_of_windows(rule) for rule, _ in facts.of_kind("any_overlap")),
)
SIX_RECORDINGS = Need[EventFacts](
    Text("there are fewer than 6 recordings", "记录不足 6 段"),
    lambda facts: len(facts.some.column("duration")) >= FEW_SUBJECTS,
)
ENOUGH_EVENTS = Need[EventFacts](
    Text(
        "there are fewer than 4 subjects, or fewer than 20 events as the first rule counts them",
        "受试者不足 4 名，或按首条规则计数的事件不足 20 个",
    ),
    lambda facts: _enough(facts.some.by_cluster("reference_events")),
)
SAME_TIMES = Text(
    "Show time in alarm and false alarms per hour beside sensitivity.",
    "请在灵敏度旁给出报警时间与每小时误报数。",
)
DECIDES = CautionRecord(
    key="rule_decides",
    severity="warning",
    question=Text("Do the rules agree on what was found?", "各规则对“发现了什么”是否一致？"),
    message=Text(
        "The rule decides: sensitivity is {high} under {high_rule} and {low} under {low_rule}, "
        "beyond what chance explains. Why: {why}.",
        "结论取决于规则：按 {high_rule} 灵敏度为 {high}，按 {low_rule} 为 {low}，"
        "差别超出偶然所能解释。原因：{why}。",
    ),
    advice=Text(
        "Choose the rule by what the alarm is for, before looking, and state it with its "
        "parameters.",
        "请事先按报警的用途选定规则，并写明其参数。",
    ),
    look=rule_decides,
    looked=Text("how far sensitivity differs between the rules", "各规则间灵敏度的差异"),
    needs=(TWO_RULES,),
)
SHIFTED_ALARMS = CautionRecord(
    key="alarms_at_random",
    severity="serious",
    question=Text(
        "Would the same alarms at random times find as many events?",
        "同样的报警若出现在随机时刻，能否发现同样多的事件？",
    ),
    message=Text(
        "The same alarms at random times would find {chance:.0%} of the events under {rule}; "
        "found were {found}, which is no evidence of detection.",
        "同样的报警若出现在随机时刻，按 {rule} 也会发现 {chance:.0%} 的事件；实际为 {found}，"
        "这不能说明检测有效。",
    ),
    advice=SAME_TIMES,
    look=no_better_than_shifted,
    looked=Text("what the same alarms would find at random times", "同样的报警在随机时刻的发现率"),
    needs=(SCENES, OVERLAP),
)
COVERING = CautionRecord(
    key="covering_alarms",
    severity="serious",
    question=Text("Do alarms find events by covering the time?", "报警是否靠覆盖时间来发现事件？"),
    message=Text(
        "Under overlap rules a permanent alarm finds everything, and this alarm is on "
        "{alarm:.0%} of the time, while events last {needed:.1%} of it. A typical detection "
        "lasts {detection:.3g} s, a typical event {event:.3g} s.",
        "按重叠规则，一直报警就能发现一切，而这里报警占 {alarm:.0%} 的时间，事件只占 "
        "{needed:.1%}。典型检测持续 {detection:.3g} 秒，典型事件 {event:.3g} 秒。",
    ),
    advice=Text(
        "Read `time_in_false_alarm`, and a rule that requires matching extent: iou(0.5), samples.",
        "请看 `time_in_false_alarm`，并使用要求范围一致的规则：iou(0.5)、samples。",
    ),
    look=covers_by_alarm,
    looked=Text("share of time in alarm, against that of events", "报警时间占比，与事件占比比较"),
    needs=(SCENES,),
)
PERFECT_FAILS = CautionRecord(
    key="perfect_hit_fails",
    severity="serious",
    question=Text("Can every event be found at all?", "每个事件是否都有可能被发现？"),
    message=Text(
        "{n} of {events} events cannot be found even by a perfect detection: min_overlap = "
        "{share:g} is a share of the event with its tolerance, and these are shorter than that.",
        "{events} 个事件中有 {n} 个即使检测完美也不算发现：min_overlap = {share:g} "
        "是事件连同容许时间的比例，而这些事件达不到该比例。",
    ),
    advice=Text("Add `share_of=reference` to the rule.", "请在规则中加上 `share_of=reference`。"),
    look=perfect_hit_fails,
    looked=Text("events too short to be found", "短到无法被发现的事件"),
    needs=(SCENES, SHARE_ASKED),
)
TOLERANCE = CautionRecord(
    key="tolerance_dwarfs_events",
    severity="warning",
    question=Text("Is the tolerance long relative to the events?", "容许时间是否远长于事件？"),
    message=Text(
        "The tolerance of {rule} spans {tolerance:.3g} s; {what} {of:.3g} s: a detection merely "
        "near an event then counts as finding it.",
        "{rule} 的容许范围为 {tolerance:.3g} 秒；{what} {of:.3g} 秒：事件附近的检测会被当作发现。",
    ),
    advice=Text(
        "Take a tolerance that fits these events: any_overlap(before=…, after=…), points(…).",
        "请选用与这些事件相称的容许时间：any_overlap(before=…, after=…)、points(…)。",
    ),
    look=tolerance_dwarfs_events,
    looked=Text(
        "the tolerance, against the length and distance of events",
        "容许时间，与事件的长度和间隔比较",
    ),
    needs=(SCENES, TOLERANT),
)
QUIET_LEFT_OUT = CautionRecord(
    key="no_quiet_recordings",
    severity="warning",
    question=Text("Are recordings without events left out?", "是否遗漏了没有事件的记录？"),
    message=Text(
        "Recordings without events seem to be left out: all {n} hold one, which at this rate of "
        "events comes about by chance with probability {chance}. False alarms per day then apply "
        "to selected times only, and precision is too high.",
        "没有事件的记录似乎被剔除：全部 {n} 段记录都有事件，按这样的事件率，偶然如此的概率为 "
        "{chance}。每天误报数只对挑选过的时段成立，查准率偏高。",
    ),
    advice=Text(
        "Add recordings without events, with empty lists.", "请以空列表加入没有事件的记录。"
    ),
    look=no_quiet_recordings,
    looked=Text("recordings without events", "没有事件的记录"),
    needs=(SIX_RECORDINGS,),
)
ONE_SUBJECT = CautionRecord(
    key="one_subject_has_most",
    severity="warning",
    question=Text("Does one subject have most of the events?", "是否多数事件来自同一受试者？"),
    message=Text(
        "Pooled figures are mostly about one subject: {name} has {mine} of {all} events; there "
        "are {k} subjects.",
        "合并的数值主要反映一名受试者：{all} 个事件中有 {mine} 个来自 {name}；共有 {k} 名受试者。",
    ),
    advice=Text(
        "Read `macro_sensitivity`, the mean over subjects, too.",
        "请同时看受试者均值 `macro_sensitivity`。",
    ),
    look=one_subject_has_most,
    looked=Text(
        "the largest share of events in one subject, against 50%",
        "单个受试者的最大事件占比，与 50% 比较",
    ),
    needs=(ENOUGH_EVENTS,),
)
SUBJECTS_FEW = CautionRecord(
    key="few_subjects",
    severity="note",
    question=Text("Are there enough subjects for an interval?", "受试者是否足够给出区间？"),
    message=Text(
        "Subjects: {n}; with fewer than 6, intervals say little about others. They reflect how "
        "these differ; with a single subject they say nothing about any other.",
        "受试者人数：{n}；不足 6 "
        "名时，区间难以推及他人。它只反映这些人之间的差别；只有一名时则完全不能推及他人。",
    ),
    advice=Text(
        "`vc.events.plan` says how many subjects are needed.",
        "`vc.events.plan` 可算出需要多少受试者。",
    ),
    look=few_subjects,
    looked=Text("how many subjects there are, against 6", "受试者人数，与 6 比较"),
)
OVERLAPPING = CautionRecord(
    key="reference_overlaps",
    severity="warning",
    question=Text("Does the reference overlap itself?", "参考事件是否相互重叠？"),
    message=Text(
        "Reference events that overlap another and were kept: {n}; the same time then counts as "
        "several events.",
        "有 {n} 个参考事件与其他事件重叠并被保留：同一段时间被当作多个事件。",
    ),
    advice=Text(
        '`overlapping="merge"` merges them; several annotators need separate references.',
        '`overlapping="merge"` 会将其合并；多位标注者应作为各自的参考。',
    ),
    look=reference_overlaps,
    looked=Text("reference events that share time", "相互重叠的参考事件"),
    needs=(SCENES,),
)
