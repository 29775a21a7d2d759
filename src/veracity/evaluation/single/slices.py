"""Parts of an evaluation by label or by group, each made when it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cached_property
from typing import Any, TypeVar

from veracity.errors import NotHere, quoted, refuse
from veracity.statistics.labels import Label, canonical

Part = TypeVar("Part")


class Slices(Mapping[Label, Part]):
    """A mapping from label or group value to its own evaluation."""

    def __init__(self, kind: str, names: Collection[Label], make: Callable[[Label], Part]) -> None:
        self._kind, self._names, self._make = kind, names, make

    @cached_property
    def _known(self) -> Collection[Label]:
        """The names, found at once however many there are."""
        return self._names if isinstance(self._names, Mapping) else frozenset(self._names)

    def __getitem__(self, name: Any) -> Part:
        wanted = tuple(canonical(v) for v in name) if isinstance(name, tuple) else canonical(name)
        if wanted not in self._known:
            raise refuse(
                f"no_such_{self._kind}",
                NotHere,
                name=repr(name),
                names=quoted(tuple(self._names)) or "—",
            )
        return self._make(wanted)

    def __iter__(self) -> Iterator[Label]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def __repr__(self) -> str:
        return f"<{len(self)}: {quoted(tuple(self._names))}>"
