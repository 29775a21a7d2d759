"""Which metric: from the situation to keys, with reasons."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import cache
from typing import Any

from veracity.errors import UnknownName, refuse
from veracity.metrics.advice.situations import ALWAYS, SITUATIONS, Situation
from veracity.metrics.catalogue.finding import find, folded, is_known
from veracity.metrics.catalogue.projecting import Share, checked_share
from veracity.metrics.record.metric import Metric
from veracity.words import Text, current, joined, say

LINE = Text("· {name} ({key}): {reason}. {question}", "· {name}（{key}）：{reason}。{question}")
WARNING = Text("· {name} ({key}): {reason}.", "· {name}（{key}）：{reason}。")
OVER_CLASSES = {
    "auroc": "auroc_ovr_macro",
    **{key: f"macro_{key}" for key in ("precision", "recall", "f1", "npv", "jaccard")},
}  # of two classes, and what says the same of several
RARE = 0.1  # a share below it
DENIED = re.compile(
    r"\b(not|no|non|never|without|isn't|aren't)[\s-]+(\w+\s+)?$|[不非无没未]\w{0,2}$"
)


@dataclass(frozen=True, slots=True)
class Recommended:
    """A metric, and why it fits (or misleads) here."""

    key: str
    metric: Metric
    reason: Text
    situation: str


@dataclass(frozen=True, slots=True)
class Advice:
    """Metrics to report, metrics to beware of, and what to do besides.

    `understood` says which situations a phrase was taken for, where it names none exactly.
    """

    situations: tuple[str, ...]
    use: tuple[Recommended, ...]
    beware: tuple[Recommended, ...]
    besides: tuple[Text, ...]
    understood: Text | None = None

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys to report, as `metrics=` takes them."""
        return tuple(one.key for one in self.use)

    def __str__(self) -> str:
        return self.text()

    def text(self, lang: str | None = None) -> str:
        """The advice in words, the question of each metric from its record."""
        language = current(lang)
        lines = (
            [say("advice_use")] if self.understood is None else [self.understood, say("advice_use")]
        )
        for one in self.use:
            facts = {"name": one.metric.names, "key": one.key, "reason": one.reason}
            lines.append(LINE.filled(question=one.metric.question, **facts))
        if self.beware:
            lines.append(say("advice_beware"))
            lines += [
                WARNING.filled(name=one.metric.names, key=one.key, reason=one.reason)
                for one in self.beware
            ]
        return "\n".join(line.within(language) for line in (*lines, *self.besides))

    def to_dict(self) -> dict[str, Any]:
        """Plain values under stable keys."""

        def rows(part: Iterable[Recommended]) -> list[dict[str, str]]:
            return [
                {
                    "key": one.key,
                    "name": str(one.metric.names),
                    "question": str(one.metric.question),
                    "reason": str(one.reason),
                    "misleads_when": str(one.metric.misleads_when),
                    "situation": one.situation,
                }
                for one in part
            ]

        return {
            "situations": list(self.situations),
            "use": rows(self.use),
            "beware": rows(self.beware),
            "besides": [str(text) for text in self.besides],
            "understood": None if self.understood is None else str(self.understood),
        }


def advise(*situations: str, classes: int = 2, prevalence: float | None = None) -> Advice:
    """From what somebody is doing to the metrics that fit, each with its reason.

    Situations: rare, common, costs, screening, retrieval, ranking, probabilities, classes, events,
    observer, interface, abstaining, agreement; also their names, short words (筛查, 代价), and
    phrases that hold them, which the text says how it took. More than two `classes` and a
    `prevalence` that is low or high add theirs. None: what fits any one.

    >>> advise("screening").keys[:2], advise(classes=4).keys[:2]
    (('recall', 'npv'), ('macro_f1', 'kappa'))
    """
    asked = [(str(name), _situations(name)) for name in situations]
    named = [one for _, found in asked for one in found]
    phrases = {text: found for text, found in asked if folded(text) not in _by_name()}
    if not isinstance(classes, int) or isinstance(classes, bool) or classes < 2:
        raise refuse("advice_classes", classes=repr(classes))
    if classes > 2:
        named.append(_named()["classes"])
    if prevalence is not None:
        named += [_named()[key] for key in _by_prevalence(checked_share(prevalence))]
    chosen = list(dict.fromkeys(named))
    only_counts = [one.key for one in chosen] not in (["ranking"], ["retrieval"], ["events"])
    parts = [*chosen, ALWAYS] if only_counts else chosen
    beware = _gathered((one.key, one.beware) for one in chosen)
    warned = {one.key for one in beware}
    use = [
        one for one in _gathered((one.key, one.use) for one in parts) if not _clashes(one, warned)
    ]
    besides = [one.besides for one in chosen if one.besides is not None]
    if "classes" in {one.key for one in chosen}:
        of_one = [one.key for one in use if _of_two(one) and one.key not in OVER_CLASSES]
        use, beware = _for_many(use), _for_many(beware)
        if of_one:
            besides.append(say("advice_by_class", keys=", ".join(of_one)))
    kept = {one.key for one in use}
    return Advice(
        tuple(one.key for one in chosen),
        tuple(use),
        tuple(one for one in beware if one.key not in kept),
        tuple(besides),
        _understood(phrases) if phrases else None,
    )


