"""From a name people use to one metric; a name that means two is refused."""

from __future__ import annotations

import difflib
import re
from contextlib import suppress
from functools import cache, lru_cache
from typing import Any

from veracity.errors import AmbiguousName, UnknownName, VeracityError, refuse, spelled
from veracity.metrics.catalogue.catalogue import CATALOGUE, everything, record_of
from veracity.metrics.record.averaging import AVERAGES
from veracity.metrics.record.metric import Metric
from veracity.parameters import Parameter, named_values, parsed
from veracity.words import joined, say
from veracity.words.messages import entries

RANKED = {
    "p": "precision_at_k",
    "precision": "precision_at_k",
    "r": "recall_at_k",
    "recall": "recall_at_k",
    "lift": "lift",
    "ndcg": "ndcg",
}
AT_A_RANK = re.compile(
    rf"(?P<of>{'|'.join(RANKED)})\s*(?:@|at)\s*(?P<k>\d+)|top[\s-]?(?P<top>\d+)(?:\s+accuracy)?",
    re.IGNORECASE,
)


@lru_cache(maxsize=1024)
def find(name: str) -> Metric:
    """The metric with this key, name or alias, in any language.

    >>> find("PPV").key, find("查全率").key, find("fbeta(2)").key, find("macro_f1").key
    ('precision', 'recall', 'fbeta(2)', 'macro_f1')
    >>> find("precision@20").key, find("top-3 accuracy").key
    ('precision_at_k(20)', 'top_k_accuracy(3)')
    """
    if not isinstance(name, str):
        raise refuse("metric_not_text", UnknownName, given=spelled(name))
    record = record_of(name)
    if record is not None:  # a key needs no list of names, which reads every record
        return record
    if record_of(name.partition("(")[0]) is not None:
        with suppress(VeracityError):  # or else it is a name, as "Reliability (Murphy)"
            return _with_values(name)
    asked = folded(name)
    if candidates(name) and name.strip().casefold() not in _spelled_as_keys():
        keys = ", ".join(candidates(name))
        raise refuse("ambiguous_name", AmbiguousName, name=repr(name), keys=keys)
    for spelled_so in (asked, *_as_others_write(asked)):
        variant = _variants().get(spelled_so)
        if variant is not None:
            return find(variant)
        exact = record_of(_by_name().get(spelled_so, ""))
        if exact is not None:
            return exact
    return _at_a_rank(name) or _with_values(name)


def candidates(name: str) -> tuple[str, ...]:
    """The metrics that a name in use may mean, where it means several.

    >>> candidates("false alarm rate")
    ('fpr', 'fdr')
    """
    return _ambiguous().get(folded(name), ())


def is_known(name: str) -> bool:
    """Whether a name means a metric, several metrics or a term.

    >>> is_known("PPV"), is_known("准确率"), is_known("Type I error"), is_known("qwerty")
    (True, True, True, False)
    """
    if candidates(name) or folded(name) in _terms():
        return True
    with suppress(VeracityError):
        return bool(find(name).key)
    return False


def _as_others_write(name: str) -> tuple[str, ...]:
    """A folded name as PyCM and scikit-learn put it: F1 Macro, Overall ACC, accuracy_score."""
    short = name.removeprefix("overall").removesuffix("score")
    moved = (how + short.removesuffix(how) for how in AVERAGES if short.endswith(how))
    return (short, *moved) if len(short) > 1 else ()


def _at_a_rank(name: str) -> Metric | None:
    """A metric at a rank as people write it: precision@10, P@10, top-5 accuracy."""
    ranked = AT_A_RANK.fullmatch(name.strip())
    if ranked is None:
        return None
    key = RANKED[ranked["of"].casefold()] if ranked["of"] else "top_k_accuracy"
    return find(f"{key}({ranked['k'] or ranked['top']})")


def _with_values(name: str) -> Metric:
    bare, by_position, by_name = parsed(name)
    if not by_position and not by_name:
        raise _unknown(name)
    metric = find(bare)
    return metric.with_values(**named_values(metric.key, metric.parameters, by_position, by_name))


def folded(name: str) -> str:
    """A name without the differences that do not matter: case, blanks, hyphens, underscores."""
    text = name.casefold()
    for sign in " _-–·":
        text = text.replace(sign, "")
    return text.replace("′", "'").replace("’", "'")


def nearest(name: str, most: int = 3) -> tuple[str, ...]:
    """The keys whose names look most like this one."""
    names = _by_name()
    asked = folded(name)
    close = difflib.get_close_matches(asked, names, n=8, cutoff=_cutoff(asked))
    return tuple(dict.fromkeys(names[n] for n in close))[:most]


