"""Packages that import what they offer when it is asked for, so that a first figure is quick."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any


def lazy_door(
    package: str, offered: Mapping[str, Sequence[str]]
) -> tuple[Callable[[str], Any], Callable[[], list[str]], list[str]]:
    """The `__getattr__`, `__dir__` and `__all__` of a package, of its modules and their names.

    A type checker sees the same names by imports below `if TYPE_CHECKING`; a test compares them.

    >>> look_up, names, offered = lazy_door("json", {"decoder": ["JSONDecoder"]})
    >>> look_up("JSONDecoder").__module__, names(), offered
    ('json.decoder', ['JSONDecoder'], ['JSONDecoder'])
    """
    homes = {name: f"{package}.{module}" for module, names in offered.items() for name in names}

    def look_up(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(homes[name]), name)

    return look_up, lambda: sorted(homes), sorted(homes)
