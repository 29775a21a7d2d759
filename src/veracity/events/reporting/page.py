"""From events under several rules to everything that their page shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from veracity.evaluation.single.provenance import made_from
from veracity.events.reporting.held_events import HeldEvents
from veracity.matching import Match, Recording, find_rule
from veracity.matching.spans import Bools, Spans
from veracity.reports.wording.events import WORDS
from veracity.results.page.events import EventPage, TimedEvent, Timeline
from veracity.results.page.page import Drawing
from veracity.results.page.provenance import Provenance
from veracity.statistics.events.event_tally import SECOND, EventTally
from veracity.statistics.labels import Label
from veracity.words import Text, say
from veracity.words.layout import one_line

AS_GIVEN = ("iou", "collar", "points", "samples", "segments", "epochs", "affiliation")
MOST_PARTS = 40
MOST_NOTES = 4
MOST_TIMELINES = 10
MOST_EVENTS = 2000  # of one side of one recording that a page draws
COVERS = Text("counts of every recording under every rule", "每段记录在每条规则下的计数")


def event_page(
    er: HeldEvents,
    *,
    title: str | None = None,
    model: str | None = None,
    drawings: tuple[Drawing, ...] = (),
) -> EventPage:
    """Everything that is reported, in every format."""
    tally = er.some_tally
    parts = [(name, part.by_rule[er.rules[0]]) for name, part in er.by_cluster.items()]
    lines = timelines(er)
    named = WORDS["title"] if title is None else Text(one_line(title), one_line(title))
    if model is not None:
        named = Text(f"{named.en}: {one_line(model)}", f"{named.zh}：{one_line(model)}")
    return EventPage(
        title=named,
        verdict=er.verdict,
        watched=watched(tally),
        rules=er.facts.rules,
        figures=er.by_rule,
        level=er.level,
        recordings=len(tally.recordings),
        subjects=len(set(tally.clusters)),
        hours=tally.seconds("duration") / 3600,
        events=events_given(er),
        recordings_as_subjects=tally.clusters == tally.recordings,
        cautions=er.cautions,
        notes=fewer(er.notes),
        parts=tuple(parts[:MOST_PARTS]),
        parts_left_out=max(0, len(parts) - MOST_PARTS),
        timelines=tuple(lines[:MOST_TIMELINES]),
        timelines_left_out=max(0, len(lines) - MOST_TIMELINES),
        drawings=drawings,
        provenance=provenance(er.tallies, er.seed),
        model=model,
    )


def events_given(er: HeldEvents) -> int:
    """Number of reference events, before a rule joins or splits them.

    Where only tallies were kept it is that of a rule which does neither.
    """
    if er.scenes is not None:
        return sum(len(one.reference) for one in er.scenes.values())
    found = {find_rule(name).key: tally for name, tally in er.tallies.items()}
    plain = next((found[key] for key in AS_GIVEN if key in found), er.some_tally)
    return int(plain.sum("reference_events"))


def fewer(notes: tuple[Text, ...]) -> tuple[Text, ...]:
    """The first few notes, and how many more there are: each recording may have one."""
    if len(notes) <= MOST_NOTES:
        return notes
    return (*notes[: MOST_NOTES - 1], say("event_notes_more", n=len(notes) - MOST_NOTES + 1))


def watched(tally: EventTally) -> Text:
    """How many recordings of how many subjects, and for how long."""
    return say(
        "event_watched",
        recordings=len(tally.recordings),
        subjects=len(set(tally.clusters)),
        hours=f"{tally.seconds('duration') / 3600:.4g}",
    )


def timelines(er: HeldEvents) -> list[Timeline]:
    """Each recording as the first rule took it, those with events first; none after loading."""
    if er.scenes is None:
        return []
    found = er.matches(er.rules[0])
    made = [timeline(name, er.scenes[name], match) for name, match in found.items()]
    order = sorted(range(len(made)), key=lambda i: (not made[i].reference, not made[i].detected, i))
    return [made[i] for i in order]


def timeline(name: Label, scene: Recording, match: Match) -> Timeline:
    """One recording; where a rule counts no events, they are as they were given."""
    ours = scene.reference if match.reference is None else match.reference
    theirs = scene.detected if match.detected is None else match.detected
    false = None if match.false is None else ~match.false
    sides = _timed(ours, match.hit), _timed(theirs, false)
    decided = match.hit is not None and match.false is not None
    return Timeline(name, scene.duration / SECOND, *sides, decided)


def _timed(spans: Spans, right: Bools | None) -> tuple[TimedEvent, ...]:
    flags: Sequence[bool] = [True] * len(spans) if right is None else np.asarray(right).tolist()
    both = zip((spans.start / SECOND).tolist(), (spans.stop / SECOND).tolist(), flags, strict=True)
    return tuple(TimedEvent(a, b, good) for a, b, good in both)[:MOST_EVENTS]


def provenance(tallies: Mapping[str, EventTally], seed: int) -> Provenance:
    """Versions, seed, fingerprint of the tallies and command."""
    return made_from({"": fingerprint(tallies)}, COVERS, seed)


def fingerprint(tallies: Mapping[str, EventTally]) -> str:
    """A code that equal counts of equally named recordings share, in any order of recordings."""
    import hashlib

    code = hashlib.sha256()
    for rule, tally in sorted(tallies.items()):
        code.update(rule.encode())
        rows = sorted(
            (repr(name), repr(cluster), counts.tobytes())
            for name, cluster, counts in zip(
                tally.recordings, tally.clusters, tally.counts, strict=True
            )
        )
        for name, cluster, counts in rows:
            code.update(name.encode() + b"\0" + cluster.encode() + b"\0" + counts)
    return f"e1-{code.hexdigest()[:32]}"