def _cutoff(name: str) -> float:
    """How alike two names must be: of short ones at most one sign may differ."""
    return 0.8 if len(name) <= 4 else 0.7 if len(name) <= 8 else 0.6


def search(words: str) -> tuple[Metric, ...]:
    """Every metric whose key, names, aliases or question hold these words, best first.

    >>> [m.key for m in search("agreement")][:2]
    ['expected_agreement', 'kappa']
    """
    asked = words.casefold().split()
    scored = [(_score(metric, asked), metric) for metric in everything().values()]
    return tuple(m for score, m in sorted(scored, key=lambda pair: -pair[0]) if score > 0)


def table() -> list[dict[str, Any]]:
    """Every metric as one row: key, names, question, range, direction, and what it needs.

    `needs` is "labels or a threshold", "ranks" (only the order of scores counts) or
    "probabilities"; `intervals` are the methods that `method=` takes for it, by name.
    """
    from veracity.metrics.catalogue.needs import interval_methods, needs_of

    return [
        {
            "key": m.key,
            "en": m.names.en,
            "zh": m.names.zh,
            "question": m.question.en,
            "question_zh": m.question.zh,
            "low": m.bounds[0],
            "high": m.bounds[1],
            "better": m.better,
            "classes": m.classes,
            "needs": needs_of(m),
            "chance": m.chance.words.en,
            "chance_zh": m.chance.words.zh,
            "intervals": ", ".join(interval_methods(m)),
            "moves_with_prevalence": m.moves_with_prevalence,
            "uses": " ".join(m.uses) if m.classes == "two" else "",
            "parameters": ", ".join(map(_with_default, m.parameters)),
            "aliases": ", ".join(m.aliases),
        }
        for m in everything().values()
    ]


def _with_default(parameter: Parameter) -> str:
    default = parameter.default
    return parameter.name if default is None else f"{parameter.name}={default}"


@cache
def _by_name() -> dict[str, str]:
    """Folded name → key; averages of every metric included."""
    names: dict[str, str] = {}
    for metric in CATALOGUE.values():
        for name in (metric.key, metric.names.en, metric.names.zh, *metric.aliases):
            names.setdefault(folded(name), metric.key)
    bases = dict(names)
    for metric in everything().values():
        for name in (metric.key, metric.names.en, metric.names.zh, *metric.aliases):
            names.setdefault(folded(name), metric.key)
    for how in AVERAGES:
        for word in entries("names.toml")["averages"][how]:
            for name, key in bases.items():
                names.setdefault(word + name, f"{how}_{key}")
    return names


@cache
def _variants() -> dict[str, str]:
    """Short words for a metric at one value of its parameter, their averages, and other names."""
    variants = entries("names.toml")["variants"]
    averages = {
        word + short: f"{how}_{key}"
        for how in AVERAGES
        for word in entries("names.toml")["averages"][how]
        for short, key in variants.items()
    }
    whole = entries("names.toml")["other_names"]
    return {folded(short): key for short, key in (averages | variants | whole).items()}


@cache
def _ambiguous() -> dict[str, tuple[str, ...]]:
    return {folded(name): tuple(keys) for name, keys in entries("names.toml")["ambiguous"].items()}


@cache
def _spelled_as_keys() -> frozenset[str]:
    """Keys, and aliases written like keys: average_accuracy is one metric, its words are two."""
    names = (name for m in everything().values() for name in (m.key, *m.aliases))
    return frozenset(name for name in names if "_" in name)


def _unknown(name: str) -> Exception:
    if folded(name) in _terms():
        return UnknownName(say("metric_is_term", name=repr(name)))
    close = nearest(name)
    advice = say("did_you_mean", names=", ".join(close)) if close else say("see_metrics_table")
    return UnknownName(joined([say("unknown_metric", name=repr(name)), advice]))


@cache
def _terms() -> frozenset[str]:
    """Folded words of the field that are no metric."""
    return frozenset(
        folded(name)
        for key, one in entries("terms.toml").items()
        for name in (key, *one["name"].values(), *one.get("aliases", ()))
    )


def _score(metric: Metric, asked: list[str]) -> int:
    weights = {
        5: metric.key,
        4: f"{metric.names.en} {metric.names.zh}",
        3: " ".join(metric.aliases),
        2: f"{metric.question.en} {metric.question.zh}",
    }
    total = 0
    for word in asked:
        best = max((w for w, text in weights.items() if word in text.casefold()), default=0)
        if not best:
            return 0
        total += best
    return total
