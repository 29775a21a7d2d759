"""The reference of Python: every public name with its signature and its docstring."""

from __future__ import annotations

import functools
import inspect

WIDEST = 88  # signs of a call on one line


def reference() -> str:
    """The public names with their signatures and docstrings, methods of classes below them."""
    import veracity as vc

    parts = [
        "# Python reference",
        "Every public name, as its docstring says it: `import veracity as vc`.",
    ]
    for name in sorted(vc.__all__):
        value = getattr(vc, name)
        if inspect.ismodule(value):
            inside = getattr(value, "__all__", [])
            parts += [f"## `vc.{name}`", _words(value)]
            for one in sorted(inside):
                if callable(getattr(value, one)):
                    parts += _documented(f"vc.{name}.{one}", getattr(value, one), 3)
        elif callable(value):
            parts += _documented(f"vc.{name}", value, 2)
    return "\n\n".join(parts) + "\n"


def _documented(name: str, value: object, depth: int) -> list[str]:
    """A function or class: its heading, call and words; of a class, its methods and values too."""
    parts = [f"{'#' * depth} `{name}`", _called(name, value), _words(value)]
    if not inspect.isclass(value) or issubclass(value, Exception):
        return parts
    for one in sorted(dir(value)):
        held = inspect.getattr_static(value, one)
        if one.startswith("_") or not inspect.getdoc(getattr(value, one)):
            continue
        if callable(getattr(value, one)):
            parts += [f"**`.{one}`**", _called(f".{one}", getattr(value, one))]
            parts += [_words(getattr(value, one))]
        elif isinstance(held, property | functools.cached_property):
            parts += [f"**`.{one}`**", _words(held)]
    return parts


def _called(name: str, value: object) -> str:
    """How it is called: one argument a line where one line is too long."""
    try:
        signature = inspect.signature(value)
    except (TypeError, ValueError):
        return f"```text\n{name}(…)\n```"
    called = f"{name}{signature}"
    if len(called) > WIDEST:
        kinds = [str(one) for one in signature.parameters.values() if one.name != "self"]
        called = f"{name}(\n" + "".join(f"    {one},\n" for one in kinds) + ")"
    return f"```text\n{called}\n```"


def _words(value: object) -> str:
    return f"```text\n{inspect.cleandoc(value.__doc__ or '')}\n```"
