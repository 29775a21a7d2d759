"""Exact tables of very many scores: kept in temporary files, and put together range by range."""

from __future__ import annotations

import errno
import shutil
import tempfile
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO, Self

import numpy as np

from veracity.arrays import Floats
from veracity.errors import refuse
from veracity.statistics.scores.score_table import ScoreTable

HELD = 1 << 22  # scores that are held before they are written
_SAMPLED = 1 << 10
_Name = tuple[Hashable, Hashable]
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


class SpilledTables:
    """Tables by name, added up; once their scores are many, they lie in a folder of their own.

    Parts are written in order of their scores. In the end scores are put into ranges, and what
    all parts hold in one range is added up alone, so that memory is taken for one range. The sum is
    a table like any other, whose arrays are read from a file that goes when nobody holds them.
    """

    def __init__(self) -> None:
        self._held: dict[_Name, list[ScoreTable]] = {}
        self._sizes: dict[_Name, int] = {}
        self._written: dict[_Name, list[ScoreTable]] = {}
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._files = 0

    def add(self, name: _Name, table: ScoreTable) -> None:
        """One more table of this name."""
        self._held.setdefault(name, []).append(table)
        self._sizes[name] = self._sizes.get(name, 0) + len(table)
        while sum(self._sizes.values()) > HELD:
            self._write(max(self._sizes, key=self._sizes.__getitem__))

    def sums(self) -> Iterator[tuple[_Name, ScoreTable]]:
        """Every name and the sum of its tables, which are let go."""
        for name in [*self._written, *(self._held.keys() - self._written.keys())]:
            yield name, self._sum(name)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *given: object) -> None:
        if self._folder is not None:
            self._folder.cleanup()

    def _write(self, name: _Name) -> None:
        """Put the tables of one name into a file."""
        table = _added(self._held.pop(name))
        del self._sizes[name]
        self._written.setdefault(name, []).append(self._stored([table]))

    def _sum(self, name: _Name) -> ScoreTable:
        held = self._held.pop(name, [])
        if name not in self._written:
            return _added(held)
        parts = self._written.pop(name) + ([_added(held)] if held else [])
        return self._stored(_in_ranges(parts))

    def _stored(self, tables: Sequence[ScoreTable] | Iterator[ScoreTable]) -> ScoreTable:
        """Tables one below the other, as one whose arrays are read from a file."""
        if self._folder is None:
            self._folder = tempfile.TemporaryDirectory(
                prefix="veracity-", ignore_cleanup_errors=True
            )
        self._files += 1
        try:
            return _in_file(Path(self._folder.name) / str(self._files), tables)
        except OSError as error:
            if error.errno in _NO_ROOM:
                raise refuse("disk_full", folder=tempfile.gettempdir()) from error
            raise


def _added(tables: Sequence[ScoreTable]) -> ScoreTable:
    return tables[0].merged(tables[1:]) if len(tables) > 1 else tables[0]


def _part(table: ScoreTable, start: int, stop: int) -> ScoreTable:
    """The scores from one index to another."""
    squares = None if table.squares is None else table.squares[:, start:stop]
    weight = table.weight[:, start:stop]
    return replace(table, scores=table.scores[start:stop], weight=weight, squares=squares)


def _in_ranges(parts: Sequence[ScoreTable]) -> Iterator[ScoreTable]:
    """The sum of tables, one range of scores after the other, highest first."""
    some = np.sort(np.concatenate([part.scores[::_SAMPLED] for part in parts]))[::-1]
    ends = some[:: HELD // _SAMPLED][1:]
    starts = [0] * len(parts)
    for end in [*ends.tolist(), -np.inf]:
        stops = [len(p) - int(np.searchsorted(p.scores[::-1], end, "left")) for p in parts]
        within = [_part(p, a, b) for p, a, b in zip(parts, starts, stops, strict=True) if b > a]
        if within:
            yield _added(within)
        starts = stops


def _in_file(path: Path, tables: Sequence[ScoreTable] | Iterator[ScoreTable]) -> ScoreTable:
    """Write every row of the arrays to a file of its own, then all of them behind each other."""
    size, first, rows = 0, None, list[Path]()
    streams = list[BinaryIO]()
    try:
        for table in tables:
            arrays = [
                table.scores,
                *table.weight,
                *(() if table.squares is None else table.squares),
            ]
            if first is None:
                first = table
                rows = [path.with_suffix(f".{i}") for i in range(len(arrays))]
                streams = [row.open("wb") for row in rows]
            for stream, array in zip(streams, arrays, strict=True):
                stream.write(np.ascontiguousarray(array, np.float64).data)
            size += len(table)
    finally:
        for stream in streams:
            stream.close()
    assert first is not None
    with path.open("wb") as whole:
        for row in rows:
            with row.open("rb") as stream:
                shutil.copyfileobj(stream, whole, 1 << 24)
            row.unlink()
    found: Floats = np.asarray(np.memmap(path, np.float64, "r", shape=(len(rows), size)))
    classes = len(first.weight)
    squares = None if first.squares is None else found[1 + classes :]
    return replace(first, scores=found[0], weight=found[1 : 1 + classes], squares=squares)
