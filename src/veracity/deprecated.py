"""Old public names: each works for one minor version and warns of the new one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any
from warnings import warn

from veracity.words import spoken


@dataclass(frozen=True, slots=True)
class Renamed:
    """A public name that another one replaces: the new name, and the version without the old."""

    new: str
    removed_in: str


def renamed(module: str, names: Mapping[str, Renamed]) -> Callable[[str], Any]:
    """The `__getattr__` of a module of which some public names were renamed.

    >>> look_up = renamed("fractions", {"Ratio": Renamed("Fraction", removed_in="9.0.0")})
    >>> from warnings import catch_warnings
    >>> with catch_warnings(record=True, action="always") as warnings:
    ...     look_up("Ratio")(1, 2)
    Fraction(1, 2)
    >>> print(warnings[0].category.__name__, warnings[0].message, sep=": ")
    DeprecationWarning: fractions.Ratio is now fractions.Fraction. The old name works until
    version 9.0.0.
    """

    def look_up(name: str) -> Any:
        if name not in names:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        new, version = names[name].new, names[name].removed_in
        _warn(f"{module}.{name}", f"{module}.{new}", version)
        return getattr(import_module(module), new)

    return look_up


def renamed_attribute(old: str, to: Renamed) -> property:
    """An attribute of objects under its old name."""

    def look_up(self: object) -> Any:
        _warn(f"{type(self).__name__}.{old}", f"{type(self).__name__}.{to.new}", to.removed_in)
        return getattr(self, to.new)

    return property(look_up, doc=f"The old name of `{to.new}`.")


def _warn(old: str, new: str, version: str) -> None:
    note = spoken("renamed", old=old, new=new, version=version)
    warn(note, DeprecationWarning, stacklevel=3)
