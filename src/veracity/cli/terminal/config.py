"""Options that a file of the project gives: veracity.toml, or [tool.veracity] of pyproject.toml."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import click

from veracity.errors import refuse

USED = "veracity.config"  # among what a running command knows
WRITES = ("report", "save", "plot", "out", "junit", "page", "progress", "apply")
KINDS = ("pred", "score", "proba")  # one given by hand stands for all of them
Options = dict[str, click.Option]


@dataclass(frozen=True, slots=True)
class Config:
    """The file, as it is called from here, and what it says."""

    display_path: str
    values: dict[str, Any] = field(default_factory=dict)

    @property
    def language(self) -> str | None:
        """The language that it asks for."""
        language = self.values.get("lang")
        return language if isinstance(language, str) else None


def config_here() -> Config | None:
    """The nearest file, from the working folder upward; a repository is not left."""
    here = Path.cwd()
    for folder in (here, *here.parents):
        for name, table in (("veracity.toml", None), ("pyproject.toml", "tool.veracity")):
            path = folder / name
            if path.is_file() and (table is None or table.encode() in path.read_bytes()):
                values = _read(path, table)
                if values is not None:
                    return Config(_display_path(path, here), values)
        if (folder / ".git").exists():
            return None
    return None


def _read(path: Path, table: str | None) -> dict[str, Any] | None:
    import tomllib

    try:
        values: Any = tomllib.loads(path.read_text("utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        if table is not None:  # somebody else's file
            return None
        raise refuse("config_unreadable", path=path.name, why=str(error)) from None
    if table is None:
        return dict(values)
    tool = values.get("tool", {})
    found = tool.get("veracity") if isinstance(tool, dict) else None
    return dict(found) if isinstance(found, dict) else None


def _display_path(path: Path, here: Path) -> str:
    steps = here.relative_to(path.parent).parts
    return "/".join([*(".." for _ in steps), path.name])


def defaults(
    config: Config, words: Sequence[str], commands: Mapping[str, Options], name: str
) -> dict[str, Any]:
    """The values that one command takes from the file, by its parameters."""
    own = config.values.get(name, {})
    everywhere = {k: v for k, v in config.values.items() if not isinstance(v, dict)}
    for key, value in config.values.items():
        if isinstance(value, dict) and key not in commands:
            raise _unknown(config, f"[{key}]", [f"[{one}]" for one in commands])
        for inside in value if isinstance(value, dict) else ():
            _known(config, inside, commands[key], key)
    every: Options = {k: one for options in commands.values() for k, one in options.items()}
    for key in everywhere:
        _known(config, key, every, None)
    options, found = commands[name], dict[str, Any]()
    for key, value in {**everywhere, **own}.items():
        if key in options and not _overruled(key, words):
            found[str(options[key].name)] = _value(config, key, value, options[key])
    return found


def _known(config: Config, key: str, options: Options, command: str | None) -> None:
    if key in options and _writes(key, options[key]):
        raise refuse("config_writes", path=config.display_path, key=key)
    if key not in options:
        there = [one for one in options if not _writes(one, options[one])]
        where = key if command is None else f"{command}.{key}"
        raise _unknown(config, where, there, key)


def _writes(key: str, option: click.Option) -> bool:
    return key in WRITES or option.metavar in ("FILE", "KIND=FILE")


def _unknown(config: Config, key: str, there: Sequence[str], asked: str | None = None) -> Exception:
    path, near = config.display_path, get_close_matches(asked or key, there, 3, 0.5)
    if not near:
        return refuse("config_unknown_at_all", path=path, key=key, names=", ".join(sorted(there)))
    return refuse("config_unknown", path=path, key=key, near=", ".join(near))


def _overruled(key: str, words: Sequence[str]) -> bool:
    """Whether the command line says which kind of answers there are, and the file another."""
    typed = {word.partition("=")[0].removeprefix("--") for word in words if word.startswith("--")}
    if key == "threshold" and "pred" in typed and not typed & {"score", "proba"}:
        return True
    return key in KINDS and bool(typed & set(KINDS))


def _value(config: Config, key: str, value: object, option: click.Option) -> Any:
    """A value as the option takes it; an error names the file."""
    listed = value if isinstance(value, list) else [value]
    simple = all(isinstance(one, (str, int, float, bool)) for one in listed)
    flag = option.is_flag and not isinstance(value, bool)
    if not simple or flag or (isinstance(value, list) and not option.multiple):
        raise refuse("config_value", path=config.display_path, key=key, value=repr(value))
    if option.is_flag:
        return value
    texts = [str(one).lower() if isinstance(one, bool) else str(one) for one in listed]
    for one in texts:
        try:
            option.type.convert(one, option, None)
        except click.BadParameter as problem:
            why = f"{one!r}: {problem.message.rstrip('.')}"
            raise refuse("config_value", path=config.display_path, key=key, value=why) from None
    return texts if option.multiple else texts[0]


def say_taken(context: click.Context) -> None:
    """Say on stderr which options came from which file; reports say it with their command."""
    from veracity.words import spoken

    values = "; ".join(taken(context))
    path = getattr(context.find_root().command, "config_path", "")
    if not values or not path:
        return
    context.meta[USED] = f"{path}: {values}"
    if not context.params.get("quiet"):
        click.echo(spoken("config_used", path=path, options=values), err=True)


def taken(context: click.Context) -> Iterator[str]:
    """What the running command has from the file, as `key = value`."""
    for parameter in context.command.params:
        source = context.get_parameter_source(parameter.name or "")
        if source == click.core.ParameterSource.DEFAULT_MAP:
            value = (context.default_map or {}).get(parameter.name or "")
            text = ", ".join(value) if isinstance(value, list) else value
            yield f"{parameter.opts[0].removeprefix('--')} = {text}"
