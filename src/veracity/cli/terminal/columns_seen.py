"""The columns of a file, what they look like, and the command that would evaluate it."""

from __future__ import annotations

import math
import re
import shlex
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from veracity.engines.reading.read_columns import Values, column_names, read_columns, written
from veracity.errors import quoted
from veracity.words import Text, joined, say, spoken
from veracity.words.layout import in_columns, one_line

LOOKED_AT = 1000  # rows
EXAMPLES = 3  # values of a column
FEW = 20  # different values: labels, not numbers
MOST = 40  # columns that are listed
WIDEST = 24  # signs of a value
Look = Literal[
    "labels",
    "probability",
    "percent",
    "number",
    "id",
    "constant",
    "text",
    "empty",
    "nested",
    "repeated",
]
_NESTED = (list, dict, set, np.ndarray)  # what a cell of several values is read as
PERCENT = re.compile(r"\s*[+-]?\d[\d.,]*\s*%\s*")
TRUTH = re.compile(r"(^|_)(y_?true|truth|true|label|target|outcome|gold|class|y)($|_)", re.I)
PREDICTED = re.compile(r"(^|_)(y_?pred|pred|predicted|prediction|detected|call)", re.I)
TRUE_FALSE = {"true", "false"}
YES = re.compile(
    r"y|yes|pos|positive|sick|ill|diseased?|cases?|patients?|present|abnormal|malignant|seizure|sz"
    r"|spam|fraud|up|event|dead|died|responder|是|有|阳性|患病|异常|恶性",
    re.I,
)
NO = re.compile(
    r"n|no|neg|negative|none|healthy|well|controls?|absent|normal|benign|background|bckg|ham|down"
    r"|alive|survived|non[-_ ]?responder|否|无|阴性|健康|正常|良性|对照",
    re.I,
)


@dataclass(frozen=True, slots=True)
class ColumnSeen:
    """A column by its first rows: its kind, some values, what it looks like."""

    name: str
    kind: str
    values: tuple[str, ...]
    look: Look
    distinct: int
    labels: tuple[str, ...] = ()  # all values, where they are few


def columns_seen(path: str) -> list[ColumnSeen]:
    """Every column of a file, from its first rows; of a name that several have, that they do."""
    times = Counter(column_names(path))
    once = [name for name, n in times.items() if n == 1]
    read = read_columns(path, once, LOOKED_AT) if once else {}
    return [
        _seen(name, read[name]) if name in read else ColumnSeen(name, "", (), "repeated", 0)
        for name in times
        if name in read or name.strip()
    ]


def _seen(name: str, values: Values) -> ColumnSeen:
    there = [value for value in values.tolist() if not _missing(value)]
    if any(isinstance(value, _NESTED) for value in there):
        return ColumnSeen(name, "list", tuple(map(_short, there[:EXAMPLES])), "nested", len(there))
    distinct = list(dict.fromkeys(there))
    numbers = [number for value in distinct if (number := _number(value)) is not None]
    examples = tuple(_short(value) for value in distinct[:EXAMPLES])
    whole = all(number.is_integer() for number in numbers)
    kind = "text" if len(numbers) < len(distinct) else "integer" if whole else "number"
    look = _look(name, distinct if kind == "text" else numbers, len(there), numbers=kind != "text")
    few = tuple(map(str, distinct)) if len(distinct) <= FEW else ()
    return ColumnSeen(name, kind if there else "", examples, look, len(distinct), few)


def _number(value: object) -> float | None:
    """A number, also where a file without types wrote it as text."""
    text = str(value).strip()
    try:
        return float(text.replace(",", ".") if written(text) == "comma" else text)
    except ValueError:
        return None


def _look(name: str, distinct: Sequence[object], rows: int, *, numbers: bool) -> Look:
    if not rows:
        return "empty"
    if len(distinct) == 1:
        return "constant"
    if numbers:
        values = np.array(distinct, np.float64)
        whole = bool((values == np.round(values)).all())
        if not whole and values.min() >= 0 and values.max() <= 1:
            return "probability"
        if whole and len(distinct) <= FEW and not _like_id(name):
            return "labels"
        return "id" if whole and _like_id(name) else "number"
    if all(PERCENT.fullmatch(str(one)) for one in distinct):
        return "percent"
    if len(distinct) <= FEW and not _like_id(name):
        return "labels"
    return "id" if _like_id(name) or len(distinct) == rows else "text"


def _like_id(name: str) -> bool:
    return re.search(r"(^|_)(id|patient|subject|recording|case)", name, re.I) is not None


def _missing(value: object) -> bool:
    return value is None or (isinstance(value, float) and math.isnan(value))


def _short(value: object) -> str:
    text = one_line(value)
    return text if len(text) <= WIDEST else f"{text[: WIDEST - 1]}…"


