"""A notebook as a page: its words, its code, and what the code printed when the page was made."""

from __future__ import annotations

import ast
import contextlib
import io
import json
from pathlib import Path


def page(path: Path) -> str:
    """The notebook, run from top to bottom, and where to download it."""
    download = f"[Download this notebook]({path.name}): it runs as it stands."
    parts: list[str] = []
    for kind, source, shown in run(path):
        if kind == "markdown":
            parts.append(source)
            continue
        parts.append(f"```python\n{source}\n```")
        if shown.strip():
            parts.append(f"```text\n{shown.rstrip()}\n```")
    return "\n\n".join([parts[0], download, *parts[1:]]) + "\n"


def run(path: Path) -> list[tuple[str, str, str]]:
    """Kind, source and printed output of every cell; a cell ends with what it shows, as text."""
    room: dict[str, object] = {"__name__": "__main__"}
    cells: list[tuple[str, str, str]] = []
    for cell in json.loads(path.read_text("utf-8"))["cells"]:
        source = "".join(cell["source"])
        shown = _printed(source, path.name, room) if cell["cell_type"] == "code" else ""
        cells.append((cell["cell_type"], source, shown))
    return cells


def _printed(source: str, name: str, room: dict[str, object]) -> str:
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        exec(compile(tree, name, "exec"), room)  # noqa: S102 (our own notebooks)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), name, "eval"), room)  # noqa: S307
            if value is not None:
                print(value)
    return said.getvalue()
