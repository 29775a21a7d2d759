"""Text layout for terminals: values on one line, and cells in columns that line up."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Container, Iterable, Sequence
from functools import lru_cache

from veracity.words.text import Text

QUOTED = re.compile(r"(?<!\w)(['\"]).*?\1(?!\w)")
STOP = re.compile(r"\.(?= [^a-z])|。")
PERSONS = (
    *("Braun", "Brier", "Fowlkes", "Gini", "Goodman", "Hamming", "Jaccard"),
    *("Kolmogorov", "Matthews", "Tversky"),
)
ARTICLE = {"area", "score", "coefficient", "rate", "value", "slope", "intercept", "index", "auroc"}
JOINERS = "\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}"  # Persian words and emoji need them


def one_line(value: object) -> str:
    """A value on one line, without control characters and without those that reverse text.

    Several group columns make one name of their values.

    >>> one_line(("f", "s1"))
    'f · s1'
    """
    text = " · ".join(map(str, value)) if isinstance(value, tuple) else str(value)
    if text.isprintable():  # no line breaks, tabs, controls or joiners: nearly every text
        return text
    return "".join(map(_visible, " ".join(text.split()) if set(text) & set("\n\r\t") else text))


def quotable(label: object) -> object:
    """A label to be put in quotes: of several group columns their one name, else as it is.

    >>> quotable(("f", "s1")), quotable(3)
    ('f · s1', 3)
    """
    return one_line(label) if isinstance(label, tuple) else label


def _visible(sign: str) -> str:
    if sign.isprintable() or sign in JOINERS:
        return sign
    return " " if sign.isspace() else "\N{REPLACEMENT CHARACTER}"


def first_sentence(text: str) -> str:
    """What comes before the first full stop; those between quotes are none.

    >>> first_sentence("Of 'Mt. A' few: 0.5. More. And more.")
    "Of 'Mt. A' few: 0.5."
    """
    masked = QUOTED.sub(lambda found: "x" * len(found[0]), text)
    end = STOP.search(masked)
    return text if end is None else text[: end.end()].rstrip()


def inside_sentence(name: str) -> str:
    """A name without its capital, unless the capital is part of it: F1, AUROC, a person's name.

    >>> [inside_sentence(name) for name in ("Recall", "F1 score", "Cohen's kappa", "Brier score")]
    ['recall', 'F1 score', "Cohen's kappa", 'Brier score']
    """
    person = name.startswith(PERSONS) or name.partition(" ")[0].endswith(("'s", "s'"))
    return name if person or not name[1:2].islower() else name[0].lower() + name[1:]


def in_prose(name: Text) -> Text:
    """The name of a metric inside a sentence, with an article where English wants one.

    >>> [in_prose(Text(name, "")).en for name in ("Area under the ROC curve", "Recall")]
    ['the area under the ROC curve', 'recall']
    """
    article = "the " if ARTICLE & set(name.en.lower().split()) else ""
    return Text(f"{article}{inside_sentence(name.en)}", name.zh)


def at_start(text: Text) -> Text:
    """A text with a capital, where a sentence begins with it.

    >>> at_start(in_prose(Text("Matthews correlation coefficient", ""))).en
    'The Matthews correlation coefficient'
    """
    return Text(text.en[:1].upper() + text.en[1:], text.zh)


def number(value: float) -> str:
    """A count: whole numbers plain, weights with four significant digits."""
    if float(value).is_integer():
        return str(int(value))
    return f"{value:.4g}" if value < 1000 else f"{value:.1f}"


def width(text: str) -> int:
    """Columns a text takes on a terminal: Chinese characters two, accents and joiners none."""
    return len(text) if text.isascii() else sum(map(_columns, text))


@lru_cache(maxsize=1 << 12)
def _columns(sign: str) -> int:
    if unicodedata.category(sign) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(sign) in "WF" else 1


def padded(text: str, columns: int, *, left: bool) -> str:
    """Blanks added up to a width, as a terminal counts it."""
    blanks = " " * (columns - width(text))
    return text + blanks if left else blanks + text


def aligned(rows: Sequence[Sequence[str]], right: Container[int] = ()) -> list[str]:
    """Rows of cells as lines of one width; the columns with these indexes are flush right.

    >>> aligned([("recall", "0.9"), ("F1", "0.75")], right=[1])
    ['recall   0.9', 'F1      0.75']
    """
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(padded(cell, widths[i], left=i not in right) for i, cell in enumerate(row))
        for row in rows
    ]


def in_columns(rows: Sequence[Sequence[str]], right: Container[int] = ()) -> str:
    """The same as one text, without blanks at the ends of lines."""
    return "\n".join(line.rstrip() for line in aligned(rows, right))


def near_equal(sentences: Iterable[str], to: str = " to ") -> dict[str, str]:
    """Sentences that differ in their numbers alone as one, with the range of each number.

    Those with an interval in them are left as they are.

    >>> near_equal(["of 3 rows (p 0.2)", "of 12 rows (p 0.2)", "none"])["of 3 rows (p 0.2)"]
    'of 3 to 12 rows (p 0.2)'
    """
    groups: dict[str, list[str]] = {}
    for one in dict.fromkeys(sentences):
        shape = one if "[" in one else _NUMBER.sub("#", one)
        groups.setdefault(shape, []).append(one)
    return {one: _ranged(group, to) for group in groups.values() for one in group}


_NUMBER = re.compile(r"\d+(?:\.\d+)?")


def _ranged(group: Sequence[str], to: str) -> str:
    columns = zip(*(_NUMBER.findall(one) for one in group), strict=True)
    ends = [(min(column, key=float), max(column, key=float)) for column in columns]
    ranges = iter(low if low == high else f"{low}{to}{high}" for low, high in ends)
    return _NUMBER.sub(lambda _: next(ranges), group[0])