def _by_prevalence(share: Share) -> tuple[str, ...]:
    """What a share of positives, or the shares of several classes, makes of it."""
    if isinstance(share, Mapping):
        return ("rare",) if min(share.values(), default=1.0) < RARE else ()
    if share < RARE:
        return ("rare",)
    return ("common",) if share > 1 - RARE else ()


def _of_two(one: Recommended) -> bool:
    return one.metric.classes == "two"


def _for_many(rows: list[Recommended]) -> list[Recommended]:
    """Metrics of two classes as their averages over the classes; those without one fall away.

    A mean over classes of costs, likelihood ratios or ranks of one class each says nothing.
    """
    found: dict[str, Recommended] = {}
    for one in rows:
        key = one.key
        if _of_two(one):
            if key not in OVER_CLASSES:
                continue
            key = OVER_CLASSES[key]
        found.setdefault(key, replace(one, key=key, metric=find(key)))
    return list(found.values())


def _clashes(one: Recommended, warned: set[str]) -> bool:
    """General advice gives way to the warning of a situation."""
    return one.situation == ALWAYS.key and one.key in warned


def _gathered(parts: Iterable[tuple[str, tuple[tuple[str, Text], ...]]]) -> list[Recommended]:
    found: dict[str, Recommended] = {}
    for situation, rows in parts:
        for key, reason in rows:
            found.setdefault(key, Recommended(key, find(key), reason, situation))
    return list(found.values())


def _named() -> dict[str, Situation]:
    return {one.key: one for one in SITUATIONS}


@cache
def _by_name() -> dict[str, tuple[Situation, str]]:
    """Folded name → situation, and the name as it is written."""
    return {
        folded(text): (one, text)
        for one in SITUATIONS
        for text in (one.key, one.names.en, one.names.zh, *one.aliases)
    }


def situation_of(name: str) -> Situation | None:
    """The situation of exactly this name."""
    return _by_name().get(folded(str(name)), (None, ""))[0]


def _understood(phrases: Mapping[str, tuple[Situation, ...]]) -> Text:
    """Which situations phrases were taken for."""
    found = dict.fromkeys(one for situations in phrases.values() for one in situations)
    names = joined([one.names for one in found], Text("; ", "；"))
    return say("advice_understood", phrases=", ".join(phrases), names=names)


def _situations(name: str) -> tuple[Situation, ...]:
    """The situation of this name, or those whose words a phrase holds (screening rare disease)."""
    exact = situation_of(name)
    if exact is not None:
        return (exact,)
    by_words = (one for one, words in _by_name().values() if _holds(str(name), words))
    found = tuple(dict.fromkeys(by_words))
    if found:
        return found
    known = ", ".join(_named())
    if is_known(str(name)):
        raise refuse("advice_term", UnknownName, name=repr(name), known=known)
    near = get_close_matches(folded(str(name)), list(_named()), n=1)
    if not near:
        raise refuse("advice_unknown_here", UnknownName, name=repr(name), known=known)
    raise refuse("advice_unknown", UnknownName, name=repr(name), near=near[0], known=known)


def _holds(phrase: str, words: str) -> bool:
    """Whether a phrase says these words as words, and does not deny them."""
    inner = re.escape(words.casefold())
    if words.isascii():
        inner = rf"\b{inner}\b"
    denied = (
        DENIED.search(phrase.casefold()[: m.start()]) for m in re.finditer(inner, phrase.casefold())
    )
    return any(not one for one in denied)
