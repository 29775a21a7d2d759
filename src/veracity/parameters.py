"""Parameters of a metric or a rule, and the one grammar in which a key says them.

name    name(value)    name(key=value)    name(value, key=value)
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from veracity.errors import refuse, spelled
from veracity.words import Text

NO_OR_YES = ("no", "yes")
_RANGES = {
    (True, True): "parameter_number",
    (False, False): "parameter_number_inside",
    (False, True): "parameter_number_above",
    (True, False): "parameter_number_below",
}
_OFF = (0, "no", "none")  # defaults that leave a metric as it is need not be written
_KEY = re.compile(r"\s*([^()]+?)\s*(?:\(\s*([^()]*?)\s*\))?\s*")


@dataclass(frozen=True, slots=True)
class Parameter:
    """A value that a metric or a rule takes: a number between limits, a word of a list, a matrix.

    `ends` says whether the limits themselves are allowed, both or one by one; from `whole_from`
    on only whole numbers are; `endless` allows infinity. `instead_of` names a parameter that
    this one replaces.
    """

    name: str
    default: Any
    meaning: Text
    words: tuple[str, ...] = ()
    between: tuple[float, float] | None = None
    ends: bool | tuple[bool, bool] = True
    whole_from: float | None = None
    instead_of: str | None = None
    endless: bool = False

    def checked(self, key: str, value: Any) -> Any:
        """The value if it is allowed, numbers as numbers; else a clear error."""
        if self.words:
            if self.words == NO_OR_YES:
                value = {"true": "yes", "false": "no"}.get(str(value).casefold(), value)
            if value not in self.words:
                raise refuse(
                    "parameter_word",
                    key=key,
                    name=self.name,
                    value=repr(value),
                    words=", ".join(self.words),
                )
            return value
        if self.between is None:  # a matrix, which no key can spell
            if isinstance(value, str):
                raise refuse(
                    "parameter_word",
                    key=key,
                    name=self.name,
                    value=repr(value),
                    words=self.meaning,
                )
            return value
        low, high = self.between
        try:
            number = float(value)
        except (TypeError, ValueError):
            number = float("nan")
        ends = self.ends if isinstance(self.ends, tuple) else (self.ends, self.ends)
        inside = (low <= number if ends[0] else low < number) and (
            number <= high if ends[1] else number < high
        )
        if not inside or (abs(number) == float("inf") and not self.endless):
            raise refuse(
                _RANGES[ends],
                key=key,
                name=self.name,
                value=repr(value),
                low=f"{low:g}",
                high=f"{high:g}",
            )
        if self.whole_from is not None and number >= self.whole_from and number % 1:
            raise refuse(
                "parameter_whole" if self.whole_from > low else "parameter_only_whole",
                key=key,
                name=self.name,
                value=repr(value),
                least=f"{self.whole_from:g}",
            )
        return int(number) if number.is_integer() else number


def parsed(text: str) -> tuple[str, tuple[str, ...], dict[str, str]]:
    """A key taken apart: name, values by index, values by name.

    Words may stand in quotes, as in Python.

    >>> parsed("fbeta(2)"), parsed("expected_cost(1, fn=25)")
    (('fbeta', ('2',), {}), ('expected_cost', ('1',), {'fn': '25'}))
    >>> parsed("d_prime('loglinear')")
    ('d_prime', ('loglinear',), {})
    """
    match = _KEY.fullmatch(text) if isinstance(text, str) else None
    if match is None:
        raise refuse("key_grammar", key=spelled(text))
    name, inside = match.groups()
    by_position: list[str] = []
    by_name: dict[str, str] = {}
    for part in (inside or "").split(",") if inside else ():
        left, equals, right = part.partition("=")
        if equals:
            if left.strip() in by_name:
                raise refuse("key_grammar", key=repr(text))
            by_name[left.strip()] = _unquoted(right)
        elif by_name:
            raise refuse("key_grammar", key=repr(text))
        else:
            by_position.append(_unquoted(left))
    return name, tuple(by_position), by_name


def _unquoted(value: str) -> str:
    value = value.strip()
    whole = len(value) > 1 and value[0] == value[-1] and value[0] in "'\""
    return value[1:-1] if whole else value


def named_values(
    key: str,
    parameters: tuple[Parameter, ...],
    by_position: tuple[str, ...],
    by_name: dict[str, str],
) -> dict[str, Any]:
    """Written values with the names of the parameters they are for."""
    if len(by_position) > len(parameters):
        raise refuse(
            "parameters_too_many",
            key=key,
            given=len(by_position),
            names=", ".join(p.name for p in parameters) or "—",
        )
    names = [p.name for p in parameters]
    given: dict[str, Any] = dict(zip(names, by_position, strict=False))
    for name, value in by_name.items():
        if name in given:
            raise refuse("key_grammar", key=repr(key))
        given[name] = value
    return given


def canonical_values(
    key: str, parameters: tuple[Parameter, ...], values: Mapping[str, Any]
) -> dict[str, Any]:
    """Checked values of those parameters that differ from their default."""
    known = {p.name: p for p in parameters}
    for name in values:
        if name not in known:
            raise refuse("parameter_unknown", key=key, name=name, names=", ".join(known) or "—")
    for parameter in parameters:
        if parameter.instead_of in values and values.get(parameter.name) is not None:
            raise refuse(
                "parameters_exclusive", key=key, first=parameter.instead_of, second=parameter.name
            )
    checked = {name: known[name].checked(key, value) for name, value in values.items()}
    return {n: v for n, v in checked.items() if v is not None and not _same(v, known[n].default)}


def written_values(parameters: tuple[Parameter, ...], values: Mapping[str, Any]) -> str:
    """Values as a key writes them: the first parameter bare, the others by name."""
    if not values:
        return ""
    parts = []
    for index, parameter in enumerate(parameters):
        if parameter.name not in values:
            continue
        value = values[parameter.name]
        text = repr(value) if isinstance(value, (int, float)) else str(value)
        if not isinstance(value, (int, float, str)):
            text = "…"
        alone = index == 0 or (len(parameters) == 1)
        parts.append(text if alone else f"{parameter.name}={text}")
    return f"({', '.join(parts)})"


def display_values(parameters: tuple[Parameter, ...], values: Mapping[str, Any]) -> str:
    """Values as a reader sees them, defaults too: "k = 5", or nothing where there are none."""
    replaced = {p.instead_of for p in parameters if values.get(p.name) is not None}
    parts = []
    for parameter in parameters:
        given = parameter.name in values
        value = values[parameter.name] if given else parameter.default
        if value is None or parameter.name in replaced or (not given and value in _OFF):
            continue
        if isinstance(value, (int, float, str)):
            parts.append(f"{parameter.name} = {value}")
    return ", ".join(parts)


def _same(value: object, default: object) -> bool:
    return (isinstance(value, type(default)) and bool(value == default)) or (
        isinstance(value, (int, float)) and isinstance(default, (int, float)) and value == default
    )
