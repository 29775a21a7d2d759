"""The methods paragraph: how the figures were made, ready for a paper, with its references."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any

from veracity.metrics import find
from veracity.results import Line, Profile, percent
from veracity.words import Text, joined
from veracity.words.layout import in_prose, one_line
from veracity.words.messages import report_references, report_words

METHODS, CITED = report_words("interval_methods"), report_references("interval_methods")
KINDS, SENTENCES = report_words("weight_kinds"), report_words("methods")
RESAMPLED = ("percentile", "basic", "poisson", "bca", "studentised", "stratified", "redraw sd")
OBUCHOWSKI = "Obuchowski NA (1997) Biometrics 53:567–578"
COMMA, SEMICOLON, AND = Text(", ", "、"), Text("; ", "；"), Text(" and ", "与")


def methods(profile: Profile) -> Text:
    """What a paper says of the figures of the headline: rows, threshold, intervals, software."""
    return joined(_sentences(profile))


def references(profile: Profile) -> tuple[str, ...]:
    """What the paragraph rests on, as it cites them: of intervals, then of the metrics."""
    found = _of_intervals(profile)
    found += [work for line in profile.headline for work in find(line.key).references]
    return tuple(dict.fromkeys(found))


def _of_intervals(profile: Profile) -> list[str]:
    """The works on intervals, in the order in which the paragraph cites them."""
    found = [work for method in _by_method(profile.headline) for work in CITED.get(method, ())]
    return found if profile.settings.get("clusters") is None else [*found, OBUCHOWSKI]


def _sentences(profile: Profile) -> Iterator[Text]:
    settings = profile.settings
    yield _rows(profile)
    yield from stated(settings, "called_where", "projected")
    yield from _intervals(profile)
    yield from stated(settings, "weighted")
    yield from clustered(settings, references(profile))
    if str(settings.get("resolution") or "exact") != "exact":
        yield SENTENCES["grid"].filled(resolution=settings["resolution"])
    yield from defined(len(dict.fromkeys(_of_intervals(profile))), len(references(profile)))
    yield from stated(settings, "software")


def defined(first: int, last: int) -> Iterator[Text]:
    """Where the definitions of the metrics are found: the works after the first ones."""
    if last > first:
        which = str(last) if last == first + 1 else f"{first + 1}–{last}"
        yield SENTENCES["definitions"].filled(which=which)


def clustered(settings: Mapping[str, Any], works: tuple[str, ...]) -> Iterator[Text]:
    """That errors are those of clusters: of which column, and how many."""
    clusters, name = settings.get("clusters"), settings.get("cluster_name")
    if clusters is None:
        return
    by = SENTENCES["clustered_by"].filled(name=one_line(name)) if name else SENTENCES["clustered"]
    yield SENTENCES["clusters"].filled(by=cited(by, [OBUCHOWSKI], works), clusters=clusters)


def stated(settings: Mapping[str, Any], *keys: str) -> Iterator[Text]:
    """The sentences of these keys, as far as the settings hold what they tell."""
    threshold, kind = settings.get("threshold"), KINDS.get(str(settings.get("weight_kind")))
    facts = {
        "at": None if threshold is None else f"{threshold:.6g}",
        "share": settings.get("prevalence"),
        "kind": kind,
        "veracity": str(settings.get("veracity")),
        "numpy": str(settings.get("numpy")),
    }
    held = {name: fact for name, fact in facts.items() if fact is not None}
    for sentence in map(SENTENCES.__getitem__, keys):
        with suppress(KeyError):  # a fact that is not held
            yield sentence.filled(**held)


def _rows(profile: Profile) -> Text:
    rows, classes = profile.rows, len(profile.labels)
    dropped = Text("", "")
    if rows.dropped:
        dropped = SENTENCES["dropped"].filled(dropped=f"{rows.dropped:,}", read=f"{rows.read:,}")
    facts = {"used": f"{rows.used:,}", "dropped": dropped}
    if profile.pos_label is None or classes != 2:
        return SENTENCES["rows_of_classes"].filled(classes=classes, **facts)
    return SENTENCES["rows_of_two"].filled(label=one_line(profile.pos_label), **facts)


def _intervals(profile: Profile) -> Iterator[Text]:
    by_method = _by_method(profile.headline)
    if not by_method:
        yield SENTENCES["no_intervals"]
        return
    level = percent(profile.settings["confidence_level"])
    works = references(profile)
    listed = [
        with_metrics(
            cited(METHODS.get(method, Text(method, method)), CITED.get(method, ()), works),
            [line.names for line in lines],
        )
        for method, lines in by_method.items()
    ]
    yield SENTENCES["intervals"].filled(level=level, listed=joined(listed, SEMICOLON))
    if any(method in RESAMPLED for method in by_method):
        n, seed = profile.settings["n_resamples"], profile.settings["random_state"]
        yield SENTENCES["redraws"].filled(n=n, seed=seed)


def with_metrics(method: Text, metrics: Iterable[Text]) -> Text:
    """A method or a test, and which metrics it was used for."""
    *first, last = map(in_prose, metrics)
    spaced = AND if not last.zh[:1].isascii() else Text(AND.en, f"{AND.zh} ")
    listed = joined((joined(first, COMMA), last), spaced) if first else last
    return SENTENCES["named"].filled(method=_after_chinese(method), metrics=listed)


def _after_chinese(name: Text) -> Text:
    """A name that follows Chinese characters: with a space before Latin ones."""
    return Text(name.en, f" {name.zh}") if name.zh[:1].isascii() else name


def cited(method: Text, by: Iterable[str], works: tuple[str, ...]) -> Text:
    """A method with the numbers of its works in the list of references: `DeLong's method [5]`."""
    numbers = ", ".join(str(works.index(work) + 1) for work in by if work in works)
    return Text(f"{method.en} [{numbers}]", f"{method.zh} [{numbers}]") if numbers else method


def _by_method(lines: tuple[Line, ...]) -> dict[str, list[Line]]:
    """The figures with an interval, by the method that made it."""
    found: dict[str, list[Line]] = {}
    for line in lines:
        if line.estimate.method != "none" and line.estimate.low == line.estimate.low:
            found.setdefault(line.estimate.method.partition(" (")[0], []).append(line)
    return found
