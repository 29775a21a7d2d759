"""What a record says in words: in both languages, found by its names, with references."""

from __future__ import annotations

import re
from collections.abc import Iterator

from veracity.errors import VeracityError
from veracity.metrics import Metric, find
from veracity.words import Text
from veracity.words.messages import entries

CHINESE = re.compile(r"[\u4e00-\u9fff]")
WORD = re.compile(r"[A-Za-z]{2,}")
REFERENCE = re.compile(r"\(\d{4}\)")
AMBIGUOUS = entries("names.toml")["ambiguous"]
FIXED = re.compile("总体准确率|平衡准确率|准确率悖论|“精度”|优化精度指标|[阳阴]性似然比|似然比标准")


def in_words(metric: Metric) -> Iterator[str]:
    """Everything that people read."""
    for index, text in texts(metric):
        if not text.en.strip() or not text.zh.strip():
            yield f"{index} is empty: {text.en!r}, {text.zh!r}"
        elif CHINESE.search(text.en):
            yield f"{index} has Chinese in its English: {text.en!r}"
        elif not CHINESE.search(text.zh) and WORD.search(text.zh) and index != "names":
            yield f"{index} has no Chinese: {text.zh!r}"
        for word in (w for w in AMBIGUOUS if CHINESE.search(w) and w in FIXED.sub("", text.zh)):
            yield f"{index} says {word}, which means more than one metric: {text.zh!r}"
    yield from names(metric)
    yield from formula(metric)
    if not metric.references or not all(REFERENCE.search(r) for r in metric.references):
        yield f"a reference has no year: {metric.references}"


def texts(metric: Metric) -> Iterator[tuple[str, Text]]:
    yield "names", metric.names
    yield "question", metric.question
    yield "misleads_when", metric.misleads_when
    yield "chance", metric.chance.words
    for case in (*metric.undefined_when, *metric.infinite_when):
        yield "a case", case.words
    if metric.limit:
        yield "limit", metric.limit.case.words
    if metric.no_interval:
        yield "no_interval", metric.no_interval
    for parameter in metric.parameters:
        yield f"parameter {parameter.name}", parameter.meaning


def names(metric: Metric) -> Iterator[str]:
    """Its key, names and aliases lead to it and to nothing else."""
    for name in (metric.key, metric.base_key, metric.names.en, metric.names.zh, *metric.aliases):
        try:
            found = find(name)
        except VeracityError as problem:
            yield f"{name!r} is not found: {problem}"
            continue
        if found.base_key != metric.base_key:
            yield f"{name!r} finds {found.key}"
    if metric.names.zh.casefold() in AMBIGUOUS:
        yield f"the Chinese name {metric.names.zh} means more than one metric"


def formula(metric: Metric) -> Iterator[str]:
    """LaTeX whose braces close."""
    plain = metric.formula.replace(r"\{", "").replace(r"\}", "")
    depth = 0
    for sign in plain:
        depth += {"{": 1, "}": -1}.get(sign, 0)
        if depth < 0:
            break
    if not plain.strip() or depth != 0:
        yield f"the formula does not close: {metric.formula!r}"
    if plain.count(r"\left") != plain.count(r"\right"):
        yield rf"\left without \right: {metric.formula!r}"
