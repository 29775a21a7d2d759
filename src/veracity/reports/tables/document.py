"""A report as data: sections of paragraphs, lists and tables, whatever it is written as.

Page, Markdown, LaTeX and text all show the same sections in the same order; a picture is there
where a format can show one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from veracity.words import Language, Text
from veracity.words.layout import one_line

NOTHING = Text("", "")
COLON: dict[Language, str] = {"en": ":", "zh": "："}


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph; `loud` is what a reader should see first, `quiet` what can wait."""

    text: Text
    loud: bool = False
    quiet: bool = False
    kind = "paragraph"


@dataclass(frozen=True, slots=True)
class Listed:
    """Sentences one under the other, numbered where they are cited; `folded` opens on a page."""

    items: tuple[Text, ...]
    numbered: bool = False
    folded: Text = NOTHING
    kind = "listed"


@dataclass(frozen=True, slots=True)
class Cell:
    """What stands in a table; `key` is the metric that a name belongs to, `user` marks a label."""

    text: Text
    key: str = ""
    user: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """A head and rows as long as it; the first `left` columns hold words, the others figures.

    `label` says what the table is to who cannot see it.
    """

    label: Text
    head: tuple[Cell, ...]
    rows: tuple[tuple[Cell, ...], ...]
    left: int = 1
    kind = "table"

    def within(self, language: Language) -> list[list[str]]:
        """The head and the rows in one language, as plain strings."""
        return [[cell.text.within(language) for cell in row] for row in (self.head, *self.rows)]

    def transposed(self, corner: Cell) -> Table:
        """Rows as columns, for a table that is wider than it is long.

        >>> wide = table(NOTHING, [NOTHING, Text("n", "n")], [[Text("A", "A"), 9]])
        >>> wide.transposed(Cell(Text("metric", "指标"))).within("en")
        [['metric', 'A'], ['n', '9']]
        """
        head, *rows = zip(self.head, *self.rows, strict=True)
        return Table(self.label, (corner, *head[1:]), tuple(rows), left=1)


@dataclass(frozen=True, slots=True)
class Drawn:
    """A picture by its name; formats without pictures leave it out."""

    name: str
    kind = "drawn"


Block = Paragraph | Listed | Table | Drawn


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a report under its heading; `key` is its anchor on a page."""

    key: str
    title: Text
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Outline:
    """A whole report. The first section is the verdict, and needs no heading."""

    title: Text
    sections: tuple[Section, ...]

    def __getitem__(self, key: str) -> Section:
        return next(section for section in self.sections if section.key == key)

    @property
    def keys(self) -> tuple[str, ...]:
        """The sections in their order."""
        return tuple(section.key for section in self.sections)


def plain(value: object) -> Text:
    """Something that is the same in both languages; a Text stays what it is.

    >>> plain(3).zh, plain(Text("one", "一")).zh
    ('3', '一')
    """
    return value if isinstance(value, Text) else Text(str(value), str(value))


def cells(values: Iterable[object]) -> tuple[Cell, ...]:
    """Values as the cells of a row."""
    return tuple(one if isinstance(one, Cell) else Cell(plain(one)) for one in values)


def label(value: object) -> Cell:
    """A label that users gave, without control characters."""
    return Cell(plain(one_line(value)), user=True)


def table(
    name: Text, head: Iterable[object], rows: Iterable[Iterable[object]], left: int = 1
) -> Table:
    """A table from plain values."""
    return Table(name, cells(head), tuple(cells(row) for row in rows), left)


def section(key: str, title: Text, blocks: Sequence[Block | None]) -> Section | None:
    """A section of the blocks that there are; none without any."""
    there = tuple(block for block in blocks if block is not None)
    return Section(key, title, there) if there else None
