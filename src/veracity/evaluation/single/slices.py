"""Parts of an evaluation by label or by group, each made when it is asked for, or as a table."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from veracity.errors import NotHere, quoted, refuse
from veracity.results.page.profile import PartLines
from veracity.statistics.labels import Label, canonical

if TYPE_CHECKING:
    from veracity.reports.formats.result_table import ResultTable

Part = TypeVar("Part")
MOST_PRINTED = 20  # parts that a print shows


class Slices(Mapping[Label, Part]):
    """A mapping from label or group value to its own evaluation.

    `lines` says how much a part rests on, and gives the figures asked for (or the usual ones).
    """

    def __init__(
        self,
        kind: str,
        names: Collection[Label],
        make: Callable[[Label], Part],
        lines: Callable[[str, Label, Part, Iterable[str] | str | None], PartLines],
    ) -> None:
        self._kind, self._names, self._make, self._lines = kind, names, make, lines

    @cached_property
    def _known(self) -> Collection[Label]:
        """The names, found at once however many there are."""
        return self._names if isinstance(self._names, Mapping) else frozenset(self._names)

    def __getitem__(self, name: Label) -> Part:
        label = tuple(canonical(v) for v in name) if isinstance(name, tuple) else canonical(name)
        if label not in self._known:
            raise refuse(
                f"no_such_{self._kind}",
                NotHere,
                name=repr(name),
                names=quoted(tuple(self._names)) or "—",
            )
        return self._make(label)

    def __iter__(self) -> Iterator[Label]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def __repr__(self) -> str:
        return f"<{len(self)}: {quoted(tuple(self._names))}>"

    def table(self, metrics: Iterable[str] | str | None = None) -> ResultTable:
        """A line for each part, worst first: n, and the figures with their intervals."""
        from veracity.reports.formats.result_tables import part_table

        parts = [self._lines(self._kind, name, part, metrics) for name, part in self.items()]
        return part_table(self._kind, parts, most=MOST_PRINTED)

    def gap(self, metric: str) -> Any:
        """The largest difference and ratio between parts, with intervals that hold at once."""
        from veracity.evaluation.single.groups.gaps import group_gap

        return group_gap(dict(self.items()), metric)

    def to_pandas(self, metrics: Iterable[str] | str | None = None) -> Any:
        """The table as a pandas DataFrame."""
        return self.table(metrics).to_pandas()

    def to_polars(self, metrics: Iterable[str] | str | None = None) -> Any:
        """The table as a polars DataFrame."""
        return self.table(metrics).to_polars()
