"""A report as a file: its ending says what it is written as, whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Callable

from veracity.errors import refuse
from veracity.files import checked_path, written_whole
from veracity.reports.outline.as_latex import latex
from veracity.reports.outline.as_markdown import markdown
from veracity.reports.outline.as_text import text
from veracity.reports.tables.document import Outline
from veracity.words import Language

ENDINGS = (".html", ".md", ".tex", ".json", ".txt")
WRITERS: dict[str, Callable[[Outline, Language], str]] = {
    ".md": markdown,
    ".tex": latex,
    ".txt": text,
}


def ending_of(path: str | os.PathLike[str]) -> str:
    """What a report is to be written as, if that is known."""
    ending = checked_path(path).suffix.casefold()
    if ending not in ENDINGS:
        raise refuse("report_ending", path=os.fspath(path))
    return ending


def write_report(path: str | os.PathLike[str], content: Callable[[str], str]) -> None:
    """Make the content for the ending of a path, then write it whole."""
    write_text(path, content(ending_of(path)))


def write_text(path: str | os.PathLike[str], text: str) -> None:
    """Write a text whole or not at all."""
    with written_whole(path) as stream:
        stream.write(text.encode())


def written_as(ending: str, outline: Outline, language: Language) -> str:
    """An outline as Markdown, LaTeX or text."""
    return WRITERS[ending](outline, language)
