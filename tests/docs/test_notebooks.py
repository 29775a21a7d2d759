"""The notebooks run from top to bottom, and what a cell shows can be shown."""

import ast
import json
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "docs" / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_runs_from_top_to_bottom(path, capsys):
    book = json.loads(path.read_text("utf-8"))
    room, shown = {"__name__": "__main__"}, 0
    for cell in book["cells"]:
        if cell["cell_type"] != "code":
            continue
        assert cell["outputs"] == [], "outputs are made, not kept"
        tree = ast.parse("".join(cell["source"]))
        last = tree.body[-1]
        if isinstance(last, ast.Expr):
            tree.body.pop()
            exec(compile(tree, path.name, "exec"), room)
            value = eval(compile(ast.Expression(last.value), path.name, "eval"), room)
            html = getattr(value, "_repr_html_", lambda value=value: repr(value))()
            shown += bool(html)
        else:
            exec(compile(tree, path.name, "exec"), room)
    assert shown + len(capsys.readouterr().out.splitlines()) >= 3


def test_its_page_shows_what_it_prints(monkeypatch):
    monkeypatch.syspath_prepend(str(FOLDER.parent))
    from notebook_pages import page

    text = page(FOLDER / "screening_at_one_percent.ipynb")
    assert "90 true and 495 false positives: 90/585 = 0.154" in text
    assert "](screening_at_one_percent.ipynb)" in text


def test_there_are_three():
    assert len(NOTEBOOKS) == 3
