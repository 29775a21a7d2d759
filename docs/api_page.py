"""The reference of Python: every public name with its signature and its docstring."""

from __future__ import annotations

import functools
import inspect
import re

WIDEST = 88  # signs of a call on one line
QUOTED = re.compile(r"(?<=: )'([^']*)'|(?<=: )\"([^\"]*)\"")
MARKS = re.compile(r"([*_<>&\[\]|])")


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
    kinds = [str(one) for one in signature.parameters.values() if one.name != "self"]
    gives = signature.return_annotation
    end = ")" if gives is inspect.Signature.empty else f") -> {gives}"
    called = f"{name}({', '.join(kinds)}{end}"
    if len(called) > WIDEST:
        called = f"{name}(\n" + "".join(f"    {one},\n" for one in kinds) + end
    return f"```python\n{QUOTED.sub(_bare, called)}\n```"


def _bare(found: re.Match[str]) -> str:
    return found[1] or found[2]


def _words(value: object) -> str:
    """A docstring: paragraphs as such, examples as code, what is set in columns as it is."""
    parts = re.split(r"\n{2,}", inspect.cleandoc(value.__doc__ or ""))
    return "\n\n".join(_paragraph(one) for one in parts)


def _paragraph(text: str) -> str:
    lines = text.splitlines()
    if text.lstrip().startswith(">>>"):
        return f"```python\n{inspect.cleandoc(text)}\n```"
    if any(line.startswith((" ", "- ", "|")) or "  " in line for line in lines):
        return f"```text\n{text}\n```"
    said = re.split(r"(`[^`]*`)", " ".join(lines))
    said[::2] = [MARKS.sub(lambda found: f"&#{ord(found[1])};", one) for one in said[::2]]
    return "".join(said)
