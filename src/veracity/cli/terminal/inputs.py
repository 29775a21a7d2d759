"""What the words of a command line stand for: labels, and standard input."""

from __future__ import annotations

import datetime
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from veracity.cli.terminal.in_options import KNOWN
from veracity.cli.terminal.row_numbers import READ, as_in_the_file
from veracity.cli.terminal.streams import quiet
from veracity.errors import VeracityError, refuse
from veracity.words import Text, spoken

LOOKED_AT = 1000  # rows
ENDINGS = {b"PAR1": ".parquet", b"PK\x03\x04": ".xlsx", b"ARRO": ".arrow", b"\x1f\x8b": ".csv.gz"}


@contextmanager
def readable(file: str) -> Iterator[str]:
    """A path to read: the file itself, or standard input kept in a temporary file."""
    READ.set(file)
    if file != "-":
        _refuse_sheet(file, file)
        yield file
        return
    with tempfile.TemporaryDirectory(prefix="veracity.") as folder:
        copy = Path(folder) / "stdin"
        with copy.open("wb") as stream:
            shutil.copyfileobj(sys.stdin.buffer, stream)
        made = str(copy.rename(copy.with_name(f"stdin{_ending(copy)}")))
        READ.set(made)
        _refuse_sheet(made, file)
        try:
            yield made
        except VeracityError as problem:  # of a temporary file nobody knows, while it is there
            both = map(as_in_the_file, (problem.text.en, problem.text.zh))
            text = Text(*(one.replace(made, file) for one in both))
            raise type(problem)(text) from None


def _refuse_sheet(path: str, display_path: str) -> None:
    """A sheet that was named, where the file has none."""
    from veracity.engines.reading.read_columns import SHEET, files_in

    asked = "--sheet" in KNOWN.get() and SHEET.get() is not None
    if asked and files_in(path)[0].format != "excel":
        raise refuse("sheet_without_excel", path=display_path)


def say_positive(labels: Sequence[Any], pos_label: str | None) -> None:
    """That of two labels the last is not positive for being last, where nobody said which is."""
    from veracity.statistics.labels import positive_of

    positive = positive_of(tuple(labels))
    if len(labels) == 2 and pos_label is None and positive != labels[1] and not quiet():
        key = "label_order_open" if positive is None else "label_order"
        click.echo(spoken(key, positive=repr(positive)), err=True)


def _ending(path: Path) -> str:
    """What a stream holds, by its first bytes."""
    with path.open("rb") as stream:
        first = stream.read(64)
    for sign, ending in ENDINGS.items():
        if first.startswith(sign):
            return ending
    return ".jsonl" if first.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{") else ".csv"


def label_as_read(text: str, path: str, column: str | None) -> Any:
    """A label as the same characters in a CSV file would be read; a date as the column's dates."""
    return labels_as_read([text], path, () if column is None else (column,))[0]


def labels_as_read(texts: Sequence[str], path: str, columns: Sequence[str]) -> list[Any]:
    """Labels of these columns of a file (none: of all), in the order they were typed."""
    read = [_plain(text) for text in texts]
    moments = [_moment(text) for text in texts]
    if all(moment is None for moment in moments):
        return read
    examples = _examples(path, columns)
    return [
        label if moment is None else _like(moment, examples, label)
        for label, moment in zip(read, moments, strict=True)
    ]


def _plain(text: str) -> Any:
    lowered = text.casefold()
    if lowered in ("true", "false"):
        return lowered == "true"
    try:
        number = float(text)
    except ValueError:
        return text
    return int(text) if text.lstrip("+-").isdigit() else number


def _moment(text: str) -> datetime.datetime | None:
    """What ISO text stands for; None where it is something else, such as a number."""
    if "-" not in text[1:]:
        return None
    try:
        return datetime.datetime.fromisoformat(text.strip())
    except ValueError:
        return None


def _examples(path: str, columns: Sequence[str]) -> dict[type, datetime.date]:
    """A date and a timestamp from the first rows, as far as there are such."""
    from veracity.engines.reading.read_columns import column_names, read_columns
    from veracity.errors import VeracityError
    from veracity.statistics.labels import canonical

    try:
        read = read_columns(path, list(columns or column_names(path)), LOOKED_AT)
        found = [
            value.item() if getattr(value, "dtype", None) == "M8[D]" else canonical(value)
            for values in read.values()
            for value in values
        ]
    except VeracityError:  # whoever reads all of it says what is wrong
        return {}
    return {type(one): one for one in found if isinstance(one, datetime.date)}


def _like(moment: datetime.datetime, examples: dict[type, datetime.date], label: Any) -> Any:
    """The date or the timestamp that was typed, if the column holds such."""
    if datetime.date in examples and moment.time() == datetime.time():
        return moment.date()
    example = examples.get(datetime.datetime)
    if not isinstance(example, datetime.datetime):
        return label
    if (moment.tzinfo is None) == (example.tzinfo is None):
        return moment
    return moment.replace(tzinfo=example.tzinfo)