def listed(columns: Sequence[ColumnSeen]) -> str:
    """The columns one under the other; of very many, those that can be meant."""
    listable = list(columns)
    if len(listable) > MOST:
        telling = [one for one in listable if one.look in ("labels", "probability", "number")]
        kept = {id(one) for one in [*telling, *listable][:MOST]}
        listable = [one for one in listable if id(one) in kept]
    head = [spoken(f"seen_{key}") for key in ("column", "kind", "values", "look")]
    rows = [
        [
            one_line(one.name),
            one.kind and spoken(f"kind_{one.kind}"),
            _beside(one.values),
            spoken(f"look_{one.look}"),
        ]
        for one in listable
    ]
    more = len(columns) - len(listable)
    return in_columns([head, *rows]) + (f"\n{spoken('table_more', n=more)}" if more else "")


def _beside(values: Sequence[str]) -> str:
    """Values beside each other; those with commas of their own are divided by semicolons."""
    return ("; " if any("," in one for one in values) else ", ").join(values)


def command_to_paste(path: str, columns: Sequence[ColumnSeen]) -> Text:
    """What to type, with the columns that look right; else with gaps to fill."""
    truth, labels = _truth(columns), [one.name for one in columns if one.look == "labels"]
    chances = [one.name for one in columns if one.look in ("probability", "percent")]
    scores = [one.name for one in columns if one.look == "number"]
    predictions = [name for name in labels if PREDICTED.search(name)]
    parts = ["veracity", "evaluate", shlex.quote(_no_option(path)), "--true"]
    parts.append("COLUMN" if truth is None else shlex.quote(truth.name))
    several = [] if truth is None or truth.distinct != len(chances) else chances
    if truth is not None and len(several) > 2:
        parts += [word for name in several for word in ("--proba", shlex.quote(name))]
        order = _in_order_of(several, truth.labels)
        if order is None or list(order) != _sorted(truth.labels):
            named = ["CLASS"] * len(several) if order is None else map(shlex.quote, order)
            parts += [word for label in named for word in ("--label", label)]
    elif chances:
        parts += ["--proba", shlex.quote(chances[0])]
    if not chances and not predictions and len(scores) == 1:
        parts += ["--score", shlex.quote(scores[0])]
    elif not chances:
        parts += ["--pred", shlex.quote(predictions[0]) if predictions else "COLUMN"]
    if truth is not None and len(truth.labels) == 2 and not _known(truth.labels):
        parts += ["--pos-label", shlex.quote(_positive(truth.labels) or "CLASS")]
    key = "seen_type" if not {"COLUMN", "CLASS"} & set(parts) else "seen_type_gaps"
    sentence, line = say(key), " ".join(parts)
    percent = [one.name for one in columns if one.look == "percent" and one.name in parts]
    if percent:
        sentence = joined((sentence, say("seen_percent", columns=quoted(percent))))
    return Text(f"{sentence.en}\n  {line}", f"{sentence.zh}\n  {line}")


def _no_option(path: str) -> str:
    """A path that is not read as an option; "-" is standard input."""
    return f"./{path}" if path.startswith("-") and path != "-" else path


def _known(labels: Sequence[str]) -> bool:
    """Whether everybody knows which of two labels is the positive one: 0/1, -1/1, false/true."""
    numbers = {_number(one) for one in labels}
    return numbers in ({0.0, 1.0}, {-1.0, 1.0}) or {one.casefold() for one in labels} == TRUE_FALSE


def _positive(labels: Sequence[str]) -> str | None:
    """Which of two labels says yes, or is not the one that says no; None where neither does.

    >>> _positive(["no", "yes"]), _positive(["healthy", "flu"]), _positive(["cat", "dog"])
    ('yes', 'flu', None)
    """
    yes = [one for one in labels if YES.fullmatch(one.strip())]
    no = [one for one in labels if NO.fullmatch(one.strip())]
    if len(yes) == 1:
        return yes[0]
    return next(one for one in labels if one not in no) if len(no) == 1 else None


def _truth(columns: Sequence[ColumnSeen]) -> ColumnSeen | None:
    """The labels that are called truth; else the only ones of 0 and 1, or of two kinds."""
    labels = [one for one in columns if one.look == "labels" and not PREDICTED.search(one.name)]
    named = [one for one in labels if TRUTH.search(one.name)]
    binary = [one for one in labels if set(one.values) <= {"0", "1"}]
    two = [one for one in labels if one.distinct == 2]
    return next((group[0] for group in (named, binary, two) if len(group) == 1), None)


def _in_order_of(columns: Sequence[str], labels: Sequence[str]) -> list[str] | None:
    """The label of each probability column by its name; None where names do not tell them all.

    >>> _in_order_of(["prob_low", "prob_med", "p_high"], ["high risk", "low risk", "medium"])
    ['low risk', 'medium', 'high risk']
    """
    found: list[str] = []
    for column in columns:
        end = re.split(r"[^0-9a-z]+", column.casefold())[-1]
        exact = [one for one in labels if one.casefold() == end]
        near = [one for one in labels if end and one.casefold().startswith(end)]
        if len(exact or near) != 1:
            return None
        found += exact or near
    return found if len(set(found)) == len(labels) else None


def _sorted(labels: Sequence[str]) -> list[str]:
    """Labels in the order that they are read in: numbers by size, else by text."""
    if all(_number(one) is not None for one in labels):
        return sorted(labels, key=float)
    return sorted(labels)
