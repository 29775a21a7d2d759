"""Event files and folders: BIDS `*_events.tsv` and TUH `.csv_bi`, by recording."""

from __future__ import annotations

import csv
import math
import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import numpy as np

from veracity.engines.reading.decimal_text import has_comma, with_points
from veracity.errors import InvalidRows, quoted, refuse, spelled
from veracity.events.inputs.event_table import EventTable
from veracity.events.inputs.tables import first_column

ENDINGS = ("_events.tsv", ".csv_bi")
SUBJECT = re.compile(r"(?:^|[/_])(?:(sub-[A-Za-z0-9]+)|([a-z]{8})_s\d{3}_t\d{3}$)")
TUH_DURATION = re.compile(r"#\s*duration\s*=\s*([0-9.]+)")
NAMES = {
    "onset": ("onset", "start_time"),
    "duration": ("duration",),
    "stop": ("stop_time",),
    "event_type": ("eventType", "event_type", "trial_type", "label"),
    "confidence": ("confidence",),
    "channels": ("channels", "channel"),
    "recording_duration": ("recordingDuration", "recording_duration"),
}
QUOTED = re.compile(r'"[^"]*"')
MISSING = ("", "n/a", "nan")
ROUNDED = 1.0  # seconds by which lengths of one recording may differ


def read_files(path: str | os.PathLike[str]) -> dict[str, EventTable]:
    """The events of a file, or of every event file below a folder, by recording.

    A recording is named by its path below the folder, without the ending; a file by its name.
    """
    top = Path(path)
    if top.is_dir():
        found: dict[str, EventTable] = {}
        for file in _below(top):
            name = _name(file, top)
            if name in found:
                raise refuse("event_file_twice", path=top, name=spelled(name))
            found[name] = read_file(file)
        if not found:
            raise refuse("event_folder_empty", path=top, endings=quoted(ENDINGS))
        return found
    if not top.exists():
        raise refuse("event_file_missing", path=top)
    return {_name(top, top.parent): read_file(top)}


def is_event_file(path: Path) -> bool:
    """Whether a file is one of these: by its ending, or as TUH begins its files.

    >>> is_event_file(Path("sub-01_events.tsv")), is_event_file(Path("events.csv"))
    (True, False)
    """
    if path.name.endswith(ENDINGS) or not path.is_file():
        return path.name.endswith(ENDINGS)
    with path.open("rb") as file:
        return file.read(9) == b"# version"


def subject_of(name: str) -> str | None:
    """The subject that the name of a recording tells, as BIDS and TUH write it.

    >>> subject_of("sub-01/ses-01/eeg/sub-01_task-sz_run-00"), subject_of("night 3")
    ('sub-01', None)
    >>> subject_of("01_tcp_ar/aaaaaaac_s001_t000")
    'aaaaaaac'
    """
    match = SUBJECT.search(name)
    return match[1] or match[2] if match else None


def _below(folder: Path) -> Iterator[Path]:
    found = (f for f in folder.rglob("*") if f.name.endswith(ENDINGS))
    return iter(sorted(f for f in found if not _is_hidden(f.relative_to(folder))))


def _is_hidden(file: Path) -> bool:
    """Whether this is no file of the study: `._…` of a Mac, something below `.git`."""
    return any(part.startswith(".") for part in file.parts)


def _name(file: Path, root: Path) -> str:
    text = file.relative_to(root).as_posix()
    for ending in ENDINGS:
        text = text.removesuffix(ending)
    return text


def read_file(path: Path) -> EventTable:
    """One file: tab- or comma-separated, `#` before lines that are no rows."""
    try:
        lines = path.read_text("utf-8-sig").split("\n")
    except (OSError, UnicodeDecodeError) as problem:
        raise refuse("event_file_unreadable", path=path, why=problem) from None
    comments = [line for line in lines if line.startswith("#")]
    plain = [
        (number, line)
        for number, line in enumerate(lines, 1)
        if line.strip() and not line.startswith("#")
    ]
    if not plain:
        raise refuse("event_file_empty", path=path)
    separator = "\t" if "\t" in plain[0][1] else ","
    header, *cells = (_cells(line, separator, path, number) for number, line in plain)
    rows = []
    for (number, _), row in zip(plain[1:], cells, strict=True):
        if len(row) < len(header) or any(row[len(header) :]):
            facts = {"line": number, "found": len(row), "expected": len(header)}
            raise refuse("event_file_cells", InvalidRows, path=path, **facts)
        rows.append(dict(zip(header, row, strict=False)))
    columns = {key: first_column(names, header) for key, names in NAMES.items()}
    if columns["onset"] is None or (columns["duration"] is None and columns["stop"] is None):
        raise refuse("event_file_header", path=path, names=", ".join(header))
    for name in columns.values():
        if header.count(str(name)) > 1:
            raise refuse("event_file_column_twice", path=path, column=spelled(name))
    return _table(path, rows, columns, comments)


def _cells(line: str, separator: str, path: Path, number: int) -> list[str]:
    r"""The cells of one line: a quote never reaches into the next, and BIDS knows none.

    >>> _cells('10\t"sz"\t12" cap', "\t", Path("sub-01_events.tsv"), 2)
    ['10', 'sz', '12" cap']
    """
    if separator == "\t":
        return [one[1:-1] if QUOTED.fullmatch(one) else one for one in line.split("\t")]
    try:
        return next(csv.reader([line], strict=True))
    except csv.Error:
        raise refuse("event_file_quote", InvalidRows, path=path, line=number) from None


def _table(
    path: Path, rows: list[dict[str, str]], columns: Mapping[str, str | None], comments: list[str]
) -> EventTable:
    def numbers(key: str, missing: float) -> list[float]:
        name = columns[key]
        if name is None:
            return [missing] * len(rows)
        cells = with_points([row[name].strip() for row in rows])
        return [_number(cell, missing, path, name, i) for i, cell in enumerate(cells, 1)]

    def words(key: str) -> tuple[str, ...]:
        name = columns[key]
        return tuple("" if name is None else row[name].strip() for row in rows)

    onset = np.array(numbers("onset", math.nan), np.float64)
    if columns["stop"] is not None:
        length = np.array(numbers("stop", math.nan), np.float64) - onset
    else:
        length = np.array(numbers("duration", 0.0), np.float64)
    kinds = words("event_type")
    durations = [one for one in numbers("recording_duration", math.nan) if one == one]
    durations += [float(match[1]) for match in map(TUH_DURATION.match, comments) if match]
    if durations and max(durations) - min(durations) > ROUNDED:
        values = quoted(sorted(set(durations)))
        raise refuse("event_file_durations", InvalidRows, path=path, values=values)
    whole = max(durations) if durations else None
    table = EventTable(
        onset,
        length,
        kinds,
        np.array(numbers("confidence", math.nan), np.float64),
        words("channels"),
        whole,
    )
    return table.of_type(None)


def _number(word: str, missing: float, path: Path, column: str, row: int) -> float:
    if word.casefold() in MISSING:
        return missing
    try:
        return float(word)
    except ValueError:
        facts = {"path": path, "value": spelled(word), "column": spelled(column), "row": row}
        key = "event_file_comma" if has_comma(word) else "event_file_number"
        raise refuse(key, InvalidRows, **facts) from None
