"""Where the shipped files lie, and what `about.toml` says of them in English and Chinese."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal

Role = Literal["truth", "probability", "prediction", "cluster", "group", "fold", "time", "source"]


@dataclass(frozen=True, slots=True)
class ExampleColumn:
    """One column: its name in the file, what it is for, what it means."""

    name: str
    role: Role
    meaning: str


@dataclass(frozen=True, slots=True)
class About:
    """One shipped file in words: what a row is, its columns, where it comes from.

    `counts` are the rows of each label of the truth (of events: of each source), by the label as
    the file writes it.
    """

    name: str
    path: Path
    title: str
    row: str
    columns: tuple[ExampleColumn, ...]
    counts: dict[str, int]
    note: str
    source: str
    licence: str

    def named(self, role: Role) -> tuple[str, ...]:
        """The names of the columns of one role.

        >>> describe("infections").named("probability")
        ('p_logistic', 'p_boosting')
        """
        return tuple(column.name for column in self.columns if column.role == role)


def examples() -> dict[str, Path]:
    """The shipped data: the path of each file by its name.

    >>> paths = examples()
    >>> sorted(paths)
    ['digits', 'infections', 'ripple_events', 'ripples']
    >>> with paths["infections"].open(encoding="utf-8") as file:
    ...     print(file.readline().strip())
    patient,hospital,region,treatment,month,infection,fold,p_logistic,p_boosting
    """
    return {name: _path(entry) for name, entry in _entries().items()}


def describe(name: str, lang: Literal["en", "zh"] = "en") -> About:
    """What one of the shipped files holds, in one language.

    >>> about = describe("ripples")
    >>> print(about.title)
    Ripple detection in a simulated recording
    >>> about.counts
    {'0': 19900, '1': 100}
    """
    entries = _entries()
    if name not in entries:
        raise KeyError(f"{name!r} is not shipped; there are {', '.join(entries)}")
    entry = entries[name]
    return About(
        name=name,
        path=_path(entry),
        title=entry["title"][lang],
        row=entry["row"][lang],
        columns=tuple(
            ExampleColumn(column["name"], column["role"], column[lang])
            for column in entry["columns"]
        ),
        counts=dict(entry["counts"]),
        note=entry["note"][lang],
        source=entry["source"][lang],
        licence=entry["licence"][lang],
    )


@cache
def _entries() -> dict[str, dict[str, Any]]:
    import tomllib

    text = files("veracity.examples").joinpath("about.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def _path(entry: dict[str, Any]) -> Path:
    return Path(str(files("veracity.examples").joinpath(entry["file"])))
